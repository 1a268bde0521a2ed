import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useState } from 'react';
import { hasAccountAt, roleOf, stepsFor, textAt } from '../../forms/applicationSteps.ts';
import { STATE_WORDS } from '../../forms/messageKeys.ts';
import { lookUp } from '../../lookUp.ts';
import { $applicationForm } from '../../stores/applicationForm.ts';
import { askState } from '../../stores/applicationSending.ts';
import { useAnswers, useApplication } from './context.ts';
import { StartAgain } from './parts.tsx';
import { Answer, useReview } from './review.tsx';

/** Where the mail of well-known providers is read, by the domain of the address. */
const MAILBOXES: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'https://mail.google.com/'],
  ['outlook.com', 'https://outlook.live.com/mail/'],
  ['hotmail.com', 'https://outlook.live.com/mail/'],
  ['icloud.com', 'https://www.icloud.com/mail/'],
  ['yahoo.com', 'https://mail.yahoo.com/'],
  ['yahoo.co.jp', 'https://mail.yahoo.co.jp/'],
  ['qq.com', 'https://mail.qq.com/'],
  ['163.com', 'https://mail.163.com/'],
]);
const mailboxOf = (email: string) => MAILBOXES.get(email.trim().toLowerCase().split('@').at(-1) ?? '') ?? null;

/** The view after the application has arrived: its reference, its state, the next steps, and a record to print. */
export function Done({ heading, again }: { heading: RefObject<HTMLHeadingElement | null>; again: () => void }) {
  const { say, service, userCenter, instant, day } = useApplication();
  const { sent, kept } = useStore($applicationForm);
  const answers = useAnswers();
  const review = useReview();
  const [asked, setAsked] = useState<'known' | 'unknown' | 'failed' | 'asking'>('asking');
  const ask = async () => {
    setAsked('asking');
    setAsked(await askState(service));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page shows it
  useEffect(() => void ask(), []);
  if (!sent) return null;
  const words = lookUp(STATE_WORDS, sent.state) ?? STATE_WORDS.received;
  const role = roleOf(answers);
  // Who has no account yet confirms the address first.
  const mailbox = sent.mail && !hasAccountAt(answers) ? mailboxOf(textAt(answers, 'email')) : null;
  const accepted = { privacy: textAt(answers, 'agreements.privacy'), terms: textAt(answers, 'agreements.terms') };
  return (
    <div className="account-done">
      <h1 ref={heading} tabIndex={-1}>
        {say('account.done')}
      </h1>
      <dl className="account-reference">
        <div>
          <dt>{say('account.reference')}</dt>
          <dd className="reference">{sent.reference}</dd>
        </div>
        <div>
          <dt>{say('account.submitted')}</dt>
          <dd>
            <time dateTime={sent.submittedAt}>{instant(sent.submittedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>{say('account.state')}</dt>
          <dd>
            <div aria-live="polite">
              <strong>{say(words.name)}</strong>
              <p>{say(words.about)}</p>
              {asked === 'asking' && <p className="field-hint">{say('account.asking.asking')}</p>}
              {asked === 'failed' && <p className="field-hint">{say('account.asking.failed')}</p>}
              {asked === 'unknown' && <p className="field-hint">{say('account.asking.unknown')}</p>}
            </div>
            <button type="button" className="button quiet" onClick={() => void ask()}>
              {say('account.asking.ask')}
            </button>
          </dd>
        </div>
      </dl>
      {(mailbox ?? userCenter) && (
        <p className="actions">
          {mailbox ? (
            <a className="button" href={mailbox} target="_blank" rel="noopener">
              {say('account.next.toMail')} <span className="unseen">{say('account.newTab')}</span>
            </a>
          ) : (
            <a className="button" href={userCenter ?? ''}>
              {say('account.next.toCentre')}
            </a>
          )}
        </p>
      )}
      <section>
        <h2>{say('account.next')}</h2>
        <ol>
          <li>{say('account.next.check')}</li>
          <li>{say('account.next.broker')}</li>
          <li>{say('account.next.answer')}</li>
        </ol>
        {sent.mail && <p>{say('account.next.mail')}</p>}
        {userCenter !== null && !hasAccountAt(answers) && <p>{say('account.next.confirm')}</p>}
        {userCenter !== null && <p>{say('account.next.centre')}</p>}
        <p className="field-hint">{say(kept === 'device' ? 'account.next.device' : 'account.next.tab')}</p>
      </section>
      <p className="actions">
        <button type="button" className="button quiet" onClick={() => print()}>
          {say('account.print')}
        </button>
        <StartAgain again={again} />
      </p>
      <section className="record">
        <h2>{say('account.record')}</h2>
        {role ? (
          stepsFor(role)
            .filter((step) => step !== 'check')
            .map((step) => (
              <section key={step} className="review">
                <h3>{say(`account.step.${step}`)}</h3>
                <dl>
                  {review(step)
                    .filter(({ field }) => field !== 'password')
                    .map((row) => (
                      <div key={row.field}>
                        <dt>{row.label}</dt>
                        <dd>
                          <Answer row={row} />
                        </dd>
                      </div>
                    ))}
                </dl>
              </section>
            ))
        ) : (
          <p>{say('account.record.gone')}</p>
        )}
        {accepted.privacy && accepted.terms && (
          <p>{say('account.record.accepted', { privacy: day(accepted.privacy), terms: day(accepted.terms) })}</p>
        )}
      </section>
    </div>
  );
}
