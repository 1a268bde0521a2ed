import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { answerAt, hasAccountAt, STEPS } from '../../forms/applicationSteps.ts';
import type { Tables } from '../../forms/entries.ts';
import type { Fault } from '../../forms/faults.ts';
import { faultWord } from '../../forms/faultWords.ts';
import { jurisdictionOf } from '../../forms/jurisdiction.ts';
import type { Versions } from '../../forms/lists.ts';
import { stepsOf } from '../../forms/shapes.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { $applicationForm, answersNow, startAgain } from '../../stores/applicationForm.ts';
import { $applicationLists, loadCountries } from '../../stores/applicationLists.ts';
import { $sending } from '../../stores/applicationSending.ts';
import { loadUserEmail } from '../../stores/userEmail.ts';
import { FieldsContext } from '../formControls/field.ts';
import { instantIn } from '../time.ts';
import { Check } from './Check.tsx';
import { ApplicationContext, type ApplicationWord, type FormContext, idOf, useAnswer, useAnswers } from './context.ts';
import { Done } from './Done.tsx';
import { Progress, SavedNotice, StartAgain, Summary } from './parts.tsx';
import { StepQuestions } from './steps.tsx';
import { usePresetCountry } from './usePresetCountry.ts';
import { useSavedAnswers } from './useSavedAnswers.ts';
import { useSending, type Wrong } from './useSending.ts';
import { STEP_HASH, useView } from './useView.ts';

export interface Props
  extends Pick<
    FormContext,
    'locale' | 'lang' | 'service' | 'links' | 'userCenter' | 'jurisdictions' | 'rules' | 'figures' | 'recipient'
  > {
  words: Words<ApplicationWord>;
  /** Versions of the legal texts by locale: a signature is valid for the language it was given in */
  versions: Partial<Record<Locale, Versions>>;
}

/** The form to open an account, one step at a time. Its answers live in the shared store `accountForm`. */
export default function ApplicationForm(props: Props) {
  const { locale, lang, service, versions, jurisdictions, words } = props;
  const { kept } = useStore($applicationForm);
  const sending = useStore($sending);
  const { countries } = useStore($applicationLists);
  const answers = useAnswers();
  const hasAccount = hasAccountAt(answers);
  const isRestored = useSavedAnswers();
  const [summary, setSummary] = useState<readonly Wrong[]>([]);

  const pageVersions = versions[locale] as Versions;
  const say = speaker(words, locale);
  const tables = (): Tables => ({
    now: new Date(),
    hasAccount: hasAccountAt(answersNow()),
    versionsOf: (of) => lookUp(versions, of) ?? pageVersions,
    jurisdictionOf: (code) => jurisdictionOf(jurisdictions, code),
    // Null until the list is loaded: undefined would reject the country as unknown.
    dialCodeOf: (code) =>
      Array.isArray(countries) ? countries.find((country) => country.code === code)?.dialCode : null,
  });
  // Not formatDate(): it would land in a chunk that every page shares with the form and loads.
  const day = (iso: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso));
  const faultText = ({ key, value }: Omit<Fault, 'field'>) =>
    say(faultWord(key), { value: key === 'textOld' ? day(value) : value });

  const steps = stepsOf(answers, tables());
  const forget = useCallback(() => setSummary([]), []);
  const place = useView({ steps, isRestored, onNew: forget });
  const { view, step, heading, leave, lead } = place;
  const { submit, wrong, box, errorOf, clear } = useSending({
    service,
    locale,
    steps,
    place,
    tables,
    say,
    faultText,
    summary: [summary, setSummary],
  });

  const viewName = view === 'start' ? null : view === 'done' ? say('account.done') : say(`account.step.${view}`);
  useTitle(viewName, wrong.length > 0 ? say('form.errorPrefix') : null, isRestored);

  // Many answers depend on the country, so its list is loaded before the question comes.
  useEffect(() => {
    if (isRestored && view !== 'start') void loadCountries(service);
    if (isRestored && view !== 'start' && hasAccount) void loadUserEmail(service);
  }, [isRestored, view, service, hasAccount]);

  usePresetCountry();

  if (!isRestored) return <p className="account-loading">{say('account.loading')}</p>;

  const context: FormContext = {
    ...props,
    versions: pageVersions,
    say,
    day,
    instant: instantIn(lang),
    errorOf,
  };
  const lastStep = STEPS.find((step) => step === answerAt(answers, 'own.step'));
  const begin = () => place.go(lastStep && steps.includes(lastStep) ? lastStep : 'who');
  const again = () => {
    startAgain();
    clear();
    leave();
  };

  return (
    <ApplicationContext value={context}>
      <FieldsContext value={{ lang, say, idOf, errorOf, useAnswer }}>
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
            <Progress key={step} steps={steps} step={step} />
            <div className="account-main">
              <Summary box={box} wrong={wrong} step={step} lead={lead} />
              <h1 ref={heading} tabIndex={-1}>
                {say(`account.step.${step}`)}
              </h1>
              <form noValidate onSubmit={submit} aria-busy={sending.status === 'sending'}>
                {step === 'check' ? (
                  <Check steps={steps} change={place.change} tables={tables()} faultText={faultText} />
                ) : (
                  <>
                    <StepQuestions step={step} />
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
              <SavedNotice kept={kept} again={again} />
            </div>
          </div>
        )}
      </FieldsContext>
    </ApplicationContext>
  );
}

/** Puts the name of the view into the title of the page, and `error` before it if there are errors. */
function useTitle(viewName: string | null, error: string | null, isRestored: boolean): void {
  const [base, setBase] = useState('');
  useEffect(() => setBase(document.title), []);
  useEffect(() => {
    if (!isRestored) return;
    const title = viewName ? `${viewName} · ${base}` : base;
    document.title = error ? `${error} ${title}` : title;
  }, [viewName, error, isRestored, base]);
}
