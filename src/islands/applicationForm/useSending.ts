import { type Dispatch, type SetStateAction, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { FieldFault } from '../../api/sending.ts';
import { applicationOf, type Step, stepOf, valueAt } from '../../forms/applicationSteps.ts';
import type { Tables } from '../../forms/entries.ts';
import type { Fault } from '../../forms/faults.ts';
import { checkApplication, faultsAt } from '../../forms/shapes.ts';
import { $applicationForm, answersNow } from '../../stores/applicationForm.ts';
import { $sending, sendApplication } from '../../stores/applicationSending.ts';
import { $underWay } from '../../stores/licenseFiles.ts';
import { type FormContext, useAnswers } from './context.ts';
import type { FormView } from './useView.ts';

/** The error message of a field. */
export type Wrong = FieldFault;

/** Checks a step or sends the application. Errors stand above the heading and at each field until they are fixed. */
export function useSending({
  service,
  locale,
  steps,
  place,
  tables,
  say,
  faultText,
  summary: [summary, setSummary],
}: Pick<FormContext, 'service' | 'locale' | 'say'> & {
  steps: readonly Step[];
  place: FormView;
  tables: () => Tables;
  faultText: (fault: Fault) => string;
  summary: [readonly Wrong[], Dispatch<SetStateAction<readonly Wrong[]>>];
}) {
  const { step } = place;
  const box = useRef<HTMLDivElement>(null);
  /** Fields whose faults are shown; other faults are shown when the button is pressed */
  const [reported, setReported] = useState<readonly string[]>([]);
  /** The errors of the server, each with the answer that it refused */
  const [refused, setRefused] = useState<readonly (Wrong & { given: string })[]>([]);

  const application = applicationOf(useAnswers(), locale);
  const faults = step && reported.length > 0 ? faultsAt(step, application, tables()) : [];
  const isMended = (field: string) => stepOf(field) === step && !faults.some((fault) => fault.field === field);
  useEffect(() => {
    if (reported.some(isMended)) setReported(reported.filter((field) => !isMended(field)));
  });

  const errorOf: FormContext['errorOf'] = (name, isOf = (field) => field === name) => {
    const fault = faults.find(({ field }) => reported.includes(field) && isOf(field));
    if (fault) return faultText(fault);
    const found = refused.find(({ field }) => isOf(field));
    return found?.given === given(application, found?.field) ? found?.message : undefined;
  };
  /** The errors of the summary that still hold: an error of this step disappears as soon as it is fixed. */
  const wrong = summary.flatMap(({ field, message }): Wrong[] => {
    const now = stepOf(field) === step ? errorOf(field) : message;
    return now === undefined ? [] : [{ field, message: now }];
  });

  const clear = () => {
    setSummary([]);
    setReported([]);
    setRefused([]);
    $sending.set({ status: 'idle' });
  };
  // This tab or another one has started again.
  useEffect(() => $applicationForm.listen(({ begun }, old) => begun !== old?.begun && setReported([])), []);

  const tell = (found: readonly Wrong[]) => {
    setSummary(found);
    // Focused again if it was shown before, so that screen readers read it again.
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  };
  const inWords = (fault: Fault): Wrong => ({ field: fault.field, message: faultText(fault) });

  const check = (at: Step) => {
    const found = asAsked(faultsAt(at, applicationOf(answersNow(), locale), tables()));
    setReported(found.map(({ field }) => field));
    if (found.length > 0) return tell(found.map(inWords));
    setSummary([]);
    place.goOn();
  };

  const send = async () => {
    if ($sending.get().status === 'sending') return;
    const asked = applicationOf(answersNow(), locale);
    const found = steps.flatMap((step) => faultsAt(step, asked, tables()));
    const isWaiting = $underWay.get().length > 0 && asked.licence !== undefined;
    const checked = checkApplication(asked, tables());
    setReported(found.map(({ field }) => field).filter((field) => stepOf(field) === 'check'));
    if (found.length > 0 || !checked.ok || isWaiting) {
      const waiting = { field: 'licence.files', message: say('account.files.waiting') };
      return tell([...found.map(inWords), ...(isWaiting ? [waiting] : [])]);
    }
    setSummary([]);
    setRefused([]);
    await sendApplication(checked.value, service);
    const outcome = $sending.get();
    if (outcome.status !== 'refused') return;
    const now = applicationOf(answersNow(), locale);
    setRefused(outcome.fields.map((item) => ({ ...item, given: given(now, item.field) })));
    place.goMend(outcome.fields[0]?.field ?? '');
    tell(outcome.fields);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (step === 'check') void send();
    else if (step) check(step);
  };
  return { submit, wrong, box, errorOf, clear };
}

/** The answer to a field as JSON, to compare it with the one that was refused. */
const given = (application: object, field = '') => JSON.stringify(valueAt(application, field) ?? null);

/** Sorts faults into the order of the page: the family name first where the locale writes it first. */
function asAsked(faults: readonly Fault[]): Fault[] {
  const asked = [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field);
  const place = ({ field }: Fault) => asked.findIndex((name) => field === name || field.startsWith(`${name}.`));
  return [...faults].sort((a, b) => place(a) - place(b));
}
