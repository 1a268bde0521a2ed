import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { applicationOf, covers, type Step, stepOf } from '../../forms/applicationSteps.ts';
import { CONTRADICTIONS, contradictionsOf } from '../../forms/contradictions.ts';
import type { Tables } from '../../forms/entries.ts';
import type { Fault } from '../../forms/faults.ts';
import { faultsAt } from '../../forms/shapes.ts';
import { $sending } from '../../stores/applicationSending.ts';
import { Attention } from '../formControls/controls.tsx';
import { failureText } from '../formControls/field.ts';
import { useAnswers, useApplication } from './context.ts';
import { Answer, type ReviewRow, useReview } from './review.tsx';
import { StepQuestions } from './steps.tsx';

/** The check: every answer with a link to change it, contradictions, the declarations, and the button that sends. */
export function Check({
  steps,
  change,
  tables,
  faultText,
}: {
  steps: readonly Step[];
  change: (step: Step, field: string) => void;
  tables: Tables;
  faultText: (fault: Omit<Fault, 'field'>) => string;
}) {
  const { say, locale, recipient, errorOf } = useApplication();
  const review = useReview();
  const application = applicationOf(useAnswers(), locale);
  const contradictions = contradictionsOf(application, tables.now);
  const asked = steps.filter((step) => step !== 'check');
  const faults = asked.flatMap((step) => faultsAt(step, application, tables));
  const faultOf = ({ question }: ReviewRow) => {
    const isOf = (field: string) => covers(question, field);
    const fault = faults.find(({ field }) => isOf(field));
    return fault ? faultText(fault) : errorOf(question.name, isOf);
  };
  return (
    <>
      <p className="field-hint">{say('account.check.hint')}</p>
      {recipient && <p className="field-hint">{say('account.recipient', { recipient })}</p>}
      {asked.map((step) => (
        <section key={step} className="review">
          <h2>{say(`account.step.${step}`)}</h2>
          <dl>
            {review(step).map((row) => (
              <div key={row.field} data-wrong={faultOf(row) !== undefined || undefined}>
                <dt>{row.label}</dt>
                <dd>
                  <Answer row={row} fault={faultOf(row)} />
                </dd>
                {row.question.as !== 'account' && (
                  <dd className="review-change">
                    <a
                      href={`#step-${step}`}
                      onClick={(event) => {
                        event.preventDefault();
                        change(step, row.field);
                      }}
                    >
                      {say(row.lines.length > 0 ? 'account.change' : 'account.enter')}
                      <span className="unseen">: {row.label}</span>
                    </a>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </section>
      ))}
      {contradictions.length > 0 && (
        <section className="contradictions" aria-labelledby="account-contradictions">
          <h2 id="account-contradictions">{say('account.contradictions')}</h2>
          <p>{say('account.contradictions.hint')}</p>
          <ul>
            {contradictions.map((key) => (
              <li key={key}>
                {say(CONTRADICTIONS[key].words)}{' '}
                {CONTRADICTIONS[key].fields.map((field) => {
                  const row = review(stepOf(field)).find(({ question }) => question.name.startsWith(field));
                  return row ? (
                    <a
                      key={field}
                      href={`#step-${stepOf(field)}`}
                      onClick={(event) => {
                        event.preventDefault();
                        change(stepOf(field), row.field);
                      }}
                    >
                      {say('account.changeField', { field: row.label })}
                    </a>
                  ) : null;
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <StepQuestions step="check" />
      <Send />
    </>
  );
}

function Send() {
  const { say } = useApplication();
  const sending = useStore($sending);
  const isSending = sending.status === 'sending';
  // Leaving the step clears a failure, so that a later visit does not show it.
  useEffect(
    () => () => {
      if ($sending.get().status === 'failed') $sending.set({ status: 'idle' });
    },
    [],
  );
  return (
    <>
      {sending.status === 'changed' && (
        <Attention className="send-failed">
          <h2>{say('account.changed')}</h2>
          <p>{say('account.changed.choice')}</p>
        </Attention>
      )}
      {sending.status === 'failed' && (
        <Attention className="send-failed">
          <h2>{say('account.notSent')}</h2>
          <p>{failureText(sending.why, say('account.timeout'), say)}</p>
          <p>{say('account.notSent.kept')}</p>
        </Attention>
      )}
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          {say(BUTTON_WORDS[sending.status])}
        </button>
      </p>
      <div className="sending" aria-live="polite">
        {isSending && (
          <>
            <p>{say('account.sending.wait')}</p>
            <progress aria-label={say('account.sending')} />
          </>
        )}
      </div>
    </>
  );
}

const BUTTON_WORDS = {
  idle: 'account.send',
  refused: 'account.send',
  sending: 'account.sending',
  failed: 'account.sendAgain',
  changed: 'account.sendAnew',
} as const;
