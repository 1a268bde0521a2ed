/** The words of content/dictionary.yml, for pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DICTIONARY_FILE, readDictionary } from '../../catalogue/dictionary.ts';
import { readYaml } from '../../catalogue/yaml.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';

/** Faults are left to `npm run content`. */
const entries = memo((dir: string) =>
  readDictionary(readYaml(readFileSync(join(dir, DICTIONARY_FILE), 'utf8')), () => {}),
);

/** The names of entries in a locale, by their keys. Throws if a key has no entry. */
export function namesOf<K extends string>(keys: readonly K[], locale: Locale): Record<K, string> {
  const named = keys.map((key) => {
    const entry = entries(CONTENT_DIR).find((entry) => entry.key === key);
    if (!entry) throw new Error(`content/${DICTIONARY_FILE} has no entry ${key}`);
    return [key, entry.names[locale]] as const;
  });
  return Object.fromEntries(named) as Record<K, string>;
}
