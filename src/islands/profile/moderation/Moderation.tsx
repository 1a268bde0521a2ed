import { sendForUser } from '../../../api/userCalls.ts';
import { appealCall, type OwnDecision, ownDecisionsCall } from '../../../contract/moderation.ts';
import { TextArea } from '../../formControls/controls.tsx';
import type { Answers } from '../../formControls/Form.tsx';
import { dayIn, instantIn } from '../../time.ts';
import { Empty } from '../Empty.tsx';
import { Loaded, SaveForm, Section, State, sayIn, useResource } from '../parts.tsx';
import { Setting } from '../Setting.tsx';
import { type DecisionProps, done, type Props } from './moderationParts.ts';
import { Queue } from './Queue.tsx';

/**
 * For moderators what waits; for every author what was decided on their posts and replies, for those who have reported what
 * came of it, and the appeal against both.
 */
export default function Moderation(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(ownDecisionsCall, service);
  const own = (one: OwnDecision) => <Own key={one.decision} {...props} one={one} changed={resource.refresh} />;
  return (
    <Loaded resource={resource} loginHref={loginHref} say={say} rows={3}>
      {({ isModerator, list, reports }) => (
        <>
          {isModerator && <Queue {...props} />}
          <Section id="decisions" title={say('moderation.own')}>
            {list.length === 0 && <Empty drawing="news" text={say('moderation.own.none')} />}
            {list.map(own)}
          </Section>
          {reports.length > 0 && (
            <Section id="reports" title={say('moderation.reports')}>
              {reports.map(own)}
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

/** A decision on the reader's own or on their report, and the appeal against it. */
function Own(props: DecisionProps & { one: OwnDecision }) {
  const { one, lang, service, changed } = props;
  const { kind, decision, title, at, outcome, reason, words, appealUntil, appealedAt, appealOutcome, appealReason } =
    one;
  const say = sayIn(props);
  return (
    <Setting
      name={title || say(`moderation.kind.${kind}`)}
      action={appealUntil === null ? null : say('moderation.appeal')}
      say={say}
      value={
        <>
          <p>
            <State is={outcome === 'refused' || outcome === 'withdrawn' ? 'due' : null}>
              {say(`moderation.outcome.${outcome}`)}
            </State>{' '}
            {say(`moderation.kind.${kind}`)}
            {' · '}
            {instantIn(lang)(at)}
          </p>
          <p>
            <strong>{say(`report.reason.${reason ?? 'other'}`)}</strong> {words}
          </p>
          {appealUntil !== null && <p>{say('moderation.appeal.until', { date: dayIn(lang, 'UTC')(appealUntil) })}</p>}
          {appealedAt !== null && (
            <p>
              <State is={appealOutcome === 'reversed' ? 'good' : null}>
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
          lang={lang}
          say={say}
        >
          <TextArea name="words" label={say('moderation.appeal.words')} rows={5} />
        </SaveForm>
      )}
    </Setting>
  );
}
