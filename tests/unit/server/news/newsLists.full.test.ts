import { describe, expect, it } from 'vitest';
import cn from '../../../../content/cn/server.json' with { type: 'json' };
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import ja from '../../../../content/ja/server.json' with { type: 'json' };
import tw from '../../../../content/tw/server.json' with { type: 'json' };
import { FLASH_STREAM_PATH } from '../../../../src/contract/all.ts';
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
import { random } from '../../../helpers/durability.ts';
import {
  ago,
  database,
  expectError,
  FLASH,
  item,
  NEWS,
  serving,
  store,
  withNews,
} from '../../../helpers/feeds/newsTest.ts';

withNews();

describe('lists', () => {
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
});
