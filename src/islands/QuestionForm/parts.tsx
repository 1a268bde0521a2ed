/** What the form of a question and that of an advertising request share: sending, what went wrong, what has arrived. */
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Fault } from '../../accounts/faults.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import type { FieldFault, Sending } from '../../stores/sending.ts';
import type { Delivered, SentQuestion } from '../../stores/sentQuestions.ts';
import { Website } from '../Website.tsx';

export const ASKING_WORDS = [
  'account.error.choiceUnknown',
  'account.error.email*',
  'account.error.textCharacters',
  'account.error.tooLong',
  'account.failure.*',
  'account.reference',
  'account.sendAgain',
  'account.sending',
  'ask.website',
  'form.problem',
] as const;

/** The ends of the keys of words that each form has of its own. */
type Own =
  | 'send'
  | 'sendAnew'
  | 'notSent'
  | 'notSent.kept'
  | 'changed'
  | 'changed.choice'
  | 'timeout'
  | 'kept'
  | 'forget'
  | 'done'
  | 'done.page'
  | 'done.open'
  | 'done.another';

interface Words {
  say: (key: KeysOf<(typeof ASKING_WORDS)[number]>) => string;
  own: (key: Own) => string;
}

/** The words of a failed transport by its kind, besides that of a timeout, which says what may have arrived. */
const FAILURES = {
  offline: 'account.failure.offline',
  unreachable: 'account.failure.unreachable',
  server: 'account.failure.server',
  notJson: 'account.failure.server',
  wrongShape: 'account.failure.server',
} as const;

/** The control of a fault: 'pictures' for 'pictures.0', 'markets' for 'enquiry.markets.0'. */
const nameOf = ({ field }: Pick<FieldFault, 'field'>): string => field.replace(/^enquiry\./, '').replace(/\..*/, '');
/** The id of a control. */
export const idOf = (name: string) => `ask-${name}`;

type Asking = ReturnType<typeof useAsking>;

/**
 * The state of a form that is sent as a question. `fields`: the names of its controls in their order, by which faults are
 * listed. `waiting` keeps it from being sent.
 */
export function useAsking({
  $sending,
  fields,
  waiting = null,
  deliver,
  faultText,
}: {
  $sending: ReadableAtom<Sending>;
  fields: readonly string[];
  waiting?: FieldFault | null;
  deliver: (website: string) => Promise<Delivered>;
  faultText: (fault: Fault) => string;
}) {
  const sending = useStore($sending, { ssr: 'initial' });
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [sent, setSent] = useState<SentQuestion | null>(null);
  const [website, setWebsite] = useState('');
  const list = (found: readonly FieldFault[]) => {
    const place = (fault: FieldFault) => fields.indexOf(nameOf(fault));
    setFaults([...found].sort((a, b) => place(a) - place(b)));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending.status === 'sending') return;
    if (waiting) return setFaults([waiting]);
    setFaults([]);
    const result = await deliver(website);
    const outcome = $sending.get();
    if (result && 'sent' in result) setSent(result.sent);
    else if (result) list(result.faults.map((fault) => ({ field: fault.field, message: faultText(fault) })));
    else if (outcome.status === 'refused') {
      list(outcome.fields);
      setWebsite('');
    }
  };
  return {
    ...{ sending, faults, sent, website, setWebsite, submit },
    again: () => setSent(null),
    errorOf: (name: string) => faults.find((fault) => nameOf(fault) === name)?.message,
    /** Takes back what is wrong with a control, which has changed */
    clear: (name: string) => setFaults(faults.filter((fault) => nameOf(fault) !== name)),
  };
}

/** The form around its controls; once it is sent, what has arrived. */
export function AskForm({
  asking,
  threadHref,
  saved,
  forget,
  say,
  own,
  children,
}: Words & {
  asking: Asking;
  threadHref: string;
  /** When something was last kept on the device, 0 for never */
  saved: number;
  forget: () => void;
  children: ReactNode;
}) {
  const { sending, faults, sent, website, setWebsite, submit, again } = asking;
  const box = useRef<HTMLDivElement>(null);
  // Whatever needs the visitor's attention is focused when it appears.
  useEffect(() => {
    if (faults.length > 0 || sending.status === 'failed' || sending.status === 'changed') box.current?.focus();
  }, [faults, sending]);
  if (sent) return <Arrived {...{ sent, threadHref, again, say, own }} />;
  const isSending = sending.status === 'sending';
  return (
    <form className="ask-form" noValidate onSubmit={submit} aria-busy={isSending}>
      {faults.length > 0 && (
        <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
          <h3>{say('form.problem')}</h3>
          <ul>
            {faults.map((fault) => (
              <li key={fault.field}>
                <a href={`#${idOf(nameOf(fault))}`}>{fault.message}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
      <Website label={say('ask.website')} value={website} onChange={setWebsite} />
      <NotSent {...{ sending, box, say, own }} />
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          {buttonWords({ sending, say, own })}
        </button>
      </p>
      <p className="field-hint ask-kept">
        {own('kept')}{' '}
        {saved > 0 && (
          <button type="button" onClick={forget}>
            {own('forget')}
          </button>
        )}
      </p>
    </form>
  );
}

function buttonWords({ sending: { status }, say, own }: Words & { sending: Sending }): string {
  if (status === 'sending') return say('account.sending');
  if (status === 'failed') return say('account.sendAgain');
  return own(status === 'changed' ? 'sendAnew' : 'send');
}

/** Says that it was not sent, or that it arrived before with another text. */
function NotSent({ sending, box, say, own }: Words & { sending: Sending; box: RefObject<HTMLDivElement | null> }) {
  if (sending.status !== 'failed' && sending.status !== 'changed') return null;
  const why = sending.status === 'failed' ? sending.why : null;
  return (
    <div className="send-failed" role="alert" tabIndex={-1} ref={box}>
      <h3>{own(why ? 'notSent' : 'changed')}</h3>
      {why && <p>{typeof why === 'object' ? why.text : why === 'timeout' ? own('timeout') : say(FAILURES[why])}</p>}
      <p>{own(why ? 'notSent.kept' : 'changed.choice')}</p>
    </div>
  );
}

/** The reference of what has arrived, and the way to its page. */
function Arrived({
  sent: { reference, secret },
  threadHref,
  again,
  say,
  own,
}: Words & { sent: SentQuestion; threadHref: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="ask-done">
      <h3 ref={heading} tabIndex={-1}>
        {own('done')}
      </h3>
      <dl className="ask-reference">
        <dt>{say('account.reference')}</dt>
        <dd className="reference">{reference}</dd>
      </dl>
      <p>{own('done.page')}</p>
      <p className="actions">
        <a className="button" href={`${threadHref}#${reference}.${secret}`}>
          {own('done.open')}
        </a>
        <button type="button" className="button quiet" onClick={again}>
          {own('done.another')}
        </button>
      </p>
    </div>
  );
}
