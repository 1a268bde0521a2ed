/** Pages that the server fills: items and lists of the database, their states, their caches, the sitemap of news. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { createApp, createListener } from '../../../src/server/app.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { noDatabase } from '../../../src/server/db/none.ts';
import { createSiteServer } from '../../../src/server/httpServer.ts';
import { serverMessage } from '../../../src/server/messages.ts';
import { createNews } from '../../../src/server/news/news.ts';
import { withdraw } from '../../../src/server/news/publishing.ts';
import { removeOld } from '../../../src/server/news/retention.ts';
import { createShells, NEWS_SITEMAP } from '../../../src/server/shells/shells.ts';
import { toHtml } from '../../../src/shells/html.ts';
import { houseElement, place } from '../../../src/shells/place.ts';
import { ago, clock, database, flash, item, NOW, store, undo, withNews } from '../../helpers/feeds/newsTest.ts';
import { ask } from '../../helpers/server/api.ts';

const SITE = 'https://www.example.com';
const HOUSE = {
  id: 'house',
  title: 'Of the house',
  description: 'd',
  date: '2026-11-19',
  day: 'day',
  href: '/datahub/news/house',
  readingTime: '2',
};
const head = (title: string) =>
  `<head><title>${title}</title><meta name="description" content="d"><meta name="robots" content="noindex"><meta property="og:title" content="t"><script type="application/ld+json">{"@graph":[]}</script></head>`;
const SHELL = `<!doctype html><html lang="en">${head('Item')}<body>${place('item', '<p>Loading</p>')}${place('missing', '<h1>None</h1><p class="lead">An error</p>')}${place('no-script', '<p>Script</p>')}</body></html>`;
const NEWS = `<!doctype html><html lang="en"><body><ul class="news-list" data-waiting="true">${place('news', '<li>as built</li>')}</ul>${houseElement([HOUSE])}${place('rail')}</body></html>`;
const FILES: Record<string, string> = {
  _headers: '/*\n  Cache-Control: no-cache\n',
  _redirects: '',
  '404.html': 'none',
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${SITE}/sitemap.xml\n`,
  'datahub.html': NEWS,
  'datahub/news.html': NEWS,
  'datahub/flash.html': `<!doctype html><html lang="en"><body>${place('flash', '<p>Loading</p>')}</body></html>`,
  'ja/datahub/news.html': NEWS,
  ...Object.fromEntries(
    ['', 'en-GB/', 'ja/'].flatMap((start) => [
      [`${start}datahub/news/id.html`, SHELL],
      [`${start}datahub/flash/id.html`, SHELL],
    ]),
  ),
};

let dist: string;
withNews();
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'finger-shells-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await writeFile(join(dist, file), text);
  }
});
afterAll(() => rm(dist, { recursive: true, force: true }));

/** Serves the pages, filled from a database. */
async function filling(from: Database = database, { keepDays = 0 } = {}) {
  const news = createNews({ database: from, log: () => {}, site: SITE, keepDays, now: () => clock.now });
  undo.push(() => news.close());
  await news.hub.catchUp().catch(() => {});
  const shells = createShells({ news, orm: from.orm, rows: [] });
  const app = createApp({ dist, shells: () => shells });
  const server = createSiteServer(createListener(app, { isAlone: false }), {}).listen(0, '127.0.0.1');
  undo.push(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path: string, options = {}) => ask(port, path, options);
}
const save = async (...drafts: Parameters<ReturnType<typeof store>['save']>[0]) => (await store().save(drafts)).ids;

