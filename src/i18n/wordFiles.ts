import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR } from '../contentDir.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from './locales.ts';

export type WordFile = Readonly<Record<string, string>>;

/** content/<locale>/<name>.json of each locale; keys that a locale leaves out are in English. */
export function readWords(name: 'ui' | 'server'): ReadonlyMap<Locale, WordFile> {
  const read = (locale: Locale): WordFile => {
    const file = join(CONTENT_DIR, locale, `${name}.json`);
    // A folder that tests of the rules check has no messages.
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) : {};
  };
  const english = read(DEFAULT_LOCALE);
  return new Map(LOCALE_IDS.map((id) => [id, { ...english, ...read(id) }] as const));
}
