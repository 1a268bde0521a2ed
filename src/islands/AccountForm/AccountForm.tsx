import { valibotResolver } from '@hookform/resolvers/valibot';
import { useStore } from '@nanostores/react';
import type { CompiledMessage } from 'icu-minify/format';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { get, type Resolver, useForm } from 'react-hook-form';
import { FAULT_WORDS, type Fault, readFault } from '../../accounts/faults.ts';
import { jurisdictionOf } from '../../accounts/jurisdiction.ts';
import { STEPS, type Step, type Versions } from '../../accounts/lists.ts';
import { type Checked, checkApplication, checkStep, stepShape, stepsOf, type Tables } from '../../accounts/shapes.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { $accountForm, answer, restoreAccountForm, startAgain } from '../../stores/accountForm.ts';
import { $accountLists, loadCountries } from '../../stores/accountLists.ts';
import { $sending, type FieldFault, sendApplication } from '../../stores/application.ts';
import { $licenceFiles, followLicenceFiles } from '../../stores/licenceFiles.ts';
import { $shared } from '../../stores/shared.ts';
import { applicationOf, changedAnswers, differences, roleOf, stepOf, valuesOf } from './answers.ts';
import { Check } from './Check.tsx';
import { AccountContext, type FormContext, idOf, type Values } from './context.ts';
import { Done } from './Done.tsx';
import { Keeping, Progress, StartAgain, Summary, type Wrong } from './parts.tsx';
import { StepQuestions } from './steps.tsx';
import { type AccountWord, STEP_WORDS } from './words.ts';

export interface Props
  extends Pick<FormContext, 'locale' | 'lang' | 'service' | 'links' | 'jurisdictions' | 'rules' | 'figures'> {
  words: Record<AccountWord, CompiledMessage>;
  /** Versions of the legal texts by locale: a signature counts in the language it was given in */
  versions: Partial<Record<Locale, Versions>>;
}

/** Where the visitor is: before the first step, at one, or behind the last. */
type View = 'start' | Step | 'done';

const STEP_HASH = '#step-';

