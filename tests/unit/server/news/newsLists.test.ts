import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FLASH_PUBLISH_PATH, FLASH_STREAM_PATH, newsItem } from '../../../../src/contract/all.ts';
import { random } from '../../../helpers/durability.ts';
import {
  ago,
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
} from '../../../helpers/feeds/newsTest.ts';
import type { Answer } from '../../../helpers/server/api.ts';

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

  it('say which flashes are next to one, in its language', async () => {
    const { ask } = await serving();
    const said = [0, 10, 20].map((minutes) => flash({ title: `Said ${minutes}`, publishedAt: ago(minutes) }));
    await store().save([...said, flash({ title: '日銀', language: 'ja', publishedAt: ago(5) })]);
    const ids = dataOf('flashList', await ask(`${FLASH}?language=en`)).list.map(({ id }) => id);
    expect(ids).toHaveLength(said.length);
    for (const [at, id] of ids.entries()) {
      const { newer, older } = dataOf('flashItem', await ask(`/api/web/flash/${id}`));
      expect([newer?.id, older?.id]).toEqual([ids[at - 1], ids[at + 1]]);
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
