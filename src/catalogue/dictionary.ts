/** The dictionary of forms, content/dictionary.yml: words with ids and keys. */
import * as v from 'valibot';
import type { DictionaryEntry } from '../contract/all.ts';
import { byLocale, DEFAULT_LOCALE, wordsByLocale } from '../i18n/locales.ts';
import type { Yaml } from './yaml.ts';

export const DICTIONARY_FILE = 'dictionary.yml';

const words = v.pipe(v.string('is missing'), v.trim(), v.minLength(1, 'is empty'));
export const dictionaryEntry = v.strictObject(
  {
    id: v.pipe(v.number('is no number'), v.integer('is no whole number'), v.minValue(1, 'must be above 0')),
    key: v.pipe(
      v.string('is missing'),
      v.regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'must be capitals and underscores, such as NET_WORTH'),
    ),
    ...wordsByLocale(words, v.optional(words)),
    children: v.optional(v.unknown()),
  },
  'is no entry',
);

/** Returns the valid entries, parents first. Reports the line and the fault of every other one. */
export function readDictionary(
  { value, fault, lineOf }: Yaml,
  report: (line: number, what: string) => void,
): DictionaryEntry[] {
  const entries: DictionaryEntry[] = [];
  const seen = new Set<number | string>();
  if (fault) report(fault.line, `cannot be read: ${fault.reason}`);
  else readList(value, 0, 'the top', []);
  return entries;

  function readList(list: unknown, parentId: number, parent: string, path: readonly PropertyKey[]): void {
    if (!Array.isArray(list)) report(lineOf(path), `the list at ${parent} is no list of entries`);
    else readEntries(list, parentId, parent, path);
  }

  function readEntries(list: unknown[], parentId: number, parent: string, path: readonly PropertyKey[]): void {
    for (const [index, raw] of list.entries()) {
      const at = [...path, index];
      const given = Object(raw);
      const name = [given.id, given.key].filter(Boolean).join(' ') || `number ${index + 1} below ${parent}`;
      const { success, output, issues = [] } = v.safeParse(dictionaryEntry, raw);
      for (const issue of issues) {
        const field = v.getDotPath(issue);
        const line = lineOf(field ? [...at, field] : at);
        report(line, [`entry ${name}:`, field, faultOf(issue, field)].filter(Boolean).join(' '));
      }
      if (!success) continue;
      const { id, key, children, ...words } = output;
      const again = [id, key].filter((word) => seen.has(word));
      for (const repeated of again) report(lineOf(at), `entry ${name}: ${repeated} stands twice`);
      if (again.length > 0) continue;
      seen.add(id).add(key);
      entries.push({ id, parentId, key, names: byLocale((locale) => words[locale] ?? words[DEFAULT_LOCALE]) });
      if (children !== undefined) readList(children, id, name, [...at, 'children']);
    }
  }
}

/** Whether an id fits its parent: 800 at the top, 801 to 899 below it, 80100 to 80199 below 801. */
export function isPlace(id: number, parentId: number): boolean {
  if (parentId === 0) return id % 100 === 0;
  return parentId % 100 === 0 ? Math.floor(id / 100) * 100 === parentId : Math.floor(id / 100) === parentId;
}

/** A strict object says of an unknown field, and of a missing one, only what type it expected. */
export function faultOf({ type, expected, message }: v.BaseIssue<unknown>, field: string | null): string {
  if (type !== 'strict_object' || !field) return message;
  return expected === 'never' ? 'is no field of an entry' : 'is missing';
}
