// Names in Postgres: cspell:ignore starelid
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import { counters, newsItems, newsRevisions } from '../../../../src/server/db/schema.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { draftsOf, eventsOf, LATE_MS, type Market, startMarketClock } from '../../../../src/server/news/clock.ts';
import { marketsOf } from '../../../../src/server/news/markets.ts';
import { removeOld, startRetention } from '../../../../src/server/news/retention.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { POSTGRES_URL, testDatabase } from '../../../helpers/database/database.ts';

const DAY = 86_400_000;
const at = (text: string) => Date.parse(text);
let database: Database;
let clock = new Date('2026-11-20T00:00:00Z');
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
  for (const table of [newsItems, newsRevisions, counters]) await database.orm.delete(table);
});

const [tokyo, newYork] = marketsOf(['XTKS', 'XNYS']) as [Market, Market];
const shown = (market: Market, day: string, days = 1) =>
  eventsOf(market, at(day), at(day) + days * DAY).map(
    (event) => `${new Date(event.at).toISOString().slice(5, 16)} ${event.kind}`,
  );

describe('the events of a market', () => {
  it('are those of its day', () => {
    // Friday 20 November 2026, Tokyo: 09:00 to 11:30 and 12:30 to 15:30, nine hours ahead of UTC.
    expect(shown(tokyo, '2026-11-19T15:00:00Z')).toEqual([
      '11-19T23:45 openSoon',
      '11-20T00:00 open',
      '11-20T02:30 lunch',
      '11-20T03:30 reopen',
      '11-20T06:15 closeSoon',
      '11-20T06:30 close',
    ]);
    expect(shown(newYork, '2026-11-27T00:00:00Z')).toEqual([
      '11-27T14:15 openSoon',
      '11-27T14:30 open',
      // The day after Thanksgiving is a short trading day.
      '11-27T17:45 closeSoon',
      '11-27T18:00 close',
    ]);
  });

  it('are none on holidays, weekends, and past what the calendar confirms', () => {
    expect(shown(newYork, '2026-11-26T05:00:00Z')).toEqual([]);
    expect(shown(tokyo, '2026-11-20T15:00:00Z', 2)).toEqual([]);
    expect(shown(newYork, '2029-01-02T00:00:00Z', 30)).toEqual([]);
    const { confirmed: _, ...calendar } = tokyo.calendar;
    expect(shown({ ...tokyo, calendar }, '2026-11-20T00:00:00Z', 30)).toEqual([]);
  });

  it('are the same however time is cut', () => {
    const whole = eventsOf(tokyo, at('2026-11-16'), at('2026-11-23'));
    const cut: typeof whole = [];
    for (let from = at('2026-11-16'); from < at('2026-11-23'); from += 7 * 60_000) {
      cut.push(...eventsOf(tokyo, from, Math.min(from + 7 * 60_000, at('2026-11-23'))));
    }
    expect(cut).toEqual(whole);
    // Monday's open is at midnight UTC, the start of the range; only later events count.
    expect(whole).toHaveLength(28);
  });

  it('are told in each language, with the local time', () => {
    const [event] = eventsOf(tokyo, at('2026-11-19T23:00:00Z'), at('2026-11-20T00:00:00Z'));
    const locales = ['en-US', 'ja', 'tw', 'cn'] as const;
    expect(event && draftsOf(event).map(({ title }) => title)).toEqual(
      locales.map((locale) =>
        serverMessage('server.marketOpenSoon', locale)
          .replace('{city}', tokyo.city(locale))
          .replace('{exchange}', tokyo.name(locale))
          .replace('{time}', '09:00'),
      ),
    );
    for (const names of [tokyo.city, tokyo.name]) expect(new Set(locales.map(names)).size).toBeGreaterThan(2);
  });

  it('belong to exchanges that there are', () => {
    expect(() => marketsOf(['XXXX'])).toThrow("MARKET_CLOCK names 'XXXX', which content/exchanges.yml does not hold");
  });
});

