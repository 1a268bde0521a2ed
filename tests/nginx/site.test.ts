/** nginx serves the same site as our own server: every address, spelling, compressed copy and header. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CALLS,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  MARKET_CALLS,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
} from '../../src/contract/all.ts';
import { LICENSE_PATH } from '../../src/contract/applications.ts';
import { KEYS_PATH } from '../../src/contract/webhooks.ts';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { ROUTES } from '../../src/routes.ts';
import { connect as connectDatabase } from '../../src/server/db/opening/open.ts';
import { headersFor, parseHeaders } from '../../src/server/hosting.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { openEvents } from '../helpers/feeds/events.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { ask, type Question, saidIn } from '../helpers/server/api.ts';
import { type Nginx, startNginx } from '../helpers/server/nginx.ts';

const DIST = '.data/test/nginx';
/** Other files that a build may contain, including hidden ones that must not be served. */
const ADDED = ['.well-known/security.txt', '.secret', 'check123.html', 'terms.pdf', 'LICENSE', 'a b.txt'];
/** Headers that depend on the connection, the time or the server that sends them. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'server', 'etag', 'x-request-id'];
const ENCODINGS = ['br', 'gzip', 'gzip, deflate, br', 'br;q=0, gzip', 'gzip;q=0', 'deflate'];

const agent = new Agent({ keepAlive: true });
let place: Place;
let served: Served;
let nginx: Nginx;
let own: number;
let token: string;
let files: string[];
/** Ids of a flash that exists, of flashes that do not exist, and of a house article. */
let ids: string[];

beforeAll(async () => {
  await cp(BUILDS.site, DIST, { recursive: true });
  await mkdir(join(DIST, '.well-known'), { recursive: true });
  for (const file of ADDED) await writeFile(join(DIST, file), file);
  files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DIST.length));

  place = await filledPlace();
  const database = await connectDatabase(place);
  token = await addEditor(database.orm, 'Mika');
  await database.close();
  served = await serve(DIST, { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '', TRUSTED_PROXY_HOPS: '1' });
  own = Number(new URL(served.url).port);
  nginx = await startNginx(DIST, own);
  await untilReady(served.url);
  const article = /\/datahub\/news\/(?!id\b)([^./]+)\.html\n/.exec(files.join('\n'))?.[1] ?? '';
  ids = [await publish('A flash'), '999999999', 'Ab7', 'id', article];
});

afterAll(async () => {
  agent.destroy();
  await nginx?.stop();
  await served?.stop();
  await place?.remove();
  await rm(DIST, { recursive: true, force: true });
});

async function publish(title: string): Promise<string> {
  const headers = { token, 'content-type': 'application/json' };
  const body = JSON.stringify({ action: 'publish', language: 'en', title });
  const { text } = await ask(nginx.http, FLASH_PUBLISH_PATH, { method: 'POST', headers, body });
  return JSON.parse(text).data.id;
}

/** The response at a port, without the headers that may differ. */
async function answerOf(port: number, path: string, question: Question) {
  const { status, headers, body, text } = await ask(port, path, { agent, ...question });
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));
  const isProblem = status >= 400 && headers['content-type']?.startsWith('application/json');
  const said = createHash('sha256').update(isProblem ? saidIn({ text }) : body);
  return { status, headers: shown, body: said.digest('hex'), etag: headers.etag };
}

/** Requests each path from both, and returns how often each status came. Fails if the responses differ. */
async function compare(paths: Iterable<string>, question: Question = {}): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const path of new Set(paths)) {
    const [{ etag: _, ...expected }, { etag: __, ...answer }] = await Promise.all([
      answerOf(own, path, question),
      answerOf(nginx.http, path, question),
    ]);
    expect(answer, `${question.method ?? 'GET'} ${path} ${JSON.stringify(question.headers)}`).toEqual(expected);
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  }
  return counts;
}

/** The addresses of all routes in all locales. */
const addresses = () =>
  LOCALE_IDS.flatMap((locale) =>
    ROUTES.flatMap(({ path }) => {
      const paths = path.includes('{id}') ? ids.map((id) => path.replace('{id}', id)) : [path];
      return paths.map((one) => localize(one, locale));
    }),
  );

