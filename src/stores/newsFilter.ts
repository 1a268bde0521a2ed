/** The filters of the list of news, as the address of the page holds them: ?category=…&source=…&language=all&q=… */

export interface NewsFilter {
  category: string;
  source: string;
  /** 'all', or '' for the language of the page */
  language: '' | 'all';
  q: string;
}

export const NO_FILTER: NewsFilter = { category: '', source: '', language: '', q: '' };

/** The source of the house's own articles; they are in the page and are not asked for. */
export const HOUSE_SOURCE = 'finger';
/** Their category. */
export const HOUSE_CATEGORY = 'house';
/** Longer search texts are refused by the API. */
export const MOST_QUERY = 100;

/** Filters out of the query of an address. What is unknown there is left alone. */
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

/** The query of an address with these filters; other parts of it stay. '' where nothing is left. */
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

/** True where a text holds every word of a search, in any case and width. */
export function holdsWords(text: string, q: string): boolean {
  const within = folded(text);
  return folded(q)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** One spelling for what readers take for the same: full and half width, capitals and small letters. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
