/** The order of words in each locale, and the groups in which a list of words is shown: letters, rows of kana, strokes. */
import type { Locale } from './locales.ts';

/** A letter, a kana, 'A–Z', or a number of strokes */
export type Mark = string | number;

interface Order {
  collator: Intl.Collator;
  /** Each group with the first text of it, in order */
  groups: readonly { mark: Mark; from: string }[];
  /** The group of all words in Latin letters; without it they are under their letter */
  latin?: Mark;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** In the collations of Unicode, this character and a letter, or a number of strokes, precede the characters of a group. */
const BOUNDARY = '\uFDD0';
const MOST_STROKES = 48;

const base = (tag: string) => new Intl.Collator(tag, { sensitivity: 'base' });
const ENGLISH: Order = { collator: base('en'), groups: LETTERS.map((mark) => ({ mark, from: mark })) };

const ORDERS: Readonly<Record<Locale, Order>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  ja: {
    collator: base('ja'),
    groups: [...'あかさたなはまやらわ'].map((mark) => ({ mark, from: mark })),
    latin: 'A–Z',
  },
  tw: {
    collator: new Intl.Collator('zh-Hant-u-co-stroke'),
    groups: Array.from({ length: MOST_STROKES }, (_, index) => ({
      mark: index + 1,
      from: BOUNDARY + String.fromCharCode(0x2801 + index),
    })),
    latin: 'A–Z',
  },
  cn: {
    collator: new Intl.Collator('zh-Hans-u-co-pinyin'),
    groups: LETTERS.map((mark) => ({ mark, from: BOUNDARY + mark })),
  },
};

/** The mark of a text's group. Throws if its first character is in none. */
export function markOf(text: string, locale: Locale): Mark {
  const { collator, groups, latin } = ORDERS[locale];
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (/\p{Script=Latin}/u.test(first)) return latin ?? first.normalize('NFD').charAt(0).toUpperCase();
  const group = groups.findLast(({ from }) => collator.compare(from, first) <= 0);
  if (!group) throw new Error(`'${text}' begins with no letter of ${locale}`);
  return group.mark;
}

/** Entries in groups, both in the order of a locale. `keyOf` is the text by which an entry is sorted. */
export function grouped<T>(entries: readonly T[], locale: Locale, keyOf: (entry: T) => string) {
  const { collator, groups, latin } = ORDERS[locale];
  const byMark = Map.groupBy(
    entries.toSorted((a, b) => collator.compare(keyOf(a), keyOf(b))),
    (entry) => markOf(keyOf(entry), locale),
  );
  const marks = [...groups.map(({ mark }) => mark), ...(latin === undefined ? [] : [latin])];
  return marks.flatMap((mark) => {
    const found = byMark.get(mark);
    return found ? [{ mark, entries: found }] : [];
  });
}
