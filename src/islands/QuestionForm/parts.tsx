/** What the form of a question and that of an advertising request share. Their words differ, so they arrive as props. */
import { type RefObject, useEffect, useRef } from 'react';
import type { TransportKind } from '../../contract/errors.ts';
import type { FieldFault, Sending } from '../../stores/sending.ts';
import type { SentQuestion } from '../../stores/sentQuestions.ts';

/** The words of a failed transport by its kind, besides that of a timeout, which says what may have arrived. */
export const FAILURES = {
  offline: 'account.failure.offline',
  unreachable: 'account.failure.unreachable',
  server: 'account.failure.server',
  notJson: 'account.failure.server',
  wrongShape: 'account.failure.server',
} as const;

/** A reference for the box that tells what is wrong. It is focused when it appears. */
export function useAttention(faults: readonly FieldFault[], { status }: Sending): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length > 0 || status === 'failed' || status === 'changed') box.current?.focus();
  }, [faults, status]);
  return box;
}

/** The faults, each leading to its field. */
export function Summary({
  title,
  faults,
  idOf,
  box,
}: {
  title: string;
  faults: readonly FieldFault[];
  idOf: (field: string) => string;
  box: RefObject<HTMLDivElement | null>;
}) {
  if (faults.length === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <h3>{title}</h3>
      <ul>
        {faults.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The field that visitors do not see and programs fill in. */
export function Website({ label, value, give }: { label: string; value: string; give: (value: string) => void }) {
  return (
    <div className="ask-website" aria-hidden="true">
      <label htmlFor="ask-website">{label}</label>
      <input
        id="ask-website"
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={({ target }) => give(target.value)}
      />
    </div>
  );
}

/** Says that it was not sent, or that it arrived before with another text. */
export function NotSent({
  sending,
  box,
  say,
}: {
  sending: Sending;
  box: RefObject<HTMLDivElement | null>;
  say: {
    notSent: string;
    kept: string;
    changed: string;
    choice: string;
    why: (kind: TransportKind) => string;
  };
}) {
  if (sending.status !== 'failed' && sending.status !== 'changed') return null;
  const isFailed = sending.status === 'failed';
  return (
    <div className="send-failed" role="alert" tabIndex={-1} ref={box}>
      <h3>{isFailed ? say.notSent : say.changed}</h3>
      {isFailed && <p>{typeof sending.why === 'object' ? sending.why.text : say.why(sending.why)}</p>}
      <p>{isFailed ? say.kept : say.choice}</p>
    </div>
  );
}

/** The reference of what has arrived, and the way to its page. */
export function Arrived({
  sent: { reference, secret },
  threadHref,
  again,
  say,
}: {
  sent: SentQuestion;
  threadHref: string;
  again: () => void;
  say: { done: string; reference: string; page: string; open: string; another: string };
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="ask-done">
      <h3 ref={heading} tabIndex={-1}>
        {say.done}
      </h3>
      <dl className="ask-reference">
        <dt>{say.reference}</dt>
        <dd className="reference">{reference}</dd>
      </dl>
      <p>{say.page}</p>
      <p className="actions">
        <a className="button" href={`${threadHref}#${reference}.${secret}`}>
          {say.open}
        </a>
        <button type="button" className="button quiet" onClick={again}>
          {say.another}
        </button>
      </p>
    </div>
  );
}
