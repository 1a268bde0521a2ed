import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import cn from '../../content/cn/server.json' with { type: 'json' };
import enUS from '../../content/en-US/server.json' with { type: 'json' };
import ja from '../../content/ja/server.json' with { type: 'json' };
import tw from '../../content/tw/server.json' with { type: 'json' };
import { newsFiles } from '../../src/catalogue/newsFiles.ts';
import { CATEGORIES } from '../../src/catalogue/sources.ts';
import {
  envelopeOf,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  fieldErrors,
  NEWS_CALLS,
  type NewsCallName,
  type NewsItem,
  newsItem,
} from '../../src/contract/all.ts';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import type { Database } from '../../src/server/db/database.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import {
  audit,
  counters,
  editors,
  feedSources,
  newsItems,
  newsRevisions,
  rateLimits,
} from '../../src/server/db/schema.ts';
import { addEditor, listEditors, revokeEditor } from '../../src/server/news/editors.ts';
import { listItems, type Position, readCursor, type Wish, writeCursor } from '../../src/server/news/lists.ts';
import { createStore, type Draft } from '../../src/server/news/store.ts';
import { MOST_BEHIND } from '../../src/server/news/stream.ts';
import { searchQuery } from '../../src/server/news/words.ts';
import { COMPANY } from '../../src/site.ts';
import { type Answer, type ServedApi, serveApi } from '../helpers/api.ts';
import { testDatabase } from '../helpers/database.ts';
import { random } from '../helpers/durability.ts';
import { openEvents } from '../helpers/events.ts';

const NEWS = '/api/web/news/list';
const FLASH = '/api/web/flash/list';
const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

let database: Database;
let clock = NOW;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  clock = NOW;
  for (const table of [newsItems, newsRevisions, feedSources, counters, editors, audit, rateLimits]) {
    await database.orm.delete(table);
  }
});

const SOURCE = {
  id: 'boe',
  name: 'Bank of England',
  page: 'https://www.bankofengland.co.uk/rss',
  kind: 'news' as const,
};
async function serving(options: Parameters<typeof serveApi>[0] = {}): Promise<ServedApi> {
  const served = await serveApi({
    database,
    news: { now: () => clock, sources: [{ ...SOURCE, language: 'en', category: 'centralBank' }] },
    ...options,
  });
  undo.push(() => served.stop());
  return served;
}

const store = () => createStore(database, { now: () => clock });
let made = 0;
const item = (given: Partial<Draft> = {}): Draft => {
  made += 1;
  return {
    sourceId: 'boe',
    kind: 'news',
    guid: `guid ${made}`,
    link: `https://example.com/${made}`,
    title: `Title number ${made}`,
    summary: `What it says, ${made}`,
    language: 'en',
    category: 'centralBank',
    publishedAt: ago(1),
    ...given,
  };
};
const flash = (given: Partial<Draft> = {}) => item({ kind: 'flash', link: null, category: 'desk', ...given });

/** `data` of a successful answer, in the shape of its call. */
function dataOf<N extends NewsCallName>(name: N, { status, text }: Answer) {
  expect(status, text.slice(0, 200)).toBe(200);
  return v.parse(envelopeOf(NEWS_CALLS[name].data), JSON.parse(text)).data as v.InferOutput<
    (typeof NEWS_CALLS)[N]['data']
  >;
}

function expectError(answer: Answer, kind: keyof typeof SERVER_CODES, message?: string, field?: string): void {
  const { code, status } = SERVER_CODES[kind];
  const body = v.parse(v.strictObject(envelopeOf(v.unknown()).entries), JSON.parse(answer.text));
  expect([answer.status, body.code], answer.text).toEqual([status, code]);
  if (message) expect(body.message).toBe(message);
  if (field) expect(v.parse(fieldErrors, body.data).fields[0]).toEqual({ field, message: body.message });
  else expect(body.data).toBeNull();
}

const titles = (list: readonly NewsItem[]) => list.map(({ title }) => title);

