import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finishDist, inlineHashes } from '../../src/integrations/finishBuild.ts';
import { createApp, createListener } from '../../src/server/app.ts';
import { parseHeaders, parseRedirects } from '../../src/server/hosting.ts';
import type { LogEntry } from '../../src/server/log.ts';
import { readSettings } from '../../src/site.ts';
import { ask } from '../helpers/api.ts';
import { filledPlace, type Place } from '../helpers/database.ts';

const SUPPORT_URL = 'https://help.example.com/';
const LOGIN_URL = 'https://id.example.com/';
const BOOT = "document.documentElement.dataset.boot = 'yes';";
const page = (text: string) =>
  `<!doctype html><title>${text}</title><script>${BOOT}</script><h1>${text}</h1><p>${'word '.repeat(200)}</p>`;

const FILES: Record<string, string> = {
  'index.html': page('home'),
  'ja.html': page('ja home'),
  '404.html': page('en 404'),
  'ja/404.html': page('ja 404'),
  'service/forex.html': page('forex'),
  'ja/service/brokerageHouse.html': page('ja brokerage house'),
  'support.html': page('support'),
  'support/anserpage.html': page('support shell'),
  'datahub/news.html': page('news'),
  'datahub/news/id.html': page('news shell'),
  'datahub/news/opening.html': page('opening'),
  'datahub/flash/id.html': page('flash shell'),
  'ja/datahub/news/id.html': page('ja news shell'),
  '_astro/app.1a2b.js': 'console.log("app");'.repeat(20),
  '_astro/font.1a2b.woff2': 'font',
  'robots.txt': 'User-agent: *\n',
  'favicon.ico': 'icon',
  'check123.html': 'verification',
  '.secret': 'secret',
  '.well-known/security.txt': 'Contact: x\n',
};

let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'finger-dist-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await writeFile(join(dist, file), text);
  }
  await finishDist(dist, readSettings({ LOGIN_URL, SUPPORT_URL }));
});

afterAll(() => rm(dist, { recursive: true, force: true }));

