/** The part of the contract that is about official series: what publishers state, cross rates, the stream of new days. */
import * as v from 'valibot';
import { type Call, instant } from './common.ts';

/** YYYY-MM-DD: the day of a value, or the first day of its month */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/), v.examples(['2026-11-20']));
/** Digits with '.', without grouping */
const decimal = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.examples(['1.0850']));
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));
export const seriesId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,39}$/), v.examples(['ecb-eur-usd']));

/** How often a series has a value: each working day; the same, but published once a week; averages of months. */
const kind = v.picklist(['daily', 'weekly', 'monthly']);

const publisher = v.object({
  id: v.string(),
  name: v.string(),
  licence: v.string(),
  /** The address of the terms */
  terms: v.nullable(v.string()),
  /** What the terms demand beside the values, in English */
  notice: v.nullable(v.string()),
});

/** The newest value against the one before, of the same series. */
const change = v.object({
  /** In the unit of the series, of yields in percentage points */
  difference: decimal,
  /** Of the value before; null of a series in percent */
  percent: v.nullable(decimal),
});

/** An official series, with names in the language of Accept-Language. */
export const marketSeries = v.object({
  id: seriesId,
  name: v.string(),
  kind,
  group: v.picklist(['currency', 'yield', 'policyRate', 'marketRate', 'commodity']),
  /** A rate is the price of one unit of base in quote */
  unit: v.picklist(['rate', 'percent', 'usdPerBarrel']),
  base: v.nullable(currency),
  quote: v.nullable(currency),
  /** The term of a yield */
  months: v.nullable(v.number()),
  publisher,
  /** The page that announces the values */
  page: v.string(),
  /** Null until a value has been read. As published */
  newest: v.nullable(v.object({ day, value: decimal, seenAt: instant })),
  before: v.nullable(v.object({ day, value: decimal })),
  change: v.nullable(change),
  /**
   * By how many working days the next value is late. A delay below LATE_FROM_DAYS (markets/freshness.ts) may be a holiday.
   * The next value of a monthly series is late from 45 days after the month.
   */
  late: v.pipe(v.number(), v.integer()),
  /** When the publisher states its next value, at the earliest; null if it does not say */
  due: v.nullable(instant),
});
export type MarketSeries = v.InferOutput<typeof marketSeries>;

/** `last`: where the stream continues after this list. */
export const marketSeriesData = v.object({ list: v.array(marketSeries), last: v.string() });

/** Points oldest first, and the values that the publisher has replaced since. */
export const seriesPointsData = v.object({
  series: marketSeries,
  points: v.array(v.object({ day, value: decimal })),
  replaced: v.array(v.object({ day, value: decimal, seenAt: instant, replacedAt: instant })),
});

/**
 * The price of one unit of the base in another currency: with the digits that one publisher states, or calculated from one
 * or two of its rates of one day and rounded to the decimals with which the pair is quoted (markets/pairs.ts).
 */
export const marketRate = v.object({
  base: currency,
  quote: currency,
  value: decimal,
  day,
  kind,
  publisher,
  /** Null if the publisher states this rate itself, else what was calculated: 'EUR/JPY ÷ EUR/USD' */
  formula: v.nullable(v.string()),
  /** The rates that it consists of, as published */
  from: v.array(v.object({ series: seriesId, pair: v.string(), value: decimal })),
  /** The same rate of the publisher's last day before */
  before: v.nullable(v.object({ day, value: decimal })),
  change: v.nullable(change),
  late: v.pipe(v.number(), v.integer()),
});
export type MarketRate = v.InferOutput<typeof marketRate>;

export const latestRatesData = v.object({ base: currency, list: v.array(marketRate), last: v.string() });

export const marketSeriesCall = { path: '/api/web/market/series', data: marketSeriesData } satisfies Call;
export const seriesPointsCall = { path: '/api/web/market/series/{id}', data: seriesPointsData } satisfies Call;
export const latestRatesCall = { path: '/api/web/market/rates/latest', data: latestRatesData } satisfies Call;

/** Calls with a query; its parameters are in the OpenAPI document (server/series/marketApi.ts). */
export const MARKET_CALLS = {
  marketSeries: marketSeriesCall,
  seriesPoints: seriesPointsCall,
  latestRates: latestRatesCall,
} as const;
export type MarketCallName = keyof typeof MARKET_CALLS;

/**
 * Server-sent events, each with the id to resume after:
 *   point  a SeriesNews: a series has changed
 *   gap    { }: more was missed than is kept; load the list again
 *   beat   { at }: nothing was missed up to now
 * docs/marketSocket.md describes the same messages for a websocket (MARKET_SOCKET_URL).
 */
export const MARKET_STREAM_PATH = '/api/web/market/stream';

/** The newest value of a series that has changed: it has a new day, or a day was revised, mostly an older one. */
export const seriesNews = v.object({ series: seriesId, day, value: decimal });
export type SeriesNews = v.InferOutput<typeof seriesNews>;

/** A message of a market socket, as JSON. */
export const marketMessage = v.variant('type', [
  v.object({ type: v.literal('beat'), at: instant }),
  v.object({ type: v.literal('point'), ...seriesNews.entries }),
  v.object({ type: v.literal('gap') }),
]);
export type MarketMessage = v.InferOutput<typeof marketMessage>;
