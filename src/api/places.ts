/** Lists that forms offer. */
import {
  type City,
  type Country,
  cityListCall,
  countryListCall,
  type DictionaryEntry,
  dictionaryCall,
} from '../contract/places.ts';
import { type ApiOptions, call, successOf } from './client.ts';

/** Every country of ISO 3166-1. These calls reject as call() does, and if the response is not a success. */
export async function readCountries(options: ApiOptions): Promise<Country[]> {
  return successOf(await call(countryListCall, {}, options)).list;
}

/** Cities of a country by its alpha-2 code, largest first. */
export async function readCities(country: string, options: ApiOptions): Promise<City[]> {
  return successOf(await call(cityListCall, { id: country }, options)).list;
}

/** Entries of the dictionary below a root. */
export async function readEntries(root: number, options: ApiOptions): Promise<DictionaryEntry[]> {
  return successOf(await call(dictionaryCall, { id: String(root) }, options)).list;
}
