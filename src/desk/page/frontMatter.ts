/** Changes fields of front matter: the lines of the others stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { newEntry, withNewEntry, withoutEntry, withValue } from '../server/yamlEdit.ts';

/**
 * The lines between the marks with other values; null or '' removes a field. A new field comes behind those that
 * `order` has before it.
 */
export function withFields(head: string, fields: Readonly<Record<string, unknown>>, order: readonly string[]): string {
  let text = head;
  for (const [name, value] of Object.entries(fields)) text = withField(text, name, tidy(value), order);
  return text;
}

function withField(head: string, name: string, value: unknown, order: readonly string[]): string {
  const fields = Object(parseDocument(head).toJS()) as Record<string, unknown>;
  const before = lookUp(fields, name) ?? null;
  const isNothing = value === null || value === undefined || value === '';
  if (isDeepStrictEqual(before, isNothing ? null : value)) return head;
  if (isNothing) return withoutEntry(head, [name]);
  const style = { beside: [], order: () => [] };
  if (Object.hasOwn(fields, name)) return withValue(head, [name], value, style);
  const earlier = order.slice(0, order.indexOf(name));
  const last = Object.keys(fields).findLast((field) => earlier.includes(field));
  if (last === undefined) return newEntry(name, value, head, style) + head;
  return withNewEntry(head, [last], name, value, style);
}

/** Values are of one line each. */
function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s*[\r\n]\s*/g, ' ').trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tidy(inner)]));
}
