/** Official series over HTTP: lists, points, rates with their formulas, files, the stream. */
import * as v from 'valibot';
import { afterEach, beforeAll, expect, it } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import ja from '../../../../content/ja/server.json' with { type: 'json' };
import { seriesRows } from '../../../../src/catalogue/officialSeries.ts';
import {
  envelopeOf,
  MARKET_CALLS,
  MARKET_STREAM_PATH,
  type MarketCallName,
  seriesNews,
} from '../../../../src/contract/all.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { counters, seriesChanges, seriesPoints } from '../../../../src/server/db/schema.ts';
import { createSeriesStore } from '../../../../src/server/series/store.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { expectError } from '../../../helpers/feeds/newsTest.ts';
import { rowsOf } from '../../../helpers/feeds/publisher.ts';
import { type Answer, type Question, serveApi } from '../../../helpers/server/api.ts';

const LIST = MARKET_CALLS.marketSeries.path;
const RATES = MARKET_CALLS.latestRates.path;
const pathOf = (id: string) => MARKET_CALLS.seriesPoints.path.replace('{id}', id);

let database: Database;
let now = new Date('2026-11-20T15:30:00Z');
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  now = new Date('2026-11-20T15:30:00Z');
  for (const table of [seriesPoints, seriesChanges, counters]) await database.orm.delete(table);
});

const save = (series: string, days: Record<string, string>) =>
  createSeriesStore(database, { now: () => now }).savePoints(
    Object.entries(days).map(([day, value]) => ({ series, day, value })),
  );
async function serving(rows = seriesRows()) {
  const api = await serveApi({ database, series: { rows, now: () => now } });
  undo.push(() => api.stop());
  await api.series.filled;
  await api.series.hub.catchUp();
  return api;
}
function dataOf<N extends MarketCallName>(name: N, { status, text }: Answer) {
  expect(status, text.slice(0, 200)).toBe(200);
  return v.parse(envelopeOf(MARKET_CALLS[name].data), JSON.parse(text)).data as v.InferOutput<
    (typeof MARKET_CALLS)[N]['data']
  >;
}

it('lists every series in the caller’s language, with its newest value and change', async () => {
  await save('ecb-eur-usd', { '2026-11-18': '1.0800', '2026-11-19': '1.0832', '2026-11-20': '1.0850' });
  const { ask } = await serving();
  const { list } = dataOf('marketSeries', await ask(LIST));
  expect(list.map(({ id }) => id)).toEqual(seriesRows().map(({ id }) => id));
  expect(list[0]).toMatchObject({
    id: 'ecb-eur-usd',
    name: 'EUR/USD',
    base: 'EUR',
    quote: 'USD',
    kind: 'daily',
    late: 0,
    newest: { day: '2026-11-20', value: '1.0850', seenAt: now.toISOString() },
    before: { day: '2026-11-19', value: '1.0832' },
    change: { difference: '0.0018', percent: '0.17' },
  });
  expect(list[1]).toMatchObject({ newest: null, before: null, change: null, late: 0, due: '2026-11-23T15:00:00.000Z' });
  const [row] = seriesRows();
  for (const locale of ['en-US', 'ja'] as const) {
    const answer = await ask(`${LIST}?group=currency&kind=daily`, { headers: { 'accept-language': locale } });
    expect(answer.headers.vary).toContain('Accept-Language');
    const [first] = dataOf('marketSeries', answer).list;
    expect(first?.publisher).toMatchObject({
      name: row?.publisher.names[locale],
      licence: row?.publisher.licenses[locale],
    });
  }
  const yields = dataOf('marketSeries', await ask(`${LIST}?group=yield`)).list;
  expect(new Set(yields.map(({ group }) => group))).toEqual(new Set(['yield']));
});

it('lists the values of a day in the past', async () => {
  await save('ust-10y', { '2025-11-19': '4.11', '2025-11-20': '4.12', '2026-11-20': '4.30' });
  const { ask } = await serving();
  const yieldOf = async (query: string) => {
    const { list } = dataOf('marketSeries', await ask(`${LIST}?group=yield${query}`));
    return list.find(({ id }) => id === 'ust-10y');
  };
  expect(await yieldOf('')).toMatchObject({ newest: { value: '4.30' }, change: { difference: '0.18', percent: null } });
  for (const day of ['2025-11-20', '2025-11-23'])
    expect(await yieldOf(`&until=${day}`)).toMatchObject({
      newest: { day: '2025-11-20', value: '4.12' },
      before: { value: '4.11' },
      late: 0,
    });
  expect(await yieldOf('&until=2025-01-01')).toMatchObject({ newest: null, before: null });
});

