/** Reads and changes values of an entry by their place, without changing the entry itself. */
import { lookUp } from '../../lookUp.ts';

export type Place = readonly (string | number)[];

export const valueAt = (value: unknown, path: Place): unknown =>
  path.reduce<unknown>((node, step) => lookUp(Object(node) as object, step), value);

/** The value with another one at a place; undefined and null take it away. */
export function withValueAt(value: unknown, [step, ...rest]: Place, own: unknown): unknown {
  if (step === undefined) return own;
  if (Array.isArray(value)) return value.with(Number(step), withValueAt(value[Number(step)], rest, own));
  const table = Object(value ?? {}) as Record<string, unknown>;
  const inner = withValueAt(lookUp(table, step), rest, own);
  if (inner !== undefined && inner !== null) return { ...table, [step]: inner };
  const { [step]: _, ...others } = table;
  return others;
}

export const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

/** The order of fields says nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? '';

export const isStart = (start: Place, path: Place) => start.every((step, at) => String(path[at]) === String(step));

/** What was changed here, in a value that others have changed too. */
export function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  const [old, own, other] = [base, mine, theirs].map(tableOf);
  if (!old || !own || !other) return mine;
  const names = [...new Set([...Object.keys(other), ...Object.keys(own)])];
  return names.reduce<unknown>(
    (all, name) => withValueAt(all, [name], merged(lookUp(old, name), lookUp(own, name), lookUp(other, name))),
    {},
  );
}

const tableOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
