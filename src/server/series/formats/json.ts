import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import { textOf, WrongFile } from './values.ts';

/** TypeScript does not know the third argument of a reviver yet. */
const parse = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source: string }) => unknown,
) => unknown;

/** What a JSON file says, with each number as its text: 3.50 stays '3.50'. Throws a WrongFile. */
export function jsonOf(body: string, wanted: readonly SeriesRow[]): unknown {
  const text = textOf(body, wanted);
  try {
    return parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value));
  } catch {
    throw new WrongFile(wanted, 'the file is no whole JSON: it may be cut off');
  }
}
