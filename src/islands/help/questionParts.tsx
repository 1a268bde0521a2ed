/** What the form of a question and that of an advertising request share: sending, what went wrong, what has arrived. */
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useState } from 'react';
import type { FieldFault, SendStatus } from '../../api/sending.ts';
import type { Fault } from '../../forms/faults.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { Delivered, SentQuestion } from '../../stores/sentQuestions.ts';
import { type Answers, Form } from '../formControls/Form.tsx';
import { errorIn, failureText } from '../formControls/field.ts';
import { Website } from '../formControls/Website.tsx';
import { useFocus } from '../useFocus.ts';

export const QUESTION_FORM_WORDS = [
  'account.error.choiceUnknown',
  'account.error.email*',
  'account.error.textCharacters',
  'account.error.tooLong',
  'account.failure.*',
  'account.reference',
  'account.sendAgain',
  'account.sending',
  'ask.website',
  'error.quote',
  'form.*',
] as const;

/** The ends of the keys of words that each form has of its own. */
type FormWord =
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
  say: (key: KeysOf<(typeof QUESTION_FORM_WORDS)[number]>) => string;
  sayForm: (key: FormWord) => string;
}

/** The control of a fault: 'pictures' for 'pictures.0', 'markets' for 'enquiry.markets.0'. */
const nameOf = (field: string): string => field.replace(/^enquiry\./, '').replace(/\..*/, '');
/** The id of a control. */
const idOf = (name: string) => `ask-${name}`;

type QuestionSending = ReturnType<typeof useQuestionSending>;

/**
 * The state of a form that is sent as a question. `names`: its controls in their order, by which faults are listed.
 * `waiting` keeps it from being sent.
 */
export function useQuestionSending({
  $sending,
  names,
  waiting = null,
  deliver,
  faultText,
}: {
  $sending: ReadableAtom<SendStatus>;
  names: readonly string[];
  waiting?: FieldFault | null;
  deliver: (website: string) => Promise<Delivered>;
  faultText: (fault: Fault) => string;
}) {
  const sending = useStore($sending, { ssr: 'initial' });
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [sent, setSent] = useState<SentQuestion | null>(null);
  const [website, setWebsite] = useState('');
  const list = (found: readonly FieldFault[]) => {
    const place = (fault: FieldFault) => names.indexOf(nameOf(fault.field));
    setFaults([...found].sort((a, b) => place(a) - place(b)));
  };
  const submit = async () => {
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
    sending,
    faults,
    sent,
    website,
    setWebsite,
    submit,
    again: () => setSent(null),
    /** Takes back what is wrong with a control, which has changed */
    clear: (name: string) => setFaults((before) => before.filter(({ field }) => nameOf(field) !== name)),
  };
}

/** The form around its controls; once it is sent, what has arrived. */
export function AskForm({
  state,
  answers,
  write,
  saved,
  forget,
  threadHref,
  lang,
  say,
  sayForm,
  children,
}: Words & {
  state: QuestionSending;
  answers: Answers;
  write: (part: Answers) => void;
  /** When something was last kept on the device, 0 for never */
  saved: number;
  forget: () => void;
  threadHref: string;
  lang: string;
  children: ReactNode;
}) {
  const { sending, faults, sent, website, setWebsite, submit, again, clear } = state;
  if (sent) return <Arrived sent={sent} threadHref={threadHref} again={again} say={say} sayForm={sayForm} />;
  const useAnswer = (name: string): [unknown, (value: unknown) => void] => [
    lookUp(answers, name),
    (value) => {
      write({ [name]: value });
      clear(name);
    },
  ];
  const errorOf = errorIn(faults.map(({ field, message }) => ({ field: nameOf(field), message })));
  return (
    <Form
      className="ask-form"
      fields={{ lang, say, idOf, errorOf, useAnswer }}
      faults={faults}
      controlOf={(field) => idOf(nameOf(field))}
      failure={failureOf({ sending, say, sayForm })}
      failureAt="below"
      isSending={sending.status === 'sending'}
      submit={submit}
      button={buttonWords({ sending, say, sayForm })}
      below={
        <p className="field-hint ask-kept">
          {sayForm('kept')}{' '}
          {saved > 0 && (
            <button type="button" onClick={forget}>
              {sayForm('forget')}
            </button>
          )}
        </p>
      }
    >
      {children}
      <Website label={say('ask.website')} value={website} onChange={setWebsite} />
    </Form>
  );
}

function buttonWords({ sending: { status }, say, sayForm }: Words & { sending: SendStatus }): string {
  if (status === 'sending') return say('account.sending');
  if (status === 'failed') return say('account.sendAgain');
  return sayForm(status === 'changed' ? 'sendAnew' : 'send');
}

/** Says that it was not sent, or that it arrived before with another text. */
function failureOf({ sending, say, sayForm }: Words & { sending: SendStatus }): readonly [string, ...string[]] | null {
  if (sending.status === 'changed') return [sayForm('changed'), sayForm('changed.choice')];
  if (sending.status !== 'failed') return null;
  return [sayForm('notSent'), failureText(sending.why, sayForm('timeout'), say), sayForm('notSent.kept')];
}

/** The reference of what has arrived, and the way to its page. */
function Arrived({
  sent: { reference, secret },
  threadHref,
  again,
  say,
  sayForm,
}: Words & { sent: SentQuestion; threadHref: string; again: () => void }) {
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <div className="ask-done">
      <h3 ref={heading} tabIndex={-1}>
        {sayForm('done')}
      </h3>
      <dl className="ask-reference">
        <dt>{say('account.reference')}</dt>
        <dd className="reference">{reference}</dd>
      </dl>
      <p>{sayForm('done.page')}</p>
      <p className="actions">
        <a className="button" href={`${threadHref}#${reference}.${secret}`}>
          {sayForm('done.open')}
        </a>
        <button type="button" className="button quiet" onClick={again}>
          {sayForm('done.another')}
        </button>
      </p>
    </div>
  );
}
