/** Official series over HTTP: the series, their points, rates of a base, the stream of new days. */
import * as v from 'valibot';
import { SERIES_GROUPS } from '../../catalogue/officialSeries.ts';
import { envelopeOf, MARKET_CALLS, MARKET_STREAM_PATH, seriesId } from '../../contract/all.ts';
import { isDay } from '../../forms/days.ts';
import { SERIES_KINDS } from '../../markets/latestRates.ts';
import { type ApiContext, type Prepared, prepare, prepareText, sendPrepared, success } from '../answers.ts';
import { type CallsPart, noEnvelope } from '../apiCalls.ts';
import { sendStream } from '../hub.ts';
import { localeOf, type ServerMessage } from '../messages.ts';
import { jsonOf, streamOf } from '../openApi.ts';
import { csvOf, latestRates, seriesList, seriesPoints } from './answers.ts';
import type { Series } from './series.ts';
import { MARKET_STREAM_EXAMPLE } from './stream.ts';

/** Values change once a day: a browser asks again after a minute, and mostly gets a 304. */
const CACHE = 'public, max-age=60';
/** Answers prepared at a time; one with all days of a long series is about a megabyte. */
const MOST_PREPARED = 50;
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

const MESSAGES: Readonly<Record<string, ServerMessage>> = {
  kind: 'server.seriesKind',
  group: 'server.seriesGroup',
  until: 'server.day',
  from: 'server.day',
  to: 'server.day',
  format: 'server.format',
  base: 'server.currency',
  after: 'server.cursor',
};

export interface MarketApi extends Pick<CallsPart, 'calls' | 'networkOf'> {
  series: Series;
}

export function addMarketApi({ calls, series, networkOf }: MarketApi): void {
  const { hub, rows, now } = series;
  const prepared = new Map<string, Promise<Prepared>>();
  let preparedAt = '';

  /** Prepares an answer once for all callers, until a series changes or a minute has passed: what is late may change. */
  function answer(key: string, make: () => Promise<Prepared>): Promise<Prepared> {
    const at = `${hub.last()} ${Math.floor(now().getTime() / MINUTE_MS)}`;
    if (at !== preparedAt || prepared.size >= MOST_PREPARED) prepared.clear();
    preparedAt = at;
    const found = prepared.get(key) ?? make();
    if (!prepared.has(key)) {
      prepared.set(key, found);
      found.catch(() => prepared.delete(key));
    }
    return found;
  }
  const localeIn = (c: ApiContext) => {
    c.header('Vary', 'Accept-Language', { append: true });
    return localeOf(c.req.header('accept-language'));
  };

  calls.define({
    call: MARKET_CALLS.marketSeries,
    operationId: 'marketSeries',
    summary:
      'Official series with their newest values, each by its publisher. until asks for values up to a day, such as ' +
      'the yields of a year ago',
    query: listQuery,
    messages: MESSAGES,
    handle: async ({ c, orm, query }) => {
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['list', locale, query.kind, query.group, query.until]), async () =>
        prepare(success(await seriesList(series, orm, locale, query))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  });

  calls.define({
    call: MARKET_CALLS.seriesPoints,
    operationId: 'seriesPoints',
    summary:
      'A series with its points, oldest first, from and to a day, both included. format=csv returns them as a file',
    params: v.object({ id: v.string() }),
    query: pointsQuery,
    messages: MESSAGES,
    refuses: ['notFound'],
    sends: {
      200: {
        description: 'Success, code 20000; or the file',
        content: {
          ...jsonOf(envelopeOf(MARKET_CALLS.seriesPoints.data)).content,
          'text/csv': { schema: { type: 'string' } },
        },
      },
    },
    handle: async ({ c, orm, param, query: { format, ...range } }) => {
      const id = param('id');
      const row = v.is(seriesId, id) ? rows.get(id) : undefined;
      if (!row) return { error: 'notFound', message: 'server.unknownSeries', field: 'id' };
      const key = [id, range.from, range.to];
      if (format === 'csv') {
        const file = await answer(JSON.stringify(['csv', ...key]), async () =>
          prepareText(await csvOf(orm, row, range), 'text/csv; charset=utf-8'),
        );
        const disposition = `attachment; filename="${id}.csv"`;
        return sendPrepared(c, file, { 'Cache-Control': CACHE, 'Content-Disposition': disposition });
      }
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['points', locale, ...key]), async () =>
        prepare(success(await seriesPoints(series, orm, locale, row, range))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  });

  calls.define({
    call: MARKET_CALLS.latestRates,
    operationId: 'latestRates',
    summary:
      'The newest rates of a base: as a publisher states them, or calculated from two rates of one publisher and one ' +
      'day, with the formula. The publisher with the most frequent values is used unless kind chooses another',
    query: ratesQuery,
    messages: MESSAGES,
    refuses: ['notFound'],
    handle: async ({ c, orm, query: { base, kind } }) => {
      const isKnown = [...rows.values()].some((row) => row.base === base || row.quote === base);
      if (!isKnown) return { error: 'notFound', message: 'server.unknownCurrency', field: 'base' };
      const locale = localeIn(c);
      const prepared = await answer(JSON.stringify(['rates', locale, base, kind]), async () =>
        prepare(success(await latestRates(series, orm, locale, base, kind))),
      );
      return sendPrepared(c, prepared, { 'Cache-Control': CACHE });
    },
  });

  calls.define({
    call: { path: MARKET_STREAM_PATH, data: noEnvelope },
    operationId: 'marketStream',
    summary:
      'New and revised days of series as they come (server-sent events point, gap, beat). Goes on after ' +
      'Last-Event-ID, or after the last of a list',
    query: streamQuery,
    messages: MESSAGES,
    sends: streamOf(MARKET_STREAM_EXAMPLE),
    handle: ({ c, query: { group, after } }) => sendStream(c, hub, { group }, after, networkOf(c)),
  });
}
