/** Processes on one Postgres share official series: one of them asks each publisher, and all tell their clients. */
import { afterEach, expect, it } from 'vitest';
import { MARKET_STREAM_PATH } from '../../src/contract/all.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/open.ts';
import { seriesPoints } from '../../src/server/db/schema.ts';
import { run } from '../../src/server/feeds/schedule.ts';
import { createGatherer } from '../../src/server/series/gather.ts';
import { createSeriesStore } from '../../src/server/series/store.ts';
import { serveApi } from '../helpers/api.ts';
import { filledPlace, type Place } from '../helpers/database.ts';
import { openEvents } from '../helpers/events.ts';
import { type Publisher, startPublisher } from '../helpers/publisher.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function place(): Promise<Place> {
  const made = await filledPlace();
  undo.push(() => made.remove());
  return made;
}

async function open(where: Place): Promise<Database> {
  const database = await connect(where);
  undo.push(() => database.close());
  return database;
}

async function local(): Promise<Publisher> {
  const publisher = await startPublisher();
  undo.push(() => publisher.stop());
  return publisher;
}

const rates = (USD: string) => ({ USD, JPY: '163.12', GBP: '0.8405' });

it('of several processes one asks a publisher, and the clients of all hear of the new day', async () => {
  const publisher = await local();
  publisher.newest = { '2026-11-19': rates('1.0832') };
  publisher.history = publisher.newest;
  publisher.rows = publisher.rows.map((row) => ({ ...row, history: null }));
  const where = await place();
  let now = new Date('2026-11-19T15:05:00Z');
  const ticks = new Set<() => void>();
  const tick = () => {
    for (const wake of ticks) wake();
  };
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const database = await open(where);
      const { rows, fetcher } = publisher;
      const api = await serveApi({
        database,
        series: {
          rows,
          now: () => now,
          startFetching: (orm, store) =>
            run(
              ({ signal }) =>
                createGatherer({
                  ...{ rows, orm, store, fetcher, signal, parallel: 2, intervalMs: 60_000 },
                  ...{ log: () => {}, now: () => now, random: () => 0 },
                }),
              {
                log: () => {},
                events: { one: 'series', all: 'series' },
                wait: (_, signal) =>
                  new Promise((resolve) => {
                    ticks.add(() => resolve(null));
                    signal.addEventListener('abort', resolve);
                  }),
              },
            ),
        },
      });
      undo.push(() => api.stop());
      const client = await openEvents(`http://127.0.0.1:${api.port}${MARKET_STREAM_PATH}`);
      undo.push(() => client.close());
      return { api, client, database };
    }),
  );
  const heard = async (value: string) => {
    for (const { client } of servers) {
      for (;;) {
        const { event, data } = await client.next();
        expect(event).toBe('point');
        if (data.series === 'ecb-eur-usd' && data.value === value) break;
      }
    }
  };
  const [first] = servers;
  await expect.poll(() => first?.database.orm.$count(seriesPoints)).toBe(3);
  expect(publisher.asked).toEqual(['/newest.xml']);

  now = new Date('2026-11-20T15:00:00Z');
  publisher.newest = { '2026-11-20': rates('1.0850') };
  tick();
  await heard('1.0850');
  expect(publisher.asked).toEqual(['/newest.xml', '/newest.xml']);
  expect(await first?.database.orm.$count(seriesPoints)).toBe(6);
});

it('of writers in many processes, each point is stored once and each change has its own number', async () => {
  const where = await place();
  const databases = await Promise.all([1, 2, 3, 4].map(() => open(where)));
  const days = Array.from({ length: 60 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  const saved = await Promise.all(
    databases.flatMap((database) =>
      ['a', 'b', 'c'].map((series) =>
        createSeriesStore(database).savePoints(days.map((day) => ({ series, day, value: '1.0' }))),
      ),
    ),
  );
  expect(saved.reduce((sum, { added }) => sum + added, 0)).toBe(180);
  expect(await databases[0]?.orm.$count(seriesPoints)).toBe(180);
});
