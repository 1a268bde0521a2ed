/** What every part of the form reads: its answers, its words, where it asks. */
import { useStore } from '@nanostores/react';
import { createContext, useContext } from 'react';
import { get, type UseFormReturn } from 'react-hook-form';
import type { Jurisdictions, RuleSource } from '../../accounts/jurisdiction.ts';
import type { LegalText } from '../../accounts/legal.ts';
import type { Versions } from '../../accounts/lists.ts';
import type { Country } from '../../contract/places.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { $accountLists, type AccountService, listOf } from '../../stores/accountLists.ts';
import type { AccountWord } from './words.ts';

/** Answers as react-hook-form holds them: nested as the application is, with what only the form knows under `own`. */
export type Values = Record<string, unknown>;

export interface FormContext {
  form: UseFormReturn<Values>;
  locale: Locale;
  lang: string;
  say: (key: AccountWord, values?: MessageValues) => string;
  /** 'November 21, 2026' */
  day: (isoDay: string) => string;
  /** 'Nov 21, 2026, 14:02 UTC', in the visitor's zone */
  instant: (iso: string) => string;
  service: AccountService;
  /** Of the legal texts in the language of the page */
  versions: Versions;
  /** Addresses of the legal texts in the language of the page */
  links: Record<LegalText, string>;
  jurisdictions: Jurisdictions;
  /** Where the thresholds of US law stand */
  rules: Record<'accredited' | 'qualified', Omit<RuleSource, 'status'>>;
  /** The thresholds, written in the language of the page, by their names in the words */
  figures: Record<string, string>;
  /** What is wrong with a field, in words, or undefined */
  errorOf: (field: string) => string | undefined;
}

export const AccountContext = createContext<FormContext | null>(null);

export function useAccount(): FormContext {
  const found = useContext(AccountContext);
  if (!found) throw new Error('A control stands outside the account form');
  return found;
}

/** The country with a code, once the list is there. */
export function useCountry(code: string): Country | undefined {
  const { countries } = useStore($accountLists);
  return listOf(countries).find((country) => country.code === code);
}

/** The id of the control of a field; errors lead there. */
export const idOf = (field: string) => `account-${field.replaceAll('.', '-')}`;

export const textAt = (values: Values, field: string): string => {
  const found: unknown = get(values, field);
  return typeof found === 'string' ? found : '';
};

export const listAt = (values: Values, field: string): string[] => {
  const found: unknown = get(values, field);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
};
