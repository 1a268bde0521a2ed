/** The machine's clock jumps forward and back: nobody waits longer than usual because of it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedSource } from '../../../src/catalogue/sources.ts';
import type { Fetcher } from '../../../src/server/feeds/fetch.ts';
import { createIngester } from '../../../src/server/feeds/ingest.ts';
import type { SourceState } from '../../../src/server/feeds/states.ts';
import { startMarketClock } from '../../../src/server/news/clock.ts';
import type { ItemStore } from '../../../src/server/news/items.ts';
import { marketsOf } from '../../../src/server/news/markets.ts';
import type { Draft } from '../../../src/server/news/store.ts';
import { createLimits } from '../../../src/server/rateLimit.ts';

const HOUR = 3_600_000;
const NOON = new Date('2026-11-20T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

const putClock = (ms: number) => void vi.setSystemTime(Date.now() + ms);

it('a caller over the limit is told to wait a minute at most, and then may call', async () => {
  const limit = createLimits(null, () => {})(2, 'test');
  const call = async (times: number) => {
    const waits: number[] = [];
    for (let n = 0; n < times; n += 1) waits.push(await limit('a'));
    return waits;
  };
  expect(await call(3)).toEqual([0, 0, 60_000]);
  putClock(-24 * HOUR);
  // By the new clock, the current minute would end tomorrow.
  expect(await call(3)).toEqual([0, 0, 60_000]);
  putClock(-30_000);
  expect(Math.max(...(await call(5)))).toBeLessThanOrEqual(60_000);
  putClock(24 * HOUR);
  expect(await call(3)).toEqual([0, 0, 60_000]);
});

it('feeds are asked again as soon as the clock is put back, whatever they answered', async () => {
  const states = new Map<string, SourceState>();
  const store: ItemStore = {
    readSources: async () => [...states.values()],
    saveSource: async (state) => void states.set(state.id, state),
    saveItems: async () => ({ added: 0, revised: 0, refused: [] }),
    withIngestLock: (work) => work(),
  };
  const asked: string[] = [];
  const fetcher: Fetcher = {
    fetch: async (url) => {
      asked.push(url);
      return null;
    },
  };
  const rest = { title: 'A', htmlUrl: 'https://a.example', language: 'en', category: 'regulator' } as const;
  const source: FeedSource = { id: 'a', xmlUrl: 'a', kind: 'news', reuse: 'excerpt', checked: 'never', ...rest };
  const ingester = createIngester({ sources: [source], store, fetcher, parallel: 1, intervalMs: HOUR, log: () => {} });
  const round = async () => {
    asked.length = 0;
    await ingester.round();
    return asked.length;
  };
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  // The clocks of processes differ a little; a small jump causes no new request.
  putClock(-30_000);
  expect(await round()).toBe(0);
  putClock(-24 * HOUR);
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  putClock(1.2 * HOUR);
  expect(await round()).toBe(1);
});

it('the market clock goes on from where the clock was put back to', async () => {
  const told: string[] = [];
  const save = async (drafts: readonly Draft[]) => {
    told.push(...new Set(drafts.map(({ guid }) => guid.split(' ').slice(1, 3).join(' '))));
    return { added: 0, revised: 0, ids: [] };
  };
  const clock = startMarketClock(marketsOf(['XNYS']), { save }, { now: () => new Date(), log: () => {} });
  await clock.tick();
  putClock(240 * HOUR);
  await clock.tick();
  vi.setSystemTime('2026-11-20T14:29:00Z');
  await clock.tick();
  told.length = 0;
  vi.setSystemTime('2026-11-20T14:30:30Z');
  expect(clock.wait()).toBeLessThanOrEqual(30_000);
  await clock.tick();
  expect(told).toEqual(['2026-11-20T14:30:00.000Z open']);
  await clock.stop();
});