describe('the market clock', () => {
  const entries: LogEntry[] = [];
  const start = (markets = [tokyo]) => {
    const options = { now: () => clock, log: (entry: LogEntry) => void entries.push(entry) };
    const made = startMarketClock(markets, createStore(database, options), options);
    stops.push(made.stop);
    return made;
  };
  const kinds = async () => {
    const rows = await database.orm
      .select()
      .from(newsItems)
      .where(eq(newsItems.language, 'ja'))
      .orderBy(asc(newsItems.id));
    return rows.map(({ guid }) => guid.split(' ')[2]);
  };

  it('publishes what happens as it happens, once, whoever does it and how often', async () => {
    clock = new Date('2026-11-19T23:44:50Z');
    const [one, two] = [start(), start()];
    await Promise.all([one.tick(), two.tick()]);
    expect(await kinds()).toEqual([]);
    expect(one.wait()).toBe(10_000);
    clock = new Date('2026-11-19T23:45:00Z');
    await Promise.all([one.tick(), two.tick(), one.tick()]);
    expect(await kinds()).toEqual(['openSoon']);
    expect(one.wait()).toBe(30_000);
    clock = new Date('2026-11-20T00:00:01Z');
    await one.tick();
    await start().tick();
    expect(await kinds()).toEqual(['openSoon', 'open']);
    const rows = await database.orm.select().from(newsItems).orderBy(asc(newsItems.id));
    expect(rows.map(({ language }) => language).sort()).toEqual(
      ['en', 'ja', 'zh-Hans', 'zh-Hant'].flatMap((language) => [language, language]),
    );
    expect(rows[0]).toMatchObject({
      sourceId: 'market',
      kind: 'flash',
      category: 'market',
      importance: 'normal',
      publishedAt: new Date('2026-11-19T23:45:00Z'),
    });
    for (const { id, clusterId } of rows) expect(clusterId).toBe(id);
  });

  it('makes up for a short sleep, and not for a long one', async () => {
    clock = new Date('2026-11-19T23:00:00Z');
    const market = start();
    await market.tick();
    clock = new Date(at('2026-11-20T00:00:00Z') + LATE_MS - 1);
    await market.tick();
    expect(await kinds()).toEqual(['open']);
    clock = new Date(at('2026-11-20T06:30:00Z') + LATE_MS);
    await market.tick();
    expect(await kinds()).toEqual(['open']);
  });

  it('tries again what has failed', async () => {
    clock = new Date('2026-11-20T00:00:00Z');
    let fails = true;
    const store = createStore(database, { now: () => clock });
    const save: typeof store.save = (...given) => (fails ? Promise.reject(new Error('secret')) : store.save(...given));
    entries.length = 0;
    const made = startMarketClock([tokyo], { save }, { now: () => clock, log: (entry) => void entries.push(entry) });
    stops.push(made.stop);
    await made.tick();
    fails = false;
    clock = new Date('2026-11-20T00:01:00Z');
    await made.tick();
    expect(await kinds()).toEqual(['open']);
    expect(entries[0]).toMatchObject({ level: 'error', event: 'marketClock', error: 'Error' });
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});

describe('the retention', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');
  const item = (guid: string, days: number, given = {}) => ({
    sourceId: 'a',
    kind: 'news' as const,
    guid,
    link: `https://example.com/${guid}`,
    title: `Title ${guid}`,
    summary: null,
    language: 'en' as const,
    category: 'x',
    publishedAt: new Date(NOW.getTime() - days * DAY),
    ...given,
  });
  const left = async () =>
    (await database.orm.select().from(newsItems).orderBy(asc(newsItems.id))).map(({ guid }) => guid);

  it('removes what is older than so many days, and nothing at 0', async () => {
    const store = createStore(database, { now: () => NOW });
    const items = [...Array.from({ length: 700 }, (_, n) => item(`old${n}`, 31)), item('new', 29)];
    await store.saveItems(items);
    expect(await removeOld(database, 0, NOW)).toBe(0);
    expect(await removeOld(database, 30, NOW)).toBe(700);
    expect(await left()).toEqual(['new']);
    expect(await createStore(database, { now: () => NOW, keepDays: 30 }).saveItems(items)).toMatchObject({
      added: 0,
      revised: 0,
    });
  });

  it('keeps the trace of what has no date, so that it does not come back', async () => {
    const first = new Date(NOW.getTime() - 40 * DAY);
    const undated = item('undated', 0, { publishedAt: null });
    await createStore(database, { now: () => first }).saveItems([undated]);
    expect(await removeOld(database, 30, NOW)).toBe(1);
    expect(await removeOld(database, 30, NOW)).toBe(0);
    const again = createStore(database, { now: () => NOW, keepDays: 30 });
    expect(await again.saveItems([undated])).toMatchObject({ added: 0, revised: 0 });
    expect(await database.orm.select().from(newsItems)).toMatchObject([{ title: '', link: null, withdrawnAt: NOW }]);
  });

  it('lets the next of duplicates stand in the place of the first', async () => {
    const store = createStore(database, { now: () => NOW });
    const title = 'Both sources have the same long title';
    await store.saveItems([item('1', 31, { title }), item('2', 29.5, { title, sourceId: 'b' })]);
    await removeOld(database, 30, NOW);
    const [heir] = await database.orm.select().from(newsItems);
    expect([heir?.guid, heir?.clusterId]).toEqual(['2', heir?.id]);
  });

  if (!POSTGRES_URL) {
    it('makes the statistics of PGlite anew a minute after the start, so that it is ready before', async () => {
      await database.orm.execute(sql`delete from pg_statistic where starelid = 'news_items'::regclass`);
      await createStore(database, { now: () => NOW }).saveItems([item('old', 31), item('new', 29), item('newer', 28)]);
      const log: LogEntry[] = [];
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
      const stop = startRetention(
        database,
        30,
        () => NOW,
        (entry) => log.push(entry),
      );
      vi.advanceTimersByTime(59_000);
      await stop();
      expect([await left(), await columns()]).toEqual([['new', 'newer'], 0]);

      const stopLater = startRetention(
        database,
        30,
        () => NOW,
        (entry) => log.push(entry),
      );
      vi.advanceTimersByTime(60_000);
      vi.useRealTimers();
      await stopLater();
      expect(await columns()).toBeGreaterThan(0);
      expect(log).toEqual([]);
    });
  }

  /** How many columns of items have statistics. */
  async function columns(): Promise<number> {
    const rows = await rowsOf(database.orm, sql`select 1 from pg_statistic where starelid = 'news_items'::regclass`);
    return rows.length;
  }
});
