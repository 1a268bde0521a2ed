/** The part of the contract that forms use: countries, cities, the dictionary. */
import * as v from 'valibot';
import { byLocale } from '../i18n/locales.ts';
import { callsBelow } from './common.ts';

const names = /* @__PURE__ */ v.object(byLocale(() => v.string()));

/** An ISO 3166-1 country: numeric code as id, alpha-2 code, dial code such as '+81', ISO 4217 currency. */
export const country = v.object({
  id: v.pipe(v.number(), v.integer()),
  code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  names,
  dialCode: v.nullable(v.pipe(v.string(), v.regex(/^\+\d{1,4}$/))),
  currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
});
export type Country = v.InferOutput<typeof country>;

/**
 * A city: GeoNames id, name and first-order region ('' if there is none) in the language asked for where GeoNames has
 * them, else in Latin letters; population (0: unknown); every other name by which it is found.
 */
export const city = v.object({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  region: v.string(),
  population: v.pipe(v.number(), v.integer()),
  otherNames: v.array(v.string()),
});
export type City = v.InferOutput<typeof city>;

/** An entry of the dictionary; the roots have parentId 0. */
export const dictionaryEntry = v.object({
  id: v.pipe(v.number(), v.integer()),
  parentId: v.pipe(v.number(), v.integer()),
  key: v.string(),
  names,
});
export type DictionaryEntry = v.InferOutput<typeof dictionaryEntry>;

const listOf = <S extends v.GenericSchema>(entry: S) => v.object({ list: v.array(entry) });
const call = /* @__PURE__ */ callsBelow('/api/web/common');

export const countryListCall = /* @__PURE__ */ call('/country/list', listOf(country));
export const cityListCall = /* @__PURE__ */ call('/city/cityList/{id}', listOf(city));
export const dictionaryCall = /* @__PURE__ */ call('/dict/listByParentId/{id}', listOf(dictionaryEntry));
