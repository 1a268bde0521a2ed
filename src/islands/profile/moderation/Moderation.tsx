import { sendForUser } from '../../../api/userCalls.ts';
import {
  appealCall,
  decideAppealCall,
  decideCall,
  type OwnDecision,
  ownDecisionsCall,
  queueCall,
  type WaitingAppeal,
  type WaitingItem,
} from '../../../contract/moderation.ts';
import { APPEAL_RULINGS, REPORT_REASONS } from '../../../forms/lists.ts';
import { RULINGS } from '../../../forms/moderationForms.ts';
import { lookUp } from '../../../lookUp.ts';
import { RadioField, SelectField, TextArea } from '../../formControls/controls.tsx';
import type { Answers } from '../../formControls/Form.tsx';
import { Empty } from '../Empty.tsx';
import { type FrameProps, Loaded, SaveForm, Section, State, sayIn, useResource } from '../parts.tsx';
import { type Close, Setting } from '../Setting.tsx';
import { dayIn, instantIn } from '../time.ts';
import type { MODERATION_WORDS } from './words.ts';

interface Props extends FrameProps<(typeof MODERATION_WORDS)[number]> {
  /** Addresses of posts, for `{id}` */
  postHref: string;
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
}
interface Part extends Props {
  changed: () => Promise<void>;
}

/** For moderators what waits; for every author what was decided on their posts and replies, and the appeal. */
export default function Moderation(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(ownDecisionsCall, service);
  return (
    <Loaded {...{ resource, loginHref, say }} rows={3}>
      {({ isModerator, list }) => (
        <>
          {isModerator && <Queue {...props} />}
          <Section id="decisions" title={say('moderation.own')}>
            {list.length === 0 && <Empty drawing="news" text={say('moderation.own.none')} />}
            {list.map((one) => (
              <Own key={one.decision} {...props} one={one} changed={resource.refresh} />
            ))}
          </Section>
        </>
      )}
    </Loaded>
  );
}

function Queue(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(queueCall, service);
  return (
    <Loaded {...{ resource, loginHref, say }} rows={3}>
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
              <Appeal key={appeal.decision} {...props} appeal={appeal} changed={resource.refresh} />
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

function Waiting(props: Part & { item: WaitingItem }) {
  const { item, lang, service, postHref, changed } = props;
  const { kind, id, post, title, text, author, license, isNew, since, reports } = item;
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
          <p className="user-text">{text}</p>
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
          {...{ lang, say }}
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

function done(close: Close, words: string, changed: () => Promise<void>): void {
  close(words);
  void changed();
}

function Appeal(props: Part & { appeal: WaitingAppeal }) {
  const { appeal, lang, service, changed } = props;
  const { kind, decision, title, text, author, reason, words, since } = appeal;
  const say = sayIn(props);
  return (
    <Setting
      name={title}
      action={say('moderation.decide')}
      say={say}
      value={
        <>
          <p>
            <State>{say(`moderation.kind.${kind}`)}</State> {instantIn(lang)(since)}
          </p>
          <Author {...props} name={author} />
          <p className="user-text">{text}</p>
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
          id={`appeal-${decision}`}
          start={{ ruling: '', words: '' }}
          send={(json) =>
            sendForUser(decideAppealCall, service, { method: 'post', parameters: { id: decision }, json })
          }
          onSaved={() => done(close, say('moderation.saved'), changed)}
          action={say('moderation.save')}
          {...{ lang, say }}
        >
          <RadioField
            name="ruling"
            label={say('moderation.ruling')}
            options={APPEAL_RULINGS.map((value) => ({ value, text: say(`moderation.appeal.ruling.${value}`) }))}
          />
          <TextArea name="words" label={say('moderation.words')} rows={4} />
        </SaveForm>
      )}
    </Setting>
  );
}

/** A decision on the reader's own, and the appeal against it. */
function Own(props: Part & { one: OwnDecision }) {
  const { one, lang, service, changed } = props;
  const { kind, decision, title, at, outcome, reason, words, appealUntil, appealedAt, appealOutcome, appealReason } =
    one;
  const say = sayIn(props);
  return (
    <Setting
      name={title}
      action={appealUntil === null ? null : say('moderation.appeal')}
      say={say}
      value={
        <>
          <p>
            <State is="due">{say(`moderation.outcome.${outcome}`)}</State> {say(`moderation.kind.${kind}`)}
            {' · '}
            {instantIn(lang)(at)}
          </p>
          <p>
            <strong>{say(`report.reason.${reason ?? 'other'}`)}</strong> {words}
          </p>
          {appealUntil !== null && <p>{say('moderation.appeal.until', { date: dayIn(lang, 'UTC')(appealUntil) })}</p>}
          {appealedAt !== null && (
            <p>
              <State is={appealOutcome === 'restored' ? 'good' : null}>
                {say(`moderation.appeal.${appealOutcome ?? 'waits'}`)}
              </State>{' '}
              {appealReason}
            </p>
          )}
        </>
      }
    >
      {(close) => (
        <SaveForm
          id={`own-${decision}`}
          start={{ words: '' } satisfies Answers}
          send={(json) => sendForUser(appealCall, service, { method: 'post', parameters: { id: decision }, json })}
          onSaved={() => done(close, say('moderation.appeal.sent'), changed)}
          action={say('moderation.appeal.send')}
          {...{ lang, say }}
        >
          <TextArea name="words" label={say('moderation.appeal.words')} rows={5} />
        </SaveForm>
      )}
    </Setting>
  );
}
