/** Pages of posts and authors as the server fills them. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createApp, createListener } from '../../../../src/server/app.ts';
import { posts, userProfiles } from '../../../../src/server/db/schema.ts';
import { createSiteServer } from '../../../../src/server/httpServer.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { createNews } from '../../../../src/server/news/news.ts';
import { correctPost } from '../../../../src/server/posts/writing.ts';
import { createShells } from '../../../../src/server/shells/shells.ts';
import { place } from '../../../../src/shells/place.ts';
import type { PostsData } from '../../../../src/shells/postLists.ts';
import { ask, SITE } from '../../../helpers/server/api.ts';
import { makeAnalyst, RECOMMENDATION, storePost, withdraw } from '../../../helpers/server/authors.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const HEAD =
  '<head><title>Page</title><meta name="description" content="d"><meta name="robots" content="noindex"><meta property="og:title" content="t"><meta property="og:type" content="website"><script type="application/ld+json">{"@graph":[]}</script></head>';
const SHELL = `<!doctype html><html lang="en">${HEAD}<body>${place('item', '<p>Loading</p>')}${place('missing', '<h1>None</h1><p class="lead">An error</p>')}${place('no-script', '<p>Script</p>')}</body></html>`;
const FRONT = `<!doctype html><html lang="en"><body><div class="posts-list">${place('posts')}</div></body></html>`;
const FILES: Record<string, string> = {
  _headers: '/*\n  Cache-Control: no-cache\n',
  _redirects: '',
  '404.html': 'none',
  ...Object.fromEntries(
    ['', 'ja/'].flatMap((start) => [
      [`${start}datahub.html`, FRONT],
      [`${start}datahub/posts/id.html`, SHELL],
      [`${start}u/id.html`, SHELL],
    ]),
  ),
};

const api = usersApi();
let dist: string;
let get: (path: string, options?: object) => ReturnType<typeof ask>;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'finger-posts-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await writeFile(join(dist, file), text);
  }
  const { orm } = api;
  const news = createNews({ database: api.database, log: () => {}, site: SITE });
  const shells = createShells({ news, orm, rows: [] });
  const app = createApp({ dist, shells: () => shells });
  const server = createSiteServer(createListener(app, { isAlone: false }), {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  get = (path, options = {}) => ask(port, path, options);
  undo.push(
    () => server.close(),
    () => news.close(),
  );
});
afterEach(() => api.orm.delete(posts));
afterAll(async () => {
  for (const one of undo) await one();
  await rm(dist, { recursive: true, force: true });
});

async function author(nickname = 'Mio') {
  const email = `${nickname.toLowerCase()}@example.com`;
  await api.user({ email, nickname });
  return makeAnalyst(api.orm, email, SITE);
}
const dataIn = <T>(html: string, name: string): T =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="shell-${name}">(.*?)</script>`, 's').exec(html)?.[1] ?? '',
  );

it('a post is in its page, with author, license and what the law asks, a head of its own, its data', async () => {
  const id = await storePost(api.orm, await author(), {
    title: 'Yields & <b>more</b>',
    text: 'They **fell**.',
    holding: 'long',
    symbols: ['US10Y'],
    pricesOn: '2026-11-26',
    recommendation: RECOMMENDATION,
  });
  const { status, text, headers } = await get(`/datahub/posts/${id}`);
  expect(status).toBe(200);
  expect(text).toContain('<title>Yields &amp; &lt;b&gt;more&lt;/b&gt; · Finger</title>');
  expect(text).not.toContain('noindex');
  expect(text).toContain('<p>They <strong>fell</strong>.</p>');
  expect(text).toContain('href="/u/Mio"');
  for (const key of ['post.advice.buy', 'post.horizon.months', 'post.holding.long', 'post.page.view'] as const) {
    expect(text, key).toContain(serverMessage(key, 'en-US'));
  }
  expect(text).toContain('"@type":"SocialMediaPosting"');
  expect(text).toContain(`"author":{"@type":"Person","name":"Mio","url":"${SITE}/u/Mio"}`);
  expect(text).not.toMatch(/Loading|An error|<p>Script/);
  expect(dataIn(text, 'post')).toMatchObject({ id, title: 'Yields & <b>more</b>' });
  const again = await get(`/datahub/posts/${id}`, { headers: { 'if-none-match': String(headers.etag) } });
  expect(again.status).toBe(304);
  // On the page of another language it belongs to its own.
  const other = (await get(`/ja/datahub/posts/${id}`)).text;
  expect(other).toContain(`<link rel="canonical" href="${SITE}/datahub/posts/${id}">`);
  expect(other).toContain('<h1 lang="en">');
});

it('a corrected post tells its earlier wording and when', async () => {
  const by = await author();
  const id = await storePost(api.orm, by, { title: 'First', text: 'One' });
  await correctPost(api.orm, { id: Number(id), author: by, title: 'Second', text: 'Two', waits: false }, new Date());
  const { text } = await get(`/datahub/posts/${id}`);
  expect(text).toMatch(/<h1>Second.*<details class="post-earlier">.*First.*One.*<\/details>/s);
  expect(text).toContain('"dateModified"');
});

it('a post that never was is 404, one that was withdrawn is 410 and says so', async () => {
  const id = await storePost(api.orm, await author());
  for (const path of [`${id}0`, '0', 'x', `${id}%00`, '99999999999999999999']) {
    const { status, text } = await get(`/datahub/posts/${path}`);
    expect(status, path).toBe(404);
    expect(text, path).toMatch(/<html data-missing .*None/s);
  }
  await withdraw(api.orm, id);
  const { status, text } = await get(`/ja/datahub/posts/${id}`);
  expect(status).toBe(410);
  expect(text).toContain(serverMessage('post.page.gone', 'ja'));
  expect(text).toContain('noindex');
});

it('the front has the posts of its language, then those in English with a mark, and says if there are none', async () => {
  expect((await get('/datahub')).text).toContain(serverMessage('post.list.none', 'en-US'));
  const by = await author();
  await storePost(api.orm, by, { title: 'In English' });
  await storePost(api.orm, by, { title: 'Nihongo', language: 'ja', at: new Date(Date.now() - 60_000) });
  const titles = async (path: string) =>
    dataIn<PostsData>((await get(path)).text, 'posts').list.map(({ title }) => title);
  // The answer before is kept for a moment.
  await expect.poll(() => titles('/ja/datahub'), { timeout: 10_000 }).toEqual(['Nihongo', 'In English']);
  await expect.poll(() => titles('/datahub'), { timeout: 10_000 }).toEqual(['In English']);
  const ja = (await get('/ja/datahub')).text;
  expect(ja.match(/class="language-mark"/g)).toHaveLength(1);
  expect(ja).toMatch(/class="post-authors".*Mio/s);
});

it('an author has a page, for search engines only with posts, and nothing on it that is not public', async () => {
  const by = await author();
  const before = await get('/u/mio');
  expect(before.status).toBe(200);
  expect(before.text).toContain('noindex');
  expect(before.text).toContain('<title>Mio · Finger</title>');
  expect(before.text).not.toContain('mio@example.com');
  const id = await storePost(api.orm, by, { title: 'Of Mio' });
  const { text } = await get('/u/Mio');
  expect(text).not.toContain('noindex');
  expect(text).toContain(`href="/datahub/posts/${id}"`);
  expect(text).toContain('"@type":"Person"');
  expect(text).toContain(`<link rel="canonical" href="${SITE}/u/Mio">`);
  expect((await get('/u/Nobody')).status).toBe(404);
  // Whose account is locked is shown nowhere.
  await api.orm.update(userProfiles).set({ lockedAt: new Date() });
  expect((await get('/u/Mio')).status).toBe(404);
  expect((await get(`/datahub/posts/${id}`)).status).toBe(404);
});
