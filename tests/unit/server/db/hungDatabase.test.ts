/** A database that hangs: calls without it answer at once, calls that need it fail within the time limit. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import { FLASH_PUBLISH_PATH, NEWS_CALLS } from '../../../../src/contract/all.ts';
import { APPLY_PATH, SECRET_HEADER } from '../../../../src/contract/applications.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { onPostgres } from '../../../../src/server/db/opening/open.ts';
import { type MutePostgres, mutePostgres } from '../../../helpers/database/mutePostgres.ts';
import { type Question, serveApi } from '../../../helpers/server/api.ts';

/** Instead of the five seconds of the real server. */
const LIMIT_MS = 400;
/** The delay that a busy machine may add. */
const SLACK_MS = 400;

async function hung(options: { welcomes: boolean }): Promise<{ database: Database; postgres: MutePostgres }> {
  const postgres = await mutePostgres(options);
  onTestFinished(() => postgres.stop());
  const database = onPostgres(postgres.url, LIMIT_MS);
  onTestFinished(() => database.close());
  return { database, postgres };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

describe.each([{ welcomes: false }, { welcomes: true }])('a Postgres that hangs, %j', (options) => {
  it('fails queries and transactions within the limit, and keeps no connection that hangs', async () => {
    const { database, postgres } = await hung(options);
    const { orm, pool } = database;
    // Twice, with more queries than the pool has connections: no connection may stay lost.
    for (let round = 0; round < 2; round += 1) {
      const [results, ms] = await timed(() =>
        Promise.allSettled([
          ...Array.from({ length: 8 }, () => orm.execute(sql`select 1`)),
          ...Array.from({ length: 8 }, () => orm.transaction((tx) => tx.execute(sql`select 1`))),
        ]),
      );
      expect(results.map(({ status }) => status)).toEqual(Array(16).fill('rejected'));
      expect(ms).toBeLessThan(LIMIT_MS + SLACK_MS);
    }
    await expect.poll(() => [pool?.totalCount, postgres.open.size]).toEqual([0, 0]);
  });
});

const CITIES = '/api/web/common/city/cityList/JP';
const NEEDS_NONE = [
  '/api/web/common/ip',
  '/api/web/common/country/list',
  '/api/web/common/country/getLocationByIp/10.0.0.1',
  '/api/health/live',
];

describe.each([{ welcomes: false }, { welcomes: true }])('the API on a Postgres that hangs, %j', (options) => {
  const serving = async (env: Record<string, string> = {}) => {
    const { database } = await hung(options);
    const served = await serveApi({ database, env });
    onTestFinished(() => served.stop());
    return served;
  };

  it('answers calls that need none, by limits of its own, and says so in the log once', async () => {
    const { ask, log } = await serving({ RATE_LIMIT_PER_MINUTE: '12' });
    // The first call waits for the counters in Postgres.
    expect((await ask('/api/web/common/ip')).status).toBe(200);
    const [, ms] = await timed(async () => {
      for (const path of [...NEEDS_NONE, ...NEEDS_NONE]) expect((await ask(path)).status, path).toBe(200);
    });
    expect(ms).toBeLessThan(SLACK_MS);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => ask('/api/web/common/ip')));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(log.filter(({ event }) => event === 'rateLimit')).toMatchObject([
      { level: 'error', state: 'memory', code: 'ETIMEDOUT' },
    ]);
  });

  it.each<[string, string, Question]>([
    ['cities', CITIES, {}],
    ['news', NEWS_CALLS.newsList.path, {}],
    ['sources', NEWS_CALLS.newsSources.path, {}],
    ['flashes', NEWS_CALLS.flashList.path, {}],
    ['an item', '/api/web/news/1', {}],
    ['a feed', '/api/web/news/rss/ja', {}],
    [
      'publishing',
      FLASH_PUBLISH_PATH,
      {
        method: 'POST',
        headers: { token: `finger_${'x'.repeat(43)}`, 'content-type': 'application/json' },
        body: '{}',
      },
    ],
    [
      'applying',
      APPLY_PATH,
      { method: 'POST', headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }, body: '{}' },
    ],
    ['an application', '/api/web/account/application/FA-0000-0000-0000', { headers: { [SECRET_HEADER]: 'x' } }],
  ])('answers %s with 503, and when to come again', async (_, path, question) => {
    const { ask } = await serving();
    const [answer, ms] = await timed(() => ask(path, question));
    expect(JSON.parse(answer.text)).toMatchObject({ code: 50300, message: enUS['server.unavailable'], data: null });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(ms).toBeLessThan(LIMIT_MS + SLACK_MS);
  });

  it('is not ready', async () => {
    const { ask } = await serving();
    const answers = await Promise.all(['/api/health/ready', '/api/health'].map((path) => ask(path)));
    expect(answers.map(({ status, text }) => [status, JSON.parse(text).data])).toEqual([
      [503, { live: true, ready: false }],
      [200, { live: true, ready: false, mailLate: null }],
    ]);
  });
});
