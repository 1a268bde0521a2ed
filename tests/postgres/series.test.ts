/** Processes on one Postgres share official series: one of them asks each publisher, and all tell their clients. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { MARKET_STREAM_PATH } from '../../src/contract/all.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { seriesPoints } from '../../src/server/db/schema.ts';
import { createSeriesStore } from '../../src/server/series/store.ts';
import { BROWSER_ARGS, browserPath } from '../helpers/browser/browser.ts';
import { BUILDS, build } from '../helpers/builds.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { openEvents } from '../helpers/feeds/events.ts';
import { type Publisher, startPublisher } from '../helpers/feeds/publisher.ts';
import { startSeriesServers } from '../helpers/feeds/seriesServers.ts';

async function open(where: Place): Promise<Database> {
  const database = await connect(where);
  onTestFinished(() => database.close());
  return database;
}

async function local(): Promise<Publisher> {
  const publisher = await startPublisher();
  onTestFinished(() => publisher.stop());
  return publisher;
}

const rates = (USD: string) => ({ USD, JPY: '163.12', GBP: '0.8405' });

/** Two servers, the publisher that they follow, and its first day. */
async function followed(dist?: string) {
  const publisher = await local();
  publisher.newest = { '2026-11-19': rates('1.0832') };
  publisher.history = publisher.newest;
  publisher.rows = publisher.rows.map((row) => ({ ...row, history: null }));
  const where = await take(filledPlace());
  const databases = [await open(where), await open(where)];
  const servers = await startSeriesServers(databases, publisher, '2026-11-19T15:05:00Z', dist);
  onTestFinished(() => servers.stop());
  const stored = () => databases[0]?.orm.$count(seriesPoints);
  const urls = servers.apis.map(({ port }) => `http://127.0.0.1:${port}`);
  const publish = (USD: string) => {
    publisher.newest = { '2026-11-20': rates(USD) };
    servers.comeTo('2026-11-20T15:00:00Z');
  };
  return { publisher, stored, urls, publish };
}

it('of several processes one asks a publisher, and the clients of all hear of the new day', async () => {
  const { publisher, stored, urls, publish } = await followed();
  const clients = await Promise.all(urls.map((url) => openEvents(url + MARKET_STREAM_PATH)));
  for (const client of clients) onTestFinished(() => client.close());
  await expect.poll(stored).toBe(3);
  expect(publisher.asked).toEqual(['/newest.xml']);
  publish('1.0850');
  for (const client of clients) {
    for (;;) {
      const { event, data } = await client.next();
      expect(event).toBe('point');
      if (data.series === 'ecb-eur-usd' && data.value === '1.0850') break;
    }
  }
  expect(publisher.asked).toEqual(['/newest.xml', '/newest.xml']);
  expect(await stored()).toBe(6);
});

it('a new day appears in the pages that are open at each process', async () => {
  if (!existsSync(`${BUILDS.site}/index.html`)) await build(BUILDS.site);
  const { stored, urls, publish } = await followed(BUILDS.site);
  await expect.poll(stored).toBe(3);
  const browser = await chromium.launch({ executablePath: await browserPath(), args: BROWSER_ARGS });
  onTestFinished(() => browser.close());
  const values = await Promise.all(
    urls.map(async (url) => {
      const page = await browser.newPage();
      await page.goto(url);
      const value = page.locator('.rates [data-pair="EUR/USD"] [data-part="value"]');
      await value.scrollIntoViewIfNeeded();
      return value;
    }),
  );
  const soon = { timeout: 20_000 };
  for (const value of values) await expect.poll(() => value.textContent(), soon).toBe('1.0832');
  publish('1.0850');
  for (const value of values) await expect.poll(() => value.textContent(), soon).toBe('1.0850');
});

it('of writers in many processes, each point is stored once and each change has its own number', async () => {
  const where = await take(filledPlace());
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
