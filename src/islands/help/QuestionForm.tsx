import { useStore } from '@nanostores/react';
import type { Service } from '../../contract/common.ts';
import { PICTURE_TYPES } from '../../contract/files.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import {
  $asking,
  $draft,
  $picturesUnderWay,
  type Draft,
  forgetDraft,
  NO_DRAFT,
  removePicture,
  sendPicture,
  sendQuestion,
  write,
} from '../../stores/supportQuestion.ts';
import { Group, SelectField, TextArea, TextField } from '../formControls/controls.tsx';
import { Files } from '../formControls/Files.tsx';
import { faultText } from '../formControls/field.ts';
import { AskForm, QUESTION_FORM_WORDS, useQuestionSending } from './questionParts.tsx';

export const ASK_WORDS = [
  ...QUESTION_FORM_WORDS,
  'account.choose',
  'account.email',
  'account.error.picture*',
  'account.error.questionEmpty',
  'account.error.topicEmpty',
  'account.file.*',
  'ask.*',
] as const;

export interface Props {
  locale: Locale;
  lang: string;
  service: Service;
  /** The topic that is chosen at first */
  topic: string;
  /** Ids and names */
  topics: readonly [id: string, name: string][];
  /** Address of the page of questions */
  threadHref: string;
  most: { question: number; pictures: number };
  words: Words<(typeof ASK_WORDS)[number]>;
}

/** The form for a question to Support. What is typed stays on the device until it is sent. */
export default function QuestionForm({ locale, lang, service, topic, topics, threadHref, most, words }: Props) {
  const say = speaker(words, locale);
  const draft = useStore($draft, { ssr: () => NO_DRAFT });
  const underWay = useStore($picturesUnderWay, { ssr: 'initial' });
  const chosen = draft.topic || topic;
  const state = useQuestionSending({
    $sending: $asking,
    names: ['topic', 'about', 'email', 'question', 'pictures'],
    waiting: underWay.length > 0 ? { field: 'pictures', message: say('ask.pictures.waiting') } : null,
    deliver: (website) => sendQuestion({ topic: chosen, locale, website }, service),
    faultText: (fault) => faultText(fault, words, locale),
  });
  return (
    <AskForm
      state={state}
      answers={{ ...draft, topic: chosen }}
      write={(part) => write(part as Partial<Draft>)}
      saved={draft.saved}
      forget={forgetDraft}
      threadHref={threadHref}
      lang={lang}
      say={say}
      sayForm={(key) => say(`ask.${key}`)}
    >
      <SelectField
        name="topic"
        label={say('ask.topic')}
        empty={say('account.choose')}
        options={topics.map(([value, text]) => ({ value, text }))}
      />
      <TextField
        name="about"
        label={say('ask.about')}
        hint={say('ask.about.hint', { example: 'FA-0000-0000-0000' })}
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <TextField
        name="email"
        type="email"
        label={say('account.email')}
        hint={say('ask.email.hint')}
        autoComplete="email"
      />
      <TextArea
        name="question"
        label={say('ask.question')}
        hint={say('ask.question.hint', { most: most.question })}
        rows={7}
      />
      <Group
        name="pictures"
        label={say('ask.pictures')}
        hint={say('ask.pictures.hint', { most: most.pictures })}
        optional
      >
        <Files
          id="ask-pictures"
          sent={draft.pictures}
          underWay={underWay}
          lang={lang}
          most={most.pictures}
          types={PICTURE_TYPES}
          words={{
            choose: say('ask.pictures.choose'),
            remove: say('account.file.remove'),
            again: say('account.file.again'),
            type: say('ask.pictures.type'),
            size: say('account.file.size'),
            failed: say('account.file.failed'),
            error: say('form.errorPrefix'),
            sending: (name) => say('account.file.sending', { name }),
            sent: (count) => say('ask.pictures.sent', { count }),
          }}
          add={(file) => void sendPicture(file, service)}
          again={({ file, id }) => void sendPicture(file, service, id)}
          remove={(id) => {
            removePicture(id);
            state.clear('pictures');
          }}
        />
      </Group>
    </AskForm>
  );
}