/** The addresses that nginx serves itself: pages at their exact address, and files. */
const sent = () =>
  files
    .filter(
      (file) => !/\.(br|gz)$|^\/(_headers|_redirects|LICENSE|terms\.pdf|a b\.txt|check123\.html)$|\/\./.test(file),
    )
    .map((file) => (file === '/index.html' ? '/' : file.replace(/\.html$/, '')))
    .filter(
      (address) => !/\/(404|robots\.txt|datahub(\/(news|flash|posts)(\/id)?)?|u\/id|support\/anserpage)$/.test(address),
    );

describe('nginx answers as the server does', () => {
  it('at every address, and sends the pages itself', async () => {
    expect(Object.keys(await compare(addresses()))).toEqual(['200', '404']);
    for (const path of sent()) {
      const { headers } = await ask(nginx.http, path, { agent });
      expect(headers.etag, path).toMatch(/^"[\da-f]+-[\da-f]+"$/);
    }
  });

  it('at every other spelling', async () => {
    const upper = (path: string) => path.toUpperCase();
    const lower = (path: string) => path.toLowerCase();
    const counts = await compare(
      addresses().flatMap((path) => [upper(path), lower(path), `${path}/`, `${path}.html`, `/en-US${path}`]),
    );
    expect(Object.keys(counts)).toEqual(['200', '308', '404']);
  });

  it('at what only machines ask for', async () => {
    const escaped = (path: string) => path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const added = ['//', '.HTML', '.html.br', '.br', '.gz', '/index', '/index.html', '/.', '/x/..', '%2f', '~', '%20'];
    const more = [...added, '?a=/404', '?', '/?a=1', '#a', ';a', '/unknown', '/a.js', '.js', '/%E3%81%82'];
    const starts = ['/', '/.', '/en-us', '/service/..', '/service/%2e%2e'];
    const some = addresses().filter((path) => !/^\/(en-GB|tw|cn)\b/.test(path));
    const counts = await compare(
      some.flatMap((path) => [escaped(path), ...more.map((end) => path + end), ...starts.map((start) => start + path)]),
    );
    expect(Object.keys(counts)).toEqual(['200', '308', '404']);
  });

  it('at every file, in every encoding', async () => {
    await compare(files.map((file) => file.replaceAll(' ', '%20')));
    for (const encoding of ENCODINGS) {
      const counts = await compare(sent(), { headers: { 'accept-encoding': encoding } });
      expect(counts).toEqual({ 200: sent().length });
    }
    await compare(sent(), { headers: { 'accept-encoding': 'gzip', via: '1.1 a CDN' } });
    await compare(sent(), { headers: { 'accept-encoding': 'br', via: '1.1 a CDN', range: 'bytes=0-1' } });
  });

  it('to HEAD', async () => {
    await compare([...addresses(), ...sent()], { method: 'HEAD' });
    await compare(sent(), { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  });

  it('to methods that change nothing here', async () => {
    const [script = ''] = sent().filter((path) => path.startsWith('/_astro/'));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const counts = await compare(['/', '/ja/service/forex', script, '/robots.txt', '/unknown', '/Ja'], { method });
      expect(counts, method).toEqual({ 405: 6 });
    }
  });

  it('to who has the page already, each with its own tag', async () => {
    for (const path of sent()) {
      for (const encoding of ['identity', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const [expected, answer] = await Promise.all(
          [own, nginx.http].map(async (port) => {
            const { etag = '' } = await answerOf(port, path, { headers });
            return answerOf(port, path, { headers: { ...headers, 'if-none-match': etag } });
          }),
        );
        expect(answer?.status, path).toBe(304);
        // nginx repeats Last-Modified; an ETag takes precedence over it (RFC 9110, 13.1.3).
        const { 'last-modified': _, ...headersOf304 } = answer?.headers ?? {};
        expect(expected, path).toMatchObject({ status: 304, headers: headersOf304, body: answer?.body });
        expect(Object.keys(answer?.headers ?? {})).toEqual(expect.arrayContaining(['vary', 'cache-control']));
      }
    }
    await compare(sent(), { headers: { 'if-none-match': '"another"' } });
    const { headers } = await ask(nginx.http, '/ja', { agent });
    const since = headers['last-modified'] ?? '';
    const unchanged = await ask(nginx.http, '/ja', { agent, headers: { 'if-modified-since': since } });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    await compare(['/ja'], { headers: { 'if-modified-since': new Date(0).toUTCString() } });
  });

  it('in the API', async () => {
    const reads = Object.values({ ...CALLS, ...NEWS_CALLS, ...MARKET_CALLS }).map(({ path }) =>
      path.replace(/\{\w+\}/, '0'),
    );
    const feeds = Object.values(NEWS_FEED_PATHS).map((path) => path.replace(/\{\w+\}/, 'ja'));
    const others = [
      KEYS_PATH,
      '/api',
      '/api/',
      '/api/unknown',
      '/api/web/common/city/cityList/JP',
      '/api/health',
      '/API',
    ];
    const paths = [...reads, ...feeds, ...others, '/api/health/live', '/api/openapi.json', '/api/404'];
    for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-language': 'ja' }, { origin: 'https://a.example' }]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await compare(paths, { method, headers });
    }
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    await compare(paths, call);
  });
});

describe('through nginx', () => {
  it('a flash is read as soon as it is published', async () => {
    const client = await openEvents(`http://127.0.0.1:${nginx.http}${FLASH_STREAM_PATH}`);
    expect(client.response.headers['content-type']).toMatch('text/event-stream');
    const id = await publish('Through nginx');
    const { event, data } = await client.next();
    expect([event, data.id, data.title]).toEqual(['flash', id, 'Through nginx']);
    client.close();
  });

  it('a file of 9.9 MB arrives whole', async () => {
    const bytes = randomBytes(9.9 * 1024 * 1024).fill('%PDF-1.7', 0, 8);
    const body = new FormData();
    body.append('file', new File([bytes], 'licence.pdf', { type: 'application/pdf' }));
    const answer = await fetch(`http://127.0.0.1:${nginx.http}${LICENSE_PATH}`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { id: string } };
    const stored = await readFile(join(place.dataDir, 'licences', data.id));
    expect(stored.equals(bytes)).toBe(true);
  });

  it('what is too large is refused by the server before all of it has come', async () => {
    // Often: a response that is reset while the body still comes is lost only sometimes.
    for (let at = 0; at < 20; at++) {
      const socket = connect(nginx.http, '127.0.0.1');
      const length = 10 * 1024 * 1024;
      socket.write(`POST ${FLASH_PUBLISH_PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
      socket.write(Buffer.alloc(2 * 1024 * 1024));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 413 [\s\S]*application\/json/);
      socket.destroy();
    }
  }, 60_000);

  it('the caller is the one that nginx sees, whoever he says that he is', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect(JSON.parse((await ask(nginx.http, CALLS.ip.path, { headers })).text).data.ip).toBe('127.0.0.1');
    expect(JSON.parse((await ask(own, CALLS.ip.path, { headers })).text).data.ip).toBe('192.0.2.7');
  });

  it('HTTP/1.0 that names no host is answered', async () => {
    for (const path of ['/ja', '/api/health/live', '/unknown']) {
      const socket = connect(nginx.http, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.0\r\n\r\n`));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString(), path).toMatch(path === '/unknown' ? /^HTTP\/1.1 404 / : /^HTTP\/1.1 200 /);
      socket.destroy();
    }
  });

  it('what nginx refuses itself has the headers of every page', async () => {
    const rules = parseHeaders(await readFile(join(DIST, '_headers'), 'utf8'));
    const expected = Object.entries(headersFor(rules, '/')).map(([name, value]) => [name.toLowerCase(), value]);
    for (const path of ['/%', '/api/%zz', '/%00', '/../../etc/passwd', '/%2e%2e/etc/passwd']) {
      const { status, headers } = await ask(nginx.http, path);
      expect(status, path).toBe(400);
      expect(headers, path).toMatchObject(Object.fromEntries(expected));
    }
  });

  it('no log holds the address of a visitor', async () => {
    const { http } = nginx;
    await Promise.all(['/ja', '/%', '/unknown', CALLS.ip.path].map((path) => ask(http, path)));
    expect(nginx.log()).not.toMatch('127.0.0.1');
  });
});
