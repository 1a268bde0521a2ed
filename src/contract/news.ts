/** The part of the contract that is about news and flash. */
import * as v from 'valibot';
import type { Call } from './common.ts';
import type { Names } from './places.ts';

/** Languages of news and flashes: BCP 47, Chinese by script. */
export const NEWS_LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans'] as const;
export type NewsLanguage = (typeof NEWS_LANGUAGES)[number];

/** The language of news for each locale; both kinds of English share theirs. */
export const LANGUAGE_OF: Readonly<Record<keyof Names, NewsLanguage>> = {
  'en-US': 'en',
  'en-GB': 'en',
  ja: 'ja',
  tw: 'zh-Hant',
  cn: 'zh-Hans',
};

/**
 * The reasons for which an item is important, in the order of the rules, each with the category to which its rule is
 * limited, null where it holds for all. Pages explain them by this table; the rules are server/news/importance.ts.
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
/** Digits; house articles have ids with letters (content/<locale>/news), so the two never meet. */
export const itemId = v.pipe(v.string(), v.regex(/^\d{1,15}$/));
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
  /** The rule that made it important, an ImportanceReason */
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
const newsSource = v.object({
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
  /** A kind such as 'timeout'; '2 refused' where the feed was read and two of its items could not be stored */
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
/** RSS 2.0 and JSON Feed 1.1 of the newest; `{locale}` is a folder of content such as 'ja'. */
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
  /** Its page */
  href: string;
  /** '4 minutes to read' */
  readingTime: string;
  /** Language of its words where it is not the page's */
  lang?: string;
}
