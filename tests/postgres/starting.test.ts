/** The real server that starts before its Postgres, and one that Postgres refuses. */
import { spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import type { LogEntry } from '../../src/server/log.ts';
import { startCluster } from '../helpers/database/postgresCluster.ts';
import { freePort } from '../helpers/runTests.ts';
import { EMPTY_SITE, serve, untilReady } from '../helpers/serve.ts';

it('is ready once Postgres is there, and serves pages before', async () => {
  const port = await freePort();
  const served = await serve(EMPTY_SITE, { DATABASE_URL: `postgres://finger@127.0.0.1:${port}/postgres` });
  onTestFinished(() => served.stop());
  expect((await fetch(`${served.url}/`)).status).toBe(404);
  const cities = `${served.url}/api/web/common/city/cityList/jp`;
  const refused = await fetch(cities);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${served.url}/api/health/ready`)).status).toBe(503);
  const cluster = await startCluster(port);
  onTestFinished(() => cluster.stop());
  await untilReady(served.url);
  expect((await fetch(cities)).status).toBe(200);
  // Otherwise the cluster, which stops first, would keep it waiting.
  await served.stop();
}, 120_000);

it('ends with one line where Postgres refuses the user, or has no such database', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  for (const [user, name, line] of [
    ['nobody', 'postgres', /^Postgres at \S+ does not let 'nobody' into 'postgres' \(28000\)/],
    ['finger', 'nowhere', /^There is no database 'nowhere' at /],
  ] as const) {
    const { href } = Object.assign(new URL(cluster.url), { username: user, pathname: name });
    const env = { ...process.env, PORT: '0', DIST: EMPTY_SITE, DATABASE_URL: href, FEEDS: 'off' };
    const { status, stdout } = spawnSync(process.execPath, ['src/server/main.ts'], { env, encoding: 'utf8' });
    const { level, event, message } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LogEntry;
    expect([status, level, event, message]).toEqual([1, 'error', 'start', expect.stringMatching(line)]);
  }
}, 120_000);
