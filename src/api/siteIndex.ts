/** Finds pages of the site in the index of the build (integrations/searchIndex.ts), with Pagefind. */
import { type Found, SEARCH_PATH, type SearchKind } from '../contract/search.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { brokenUp, finderOf, indexLanguage, pieces, queryParts, searchWords } from '../i18n/tokens.ts';

/** What we use of pagefind.js. */
export interface Pagefind {
  options(options: object): Promise<void>;
  init(): Promise<void>;
  destroy(): Promise<void>;
  mergeIndex(path: string, options: object): Promise<void>;
  search(words: string): Promise<{ results: Result[] }>;
}
interface Result {
  id: string;
  score: number;
  data(): Promise<{ raw_url: string; content: string; meta: { title: string; kind: SearchKind; names: string[] } }>;
}

/** A page about a thing comes before one that names it often. Found by tests/build/search.test.ts. */
const RANKING = { termSimilarity: 2, pageLength: 0.4, termSaturation: 1.2, metaWeights: { title: 6 } };
/** Terms are short, so that their scores are high: pages about a thing come before terms that only contain its name. */
const TERM = 0.65;
/** A result with another part of a query is better by more than the sum. */
const MISSING = 0.5;

/** The folder of a language's index. `base`: '' in the site itself. */
export const folderOf = (base: string, locale: Locale) => `${base}${SEARCH_PATH}/${locale}/`;

export interface FoundList {
  list: Found[];
  more: boolean;
  parts: string[];
}

export interface SiteIndex {
  /**
   * What one of several spellings of a query finds, best first, in the language `locale`: `most` of it. `more`: whether
   * there may be others; `parts`: what is in their texts (finderOf() in i18n/tokens.ts).
   */
  find(spellings: readonly string[], locale: Locale, most: number): Promise<FoundList>;
}

/** The index of a language; others are added when they are asked for. Rejects if it cannot be read. */
export async function openIndex(pagefind: Pagefind, own: Locale, base = ''): Promise<SiteIndex> {
  const common = { ranking: RANKING, baseUrl: '/', noWorker: true };
  // After a failure it would fail again.
  await pagefind.destroy();
  await pagefind.options({ ...common, basePath: folderOf(base, own) });
  await pagefind.init();
  const merged = new Map<Locale, Promise<void>>([[own, Promise.resolve()]]);

  /** The results of words that must all be there. */
  const search = async (words: readonly string[], locale: Locale) => {
    const { results } = await pagefind.search(words.join(' '));
    return results.filter(({ id }) => id.startsWith(`${indexLanguage(locale)}_`));
  };

  /** The results of all parts of a query, or with `loosely` of some of its words, best first. */
  async function resultsOf(spellings: readonly string[], locale: Locale, loosely: boolean): Promise<Result[]> {
    const best = new Map<string, Result>();
    const { lang } = LOCALES[locale];
    for (const spelling of spellings) {
      const parts = queryParts(spelling, lang);
      const searches = loosely
        ? parts.flatMap((part) => brokenUp(part, lang)).map(searchWords)
        : [parts.flatMap(searchWords)];
      const found = new Map<string, Result>();
      for (const words of searches.filter(({ length }) => length > 0)) {
        for (const result of await search(words, locale)) {
          const before = found.get(result.id)?.score;
          found.set(result.id, before ? { ...result, score: (before + result.score) / MISSING } : result);
        }
      }
      for (const [id, result] of found) if (result.score > (best.get(id)?.score ?? 0)) best.set(id, result);
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  }

  async function read(results: readonly Result[], finder: RegExp | null): Promise<Found[]> {
    const found = await Promise.all(
      results.map(async ({ score, data }) => {
        const { raw_url, content, meta } = await data();
        const hits = pieces(meta.title, finder).filter(({ hit }) => hit);
        const share = hits.reduce((length, { text }) => length + text.length, 0) / Math.max(1, meta.title.length);
        const isFound =
          share > 0 || [...meta.names, content].some((text) => pieces(text, finder).some(({ hit }) => hit));
        return {
          score: isFound ? score * (1 + share) * (meta.kind === 'term' ? TERM : 1) : 0,
          found: { address: raw_url, title: meta.title, kind: meta.kind, text: content },
        };
      }),
    );
    // Where there is no such word, Pagefind takes the longest one that it begins with.
    return found
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map((one) => one.found);
  }

  return {
    async find(spellings, locale, most) {
      if (!merged.has(locale))
        merged.set(locale, pagefind.mergeIndex(folderOf(base, locale), { ...common, language: locale }));
      await merged.get(locale);
      const { lang } = LOCALES[locale];
      const whole = [...new Set(spellings.flatMap((spelling) => queryParts(spelling, lang)))];
      for (const loosely of [false, true]) {
        const parts = loosely ? whole.flatMap((part) => brokenUp(part, lang)) : whole;
        const ranked = await resultsOf(spellings, locale, loosely);
        const list = await read(ranked.slice(0, most), finderOf(parts));
        if (list.length > 0) return { list, more: ranked.length > most, parts };
      }
      return { list: [], more: false, parts: whole };
    },
  };
}
