/**
 * Search without a dictionary, the same on PGlite and Postgres: alphabetic words as they are, runs of Chinese and
 * Japanese (written without spaces) as pairs of adjacent characters, in a tsvector with a GIN index. A run is found
 * where all its pairs are, which is a substring search except for rare coincidences. Nothing is stemmed: 'rates' does
 * not find 'rate', and the last word of a query matches as a prefix.
 */

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const CJK = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]+)/u;
const MOST_TOKENS = 2_000;
const LONGEST_TOKEN = 40;

/** The input of a tsvector for `text`. Tokens contain only letters and digits, so nothing needs escaping. */
export function searchVector(text: string): string {
  const tokens = new Set<string>();
  for (const { part, isCjk } of runsOf(text)) {
    if (tokens.size >= MOST_TOKENS) break;
    if (!isCjk) tokens.add(cut(part));
    // Also the last character alone, so that each character of the run begins a token.
    else pairsOf(part, { withLast: true }).forEach((pair) => void tokens.add(pair));
  }
  return [...tokens].map((token) => `'${token}'`).join(' ');
}

/** The tsquery for a visitor's search: all of it must match. Returns null if there is nothing to search for. */
export function searchQuery(text: string): string | null {
  const runs = runsOf(text);
  return allOf(runs, (index) => index === runs.length - 1);
}

/** The tsquery for several words or phrases, any of which may match. Returns null if there is nothing to search for. */
export function anyOf(phrases: readonly string[]): string | null {
  const queries = phrases.map((phrase) => allOf(runsOf(phrase), () => false)).filter((query) => query !== null);
  return queries.length > 0 ? queries.map((query) => `(${query})`).join(' | ') : null;
}

function allOf(runs: readonly Run[], isBeginning: (index: number) => boolean): string | null {
  const terms = runs.flatMap(({ part, isCjk }, index) => {
    if (!isCjk) return [`'${cut(part)}'${isBeginning(index) ? ':*' : ''}`];
    const pairs = pairsOf(part, { withLast: false });
    return pairs.length > 0 ? pairs.map((pair) => `'${pair}'`) : [`'${part}':*`];
  });
  return terms.length > 0 ? [...new Set(terms)].join(' & ') : null;
}

interface Run {
  part: string;
  isCjk: boolean;
}

function runsOf(text: string): Run[] {
  const words = text.normalize('NFKC').toLowerCase().match(RUN) ?? [];
  return words.flatMap((word) =>
    word
      .split(CJK)
      .map((part, index) => ({ part, isCjk: index % 2 === 1 }))
      .filter(({ part }) => part !== ''),
  );
}

function pairsOf(run: string, { withLast }: { withLast: boolean }): string[] {
  const characters = [...run];
  const pairs = characters.slice(0, -1).map((character, index) => character + characters[index + 1]);
  return withLast ? [...pairs, characters.at(-1) ?? ''] : pairs;
}

const cut = (word: string) => [...word].slice(0, LONGEST_TOKEN).join('');
