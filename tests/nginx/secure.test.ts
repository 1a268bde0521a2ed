/** A site behind nginx that is built for https and has its support at another address. */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { finishDist } from '../../src/integrations/finishBuild.ts';
import { headersFor, parseHeaders } from '../../src/server/hosting.ts';
import { createWatcher } from '../../src/server/status/watcher.ts';
import { readSettings } from '../../src/site.ts';
import { emptyFolder } from '../helpers/database/database.ts';
import { type Served, serve } from '../helpers/serve.ts';
import { ask } from '../helpers/server/api.ts';
import { type Nginx, startNginx } from '../helpers/server/nginx.ts';

const SUPPORT_URL = 'https://help.example.com/';
const FILES = [
  'index.html',
  '404.html',
  'unavailable.html',
  'support.html',
  'ja/support.html',
  'support/status.html',
  '_astro/app.1a2b3c4d.js',
];

const undo: (() => unknown)[] = [];
let dist: string;
let served: Served;
let nginx: Nginx;
/** Looks at the site, and writes the status pages. */
let look: () => Promise<void>;

beforeAll(async () => {
  const { path, remove } = await emptyFolder();
  undo.push(remove);
  dist = path;
  for (const file of FILES) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await writeFile(join(dist, file), file);
  }
  await finishDist(dist, readSettings({ SITE_URL: 'https://www.example.com', SUPPORT_URL }));
  served = await serve(dist);
  undo.push(() => served.stop());
  const status = await emptyFolder();
  undo.push(status.remove);
  const settings = readSettings({ SITE_URL: served.url, LOCALES: 'en-US' });
  look = await createWatcher({ dir: status.path, interval: 60, settings, log: () => {}, againMs: 10 });
  vi.stubEnv('STATUS_DIR', status.path);
  undo.push(() => vi.unstubAllEnvs());
  nginx = await startNginx(dist, new URL(served.url).port);
  undo.push(() => nginx.stop());
});

afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** Sends one request over HTTP/2. */
async function askSecurely(path: string) {
  const session = connectHttp2(`https://127.0.0.1:${nginx.https}`, { rejectUnauthorized: false });
  const stream = session.request({ ':path': path });
  const [headers] = await once(stream, 'response');
  let body = '';
  for await (const chunk of stream) body += chunk;
  session.close();
  return { status: headers[':status'], headers, body };
}

it('HTTP leads to HTTPS, with path and query', async () => {
  for (const path of ['/', '/ja/support?a=1', '/api/web/common/ip']) {
    const { status, headers } = await ask(nginx.http, path, { headers: { host: 'www.example.com' } });
    expect([status, headers.location]).toEqual([308, `https://www.example.com${path}`]);
  }
});

it('HTTP/2 carries pages, files and the API, with HSTS where pages have it', async () => {
  const rules = parseHeaders(await readFile(join(dist, '_headers'), 'utf8'));
  for (const [path, file] of [
    ['/', 'index.html'],
    ['/_astro/app.1a2b3c4d.js', '_astro/app.1a2b3c4d.js'],
  ] as const) {
    const answer = await askSecurely(path);
    const expected = Object.entries(headersFor(rules, path)).map(([name, value]) => [name.toLowerCase(), value]);
    expect(answer).toMatchObject({ status: 200, body: file, headers: Object.fromEntries(expected) });
    expect(answer.headers['strict-transport-security']).toMatch('max-age');
  }
  expect(await askSecurely('/unknown')).toMatchObject({ status: 404, body: '404.html' });
  expect((await askSecurely('/api/health/live')).status).toBe(200);
});

it('support that is elsewhere is led to, although it has a file', async () => {
  for (const path of ['/support', '/ja/support', '/support?a=1']) {
    expect(await askSecurely(path), path).toMatchObject({ status: 302, headers: { location: SUPPORT_URL } });
  }
});

it('the page of the status is that of the build until the watcher has written its own', async () => {
  expect(await askSecurely('/support/status')).toMatchObject({ status: 200, body: 'support/status.html' });
  await look();
  const { body, headers } = await askSecurely('/support/status');
  expect(body).toContain('data-look="up"');
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'content-security-policy': expect.any(String),
  });
  expect(JSON.parse((await askSecurely('/support/status.json')).body).parts).toHaveLength(6);
  expect((await askSecurely('/history.json')).status).toBe(404);
});

it('where the server is down, pages go on, and what it would have sent is told as unavailable', async () => {
  await served.stop();
  expect((await askSecurely('/')).status).toBe(200);
  for (const [path, body] of [
    ['/unknown', /^unavailable.html$/],
    ['/api/unknown', /^{"code":50300,/],
  ] as const) {
    const answer = await askSecurely(path);
    expect(answer).toMatchObject({ status: 503, body: expect.stringMatching(body) });
    expect(answer.headers['strict-transport-security'], path).toMatch('max-age');
  }
});

it('and the status page goes on, and tells of it', async () => {
  await look();
  const { parts } = JSON.parse((await askSecurely('/support/status.json')).body);
  expect(parts).toContainEqual(expect.objectContaining({ part: 'api', lastLook: 'down' }));
  for (const [path, type] of [
    ['/support/status', 'text/html'],
    ['/support/status.xml', 'xml'],
    ['/support/status.css', 'text/css'],
  ] as const) {
    const { status, headers } = await askSecurely(path);
    expect([status, headers['content-type']], path).toEqual([200, expect.stringContaining(type)]);
  }
});

it('where there is no built site, nothing is printed but what to do', async () => {
  await expect(startNginx(join(dist, 'nowhere'), 1)).rejects.toThrow("nowhere': run 'npm run build' first");
});
