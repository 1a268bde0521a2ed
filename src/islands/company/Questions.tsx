import {
  type AssignedQuestion,
  assignedQuestionCall,
  assignedQuestionsCall,
  questionAnswerCall,
  questionMemberCall,
} from '../../contract/companyWork.ts';
import { QUESTION_STATES } from '../../forms/lists.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { TextArea } from '../formControls/controls.tsx';
import { Empty } from '../profile/Empty.tsx';
import { Fact, Facts, SaveForm, State, sayIn } from '../profile/parts.tsx';
import { Setting } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import { Lacking, type PanelProps } from './CompanyPage.tsx';
import type { QuestionsProps } from './companyWords.ts';
import { Pages } from './more.tsx';
import { Reads } from './parts.tsx';
import { Handing, WorkEntry, WorkPage } from './work.tsx';

/** The questions to Support that are assigned to a company. */
export default function Questions(props: QuestionsProps) {
  const say = sayIn(props);
  return (
    <WorkPage
      frame={props}
      id="questions"
      title={say('route.companyQuestions')}
      about={say('company.questions.about')}
      states={QUESTION_STATES.map((value) => ({ value, text: say(`company.question.${value}`) }))}
    >
      {(inside, state) => <List key={state} {...props} inside={inside} state={state} />}
    </WorkPage>
  );
}

const languageOf = (locale: string) => lookUp(LOCALES, locale)?.name ?? locale;

function List(props: PanelProps<QuestionsProps> & { state: string }) {
  const { inside, state, service, loginHref, topics } = props;
  const say = sayIn(props);
  return (
    <Pages
      described={assignedQuestionsCall}
      place={{ parameters: { company: inside.id }, query: { state } }}
      service={service}
      loginHref={loginHref}
      say={say}
    >
      {({ questions }, resource, isFirst) => (
        <>
          {questions.length === 0 && isFirst && <Empty drawing="question" text={say('company.questions.none')} />}
          {questions.map((question) => (
            <WorkEntry
              key={question.reference}
              frame={props}
              work={question}
              at={question.askedAt}
              facts={[lookUp(topics, question.topic) ?? question.topic, languageOf(question.locale)]}
              state={
                <State is={question.state === 'answered' && 'good'}>{say(`company.question.${question.state}`)}</State>
              }
            >
              {() => <Detail {...props} question={question} changed={resource.refresh} />}
            </WorkEntry>
          ))}
        </>
      )}
    </Pages>
  );
}

/** Permissions to answer a question that one may read */
export const ANSWERING_NEEDS = ['clients.answerQuestions'];

function Detail(props: PanelProps<QuestionsProps> & { question: AssignedQuestion; changed: () => Promise<void> }) {
  const { inside, question, changed, lang, site } = props;
  const { reference, state, locale } = question;
  const say = sayIn(props);
  return (
    <Reads
      frame={props}
      inside={inside}
      described={assignedQuestionCall}
      place={{ parameters: { reference } }}
      rows={2}
    >
      {({ about, question: text, pictures, answers }, resource) => (
        <>
          <Facts>
            {about && <Fact name={say('company.question.about')}>{about}</Fact>}
            <Fact name={say('company.question.text')}>
              <span className="user-text" lang={lookUp(LOCALES, locale)?.lang}>
                {text}
              </span>
            </Fact>
            {answers.map((answer) => (
              <Fact key={answer.at} name={say('thread.answer', { time: instantIn(lang)(answer.at) })}>
                <span className="user-text">{answer.text}</span>
              </Fact>
            ))}
          </Facts>
          {pictures > 0 && <p className="field-hint">{say('company.question.pictures', { count: pictures, site })}</p>}
          <Lacking frame={props} inside={inside} needs={ANSWERING_NEEDS} />
          {inside.may('clients.answerQuestions') && (
            <>
              <Handing frame={props} work={question} call={questionMemberCall} onHanded={changed} />
              {state !== 'closed' && (
                <Setting name={say('company.answer')} action={say('company.answer')} say={say}>
                  {(close) => (
                    <SaveForm
                      id={`answer-${reference}`}
                      start={{ text: '' }}
                      send={(json) =>
                        inside.send(questionAnswerCall, { method: 'post', json, parameters: { reference } })
                      }
                      onSaved={() => {
                        close(say('company.answer.sent'));
                        void Promise.all([resource.refresh(), changed()]);
                      }}
                      action={say('company.answer.action')}
                      lang={lang}
                      say={say}
                    >
                      <TextArea
                        name="text"
                        label={say('company.answer')}
                        hint={say('company.answer.about', { language: languageOf(locale) })}
                      />
                    </SaveForm>
                  )}
                </Setting>
              )}
            </>
          )}
        </>
      )}
    </Reads>
  );
}
