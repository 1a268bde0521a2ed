/** Earlier renderings: the English pieces of everything that is translated into a language, with their translations. */
import { diffArrays } from 'diff';
import { memoryOf } from '../../authoring/exchange/memory.ts';
import { rawOf } from '../../authoring/exchange/units.ts';
import { recordFile, recordNames } from '../../authoring/translation/recordFiles.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { knownNow, stateOf } from '../server/known.ts';

/** An English piece and what it was translated to. */
export interface Rendering {
  english: string;
  own: string;
  /** 'pages/service/bonds', 'ui' */
  text: string;
  /** Of the English section or entry; '' for the opening */
  entry: string;
}

export interface Match extends Pick<Rendering, 'own' | 'text' | 'entry'> {
  /** How much of the English words is the same, in percent */
  like: number;
  /** The English words of the match, and among them those that only the wanted piece has */
  english: { words: string; only?: 'earlier' | 'here' }[];
}

/** What is less alike helps nobody. */
const LEAST = 65;

/** The pieces most like an English one, the likest first. */
export type Finder = (english: string) => readonly Match[];

const findersByFolder = new Map<string, { state: string; find: Finder }>();

/** The finder of a language, made anew when a text or a record has changed. */
export async function earlierTexts(locale: Locale, dir = CONTENT_DIR): Promise<Finder> {
  const known = knownNow(dir);
  const records = recordNames(locale, dir).map((name) => stateOf(recordFile(locale, name, dir)));
  const state = `${numberOf(known)} ${records.join(' ')}`;
  const before = findersByFolder.get(`${locale} ${dir}`);
  if (before?.state === state) return before.find;
  const find = finderOf(await renderings(locale, dir));
  findersByFolder.set(`${locale} ${dir}`, { state, find });
  return find;
}

const numbers = new WeakMap<object, number>();
let count = 0;
function numberOf(known: object): number {
  if (!numbers.has(known)) numbers.set(known, ++count);
  return numbers.get(known) ?? 0;
}

/** What the memory has, with its sentences. */
async function renderings(locale: Locale, dir: string): Promise<Rendering[]> {
  return (await memoryOf(locale, dir)).flatMap(({ english, own, text, entry }) => {
    const pair = { english: rawOf(english), own: rawOf(own) };
    return [pair, ...sentencePairs(pair)].map((words) => ({ ...words, text, entry }));
  });
}

type Words = Pick<Rendering, 'english' | 'own'>;

/** The sentences of a piece, each with its translation, where both have as many. */
function sentencePairs({ english, own }: Words): Words[] {
  const [one, other] = [sentences(english, 'en'), sentences(own, 'ja')];
  if (one.length < 2 || one.length !== other.length) return [];
  const pairs = one.map((sentence, at) => ({ english: sentence, own: other[at] ?? '' }));
  // A sentence that is far longer or shorter than the others of the piece is not the translation of its neighbour.
  const usual = own.length / english.length;
  return pairs.filter((pair) => {
    const ratio = pair.own.length / pair.english.length / usual;
    return ratio > 0.5 && ratio < 2;
  });
}

const splitters = memo((lang: string) => new Intl.Segmenter(lang, { granularity: 'sentence' }));
/** The sentences of a text. Marks of Japanese and Chinese sentences are those of 'ja'. */
export const sentences = (text: string, lang: 'en' | 'ja'): string[] =>
  [...splitters(lang).segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);

const TOKEN = /<[^>]+>|[\p{L}\p{N}]+|\s+|./gsu;
const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];
const wordsOf = (text: string) => tokensOf(text.toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token));

function finderOf(all: readonly Rendering[]): Finder {
  const lists = all.map(({ english }) => wordsOf(english));
  const places = new Map<string, Map<number, number>>();
  for (const [at, words] of lists.entries()) {
    for (const word of words) {
      const own = places.get(word) ?? new Map<number, number>();
      places.set(word, own.set(at, (own.get(at) ?? 0) + 1));
    }
  }
  return memo((english: string): Match[] => {
    const words = wordsOf(english);
    const shared = new Map<number, number>();
    for (const [word, same] of Map.groupBy(words, (word) => word)) {
      for (const [at, times] of places.get(word) ?? [])
        shared.set(at, (shared.get(at) ?? 0) + Math.min(times, same.length));
    }
    const ratio = (at: number, common: number) => (200 * common) / (words.length + (lists[at]?.length ?? 0));
    const near = [...shared].map(([at, common]) => ({ at, most: ratio(at, common) }));
    const matches = near
      .filter(({ most }) => most >= LEAST)
      .sort((a, b) => b.most - a.most)
      .slice(0, 30)
      .map(({ at }) => matchOf(english, all[at] as Rendering));
    const found = matches.filter(({ like }) => like >= LEAST).sort((a, b) => b.like - a.like);
    return found.filter(({ own }, at) => found.findIndex((match) => match.own === own) === at);
  });
}

function matchOf(wanted: string, { english, own, text, entry }: Rendering): Match {
  const parts = diffArrays(tokensOf(english), tokensOf(wanted)).map(({ value, added, removed }) => ({
    words: value.join(''),
    ...((added || removed) && { only: added ? ('here' as const) : ('earlier' as const) }),
  }));
  const count = (only?: 'earlier' | 'here') =>
    parts.filter((part) => part.only === only).reduce((sum, part) => sum + wordsOf(part.words).length, 0);
  const same = count();
  const like = Math.round((200 * same) / (2 * same + count('earlier') + count('here')));
  // Marks and capitals are no words, but they differ.
  return { own, text, entry, english: parts, like: english === wanted ? 100 : Math.min(like, 99) };
}
