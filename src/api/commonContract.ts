/** The part of the contract that every page loads. */
import * as v from 'valibot';

/** Code of success; every other code is an error (src/api/errors.ts says which does what). */
export const SUCCESS = 20000;

/** Every answer of the product's API, at any HTTP status. */
export const envelopeOf = <S extends v.GenericSchema>(data: S) =>
  v.object({ code: v.pipe(v.number(), v.integer()), message: v.string(), data });

export const envelope = envelopeOf(v.unknown());
export type Envelope<T = unknown> = { code: number; message: string; data: T };

/** `data` of an answer that refuses some fields of the input: field names of the request, and what is wrong with each. */
export const fieldErrors = v.object({ fields: v.array(v.object({ field: v.string(), message: v.string() })) });
export type FieldErrors = v.InferOutput<typeof fieldErrors>;

const names = v.object({ 'en-US': v.string(), 'en-GB': v.string(), ja: v.string(), tw: v.string(), cn: v.string() });
export type Names = v.InferOutput<typeof names>;

/** An ISO 3166-1 country: numeric code as id, alpha-2 code, dial code such as '+81', ISO 4217 currency. */
export const country = v.object({
  id: v.pipe(v.number(), v.integer()),
  code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  names,
  dialCode: v.nullable(v.pipe(v.string(), v.regex(/^\+\d{1,4}$/))),
  currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
});
export type Country = v.InferOutput<typeof country>;

/** A city: GeoNames id, name, first-order region (GeoNames admin1 code, '' where there is none), population. */
export const city = v.object({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  region: v.string(),
  population: v.pipe(v.number(), v.integer()),
});
export type City = v.InferOutput<typeof city>;

/** Where an IP address is; all null where it is private or unknown. Names in the caller's locale where known. */
export const place = v.object({
  city: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2 */
  countryCode: v.optional(v.nullable(v.string())),
  region: v.optional(v.nullable(v.string())),
});
export type PlaceAnswer = v.InferOutput<typeof place>;

/** An entry of the dictionary; the roots have parentId 0. */
export const dictionaryEntry = v.object({
  id: v.pipe(v.number(), v.integer()),
  parentId: v.pipe(v.number(), v.integer()),
  key: v.string(),
  names,
});
export type DictionaryEntry = v.InferOutput<typeof dictionaryEntry>;

const listOf = <S extends v.GenericSchema>(entry: S) => v.object({ list: v.array(entry) });

/** Loosely an IPv4 or IPv6 address: the pattern of valibot alone would weigh as much as all other shapes of a page. */
export const ipData = v.object({ ip: v.pipe(v.string(), v.regex(/^[\da-f.:]{2,45}$/i)) });

/** Our server answers an object; others answer a list of one. */
export const locationData = v.object({
  list: v.union([
    place,
    v.pipe(
      v.strictTuple([place]),
      v.transform(([only]) => only),
    ),
  ]),
});

/** A GET of the specification: path with `{name}` for its parameters, and the shape of `data`. */
export interface Call<S extends v.GenericSchema = v.GenericSchema> {
  path: string;
  data: S;
}
const call = <S extends v.GenericSchema>(path: string, data: S): Call<S> => ({ path, data });

// Apart from one another, so that a page loads the shapes of the calls it makes and no others.
export const ipCall = /* @__PURE__ */ call('/api/web/common/ip', ipData);
export const countryListCall = /* @__PURE__ */ call('/api/web/common/country/list', listOf(country));
export const locationCall = /* @__PURE__ */ call('/api/web/common/country/getLocationByIp/{ip}', locationData);
export const cityListCall = /* @__PURE__ */ call('/api/web/common/city/cityList/{id}', listOf(city));
export const dictionaryCall = /* @__PURE__ */ call('/api/web/common/dict/listByParentId/{id}', listOf(dictionaryEntry));

/** All of them, for the server, its OpenAPI document and the tests. */
export const CALLS = {
  ip: ipCall,
  countryList: countryListCall,
  location: locationCall,
  cityList: cityListCall,
  dictionary: dictionaryCall,
} as const;

export type CallName = keyof typeof CALLS;
export type CallData<C extends Call> = v.InferOutput<C['data']>;

/** Answer of /api/health/live and /api/health/ready. */
export const healthData = v.object({ live: v.boolean(), ready: v.boolean() });
