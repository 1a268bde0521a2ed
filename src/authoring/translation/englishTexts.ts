/** The English texts that a translation is compared with: today's, and the one that it was made from. */
import { readFileSync } from 'node:fs';
import { CONTENT_DIR, parseSource } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { TRANSLATED_FIELDS } from '../reading/sections.ts';
import type { Recorded } from './recordFiles.ts';
import { changesSince, contentFile, readText } from './translations.ts';

/** An English text to compare a translation with. */
export interface EnglishText {
  raw: string;
  /** Relative to the content folder; null for the text that is recorded, whose lines are those of no file */
  file: string | null;
}

/**
 * The English texts that a translation may follow: the one that it was made from, and today's, if that is another. None
 * if nothing is recorded of it.
 */
export function englishTexts(locale: Locale, page: string, dir = CONTENT_DIR): EnglishText[] {
  const text = readText(locale, page, dir);
  if (!text.record?.length || !text.parts) return [];
  const today = todaysText(page, dir);
  if (changesSince(text, false).length === 0) return [today];
  return [{ raw: recordedText(text.record, today.raw), file: null }, today];
}

export const todaysText = (page: string, dir = CONTENT_DIR): EnglishText => ({
  raw: readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8'),
  file: `${DEFAULT_LOCALE}/${page}.mdx`,
});

/** A recorded text as a file. Fields without words are not recorded: they are those of today. */
function recordedText(record: readonly Recorded[], today: string): string {
  const written = new RegExp(`^(${TRANSLATED_FIELDS.join('|')}): (.*)$`);
  const parts = record.map(({ english }) => english);
  const fields: string[] = [];
  const opening = (parts[0] ?? '').split('\n\n');
  for (let field = written.exec(opening[0] ?? ''); field; field = written.exec(opening[0] ?? '')) {
    const [, name, value = ''] = field;
    fields.push(`${name}: ${name === 'actions' || name === 'points' ? value : JSON.stringify(value)}`);
    opening.shift();
  }
  const { frontMatter } = parseSource(today);
  const others = Object.entries(frontMatter).filter(([name]) => !TRANSLATED_FIELDS.includes(name));
  const head = [...fields, ...others.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)];
  return ['---', ...head, '---', '', [opening.join('\n\n'), ...parts.slice(1)].join('\n\n'), ''].join('\n');
}
