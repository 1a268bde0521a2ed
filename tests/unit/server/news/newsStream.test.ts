/** The flash stream, and the feeds for readers. */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import ja from '../../../../content/ja/server.json' with { type: 'json' };
import { newsFiles } from '../../../../src/catalogue/newsFiles.ts';
import { FLASH_STREAM_PATH, newsItem } from '../../../../src/contract/all.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import { newsItems } from '../../../../src/server/db/schema.ts';
import { MOST_BEHIND } from '../../../../src/server/hub.ts';
import { COMPANY } from '../../../../src/site.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import {
  ago,
  clock,
  database,
  dataOf,
  expectError,
  FLASH,
  flash,
  item,
  NOW,
  serving,
  store,
  titles,
  undo,
  withNews,
} from '../../../helpers/feeds/newsTest.ts';
import type { ServedApi } from '../../../helpers/server/api.ts';

withNews();

describe('the stream', () => {
  const open = async ({ port }: ServedApi, query = '', headers = {}) => {
    const client = await openEvents(`http://127.0.0.1:${port}${FLASH_STREAM_PATH}${query}`, headers);
    undo.push(() => client.close());
    return client;
  };
  /** A server that has already read the store, so that clients need not wait for it. */
  const ready = async () => {
    const api = await serving();
    await database.pglite?.query('select 1');
    await api.news.hub.catchUp();
    return api;
  };

  it('tells of what is new, revised and withdrawn, as NOTIFY tells of it', async () => {
    const api = await ready();
    const client = await open(api);
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const given = flash({ title: 'One' });
    await store().save([given, item()]);
    const first = await client.next();
    expect(first).toMatchObject({ event: 'flash', data: { title: 'One', revision: 1 } });
    expect(v.parse(newsItem, first.data).id).toBe(first.id);
    await store().save([{ ...given, title: 'Two' }]);
    const second = await client.next();
    expect(second).toMatchObject({ event: 'flash', data: { id: first.id, title: 'Two', revision: 2 } });
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
    await database.orm.update(newsItems).set({ withdrawnAt: NOW, changed: 999 }).where(sql`id = ${first.id}::bigint`);
    api.news.hub.beat();
    expect(await client.next()).toEqual({ id: '999', event: 'withdraw', data: { id: first.id } });
  });

  it('tells each in its own filter', async () => {
    const api = await ready();
    const clients = await Promise.all(
      ['', '?language=ja', '?important=true', '?language=ja&important=true'].map((query) => open(api, query)),
    );
    await store().save([
      flash({ title: 'en' }),
      flash({ title: 'ja', language: 'ja' }),
      flash({ title: 'en!', importance: 'high' }),
      flash({ title: 'ja!', language: 'ja', importance: 'high' }),
    ]);
    const heard: unknown[] = [];
    for (const client of clients) {
      const seen: unknown[] = [];
      while (seen.at(-1) !== 'ja!') seen.push((await client.next()).data.title);
      heard.push(seen);
    }
    expect(heard).toEqual([['en', 'ja', 'en!', 'ja!'], ['ja', 'ja!'], ['en!', 'ja!'], ['ja!']]);
  });

  it('goes on where a client was, also after a restart of the server', async () => {
    const before = await ready();
    const client = await open(before);
    await store().save([flash({ title: 'One' }), flash({ title: 'Two' })]);
    await client.next();
    const { id } = await client.next();
    client.close();
    await store().save([flash({ title: 'Three' }), flash({ title: 'Four' })]);
    for (const api of [before, await ready()]) {
      await api.news.hub.catchUp();
      for (const [query, headers] of [
        ['', { 'last-event-id': id }],
        [`?after=${id}`, {}],
        ['?after=1', { 'last-event-id': id }],
      ] as const) {
        const again = await open(api, query, headers);
        expect([(await again.next()).data.title, (await again.next()).data.title]).toEqual(['Three', 'Four']);
      }
    }
    const { list, last } = dataOf('flashList', await before.ask(`${FLASH}?after=${id}`));
    expect(titles(list)).toEqual(['Three', 'Four']);
    expect(last).toBe(list[1]?.id);
    expect(dataOf('flashList', await before.ask(`${FLASH}?after=${id}&limit=1`))).toMatchObject({ last: list[0]?.id });
    expect(dataOf('flashList', await before.ask(FLASH)).last).toBe(last);
  });

  it('never repeats words that were changed or withdrawn since', async () => {
    const api = await ready();
    const given = flash({ title: 'Wrong' });
    const { ids } = await store().save([flash({ title: 'Zero' }), given]);
    await store().save([{ ...given, title: 'Right' }]);
    await api.news.hub.catchUp();
    const client = await open(api, `?after=${ids[0]}`);
    expect((await client.next()).data.title).toBe('Right');
    expect(client.rest()).toEqual([]);
  });

  it('says that too much was missed, and goes on', async () => {
    const api = await ready();
    const { ids } = await store().save([flash(), ...Array.from({ length: MOST_BEHIND + 1 }, () => flash())]);
    await api.news.hub.catchUp();
    const last = String(api.news.hub.last());
    for (const id of [ids[0], 0, Number(last) + 1_000]) {
      const client = await open(api, '', { 'last-event-id': String(id) });
      expect(await client.next()).toEqual({ id: last, event: 'gap', data: {} });
      expect(dataOf('flashList', await api.ask(`${FLASH}?after=${id}`))).toMatchObject({ list: [], gap: true, last });
    }
    const client = await open(api, '', { 'last-event-id': String(ids[1]) });
    for (let n = 0; n < MOST_BEHIND; n += 1) expect((await client.next()).id).toBe(String(ids[n + 2]));
    await store().save([flash({ title: 'And on' })]);
    expect((await client.next()).data.title).toBe('And on');
  });

  it('beats, with the number to go on after', async () => {
    const api = await ready();
    await store().save([flash()]);
    await api.news.hub.catchUp();
    const client = await open(api);
    expect(await client.next({ beats: true })).toMatchObject({ event: 'beat', id: String(api.news.hub.last()) });
    clock.now = ago(-1);
    api.news.hub.beat();
    expect(await client.next({ beats: true })).toEqual({
      event: 'beat',
      id: String(api.news.hub.last()),
      data: { at: clock.now.toISOString() },
    });
  });

  it('forgets who has left, and cuts off who does not read', async () => {
    const api = await ready();
    const [one, two] = [await open(api), await open(api)];
    expect(api.news.hub.clients()).toBe(2);
    one.close();
    await expect.poll(() => api.news.hub.clients()).toBe(1);
    two.response.pause();
    two.response.socket.pause();
    for (let n = 0; api.news.hub.clients() > 0 && n < 60; n += 1) {
      await store().save(Array.from({ length: 200 }, () => flash({ summary: 'x'.repeat(2_000) })));
      await api.news.hub.catchUp();
    }
    expect(api.news.hub.clients()).toBe(0);
  });

  it('ends when the server stops, and takes nobody in afterwards', async () => {
    const api = await ready();
    const client = await open(api);
    await api.news.close();
    await client.ended;
    expectError(await api.ask(FLASH_STREAM_PATH), 'notReady');
  });

  it('answers HEAD, and refuses an id that is none', async () => {
    const api = await ready();
    const head = await api.ask(FLASH_STREAM_PATH, { method: 'HEAD' });
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expectError(
      await api.ask(FLASH_STREAM_PATH, { headers: { 'last-event-id': 'x' } }),
      'invalid',
      undefined,
      'Last-Event-ID',
    );
  });
});

