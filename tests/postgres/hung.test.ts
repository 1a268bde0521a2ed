/** How the real server behaves when Postgres stops answering for a while, and when connections to it are lost. */
import { execFileSync } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { FLASH_PUBLISH_PATH, NEWS_CALLS } from '../../src/contract/all.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect, openDatabase } from '../../src/server/db/opening/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import type { LogEntry } from '../../src/server/log.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { createLimits } from '../../src/server/rateLimit.ts';
import { type Cluster, startCluster } from '../helpers/database/postgresCluster.ts';
import { EMPTY_SITE, serve } from '../helpers/serve.ts';

/** A separate Postgres: stopping it must not affect other tests. */
let cluster: Cluster;
let database: Database;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  database = await openDatabase({ url: cluster.url, dataDir: '' });
});
afterAll(async () => {
  signal('SIGCONT');
  await database?.close();
  await cluster?.stop();
});
afterEach(async () => {
  signal('SIGCONT');
  for (const one of undo.splice(0).reverse()) await one();
});

/** Sends a signal to the Postgres server and to its process for each connection. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  // The server first, so that no new connection starts in between.
  process.kill(cluster.pid, name);
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of table.trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (!pid || parent !== cluster.pid) continue;
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  }
}

async function startServer() {
  const served = await serve(EMPTY_SITE, { DATABASE_URL: cluster.url, RATE_LIMIT_PER_MINUTE: '500' });
  undo.push(() => served.stop());
  const ask = async (at: string, init?: RequestInit) => {
    const started = performance.now();
    const answer = await fetch(served.url + at, init);
    const { status, headers } = answer;
    return {
      status,
      retryAfter: headers.get('retry-after'),
      ms: performance.now() - started,
      text: await answer.text(),
    };
  };
  await expect.poll(async () => (await ask('/api/health/ready')).status, { timeout: 60_000 }).toBe(200);
  return { ask, served };
}

it('calls that need no database go on while it is stopped, the others say so in time, and all is well again after', async () => {
  const token = await addEditor(database.orm, 'Mika');
  const { ask, served } = await startServer();
  const publishing = {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: '{"action":"publish","language":"en","title":"One"}',
  };
  expect((await ask(NEWS_CALLS.newsList.path)).status).toBe(200);

  signal('SIGSTOP');
  await ask('/api/web/common/ip');
  for (const path of ['/api/web/common/ip', '/api/web/common/country/list', '/api/health/live']) {
    const { status, ms } = await ask(path);
    expect(status, path).toBe(200);
    expect(ms, path).toBeLessThan(1_000);
  }
  const answers = await Promise.all([
    ask(NEWS_CALLS.newsList.path),
    ask(NEWS_CALLS.flashList.path),
    ask(FLASH_PUBLISH_PATH, publishing),
    ...Array.from({ length: 30 }, () => ask(NEWS_CALLS.newsSources.path)),
  ]);
  for (const { status, retryAfter, ms } of answers) {
    expect([status, retryAfter]).toEqual([503, '5']);
    // Our own client gives up after ten seconds.
    expect(ms).toBeLessThan(8_000);
  }
  expect((await ask('/api/health/ready')).status).toBe(503);

  signal('SIGCONT');
  await expect.poll(async () => (await ask('/api/health/ready')).status, { timeout: 20_000 }).toBe(200);
  const { status, text } = await ask(FLASH_PUBLISH_PATH, publishing);
  expect(status).toBe(200);
  const { id } = (JSON.parse(text) as { data: { id: string } }).data;
  expect((await ask(`/api/web/flash/${id}`)).status).toBe(200);

  // The server can also be stopped while Postgres hangs.
  signal('SIGSTOP');
  const started = performance.now();
  await served.stop();
  expect(performance.now() - started).toBeLessThan(12_000);
});

it('a connection that is lost in a transaction ends neither the process nor the pool', async () => {
  const other = await connect({ url: cluster.url, dataDir: '' });
  undo.push(() => other.close());
  for (let round = 0; round < 12; round += 1) {
    await expect(
      other.orm.transaction(async (tx) => {
        const [row] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        await database.orm.execute(sql`select pg_terminate_backend(${row?.pid}::int)`);
        await tx.execute(sql`select pg_sleep(5)`);
      }),
    ).rejects.toThrow();
  }
  expect(await rowsOf(other.orm, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

it('connections are used again and again, and nothing is left on them', async () => {
  const other = await connect({ url: cluster.url, dataDir: '', limitMs: 5_000 });
  undo.push(() => other.close());
  const clients = new Set<EventEmitter>();
  other.pool?.on('acquire', (client) => clients.add(client));
  const work = () => other.orm.transaction((tx) => tx.execute(sql`select 1`));
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 30 }, work));
  expect(clients.size).toBe(10);
  for (const client of clients) expect(client.listenerCount('error')).toBe(1);
});

it('limits are counted in memory while it is stopped, and in Postgres again after; the log says each once', async () => {
  const mine = await connect({ url: cluster.url, dataDir: '', limitMs: 1_000 });
  undo.push(() => mine.close());
  const log: LogEntry[] = [];
  const limit = createLimits(mine.pool, (entry) => log.push(entry))(3, 'hung');
  for (let call = 0; call < 2; call += 1) expect(await limit('b')).toBe(0);
  signal('SIGSTOP');
  const waits: number[] = [];
  for (let call = 0; call < 5; call += 1) waits.push(await limit('a'));
  expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true, true]);
  signal('SIGCONT');
  await expect
    .poll(
      async () => {
        await limit('c');
        return log.map(({ level, state }) => [level, state]);
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual([
      ['error', 'memory'],
      ['info', 'database'],
    ]);
});

it('the networks around a /64 of IPv6 are counted in Postgres too', async () => {
  const limit = createLimits(database.pool, () => {})(1, 'wide');
  const waits: number[] = [];
  for (let network = 1; network <= 5; network += 1) waits.push(await limit(`2001:db8:0:${network}`));
  expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, false, true]);
  expect(await limit('2001:db8:0:100')).toBe(0);
});

it('a clock that is put back makes nobody wait longer than a minute for counters in Postgres', async () => {
  const limit = createLimits(database.pool, () => {})(2, 'clock');
  vi.useFakeTimers({ toFake: ['Date'] });
  undo.push(() => vi.useRealTimers());
  const call = async () => [await limit('a'), await limit('a'), await limit('a')];
  expect((await call()).map((wait) => wait > 0)).toEqual([false, false, true]);
  vi.setSystemTime(Date.now() - 86_400_000);
  const waits = await call();
  expect(waits.map((wait) => wait > 0)).toEqual([false, false, true]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
});