it('an item is in its page, with a head of its own, and its data for the island', async () => {
  const [id] = await save(item({ title: 'A & <b>B</b> $&', summary: 'What it says' }));
  const get = await filling();
  const { status, text, headers } = await get(`/datahub/news/${id}`);
  expect([status, headers['cache-control'], headers['content-type']]).toEqual([
    200,
    'no-cache',
    'text/html; charset=utf-8',
  ]);
  const title = toHtml('A & <b>B</b> $&');
  expect(text).toContain(`<title>${title} · Finger</title>`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).toContain('content="What it says"');
  for (const gone of ['Loading', 'None', 'Script', 'noindex', '<b>B</b>']) expect(text).not.toContain(gone);
  const data = /id="shell-item">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    item: { id: String(id), title: 'A & <b>B</b> $&' },
    related: [],
    newer: null,
  });
  expect(text).toContain('"@type":"NewsArticle"');
});

it('an item has one address in each locale of its language, and in others that of the first of these', async () => {
  const [id] = await save(item());
  const get = await filling();
  const address = (locale: 'en-US' | 'en-GB') => `${SITE}${LOCALES[locale].prefix}/datahub/news/${id}`;
  const canonical = (of: string) => `<link rel="canonical" href="${of}">`;
  const cluster = ['en-US', 'x-default', 'en-GB'];
  for (const locale of ['en-US', 'en-GB'] as const) {
    const { text } = await get(new URL(address(locale)).pathname);
    expect(text).toContain(canonical(address(locale)));
    expect([...text.matchAll(/hreflang="(.*?)"/g)].map(([, tag]) => tag)).toEqual(cluster);
  }
  const { text } = await get(`/ja/datahub/news/${id}`);
  expect(text).toContain(canonical(address('en-US')));
  expect(text).not.toContain('hreflang');
  expect(text).toContain('<h1 lang="en">');
});

it('an item that never was is 404, one that was withdrawn is 410 and says so, also for HEAD', async () => {
  const [id = 0, other] = await save(item(), flash());
  const get = await filling();
  await withdraw(database.orm, 'editor', id, NOW);
  for (const method of ['GET', 'HEAD']) {
    for (const path of ['99999', `${other}`, 'a%2fb', 'x', '7/8']) {
      const { status, text } = await get(`/datahub/news/${path}`, { method });
      expect(status, path).toBe(404);
      if (method === 'GET' && /^[^/]+$/.test(path)) expect(text, path).toMatch(/<html data-missing .*<h1>None<\/h1>/);
    }
    const gone = await get(`/datahub/news/${id}`, { method });
    expect(gone.status).toBe(410);
    if (method === 'HEAD') continue;
    expect(gone.text).toContain(`<h1>${serverMessage('item.gone', 'en-US')}</h1>`);
    expect(gone.text).toContain(`<p class="lead">${serverMessage('item.goneWhy', 'en-US')}</p>`);
    expect(gone.text).toContain('noindex');
  }
});

it('an item that is removed because of its age is 410', async () => {
  const [id] = await save(item({ publishedAt: ago(60 * 24 * 40) }));
  const keeping = await filling(database, { keepDays: 30 });
  expect((await keeping(`/datahub/news/${id}`)).status).toBe(200);
  expect(await removeOld(database, 30, NOW)).toBe(1);
  expect((await keeping(`/datahub/news/${id}`)).status).toBe(410);
  expect((await keeping(`/datahub/news/${Number(id) + 1}`)).status).toBe(404);
  // Where nothing is removed, there was none.
  const get = await filling();
  expect((await get(`/datahub/news/${id}`)).status).toBe(404);
});

it('pages that have not changed are 304, and compressed in what the reader takes', async () => {
  const [id] = await save(item());
  const get = await filling();
  for (const path of [`/datahub/news/${id}`, '/datahub/news', NEWS_SITEMAP]) {
    const { headers } = await get(path);
    expect(headers.vary, path).toBe(path === NEWS_SITEMAP ? 'Accept-Encoding' : 'Accept, Accept-Encoding');
    const again = await get(path, { headers: { 'if-none-match': headers.etag } });
    expect([again.status, again.text, again.headers.etag], path).toEqual([304, '', headers.etag]);
  }
  expect((await get('/datahub/news', { headers: { 'accept-encoding': 'br' } })).headers['content-encoding']).toBe('br');
});

