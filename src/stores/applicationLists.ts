import { map } from 'nanostores';
import type { Service } from '../contract/common.ts';
import type { City, Country, DictionaryEntry } from '../contract/places.ts';
import { lookUp } from '../lookUp.ts';

/** The API that the form calls. */
export interface ApplicationService extends Service {
  /** Address that takes license files, if it is not the API */
  uploadUrl?: string | undefined;
}

export type Listed<T> = readonly T[] | 'loading' | 'failed' | undefined;

export interface ApplicationLists {
  countries: Listed<Country>;
  /** By alpha-2 code of the country, largest first */
  cities: Readonly<Record<string, Listed<City>>>;
  /** Entries of the dictionary by the id of their root */
  entries: Readonly<Record<number, Listed<DictionaryEntry>>>;
}

/** The lists that the questions of the form offer, once they are loaded. */
export const $applicationLists = map<ApplicationLists>({ countries: undefined, cities: {}, entries: {} });

/** The entries of a list; empty until it is loaded. */
export const listOf = <T>(list: Listed<T>): readonly T[] => (Array.isArray(list) ? list : []);

/** Loads every country. This and the next two functions never throw, and load a list again only if it failed. */
export const loadCountries = (service: Service) =>
  load(
    $applicationLists.get().countries,
    (list) => $applicationLists.setKey('countries', list),
    ({ countryListCall, request }) => request(countryListCall, service),
  );

export const loadCities = (country: string, service: Service) =>
  load(
    lookUp($applicationLists.get().cities, country),
    (list) => $applicationLists.setKey('cities', { ...$applicationLists.get().cities, [country]: list }),
    ({ cityListCall, request }) => request(cityListCall, service, { parameters: { id: country } }),
  );

export const loadEntries = (root: number, service: Service) =>
  load(
    $applicationLists.get().entries[root],
    (list) => $applicationLists.setKey('entries', { ...$applicationLists.get().entries, [root]: list }),
    ({ dictionaryCall, request }) => request(dictionaryCall, service, { parameters: { id: String(root) } }),
  );

async function load<T>(
  known: Listed<T>,
  show: (list: Listed<T>) => void,
  read: (api: typeof import('../api/lazy/places.ts')) => Promise<{ list: readonly T[] }>,
): Promise<void> {
  if (known === 'loading' || Array.isArray(known)) return;
  show('loading');
  try {
    // Apart from the call: Vite would report its failure as one of the import, and the page as a missing part.
    const api = await import('../api/lazy/places.ts');
    show((await read(api)).list);
  } catch {
    show('failed');
  }
}
