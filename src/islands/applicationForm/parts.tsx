/** The parts around the questions: progress, errors, where answers are kept. */
import { type RefObject, useState } from 'react';
import { type Step, stepOf } from '../../forms/applicationSteps.ts';
import { type FormState, keepOn } from '../../stores/applicationForm.ts';
import { idOf, useApplication } from './context.ts';
import type { Wrong } from './useSending.ts';

/**
 * The number of the step, and the names of all, with the current one marked. Narrow pages show the names on demand. How
 * many there are follows from the first step, so it is said only after it: the total never changes.
 */
export function Progress({ steps, step }: { steps: readonly Step[]; step: Step }) {
  const { say } = useApplication();
  const [isOpen, setOpen] = useState(false);
  const here = steps.indexOf(step);
  if (here === 0) {
    return (
      <div className="account-steps">
        <p>{say('account.stepOne')}</p>
      </div>
    );
  }
  return (
    <nav className="account-steps" aria-label={say('account.steps')}>
      <p>{say('account.stepOf', { step: here + 1, steps: steps.length })}</p>
      <button type="button" aria-expanded={isOpen} aria-controls="account-step-names" onClick={() => setOpen(!isOpen)}>
        {say('account.allSteps')}
      </button>
      <ol id="account-step-names">
        {steps.map((step, index) => (
          <li key={step} data-done={index < here || undefined}>
            {index < here ? (
              <a href={`#step-${step}`}>{say(`account.step.${step}`)}</a>
            ) : (
              <span aria-current={index === here ? 'step' : undefined}>{say(`account.step.${step}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** All errors in one box above the heading. `lead` takes the visitor to a field. */
export function Summary({
  box,
  wrong,
  step,
  lead,
}: {
  box: RefObject<HTMLDivElement | null>;
  wrong: readonly Wrong[];
  step: Step;
  lead: (field: string) => void;
}) {
  const { say } = useApplication();
  if (wrong.length === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{say('form.problem')}</h2>
      <ul>
        {wrong.map(({ field, message }) => (
          <li key={field}>
            <a
              href={stepOf(field) === step ? `#${idOf(field)}` : `#step-${stepOf(field)}`}
              onClick={(event) => {
                event.preventDefault();
                lead(field);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says where the answers are kept and lets the visitor change that. */
export function SavedNotice({ kept, again }: { kept: FormState['kept']; again: () => void }) {
  const { say } = useApplication();
  const isHere = kept === 'device';
  return (
    <aside className="account-keeping" aria-label={say('account.keeping')}>
      <p role="status">{say(isHere ? 'account.keeping.device' : 'account.keeping.tab')}</p>
      <p className="account-keeping-actions">
        <button type="button" onClick={() => keepOn(isHere ? 'tab' : 'device')}>
          {say(isHere ? 'account.keeping.notHere' : 'account.keeping.here')}
        </button>
        <StartAgain again={again} />
      </p>
    </aside>
  );
}

/** Deletes all answers, after the visitor has confirmed it. */
export function StartAgain({ again }: { again: () => void }) {
  const { say } = useApplication();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" className="account-again" onClick={() => setAsked(true)}>
        {say('account.startAgain')}
      </button>
    );
  }
  return (
    <span className="account-confirm" role="alert">
      {say('account.startAgain.question')}{' '}
      <button type="button" onClick={again}>
        {say('account.startAgain.yes')}
      </button>{' '}
      <button type="button" onClick={() => setAsked(false)}>
        {say('account.startAgain.no')}
      </button>
    </span>
  );
}
