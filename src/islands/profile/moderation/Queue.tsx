import { sendForUser } from '../../../api/userCalls.ts';
import {
  decideAppealCall,
  decideCall,
  queueCall,
  type WaitingAppeal,
  type WaitingItem,
} from '../../../contract/moderation.ts';
import { LANGUAGE_OF } from '../../../contract/news.ts';
import { APPEAL_RULINGS, REPORT_REASONS } from '../../../forms/lists.ts';
import { RULINGS } from '../../../forms/moderationForms.ts';
import { lookUp } from '../../../lookUp.ts';
import { postFacts } from '../../../shells/postPage.ts';
import { postLang } from '../../../shells/posts.ts';
import { postText } from '../../../shells/postText.ts';
import { draw, pageOf } from '../../feeds/drawing.tsx';
import { RadioField, SelectField, TextArea } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { Empty } from '../Empty.tsx';
import { Fact, Facts, Loaded, SaveForm, Section, State, sayIn, useResource } from '../parts.tsx';
import { Setting } from '../Setting.tsx';
import { type DecisionProps, done, type Props } from './moderationParts.ts';

/** What waits for a moderator: posts and replies, and appeals. */
export function Queue(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(queueCall, service);
  return (
    <Loaded resource={resource} loginHref={loginHref} say={say} rows={3}>
      {({ list, appeals }) => (
        <>
          <Section id="waiting" title={say('moderation.waiting')}>
            {list.length === 0 && <Empty drawing="question" text={say('moderation.waiting.none')} />}
            {list.map((item) => (
              <Waiting key={`${item.kind} ${item.id}`} {...props} item={item} changed={resource.refresh} />
            ))}
          </Section>
          <Section id="appeals" title={say('moderation.appeals')}>
            {appeals.length === 0 && <p>{say('moderation.appeals.none')}</p>}
            {appeals.map((appeal) => (
              <Appeal key={appeal.appealId} {...props} appeal={appeal} changed={resource.refresh} />
            ))}
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** Who has written something, under which license. */
function Author({
  name,
  license,
  licenses,
  ...props
}: Props & { name: string | null; license?: WaitingItem['license'] }) {
  const say = sayIn(props);
  const held = license?.state === 'checked' ? [lookUp(licenses, license.type), license.number, license.authority] : [];
  return (
    <p>
      {name === null ? say('moderation.left') : say('moderation.by', { name })}
      {license !== undefined && ` · ${held.filter(Boolean).join(', ') || say('moderation.unlicensed')}`}
    </p>
  );
}

/** A text as readers see it, and what a post states besides. */
function Written({ text, facts, ...props }: Props & Pick<WaitingItem, 'text' | 'facts'>) {
  const { locale, series } = props;
  const say = sayIn(props);
  const page = pageOf(props, { language: LANGUAGE_OF[locale] });
  return (
    <>
      <div className="post-preview prose" lang={facts ? postLang(facts, page) : undefined}>
        {postText(text).map((part, at) => draw(part, String(at)))}
      </div>
      {facts && (
        <Facts>
          {facts.symbols.length > 0 && <Fact name={say('user.posts.symbols')}>{facts.symbols.join(', ')}</Fact>}
          {facts.series !== null && (
            <Fact name={say('user.posts.series')}>{lookUp(series, facts.series) ?? facts.series}</Fact>
          )}
          {postFacts(facts, page).map((row, at) => draw(row, String(at)))}
        </Facts>
      )}
    </>
  );
}

export function Waiting(props: DecisionProps & { item: WaitingItem }) {
  const { item, lang, service, postHref, changed } = props;
  const { kind, id, post, title, text, facts, author, license, isNew, since, reports } = item;
  const say = sayIn(props);
  return (
    <Setting
      name={title}
      action={say('moderation.decide')}
      say={say}
      value={
        <>
          <p>
            <State is={isNew ? 'due' : null}>{say(`moderation.kind.${kind}`)}</State>{' '}
            {isNew ? say('moderation.new') : say('moderation.reported', { count: reports.length })}
            {' · '}
            {instantIn(lang)(since)}
          </p>
          <Author {...props} name={author} license={license} />
          <Written {...props} text={text} facts={facts} />
          {reports.map(({ reason, words, at }) => (
            <p key={`${at} ${reason} ${words}`}>
              <strong>{say(`report.reason.${reason}`)}</strong>
              {words && ` ${words}`}
            </p>
          ))}
          {!isNew && (
            <p>
              <a href={postHref.replace('{id}', post)}>{say('moderation.open')}</a>
            </p>
          )}
        </>
      }
    >
      {(close) => (
        <SaveForm
          id={`decide-${kind}-${id}`}
          start={{ ruling: '', reason: '', words: '' }}
          send={(answers) =>
            sendForUser(decideCall, service, {
              method: 'post',
              parameters: { kind, id },
              json: { ...answers, reason: answers.reason || null },
            })
          }
          onSaved={() => done(close, say('moderation.saved'), changed)}
          action={say('moderation.save')}
          lang={lang}
          say={say}
        >
          <RadioField
            name="ruling"
            label={say('moderation.ruling')}
            options={RULINGS.map((value) => ({ value, text: say(`moderation.ruling.${value}`) }))}
          />
          <SelectField
            name="reason"
            label={say('moderation.reason')}
            empty=""
            options={REPORT_REASONS.map((value) => ({ value, text: say(`report.reason.${value}`) }))}
          />
          <TextArea name="words" label={say('moderation.words')} hint={say('moderation.words.hint')} rows={4} />
        </SaveForm>
      )}
    </Setting>
  );
}

export function Appeal(props: DecisionProps & { appeal: WaitingAppeal }) {
  const { appeal, lang, service, changed } = props;
  const { kind, appealId, of, title, text, facts, author, reason, words, since } = appeal;
  const say = sayIn(props);
  const isOfReporter = of === 'reporter';
  return (
    <Setting
      name={title || say(`moderation.kind.${kind}`)}
      action={say('moderation.decide')}
      say={say}
      value={
        <>
          <p>
            <State>{say(`moderation.appeal.of.${of}`)}</State> {say(`moderation.kind.${kind}`)}
            {' · '}
            {instantIn(lang)(since)}
          </p>
          <Author {...props} name={author} />
          <Written {...props} text={text} facts={facts} />
          <p>
            <strong>{say(`report.reason.${reason ?? 'other'}`)}</strong> {words}
          </p>
          <p>
            <strong>{say('moderation.appeal.of')}</strong> {appeal.appeal}
          </p>
        </>
      }
    >
      {(close) => (
        <SaveForm
          id={`appeal-${appealId}`}
          start={{ ruling: '', ...(isOfReporter && { reason: reason ?? '' }), words: '' }}
          send={(answers) =>
            sendForUser(decideAppealCall, service, {
              method: 'post',
              parameters: { id: appealId },
              json: { ...answers, reason: answers.reason || null },
            })
          }
          onSaved={() => done(close, say('moderation.saved'), changed)}
          action={say('moderation.save')}
          lang={lang}
          say={say}
        >
          <RadioField
            name="ruling"
            label={say('moderation.ruling')}
            options={APPEAL_RULINGS.map((value) => ({
              value,
              text: say(`moderation.appeal.ruling.${value === 'reversed' ? of : value}`),
            }))}
          />
          {isOfReporter ? (
            <>
              <SelectField
                name="reason"
                label={say('moderation.reason.reporter')}
                empty=""
                options={REPORT_REASONS.map((value) => ({ value, text: say(`report.reason.${value}`) }))}
              />
              <TextArea
                name="words"
                label={say('moderation.words.reporter')}
                hint={say('moderation.words.reporter.hint')}
                rows={4}
              />
            </>
          ) : (
            <TextArea name="words" label={say('moderation.words')} rows={4} />
          )}
        </SaveForm>
      )}
    </Setting>
  );
}
