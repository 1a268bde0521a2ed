/** The context that every part of the form reads: its answers, its words, the API that it calls. */
import { useStore } from '@nanostores/react';
import { createContext, useContext } from 'react';
import type { Country } from '../../contract/places.ts';
import type { ACCESS_WORDS } from '../../forms/access.ts';
import type { Question } from '../../forms/applicationQuestions.ts';
import { type Answers, answerAt, textAt } from '../../forms/applicationSteps.ts';
import { type Jurisdiction, type Jurisdictions, jurisdictionOf, type RuleSource } from '../../forms/jurisdiction.ts';
import type { LegalText } from '../../forms/legal.ts';
import type { Versions } from '../../forms/lists.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { $answers, $ownAnswers, answer, answersNow } from '../../stores/applicationForm.ts';
import { $applicationLists, type ApplicationService, listOf } from '../../stores/applicationLists.ts';

/** A message of the form. */
export type ApplicationWord = KeysOf<
  'account.*' | 'error.quote' | 'form.*' | 'user.settings.broker*' | typeof ACCESS_WORDS
>;
export type Asked = Question<ApplicationWord>;

export interface FormContext {
  locale: Locale;
  lang: string;
  say: (key: ApplicationWord, values?: MessageValues) => string;
  /** 'November 21, 2026' */
  day: (isoDay: string) => string;
  /** 'Nov 21, 2026, 14:02 UTC', in the visitor's zone */
  instant: (iso: string) => string;
  service: ApplicationService;
  /** Versions of the legal texts in the language of the page */
  versions: Versions;
  /** Addresses of the legal texts in the language of the page */
  links: Record<LegalText, string>;
  jurisdictions: Jurisdictions;
  /** The sources of the thresholds of US law */
  rules: Record<'accredited' | 'qualified', Omit<RuleSource, 'status'>>;
  /** The thresholds, formatted in the language of the page, and our name, by their placeholders in the messages */
  figures: Record<string, string>;
  /** Address of the user center; null if visitors log in elsewhere */
  userCenter: string | null;
  /** Who receives the application; null if content/operator.yml does not say it */
  recipient: string | null;
  /** The error message of a field, or of the fields for which `isOf` is true; undefined if there is none */
  errorOf: (field: string, isOf?: (field: string) => boolean) => string | undefined;
}

export const ApplicationContext = createContext<FormContext | null>(null);

export function useApplication(): FormContext {
  const found = useContext(ApplicationContext);
  if (!found) throw new Error('A control stands outside the account form');
  return found;
}

export function useAnswers(): Answers {
  useStore($answers);
  useStore($ownAnswers);
  return answersNow();
}

/** The answer to a field, and a function that replaces it; undefined deletes it. */
export function useAnswer(field: string): [unknown, (value: unknown) => void] {
  return [answerAt(useAnswers(), field), (value) => answer({ [field]: value ?? null })];
}

/** The chosen country; undefined until the list is loaded. */
export function useCountry(): Country | undefined {
  const code = textAt(useAnswers(), 'country');
  const { countries } = useStore($applicationLists);
  return listOf(countries).find((country) => country.code === code);
}

/** What the law of the chosen country means for applicants. */
export const useJurisdiction = (): Jurisdiction =>
  jurisdictionOf(useApplication().jurisdictions, textAt(useAnswers(), 'country'));

/** The id of the control of a field. The links of errors lead to it. */
export const idOf = (field: string) => `account-${field.replaceAll('.', '-')}`;
