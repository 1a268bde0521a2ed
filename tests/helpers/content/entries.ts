/** Helpers for tests of entries. */
import { diffLines } from 'diff';

/** The value with another text in each of its texts. */
export function otherValue(value: unknown): unknown {
  if (typeof value === 'string') return /^[\w/:.-]+$/.test(value) ? value : `${value} x`;
  if (Array.isArray(value)) return value.map(otherValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, otherValue(one)]));
}

/** The number of lines that a text has and the one before it has not. */
export const changedLines = (before: string, after: string): number =>
  diffLines(before, after)
    .filter(({ added }) => added)
    .reduce((sum, { count }) => sum + (count ?? 0), 0);