describe('lists', () => {
  it('give whole items, newest first', async () => {
    const { ask } = await serving();
    await store().saveItems([item({ publishedAt: ago(9), link: 'https://example.com/9', title: 'Older' }) as never]);
    await store().save([item({ title: 'Newer', summary: null, sourceId: 'fed' }), flash()]);
    const { list, next } = dataOf('newsList', await ask(NEWS));
    expect(titles(list)).toEqual(['Newer', 'Older']);
    expect(next).toBeNull();
    expect(v.parse(v.strictObject(newsItem.entries), list[1])).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'news',
      source: { id: 'boe', name: 'Bank of England' },
      language: 'en',
      category: 'centralBank',
      title: 'Older',
      summary: expect.any(String),
      link: 'https://example.com/9',
      important: false,
      reason: null,
      symbols: [],
      publishedAt: '2026-11-20T11:51:00.000Z',
      firstSeenAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      revision: 1,
      cluster: list[1]?.id,
    });
    expect(list[0]?.source).toEqual({ id: 'fed', name: 'fed' });
  });

  it('take filters, alone and together', async () => {
    const { ask } = await serving();
    await store().save([
      item({ title: 'A', publishedAt: ago(1) }),
      item({ title: 'B', publishedAt: ago(2), language: 'ja', sourceId: 'boj' }),
      item({ title: 'C', publishedAt: ago(3), category: 'regulator', sourceId: 'fca' }),
      item({ title: 'D', publishedAt: ago(4), language: 'zh-Hans', category: 'regulator', sourceId: 'csrc' }),
    ]);
    const found = async (query: string) => titles(dataOf('newsList', await ask(`${NEWS}?${query}`)).list).join('');
    expect(await found('')).toBe('ABCD');
    expect(await found('language=en')).toBe('AC');
    expect(await found('category=regulator')).toBe('CD');
    expect(await found('language=zh-Hans&category=regulator')).toBe('D');
    expect(await found('source=boj')).toBe('B');
    expect(await found('source=boj&language=en')).toBe('');
    expect(await found('limit=2')).toBe('AB');
    expect(await found('q=')).toBe('ABCD');
    expect(await found('unknown=1')).toBe('ABCD');
  });

  it('of flashes take important, and words to include and exclude', async () => {
    const { ask } = await serving();
    await store().save([
      flash({ title: 'Gold rises', publishedAt: ago(1), importance: 'high', importanceReason: 'editor' }),
      flash({ title: 'Oil falls', publishedAt: ago(2) }),
      flash({ title: 'Oil and gold fall', publishedAt: ago(3) }),
      flash({ title: '金価格が上昇', publishedAt: ago(4), language: 'ja' }),
      item({ title: 'Gold news' }),
    ]);
    const found = async (query: string) => titles(dataOf('flashList', await ask(`${FLASH}?${encodeURI(query)}`)).list);
    expect(await found('important=true')).toEqual(['Gold rises']);
    expect(await found('important=false')).toHaveLength(4);
    expect(await found('include=gold')).toEqual(['Gold rises', 'Oil and gold fall']);
    expect(await found('include=rises,金価格')).toEqual(['Gold rises', '金価格が上昇']);
    expect(await found('exclude=GOLD,上昇')).toEqual(['Oil falls']);
    expect(await found('include=gold&exclude=oil')).toEqual(['Gold rises']);
    expect(await found('include=oil&q=gold')).toEqual(['Oil and gold fall']);
    expect(await found('q=金価格')).toEqual(['金価格が上昇']);
    expect(await found('exclude=!,')).toHaveLength(4);
  });

  it('find words in all languages, wherever they stand', async () => {
    const { ask } = await serving();
    const many = Array.from({ length: 2_100 }, (_, n) =>
      item({ title: `Common words ${n}`, publishedAt: ago(n + 10) }),
    );
    await store().save([
      ...many,
      item({ title: 'A rare pearl', publishedAt: ago(9_000) }),
      item({ title: 'Nothing', summary: '日本銀行の政策金利', language: 'ja', publishedAt: ago(9_001) }),
    ]);
    const found = async (q: string) => {
      const query = new URLSearchParams({ q });
      return titles(dataOf('newsList', await ask(`${NEWS}?${query}`)).list);
    };
    expect(await found('PEARL')).toEqual(['A rare pearl']);
    expect(await found('pear')).toEqual(['A rare pearl']);
    expect(await found('政策金利')).toEqual(['Nothing']);
    expect(await found('金利政策')).toEqual([]);
    expect((await found('common')).slice(0, 2)).toEqual(['Common words 0', 'Common words 1']);
    // Over the border between what is looked through and what the index finds.
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer = await ask(`${NEWS}?q=common&limit=100${cursor && `&cursor=${cursor}`}`);
      const { list, next } = dataOf('newsList', page);
      seen.push(...titles(list));
      cursor = next;
    }
    expect(seen).toEqual(many.map(({ title }) => title));
  });

  it('of rare words are whole over the years, in every filter', async () => {
    const next = random(17);
    const one = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
    const drafts = Array.from({ length: 6_000 }, (_, n) => {
      // Today's fill what is looked through before the index is asked; the others are the thinner the older.
      const isToday = next() < 0.6;
      const words = [1, 100, 400, 2_000]
        .filter((rarity) => !isToday && next() < 1 / rarity)
        .map((rarity) => `one${rarity}of`);
      return item({
        kind: n % 3 ? 'news' : 'flash',
        link: null,
        title: ['An item', ...words].join(' '),
        summary: `Number ${n}`,
        language: one(['en', 'en', 'en', 'ja']),
        category: one(['desk', 'desk', 'desk', 'statistics']),
        sourceId: one(['boe', 'boe', 'boe', 'fed']),
        importance: one(['high', 'high', 'normal']),
        importanceReason: null,
        publishedAt: ago(Math.floor(isToday ? next() * 600 : 600 + next() ** 2 * 3 * 365 * 24 * 60)),
      });
    });
    await store().save(drafts);

    const filters: Partial<Omit<Wish, 'kind' | 'limit'>>[] = [
      {},
      { language: 'en', without: 'statistics' },
      { category: 'desk' },
      { important: true },
      { source: 'boe' },
    ];
    for (const kind of ['news', 'flash'] as const) {
      for (const filter of filters) {
        for (const word of ['one100of', 'one400of', 'one2000of', 'one']) {
          const excluding = word === 'one100of' ? 'one400of' : null;
          const holds = ({ title }: Draft) => title.includes(word) && !(excluding && title.includes(excluding));
          const expected = drafts
            .filter((draft) => draft.kind === kind && holds(draft))
            .filter(
              ({ language, category, sourceId, importance }) =>
                (!filter.language || language === filter.language) &&
                (!filter.category || category === filter.category) &&
                category !== filter.without &&
                (!filter.source || sourceId === filter.source) &&
                (!filter.important || importance === 'high'),
            )
            .map(({ summary }) => summary);
          const limit = word === 'one' ? 97 : 1 + Math.floor(next() * 4);
          const seen: Position[] = [];
          const found: (string | null)[] = [];
          for (let before: Position | undefined; ; ) {
            const wish = {
              kind,
              ...filter,
              matching: searchQuery(word),
              excluding: excluding && searchQuery(excluding),
            };
            const page = await listItems(database.orm, { ...wish, before, limit });
            found.push(...page.list.map(({ summary }) => summary));
            seen.push(...page.list.map(({ publishedAt, id }) => ({ at: Date.parse(publishedAt), id: Number(id) })));
            if (!page.next) break;
            before = page.next;
          }
          expect([...found].sort(), JSON.stringify([kind, filter, word])).toEqual(expected.sort());
          expect(seen).toEqual([...seen].sort((a, b) => b.at - a.at || b.id - a.id));
        }
      }
    }
  });

  it('go on over what is left out, with pages that may be short', async () => {
    await store().save(Array.from({ length: 30 }, (_, n) => flash({ title: `Oil ${n}`, publishedAt: ago(n) })));
    const { ask } = await serving();
    const { list, next } = dataOf('flashList', await ask(`${FLASH}?exclude=oil`));
    expect([list, next]).toEqual([[], null]);
  });

  it('show of duplicates the first, and all of one source', async () => {
    const { ask } = await serving();
    const title = 'Bank of England holds Bank Rate at 4%';
    await store().save([item({ title }), item({ title: `${title} - Paper`, sourceId: 'paper' })]);
    const { list } = dataOf('newsList', await ask(NEWS));
    expect(titles(list)).toEqual([title]);
    const [second] = dataOf('newsList', await ask(`${NEWS}?source=paper`)).list;
    expect(second?.cluster).toBe(list[0]?.id);
    const detail = dataOf('newsItem', await ask(`/api/web/news/${list[0]?.id}`));
    expect(titles(detail.related)).toEqual([`${title} - Paper`]);
  });

  it('are cut the same whatever comes in between', async () => {
    const next = random(61);
    for (let round = 0; round < 15; round += 1) {
      await database.orm.delete(newsItems);
      const languages = ['en', 'ja', 'zh-Hant', 'zh-Hans'] as const;
      // Many of one instant, so that the id has to decide.
      const some = (count: number) =>
        Array.from({ length: count }, () =>
          item({ publishedAt: ago(Math.floor(next() * 8)), language: languages[Math.floor(next() * 4)] ?? 'en' }),
        );
      await store().save(some(1 + Math.floor(next() * 60)));
      const wish = next() < 0.5 ? {} : { language: 'en' as const };
      const limit = 1 + Math.floor(next() * 7);
      const expected = (await listItems(database.orm, { kind: 'news', ...wish, limit: 1_000 })).list.map(
        ({ id }) => id,
      );
      const seen: string[] = [];
      let before: ReturnType<typeof readCursor> | undefined;
      do {
        const page = await listItems(database.orm, { kind: 'news', ...wish, limit, before: before ?? undefined });
        seen.push(...page.list.map(({ id }) => id));
        before = page.next && readCursor(writeCursor(page.next));
        await store().save(some(Math.floor(next() * 6)));
      } while (before);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => expected.includes(id))).toEqual(expected);
    }
  });

  it.each([
    [NEWS, 'cursor=x', 'server.cursor', 'cursor'],
    [NEWS, 'cursor=', 'server.cursor', 'cursor'],
    [NEWS, 'cursor=1-', 'server.cursor', 'cursor'],
    [NEWS, 'cursor=1-9999999999999999', 'server.cursor', 'cursor'],
    [NEWS, `cursor=${encodeURIComponent("1-1'; drop table news_items")}`, 'server.cursor', 'cursor'],
    [NEWS, 'language=fr', 'server.language', 'language'],
    [NEWS, 'language=en&language=ja', 'server.language', 'language'],
    [NEWS, 'category=%27', 'server.category', 'category'],
    [NEWS, 'source=a%20b', 'server.source', 'source'],
    [NEWS, `q=${'x'.repeat(101)}`, 'server.query', 'q'],
    [NEWS, 'q=%21%26%27', 'server.query', 'q'],
    [NEWS, 'limit=0', 'server.limit', 'limit'],
    [NEWS, 'limit=101', 'server.limit', 'limit'],
    [NEWS, 'limit=1e1', 'server.limit', 'limit'],
    [FLASH, 'important=1', 'server.important', 'important'],
    [FLASH, `include=${'a,'.repeat(20)}`, 'server.words', 'include'],
    [FLASH, 'before=1', 'server.cursor', 'before'],
    [FLASH, 'after=-1', 'server.cursor', 'after'],
    [FLASH_STREAM_PATH, 'after=x', 'server.cursor', 'after'],
  ] as const)('%s refuses %s by name, in each language', async (path, query, message, field) => {
    const { ask } = await serving();
    for (const [tag, messages] of Object.entries({ en: enUS, ja, 'zh-TW': tw, 'zh-CN': cn })) {
      const answer = await ask(`${path}?${query}`, { headers: { 'accept-language': tag } });
      expectError(answer, 'invalid', messages[message], field);
    }
  });

  it('bear any query', async () => {
    const { ask } = await serving();
    await store().save([flash(), item()]);
    const next = random(7);
    const alphabet = [...`aé日字'"\\:*&|!()<>-,%\u0000\ud83d 1.`];
    for (let round = 0; round < 150; round += 1) {
      const text = Array.from({ length: 1 + next() * 12 }, () => alphabet[Math.floor(next() * alphabet.length)]).join(
        '',
      );
      const name = ['q', 'include', 'exclude', 'source', 'category', 'before'][round % 6] ?? '';
      const answer = await ask(`${FLASH}?${new URLSearchParams({ [name]: text })}`);
      expect([200, 422], `${name}=${text}`).toContain(answer.status);
    }
  });

  it('need the database', async () => {
    const { ask } = await serving({ database: new Promise<never>(() => {}) });
    for (const path of [NEWS, FLASH, '/api/web/news/1', '/api/web/news/sources', FLASH_STREAM_PATH]) {
      expectError(await ask(path), 'notReady');
    }
    expectError(await ask(FLASH_PUBLISH_PATH, { method: 'POST', body: '{}' }), 'notReady');
  });

  it('name the methods that an address takes', async () => {
    const { ask } = await serving();
    for (const path of [NEWS, FLASH, '/api/web/flash/1', FLASH_STREAM_PATH, '/api/web/news/rss/ja']) {
      const answer = await ask(path, { method: 'POST' });
      expectError(answer, 'methodNotAllowed');
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
    const answer = await ask(FLASH_PUBLISH_PATH);
    expectError(answer, 'methodNotAllowed');
    expect(answer.headers.allow).toBe('POST');
  });
});

