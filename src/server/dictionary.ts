/** The dictionary of content/dictionary.yml, read and checked once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DICTIONARY_FILE, readDictionary } from '../catalogue/dictionary.ts';
import { readYaml } from '../catalogue/yaml.ts';
import type { DictionaryEntry } from '../contract/all.ts';
import { CONTENT } from './content.ts';

const file = join(CONTENT, DICTIONARY_FILE);

/** Every entry, parents before their children. The server does not start with a faulty one. */
export const dictionary: readonly DictionaryEntry[] = readDictionary(
  readYaml(readFileSync(file, 'utf8')),
  (line, what) => {
    throw new Error(`content/${DICTIONARY_FILE}:${line}: ${what}`);
  },
);

const byParent = Map.groupBy(dictionary, ({ parentId }) => parentId);
const ids = new Set(dictionary.map(({ id }) => id));

/** The children of an entry in file order; 0 gives the roots. [] if there are none, undefined for an unknown id. */
export function childrenOf(id: number): DictionaryEntry[] | undefined {
  return byParent.get(id) ?? (ids.has(id) ? [] : undefined);
}
