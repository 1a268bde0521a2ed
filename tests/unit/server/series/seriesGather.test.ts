/** Files of publishers fetched from this machine: at their hours, once changed, with the days that are missing. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { counters, seriesChanges, seriesPoints, seriesSources } from '../../../../src/server/db/schema.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { createGatherer, filesOf } from '../../../../src/server/series/fetchRounds.ts';
import { createSeriesStore, pointsOf } from '../../../../src/server/series/store.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { ecbFile, type Publisher, startPublisher } from '../../../helpers/feeds/publisher.ts';

const MINUTE = 60_000;
let database: Database;
let publisher: Publisher;
let now: Date;
let log: LogEntry[];

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
beforeEach(async () => {
  publisher = await startPublisher();
  // A Friday, five minutes after the hour of the ECB.
  now = new Date('2026-11-20T15:05:00Z');
  log = [];
});
afterEach(async () => {
  await publisher.stop();
  for (const table of [seriesPoints, seriesChanges, seriesSources, counters]) await database.orm.delete(table);
});

/** A server that has just been started; what it has fetched before is in the database. */
const gatherer = () =>
  createGatherer({
    rows: publisher.rows,
    store: createSeriesStore(database, { now: () => now }),
    orm: database.orm,
    fetcher: publisher.fetcher,
    parallel: 2,
    intervalMs: 15 * MINUTE,
    log: (entry) => log.push(entry),
    now: () => now,
    random: () => 0.5,
  });
const state = async () => (await database.orm.select().from(seriesSources))[0];
const stored = async (id = 'ecb-eur-usd') =>
  (await pointsOf(database.orm, id, {})).map(({ day, value }) => `${day.slice(5)} ${value}`);
const day = (rate: string) => ({ USD: rate, JPY: '163.12', GBP: '0.8405' });
/** The working days of four weeks before 20 November. */
const history = Object.fromEntries(
  Array.from({ length: 29 }, (_, n) => new Date(Date.UTC(2026, 9, 23 + n)))
    .filter((at) => at.getUTCDay() % 6 !== 0)
    .map((at) => [at.toISOString().slice(0, 10), day('1.0800')]),
);

it('asks for each file once, however many series it has', () => {
  expect(filesOf(publisher.rows)).toMatchObject([{ id: 'ecb-eur-usd', rows: publisher.rows }]);
  expect(filesOf(publisher.rows.map((row) => ({ ...row, address: null })))).toEqual([]);
});

it('reads the newest file and at first the longer one, then waits for the next hour', async () => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = { ...history, '2026-11-20': day('1.0850') };
  const { round } = gatherer();
  const first = await round();
  expect(first?.outcomes).toMatchObject([{ state: 'changed', refused: 0, added: Object.keys(history).length * 3 }]);
  expect(publisher.asked).toEqual(['/newest.xml', '/history.xml']);
  expect((await stored()).slice(-2)).toEqual(['11-19 1.0800', '11-20 1.0850']);
  expect((await state())?.nextAt).toEqual(new Date('2026-11-23T15:01:00Z'));
  now = new Date('2026-11-23T15:00:00Z');
  expect((await round())?.outcomes).toEqual([]);
  now = new Date('2026-11-23T15:01:00Z');
  publisher.newest = { '2026-11-23': day('1.0900') };
  await round();
  expect((await stored()).at(-1)).toBe('11-23 1.0900');
  // Nothing is missing: the longer file is left alone.
  expect(publisher.asked).toEqual(['/newest.xml', '/history.xml', '/newest.xml']);
});

it('is told that nothing has changed, also after a restart, and asks less and less often', async () => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = history;
  await gatherer().round();
  publisher.asked.length = 0;
  const waits: number[] = [];
  now = new Date('2026-11-23T15:01:00Z');
  for (let n = 0; n < 8; n += 1) {
    expect((await gatherer().round())?.outcomes).toMatchObject([{ state: 'unchanged' }]);
    const { nextAt } = (await state()) ?? {};
    waits.push(((nextAt?.getTime() ?? 0) - now.getTime()) / MINUTE);
    now = nextAt ?? now;
  }
  expect(new Set(publisher.asked)).toEqual(new Set(['/newest.xml 304']));
  expect(waits.slice(0, 4)).toEqual([15, 15, 15, 15]);
  expect(waits.at(-1)).toBeGreaterThan(25);
});

