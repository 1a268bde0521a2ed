import { map } from 'nanostores';
import type { City, Country, DictionaryEntry } from '../contract/places.ts';
import { lookUp } from '../lookUp.ts';

/** The API that the form calls. */
export interface AccountService {
  /** Base of the product's API, '' for the site's own origin */
  base: string;
  /** Language of messages, a BCP 47 tag */
  lang: string;
  /** Address that takes licence files, if it is not the API */
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

/** The lists that the questions of the form offer, once they are loaded. */
export const $accountLists = map<AccountLists>({ countries: undefined, cities: {}, entries: {} });

/** The entries of a list; empty until it is loaded. */
export const listOf = <T>(list: Listed<T>): readonly T[] => (Array.isArray(list) ? list : []);

/** Loads every country. This and the next two functions never throw, and load a list again only if it failed. */
export const loadCountries = (service: AccountService) =>
  load(
    $accountLists.get().countries,
    (list) => $accountLists.setKey('countries', list),
    ({ readCountries }) => readCountries({ ...service, quiet: true }),
  );

export const loadCities = (country: string, service: AccountService) =>
  load(
    lookUp($accountLists.get().cities, country),
    (list) => $accountLists.setKey('cities', { ...$accountLists.get().cities, [country]: list }),
    ({ readCities }) => readCities(country, { ...service, quiet: true }),
  );

export const loadEntries = (root: number, service: AccountService) =>
  load(
    $accountLists.get().entries[root],
    (list) => $accountLists.setKey('entries', { ...$accountLists.get().entries, [root]: list }),
    ({ readEntries }) => readEntries(root, { ...service, quiet: true }),
  );

async function load<T>(
  known: Listed<T>,
  show: (list: Listed<T>) => void,
  read: (api: typeof import('../api/places.ts')) => Promise<readonly T[]>,
): Promise<void> {
  if (known === 'loading' || Array.isArray(known)) return;
  show('loading');
  try {
    // Apart from the call: Vite would report its failure as one of the import, and the page as a missing part.
    const api = await import('../api/places.ts');
    show(await read(api));
  } catch {
    show('failed');
  }
}
