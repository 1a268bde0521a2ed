/** The trading terms of content/glossary.yml. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTENT_DIR } from '../catalogue/content.ts';
import { glossarySchema } from '../catalogue/schemas.ts';
import type { Locale } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';

export const glossary = glossarySchema.parse(parse(readFileSync(`${CONTENT_DIR}/glossary.yml`, 'utf8')));

/** Term and definition in a locale, or in en-US if the locale has none. Throws if the id is unknown. */
export function termById(id: string, locale: Locale): { term: string; definition: string } {
  const entry = lookUp(glossary, id);
  if (!entry) throw new Error(`No term '${id}' in content/glossary.yml`);
  return entry[locale] ?? entry['en-US'];
}
