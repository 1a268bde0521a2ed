/** What a control needs of the form that it is in. Forms of the account and the form to open one have it alike. */
import { createContext, useContext } from 'react';
import type { FailureReason, FieldFault } from '../../api/sending.ts';
import type { Placed } from '../../forms/applicationQuestions.ts';
import type { Fault } from '../../forms/faults.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import { formatMessage, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf, Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { quoted } from '../failureWords.ts';

export interface FieldContext {
  lang: string;
  say: (key: KeysOf<'form.*'>, values?: MessageValues) => string;
  /** The id of the control of a field. The links of errors lead to it. */
  idOf: (field: string) => string;
  errorOf: (field: string) => string | undefined;
  /** A hook: the answer to a field, and a function that replaces it; undefined deletes it. */
  useAnswer: (field: string) => [unknown, (value: unknown) => void];
}

export const FieldsContext = createContext<FieldContext | null>(null);

export function useFields(): FieldContext {
  const found = useContext(FieldsContext);
  if (!found) throw new Error('A control stands outside a form');
  return found;
}

/** Returns the message of the first fault of a field. */
export const errorIn = (faults: readonly FieldFault[]) => (field: string) =>
  faults.find((fault) => fault.field === field)?.message;

/** The message of a fault that the browser has found, or of an unknown value where the island has no words for it. */
export const faultText = (
  { key, value }: Pick<Fault, 'key' | 'value'>,
  words: Words<'account.error.choiceUnknown'>,
  locale: Locale,
): string =>
  formatMessage(lookUp(words, `account.error.${key}`) ?? words['account.error.choiceUnknown'], locale, { value });

/** Why something was not sent. `timeout`: the words of the form for a timeout, since it may have arrived. */
export function failureText(
  why: FailureReason,
  timeout: string,
  say: (key: KeysOf<'account.failure.*' | 'error.quote'>, values?: MessageValues) => string,
): string {
  if (typeof why === 'object') return quoted(why, say);
  if (why === 'timeout') return timeout;
  return say(why === 'offline' || why === 'unreachable' ? `account.failure.${why}` : 'account.failure.server');
}

/** Sorts questions, or the parts of a name or an address, into the order in which the locale writes them. */
export function inOrder<Row extends Placed>(rows: readonly Row[], locale: Locale): readonly Row[] {
  if (!isEastAsian(locale)) return rows;
  const placed = rows.filter(({ eastern }) => eastern !== undefined);
  placed.sort((a, b) => (a.eastern ?? 0) - (b.eastern ?? 0));
  return rows.map((row) => (row.eastern === undefined ? row : (placed.shift() ?? row)));
}
