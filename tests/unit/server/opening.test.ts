/** What a process answers while its database opens: pages, and 503 for calls; then everything. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CALLS, FLASH_PUBLISH_PATH, FLASH_STREAM_PATH } from '../../../src/contract/all.ts';
import { KEYS_PATH } from '../../../src/contract/webhooks.ts';
import { createApi } from '../../../src/server/api.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createSiteServer } from '../../../src/server/httpServer.ts';
import type { LogEntry } from '../../../src/server/log.ts';
import { createServing } from '../../../src/server/serving.ts';
import { dist, FILES, withSmallSite } from '../../helpers/content/smallSite.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { ask, type Question } from '../../helpers/server/api.ts';
import { CITIES, expectError, IP, WORDS } from '../../helpers/server/apiTest.ts';

withSmallSite();

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A process whose database opens when the test calls `open`. */
async function starting(env: Record<string, string> = {}, writeWaitMs = 0) {
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry) => entries.push(entry);
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', ...env });
  const { open, drain, listener, headers } = createServing({
    dist,
    config,
    log,
    writeWaitMs,
    site: 'https://www.example.com',
  });
  const server = createSiteServer(listener, headers).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    entries,
    ask: (path: string, question?: Question) => ask(port, path, question),
    drain,
    open: () => open({ api: createApi({ database, config, log }), holds: async () => true }),
  };
}

describe('while the database opens', () => {
  it('pages are served, and item pages are their shell with 503', async () => {
    const { ask } = await starting();
    expect(await ask('/service/forex')).toMatchObject({ status: 200, text: FILES['service/forex.html'] });
    expect((await ask('/unknown')).status).toBe(404);
    const item = await ask('/ja/datahub/news/7');
    expect(item).toMatchObject({ status: 503, text: FILES['ja/datahub/news/id.html'] });
    expect(item.headers['retry-after']).toBe('5');
  });

  it('calls are 503 in the words of the caller, with when to come again and the headers of the API', async () => {
    const origin = 'https://other.example.com';
    const { ask, entries } = await starting({ ALLOWED_ORIGINS: origin });
    for (const [language, words] of WORDS) {
      const answer = await ask(`${CITIES}JP`, {
        headers: { origin, ...(language && { 'accept-language': language }) },
      });
      expectError(answer, 'notReady', words['server.notReady']);
      expect(answer.headers).toMatchObject({
        'retry-after': '1',
        'access-control-allow-origin': origin,
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String),
      });
    }
    const paths = Object.values(CALLS).map(({ path }) => path);
    for (const path of [...paths, FLASH_STREAM_PATH, KEYS_PATH, '/api/unknown', '/api']) {
      expectError(await ask(path), 'notReady');
    }
    expectError(await ask(FLASH_PUBLISH_PATH, { method: 'POST', body: '{}' }), 'notReady');
    expect(entries.at(-1)).toMatchObject({ level: 'error', event: 'request', method: 'POST', status: 503 });
  });

  it('calls and item pages count against the limit of their caller', async () => {
    const { ask } = await starting({ RATE_LIMIT_PER_MINUTE: '2' });
    expect([(await ask(IP)).status, (await ask('/datahub/news/7')).status]).toEqual([503, 503]);
    expect([(await ask(IP)).status, (await ask('/datahub/news/7')).status]).toEqual([429, 429]);
    expect((await ask('/')).status).toBe(200);
  });

  it('health says that the process lives and is not ready', async () => {
    const { ask } = await starting();
    for (const [path, status] of [
      ['/api/health', 200],
      ['/api/health/live', 200],
      ['/api/health/ready', 503],
    ] as const) {
      const answer = await ask(path);
      expect([answer.status, JSON.parse(answer.text).data], path).toMatchObject([status, { live: true, ready: false }]);
    }
    expectError(await ask('/api/health/live', { method: 'POST' }), 'methodNotAllowed');
  });
});

it('a write waits for the database, since a proxy sends none to another process', async () => {
  const { ask, open } = await starting({}, 60_000);
  const body = JSON.stringify({ action: 'publish', language: 'en', title: 'x' });
  const asked = ask(FLASH_PUBLISH_PATH, { method: 'POST', body });
  // A read is refused at once: it has overtaken the write.
  expectError(await ask(IP), 'notReady');
  open();
  expectError(await asked, 'unauthorized');
});

it('a write that waits is refused when the process is told to stop', async () => {
  const { ask, drain } = await starting({}, 60_000);
  const asked = ask(FLASH_PUBLISH_PATH, { method: 'POST', body: '{}' });
  expectError(await ask(IP), 'notReady');
  drain();
  expectError(await asked, 'notReady');
});

it('everything is answered when it is open', async () => {
  const { ask, open } = await starting();
  expect((await ask('/api/health/ready')).status).toBe(503);
  open();
  for (const path of ['/api/health/ready', `${CITIES}JP`, '/datahub/news/7', '/']) {
    expect((await ask(path)).status, path).toBe(200);
  }
});

it('while it drains, health says that it is not ready, and all else is answered', async () => {
  const { ask, open, drain } = await starting();
  open();
  drain();
  expect((await ask('/api/health/ready')).status).toBe(503);
  expect((await ask('/api/health/live')).status).toBe(200);
  for (const path of [`${CITIES}JP`, '/datahub/news/7', '/']) expect((await ask(path)).status, path).toBe(200);
});
