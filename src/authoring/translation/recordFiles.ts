/**
 * What every translation was made from: content/.translations/<locale>/<text>.jsonl, one line for each section of a
 * page, each message, each term … with its English words, so that a change can be shown without git history. Git joins
 * the lines of two branches (merge=union in .gitattributes), so an entry may have several lines; the latest one counts.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTENT_DIR, filesBelow } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import type { Act } from './actText.ts';

export interface Recorded {
  /** Of the English entry; '' for the opening of a page */
  id: string;
  /** The English words that the translation was made from */
  english: string;
  /** Digest of the translation then */
  own: string;
  /** The headings of a section in the translation, with their ids */
  headings?: [words: string, id: string][];
  /** Missing while a draft has its English words still */
  translated?: Act;
  /** Since then the English words have changed in a way that needs no retranslation */
  accepted?: Act;
  reviewed?: Act;
}

const FOLDER = '.translations';
export const recordFile = (locale: Locale, name: string, dir = CONTENT_DIR) =>
  join(dir, FOLDER, locale, `${name}.jsonl`);

/** When the line was written; a review does not make words newer. */
const madeAt = ({ translated = '', accepted = '' }: Recorded) => (translated > accepted ? translated : accepted);
const isNewer = (row: Recorded, other: Recorded) => {
  const [madeFirst, madeOther] = [madeAt(row), madeAt(other)];
  return madeFirst === madeOther ? (row.reviewed ?? '') >= (other.reviewed ?? '') : madeFirst > madeOther;
};

/** The entries of a translation, in its order; null if nothing is recorded. */
export function readRecord(locale: Locale, name: string, dir = CONTENT_DIR): Recorded[] | null {
  const file = recordFile(locale, name, dir);
  if (!existsSync(file)) return null;
  const latest = new Map<string, Recorded>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = entryOf(line);
    const other = entry && latest.get(entry.id);
    if (entry && (!other || isNewer(entry, other))) latest.set(entry.id, entry);
  }
  return [...latest.values()];
}

/** The lines of all records that are no entry: damaged ones, and what a merge left. Their entries seem new. */
export function damagedLines(dir = CONTENT_DIR): { locale: Locale; name: string; line: number }[] {
  return TRANSLATED.flatMap((locale) =>
    recordNames(locale, dir).flatMap((name) => {
      const lines = readFileSync(recordFile(locale, name, dir), 'utf8').split('\n');
      return lines.flatMap((text, at) => (text.trim() && !entryOf(text) ? [{ locale, name, line: at + 1 }] : []));
    }),
  );
}

/** Null for the mark of a conflict, whose lines all count, and for a line that is damaged: its entry is then new. */
function entryOf(line: string): Recorded | null {
  try {
    const entry = JSON.parse(line);
    return typeof entry.id === 'string' && typeof entry.english === 'string' ? entry : null;
  } catch {
    return null;
  }
}

/** Returns the path of the file. */
export function writeRecord(locale: Locale, name: string, entries: readonly Recorded[], dir = CONTENT_DIR): string {
  const file = recordFile(locale, name, dir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return file;
}

export function removeRecord(locale: Locale, name: string, dir = CONTENT_DIR): void {
  rmSync(recordFile(locale, name, dir), { force: true });
}

/** The names of all texts that a locale has a record of. */
export function recordNames(locale: Locale, dir = CONTENT_DIR): string[] {
  const folder = join(dir, FOLDER, locale);
  if (!existsSync(folder)) return [];
  return filesBelow(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort();
}

export const TRANSLATED: readonly Locale[] = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);
