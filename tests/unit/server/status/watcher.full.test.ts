/** The watcher, against a site that answers over HTTP as it is told to. */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/server/log.ts';
import { type Looks, look } from '../../../../src/server/status/looks.ts';
import { createWatcher } from '../../../../src/server/status/watcher.ts';
import { emptyFolder } from '../../../helpers/database/database.ts';

const SOON = new Date(Date.now() + 3_600_000).toISOString();
const BEFORE = new Date(Date.now() - 60_000).toISOString();
const feed = (status: 'ok' | 'failing') => ({
  id: 'a',
  name: 'A',
  page: null,
  kind: null,
  language: null,
  category: null,
  status,
  checkedAt: BEFORE,
  okAt: BEFORE,
  nextAt: SOON,
  failures: 0,
  lastError: null,
  itemsSeen: 1,
});
const series = (late: number) => ({
  id: 'ecb-eur-usd',
  name: 'A',
  kind: 'daily',
  group: 'currency',
  unit: 'rate',
  base: 'EUR',
  quote: 'USD',
  months: null,
  publisher: { id: 'ecb', name: 'ECB', licence: 'x', terms: null, notice: null },
  page: 'x',
  newest: { day: '2026-11-27', value: '1.1', seenAt: BEFORE },
  before: null,
  change: null,
  late,
  due: null,
});
/** What the site answers by path: JSON of the API, null for a failure. */
const fine = (): Record<string, unknown> => ({
  '/api/health': { live: true, ready: true, mailLate: false },
  '/api/web/news/sources': { list: [feed('ok'), feed('failing')] },
  '/api/web/market/series': { list: [series(0), series(9)], last: '1' },
});
const ALL_UP: Looks = { pages: 'up', api: 'up', streams: 'up', feeds: 'up', series: 'up', mail: 'up' };

let server: Server;
let site: string;
let answers = fine();
let failsOnce = new Set<string>();
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    if (failsOnce.delete(url) || answers[url] === null) return response.writeHead(503).end('{}');
    if (url.endsWith('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write('retry: 3000\n\nid: 1\nevent: beat\ndata: {}\n\n');
    }
    if (!url.startsWith('/api')) return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    return response.end(JSON.stringify({ code: 20000, message: '', data: answers[url] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answers = fine();
  failsOnce = new Set();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a look', () => {
  const seen = (api: string | undefined = '') => look({ site, api, locales: ['en-US', 'ja'] }, 5);

  it('finds everything up where it is, and nothing but pages where there is no API', async () => {
    expect(await seen()).toEqual(ALL_UP);
    expect(await look({ site, api: undefined, locales: ['en-US'] }, 5)).toEqual({ pages: 'up' });
  });

  it('is repeated before it counts', async () => {
    failsOnce = new Set(['/ja', '/api/health', '/api/web/posts/stream']);
    expect(await seen()).toEqual({ ...ALL_UP, mail: 'unseen' });
  });

  it.each<[string, Record<string, unknown>, Looks]>([
    ['a page', { '/ja': null }, { pages: 'down' }],
    ['the database', { '/api/health': { live: true, ready: false, mailLate: null } }, { api: 'down', mail: 'unseen' }],
    ['a stream', { '/api/web/market/stream': null }, { streams: 'down' }],
    ['mail', { '/api/health': { live: true, ready: true, mailLate: true } }, { mail: 'down' }],
    ['feeds', { '/api/web/news/sources': { list: [feed('ok'), feed('failing'), feed('failing')] } }, { feeds: 'down' }],
    ['series', { '/api/web/market/series': { list: [series(9)], last: '1' } }, { series: 'down' }],
    ['no feed', { '/api/web/news/sources': { list: [] } }, { feeds: 'unseen' }],
    ['an answer that is none', { '/api/web/market/series': { list: 'x' } }, { series: 'unseen' }],
  ])('tells of %s, and of nothing else', async (_, told, expected) => {
    Object.assign(answers, told);
    expect(await seen()).toEqual({ ...ALL_UP, ...expected });
  });

  it('finds an API that nobody answers at down, and claims nothing of what only the API knows', async () => {
    const unseen = { feeds: 'unseen', series: 'unseen', mail: 'unseen' };
    expect(await seen('http://127.0.0.1:9')).toEqual({ pages: 'up', api: 'down', streams: 'down', ...unseen });
  });
});

it('writes pages, data and feeds; a faulty table of incidents leaves the one before, and the log says what changes', async () => {
  const { path, remove } = await emptyFolder();
  const content = join(path, 'content');
  await mkdir(content);
  const incident =
    'incidents: [{ begin: 2026-11-28T09:40Z, parts: [api], en-US: Prices & forms, ja: 障害, tw: 中斷, cn: 中断 }]';
  await writeFile(join(content, 'incidents.yml'), incident);
  const log: LogEntry[] = [];
  const settings = { SITE_URL: site, API_BASE: '', LOCALES: ['en-US', 'ja'] as const };
  const round = await createWatcher({
    dir: path,
    interval: 60,
    settings: { ...settings, LOCALES: [...settings.LOCALES] },
    content,
    againMs: 5,
    log: (entry) => log.push(entry),
    now: () => new Date('2026-11-28T10:00Z'),
  });
  await round();
  const read = (file: string) => readFile(join(path, file), 'utf8');
  expect(JSON.parse(await read('ja/support/status.json')).parts).toHaveLength(6);
  expect(await read('ja/support/status.html')).toContain('障害');
  expect(await read('support/status.xml')).toMatch(/<rss[\s\S]*Prices &amp;amp; forms/);
  expect(await read('support/status.css')).toContain('--paper');
  expect(log).toHaveLength(6);

  answers['/api/web/posts/stream'] = null;
  await writeFile(join(content, 'incidents.yml'), 'incidents: [{ begin: never }]');
  await round();
  expect(await read('support/status.html')).toContain('Prices &amp; forms');
  expect(log.slice(6)).toMatchObject([
    { level: 'error', event: 'watch', source: 'streams', state: 'down' },
    { level: 'error', event: 'watch', message: expect.stringContaining('incidents.yml') },
  ]);
  expect(JSON.parse(await read('history.json')).days[0].parts.streams).toEqual({
    looks: 2,
    failed: 1,
    observed: 120,
    down: 60,
  });
  await remove();
});