describe('the finished build', () => {
  it('has the hash of every inline script in one policy', async () => {
    const [all] = parseHeaders(await readFile(join(dist, '_headers'), 'utf8'));
    const hash = createHash('sha256').update(BOOT).digest('base64');
    expect(all?.headers['Content-Security-Policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  it('has compressed copies of text and of nothing else', async () => {
    for (const [file, text] of Object.entries(FILES)) {
      if (!/\.(html|js|txt)$/.test(file)) {
        expect(existsSync(join(dist, `${file}.br`)), file).toBe(false);
        continue;
      }
      expect(brotliDecompressSync(await readFile(join(dist, `${file}.br`))).toString()).toBe(text);
      expect(gunzipSync(await readFile(join(dist, `${file}.gz`))).toString()).toBe(text);
    }
    expect(existsSync(join(dist, '_headers.br'))).toBe(false);
  });

  it('sends the news that have a page to themselves', async () => {
    const rules = parseRedirects(await readFile(join(dist, '_redirects'), 'utf8'));
    expect(rules).toContainEqual({ from: '/datahub/news/opening', to: '/datahub/news/opening', status: 200 });
    expect(rules.map(({ from }) => from)).not.toContain('/datahub/news/id');
  });

  it('knows scripts from data, and reads the policy in a meta element', () => {
    const sha = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const html = [
      '<script>a</script><SCRIPT type="module" data-x="1>0">b\r\nb</SCRIPT><script src="/x.js"></script>',
      '<script type="application/ld+json">{}</script><script type=text/javascript async>c</script>',
      '<script data-src="x" type="">d</script><style>e</style><style media="print">f</style><styled>g</styled>',
      `<meta http-equiv="content-security-policy" content="script-src 'sha256-A+/=' 'sha384-B'; style-src 'sha256-C'">`,
      '<meta name="description" content="script-src \'sha256-D\'">',
    ].join('\n');
    expect(inlineHashes(html)).toEqual({
      scripts: [...['a', 'b\nb', 'c', 'd'].map(sha), 'sha256-A+/=', 'sha384-B'],
      styles: [...['e', 'f'].map(sha), 'sha256-C'],
    });
  });
});

describe('the app', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const api = new Hono().get('/api/ping', (c) => c.json({ pong: true }));
    const app = createApp({ dist, api });
    server = createServer(createListener(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => server.close());

  it.each([
    ['/', 200, 'index.html'],
    ['/ja', 200, 'ja.html'],
    ['/service/forex', 200, 'service/forex.html'],
    ['/service/forex?a=1', 200, 'service/forex.html'],
    ['/datahub/news', 200, 'datahub/news.html'],
    ['/datahub/news/opening', 200, 'datahub/news/opening.html'],
    ['/datahub/news/42', 404, 'datahub/news/id.html'],
    ['/datahub/news/id', 404, 'datahub/news/id.html'],
    ['/datahub/news/a%2Fb', 404, 'datahub/news/id.html'],
    ['/datahub/flash/42', 404, 'datahub/flash/id.html'],
    ['/ja/datahub/news/42', 404, 'ja/datahub/news/id.html'],
    ['/support/anserpage/42', 200, 'support/anserpage.html'],
    ['/support/anserpage/how/to', 200, 'support/anserpage.html'],
    ['/support/anserpage//evil.example', 200, 'support/anserpage.html'],
    ['/support/anserpage', 200, 'support/anserpage.html'],
    ['/404', 404, '404.html'],
    ['/ja/404', 404, 'ja/404.html'],
    ['/unknown', 404, '404.html'],
    ['/ja/unknown/deep', 404, 'ja/404.html'],
    ['/tw/unknown', 404, '404.html'],
    ['/tw/datahub/news/42', 404, '404.html'],
    ['/service/futures', 404, '404.html'],
    ['/service', 404, '404.html'],
    ['/datahub/news/a/b', 404, '404.html'],
    ['/_astro/app.1a2b.js', 200, '_astro/app.1a2b.js'],
    ['/_astro/app.1a2b.js/', 404, '404.html'],
    ['/_astro/gone.js', 404, '404.html'],
    ['/robots.txt', 200, 'robots.txt'],
    ['/check123.html', 200, 'check123.html'],
    ['/.well-known/security.txt', 200, '.well-known/security.txt'],
    ['/_headers', 404, '404.html'],
    ['/%5Fheaders', 404, '404.html'],
    ['/%255Fheaders', 404, '404.html'],
    ['/_redirects', 404, '404.html'],
    ['/.secret', 404, '404.html'],
    ['/%2Esecret', 404, '404.html'],
    ['/service/forex.html.br', 404, '404.html'],
    ['/robots.txt.gz', 404, '404.html'],
    ['/__proto__', 404, '404.html'],
    // hostile
    ['//evil.example', 404, '404.html'],
    ['//evil.example/service/forex/', 404, '404.html'],
    ['/en-US//evil.example', 404, '404.html'],
    ['/en-US/%2F/evil.example', 404, '404.html'],
    ['/%2Fevil.example/', 404, '404.html'],
    ['/service%2Fforex', 404, '404.html'],
    ['/service%5Cforex', 404, '404.html'],
    ['/%', 404, '404.html'],
    ['/ja/%zz', 404, '404.html'],
    ['/%ff', 404, '404.html'],
    ['/%00', 404, '404.html'],
    ['/../../etc/passwd', 404, '404.html'],
    ['/..%2f..%2fetc/passwd', 404, '404.html'],
  ])('%s → %i %s', async (path, status, file) => {
    const answer = await ask(port, path);
    expect(answer.text).toBe(FILES[file]);
    expect(answer.status).toBe(status);
  });

  it.each([
    ['/SERVICE/Forex', '/service/forex'],
    ['/service/forex/', '/service/forex'],
    ['/service/forex.html?a=1&b=%20', '/service/forex?a=1&b=%20'],
    ['/%73ervice/forex', '/service/forex'],
    ['/JA/service/brokeragehouse/', '/ja/service/brokerageHouse'],
    ['/en-US', '/'],
    ['/en-us/service/forex?x', '/service/forex?x'],
    ['/EN-gb', '/en-GB'],
    ['/index.html', '/'],
    ['//', '/'],
    ['/?', null],
    ['/Datahub/News/Id-5', '/datahub/news/Id-5'],
    ['/datahub/news/%2F%2Fevil.example/', '/datahub/news/%2F%2Fevil.example'],
    ['/DATAHUB/news/%0d%0aSet-Cookie:x', '/datahub/news/%0d%0aSet-Cookie:x'],
    ['/404.html', '/404'],
    ['/support/anserpage/', '/support/anserpage'],
    ['/en-US/Support/anserpage/How/To/', '/support/anserpage/How/To'],
    ['/en-US/support/anserpage//evil.example/', '/support/anserpage//evil.example'],
  ])('%s is sent to %s once', async (path, target) => {
    const answer = await ask(port, path, { headers: { host: 'evil.example' } });
    expect(answer.headers.location ?? null).toBe(target);
    expect(answer.status).toBe(target === null ? 200 : 308);
    if (target !== null) expect((await ask(port, target)).headers.location).toBeUndefined();
  });

  it.each([
    ['/\\evil.example/', 400],
    ['/SERVICE\\forex', 400],
    ['http://evil.example/', 200],
    [`/${'a'.repeat(8000)}`, 404],
  ])('%.30s leads nowhere else: %i', async (path, status) => {
    const answer = await ask(port, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBeUndefined();
  });

  it.each([
    ['/support', SUPPORT_URL],
    ['/login', LOGIN_URL],
  ])('sends %s to the configured address', async (path, to) => {
    for (const address of [path, `/ja${path}`]) {
      const answer = await ask(port, address);
      expect([answer.status, answer.headers.location]).toEqual([302, to]);
    }
  });

  it('sends the headers of the site with every answer', async () => {
    for (const path of [
      '/',
      '/unknown',
      '/datahub/news/42',
      '/SERVICE/forex',
      '/support',
      '/_astro/app.1a2b.js',
      '/%',
    ]) {
      const { headers } = await ask(port, path);
      expect(headers['content-security-policy'], path).toContain("default-src 'none'");
      expect(headers['x-content-type-options'], path).toBe('nosniff');
    }
  });

  it('lets hashed files be kept for ever and everything else be asked about', async () => {
    const cacheControl = async (path: string) => (await ask(port, path)).headers['cache-control'];
    expect(await cacheControl('/_astro/app.1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheControl('/_astro/font.1a2b.woff2')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/robots.txt', '/unknown', '/_astro/gone.js', '/SERVICE/forex', '/datahub/flash/1']) {
      expect(await cacheControl(path), path).toBe('no-cache');
    }
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip; q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('with Accept-Encoding "%s" answers in %s', async (accepted, encoding) => {
    for (const [path, file] of [
      ['/service/forex', 'service/forex.html'],
      ['/_astro/app.1a2b.js', '_astro/app.1a2b.js'],
      ['/ja/unknown', 'ja/404.html'],
      ['/datahub/news/42', 'datahub/news/id.html'],
    ] as const) {
      const { headers, body } = await ask(port, path, { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding'], path).toBe(encoding);
      expect(headers.vary, path).toBe('Accept-Encoding');
      expect(Number(headers['content-length']), path).toBe(body.length);
      const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      expect(plain.toString(), path).toBe(FILES[file]);
    }
  });

  it('names the type of a file', async () => {
    const type = async (path: string) => {
      const { headers } = await ask(port, path, { headers: { 'accept-encoding': 'br' } });
      return headers['content-type'];
    };
    expect(await type('/ja')).toBe('text/html;charset=utf-8');
    expect(await type('/ja/unknown')).toBe('text/html;charset=utf-8');
    expect(await type('/_astro/app.1a2b.js')).toBe('text/javascript');
    expect(await type('/_astro/font.1a2b.woff2')).toBe('font/woff2');
    expect(await type('/favicon.ico')).toBe('image/x-icon');
  });

  it('answers 304 to a known ETag, and never for a page that is not found', async () => {
    for (const path of ['/', '/_astro/app.1a2b.js', '/support/anserpage/7']) {
      const first = await ask(port, path);
      const etag = first.headers.etag ?? '';
      expect(etag).toMatch(/^W\/"/);
      const second = await ask(port, path, { headers: { 'if-none-match': etag } });
      expect([second.status, second.text]).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
        expect(second.headers[name], name).toBe(first.headers[name]);
      }
      expect((await ask(port, path, { headers: { 'if-none-match': 'W/"old"' } })).status).toBe(200);
    }
    const { headers } = await ask(port, '/unknown');
    expect((await ask(port, '/unknown', { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(404);
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const path of ['/', '/unknown', '/SERVICE/forex', '/support', '/datahub/news/1', '/_astro/app.1a2b.js']) {
      const [get, head] = await Promise.all([ask(port, path), ask(port, path, { method: 'HEAD' })]);
      expect(head.status, path).toBe(get.status);
      expect({ ...head.headers, date: '' }, path).toEqual({ ...get.headers, date: '' });
      expect(head.text, path).toBe('');
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('refuses %s', async (method) => {
    const answer = await ask(port, '/service/forex', { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('pays no heed to Range, whatever it says', async () => {
    for (const range of ['bytes=0-3', 'bytes=5-2', 'bytes=999999-', 'nonsense']) {
      const answer = await ask(port, '/', { headers: { range } });
      expect([answer.status, answer.text]).toEqual([200, FILES['index.html']]);
    }
  });

  it('answers the shell of an item that there is with 200, of no other, and with 503 where nobody can tell', async () => {
    const asked: string[] = [];
    const holds = async (kind: string, id: string) => {
      asked.push(`${kind} ${id}`);
      return id === '9' ? null : id === '7';
    };
    const other = createServer(createListener(createApp({ dist, holds }))).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const at = (other.address() as AddressInfo).port;
    for (const [path, file] of [
      ['/datahub/news/', 'datahub/news/id.html'],
      ['/datahub/flash/', 'datahub/flash/id.html'],
      ['/ja/datahub/news/', 'ja/datahub/news/id.html'],
    ] as const) {
      for (const [id, status] of [
        ['7', 200],
        ['8', 404],
        ['9', 503],
      ] as const) {
        const answer = await ask(at, path + id);
        expect([answer.status, answer.text], path + id).toEqual([status, FILES[file]]);
        expect((await ask(at, path + id, { method: 'HEAD' })).status).toBe(status);
      }
    }
    // An article of the house's own is a page and no item.
    expect((await ask(at, '/datahub/news/opening')).text).toBe(FILES['datahub/news/opening.html']);
    expect(asked).not.toContain('news opening');
    other.close();
  });

  it('answers HTTP/1.0, which names no host', async () => {
    for (const [path, text] of [
      ['/service/forex', FILES['service/forex.html']],
      ['/api/ping', '{"pong":true}'],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      await once(socket, 'close');
      expect(answer, path).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer.endsWith(`\r\n\r\n${text}`), path).toBe(true);
    }
  });

  it('lets routes be added to it', async () => {
    expect((await ask(port, '/api/ping')).text).toBe('{"pong":true}');
    expect((await ask(port, '/api/ping', { method: 'HEAD' })).status).toBe(200);
    expect((await ask(port, '/api/other')).status).toBe(404);
  });

  it('outlives a file that has gone, and breaks off one that has another length', async () => {
    const extra = join(dist, 'gone.txt');
    const changed = join(dist, 'changed.txt');
    await writeFile(extra, 'soon gone');
    await writeFile(changed, 'soon shorter');
    const other = createServer(createListener(createApp({ dist }))).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const at = (other.address() as AddressInfo).port;
    await rm(extra);
    await expect(ask(at, '/gone.txt')).rejects.toThrow();
    await writeFile(changed, 'short');
    await expect(ask(at, '/changed.txt')).rejects.toThrow();
    await rm(changed);
    expect((await ask(at, '/')).status).toBe(200);
    other.close();
  });
});

/** What localhost may mean on this machine. */
const LOOPBACKS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
  .filter((address) => ['127.0.0.1', '::1'].includes(address));

describe('the process', { timeout: 60_000 }, () => {
  const main = join(import.meta.dirname, '../../src/server/main.ts');
  const children: ChildProcess[] = [];
  let place: Place;

  beforeAll(async () => {
    place = await filledPlace();
  }, 60_000);

  afterAll(() => place?.remove());

  /** Starts main.ts on a free port in a folder without .env; `said` fills with what it prints. */
  function start(env: Record<string, string>) {
    const child = spawn(process.execPath, [main], {
      cwd: dist,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DIST: dist,
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.url,
        FEEDS: 'off',
        MARKET_CLOCK: 'none',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const port = async () => {
      while (!said.out.includes('\n')) {
        await Promise.race([once(child.stdout, 'data'), ended]);
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`The server has ended: ${said.out}${said.err}`);
        }
      }
      return Number(/"Finger is at http:\/\/\S+:(\d+)"/.exec(said.out)?.[1]);
    };
    return { child, said, ended, port };
  }

  /** What the log says in words. Every line of it is JSON, and nothing is said beside it. */
  function wordsOf({ out, err }: { out: string; err: string }): string[] {
    expect(err).toBe('');
    const entries = out.split('\n').slice(0, -1);
    return entries.flatMap((line) => (JSON.parse(line) as LogEntry).message ?? []);
  }

  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    }
  });

  /** Asks until the database is open. */
  async function ready(at: number): Promise<void> {
    while ((await ask(at, '/api/health/ready')).status !== 200) await new Promise(setImmediate);
  }

  it('says where it is, answers at localhost by both of its addresses, and stops when told', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, said, ended, port } = start({});
      const at = await port();
      expect(wordsOf(said)).toEqual([`Finger is at http://localhost:${at}`]);
      for (const host of LOOPBACKS) expect((await ask(at, '/', { host })).status, host).toBe(200);
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(said.err).toBe('');
    }
  });

  it('finishes a request under way before it stops', async () => {
    const { child, ended, port } = start({});
    const socket = connect(await port(), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // The rest of the request is sent only when the process has heard the signal: it no longer takes connections.
    socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n');
    const at = await port();
    await ask(at, '/');
    child.kill('SIGTERM');
    while (
      await ask(at, '/').then(
        () => true,
        () => false,
      )
    );
    socket.write('Connection: close\r\n\r\n');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain(FILES['robots.txt']);
    expect(await ended).toEqual([0, null]);
  });

  it('serves the API on the origin of the pages, logs it, and closes the database when told to stop', async () => {
    for (let life = 0; life < 2; life++) {
      const { child, said, ended, port } = start({ RATE_LIMIT_PER_MINUTE: '0' });
      const at = await port();
      await ready(at);
      const cities = JSON.parse((await ask(at, '/api/web/common/city/cityList/jp')).text);
      expect(cities.data.list[0]).toMatchObject({ name: 'Tokyo' });
      expect((await ask(at, '/api/web/common/ip')).text).toContain('"ip":"127.0.0.1"');
      expect((await ask(at, '/api/web/common/ip', { method: 'HEAD' })).status).toBe(200);
      expect((await ask(at, '/api/unknown')).headers['content-type']).toBe('application/json; charset=utf-8');
      expect((await ask(at, '/api')).status).toBe(404);
      expect((await ask(at, '/apical')).headers['content-type']).toBe('text/html;charset=utf-8');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(said.err).toBe('');
      if (!place.url) expect(await readdir(place.dataDir)).toEqual(['postgres']);
      const entries = said.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(entries.map(({ route }) => route)).toContain('/api/web/common/city/cityList/:id');
      expect(said.out).not.toContain('127.0.0.1');
    }
  });

  it('refuses a data folder that another process has, in one line that names it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'finger-data-'));
    const first = start({ DATA_DIR: folder, DATABASE_URL: '' });
    await first.port();
    await ready(await first.port());
    const second = start({ DATA_DIR: folder, DATABASE_URL: '' });
    expect(await second.ended).toEqual([1, null]);
    expect(wordsOf(second.said)).toEqual([
      expect.stringMatching(/^Finger is at /),
      expect.stringMatching(`^The data folder '${folder}' is in use by process ${first.child.pid} `),
    ]);
    expect((await ask(await first.port(), '/api/health/ready')).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual([0, null]);
    await rm(folder, { recursive: true, force: true });
  });

  it('says in one line that there is no Postgres', async () => {
    const { said, ended } = start({ DATABASE_URL: 'postgres://finger:secret@127.0.0.1:1/finger' });
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([
      expect.stringMatching(/^Finger is at /),
      expect.stringMatching(/^Postgres does not answer at 127\.0\.0\.1:1 /),
    ]);
    expect(said.out).not.toContain('secret');
  });

  it('says in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { said, ended } = start({ PORT: String(port) });
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([
      `Port ${port} is in use: stop the program that uses it, or take any free port with PORT=0 npm start.`,
    ]);
    other.close();
  });

  it.each([
    [{ DIST: 'nowhere' }, "There is no built site in 'nowhere': run 'npm run build' first."],
    [{ PORT: 'abc' }, "PORT='abc' is no port: give a number from 0 (any free port) to 65535."],
    [{ PORT: '70000' }, "PORT='70000' is no port: give a number from 0 (any free port) to 65535."],
  ])('with %j says in one line what is wrong', async (env, line) => {
    const { said, ended } = start(env);
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([line]);
  });

  it('says in one line that it cannot be at an address', async () => {
    const { said, ended } = start({ HOST: '192.0.2.1' });
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([
      expect.stringMatching(/^Cannot listen at HOST='192\.0\.2\.1', PORT='0': .*EADDRNOTAVAIL/),
    ]);
  });

  it('shows localhost where it listens everywhere', async () => {
    const { said, port } = start({ HOST: '0.0.0.0' });
    const at = await port();
    expect(wordsOf(said)).toEqual([`Finger is at http://localhost:${at}`]);
  });
});
