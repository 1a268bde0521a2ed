import { atom } from 'nanostores';
import { openSiteIndex } from '../api/search.ts';
import { readSiteFile } from '../api/siteFile.ts';
import { localZone } from '../browserState/zone.ts';
import type { NewsItem } from '../contract/all.ts';
import type { Found, SearchFile } from '../contract/search.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../i18n/locales.ts';
import { spellingsOf } from '../i18n/spellings.ts';
import { hasLatin } from '../i18n/tokens.ts';
import { firstFiles } from '../search/siteIndex.ts';

/** English results, and more ones */
const AT_ONCE = 6;
/** News, and flashes, beside the pages. */
const LIVE = 4;
/** Titles come at each key; after the last one, before more is loaded, and before the API is asked. */
const MORE_PAUSE_MS = 120;
const LIVE_PAUSE_MS = 250;
/** Of the API's parameter. */
const LONGEST_QUERY = 100;

export interface SearchState {
  /** What the results are of; '' before the first search */
  query: string;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  results: readonly Found[];
  /** Found in English, for pages in another language */
  english: readonly Found[];
  news: readonly NewsItem[];
  flashes: readonly NewsItem[];
  /** Of their days */
  zone: string | undefined;
  isNewsMissing: boolean;
  /** Whether there may be more pages */
  more: boolean;
  /** What results are marked by: the parts of the query as they are in texts */
  parts: readonly string[];
}

const NOTHING = {
  results: [],
  english: [],
  news: [],
  flashes: [],
  zone: undefined,
  isNewsMissing: false,
  more: false,
  parts: [],
};
const EMPTY: SearchState = { query: '', status: 'idle', ...NOTHING };

/** The results of the latest query. Nothing of it is kept. */
export const $search = atom<SearchState>(EMPTY);

/** What a search needs, once a visitor has opened it. */
let loaded: ReturnType<typeof load> | undefined;
/** The number of the newest query: results of earlier ones are ignored. */
let newest = 0;

/** Reads the words, names and suggestions of the search once; again after a failure. */
const files = new Map<string, Promise<SearchFile>>();
export function readOnce(file: string): Promise<SearchFile> {
  const reading = files.get(file) ?? readSiteFile<SearchFile>(file);
  files.set(file, reading);
  reading.catch(() => files.delete(file));
  return reading;
}

async function load(file: string, locale: Locale) {
  const [{ names, service }, index] = await Promise.all([readOnce(file), openSiteIndex(locale)]);
  return { names, service, index };
}

/** Loads what every search needs, while a visitor still types. Returns the files for a page to ask for at once. */
export function prepareSearch(file: string, locale: Locale): string[] {
  loaded ??= load(file, locale);
  loaded.catch(() => {
    loaded = undefined;
  });
  return firstFiles(locale);
}

export function forgetSearch(): void {
  newest += 1;
  $search.set(EMPTY);
}

/** Searches pages, then English ones, then news and flashes. Never throws: the store says what failed. */
export async function search(query: string, file: string, locale: Locale, most: number): Promise<void> {
  newest += 1;
  const searchNumber = newest;
  const text = query.trim();
  const set = (change: Partial<SearchState>) => {
    if (searchNumber === newest) $search.set({ ...$search.get(), ...change });
  };
  if (text === '') {
    $search.set(EMPTY);
    return;
  }
  set({ status: 'loading' });
  prepareSearch(file, locale);
  try {
    const { names, service, index } = await (loaded as NonNullable<typeof loaded>);
    const spellings = await spellingsOf(text, locale, names);
    const { list, more, parts, withTexts } = await index.find(spellings, locale, most);
    if (parts.length === 0) {
      set({ ...NOTHING, query: text, status: 'idle' });
      return;
    }
    // Titles at once, texts when they come. Until all is known, nothing found is no result.
    set({ ...NOTHING, query: text, status: list.length > 0 ? 'ready' : 'loading', results: list, more, parts });
    const isStillNewest = async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return searchNumber === newest;
    };
    const texts = async () => {
      if (await isStillNewest(MORE_PAUSE_MS)) set({ results: await withTexts() });
    };
    const english = async () => {
      if (LOCALES[locale].lang.startsWith('en') || !hasLatin(text) || !(await isStillNewest(MORE_PAUSE_MS))) return;
      const found = await index.find([text], DEFAULT_LOCALE, AT_ONCE);
      set({ english: found.list });
      set({ english: await found.withTexts() });
    };
    const live = async () => {
      if (service && (await isStillNewest(LIVE_PAUSE_MS))) set(await searchNews(spellings.at(-1) ?? text, service));
    };
    await Promise.allSettled([texts(), english(), live()]);
    set({ status: 'ready' });
  } catch {
    loaded = undefined;
    set({ ...NOTHING, query: text, status: 'failed' });
  }
}

/** Shows more pages of the present query. */
export const searchMore = (file: string, locale: Locale) => {
  const { query, results } = $search.get();
  return search(query, file, locale, results.length + 2 * AT_ONCE);
};

async function searchNews(text: string, service: NonNullable<SearchFile['service']>): Promise<Partial<SearchState>> {
  const query = { q: text.slice(0, LONGEST_QUERY), language: service.language, limit: String(LIVE) };
  try {
    const { flashListCall, newsListCall, request } = await import('../api/lazy/news.ts');
    const [news, flashes] = await Promise.all([
      request(newsListCall, service, { query }),
      request(flashListCall, service, { query }),
    ]);
    return { news: news.list, flashes: flashes.list, zone: localZone() };
  } catch {
    return { isNewsMissing: true };
  }
}
