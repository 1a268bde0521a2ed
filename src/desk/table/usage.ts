/** Where an entry is used: pages, other entries, and the software. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR, mdxFiles, readText } from '../../catalogue/content.ts';
import { escaped } from '../../catalogue/problem.ts';
import { LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { addressOf, editAddress } from '../page/texts.ts';
import { type Entry, entriesOf } from './entries.ts';
import type { Table } from './tables.ts';

export interface Usage {
  /** Where the page that lists the whole table shows it */
  listed: { locale: Locale; page: string; address: string }[];
  pages: { locale: Locale; page: string; address: string | null; edit: string | null }[];
  /** Ids of entries of the same table */
  entries: string[];
  /** Files of the software, relative to the project */
  files: string[];
}

const NOTHING: Usage = { listed: [], pages: [], entries: [], files: [] };

/** Where the software takes facts and terms from; other files may have a word that is the same. */
const READERS = /authoring\/(?:facts|glossary|amounts)|export const FACT_NAMES/;

/** Where an entry of a table in YAML is named. Words of messages and mails belong to the software. */
export function usageOf(table: Table, { id, list }: Entry, dir = CONTENT_DIR): Usage {
  if (table.kind !== 'yaml') return NOTHING;
  const name = id.slice(list.name ? list.name.length + 1 : 0);
  const tag = tagOf(table.name, escaped(name));
  const isTerm = table.name === 'glossary';
  return {
    listed: (isTerm ? LOCALE_IDS : []).map((locale) => ({
      locale,
      page: 'pages/glossary',
      address: `${localize('/glossary', locale)}#term-${name}`,
    })),
    pages: tag ? LOCALE_IDS.flatMap((locale) => pagesWith(tag, locale, dir)) : [],
    entries: entriesOf(table, dir).flatMap((entry) =>
      entry.id !== id && names(entry.value, name, list.name) ? [entry.id] : [],
    ),
    files: table.name === 'jurisdictions' || list.name === 'cities' ? [] : filesWith(name, table.name),
  };
}

function tagOf(table: string, id: string): RegExp | null {
  if (table === 'glossary') return new RegExp(`<Term\\b[^>]*\\sid="${id}"`);
  if (table !== 'facts') return null;
  const wholeId = `(?<![\\w-])${id}(?![\\w-])`;
  return new RegExp(
    `<(?!Term\\b)[A-Z]\\w*\\b[^>]*\\s(?:(?:id|ids|facts|of|share|fee)="[^"]*${wholeId}|\\w+="[^"]*\\{${id}\\})`,
  );
}

function pagesWith(tag: RegExp, locale: Locale, dir: string): Usage['pages'] {
  return mdxFiles(locale, dir)
    .filter((page) => tag.test(readText(join(dir, locale, `${page}.mdx`))))
    .map((page) => ({ locale, page, address: addressOf(page, locale), edit: editAddress(page, locale) }));
}

/** True if an entry names another one of the table: a related term, a city, a source. */
function names(value: unknown, name: string, list: string): boolean {
  const { related, city, source } = Object(value) as { related?: string[]; city?: string; source?: string };
  if (list === 'cities') return city === name;
  if (list === 'sources') return source === name;
  return related?.includes(name) ?? false;
}

function filesWith(name: string, table: string): string[] {
  const isNamed = new RegExp(`['"]${escaped(name)}['"]|^ {2}${escaped(name)}: 'fact\\.`, 'm');
  return globSync('src/**/*.{ts,tsx,astro}')
    .filter((path) => {
      const code = readFileSync(path, 'utf8');
      return isNamed.test(code) && (!['facts', 'glossary'].includes(table) || READERS.test(code));
    })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
