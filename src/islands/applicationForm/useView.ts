import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { STEPS, type Step, stepOf } from '../../forms/applicationSteps.ts';
import { $applicationForm, answer } from '../../stores/applicationForm.ts';
import { idOf } from './context.ts';

/** Where the visitor is: before the first step, at a step, or after the last one. */
export type View = 'start' | Step | 'done';

export const STEP_HASH = '#step-';
const stepOfHash = (hash: string): Step | null => STEPS.find((step) => STEP_HASH + step === hash) ?? null;

export type FormView = ReturnType<typeof useView>;

/** The view that the URL's hash names, and functions that change it. `onNew` is called when the view changes. */
export function useView({
  steps,
  isRestored,
  onNew,
}: {
  steps: readonly Step[];
  isRestored: boolean;
  onNew: () => void;
}) {
  const { begun, sent } = useStore($applicationForm);
  const [hashStep, setHashStep] = useState<Step | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** True if the visitor came from the check, so that the next step is the check again */
  const isReturning = useRef(false);
  const focusNext = useRef<string | null>(null);
  /** The hash that names the view */
  const lastHash = useRef('');
  /** The view that was shown last */
  const before = useRef<View | null>(null);

  const step = hashStep && steps.includes(hashStep) ? hashStep : null;
  const view: View = sent ? 'done' : (step ?? 'start');

  // Follows back, forward and links.
  useEffect(() => {
    const onHash = () => {
      const found = stepOfHash(location.hash);
      if (found || location.hash === '') setHashStep(found);
      // Another anchor, such as that of the skip link: the hash of the step is restored.
      else if (stepOfHash(lastHash.current)) history.replaceState(history.state, '', lastHash.current);
      if (found || location.hash === '') lastHash.current = location.hash;
    };
    onHash();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  /** Goes to the start. The browser's 'back' leads to the step again. */
  const leave = useCallback(() => {
    isReturning.current = false;
    history.pushState(null, '', location.pathname + location.search);
    lastHash.current = '';
    setHashStep(null);
  }, []);

  // This tab or another one has started again.
  const knownBegun = useRef(begun);
  useEffect(() => {
    if (knownBegun.current === begun) return;
    const isNew = knownBegun.current !== 0 || isRestored;
    knownBegun.current = begun;
    // The check and the end have nothing left to show.
    if (isNew && location.hash && (before.current === 'check' || before.current === 'done')) leave();
  }, [begun, isRestored, leave]);

  // ApplicationForm.css shows the text around the form only at the start.
  useEffect(() => {
    if (isRestored) document.documentElement.dataset.account = view;
  }, [view, isRestored]);

  // Moves the focus to the heading of a new step, or to the field that a link led to.
  useEffect(() => {
    if (!isRestored) return;
    const isNew = before.current !== null && before.current !== view;
    before.current = view;
    if (view !== 'start' && step) answer({ 'own.step': step });
    if (view === 'check' || view === 'start') isReturning.current = false;
    if (!isNew) return;
    onNew();
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted) return focusField(wanted);
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [view, step, isRestored, onNew]);

  /** Goes to a step; the steps after it follow. */
  const go = (next: Step) => {
    isReturning.current = false;
    location.hash = STEP_HASH + next;
  };
  /** Goes to a field of another step; the check follows. */
  const change = (next: Step, field: string) => {
    isReturning.current = true;
    focusNext.current = field;
    onNew();
    location.hash = STEP_HASH + next;
  };
  return {
    view,
    step,
    heading,
    leave,
    go,
    change,
    /** Goes to a field of any step. */
    lead: (field: string) => (stepOf(field) === step ? focusField(field) : change(stepOf(field), field)),
    /** Goes to the step after this one, or back to the check. */
    goOn: () => {
      const next = isReturning.current ? 'check' : step && steps[steps.indexOf(step) + 1];
      if (next) go(next);
    },
    /** Goes to the step of a refused field, where the summary gets the focus instead of the heading. */
    goMend: (field: string) => {
      isReturning.current = true;
      if (stepOf(field) === 'check') return;
      before.current = stepOf(field);
      location.hash = STEP_HASH + stepOf(field);
    },
  };
}

/** Focuses the control of a field, or the first below it. */
function focusField(field: string): void {
  const id = idOf(field);
  const control =
    document.getElementById(id) ??
    document.querySelector<HTMLElement>(`[id^="${id}-"]:is(input, select, button)`) ??
    document.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, select, button)`);
  control?.focus();
  control?.closest('[data-field]')?.scrollIntoView({ block: 'start', behavior: 'instant' });
}
