/** The part of the contract that is about news and flash. */
import * as v from 'valibot';
import { byLocale, LOCALES, type Locale } from '../i18n/locales.ts';
import { type Call, instant } from './common.ts';

/** The language of news for each locale: its tag without the region, so that both kinds of English share one. */
export const LANGUAGE_OF = byLocale((locale) => LOCALES[locale].lang.replace(/-[A-Z]{2}$/, '') as NewsLanguage);
type WithoutRegion<Tag extends string> = Tag extends `${infer Head}-${infer Rest}`
  ? Rest extends Uppercase<Rest>
    ? Head
    : `${Head}-${WithoutRegion<Rest>}`
  : Tag;
export type NewsLanguage = WithoutRegion<(typeof LOCALES)[Locale]['lang']>;

/** Languages of news and flashes: BCP 47, Chinese by script. */
export const NEWS_LANGUAGES = [...new Set(Object.values(LANGUAGE_OF))];

/**
 * The reasons why an item is important, in the order of the rules, each with the category that its rule is limited to,
 * or null if it applies to all. Pages explain the reasons by this table; the rules are in server/news/importance.ts.
 */
export const IMPORTANCE = {
  editor: 'desk',
  rateDecision: 'central-bank',
  tradingHalt: null,
  keyStatistic: 'statistics',
} as const;
export type ImportanceReason = keyof typeof IMPORTANCE;

export const newsLanguage = v.picklist(NEWS_LANGUAGES);
const newsKind = v.picklist(['news', 'flash']);
/** Digits; house articles have ids with letters (content/<locale>/news), so the two never collide. */
export const ITEM_ID = /^\d{1,15}$/;
export const itemId = v.pipe(v.string(), v.regex(ITEM_ID));

/** The company that has published an item, and the license under which it works. */
export const publisher = v.object({ name: v.string(), licence: v.string(), authority: v.string() });

const license = v.object({ role: v.string(), state: v.string(), number: v.string(), authority: v.string() });

/** An item of the news or flash list. */
export const newsItem = v.object({
  id: itemId,
  kind: newsKind,
  /** `id` as the filters of lists take it; 'desk' is the house's own, 'market' its market clock */
  source: v.object({ id: v.string(), name: v.string() }),
  /** Of what a company's analysts have published, as long as the company is confirmed */
  company: v.optional(publisher),
  /** Of who has published it there, if that is an approved analyst or broker; the number only once it is checked */
  license: v.optional(license),
  language: newsLanguage,
  category: v.string(),
  title: v.string(),
  /** Plain text; null if the source allows only the title */
  summary: v.nullable(v.string()),
  /** The original; null if the item itself is the original */
  link: v.nullable(v.string()),
  important: v.boolean(),
  /** The rule that made it important, an ImportanceReason */
  reason: v.nullable(v.string()),
  symbols: v.array(v.string()),
  /** Never changes: lists are ordered by it, newest first */
  publishedAt: instant,
  firstSeenAt: instant,
  updatedAt: instant,
  /** 1, plus one for each change of its words */
  revision: v.pipe(v.number(), v.integer()),
  /** The id of the first item that reports the same; its own if it is the first */
  cluster: itemId,
});
export type NewsItem = v.InferOutput<typeof newsItem>;

/** `next`: the cursor of the next page, or null at the end. Pages before the end may be short or empty. */
export const newsListData = v.object({ list: v.array(newsItem), next: v.nullable(v.string()) });

/**
 * `last`: where the stream (or `after`) continues after this response. With `after`, `list` holds the changes since
 * then, oldest first, `withdrawn` holds the ids to remove, and `gap` means that more has changed than is reported:
 * reload the list.
 */
export const flashListData = v.object({
  list: v.array(newsItem),
  next: v.nullable(v.string()),
  last: v.string(),
  withdrawn: v.array(itemId),
  gap: v.boolean(),
});

/** An earlier version of an item: revision `number`, valid until `changedAt`. */
const revision = v.object({
  number: v.pipe(v.number(), v.integer()),
  title: v.string(),
  summary: v.nullable(v.string()),
  changedAt: instant,
});

/**
 * An item, its earlier versions (oldest first), and others: first those that report the same, then its category. `newer`
 * and `older` are those next to it in the list of its language.
 */
export const itemData = v.object({
  item: newsItem,
  revisions: v.array(revision),
  related: v.array(newsItem),
  newer: v.nullable(newsItem),
  older: v.nullable(newsItem),
});

/** A source of news and flashes, and how its last fetches went. */
const newsSource = v.object({
  id: v.string(),
  name: v.string(),
  /** Set if the source is a company that publishes on the site instead of a feed */
  company: v.optional(publisher),
  /** The page that announces the feed */
  page: v.nullable(v.string()),
  kind: v.nullable(newsKind),
  language: v.nullable(newsLanguage),
  category: v.nullable(v.string()),
  /** ok: reached at the last fetch; failing: not reached then; waiting: not fetched yet. A company is always ok */
  status: v.picklist(['ok', 'failing', 'waiting']),
  /** The last fetch */
  checkedAt: v.nullable(instant),
  /** The last fetch that reached it; null if none has, and for a company, from which nothing is fetched */
  okAt: v.nullable(instant),
  nextAt: v.nullable(instant),
  /** Fetches that have failed since then, without those while our server itself was offline */
  failures: v.pipe(v.number(), v.integer()),
  /** A kind such as 'timeout'; '2 refused' if the feed was read but two of its items could not be stored */
  lastError: v.nullable(v.string()),
  itemsSeen: v.pipe(v.number(), v.integer()),
});
export type NewsSource = v.InferOutput<typeof newsSource>;

export const newsListCall = { path: '/api/web/news/list', data: newsListData } satisfies Call;
export const newsItemCall = { path: '/api/web/news/{id}', data: itemData } satisfies Call;
export const newsSourcesCall = {
  path: '/api/web/news/sources',
  data: v.object({ list: v.array(newsSource) }),
} satisfies Call;
export const flashListCall = { path: '/api/web/flash/list', data: flashListData } satisfies Call;
export const flashItemCall = { path: '/api/web/flash/{id}', data: itemData } satisfies Call;

/** Calls with a query; its parameters are in the OpenAPI document (server/news/newsApi.ts). */
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
 *   flash     a NewsItem: new, or replaces the one with its id
 *   withdraw  { id }: remove it
 *   gap       { }: more was missed than is kept; reload the list
 *   beat      { at }: nothing was missed up to now
 */
export const FLASH_STREAM_PATH = '/api/web/flash/stream';
/** RSS 2.0 and JSON Feed 1.1 of the newest items; `{locale}` is a folder of content such as 'ja'. */
export const NEWS_FEED_PATHS = {
  newsRss: '/api/web/news/rss/{locale}',
  newsJson: '/api/web/news/json/{locale}',
  flashRss: '/api/web/flash/rss/{locale}',
  flashJson: '/api/web/flash/json/{locale}',
} as const;

/** An article of the house, as the page holds it since the build. */
export interface HouseArticle {
  id: string;
  title: string;
  description: string;
  /** The day, '2026-11-13' */
  date: string;
  /** The day in words of the page's language */
  day: string;
  /** URL of its page */
  href: string;
  /** '4 minutes to read' */
  readingTime: string;
  /** True for a note about Finger; the other articles are about markets */
  house?: true;
  /** Language of its words if it differs from the page's */
  lang?: string;
}
