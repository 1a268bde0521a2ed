/** Official series over HTTP: the series, their points, rates of a base, the stream of new days. */
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { isDay } from '../../accounts/days.ts';
import { SERIES_GROUPS } from '../../catalogue/officialSeries.ts';
import { envelopeOf, MARKET_CALLS, MARKET_STREAM_PATH, type MarketCallName, seriesId } from '../../contract/all.ts';
import { SERIES_KINDS } from '../../markets/latestRates.ts';
import {
  type ApiContext,
  type ApiEnv,
  fail,
  type Prepared,
  prepare,
  prepareText,
  sendPrepared,
  success,
} from '../answers.ts';
import type { Database } from '../db/database.ts';
import { sendStream } from '../hub.ts';
import { localeOf, type ServerMessage } from '../messages.ts';
import { checked, described, errorsOf, jsonOf, patternOf } from '../openApi.ts';
import { csvOf, latestRates, seriesList, seriesPoints } from './reading.ts';
import type { Series } from './service.ts';
import { MARKET_STREAM_EXAMPLE } from './stream.ts';

/** Values change once a day: a browser asks again after a minute, and mostly gets a 304. */
const CACHE = 'public, max-age=60';
/** Answers kept at a time; one with all days of a long series is about a megabyte. */
const MOST_KEPT = 50;
const MINUTE_MS = 60_000;

const day = v.optional(v.pipe(v.string(), v.check(isDay)));
const listQuery = v.object({
  kind: v.optional(v.picklist(SERIES_KINDS)),
  group: v.optional(v.picklist(SERIES_GROUPS)),
  until: day,
});
const pointsQuery = v.pipe(
  v.object({ from: day, to: day, format: v.optional(v.picklist(['json', 'csv']), 'json') }),
  v.forward(
    v.check(({ from = '', to = '9' }) => from <= to),
    ['to'],
  ),
);
const ratesQuery = v.object({
  base: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  kind: v.optional(v.picklist(SERIES_KINDS)),
});
const streamQuery = v.object({
  group: listQuery.entries.group,
  after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
});

const QUERY_MESSAGES: Readonly<Record<string, ServerMessage>> = {
  kind: 'server.seriesKind',
  group: 'server.seriesGroup',
  until: 'server.day',
  from: 'server.day',
  to: 'server.day',
  format: 'server.format',
  base: 'server.currency',
  after: 'server.cursor',
};

export interface MarketApi {
  api: Hono<ApiEnv>;
  series: Series;
  database: Database;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
}

export function addMarketApi({ api, series, database, networkOf }: MarketApi): void {
  const { hub, rows, now } = series;
  const kept = new Map<string, Promise<Prepared>>();
  let keptAt = '';

  /** Prepares an answer once for all callers, until a series changes or a minute has passed: what is late may change. */
  function answer(key: string, make: () => Promise<Prepared>): Promise<Prepared> {
    const at = `${hub.last()} ${Math.floor(now().getTime() / MINUTE_MS)}`;
    if (at !== keptAt || kept.size >= MOST_KEPT) kept.clear();
    keptAt = at;
    const found = kept.get(key) ?? make();
    if (!kept.has(key)) {
      kept.set(key, found);
      found.catch(() => kept.delete(key));
    }
    return found;
  }
  const describedCall = (name: MarketCallName, summary: string, ...errors: Parameters<typeof errorsOf>) =>
    described(name, MARKET_CALLS[name], summary, ...errors);
  const localeIn = (c: ApiContext) => {
    c.header('Vary', 'Accept-Language', { append: true });
    return localeOf(c.req.header('accept-language'));
  };

  api.get(
    MARKET_CALLS.marketSeries.path,
    describedCall(
      'marketSeries',
      'Official series with their newest values, each by its publisher; with until those up to a day, such as the yields of a year ago',
      'invalid',
      'notReady',
    ),
    checked('query', listQuery, QUERY_MESSAGES),
    async (c) => {
      const query = c.req.valid('query');
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['list', locale, query.kind, query.group, query.until]), async () =>
        prepare(success(await seriesList(series, database.orm, locale, query))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  );

  api.get(
    patternOf(MARKET_CALLS.seriesPoints.path),
    describeRoute({
      operationId: 'seriesPoints',
      summary:
        'A series with its points, oldest first, from and to a day, both included; with format=csv a file of the points',
      responses: {
        200: {
          description: 'Success, code 20000; or the file',
          content: {
            ...jsonOf(envelopeOf(MARKET_CALLS.seriesPoints.data)).content,
            'text/csv': { schema: { type: 'string' } },
          },
        },
        ...errorsOf('invalid', 'notFound', 'notReady'),
      },
    }),
    checked('param', v.object({ id: v.string() }), 'server.unknownSeries'),
    checked('query', pointsQuery, QUERY_MESSAGES),
    async (c) => {
      const { id } = c.req.valid('param');
      const row = v.is(seriesId, id) ? rows.get(id) : undefined;
      if (!row) return fail(c, 'notFound', 'server.unknownSeries', { field: 'id' });
      const { format, ...range } = c.req.valid('query');
      const key = [id, range.from, range.to];
      if (format === 'csv') {
        const file = await answer(JSON.stringify(['csv', ...key]), async () =>
          prepareText(await csvOf(database.orm, row, range), 'text/csv; charset=utf-8'),
        );
        const disposition = `attachment; filename="${id}.csv"`;
        return sendPrepared(c, file, { 'Cache-Control': CACHE, 'Content-Disposition': disposition });
      }
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['points', locale, ...key]), async () =>
        prepare(success(await seriesPoints(series, database.orm, locale, row, range))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  );

  api.get(
    MARKET_CALLS.latestRates.path,
    describedCall(
      'latestRates',
      'The newest rates of a base: as a publisher states them, or calculated from two rates of one publisher and one ' +
        'day, with the formula. Of several publishers the one with the most frequent values; kind chooses another',
      'invalid',
      'notFound',
      'notReady',
    ),
    checked('query', ratesQuery, QUERY_MESSAGES),
    async (c) => {
      const { base, kind } = c.req.valid('query');
      const isKnown = [...rows.values()].some((row) => row.base === base || row.quote === base);
      if (!isKnown) return fail(c, 'notFound', 'server.unknownCurrency', { field: 'base' });
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['rates', locale, base, kind]), async () =>
        prepare(success(await latestRates(series, database.orm, locale, base, kind))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  );

  api.get(
    MARKET_STREAM_PATH,
    describeRoute({
      operationId: 'marketStream',
      summary:
        'New and revised days of series as they come (server-sent events point, gap, beat). Goes on after ' +
        'Last-Event-ID, or after the last of a list',
      responses: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: { type: 'string' }, example: MARKET_STREAM_EXAMPLE } },
        },
        ...errorsOf('invalid', 'notReady'),
      },
    }),
    checked('query', streamQuery, QUERY_MESSAGES),
    async (c) => {
      const { group, after } = c.req.valid('query');
      return sendStream(c, hub, { group }, after, networkOf(c));
    },
  );

  for (const path of [...Object.values(MARKET_CALLS).map((call) => call.path), MARKET_STREAM_PATH]) {
    api.all(patternOf(path), (c) =>
      fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } }),
    );
  }
}
