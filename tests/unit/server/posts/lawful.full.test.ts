/** No way leads to a recommendation that is unlawful where its reader is: every path that yields the text of a post. */
import { afterEach, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { POST_STREAM_PATH } from '../../../../src/contract/postStream.ts';
import { POST_FEED_PATHS, type PostEntry } from '../../../../src/contract/posts.ts';
import { posts } from '../../../../src/server/db/schema.ts';
import { findPost, listPosts } from '../../../../src/server/posts/reading.ts';
import { createPostShells } from '../../../../src/server/shells/postShells.ts';
import { place } from '../../../../src/shells/place.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { authorsOf, RECOMMENDATION, storePost } from '../../../helpers/server/authors.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const COUNTRY = 'x-country';
const api = usersApi({}, { GEO_COUNTRY_HEADER: COUNTRY, GEO_CITY_HEADER: 'x-city', TRUSTED_PROXY_HOPS: '1' });
const { reader, writer } = authorsOf(api);
afterEach(() => api.orm.delete(posts));
const ROOT = '/api/web/posts/';
/** Belgium forbids the one and not the other (content/jurisdictions.yml). */
const FORBIDDEN = { title: 'Sell the yen', recommendation: { ...RECOMMENDATION, product: 'forex' as const } };
const ALLOWED = { title: 'Buy options', recommendation: RECOMMENDATION };
const SHELL = `<html><head><title>Page</title></head><body>${place('item')}${place('missing')}${place('no-script')}${place('posts')}</body></html>`;

it('is in no list, page, feed or message there', async () => {
  const [mio, hana] = [await writer('Mio'), await reader('Hana')];
  await api.ask(`${ROOT}people/mio/follow`, { method: 'POST', token: hana.token });
  await api.api.postHub.catchUp();
  const after = api.api.postHub.last();
  const streams = await Promise.all(
    ['JP', 'BE', 'XX'].map(async (country) => {
      const url = `http://127.0.0.1:${api.api.port}${POST_STREAM_PATH}?author=mio`;
      return { country, client: await openEvents(url, { [COUNTRY]: country }) };
    }),
  );
  const forbidden = await storePost(api.orm, mio.id, FORBIDDEN);
  const allowed = await storePost(api.orm, mio.id, ALLOWED);
  await api.api.postHub.catchUp();

  const told: Record<string, (country: string) => Promise<string>> = {};
  for (const path of [
    'list',
    'list?author=mio',
    'list?language=en',
    'following',
    `changes?after=${after}`,
    `changes?after=${after}&author=mio`,
    `changes?after=${after}&post=${forbidden}`,
    forbidden,
    allowed,
  ]) {
    told[path] = async (country) =>
      (await api.ask(ROOT + path, { token: hana.token, headers: { [COUNTRY]: country } })).text;
  }
  for (const { country, client } of streams) {
    const heard = [await client.next()];
    while (heard.at(-1)?.data.title !== ALLOWED.title) heard.push(await client.next());
    client.close();
    const before = told.stream;
    told.stream = async (of) => (of === country ? JSON.stringify(heard) : ((await before?.(of)) ?? ''));
  }
  // Of a stream that goes on where it was.
  told.resumed = async (country) => {
    const url = `http://127.0.0.1:${api.api.port}${POST_STREAM_PATH}`;
    const client = await openEvents(url, { [COUNTRY]: country, 'last-event-id': String(after) });
    const heard = [await client.next(), ...client.rest()];
    client.close();
    return JSON.stringify(heard);
  };
  for (const [path, tell] of Object.entries(told)) {
    for (const country of ['JP', 'BE', 'XX']) {
      const text = await tell(country);
      const shown = [FORBIDDEN, ALLOWED].flatMap(({ title }) => (text.includes(title) ? title : []));
      const wanted = [
        ...(country === 'JP' && path !== allowed ? [FORBIDDEN.title] : []),
        ...(path.endsWith(forbidden) ? [] : [ALLOWED.title]),
      ];
      expect(shown, `${path} ${country}`).toEqual(wanted);
    }
  }

  // What caches keep, wherever it was asked from.
  const shells = createPostShells({ orm: api.orm, site: SITE, rows: [], series: {} });
  const kept: Record<string, string> = {
    front: await shells.front(SHELL, 'en-US'),
    user: (await shells.user('mio', 'en-US', SHELL)).html,
    post: (await shells.post(allowed, 'en-US', SHELL)).html,
  };
  for (const path of Object.values(POST_FEED_PATHS)) {
    const address = path.replace('{locale}', 'en-US').replace('{nickname}', 'mio');
    kept[path] = (await api.api.ask(address, { headers: { [COUNTRY]: 'JP' } })).text;
  }
  for (const [path, text] of Object.entries(kept)) {
    expect(text, path).toContain(ALLOWED.title);
    expect(text, path).not.toContain(FORBIDDEN.title);
  }
  // Neither text nor structured data.
  expect(await shells.post(forbidden, 'en-US', SHELL)).toEqual({ status: 200, html: SHELL });
});

it('is not shown where it is unlawful, nor where the country is not known', async () => {
  const { id: author } = await writer();
  const plain = await storePost(api.orm, author);
  const forex = await storePost(api.orm, author, { recommendation: { ...RECOMMENDATION, product: 'forex' } });
  const stocks = await storePost(api.orm, author, { recommendation: { ...RECOMMENDATION, product: 'stocks' } });
  const futures = await storePost(api.orm, author, { recommendation: { ...RECOMMENDATION, product: 'futures' } });
  const seen = async (country: string) => {
    const headers = { [COUNTRY]: country };
    const { data } = await api.ask<{ list: PostEntry[] }>('/api/web/posts/list', { headers });
    const listed = data.list.map(({ id }) => id).sort();
    const read = [];
    for (const id of [plain, forex, stocks, futures]) {
      if ((await api.ask(`/api/web/posts/${id}`, { headers })).code === SUCCESS) read.push(id);
    }
    expect(listed).toEqual(read.sort());
    return read;
  };
  expect(await seen('JP')).toEqual([plain, forex, stocks, futures].sort());
  expect(await seen('BE')).toEqual([plain, stocks, futures].sort());
  expect(await seen('CN')).toEqual([plain, futures].sort());
  expect(await seen('XX')).toEqual([plain, futures].sort());
  // What the server writes for caches.
  const { list } = await listPosts(api.orm, { limit: 10 }, 'en-US');
  expect(list.map(({ id }) => id).sort()).toEqual([plain, futures].sort());
  expect(await findPost(api.orm, Number(forex), 'en-US')).toBe('withheld');
  expect(await findPost(api.orm, Number(forex), 'en-US', 'JP')).toMatchObject({ id: forex });
});
