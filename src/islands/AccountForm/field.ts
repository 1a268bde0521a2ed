/** What a control needs of the form that it is in. Forms of the account and the form to open one have it alike. */
import { createContext, useContext } from 'react';
import type { Placed } from '../../accounts/questions.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';

export const FIELD_WORDS = [
  'account.errorPrefix',
  'account.optional',
  'account.password.met',
  'account.password.show',
  'account.password.hide',
  'account.birthDate.year',
  'account.birthDate.month',
  'account.birthDate.day',
] as const satisfies readonly MessageKey[];

export interface FieldContext {
  lang: string;
  say: (key: (typeof FIELD_WORDS)[number], values?: MessageValues) => string;
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

/** Sorts questions, or the parts of a name or an address, into the order in which the locale writes them. */
export function inOrder<Row extends Placed>(rows: readonly Row[], locale: Locale): readonly Row[] {
  if (!isEastAsian(locale)) return rows;
  const placed = rows.filter(({ eastern }) => eastern !== undefined);
  placed.sort((a, b) => (a.eastern ?? 0) - (b.eastern ?? 0));
  return rows.map((row) => (row.eastern === undefined ? row : (placed.shift() ?? row)));
}