describe('an item', () => {
  it('comes with its earlier words and what belongs to it', async () => {
    const { ask } = await serving();
    const given = item({ title: 'First' });
    await store().save([given, item({ title: 'Before it', publishedAt: ago(5) }), item({ publishedAt: ago(0) })]);
    clock = ago(-3);
    await store().save([{ ...given, title: 'Second' }]);
    const { list } = dataOf('newsList', await ask(NEWS));
    const { id } = list[1] ?? {};
    const data = dataOf('newsItem', await ask(`/api/web/news/${id}`));
    expect(data.item).toMatchObject({ title: 'Second', revision: 2, updatedAt: clock.toISOString() });
    expect(data.revisions).toEqual([
      { number: 1, title: 'First', summary: given.summary, changedAt: clock.toISOString() },
    ]);
    expect(titles(data.related)).toEqual(['Before it']);
  });

  it('is known by its number and kind alone', async () => {
    const { ask } = await serving();
    const { ids } = await store().save([item()]);
    for (const id of ['opening', '0', '999999', '1.5', '%27', '9'.repeat(30)]) {
      expectError(await ask(`/api/web/news/${id}`), 'notFound', enUS['server.unknownItem'], 'id');
    }
    expectError(await ask(`/api/web/flash/${ids[0]}`), 'notFound', enUS['server.unknownItem'], 'id');
  });

  it('has a page of its own as long as it is not withdrawn', async () => {
    const { news } = await serving();
    const { ids } = await store().save([item(), flash()]);
    await expect.poll(() => news.holds('news', String(ids[0]))).toBe(true);
    expect(await news.holds('flash', String(ids[1]))).toBe(true);
    expect(await news.holds('flash', String(ids[0]))).toBe(false);
    for (const id of ['999999', '', 'opening', '1.5', `${ids[0]} `, '9'.repeat(30)]) {
      expect(await news.holds('news', id), id).toBe(false);
    }
    await database.orm.update(newsItems).set({ withdrawnAt: NOW });
    expect(await news.holds('news', String(ids[0]))).toBe(false);
    expect(await (await serving({ database: new Promise<never>(() => {}) })).news.holds('news', '1')).toBeNull();
  });
});