describe('feeds for readers', () => {
  it('are RSS and JSON Feed in the words of each locale', async () => {
    const { ask } = await serving();
    await store().save([
      item({ title: 'A & <b>', summary: '</description><script>' }),
      flash({ title: '速報', language: 'ja', link: 'https://example.com/x' }),
    ]);
    const news = await ask('/api/web/news/rss/en-GB');
    expect(news.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
    });
    expect(news.text).toContain('<title>A &amp; &lt;b&gt;</title>');
    expect(news.text).not.toContain('<script>');
    expect(news.text).toContain('<language>en-GB</language>');
    expect(news.text).toMatch(/<link>https:\/\/example\.com\/\d+<\/link>/);
    const again = await ask('/api/web/news/rss/en-GB', { headers: { 'if-none-match': String(news.headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);

    const feed = JSON.parse((await ask('/api/web/flash/json/ja')).text);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: `Finger: ${ja['server.flashFeed']}`,
      home_page_url: 'http://localhost:4321/ja/datahub/flash',
      feed_url: 'http://localhost:4321/api/web/flash/json/ja',
      language: 'ja',
    });
    const { id, url } = feed.items[0];
    expect(feed.items).toHaveLength(1);
    expect(url).toBe(`http://localhost:4321/ja/datahub/flash/${id.split('/').at(-1)}`);
    expect(JSON.parse((await ask('/api/web/flash/json/tw')).text).items).toEqual([]);
    expectError(await ask('/api/web/flash/rss/fr'), 'notFound', enUS['server.notFound'], 'locale');
  });

  it("hold the house's own articles among the news, newest first, and not among the flashes", async () => {
    const { ask } = await serving({ news: { now: () => clock.now, houseNews: (locale) => newsFiles(locale) } });
    await store().save([item({ title: 'Of today' }), item({ title: 'Of old', publishedAt: new Date('2026-01-01') })]);
    for (const locale of LOCALE_IDS) {
      const { items } = JSON.parse((await ask(`/api/web/news/json/${locale}`)).text) as {
        items: { title: string; url: string; date_published: string; authors: { name: string }[] }[];
      };
      const own = newsFiles(locale);
      const found = items.filter(({ authors }) => authors[0]?.name === COMPANY);
      expect(found.map(({ title }) => title)).toEqual(own.map(({ title }) => title));
      const site = `http://localhost:4321${LOCALES[locale].prefix}`;
      expect(found.map(({ url }) => url)).toEqual(own.map(({ id }) => `${site}/datahub/news/${id}`));
      const dates = items.map(({ date_published }) => date_published);
      expect(dates).toEqual([...dates].sort().reverse());
      const rss = (await ask(`/api/web/news/rss/${locale}`)).text;
      for (const { id } of own) expect(rss).toContain(`<link>${site}/datahub/news/${id}</link>`);
    }
    expect(JSON.parse((await ask('/api/web/flash/json/ja')).text).items).toEqual([]);
  });
});
