import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import cn from '../../../../content/cn/server.json' with { type: 'json' };
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import ja from '../../../../content/ja/server.json' with { type: 'json' };
import tw from '../../../../content/tw/server.json' with { type: 'json' };
import { FLASH_PUBLISH_PATH, FLASH_STREAM_PATH, newsItem } from '../../../../src/contract/all.ts';
import { newsItems } from '../../../../src/server/db/schema.ts';
import {
  type ItemQuery,
  listItems,
  type Position,
  readCursor,
  writeCursor,
} from '../../../../src/server/news/lists.ts';
import { searchQuery } from '../../../../src/server/news/search.ts';
import type { Draft } from '../../../../src/server/news/store.ts';
import type { Answer } from '../../../helpers/api.ts';
import { random } from '../../../helpers/durability.ts';
import {
  ago,
  database,
  dataOf,
  expectError,
  FLASH,
  flash,
  item,
  NEWS,
  serving,
  store,
  titles,
  withNews,
} from '../../../helpers/newsTest.ts';

withNews();

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
    // Across the border between the items that are scanned and those that the index finds.
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
      // Today's items fill the range that is scanned before the index; the others get sparser with age.
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

    const filters: Partial<Omit<ItemQuery, 'kind' | 'limit'>>[] = [
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
            const query = {
              kind,
              ...filter,
              matching: searchQuery(word),
              excluding: excluding && searchQuery(excluding),
            };
            const page = await listItems(database.orm, { ...query, before, limit });
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
      // Many with the same time, so that the id decides the order.
      const some = (count: number) =>
        Array.from({ length: count }, () =>
          item({ publishedAt: ago(Math.floor(next() * 8)), language: languages[Math.floor(next() * 4)] ?? 'en' }),
        );
      await store().save(some(1 + Math.floor(next() * 60)));
      const query = next() < 0.5 ? {} : { language: 'en' as const };
      const limit = 1 + Math.floor(next() * 7);
      const expected = (await listItems(database.orm, { kind: 'news', ...query, limit: 1_000 })).list.map(
        ({ id }) => id,
      );
      const seen: string[] = [];
      let before: ReturnType<typeof readCursor> | undefined;
      do {
        const page = await listItems(database.orm, { kind: 'news', ...query, limit, before: before ?? undefined });
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
