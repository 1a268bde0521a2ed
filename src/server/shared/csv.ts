/** CSV (RFC 4180) that spreadsheets open as text. */
import { lookUp } from '../../lookUp.ts';

/** Prefixes that a spreadsheet takes for a formula (OWASP, CSV injection), also in full width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

const quoted = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * Formats records as lines of CSV, with a header row of all names that occur. A text that a spreadsheet would calculate
 * gets a leading apostrophe, so that it is shown and not run.
 */
export function csv(records: readonly Record<string, string>[]): string[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const line = (texts: string[]) => texts.map(quoted).join(',');
  return [line(names), ...records.map((record) => line(names.map((name) => lookUp(record, name) ?? '')))];
}