describe('sources', () => {
  it('are listed with how they fare', async () => {
    const { ask } = await serving();
    const status = async () =>
      dataOf('newsSources', await ask('/api/web/news/sources')).list.map(({ id, status }) => `${id} ${status}`);
    expect(await status()).toEqual(['boe waiting']);
    const state = { etag: null, lastModified: null, checkedAt: NOW, okAt: NOW, nextAt: null, itemsSeen: 3 };
    await store().saveSource({ ...state, id: 'boe', failures: 0, lastError: null });
    await store().saveSource({ ...state, id: 'gone', failures: 2, lastError: 'timeout' });
    expect(await status()).toEqual(['boe ok', 'gone failing']);
  });
});

describe('the desk', () => {
  const publish = async ({ ask }: ServedApi, token: string | undefined, body: unknown, headers = {}) =>
    ask(FLASH_PUBLISH_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { token }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const published = ({ status, text }: Answer): { id: string; revision: number } => {
    expect(status, text).toBe(200);
    return JSON.parse(text).data;
  };
  const HELLO = { action: 'publish', language: 'ja', title: '速報です' };

  it('publishes, revises and withdraws, and names who did it', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const { id, revision } = published(
      await publish(api, token, { ...HELLO, important: true, summary: 's', symbols: ['7203'], link: 'https://e.com' }),
    );
    expect(revision).toBe(1);
    const read = async () => dataOf('flashItem', await api.ask(`/api/web/flash/${id}`));
    expect((await read()).item).toMatchObject({
      title: '速報です',
      summary: 's',
      source: { id: 'desk', name: 'Finger' },
      category: 'desk',
      important: true,
      reason: 'editor',
      symbols: ['7203'],
      link: 'https://e.com',
      publishedAt: NOW.toISOString(),
    });
    clock = ago(-5);
    const revised = { action: 'revise', id, title: '訂正です', summary: null, important: false };
    expect(published(await publish(api, token, revised))).toEqual({ id, revision: 2 });
    expect(published(await publish(api, token, revised))).toEqual({ id, revision: 2 });
    const { item: second, revisions } = await read();
    expect(second).toMatchObject({ title: '訂正です', summary: null, important: false, reason: null, revision: 2 });
    expect(revisions).toMatchObject([{ number: 1, title: '速報です', changedAt: clock.toISOString() }]);
    expect(published(await publish(api, token, { action: 'withdraw', id }))).toEqual({ id, revision: 2 });
    expectError(await api.ask(`/api/web/flash/${id}`), 'gone', enUS['server.gone'], 'id');
    expect(dataOf('flashList', await api.ask(FLASH)).list).toEqual([]);
    for (const action of ['withdraw', 'revise'])
      expectError(await publish(api, token, { action, id }), 'gone', enUS['server.gone'], 'id');
    const log = await database.orm.select().from(audit);
    expect(log.map(({ editor, action, item }) => [editor, action, item])).toEqual([
      ['Mika', 'token', null],
      ['Mika', 'publish', Number(id)],
      ['Mika', 'revise', Number(id)],
      ['Mika', 'withdraw', Number(id)],
    ]);
  });

  it('publishes in every category that sources have', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const category of CATEGORIES) {
      const { id } = published(await publish(api, token, { ...HELLO, title: category, category }));
      expect(dataOf('flashItem', await api.ask(`/api/web/flash/${id}`)).item).toMatchObject({ category });
    }
  });

  it('withdraws what others have said, and does not reword it; its duplicate stands in its place', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const title = 'Exchange says that trading goes on as usual';
    const link = 'https://example.com/x';
    await store().save([
      item({ kind: 'flash', title, link }),
      item({ kind: 'flash', title, link, sourceId: 'b' }),
      item({ kind: 'flash', title, link, sourceId: 'c' }),
    ]);
    const [first] = dataOf('flashList', await api.ask(FLASH)).list;
    expectError(
      await publish(api, token, { action: 'revise', id: first?.id, title: 'x' }),
      'invalid',
      enUS['server.notDesk'],
      'id',
    );
    published(await publish(api, token, { action: 'withdraw', id: first?.id }));
    const { list } = dataOf('flashList', await api.ask(FLASH));
    expect(list.map(({ source }) => source.id)).toEqual(['b']);
    expect(list[0]?.cluster).toBe(list[0]?.id);
    for (const action of ['withdraw', 'revise']) {
      expectError(await publish(api, token, { action, id: '99999' }), 'notFound', enUS['server.unknownItem'], 'id');
    }
  });

  it('lets in who has a token, until it is revoked', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const wrong of [
      undefined,
      '',
      'x',
      `${token}x`,
      token.toUpperCase(),
      `finger_${'A'.repeat(43)}`,
      "' or 1=1",
    ]) {
      expectError(await publish(api, wrong, HELLO), 'unauthorized', enUS['server.unauthorized']);
    }
    published(await publish(api, token, HELLO));
    await revokeEditor(database.orm, 'Mika', NOW);
    expectError(await publish(api, token, HELLO), 'unauthorized');
    await expect(revokeEditor(database.orm, 'Mika')).rejects.toThrow("There is no editor 'Mika' with a token.");
    const second = await addEditor(database.orm, 'Mika', NOW);
    expect(second).not.toBe(token);
    published(await publish(api, second, HELLO));
    expectError(await publish(api, token, HELLO), 'unauthorized');
    await expect(addEditor(database.orm, 'Mika')).rejects.toThrow("'Mika' has a token already: revoke it first.");
    for (const name of ['', ' a', '<b>', 'x'.repeat(41), '-rf']) {
      await expect(addEditor(database.orm, name)).rejects.toThrow('A name begins with');
    }
    expect(await listEditors(database.orm)).toEqual([{ name: 'Mika', createdAt: NOW, revokedAt: null }]);
    const stored = await rowsOf<{ all: string }>(database.orm, sql`select row_to_json(e)::text as all from editors e`);
    expect(JSON.stringify([stored, api.log])).not.toContain(second.slice(7));
  });

  it('names each field that is wrong', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const fieldsOf = async (body: unknown) => {
      const answer = await publish(api, token, body);
      expect([answer.status, JSON.parse(answer.text).code], answer.text).toEqual([422, 42200]);
      return v.parse(fieldErrors, JSON.parse(answer.text).data).fields.map(({ field }) => field);
    };
    expect(await fieldsOf({})).toEqual(['action']);
    expect(await fieldsOf({ action: 'delete' })).toEqual(['action']);
    expect(await fieldsOf({ action: 'publish' })).toEqual(['language', 'title']);
    const wrong = { language: 'fr', title: ' ', summary: 1, link: 'javascript:alert(1)', category: '../x' };
    expect(await fieldsOf({ ...HELLO, ...wrong, important: 'yes', symbols: ['a b'] })).toEqual([
      'language',
      'title',
      'summary',
      'link',
      'category',
      'important',
      'symbols',
    ]);
    expect(await fieldsOf({ ...HELLO, id: '1' })).toEqual(['id']);
    expect(await fieldsOf({ ...HELLO, title: 'x'.repeat(301), link: 'https://' })).toEqual(['title', 'link']);
    expect(await fieldsOf({ action: 'revise', title: 'x' })).toEqual(['id']);
    expect(await fieldsOf({ action: 'withdraw', id: 7 })).toEqual(['id']);
    for (const body of ['', '{', 'null', '"x"', '[', '\u0000'])
      expectError(await publish(api, token, body), 'badRequest');
    expectError(await publish(api, token, { ...HELLO, summary: 'x'.repeat(70_000) }), 'tooLarge');
  });

  it('bears any text', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const title of [
      "'); drop table news_items; --",
      '<img src=x onerror=alert(1)>',
      'a\u0000b',
      '\ud800x',
      '\u202ex',
    ]) {
      const { id } = published(await publish(api, token, { ...HELLO, title }));
      const answer = await api.ask(`/api/web/flash/${id}`);
      expect(answer.text).not.toMatch(/\\u0000|\\ud800|\u202e/);
      dataOf('flashItem', answer);
    }
  });

  it('takes so many a minute from an editor, and so many tries of a token from an address', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await publish(api, token, { action: 'withdraw', id: '1' })).status);
    expect([statuses.indexOf(429), statuses[59]]).toEqual([60, 404]);
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) tries.push((await publish(api, `wrong${n}`, HELLO)).status);
    expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

describe('the stream', () => {
  const open = async ({ port }: ServedApi, query = '', headers = {}) => {
    const client = await openEvents(`http://127.0.0.1:${port}${FLASH_STREAM_PATH}${query}`, headers);
    undo.push(() => client.close());
    return client;
  };
  /** A server that has looked into the store, which a client would otherwise have to wait for. */
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
    clock = ago(-1);
    api.news.hub.beat();
    expect(await client.next({ beats: true })).toEqual({
      event: 'beat',
      id: String(api.news.hub.last()),
      data: { at: clock.toISOString() },
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
    const { ask } = await serving({ news: { now: () => clock, houseNews: (locale) => newsFiles(locale) } });
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
