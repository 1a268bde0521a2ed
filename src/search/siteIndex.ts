/**
 * Finds pages of the site in the index of the build (integrations/searchIndex.ts), with Pagefind: in the browser, and in the
 * thread of the server that answers for agents.
 */
import { type Found, INDEX_FILES, SEARCH_PATH, type TitleList } from '../contract/search.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { finderOf, lastWord, looseParts, pieces, queryParts, searchWords } from '../i18n/tokens.ts';

/** What we use of pagefind.js. */
export interface Pagefind {
  options(options: object): Promise<void>;
  init(): Promise<void>;
  destroy(): Promise<void>;
  mergeIndex(path: string, options: object): Promise<void>;
  preload(words: string): Promise<void>;
  search(words: string): Promise<{ results: Result[] }>;
}
interface Result {
  id: string;
  score: number;
  /** The places of its words that are found */
  words: readonly number[];
  data(): Promise<{ content: string }>;
}

/** A page about a thing comes before one that names it often. Found by tests/build/search.test.ts. */
const RANKING = { termSimilarity: 2, pageLength: 0.4, termSaturation: 1.2, metaWeights: { title: 6 } };
/** Terms are short, so that their scores are high: pages about a thing come before terms that only contain its name. */
const TERM = 0.65;
/** A result with another part of a query is better by more than the sum. */
const MISSING = 0.5;

/** Of a page found by a query, how far down it may be and still come first for its title. */
const JUDGED = 40;

/** The folder of a language's index. `base`: '' in the site itself. */
const folderOf = (base: string, locale: Locale) => `${base}${SEARCH_PATH}/${locale}/`;

/** In place of the time of day, with which Pagefind asks for a file that is the same for every build. */
const ENTRY_TAG = 'once';

/** What openIndex() asks for, part of it one after the other: a page may ask for all of them at once. */
export const firstFiles = (locale: Locale): string[] =>
  [INDEX_FILES.wasm, `${INDEX_FILES.entry}?ts=${ENTRY_TAG}`, INDEX_FILES.meta, INDEX_FILES.titles].map(
    (file) => folderOf('', locale) + file,
  );

export interface FoundList {
  /** Without texts */
  list: Found[];
  /** Whether there may be others */
  more: boolean;
  /** What is marked in titles and texts: finderOf() in i18n/tokens.ts */
  parts: string[];
  /** The same list with the texts that excerpts are taken from. Rejects if one cannot be read. */
  withTexts(): Promise<Found[]>;
}

export interface SiteIndex {
  /** What one of several spellings of a query finds, best first, in the language `locale`: `most` of it. */
  find(spellings: readonly string[], locale: Locale, most: number): Promise<FoundList>;
}

type Titles = ReadonlyMap<string, Found>;

/** Whether so many words are one after the other. Pairs of characters that are apart are of other words. */
function isTogether(places: readonly number[], count: number): boolean {
  let together = 0;
  let before = Number.NaN;
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    together = place === before + 1 ? together + 1 : 1;
    if (together >= count) return true;
    before = place;
  }
  return false;
}

/**
 * The index of a language; others are added when they are asked for. `readFile` returns what a JSON file of the site says.
 * Rejects if the index cannot be read.
 */
export async function openIndex(
  pagefind: Pagefind,
  pageLocale: Locale,
  readFile: <Shape>(address: string) => Promise<Shape>,
  base = '',
): Promise<SiteIndex> {
  const common = { ranking: RANKING, baseUrl: '/', noWorker: true, metaCacheTag: ENTRY_TAG };
  const readTitles = async (locale: Locale): Promise<Titles> =>
    new Map(await readFile<TitleList>(folderOf(base, locale) + INDEX_FILES.titles));
  const titles = readTitles(pageLocale);
  // After a failure it would fail again.
  await pagefind.destroy();
  await pagefind.options({ ...common, basePath: folderOf(base, pageLocale) });
  await pagefind.init();
  await titles;
  const opened = new Map([[pageLocale, titles]]);

  async function addIndex(locale: Locale): Promise<Titles> {
    const read = readTitles(locale);
    await pagefind.mergeIndex(folderOf(base, locale), { ...common, language: locale });
    return read;
  }

  /** The results of parts that must all be there. */
  async function search(parts: readonly string[]): Promise<Result[]> {
    const words = parts.map(searchWords);
    const [query, ends] = [words.flat(), words.flat().map(lastWord)].map((some) => some.join(' '));
    // Of the pieces with words that begin with one of the query, Pagefind loads the first, and not the one with the word.
    await Promise.all([query, ends].map((some = '') => pagefind.preload(some)));
    const { results } = await pagefind.search(query ?? '');
    const most = Math.max(...words.map(({ length }) => length));
    return results.filter((result) => isTogether(result.words, most));
  }

  /** The results of all parts of a query, or with `loosely` of some of its words, best first. */
  async function resultsOf(spellings: readonly string[], locale: Locale, loosely: boolean): Promise<Result[]> {
    const best = new Map<string, Result>();
    const { lang } = LOCALES[locale];
    const ofSpelling = async (spelling: string) => {
      const parts = queryParts(spelling, lang);
      const searches = loosely ? looseParts(parts, lang).map((part) => [part]) : parts.length > 0 ? [parts] : [];
      const found = new Map<string, Result>();
      for (const result of (await Promise.all(searches.map(search))).flat()) {
        const before = found.get(result.id)?.score;
        found.set(result.id, before ? { ...result, score: (before + result.score) / MISSING } : result);
      }
      return found;
    };
    for (const found of await Promise.all(spellings.map(ofSpelling))) {
      for (const [id, result] of found) if (result.score > (best.get(id)?.score ?? 0)) best.set(id, result);
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  }

  /** The entries of results, those whose titles say more of the query first. */
  function ranked(results: readonly Result[], known: Titles, finder: RegExp | null) {
    const all = results.flatMap((result) => {
      // The results of other languages that are open come too.
      const entry = known.get(result.id);
      return entry ? [{ ...result, entry }] : [];
    });
    const judged = all.slice(0, JUDGED).map((item) => {
      const { title, kind } = item.entry;
      const hits = pieces(title, finder).filter(({ hit }) => hit);
      const share = hits.reduce((length, { text }) => length + text.length, 0) / Math.max(1, title.length);
      return { ...item, score: item.score * (1 + share) * (kind === 'term' ? TERM : 1) };
    });
    return [...judged.sort((a, b) => b.score - a.score), ...all.slice(JUDGED)];
  }

  return {
    async find(spellings, locale, most) {
      const opening = opened.get(locale) ?? addIndex(locale);
      opened.set(locale, opening);
      const known = await opening;
      const { lang } = LOCALES[locale];
      const whole = [...new Set(spellings.flatMap((spelling) => queryParts(spelling, lang)))];
      for (const loosely of [false, true]) {
        const parts = loosely ? looseParts(whole, lang) : whole;
        const all = ranked(await resultsOf(spellings, locale, loosely), known, finderOf(parts));
        const shown = all.slice(0, most);
        if (shown.length === 0) continue;
        const withTexts = () =>
          Promise.all(shown.map(async ({ entry, data }) => ({ ...entry, text: (await data()).content })));
        return { list: shown.map(({ entry }) => entry), more: all.length > most, parts, withTexts };
      }
      return { list: [], more: false, parts: whole, withTexts: async () => [] };
    },
  };
}
