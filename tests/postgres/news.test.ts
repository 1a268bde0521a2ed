/** Processes on one Postgres share new items: each item is stored once, and all of them send it to their clients. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import type { FeedSource } from '../../src/catalogue/sources.ts';
import { FLASH_PUBLISH_PATH, FLASH_STREAM_PATH } from '../../src/contract/all.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import { newsItems } from '../../src/server/db/schema.ts';
import { createFetcher } from '../../src/server/feeds/fetch.ts';
import { createIngester } from '../../src/server/feeds/ingest.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { createStore, type Draft } from '../../src/server/news/store.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { openEvents } from '../helpers/feeds/events.ts';
import { EMPTY_SITE, serve, untilReady } from '../helpers/serve.ts';
import { serveApi } from '../helpers/server/api.ts';

async function open(where: Place): Promise<Database> {
  const database = await connect(where);
  onTestFinished(() => database.close());
  return database;
}

async function startServer(url: string | undefined): Promise<string> {
  const served = await serve(EMPTY_SITE, { DATABASE_URL: String(url), MARKET_CLOCK: 'none' });
  onTestFinished(() => served.stop());
  await untilReady(served.url);
  return served.url;
}

async function follow(url: string) {
  const client = await openEvents(`${url}${FLASH_STREAM_PATH}`);
  onTestFinished(() => client.close());
  return client;
}

const flash = (guid: string, given: Partial<Draft> = {}): Draft => ({
  sourceId: 'test',
  kind: 'flash',
  guid,
  link: null,
  title: `Title ${guid}`,
  summary: null,
  language: 'en',
  category: 'test',
  publishedAt: null,
  ...given,
});

it('what one publishes, the clients of the other are told, revised and withdrawn', async () => {
  const where = await take(filledPlace());
  const [one, two] = await Promise.all([startServer(where.url), startServer(where.url)]);
  const token = await addEditor((await open(where)).orm, 'Mika');
  const clients = await Promise.all([follow(one), follow(two)]);
  const post = async (url: string, body: object) => {
    const answer = await fetch(url + FLASH_PUBLISH_PATH, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const id = await post(one, { action: 'publish', language: 'ja', title: 'One' });
  await post(two, { action: 'revise', id, title: 'Two' });
  await post(one, { action: 'withdraw', id });
  for (const client of clients) {
    const seen: unknown[] = [];
    while (seen.at(-1) !== 'withdraw') {
      const { event, data } = await client.next();
      seen.push(event === 'flash' ? data.title : event);
    }
    // A process that hears of three changes at once sends only the latest state.
    expect(['One', 'Two', 'withdraw'].filter((word) => seen.includes(word))).toEqual(seen);
  }
});

it('writers in many processes give out numbers in the order of their commits, and nobody misses one', async () => {
  const where = await take(filledPlace());
  const databases = await Promise.all([1, 2, 3, 4].map(() => open(where)));
  const served = await serveApi({ database: await open(where) });
  onTestFinished(() => served.stop());
  const client = await follow(`http://127.0.0.1:${served.port}`);
  const guids = Array.from({ length: 120 }, (_, n) => `g${n}`);
  const heard = (async () => {
    const ids: string[] = [];
    while (ids.length < guids.length) ids.push((await client.next()).id);
    return ids;
  })();
  const results = await Promise.all(
    databases.map(async (database) => {
      let added = 0;
      // Every process saves all items, each in batches of different sizes.
      for (let start = 0; start < guids.length; ) {
        const end = start + 1 + ((start * 7 + databases.indexOf(database)) % 9);
        added += (await createStore(database).save(guids.slice(start, end).map((guid) => flash(guid)))).added;
        start = end;
      }
      return added;
    }),
  );
  expect(results.reduce((sum, added) => sum + added, 0)).toBe(guids.length);
  const ids = await heard;
  expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
  const [database] = databases;
  expect(await database?.orm.$count(newsItems)).toBe(guids.length);
});

it('a lost LISTEN is made again, and what was said meanwhile is told', async () => {
  const where = await take(filledPlace());
  const database = await open(where);
  const served = await serveApi({ database });
  onTestFinished(() => served.stop());
  const client = await follow(`http://127.0.0.1:${served.port}`);
  await createStore(database).save([flash('a')]);
  expect((await client.next()).data.title).toBe('Title a');
  const listeners = sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %news%'`;
  const [first, ...others] = await rowsOf<{ pid: number }>(database.orm, listeners);
  expect(others).toEqual([]);
  await database.orm.execute(sql`select pg_terminate_backend(${first?.pid}::int)`);
  await createStore(database).save([flash('b')]);
  expect((await client.next()).data.title).toBe('Title b');
  await expect.poll(() => rowsOf(database.orm, listeners)).toHaveLength(1);
});

it('of several processes that read the same feeds at once, one asks each feed', async () => {
  const asked: string[] = [];
  const items = (path: string) =>
    [1, 2, 3].map((n) => `<item><title>Item ${n} of ${path}</title><link>https://a.example${path}/${n}</link></item>`);
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end(`<rss version="2.0"><channel>${items(url).join('')}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sources = Array.from({ length: 20 }, (_, n): FeedSource => {
    const xmlUrl = `http://127.0.0.1:${port}/${n}`;
    const rest = { language: 'en', category: 'regulator', kind: 'news', reuse: 'excerpt', checked: 'never' } as const;
    return { id: `s${n}`, title: `${n}`, xmlUrl, htmlUrl: xmlUrl, ...rest };
  });
  const where = await take(filledPlace());
  const databases = await Promise.all([1, 2, 3].map(() => open(where)));
  const rounds = await Promise.all(
    databases.map((database) =>
      createIngester({
        sources,
        store: createStore(database),
        fetcher: createFetcher({
          limits: { bytes: 1e6, ms: 10_000, redirects: 1 },
          userAgent: 'test',
          allowPrivate: true,
        }),
        parallel: 4,
        intervalMs: 3_600_000,
        log: () => {},
      }).round(),
    ),
  );
  // A process that starts after the first one has finished finds no feed that is due.
  expect(rounds.map((round) => round?.outcomes.length ?? 0).sort()).toEqual([0, 0, sources.length]);
  expect(asked).toHaveLength(sources.length);
  expect(await databases[0]?.orm.$count(newsItems)).toBe(sources.length * 3);
});

it('one process of many fetches, and another may when it is killed', async () => {
  const where = await take(filledPlace());
  const [one, two] = [await open(where), await open(where)];
  const { promise, resolve } = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const first = createStore(one).withIngestLock(() => {
    started.resolve();
    return promise;
  });
  await started.promise;
  expect(await createStore(two).withIngestLock(async () => 'second')).toBeNull();
  // Of this database alone: tests of other files hold locks of their own.
  await two.orm.execute(
    sql`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => createStore(two).withIngestLock(async () => 'second')).toBe('second');
  resolve('first');
  expect(await first).toBe('first');
});
