/** The operator's list of words by which a text waits for a moderator: content/blockedWords.yml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';

export const BLOCKED_WORDS_FILE = 'blockedWords.yml';

/** One spelling of a text: half and full width, capitals and what nobody sees make no difference. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '');

const isWord = (word: string) => /[\p{L}\p{N}]/u.test(plain(word));

export const blockedWordsSchema = z.partialRecord(
  z.enum(LOCALE_IDS as [Locale, ...Locale[]]),
  z.array(z.string().refine(isWord, 'has no letter')),
);

/** Between the letters of a word: spaces and signs, but not so many that a sentence makes a word. */
const BETWEEN = '[\\s\\p{P}\\p{S}]{0,3}';
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A pattern of a word. Of a script with spaces it must be a whole word: 'ass' is not in 'class'. */
function patternOf(word: string): string {
  const letters = [...plain(word)].filter((letter) => /[\p{L}\p{N}\p{M}]/u.test(letter));
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  const before = UNSPACED.test(first) ? '' : '(?<![\\p{L}\\p{N}])';
  const after = UNSPACED.test(last) ? '' : '(?![\\p{L}\\p{N}])';
  return before + letters.join(BETWEEN) + after;
}

/** Says whether a text holds one of the words. */
export function blocking(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false;
  const pattern = new RegExp(words.map(patternOf).join('|'), 'u');
  return (text) => pattern.test(plain(text));
}

/** The words of a content folder. Throws if `npm run content` finds a problem in the file. */
export const readBlockedWords = (dir = CONTENT_DIR): string[] =>
  Object.values(blockedWordsSchema.parse(parse(readFileSync(join(dir, BLOCKED_WORDS_FILE), 'utf8')) ?? {})).flat();
