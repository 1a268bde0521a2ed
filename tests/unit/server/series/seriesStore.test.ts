/** Points of series: what is stored, revised, listed, counted. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { counters, imports, seriesChanges, seriesPoints } from '../../../../src/server/db/schema.ts';
import { fillFromContent } from '../../../../src/server/series/fillFromContent.ts';
import {
  changesAfter,
  createSeriesStore,
  heldOf,
  lastChanges,
  lastPoints,
  pointsOf,
  replacedPoints,
} from '../../../../src/server/series/store.ts';
import type { Point } from '../../../../src/server/series/types.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { rowsOf } from '../../../helpers/feeds/publisher.ts';
import { column } from '../../../helpers/feeds/series.ts';

let database: Database;
let now = new Date('2026-11-20T15:00:00Z');
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
afterEach(async () => {
  now = new Date('2026-11-20T15:00:00Z');
  for (const table of [seriesPoints, seriesChanges, counters, imports]) await database.orm.delete(table);
});

const store = () => createSeriesStore(database, { now: () => now });
const points = (series: string, days: Record<string, string>): Point[] =>
  Object.entries(days).map(([day, value]) => ({ series, day, value }));
const save = (series: string, days: Record<string, string>) => store().savePoints(points(series, days));

it('stores each point once, as it was published', async () => {
  const days = { '2026-11-19': '1.0832', '2026-11-20': '1.0850' };
  expect(await save('a', days)).toEqual({ added: 2, revised: 0 });
  expect(await save('a', days)).toEqual({ added: 0, revised: 0 });
  expect(await pointsOf(database.orm, 'a', {})).toEqual(points('a', days).map(({ series: _, ...point }) => point));
  // The same value with other padding is no revision.
  expect(await save('a', { '2026-11-20': '1.085' })).toEqual({ added: 0, revised: 0 });
  expect(await save('a', { '2026-11-21': '100' })).toEqual({ added: 1, revised: 0 });
  expect(await save('a', { '2026-11-21': '100.00' })).toEqual({ added: 0, revised: 0 });
  expect(await save('a', { '2026-11-21': '1' })).toEqual({ added: 0, revised: 1 });
});

it('keeps a value that is revised beside the one that counts', async () => {
  const first = now.toISOString();
  await save('a', { '2026-11-19': '1.0832', '2026-11-20': '1.0850' });
  now = new Date('2026-11-23T15:00:00Z');
  const second = now.toISOString();
  expect(await save('a', { '2026-11-19': '1.0833', '2026-11-23': '1.09' })).toEqual({ added: 1, revised: 1 });
  now = new Date('2026-11-24T15:00:00Z');
  expect(await save('a', { '2026-11-19': '1.0832' })).toEqual({ added: 0, revised: 1 });
  expect(await pointsOf(database.orm, 'a', { to: '2026-11-20' })).toEqual([
    { day: '2026-11-19', value: '1.0832' },
    { day: '2026-11-20', value: '1.0850' },
  ]);
  expect(await replacedPoints(database.orm, 'a', {})).toEqual([
    { day: '2026-11-19', value: '1.0832', seenAt: first, replacedAt: second },
    { day: '2026-11-19', value: '1.0833', seenAt: second, replacedAt: now.toISOString() },
  ]);
  expect(await replacedPoints(database.orm, 'a', { from: '2026-11-20' })).toEqual([]);
});

it('lists a range of days, both included, and the last of several series', async () => {
  await save('a', { '2026-11-18': '1', '2026-11-19': '2', '2026-11-20': '3' });
  await save('b', { '2026-11-19': '20' });
  const days = async (from?: string, to?: string) =>
    (await pointsOf(database.orm, 'a', { from, to })).map(({ value }) => value).join();
  expect(await days()).toBe('1,2,3');
  expect(await days('2026-11-19')).toBe('2,3');
  expect(await days('2026-11-19', '2026-11-19')).toBe('2');
  expect(await days('2026-11-21')).toBe('');
  const last = await lastPoints(database.orm, ['a', 'b', 'c'], 2);
  expect([...last].map(([id, own]) => [id, own.map(({ value }) => value).join()])).toEqual([
    ['a', '3,2'],
    ['b', '20'],
  ]);
});

it('numbers the last change of each series, which is told with its newest day', async () => {
  await save('a', { '2026-11-19': '1', '2026-11-20': '2' });
  await store().savePoints([...points('b', { '2026-11-20': '3' }), ...points('a', { '2026-11-18': '0' })]);
  const seen = async (after: number) =>
    (await changesAfter(database.orm, after, 10)).map(({ number, point }) => [number, point.series, point.value]);
  expect(await seen(0)).toEqual([
    [2, 'b', '3'],
    [3, 'a', '2'],
  ]);
  expect(await seen(2)).toEqual([[3, 'a', '2']]);
  await save('a', { '2026-11-20': '2.5' });
  expect(await lastChanges(database.orm, 2)).toMatchObject([{ number: 2 }, { number: 4, point: { value: '2.5' } }]);
});

it('of many writers at once, stores each point once and gives each change its own number', async () => {
  const days = Object.fromEntries(
    Array.from({ length: 28 }, (_, n) => [`2026-10-${String(n + 1).padStart(2, '0')}`, '1']),
  );
  const saved = await Promise.all(Array.from({ length: 6 }, () => save('a', days)));
  expect(saved.reduce((sum, { added }) => sum + added, 0)).toBe(28);
  expect(await database.orm.$count(seriesPoints)).toBe(28);
});

it('says what is held before and around a file', async () => {
  await save('a', { '2026-10-01': '1', '2026-11-18': '1', '2026-11-19': '1' });
  expect(
    await heldOf(database.orm, [
      { series: 'a', oldest: '2026-11-19', since: '2026-10-23' },
      { series: 'a', oldest: '2026-10-01', since: '2026-11-18' },
      { series: 'b', oldest: '2026-11-19', since: '2026-10-23' },
    ]),
  ).toEqual([
    { series: 'a', older: true, recent: 2 },
    { series: 'a', older: false, recent: 1 },
    { series: 'b', older: false, recent: 0 },
  ]);
});

it('is filled from content/data, once, with every month', async () => {
  const rows = rowsOf('fed-monthly-usd-jpy', 'ecb-eur-usd');
  const fill = () => fillFromContent(rows, 'content', { orm: database.orm, store: store() });
  await fill();
  const months = column('fxMonthly', 'USD/JPY');
  const stored = await pointsOf(database.orm, 'fed-monthly-usd-jpy', {});
  expect(stored.map(({ day, value }) => [day, Number(value)])).toEqual(
    months.map(([month, value]) => [`${month}-01`, value]),
  );
  await database.orm.delete(seriesPoints);
  await fill();
  expect(await database.orm.$count(seriesPoints)).toBe(0);
});