it('keeps what a publisher has revised, and reads the longer file if days are missing', async () => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = history;
  await gatherer().round();
  // Nobody was there for a fortnight.
  now = new Date('2026-12-07T15:05:00Z');
  publisher.newest = { '2026-12-07': day('1.1000') };
  publisher.history = { '2026-11-20': day('1.0851'), '2026-12-01': day('1.0950'), '2026-12-07': day('1.1000') };
  expect((await gatherer().round())?.outcomes).toMatchObject([{ added: 6, revised: 1 }]);
  expect((await stored()).slice(-3)).toEqual(['11-20 1.0851', '12-01 1.0950', '12-07 1.1000']);
});

it('takes what is new although the longer file fails, and tries that again', async () => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = 500;
  const { round } = gatherer();
  expect((await round())?.outcomes).toMatchObject([{ state: 'changed', added: 3, refused: 1 }]);
  expect(await stored()).toEqual(['11-20 1.0850']);
  expect(await state()).toMatchObject({ lastError: '1 refused', etag: null, failures: 0 });
  publisher.history = history;
  now = new Date('2026-11-23T15:05:00Z');
  await round();
  expect((await stored()).length).toBe(Object.keys(history).length);
  expect(await state()).toMatchObject({ lastError: null });
});

it.each([
  ['a page of errors', '<!doctype html><html><head><title>Maintenance</title></head></html>', 'no series'],
  ['half a file', ecbFile({ '2026-11-20': day('1.0850') }).slice(0, -60), 'no series'],
  ['an error', 503, 'status 503'],
])('%s costs nothing that is known, and is retried later and later', async (_, file, kind) => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = history;
  await gatherer().round();
  const before = await stored();
  publisher.newest = file;
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    now = n === 0 ? new Date('2026-11-23T15:05:00Z') : ((await state())?.nextAt ?? now);
    expect((await gatherer().round())?.outcomes).toMatchObject([{ state: kind }]);
    expect(await state()).toMatchObject({ failures: n + 1, lastError: kind });
    waits.push((((await state())?.nextAt?.getTime() ?? 0) - now.getTime()) / MINUTE);
  }
  expect(waits.slice(0, 3)).toEqual([30, 60, 120]);
  expect(Math.max(...waits)).toBe(24 * 60);
  expect(await stored()).toEqual(before);
  publisher.newest = { '2026-12-07': day('1.1000') };
  now = new Date('2027-01-07T12:00:00Z');
  await gatherer().round();
  expect(await state()).toMatchObject({ failures: 0, lastError: null });
});

it('refuses a day that has not come, and what is no number, and takes the rest', async () => {
  publisher.newest = { '2026-11-20': { ...day('1.0850'), JPY: '163,12' }, '2062-11-20': day('9.9999') };
  publisher.history = history;
  expect((await gatherer().round())?.outcomes).toMatchObject([{ refused: 4 }]);
  expect((await stored()).at(-1)).toBe('11-20 1.0850');
  // Of the other file.
  expect((await stored('ecb-eur-jpy')).at(-1)).toBe('11-20 163.12');
  expect(JSON.stringify(log)).not.toContain('127.0.0.1');
});

it('one publisher that cannot be reached is to blame itself if another has answered', async () => {
  publisher.newest = { '2026-11-20': day('1.0850') };
  publisher.history = history;
  const closed = publisher.rows.map((row) => ({
    ...row,
    id: `${row.id}-2`,
    address: 'http://127.0.0.1:1/',
    history: null,
  }));
  publisher.rows = [...publisher.rows, ...closed];
  const { round } = gatherer();
  await round();
  now = new Date(now.getTime() + 60 * MINUTE);
  expect(await round()).toMatchObject({ isOffline: false, outcomes: [{ state: 'no connection' }] });
});
