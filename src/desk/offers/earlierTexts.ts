/** Earlier renderings: the English pieces of everything that is translated into a language, with their translations. */
import { diffArrays } from 'diff';
import { memoryOf } from '../../authoring/exchange/memory.ts';
import { rawOf } from '../../authoring/exchange/units.ts';
import { recordFile, recordNames } from '../../authoring/translation/recordFiles.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { escaped } from '../../catalogue/problem.ts';
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

type Side = 'english' | 'own';

export interface Match extends Rendering {
  /** The text that is like what was wanted */
  side: Side;
  /** How much of its words is the same, in percent */
  like: number;
  /** That text: what only it has (`removed`) and what only the wanted words have (`inserted`), or where it holds them */
  parts: { words: string; kind: 'equal' | 'removed' | 'inserted' | 'found' }[];
}

/** What is less alike helps nobody. */
const LEAST = 65;
/** As many pieces are compared word by word. */
const MOST_COMPARED = 30;
/** As many are found by a search. */
const MOST_FOUND = 20;

/** All earlier texts of a language; the likest first. */
export interface Memory {
  /** The pieces like an English one */
  find: (english: string) => readonly Match[];
  /** The pieces like these words, or that hold them, in English or in the language */
  search: (words: string) => readonly Match[];
}

const memories = new Map<string, { state: string; memory: Memory }>();

/** The memory of a language, made anew when a text or a record has changed. */
export async function earlierTexts(locale: Locale, dir = CONTENT_DIR): Promise<Memory> {
  const known = knownNow(dir);
  const records = recordNames(locale, dir).map((name) => stateOf(recordFile(locale, name, dir)));
  const state = `${numberOf(known)} ${records.join(' ')}`;
  const before = memories.get(`${locale} ${dir}`);
  if (before?.state === state) return before.memory;
  const memory = memoryFrom(await renderings(locale, dir));
  memories.set(`${locale} ${dir}`, { state, memory });
  return memory;
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
  const [englishSentences, ownSentences] = [sentences(english, 'en'), sentences(own, 'ja')];
  if (englishSentences.length < 2 || englishSentences.length !== ownSentences.length) return [];
  const pairs = englishSentences.map((sentence, at) => ({ english: sentence, own: ownSentences[at] ?? '' }));
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

/** A tag, a character of Chinese or Japanese, which have no spaces, a word, or what is between words. */
const TOKEN =
  /<[^>]+>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{Script=Latin}\p{N}\p{M}]+|\p{L}+|\s+|./gsu;
const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];
const wordsOf = (text: string) => tokensOf(text.toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token));

function memoryFrom(all: readonly Rendering[]): Memory {
  // The language's own side is indexed when somebody searches.
  const sides = memo((side: Side) => finderOf(all, side));
  const search = (words: string): Match[] => {
    const wanted = words.trim();
    const found = (['english', 'own'] as const)
      .flatMap((side) => [...sides(side)(wanted), ...holding(all, side, wanted)])
      .sort((a, b) => b.like - a.like);
    const matches: Match[] = [];
    for (const match of found) {
      // A sentence stands for its piece, and a pair is shown once.
      const isKnown = matches.some(({ english, own }) => match.english.includes(english) && match.own.includes(own));
      if (!isKnown) matches.push(match);
      if (matches.length === MOST_FOUND) break;
    }
    return matches;
  };
  return { find: memo(sides('english')), search };
}

/** Finds what is like a text, by the words that both have. */
function finderOf(all: readonly Rendering[], side: Side): (wanted: string) => Match[] {
  const lists = all.map((rendering) => wordsOf(rendering[side]));
  const places = new Map<string, Map<number, number>>();
  for (const [at, words] of lists.entries()) {
    for (const word of words) {
      const counts = places.get(word) ?? new Map<number, number>();
      places.set(word, counts.set(at, (counts.get(at) ?? 0) + 1));
    }
  }
  return (wanted) => {
    const words = wordsOf(wanted);
    const shared = new Map<number, number>();
    for (const [word, same] of Map.groupBy(words, (word) => word)) {
      for (const [at, times] of places.get(word) ?? [])
        shared.set(at, (shared.get(at) ?? 0) + Math.min(times, same.length));
    }
    const near = [...shared].map(([at, common]) => ({ at, most: likeness(common, words, lists[at] ?? []) }));
    const matches = near
      .filter(({ most }) => most >= LEAST)
      .sort((a, b) => b.most - a.most)
      .slice(0, MOST_COMPARED)
      .map(({ at }) => matchOf(wanted, all[at] as Rendering, side));
    const found = matches.filter(({ like }) => like >= LEAST).sort((a, b) => b.like - a.like);
    return found.filter(({ own }, at) => found.findIndex((match) => match.own === own) === at);
  };
}

const likeness = (common: number, { length: one }: readonly string[], { length: other }: readonly string[]) =>
  (200 * common) / (one + other);

function matchOf(wanted: string, rendering: Rendering, side: Side): Match {
  const text = rendering[side];
  const parts = diffArrays(tokensOf(text), tokensOf(wanted)).map(({ value, added, removed }) => ({
    words: value.join(''),
    kind: added ? ('inserted' as const) : removed ? ('removed' as const) : ('equal' as const),
  }));
  const same = parts.filter(({ kind }) => kind === 'equal').flatMap(({ words }) => wordsOf(words));
  const like = Math.round(likeness(same.length, wordsOf(text), wordsOf(wanted)));
  // Marks and capitals are no words, but they differ.
  return { ...rendering, side, parts, like: text === wanted ? 100 : Math.min(like, 99) };
}

/** The shortest texts that hold these words, also with tags and marks between them. */
function holding(all: readonly Rendering[], side: Side, wanted: string): Match[] {
  const tokens = tokensOf(wanted).filter((token) => token.trim());
  if (tokens.length === 0) return [];
  const words = wordsOf(wanted);
  // Words of a tag itself are none.
  const pattern = new RegExp(`${tokens.map(escaped).join('(?:<[^>]*>|[\\s*])*')}(?![^<>]*>)`, 'iu');
  const found = all.flatMap((rendering) => {
    const place = pattern.exec(rendering[side]);
    return place ? [{ rendering, place }] : [];
  });
  const shortest = found.sort((a, b) => a.rendering[side].length - b.rendering[side].length).slice(0, MOST_COMPARED);
  return shortest.map(({ rendering, place: { 0: held, index } }): Match => {
    const text = rendering[side];
    const textWords = wordsOf(text);
    const common = words.filter((word) => textWords.includes(word)).length;
    const like = text === wanted ? 100 : Math.min(Math.round(likeness(common, words, textWords)), 99);
    const around = (part: string) => (part ? [{ words: part, kind: 'equal' as const }] : []);
    const parts = [
      ...around(text.slice(0, index)),
      { words: held, kind: 'found' as const },
      ...around(text.slice(index + held.length)),
    ];
    return { ...rendering, side, like, parts };
  });
}
