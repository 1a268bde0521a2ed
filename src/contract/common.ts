/** The part of the contract that every page loads. */
import * as v from 'valibot';

/** Code of success; every other code is an error (src/contract/errors.ts says what each one does). */
export const SUCCESS = 20000;

/**
 * Every response of our own server, at any HTTP status. Another server may omit `data` in an error, and send `success`
 * besides the code: the client checks the code first (errors.ts).
 */
export const envelopeOf = <S extends v.GenericSchema>(data: S) =>
  v.object({ code: v.pipe(v.number(), v.integer()), message: v.string(), data });

export type Envelope<T = unknown> = { code: number; message: string; data: T };
/** An envelope of a failure. Operators find the request in the log by its `requestId`. */
export type Problem<T = unknown> = Envelope<T> & { requestId: string };

/** `data` of a response that rejects some fields of the request: their names, and what is wrong with each. */
export const fieldErrors = v.object({ fields: v.array(v.object({ field: v.string(), message: v.string() })) });
export type FieldErrors = v.InferOutput<typeof fieldErrors>;

/** The place of an IP address; all null if it is private or unknown. Names in the caller's locale if known. */
export const place = v.object({
  city: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2 */
  countryCode: v.optional(v.nullable(v.string())),
  region: v.optional(v.nullable(v.string())),
});
export type PlaceAnswer = v.InferOutput<typeof place>;

/** A time, ISO 8601 in UTC. */
export const instant = /* @__PURE__ */ v.string();

/** A loose pattern for IPv4 and IPv6: the pattern of valibot would weigh as much as all other shapes of a page. */
export const ipData = v.object({ ip: v.pipe(v.string(), v.regex(/^[\da-f.:]{2,45}$/i)) });

/** Our server returns an object; others return a list of one. */
const locationData = v.object({
  list: v.union([
    place,
    v.pipe(
      v.strictTuple([place]),
      v.transform(([only]) => only),
    ),
  ]),
});

/** The API that a page calls. */
export interface Service {
  /** Address of the API without a trailing slash; '' is the site's own origin */
  base: string;
  /** Language of messages and names, a BCP 47 tag such as 'zh-Hant-TW' */
  lang: string;
}

/** A GET of the specification: path with `{name}` for its parameters, and the shape of `data`. */
export interface Call<S extends v.GenericSchema = v.GenericSchema> {
  path: string;
  data: S;
}
/** Describes calls whose paths begin with `root`. */
export const callsBelow =
  (root: string) =>
  <S extends v.GenericSchema>(path: string, data: S): Call<S> => ({ path: root + path, data });

// Separate constants, so that a page loads only the shapes of the calls it makes.
export const ipCall = { path: '/api/web/common/ip', data: ipData } satisfies Call;
export const locationCall = {
  path: '/api/web/common/country/getLocationByIp/{ip}',
  data: locationData,
} satisfies Call;
export type CallData<C extends Call> = v.InferOutput<C['data']>;

/** Response of /api/health/live and /api/health/ready. */
export const healthData = v.object({ live: v.boolean(), ready: v.boolean() });
/** Response of /api/health. `mailLate`: a mail has waited for over 15 minutes; null while the database does not answer. */
export const healthOfAllData = v.object({ ...healthData.entries, mailLate: v.nullable(v.boolean()) });