it('lists have the newest items of the language among the articles of the house', async () => {
  await save(item({ title: 'First' }), item({ title: 'Nihon', language: 'ja' }), flash({ title: 'A flash' }));
  const get = await filling();
  const front = await get('/datahub/news');
  expect(front.text).toMatch(/<html data-filled .*First.*Of the house/s);
  for (const gone of ['as built', 'data-waiting', 'Nihon', 'id="house"']) expect(front.text).not.toContain(gone);
  expect(front.text).toMatch(/place rail-->.*A flash/s);
  expect(front.text.match(/id="shell-(news|flash)"/g)).toHaveLength(2);
  expect((await get('/ja/datahub/news')).text).toContain('Nihon');
  expect((await get('/datahub/flash')).text).toMatch(/class="flash-item".*A flash/s);
  // The front leads with the newest article of the house, above the list.
  expect((await get('/datahub')).text.slice(0, -1)).not.toMatch(/news-entry.*Of the house.*<\/ul>/s);
  // The island asks for these itself.
  for (const query of ['?category=exchange', '?q=a&x=1', '?language=all']) {
    expect((await get(`/datahub/news${query}`)).text, query).toBe(NEWS);
  }
  expect((await get('/datahub/news?utm=1')).text).toContain('First');
});

it('without items and without a database, lists are as they are built, and items and the sitemap are 503', async () => {
  const empty = await filling();
  expect((await empty('/datahub/flash')).text).toBe(FILES['datahub/flash.html']);
  expect((await empty('/datahub/news')).text).toContain('as built');
  const failing = await filling(noDatabase);
  const list = await failing('/datahub/news');
  expect([list.status, list.text]).toEqual([200, NEWS]);
  for (const path of ['/datahub/news/7', NEWS_SITEMAP]) {
    const { status, headers } = await failing(path);
    expect([status, headers['retry-after']], path).toEqual([503, '5']);
  }
});

it('the sitemap has the news of two days once each, and robots.txt names it', async () => {
  const [first, , , japanese, taiwanese] = await save(
    item({ title: 'A & B' }),
    item({ title: 'Old', publishedAt: ago(60 * 49) }),
    flash({ title: 'A flash' }),
    item({ title: 'Nihon', language: 'ja' }),
    item({ title: '臺', language: 'zh-Hant' }),
  );
  const get = await filling();
  const { text, headers } = await get(NEWS_SITEMAP);
  expect(headers['content-type']).toBe('application/xml');
  const found = [...text.matchAll(/<loc>(.*?)<\/loc>.*?<news:language>(.*?)<\/news:language>.*?<news:title>(.*?)</g)];
  expect(found.map(([, address, language, title]) => [address, language, title]).sort()).toEqual(
    [
      [`${SITE}/datahub/news/${first}`, 'en', 'A &amp; B'],
      [`${SITE}/ja/datahub/news/${japanese}`, 'ja', 'Nihon'],
      [`${SITE}/tw/datahub/news/${taiwanese}`, 'zh-tw', '臺'],
    ].sort(),
  );
  const robots = await get('/robots.txt');
  expect(robots.text).toBe(`${FILES['robots.txt']?.trimEnd()}\nSitemap: ${SITE}${NEWS_SITEMAP}\n`);
  expect((await get(`/ja${NEWS_SITEMAP}`)).status).toBe(404);
});

it('a server that has no news of its own leaves pages as they are, and names no sitemap', async () => {
  const app = createApp({ dist });
  const server = createSiteServer(createListener(app, { isAlone: false }), {}).listen(0, '127.0.0.1');
  undo.push(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await ask(port, '/datahub/news')).text).toBe(NEWS);
  expect((await ask(port, '/robots.txt')).text).toBe(FILES['robots.txt']);
  expect((await ask(port, NEWS_SITEMAP)).status).toBe(404);
});
