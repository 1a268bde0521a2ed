/** The memory of a language: the English pieces of everything that is translated into it, with their translations. */
import { setImmediate } from 'node:timers/promises';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memoText } from '../../memo.ts';
import { TRANSLATED_FIELDS } from '../reading/sections.ts';
import { type Recorded, readRecord, recordNames } from '../translation/recordFiles.ts';
import { readText, type TranslatedPart } from '../translation/translations.ts';
import { isWords } from '../translation/words.ts';
import { alike, withIds } from './exportPages.ts';
import { type Inline, unitsOf } from './units.ts';

/** An English piece and what it was translated to, with the same tags under the same ids. */
export interface Remembered {
  english: Inline[];
  own: Inline[];
  /** 'pages/service/bonds', 'ui' */
  text: string;
  /** Of the English section or entry; '' for the opening */
  entry: string;
}

/** Everything that is recorded as translated, taken apart. The first time takes seconds, in which others go on. */
export async function memoryOf(locale: Locale, dir = CONTENT_DIR): Promise<Remembered[]> {
  const all: Remembered[] = [];
  for (const text of recordNames(locale, dir)) {
    const parts = new Map((readText(locale, text, dir).translatedParts ?? []).map((part) => [part.id, part]));
    for (const row of readRecord(locale, text, dir) ?? []) all.push(...rememberedOf(row, parts.get(row.id), text));
    await setImmediate();
  }
  return all;
}

function rememberedOf(
  { id, english, translated }: Recorded,
  part: TranslatedPart | undefined,
  text: string,
): Remembered[] {
  if (!part || !translated) return [];
  const pairs = isWords(text) ? linePairs(english, part.shown) : unitPairs(english, part.shown);
  return pairs.map((pair) => ({ ...pair, text, entry: id }));
}

type Words = Pick<Remembered, 'english' | 'own'>;

/** The name before each field of an opening, whose words are a line of their own. */
const FIELD = new RegExp(`^(?:${TRANSLATED_FIELDS.join('|')}): `);
const bare = (content: readonly Inline[]): Inline[] => {
  const trimmed = content.map((inline, at) => {
    if (typeof inline !== 'string') return inline;
    const begun = at === 0 ? inline.trimStart().replace(FIELD, '') : inline;
    return at === content.length - 1 ? begun.trimEnd() : begun;
  });
  return trimmed.filter((inline) => inline !== '');
};

const unitPairs = (english: string, translation: string): Words[] => pairsOf(`${english}\n\n\0${translation}`);
/** A section costs a millisecond, and most stay as they are. All languages together have 2.8 million characters. */
const pairsOf = memoText((both): Words[] => {
  const [english = '', own = ''] = both.split('\n\n\0');
  return [...alike(unitsOf(english), unitsOf(own))].map(([one, other]) => ({
    english: bare(one.content),
    own: bare(withIds(other.content, one.content)),
  }));
}, 6_000_000);

/** Entries of tables have a line for each of their words, under the same name in every language. */
function linePairs(english: string, translation: string): Words[] {
  const [before, after] = [english.split('\n'), translation.trimEnd().split('\n')];
  if (before.length !== after.length) return [];
  const pairs = before.map((line, at) => {
    const own = after[at] ?? '';
    const name = /^[a-z]\w*: /.exec(line)?.[0] ?? '';
    const start = own.startsWith(name) ? name.length : 0;
    return { english: bare([line.slice(start)]), own: bare([own.slice(start)]) };
  });
  return pairs.filter((pair) => pair.english.length > 0);
}