/** The form to open an account, a step at a time. Its answers live in the shared store `accountForm`. */
export default function AccountForm(props: Props) {
  const { locale, lang, service, versions, jurisdictions, words } = props;
  const { kept, begun, sent } = useStore($accountForm);
  useStore($accountLists); // The country's list says what a number may be.
  const sending = useStore($sending);
  const [isRestored, setRestored] = useState(false);
  const [hashStep, setHashStep] = useState<Step | null>(null);
  const [summary, setSummary] = useState<readonly Wrong[]>([]);
  const [refused, setRefused] = useState<readonly (FieldFault & { given: string })[]>([]);
  const isReturning = useRef(false);
  const focusNext = useRef<string | null>(null);
  const summaryBox = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const baseTitle = useRef('');
  /** The hash that names the view */
  const lastHash = useRef('');

  const own = versions[locale] as Versions;
  const say = useCallback<FormContext['say']>(
    (key, values) => formatMessage(words[key], locale, values),
    [words, locale],
  );
  const tables = useCallback((): Tables => {
    const list = $accountLists.get().countries;
    return {
      now: new Date(),
      versionsOf: (of) => lookUp(versions, of) ?? own,
      jurisdictionOf: (code) => jurisdictionOf(jurisdictions, code),
      // As long as the list is not there, its word is not against anyone.
      dialCodeOf: (code) => (Array.isArray(list) ? list.find((country) => country.code === code)?.dialCode : null),
    };
  }, [versions, own, jurisdictions]);

  const shownStep = useRef<Step>('who');
  const resolver = useCallback<Resolver<Values>>(
    (values, context, options) => {
      const asked = applicationOf(values, locale);
      const shape = stepShape(shownStep.current, asked, tables());
      const resolve = valibotResolver(shape as never) as Resolver<Values>;
      return resolve(asked, context, options);
    },
    [locale, tables],
  );
  const form = useForm<Values>({ defaultValues: valuesOf({}), resolver, shouldFocusError: false });
  const { errors } = form.formState;

  const values = form.watch();
  const steps = stepsOf(values, tables());
  const step = hashStep && steps.includes(hashStep) ? hashStep : null;
  const view: View = sent ? 'done' : (step ?? 'start');
  shownStep.current = step ?? 'who';

  // Not formatDate(): every page would load it with what it shares with the form.
  const day = useCallback(
    (iso: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso)),
    [lang],
  );
  const wordsOf = useCallback(
    (message: string) => {
      const { key, value } = readFault(message);
      return say(FAULT_WORDS[key], { value: key === 'textOld' ? day(value) : value });
    },
    [say, day],
  );
  const errorOf = (field: string): string | undefined => {
    const found: unknown = get(errors, field);
    if (typeof found === 'object' && found && 'message' in found && typeof found.message === 'string')
      return wordsOf(found.message);
    const word = refused.find((one) => one.field === field);
    return word && word.given === given(form.getValues(), field) ? word.message : undefined;
  };

  /** Of what the summary said when it was shown, what is still so: an error here goes as soon as it is mended. */
  const wrong = summary.flatMap(({ field, message }): Wrong[] => {
    const now = stepOf(field) === step ? errorOf(field) : message;
    return now === undefined ? [] : [{ field, message: now }];
  });

  // What the device keeps, and what other tabs answer.
  useEffect(() => {
    const forget = restoreAccountForm();
    const unfollow = followLicenceFiles();
    baseTitle.current = document.title;
    const sync = (isLeft = false) => {
      const focused = isLeft ? '' : focusedField();
      for (const [field, value] of differences(form.getValues(), $shared.get().accountForm)) {
        // Nothing is taken out of the hands of who is typing; it is looked at again when the field is left.
        if (focused && (field === focused || (focused === 'cityName' && field === 'city'))) continue;
        form.setValue(field, value);
      }
    };
    sync(true);
    setRestored(true);
    const unlisten = $shared.listen(() => sync());
    const onBlur = () => sync(true);
    document.addEventListener('focusout', onBlur);
    const keep = form.subscribe({
      formState: { values: true },
      callback: ({ name, values: now }) => {
        if (!name) return;
        answer(changedAnswers(now, name));
        // An error goes as soon as it is mended, and a new one waits for the button.
        if (get(form.formState.errors, name)) void form.trigger(name);
      },
    });
    return () => {
      forget();
      unfollow();
      unlisten();
      document.removeEventListener('focusout', onBlur);
      keep();
    };
  }, [form]);

  // Back, forward and links.
  useEffect(() => {
    const onHash = () => {
      const found = stepOfHash(location.hash);
      if (found || location.hash === '') setHashStep(found);
      // Another anchor, such as that of the skip link: the address goes on naming the step.
      else if (stepOfHash(lastHash.current)) history.replaceState(history.state, '', lastHash.current);
      if (found || location.hash === '') lastHash.current = location.hash;
    };
    onHash();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  /** To the beginning, from where the way back leads to the step again. */
  const leaveSteps = useCallback(() => {
    isReturning.current = false;
    history.pushState(null, '', location.pathname + location.search);
    lastHash.current = '';
    setHashStep(null);
  }, []);

  /** The view that was shown last */
  const before = useRef<View | null>(null);

  // Another tab, or this one, has begun anew.
  const knownBegun = useRef(begun);
  useEffect(() => {
    if (knownBegun.current === begun) return;
    if (knownBegun.current !== 0 || isRestored) {
      form.reset(valuesOf($shared.get().accountForm));
      // There is nothing left to check, nor an end to be shown.
      if (location.hash && (before.current === 'check' || before.current === 'done')) leaveSteps();
    }
    knownBegun.current = begun;
  }, [begun, form, isRestored, leaveSteps]);

  // The words around the form are those of its beginning.
  useEffect(() => {
    if (!isRestored) return;
    document.documentElement.dataset.account = view;
  }, [view, isRestored]);

  // A new step is read from its heading on, or from the field that a link led to.
  useEffect(() => {
    if (!isRestored) return;
    const isNew = before.current !== null && before.current !== view;
    before.current = view;
    if (view !== 'start' && step) answer({ 'own.step': step });
    if (view === 'check' || view === 'start') isReturning.current = false;
    if (!isNew) return;
    setSummary([]); // They were those of the step before.
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted) return focusField(wanted);
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [view, step, isRestored]);

  const hasErrors = wrong.length > 0;
  const viewName = view === 'start' ? null : view === 'done' ? say('account.done') : say(STEP_WORDS[view]);
  useEffect(() => {
    if (!isRestored) return;
    const parts = viewName ? `${viewName} · ${baseTitle.current}` : baseTitle.current;
    document.title = hasErrors ? `${say('account.errorPrefix')} ${parts}` : parts;
  }, [viewName, hasErrors, isRestored, say]);

  const tell = (found: readonly Wrong[]) => {
    setSummary(found);
    // Said again where it was said before.
    requestAnimationFrame(() => {
      summaryBox.current?.focus();
      summaryBox.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!step) return;
    if (step === 'check') return send();
    await form.trigger();
    const { faults } = withFaults(checkStep(step, applicationOf(form.getValues(), locale), tables()));
    if (faults.length > 0) {
      return tell(asAsked(faults).map(({ field, key, value }) => ({ field, message: wordsOf(`${key}:${value}`) })));
    }
    setSummary([]);
    const next = isReturning.current ? 'check' : steps[steps.indexOf(step) + 1];
    isReturning.current = false;
    if (next) location.hash = STEP_HASH + next;
  };

  const send = async () => {
    if (sending.status === 'sending') return;
    const application = applicationOf(form.getValues(), locale);
    const faults = steps.flatMap((one) => withFaults(checkStep(one, application, tables())).faults);
    const waiting = $licenceFiles.get().underWay.length > 0 && application.licence !== undefined;
    await form.trigger();
    const checked = checkApplication(application, tables());
    if (faults.length > 0 || !checked.ok || waiting) {
      return tell([
        ...faults.map(({ field, key, value }) => ({ field, message: wordsOf(`${key}:${value}`) })),
        ...(waiting ? [{ field: 'licence.files', message: say('account.files.waiting') }] : []),
      ]);
    }
    setSummary([]);
    setRefused([]);
    await sendApplication(checked.value, service);
    const outcome = $sending.get();
    if (outcome.status !== 'refused') return;
    const now = form.getValues();
    setRefused(outcome.fields.map((one) => ({ ...one, given: given(now, one.field) })));
    const [first] = outcome.fields;
    isReturning.current = true;
    if (first && stepOf(first.field) !== 'check') {
      before.current = stepOf(first.field); // The summary is read first, and not the heading.
      location.hash = STEP_HASH + stepOf(first.field);
    }
    tell(outcome.fields);
  };

  /** To a field of another step, and back to the check from there. */
  const change = (next: Step, field: string) => {
    isReturning.current = true;
    focusNext.current = field;
    setSummary([]);
    location.hash = STEP_HASH + next;
  };

  const context: FormContext = {
    ...props,
    versions: own,
    form,
    say,
    day,
    instant: (iso) =>
      new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'long', timeZone: localZone() }).format(
        Date.parse(iso),
      ),
    errorOf,
  };

  // The country decides much; its list is there before it is asked for.
  useEffect(() => {
    if (isRestored && view !== 'start') void loadCountries(service);
  }, [isRestored, view, service]);

  if (!isRestored) return <p className="account-loading">{say('account.loading')}</p>;
  const role = roleOf(values);
  const lastStep = STEPS.find((one) => one === $shared.get().accountForm['own.step']);
  const begin = () => {
    isReturning.current = false;
    location.hash = STEP_HASH + (lastStep && steps.includes(lastStep) ? lastStep : 'who');
  };
  const again = () => {
    startAgain();
    form.reset(valuesOf({}));
    setSummary([]);
    setRefused([]);
    $sending.set({ status: 'idle' });
    leaveSteps();
  };

  return (
    <AccountContext value={context}>
      {view === 'start' && (
        <div className="account-start">
          {lastStep ? (
            <>
              <p>{say(kept === 'device' ? 'account.keptHere' : 'account.keptInTab')}</p>
              <p className="actions">
                <button type="button" className="button" onClick={begin}>
                  {say('account.continueKept')}
                </button>
                <StartAgain again={again} />
              </p>
            </>
          ) : (
            <p className="actions">
              <button type="button" className="button" onClick={begin}>
                {say('account.start')}
              </button>
            </p>
          )}
        </div>
      )}
      {view === 'done' && <Done heading={heading} again={again} />}
      {step && view !== 'done' && (
        <div className="account-columns">
          <Progress steps={steps} step={step} />
          <div className="account-main">
            <Summary
              box={summaryBox}
              wrong={wrong}
              step={step}
              lead={(field) => (stepOf(field) === step ? focusField(field) : change(stepOf(field), field))}
            />
            <p className="account-count">
              {say('account.stepOf', { step: steps.indexOf(step) + 1, steps: steps.length })}
            </p>
            <h1 ref={heading} tabIndex={-1}>
              {say(STEP_WORDS[step])}
            </h1>
            <form noValidate onSubmit={(event) => void submit(event)} aria-busy={sending.status === 'sending'}>
              {step === 'check' ? (
                <Check steps={steps} change={change} tables={tables()} wordsOf={wordsOf} />
              ) : (
                <>
                  <StepQuestions step={step} role={role} />
                  <p className="actions">
                    <button type="submit" className="button">
                      {say('account.continue')}
                    </button>
                    {steps.indexOf(step) > 0 && (
                      <a className="button quiet" href={STEP_HASH + steps[steps.indexOf(step) - 1]}>
                        {say('account.back')}
                      </a>
                    )}
                  </p>
                </>
              )}
            </form>
            <Keeping kept={kept} again={again} />
          </div>
        </div>
      )}
    </AccountContext>
  );
}

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const stepOfHash = (hash: string): Step | null => STEPS.find((step) => STEP_HASH + step === hash) ?? null;

/** The answer to a field as text, to tell whether it is still the one that was refused. */
const given = (values: Values, field: string) => JSON.stringify(get(values, field) ?? null);

const withFaults = <T,>(checked: Checked<T>): { faults: readonly Fault[] } => (checked.ok ? { faults: [] } : checked);

/** Faults in the order in which the page asks: where the family comes first, its name does. */
function asAsked(faults: readonly Fault[]): Fault[] {
  const asked = [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field);
  const place = ({ field }: Fault) => asked.findIndex((name) => field === name || field.startsWith(`${name}.`));
  return [...faults].sort((a, b) => place(a) - place(b));
}

/** The field whose control has the focus, or ''. */
function focusedField(): string {
  return document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? '';
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
