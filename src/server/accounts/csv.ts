/** CSV (RFC 4180) that spreadsheets open as text. */
import { lookUp } from '../../lookUp.ts';

/** Beginnings that a spreadsheet takes for a formula (OWASP, CSV injection), in full width too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

const quoted = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * Lines of a table of texts, with a row of all the names that occur. A text that a spreadsheet would calculate begins with
 * an apostrophe: it is shown as it is and not run.
 */
export function csv(records: readonly Record<string, string>[]): string[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const line = (texts: string[]) => texts.map(quoted).join(',');
  return [line(names), ...records.map((record) => line(names.map((name) => lookUp(record, name) ?? '')))];
}