it('says how many working days a value is late', async () => {
  await save('ecb-eur-usd', { '2026-11-20': '1.0850' });
  const { ask } = await serving(rowsOf('ecb-eur-usd'));
  for (const [at, late] of [
    ['2026-11-23T15:30:00Z', 0],
    ['2026-11-26T15:30:00Z', 3],
  ] as const) {
    now = new Date(at);
    expect(dataOf('marketSeries', await ask(LIST)).list[0]?.late).toBe(late);
    expect(dataOf('latestRates', await ask(`${RATES}?base=EUR`)).list[0]?.late).toBe(late);
  }
});

it('gives the points of some days, and what was replaced', async () => {
  await save('ecb-eur-usd', { '2026-11-18': '1.0800', '2026-11-19': '1.0832', '2026-11-20': '1.0850' });
  await save('ecb-eur-usd', { '2026-11-19': '1.0833' });
  const { ask } = await serving();
  const data = async (query: string) => dataOf('seriesPoints', await ask(pathOf('ecb-eur-usd') + query));
  const all = await data('');
  expect(all.points.map(({ value }) => value)).toEqual(['1.0800', '1.0833', '1.0850']);
  expect(all.replaced).toMatchObject([{ day: '2026-11-19', value: '1.0832' }]);
  expect(all.series).toMatchObject({ id: 'ecb-eur-usd', newest: { day: '2026-11-20' } });
  expect((await data('?from=2026-11-20')).points).toEqual([{ day: '2026-11-20', value: '1.0850' }]);
  expect((await data('?from=2026-11-20')).replaced).toEqual([]);
  expect((await data('?to=2026-11-18')).points).toEqual([{ day: '2026-11-18', value: '1.0800' }]);
  const file = await ask(`${pathOf('ecb-eur-usd')}?from=2026-11-19&format=csv`);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="ecb-eur-usd.csv"',
  });
  expect(file.text).toBe('day,ecb-eur-usd\n2026-11-19,1.0833\n2026-11-20,1.0850\n');
});

it('answers what is wrong in a query in the caller’s language', async () => {
  const { ask } = await serving();
  for (const [path, kind, message, field] of [
    [`${LIST}?kind=hourly`, 'invalid', 'server.seriesKind', 'kind'],
    [`${LIST}?until=2026-13-01`, 'invalid', 'server.day', 'until'],
    [`${LIST}?group=shares`, 'invalid', 'server.seriesGroup', 'group'],
    [`${pathOf('ecb-eur-usd')}?from=2026-02-30`, 'invalid', 'server.day', 'from'],
    [`${pathOf('ecb-eur-usd')}?to=tomorrow`, 'invalid', 'server.day', 'to'],
    [`${pathOf('ecb-eur-usd')}?from=2026-11-20&to=2026-11-19`, 'invalid', 'server.day', 'to'],
    [`${pathOf('ecb-eur-usd')}?format=xml`, 'invalid', 'server.format', 'format'],
    [pathOf('none'), 'notFound', 'server.unknownSeries', 'id'],
    [pathOf('constructor'), 'notFound', 'server.unknownSeries', 'id'],
    [pathOf('%00'), 'notFound', 'server.unknownSeries', 'id'],
    [RATES, 'invalid', 'server.currency', 'base'],
    [`${RATES}?base=usd`, 'invalid', 'server.currency', 'base'],
    [`${RATES}?base=XAU`, 'notFound', 'server.unknownCurrency', 'base'],
    [`${MARKET_STREAM_PATH}?after=x`, 'invalid', 'server.cursor', 'after'],
  ] as const) {
    expectError(await ask(path), kind, enUS[message], field);
    expectError(await ask(path, { headers: { 'accept-language': 'ja' } }), kind, ja[message], field);
  }
  for (const path of [LIST, RATES, MARKET_STREAM_PATH, pathOf('ecb-eur-usd')])
    expectError(await ask(path, { method: 'POST' }), 'methodNotAllowed');
});

