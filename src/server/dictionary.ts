/** The dictionary of content/dictionary.yml, read and checked once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import type { DictionaryEntry } from '../contract/all.ts';

const words = v.pipe(v.string('is missing'), v.trim(), v.minLength(1, 'is empty'));

/** A list that YAML holds as it stands in the file; its children are read one level at a time. */
const list = v.array(v.record(v.string(), v.unknown(), 'is no entry'), 'is no list of entries');
const entry = v.strictObject({
  id: v.pipe(v.number('is no number'), v.integer('is no whole number'), v.minValue(1, 'must be above 0')),
  key: v.pipe(
    v.string('is missing'),
    v.regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'must be capitals and underscores, such as NET_WORTH'),
  ),
  'en-US': words,
  'en-GB': v.optional(words),
  ja: words,
  tw: words,
  cn: words,
  children: v.optional(v.unknown()),
});

/** Reads the YAML of a dictionary into entries, parents first. Throws one line that names the faulty entry. */
export function readDictionary(yaml: string): DictionaryEntry[] {
  const entries: DictionaryEntry[] = [];
  const seen = new Set<number | string>();
  readList(parse(yaml), 0, 'the top');
  return entries;

  function readList(value: unknown, parentId: number, parent: string): void {
    for (const [index, raw] of check(list, value, `The list at ${parent}`).entries()) {
      const name = [raw.id, raw.key].filter(Boolean).join(' ') || `number ${index + 1} below ${parent}`;
      const { id, key, children, 'en-US': us, 'en-GB': gb = us, ja, tw, cn } = check(entry, raw, `Entry ${name}`);
      for (const one of [id, key]) {
        if (seen.has(one)) throw fault(`Entry ${name}: ${one} stands twice`);
        seen.add(one);
      }
      entries.push({ id, parentId, key, names: { 'en-US': us, 'en-GB': gb, ja, tw, cn } });
      if (children !== undefined) readList(children, id, name);
    }
  }
}

function parse(yaml: string): unknown {
  try {
    return load(yaml);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw fault(String(line));
  }
}

function check<S extends v.GenericSchema>(schema: S, value: unknown, what: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  const unexpected = issue.expected === 'never' ? 'is no field of an entry' : 'is missing';
  const wrong = issue.type === 'strict_object' ? unexpected : issue.message;
  throw fault(`${what}${field ? `: ${field}` : ''} ${wrong}`);
}

function fault(line: string): Error {
  return new Error(`content/dictionary.yml: ${line}.`);
}

/** Every entry, parents before their children. */
export const dictionary: readonly DictionaryEntry[] = readDictionary(
  readFileSync(join(import.meta.dirname, '../../content/dictionary.yml'), 'utf8'),
);

const byParent = Map.groupBy(dictionary, ({ parentId }) => parentId);
const ids = new Set(dictionary.map(({ id }) => id));

/** The entries below one, in the order of the file: of 0 the roots; [] where there are none; undefined for no entry. */
export function childrenOf(id: number): DictionaryEntry[] | undefined {
  return byParent.get(id) ?? (ids.has(id) ? [] : undefined);
}
