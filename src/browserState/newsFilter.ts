/** The filters of the list of news, as in the query of the page: ?category=…&source=…&language=all&q=… */
import { folded } from '../i18n/folded.ts';
import type { NEWS_FILTERS } from './keys.ts';

export interface NewsFilter extends Record<(typeof NEWS_FILTERS)[number], string> {
  /** 'all', or '' for the language of the page */
  language: '' | 'all';
}

export const NO_FILTER: NewsFilter = { category: '', source: '', language: '', q: '' };

/** The source of the house's own articles, which are in the page and are not requested. */
export const HOUSE_SOURCE = 'finger';
/** The category of those that are about the site. */
export const HOUSE_CATEGORY = 'house';
/** The API refuses longer search texts. */
export const MOST_QUERY = 100;

/** Reads the filters from the query of an address and ignores its other parts. */
export function readFilter(search: string): NewsFilter {
  const query = new URLSearchParams(search);
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, MOST_QUERY);
  return {
    category: text('category'),
    source: text('source'),
    language: query.get('language') === 'all' ? 'all' : '',
    q: text('q'),
  };
}

/** The query of an address with these filters; other parts of it stay. '' if nothing is left. */
export function writeFilter(filter: NewsFilter, search = ''): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  return text && `?${text}`;
}

export const isFiltered = (filter: NewsFilter) => Object.values(filter).some(Boolean);

/** True if a text contains every word of a search, ignoring case and width. */
export function holdsWords(text: string, q: string): boolean {
  const within = folded(text);
  return folded(q)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