it('gives rates as published, turned round or crossed within one publisher and one day', async () => {
  await save('ecb-eur-usd', { '2026-11-19': '1.0832', '2026-11-20': '1.085' });
  await save('ecb-eur-jpy', { '2026-11-19': '163.12', '2026-11-20': '163.88' });
  // Of the day before only: no cross mixes the days.
  await save('ecb-eur-gbp', { '2026-11-19': '0.84050' });
  await save('fed-usd-twd', { '2026-11-13': '31.6' });
  await save('fed-monthly-usd-jpy', { '2026-10-01': '157.0200' });
  const { ask } = await serving();
  const rates = async (query: string) => dataOf('latestRates', await ask(RATES + query)).list;
  const of = (list: Awaited<ReturnType<typeof rates>>, currency: string) =>
    list.find(({ quote }) => quote === currency);
  const euro = await rates('?base=EUR');
  expect(of(euro, 'USD')).toMatchObject({
    value: '1.085',
    day: '2026-11-20',
    formula: null,
    kind: 'daily',
    before: { value: '1.0832' },
    from: [{ series: 'ecb-eur-usd', pair: 'EUR/USD', value: '1.085' }],
    publisher: { id: 'ecb' },
    change: { difference: '0.0018', percent: '0.17' },
  });
  expect(of(euro, 'JPY')?.value).toBe('163.88');
  expect(of(euro, 'GBP')).toMatchObject({ day: '2026-11-19', before: null, change: null });
  const dollar = await rates('?base=USD');
  // 163.88 ÷ 1.085 = 151.0414…, 1 ÷ 1.085 = 0.921658…, 0.84050 ÷ 1.0832 = 0.775941…
  expect(of(dollar, 'JPY')).toMatchObject({
    value: '151.041',
    day: '2026-11-20',
    formula: 'EUR/JPY ÷ EUR/USD',
    kind: 'daily',
    from: [{ series: 'ecb-eur-jpy' }, { series: 'ecb-eur-usd' }],
  });
  // Of 1 ÷ 1.0832, not of the rounded rates.
  expect(of(dollar, 'EUR')).toMatchObject({
    value: '0.92166',
    formula: '1 ÷ EUR/USD',
    change: { difference: '-0.00153', percent: '-0.17' },
  });
  expect(of(dollar, 'GBP')).toMatchObject({ value: '0.77594', day: '2026-11-19' });
  expect(of(dollar, 'TWD')).toMatchObject({
    value: '31.6',
    kind: 'weekly',
    formula: null,
    publisher: { id: 'fed' },
  });
  const monthly = await rates('?base=USD&kind=monthly');
  expect(monthly).toMatchObject([{ quote: 'JPY', value: '157.0200', day: '2026-10-01', kind: 'monthly' }]);
  // No publisher has both: an euro in Taiwan dollars would mix two.
  expect(of(euro, 'TWD')).toBeUndefined();
});

it('is answered from memory until something changes, and with 304 to who has it', async () => {
  await save('ecb-eur-usd', { '2026-11-20': '1.0850' });
  const { ask, series } = await serving();
  const PATHS = [LIST, `${RATES}?base=EUR`, pathOf('ecb-eur-usd'), `${pathOf('ecb-eur-usd')}?format=csv`];
  for (const path of PATHS) {
    const known = async (options: Question = {}) => {
      const { headers } = await ask(path, options);
      return String(headers.etag);
    };
    const first = await ask(path);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    const etag = await known();
    const again = await ask(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(await known({ method: 'HEAD' })).toBe(etag);
    // Written past the store: nobody has told this process.
    await database.orm.update(seriesPoints).set({ value: '9.9999' });
    expect(await known()).toBe(etag);
    const value = `1.1${PATHS.indexOf(path)}`;
    await save('ecb-eur-usd', { '2026-11-20': value });
    await series.hub.catchUp();
    const after = await ask(path, { headers: { 'if-none-match': etag } });
    expect([after.status, after.text.includes(value)]).toEqual([200, true]);
  }
});

it('tells of new days as they come, by group, and goes on where a client was', async () => {
  await save('ecb-eur-usd', { '2026-11-19': '1.0832' });
  const api = await serving();
  const open = async (query = '', headers = {}) => {
    const client = await openEvents(`http://127.0.0.1:${api.port}${MARKET_STREAM_PATH}${query}`, headers);
    undo.push(() => client.close());
    return client;
  };
  const [all, yields] = await Promise.all([open(), open('?group=yield')]);
  await save('ecb-eur-usd', { '2026-11-20': '1.0850' });
  const first = await all.next();
  expect(first).toMatchObject({ event: 'point', data: { series: 'ecb-eur-usd', day: '2026-11-20', value: '1.0850' } });
  expect(v.parse(v.strictObject(seriesNews.entries), first.data)).toEqual(first.data);
  await save('ust-10y', { '2026-11-20': '4.12' });
  await save('gone-from-the-file', { '2026-11-20': '1' });
  expect((await yields.next()).data).toMatchObject({ series: 'ust-10y' });
  expect((await all.next()).data).toMatchObject({ series: 'ust-10y' });
  await api.series.hub.catchUp();
  for (const again of [await open(`?after=${first.id}`), await open('', { 'last-event-id': first.id })]) {
    expect((await again.next()).data).toMatchObject({ series: 'ust-10y' });
    expect(again.rest()).toEqual([]);
  }
  const { last } = dataOf('marketSeries', await api.ask(LIST));
  expect(last).toBe(String(api.series.hub.last()));
});
