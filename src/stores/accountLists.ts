import { map } from 'nanostores';
import type { City, Country, DictionaryEntry } from '../contract/places.ts';
import { lookUp } from '../lookUp.ts';

/** Where the form asks. */
export interface AccountService {
  /** Base of the product's API, '' for the site's own origin */
  base: string;
  /** Language of messages, a BCP 47 tag */
  lang: string;
  /** Where licence files go, where that is not the API */
  uploadUrl?: string | undefined;
}

export type Listed<T> = readonly T[] | 'loading' | 'failed' | undefined;

export interface AccountLists {
  countries: Listed<Country>;
  /** By alpha-2 code of the country, largest first */
  cities: Readonly<Record<string, Listed<City>>>;
  /** Entries of the dictionary by the id of their root */
  entries: Readonly<Record<number, Listed<DictionaryEntry>>>;
}

/** What the questions of the form offer, once it is loaded. */
export const $accountLists = map<AccountLists>({ countries: undefined, cities: {}, entries: {} });

/** What a list holds; nothing as long as it is not there. */
export const listOf = <T>(list: Listed<T>): readonly T[] => (Array.isArray(list) ? list : []);

const isThere = (list: Listed<unknown>) => list === 'loading' || Array.isArray(list);

/** Reads every country. This and the next two never throw, and ask again only for what has failed. */
export async function loadCountries({ base, lang }: AccountService): Promise<void> {
  if (isThere($accountLists.get().countries)) return;
  $accountLists.setKey('countries', 'loading');
  const list = await attempt(async () =>
    (await import('../api/account.ts')).readCountries({ base, lang, quiet: true }),
  );
  $accountLists.setKey('countries', list);
}

export async function loadCities(country: string, { base, lang }: AccountService): Promise<void> {
  const show = (list: Listed<City>) =>
    $accountLists.setKey('cities', { ...$accountLists.get().cities, [country]: list });
  if (isThere(lookUp($accountLists.get().cities, country))) return;
  show('loading');
  show(await attempt(async () => (await import('../api/account.ts')).readCities(country, { base, lang, quiet: true })));
}

export async function loadEntries(root: number, { base, lang }: AccountService): Promise<void> {
  const show = (list: Listed<DictionaryEntry>) =>
    $accountLists.setKey('entries', { ...$accountLists.get().entries, [root]: list });
  if (isThere($accountLists.get().entries[root])) return;
  show('loading');
  show(await attempt(async () => (await import('../api/account.ts')).readEntries(root, { base, lang, quiet: true })));
}

async function attempt<T>(read: () => Promise<readonly T[]>): Promise<readonly T[] | 'failed'> {
  try {
    return await read();
  } catch {
    return 'failed';
  }
}

/**
 * What tells a city from the others of its name in the country: the seat of its region, and where that is the same the
 * inhabitants too. Nothing where it is the only one.
 */
export function marksOf(city: City, cities: readonly City[]): { region?: string; population?: number } {
  const namesakes = cities.filter(({ name, id }) => name === city.name && id !== city.id);
  if (namesakes.length === 0) return {};
  const isClear = namesakes.every(({ region }) => region !== city.region);
  return {
    ...(city.region && { region: city.region }),
    ...(!isClear && city.population > 0 && { population: city.population }),
  };
}

/** 'São Paulo', 'sao paulo' and full-width letters are the same. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Cities whose name begins with what is typed, then those with a word that does; `most` of them. */
export function findCities(cities: readonly City[], typed: string, most: number): City[] {
  const wanted = foldName(typed);
  if (!wanted) return cities.slice(0, most);
  const first: City[] = [];
  const second: City[] = [];
  for (const city of cities) {
    const name = foldName(city.name);
    if (name.startsWith(wanted)) first.push(city);
    else if (name.includes(` ${wanted}`)) second.push(city);
    if (first.length === most) break;
  }
  return [...first, ...second].slice(0, most);
}
