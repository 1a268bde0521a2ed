/** What the search of the site finds, as the build writes it and the browser shows it. */
import type { NewsLanguage } from './news.ts';

/**
 * Where the index is, a folder for each locale in it. It is named after Pagefind's version, so that browsers may keep its
 * program; the build fails if it is another.
 */
export const PAGEFIND_VERSION = '1.5.2';
export const SEARCH_PATH = `/pagefind/${PAGEFIND_VERSION}`;

/** What every search in a language begins with. `entry` and `wasm` are the same for each build. */
export const INDEX_FILES = {
  wasm: 'wasm.unknown.pagefind',
  entry: 'pagefind-entry.json',
  meta: 'pagefind.index.pf_meta',
  titles: 'titles.json',
} as const;

/** The groups of what the build knows: pages, lessons, terms of the glossary, help articles, house articles. */
export const SEARCH_KINDS = ['page', 'lesson', 'term', 'help', 'article'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A page, or a term of the glossary. */
export interface Found {
  address: string;
  title: string;
  kind: SearchKind;
  /** What the excerpt is taken from, once it is loaded */
  text?: string;
}

/** What an index knows of its entries before their texts are loaded, by Pagefind's id of each. */
export type TitleList = readonly (readonly [id: string, entry: Omit<Found, 'text'>])[];

/** A link that the search offers before anything is typed. */
export interface Suggestion {
  address: string;
  title: string;
}

/** What the search of a language loads when a visitor opens it. */
export interface SearchFile<Words = Record<string, unknown>> {
  words: Words;
  /** Of each term its name in this language, then those in others by which it is not known here; folded */
  names: readonly (readonly string[])[];
  products: readonly Suggestion[];
  /** Where news, flashes and help are */
  places: readonly Suggestion[];
  /** The API with live news and flashes; null if the site has none */
  service: { base: string; lang: string; language: NewsLanguage } | null;
}
