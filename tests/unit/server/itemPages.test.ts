/** Item pages: their rate limit, and what they answer while the database does not respond. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../src/server/api.ts';
import { createApp, createListener, type Holds } from '../../../src/server/app.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { noDatabase } from '../../../src/server/db/none.ts';
import { onPostgres } from '../../../src/server/db/opening/open.ts';
import { createSiteServer } from '../../../src/server/httpServer.ts';
import { createNews } from '../../../src/server/news/news.ts';
import { createServing } from '../../../src/server/serving.ts';
import { mutePostgres } from '../../helpers/database/mutePostgres.ts';
import { ask } from '../../helpers/server/api.ts';

const SHELLS = { '/datahub/news/7': 'news shell', '/datahub/flash/7': 'flash shell', '/ja/datahub/news/7': 'ja shell' };
const FILES: Record<string, string> = {
  _headers: '/*\n  X-Site: yes\n',
  _redirects: '',
  'index.html': 'home',
  'datahub/news/id.html': 'news shell',
  'datahub/flash/id.html': 'flash shell',
  'ja/datahub/news/id.html': 'ja shell',
};

let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'finger-dist-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await writeFile(join(dist, file), text);
  }
});
afterAll(() => rm(dist, { recursive: true, force: true }));

/** Starts the site and the API on a database, as main.ts does, and returns the port. */
async function serving(database: Database, env: Record<string, string> = {}, count = () => {}) {
  const log = () => {};
  const news = createNews({ database, log });
  onTestFinished(() => news.close());
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', ...env });
  const api = createApi({ database, config, log, news });
  const holds: Holds = async (kind, id) => {
    count();
    return kind !== 'user' && kind !== 'post' && news.holds(kind, id);
  };
  const { open, listener, headers } = createServing({ dist, config, site: news.site, log });
  open({ api, holds });
  const server = createSiteServer(listener, headers).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('are the shell, with 503 and when to come again, while the database fails', async () => {
  const port = await serving(noDatabase);
  for (const [path, shell] of Object.entries(SHELLS)) {
    const { status, headers, text } = await ask(port, path);
    expect([status, text, headers['retry-after']], path).toEqual([503, shell, '5']);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-site': 'yes' });
  }
});

it('are the shell within the limit while the database hangs, and other pages do not wait', async () => {
  const postgres = await mutePostgres({ welcomes: true });
  onTestFinished(() => postgres.stop());
  const database = onPostgres(postgres.url, 500);
  onTestFinished(() => database.close());
  const port = await serving(database, { RATE_LIMIT_PER_MINUTE: '100' });
  const started = performance.now();
  let answered = 0;
  const items = Object.entries(SHELLS).map(async ([path, shell]) => {
    const { status, headers, text } = await ask(port, path);
    answered += 1;
    expect([status, text, headers['retry-after']], path).toEqual([503, shell, '5']);
  });
  expect((await ask(port, '/')).text).toBe('home');
  expect(answered).toBe(0);
  await Promise.all(items);
  // The time limit of the counters, then that of the item query.
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('are the shell as it is for an item that exists, marked with 404 for one that does not', async () => {
  const shell = '<!doctype html><html lang="en"><p>Item</p></html>';
  const site = await mkdtemp(join(tmpdir(), 'finger-dist-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  const files = { _headers: '', _redirects: '', 'datahub/news/id.html': shell, 'u/id.html': shell };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), text);
  }
  const app = createApp({ dist: site, holds: async (_, id) => id === '7' });
  const server = createSiteServer(createListener(app), {}).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const stem of ['/datahub/news/', '/u/']) {
    const there = await ask(port, `${stem}7`);
    expect([there.status, there.text], stem).toEqual([200, shell]);
    const missing = await ask(port, `${stem}8`);
    expect([missing.status, missing.text], stem).toEqual([404, shell.replace('<html ', '<html data-missing ')]);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(missing.headers.etag).not.toBe(there.headers.etag);
  }
});

it('count as calls, and are refused before the database is asked; other pages are not', async () => {
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  const port = await serving(noDatabase, { RATE_LIMIT_PER_MINUTE: '3' }, count);
  expect((await ask(port, '/api/web/common/ip')).status).toBe(200);
  for (let call = 0; call < 2; call += 1) expect((await ask(port, '/datahub/news/7')).status).toBe(503);
  for (const [path, shell] of Object.entries(SHELLS)) {
    const { status, headers, text } = await ask(port, path);
    expect([status, text], path).toEqual([429, shell]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  expect(asked).toBe(2);
  expect((await ask(port, '/api/web/common/ip')).status).toBe(429);
  expect((await ask(port, '/')).status).toBe(200);
});
