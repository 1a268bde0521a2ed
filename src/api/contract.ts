/**
 * Shapes that go over the wire: the only module that the browser and the server both import. The client's types, the
 * server's answers and the OpenAPI document are made from it.
 */
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

/** Languages of news and flashes: BCP 47, Chinese by script. */
export const NEWS_LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans'] as const;
export type NewsLanguage = (typeof NEWS_LANGUAGES)[number];

const newsLanguage = v.picklist(NEWS_LANGUAGES);
const newsKind = v.picklist(['news', 'flash']);
/** Digits; house articles have ids with letters (content/<locale>/news), so the two never meet. */
const itemId = v.pipe(v.string(), v.regex(/^\d{1,15}$/));
/** ISO 8601 in UTC */
const instant = v.string();

/** An item of the news or flash list. */
export const newsItem = v.object({
  id: itemId,
  kind: newsKind,
  /** `id` as lists take it for a filter; 'desk' is the house's own, 'market' its market clock */
  source: v.object({ id: v.string(), name: v.string() }),
  language: newsLanguage,
  category: v.string(),
  title: v.string(),
  /** Plain text; null where the source allows the title only */
  summary: v.nullable(v.string()),
  /** The original; null where the item is its own */
  link: v.nullable(v.string()),
  important: v.boolean(),
  /** The rule that made it important: editor, rateDecision, tradingHalt, keyStatistic */
  reason: v.nullable(v.string()),
  symbols: v.array(v.string()),
  /** Never changes: lists are ordered by it, newest first */
  publishedAt: instant,
  firstSeenAt: instant,
  updatedAt: instant,
  /** 1, and one more for each change of its words */
  revision: v.pipe(v.number(), v.integer()),
  /** The id of the first item that tells the same; its own where it is the first */
  cluster: itemId,
});
export type NewsItem = v.InferOutput<typeof newsItem>;

/** `next`: the cursor of the following page, which may be short or empty before the end; null at the end. */
export const newsListData = v.object({ list: v.array(newsItem), next: v.nullable(v.string()) });

/**
 * `last`: where the stream (or `after`) goes on from this answer. With `after` the list holds what has changed since,
 * the oldest change first, `withdrawn` the ids to be taken away, and `gap` says that more has changed than is told:
 * read the list anew.
 */
export const flashListData = v.object({
  list: v.array(newsItem),
  next: v.nullable(v.string()),
  last: v.string(),
  withdrawn: v.array(itemId),
  gap: v.boolean(),
});

/** What an item said before: revision `number` until `changedAt`. */
const revision = v.object({
  number: v.pipe(v.number(), v.integer()),
  title: v.string(),
  summary: v.nullable(v.string()),
  changedAt: instant,
});

/** An item, its earlier words (the oldest first), and others: first those that tell the same, then of its category. */
export const itemData = v.object({ item: newsItem, revisions: v.array(revision), related: v.array(newsItem) });

/** A source of news and flashes, and how its last fetches went. */
export const newsSource = v.object({
  id: v.string(),
  name: v.string(),
  /** The page that announces the feed */
  page: v.nullable(v.string()),
  kind: v.nullable(newsKind),
  language: v.nullable(newsLanguage),
  category: v.nullable(v.string()),
  /** waiting: never fetched */
  status: v.picklist(['ok', 'failing', 'waiting']),
  checkedAt: v.nullable(instant),
  okAt: v.nullable(instant),
  nextAt: v.nullable(instant),
  failures: v.pipe(v.number(), v.integer()),
  /** A kind such as 'timeout' */
  lastError: v.nullable(v.string()),
  itemsSeen: v.pipe(v.number(), v.integer()),
});
export type NewsSource = v.InferOutput<typeof newsSource>;

export const newsListCall = /* @__PURE__ */ call('/api/web/news/list', newsListData);
export const newsItemCall = /* @__PURE__ */ call('/api/web/news/{id}', itemData);
export const newsSourcesCall = /* @__PURE__ */ call('/api/web/news/sources', listOf(newsSource));
export const flashListCall = /* @__PURE__ */ call('/api/web/flash/list', flashListData);
export const flashItemCall = /* @__PURE__ */ call('/api/web/flash/{id}', itemData);

/** Calls with a query; which names it takes stands in the OpenAPI document (server/news/routes.ts). */
export const NEWS_CALLS = {
  newsList: newsListCall,
  newsSources: newsSourcesCall,
  newsItem: newsItemCall,
  flashList: flashListCall,
  flashItem: flashItemCall,
} as const;
export type NewsCallName = keyof typeof NEWS_CALLS;

/**
 * Server-sent events, each with the id to resume after:
 *   flash     a NewsItem: new, or in place of the one with its id
 *   withdraw  { id }: to be taken away
 *   gap       { }: more was missed than is kept; read the list anew
 *   beat      { at }: nothing was missed up to now
 */
export const FLASH_STREAM_PATH = '/api/web/flash/stream';
export const FLASH_EVENTS = ['flash', 'withdraw', 'gap', 'beat'] as const;
/** POST, JSON, with an editor's token in the header `token`. */
export const FLASH_PUBLISH_PATH = '/api/web/flash/publish';
/** RSS 2.0 and JSON Feed 1.1 of the newest; `{locale}` is a folder of content such as 'ja'. */
export const NEWS_FEED_PATHS = {
  newsRss: '/api/web/news/rss/{locale}',
  newsJson: '/api/web/news/json/{locale}',
  flashRss: '/api/web/flash/rss/{locale}',
  flashJson: '/api/web/flash/json/{locale}',
} as const;

const title = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300));
const summary = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(1000)));
const httpLink = v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s/]/), v.url());
/** Body of a publication. What a revision leaves out stays as it is. */
export const flashPublication = v.variant('action', [
  v.strictObject({
    action: v.literal('publish'),
    language: newsLanguage,
    title,
    summary: v.optional(summary, null),
    link: v.optional(v.nullable(httpLink), null),
    category: v.optional(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,29}$/)), 'desk'),
    important: v.optional(v.boolean(), false),
    symbols: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/))), v.maxLength(10)),
      () => [],
    ),
  }),
  v.strictObject({
    action: v.literal('revise'),
    id: itemId,
    title: v.optional(title),
    summary: v.optional(summary),
    important: v.optional(v.boolean()),
  }),
  v.strictObject({ action: v.literal('withdraw'), id: itemId }),
]);
export type FlashPublication = v.InferOutput<typeof flashPublication>;
export const publishedData = v.object({ id: itemId, revision: v.pipe(v.number(), v.integer()) });

/** Answer of /api/health/live and /api/health/ready. */
export const healthData = v.object({ live: v.boolean(), ready: v.boolean() });
