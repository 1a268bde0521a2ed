/**
 * The translated words outside of MDX files, as entries: messages, mails, and the tables of content/ with words in each
 * locale, such as the glossary.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CONTENT_DIR, parseSource } from '../../catalogue/content.ts';
import { MAIL_NAMES, type MailName } from '../../catalogue/mails.ts';
import { readJson } from '../../catalogue/syntax.ts';
import { readYaml } from '../../catalogue/yaml.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';
import { MESSAGE_FILES, readMessages } from '../reading/icuFiles.ts';
import { readMail } from '../reading/mailFiles.ts';
import type { TextPart } from '../reading/sections.ts';

/** Tables whose words no reader sees. */
const UNREAD = ['wording'];

/** Tables in which a locale has only the words that it uses, or that differ from English. */
const PARTIAL = ['facts', 'exchanges'];

/** Whether a locale may leave an entry out: it then uses the English one, or needs none. */
export const mayLeaveOut = (name: string, locale: Locale) => LOCALES[locale].overlay || PARTIAL.includes(name);

/** Whether a name is that of messages, a mail or a table; others name MDX files: pages, notices, news, articles. */
export const isWords = (name: string) => !name.includes('/') || /^(mail|data)\//.test(name);

/** Names of all texts with such words: 'ui', 'mail/userReset', 'glossary', 'data/sources'. */
export function wordNames(dir = CONTENT_DIR): string[] {
  const messages = MESSAGE_FILES.filter((name) => existsSync(join(dir, DEFAULT_LOCALE, name)));
  const mails = MAIL_NAMES.filter((name) => existsSync(join(dir, DEFAULT_LOCALE, 'mail', `${name}.md`)));
  return [
    ...messages.map((name) => name.replace('.json', '')),
    ...mails.map((name) => `mail/${name}`),
    ...tableNames(dir).filter(
      (name) => hasFault(name, DEFAULT_LOCALE, dir) || entriesOf(name, DEFAULT_LOCALE, dir).length > 0,
    ),
  ];
}

function tableNames(dir: string): string[] {
  return ['', 'data/'].flatMap((folder) => {
    const files = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : [];
    const names = files.filter((file) => file.endsWith('.yml')).map((file) => file.slice(0, -'.yml'.length));
    return names.filter((name) => !UNREAD.includes(name)).map((name) => folder + name);
  });
}

/** A text as commands name it: 'service/bonds', and by its file what could be taken for a page, 'glossary.yml'. */
export const commandName = (name: string) =>
  isWords(name) && !name.startsWith('mail/') ? basename(wordFile(name, DEFAULT_LOCALE)) : name.replace(/^pages\//, '');

/** The file of a text, relative to content/. */
export function wordFile(name: string, locale: Locale): string {
  if (MESSAGE_FILES.some((file) => file === `${name}.json`)) return `${locale}/${name}.json`;
  return name.startsWith('mail/') ? `${locale}/${name}.md` : `${name}.yml`;
}

/** True if a file of words is there and cannot be read; `npm run content` says why. */
export function hasFault(name: string, locale: Locale, dir = CONTENT_DIR): boolean {
  const file = join(dir, wordFile(name, locale));
  if (!existsSync(file)) return false;
  const raw = readFileSync(file, 'utf8');
  if (name.startsWith('mail/')) return parseSource(raw).fault !== null;
  return file.endsWith('.json') ? readJson(raw).fault !== null : rowsOf(raw) === null;
}

/** The entries of a text in a locale, in the order of the file. Returns [] if the file is missing or cannot be read. */
export function entriesOf(name: string, locale: Locale, dir = CONTENT_DIR): TextPart[] {
  const messages = MESSAGE_FILES.find((file) => file === `${name}.json`);
  if (messages) {
    const { words, lineOf } = readMessages(dir, locale, messages);
    return Object.entries(words).map(([id, text]) => part(id, String(text), () => lineOf(id)));
  }
  if (name.startsWith('mail/')) {
    const mail = readMail(dir, locale, name.slice('mail/'.length) as MailName);
    if (!mail || mail.fault) return [];
    const { frontMatter, body, lineOf, passages } = mail;
    return [
      part('subject', String(frontMatter.subject ?? ''), () => lineOf(['subject'])),
      part('text', body.replaceAll('\r', ''), () => passages[1]?.lineAt(0) ?? 1),
    ];
  }
  return tableWords(name, dir).flatMap(({ id, words, at }) => {
    const inLocale = words.get(locale);
    return inLocale ? [part(id, inLocale.text, () => at(inLocale.path))] : [];
  });
}

/** Its line is looked up when it is needed: that takes a slower parser. */
function part(id: string, shown: string, lineAt: () => number): TextPart {
  return {
    id,
    heading: id,
    shown,
    get line() {
      return lineAt();
    },
  };
}

export interface WordRow {
  /** The names of the entries around it: 'share', 'cities.tokyo', 'INDIVIDUAL' */
  id: string;
  words: Map<Locale, { text: string; path: PropertyKey[] }>;
  /** The line of what stands at a path */
  at: (path: PropertyKey[]) => number;
}

/** What names an entry of a list. */
const NAMES = ['id', 'key', 'mic'];

/** The entries of a table with words, each in all its languages. */
export function tableWords(name: string, dir = CONTENT_DIR): WordRow[] {
  const file = join(dir, `${name}.yml`);
  return (existsSync(file) && rowsOf(readFileSync(file, 'utf8'))) || [];
}

/** Null if the table has a fault. */
const rowsOf = memo((raw: string): WordRow[] | null => {
  const { value, fault, lineOf } = readYaml(raw);
  if (fault) return null;
  return [...rowsIn(value, [], [])].map((row) => ({ ...row, at: lineOf }));
});

function* rowsIn(value: unknown, path: PropertyKey[], names: string[]): Generator<Omit<WordRow, 'at'>> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const ofEntry = NAMES.map((name) => lookUp<Record<string, unknown>>(Object(entry), name)).find(
        (name) => typeof name === 'string',
      );
      // The name of an entry is unique in its file, so what stands around it is not needed.
      yield* rowsIn(entry, [...path, index], ofEntry ? [ofEntry] : [...names, String(index)]);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const table = value as Record<string, unknown>;
  const words: WordRow['words'] = new Map();
  const add = (key: string, inside: unknown, at: PropertyKey[]) => {
    const text = isLocale(key) ? textOf(inside) : '';
    if (isLocale(key) && text) words.set(key, { text, path: [...path, ...at] });
  };
  for (const [key, inside] of Object.entries(table)) add(key, inside, [key]);
  // An exchange has its English name alone, and below it those in other languages.
  if (table.names && typeof table.name === 'string') {
    add(DEFAULT_LOCALE, table.name, ['name']);
    for (const [key, inside] of Object.entries(table.names)) add(key, inside, ['names', key]);
  }
  if (words.has(DEFAULT_LOCALE)) yield { id: names.join('.'), words };
  for (const [key, inside] of Object.entries(table))
    if (!isLocale(key) && key !== 'names') yield* rowsIn(inside, [...path, key], [...names, key]);
}

/** A text, or several with their names; lists are no text that readers see. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return Object.entries(value)
    .filter(([, text]) => typeof text === 'string')
    .map(([key, text]) => `${key}: ${text}`)
    .join('\n');
}
