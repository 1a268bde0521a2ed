import { once } from 'node:events';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, createListener } from '../../../src/server/app.ts';
import { dist, FILES, LOGIN_URL, SUPPORT_URL, withSmallSite } from '../../helpers/content/smallSite.ts';
import { ask } from '../../helpers/server/api.ts';

withSmallSite();

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
    ['/a%20b.txt', 200, 'a b.txt'],
    ['/check123.html', 200, 'check123.html'],
    ['/.well-known/security.txt', 200, '.well-known/security.txt'],
    ['/_headers', 404, '404.html'],
    ['/%5Fheaders', 404, '404.html'],
    ['/%255Fheaders', 404, '404.html'],
    ['/_redirects', 404, '404.html'],
    ['/.secret', 404, '404.html'],
    ['/%2Esecret', 404, '404.html'],
    ['/service/forex.html.br', 404, '404.html'],
    ['/service/forex.md.br', 404, '404.html'],
    ['/service/futures.md', 404, '404.html'],
    ['/404.md', 404, '404.html'],
    ['/datahub/news/42.md', 404, 'datahub/news/id.html'],
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
    ['/Service/forex.MD?a=1', '/service/forex.md?a=1'],
    ['/en-US/service/forex.md/', '/service/forex.md'],
    ['/JA.md', '/ja/index.md'],
    ['/ja/Index.md.html', '/ja/index.md'],
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
      expect(headers.vary, path).toBe(file.endsWith('.html') ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
      expect(Number(headers['content-length']), path).toBe(body.length);
      const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      expect(plain.toString(), path).toBe(FILES[file]);
    }
  });

  it.each([
    ['text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/html, text/markdown', true],
    ['TEXT/Markdown;q=0.5', true],
    ['text/html;q=0.4, text/markdown;q=0.5;charset=utf-8', true],
    ['text/markdown;q=0.1, */*;q=0.1', true],
    ['text/html, text/markdown;q=0.9', false],
    ['text/*, text/markdown;q=0.9', false],
    ['*/*, text/markdown;q=0.9', false],
    ['text/markdown;q=0', false],
    ['text/markdown-x', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
    [',;=q, text/', false],
  ])('with Accept "%s" sends a page as Markdown: %s', async (accept, isMarkdown) => {
    for (const [path, file] of [
      ['/service/forex', 'service/forex'],
      ['/ja', 'ja'],
      ['/datahub/news/opening', 'datahub/news/opening'],
    ] as const) {
      const answer = await ask(port, path, { headers: { accept, 'accept-encoding': 'br' } });
      const text = brotliDecompressSync(answer.body).toString();
      const markdown = await readFile(join(dist, path === '/ja' ? 'ja/index.md' : `${file}.md`), 'utf8');
      expect(text, path).toBe(isMarkdown ? markdown : FILES[`${file}.html`]);
      expect(answer.headers, path).toMatchObject({
        'content-type': `text/${isMarkdown ? 'markdown' : 'html'}; charset=utf-8`,
        vary: 'Accept, Accept-Encoding',
        'cache-control': 'no-cache',
      });
      const known = { accept, 'accept-encoding': 'br', 'if-none-match': answer.headers.etag ?? '' };
      const again = await ask(port, path, { headers: known });
      expect([again.status, again.headers.vary], path).toEqual([304, answer.headers.vary]);
    }
  });

  it('sends Markdown at its own address to everyone, and a page that has none to who would rather have Markdown', async () => {
    const own = await ask(port, '/service/forex.md');
    expect(own.text).toMatch(/^# forex\n\nword word/);
    expect(own.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept-Encoding' });
    const none = await ask(port, '/check123.html', { headers: { accept: 'text/markdown' } });
    expect([none.status, none.text, none.headers.vary]).toEqual([
      200,
      FILES['check123.html'],
      'Accept, Accept-Encoding',
    ]);
    const missing = await ask(port, '/unknown', { headers: { accept: 'text/markdown' } });
    expect([missing.status, missing.text]).toEqual([404, FILES['404.html']]);
  });

  it('names the type of a file', async () => {
    const type = async (path: string) => {
      const { headers } = await ask(port, path, { headers: { 'accept-encoding': 'br' } });
      return headers['content-type'];
    };
    expect(await type('/ja')).toBe('text/html; charset=utf-8');
    expect(await type('/ja/unknown')).toBe('text/html; charset=utf-8');
    expect(await type('/_astro/app.1a2b.js')).toBe('text/javascript; charset=utf-8');
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

  it('names the second in which a file was written, also at its end', async () => {
    const file = join(dist, 'late.txt');
    await writeFile(file, 'late');
    await utimes(file, 13.9996, 13.9996);
    const other = createServer(createListener(createApp({ dist }))).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const answer = await ask((other.address() as AddressInfo).port, '/late.txt');
    expect(answer.headers['last-modified']).toBe(new Date(13_000).toUTCString());
    await rm(file);
    other.close();
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
    // A house article is a page, not an item.
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
