/** The API of the development server, with news: across reloads and at shutdown. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readSources } from '../../../src/catalogue/sources.ts';
import { FLASH_STREAM_PATH, NEWS_CALLS } from '../../../src/contract/all.ts';
import { devApi } from '../../../src/integrations/devApi.ts';
import { filledPlace } from '../../helpers/database/database.ts';
import { take } from '../../helpers/database/databaseTest.ts';
import { openEvents } from '../../helpers/feeds/events.ts';
import { ask } from '../../helpers/server/api.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

it('carries the news, outlives a reload, and ends with the server', async () => {
  const place = await take(filledPlace());
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, FEEDS: 'off', MARKET_CLOCK: 'none' };
  const { hooks } = devApi(env);
  const said: string[] = [];
  let answer: Middleware | undefined;
  /** Astro does this at the start and whenever its configuration changes. */
  const setUp = () => {
    const use = (one: Middleware) => {
      answer = one;
    };
    const server = { middlewares: { use } };
    const logger = { error: (line: string) => void said.push(line) };
    hooks['astro:server:setup']?.({ server, logger } as never);
  };
  const listener = createServer((request, response) =>
    answer?.(request, response, () => void response.writeHead(404).end()),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  setUp();
  await expect.poll(async () => (await ask(port, '/api/health/ready')).status, { timeout: 30_000 }).toBe(200);
  setUp();
  const { data } = JSON.parse((await ask(port, NEWS_CALLS.newsSources.path)).text);
  expect(data.list).toHaveLength(readSources().length);
  expect((await ask(port, '/service/forex')).status).toBe(404);
  const feed = JSON.parse((await ask(port, '/api/web/news/json/ja')).text);
  expect(feed.items.length).toBeGreaterThan(0);
  const client = await openEvents(`http://127.0.0.1:${port}${FLASH_STREAM_PATH}`);
  if (!place.url) expect(await readdir(place.dataDir)).toContain('admin.sock');

  await hooks['astro:server:done']?.({} as never);
  await client.ended;
  if (!place.url) expect(await readdir(place.dataDir)).toEqual(['postgres']);
  expect(said).toEqual([]);
});

it('says in one line why there is no database', async () => {
  const said: string[] = [];
  const { hooks } = devApi({
    DATABASE_URL: 'postgres://finger@127.0.0.1:1/finger',
    FEEDS: 'off',
    MARKET_CLOCK: 'none',
  });
  const server = { middlewares: { use: () => {} } };
  hooks['astro:server:setup']?.({ server, logger: { error: (line: string) => void said.push(line) } } as never);
  onTestFinished(() => hooks['astro:server:done']?.({} as never));
  await expect
    .poll(() => said, { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^Postgres does not answer at 127\.0\.0\.1:1 /)]);
});
