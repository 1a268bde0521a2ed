/** Reads and changes values of an entry by their place, without changing the entry itself. */
import { lookUp } from '../../lookUp.ts';

export type FieldPath = readonly (string | number)[];

export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((node, step) => lookUp(Object(node) as object, step), value);

/** The value with another one at a place; undefined and null take it away. */
export function withValueAt(value: unknown, [step, ...rest]: FieldPath, newValue: unknown): unknown {
  if (step === undefined) return newValue;
  if (Array.isArray(value)) return value.with(Number(step), withValueAt(value[Number(step)], rest, newValue));
  const table = Object(value ?? {}) as Record<string, unknown>;
  const inner = withValueAt(lookUp(table, step), rest, newValue);
  if (inner !== undefined && inner !== null) return { ...table, [step]: inner };
  const { [step]: _, ...others } = table;
  return others;
}

/** The names with another one at a place. One that is emptied stays while others follow: what is typed next belongs there. */
export function withName(names: readonly string[], at: number, name: string): string[] {
  const changed = at < names.length ? names.with(at, name) : [...names, name];
  return changed.slice(0, changed.findLastIndex(Boolean) + 1);
}

export const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

/** The order of fields says nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

export const isStart = (start: FieldPath, path: FieldPath) =>
  start.every((step, at) => String(path[at]) === String(step));

/** What was changed here, in a value that others have changed too. */
export function merged(base: unknown, local: unknown, remote: unknown): unknown {
  if (isSame(local, base)) return remote;
  const [old, changed, other] = [base, local, remote].map(tableOf);
  if (!old || !changed || !other) return local;
  const names = [...new Set([...Object.keys(other), ...Object.keys(changed)])];
  return names.reduce<unknown>(
    (all, name) => withValueAt(all, [name], merged(lookUp(old, name), lookUp(changed, name), lookUp(other, name))),
    {},
  );
}

const tableOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
