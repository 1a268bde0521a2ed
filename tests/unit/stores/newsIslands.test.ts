/** Filters, merging and the stores of news and flash. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_FLASHES } from '../../../src/browserState/keys.ts';
import {
  isFiltered,
  type NewsFilter,
  NO_FILTER,
  readFilter,
  writeFilter,
} from '../../../src/browserState/newsFilter.ts';
import { readSources } from '../../../src/catalogue/sources.ts';
import { IMPORTANCE, type NewsItem, newsListCall, SUCCESS } from '../../../src/contract/all.ts';
import type { HouseArticle } from '../../../src/contract/news.ts';
import { filteredNews } from '../../../src/islands/feeds/filteredNews.ts';
import { dayAndTime } from '../../../src/markets/times.ts';
import { RULES } from '../../../src/server/news/importance.ts';
import { $flashes, $newFlashes, showNewFlashes, takeBack, takeIn } from '../../../src/stores/flash.ts';
import { EVERYTHING, isWanted, readChoice, splitWords } from '../../../src/stores/flashFilter.ts';
import { $latest, loadLatest } from '../../../src/stores/latest.ts';
import { $news, loadMoreNews, loadNews, type NewsList } from '../../../src/stores/news.ts';
import { newsItem } from '../../helpers/feeds/newsItem.ts';

describe('filters of news in the address', () => {
  it('are read and written, and leave the rest alone', () => {
    const search = '?from=letter&category=exchange&source=jpx&language=all&q=rate+cut';
    const filter = readFilter(search);
    expect(filter).toEqual({ category: 'exchange', source: 'jpx', language: 'all', q: 'rate cut' });
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(NO_FILTER, search)).toBe('?from=letter');
    expect(writeFilter(NO_FILTER)).toBe('');
    expect(isFiltered(readFilter('?language=xx&q=%20'))).toBe(false);
    expect(readFilter(`?q=${'x'.repeat(1000)}`).q).toHaveLength(100);
  });
});

describe('the list of news', () => {
  const article = (id: string, date: string): HouseArticle => ({
    id,
    date,
    title: `Article ${id}`,
    description: 'Ｈｏｕｒｓ of exchanges',
    day: date,
    href: `/datahub/news/${id}`,
    readingTime: '',
  });
  const articles = [article('b', '2026-11-20'), article('a', '2026-11-10')];
  const list = (own: Partial<NewsList>): NewsList => ({ status: 'ready', items: [], next: null, more: 'idle', ...own });
  const keys = (given: NewsList, filter = NO_FILTER) => filteredNews(articles, given, filter).map(({ key }) => key);

  it('has notes about the site only where they are asked for', () => {
    const note: HouseArticle = { ...article('note', '2026-11-21'), house: true };
    const shown = (filter: Partial<NewsFilter>) =>
      filteredNews([...articles, note], list({}), { ...NO_FILTER, ...filter }).map(({ key }) => key);
    expect(shown({})).toEqual(['b', 'a']);
    expect(shown({ language: 'all' })).toEqual(['b', 'a']);
    expect(shown({ category: 'house' })).toEqual(['note']);
    expect(shown({ source: 'finger' })).toEqual(['note', 'b', 'a']);
    expect(shown({ q: 'article' })).toEqual(['note', 'b', 'a']);
  });

  it('has both kinds in the order of time', () => {
    expect(keys(list({ items: [newsItem(5), newsItem(-5)] }))).toEqual(['5', 'b', '-5', 'a']);
  });
  it('holds articles back that are older than what is loaded', () => {
    expect(keys(list({ items: [newsItem(5), newsItem(-5)], next: 'x' }))).toEqual(['5', 'b', '-5']);
  });
  it('has no article twice', () => {
    const twin = newsItem(7, { link: 'https://www.finger.test/ja/datahub/news/b' });
    expect(keys(list({ items: [twin, newsItem(5)] }))).toEqual(['5', 'b', 'a']);
  });
  it('filters articles as it filters items', () => {
    expect(keys(list({}), { ...NO_FILTER, category: 'exchange' })).toEqual([]);
    expect(keys(list({}), { ...NO_FILTER, category: 'house' })).toEqual([]);
    expect(keys(list({}), { ...NO_FILTER, source: 'finger' })).toEqual(['b', 'a']);
    expect(keys(list({}), { ...NO_FILTER, q: 'hours ARTICLE' })).toEqual(['b', 'a']);
    expect(keys(list({}), { ...NO_FILTER, q: 'bonds' })).toEqual([]);
  });

  describe('is asked for', () => {
    const service = { base: 'https://api.test', lang: 'ja', language: 'ja' as const };
    const asked: URL[] = [];
    let answer: (url: URL) => Response | Promise<Response>;
    const says = (data: unknown) => Response.json({ code: SUCCESS, message: '', data });
    beforeEach(() => {
      asked.length = 0;
      vi.stubGlobal('fetch', async (request: Request) => {
        const url = new URL(request.url);
        asked.push(url);
        return answer(url);
      });
    });
    afterEach(() => vi.unstubAllGlobals());

    it('with the filters that are set, page by page', async () => {
      answer = ({ searchParams }) =>
        says(
          searchParams.has('cursor')
            ? { list: [newsItem(2), newsItem(1)], next: null }
            : { list: [newsItem(3), newsItem(2)], next: 'c-1' },
        );
      const filter = { ...NO_FILTER, category: 'exchange', q: 'a&b' };
      await loadNews(filter, service);
      expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
        category: 'exchange',
        q: 'a&b',
        language: 'ja',
        limit: '30',
      });
      await loadMoreNews(filter, service);
      expect(asked[1]?.searchParams.get('cursor')).toBe('c-1');
      expect($news.get().items.map(({ id }) => id)).toEqual(['3', '2', '1']);
      await loadMoreNews(filter, service);
      expect(asked).toHaveLength(2);
    });

    it('and only the last request counts', async () => {
      const waiting: (() => void)[] = [];
      answer = ({ searchParams }) =>
        new Promise((resolve) => {
          const id = searchParams.get('q') === 'late' ? 1 : 2;
          waiting.push(() => resolve(says({ list: [newsItem(id)], next: null })));
        });
      const first = loadNews({ ...NO_FILTER, q: 'late' }, service);
      const second = loadNews({ ...NO_FILTER, q: 'new' }, service);
      await vi.waitFor(() => expect(waiting).toHaveLength(2));
      waiting[1]?.();
      await second;
      waiting[0]?.();
      await first;
      expect($news.get().items.map(({ id }) => id)).toEqual(['2']);
    });

    it('says that it fails, and what is loaded stays where the next page fails', async () => {
      answer = () => says({ list: [newsItem(1)], next: 'c' });
      await loadNews(NO_FILTER, service);
      answer = () => new Response('', { status: 500 });
      await loadMoreNews(NO_FILTER, service);
      expect($news.get()).toMatchObject({ status: 'ready', more: 'failed', items: [{ id: '1' }] });
      await loadNews(NO_FILTER, service);
      expect($news.get().status).toBe('failed');
    });

    it('not at all where the house alone can answer', async () => {
      await loadNews({ ...NO_FILTER, source: 'finger' }, service);
      expect(asked).toEqual([]);
      expect($news.get().status).toBe('ready');
    });
  });
});

describe('times of items', () => {
  it.each([
    ['en-US', 'Nov 21, 7:03\u00a0p.m. UTC+9'],
    ['en-GB', '21 Nov, 19:03 UTC+9'],
    ['ja', '11月21日 19:03 UTC+9'],
    ['zh-Hant-TW', '11月21日 19:03 UTC+9'],
    ['zh-Hans', '11月21日 19:03 UTC+9'],
  ])('in %s have the zone at their end', (lang, shown) => {
    expect(dayAndTime('2026-11-21T10:03:00Z', lang, 'Asia/Tokyo')).toBe(shown);
  });
});

describe('the published rules of importance', () => {
  it('are those of the server, limited to categories that sources have', () => {
    expect(['editor', ...RULES.map(({ reason }) => reason)]).toEqual(Object.keys(IMPORTANCE));
    const known = readSources().map(({ category }) => category);
    for (const { reason } of RULES) expect([null, ...known], reason).toContain(IMPORTANCE[reason]);
  });
});

describe('the choice of flashes', () => {
  it('takes words apart at the commas of every language', () => {
    expect(splitWords('Fed, 日銀、利率，ＣＰＩ;; x\n')).toEqual(['fed', '日銀', '利率', 'cpi', 'x']);
  });
  it('is one of the wanted words and none of the unwanted', () => {
    const item = newsItem(1, { title: 'FED holds rates', summary: 'ＣＰＩ at 2 %' });
    const wanted = (part: Partial<typeof EVERYTHING>) => isWanted(item, { ...EVERYTHING, ...part });
    expect(wanted({})).toBe(true);
    expect(wanted({ include: 'boj, fed' })).toBe(true);
    expect(wanted({ include: 'boj' })).toBe(false);
    expect(wanted({ include: 'fed', exclude: 'cpi' })).toBe(false);
    expect(wanted({ important: true })).toBe(false);
  });
  it.each(['', 'null', '[]', '{"zone":"Mars/Base"}', '{"important":"yes","include":7}'])('%s is everything', (text) => {
    expect(readChoice(text)).toEqual(EVERYTHING);
  });
  it('is read as it was kept', () => {
    const choice = { important: true, include: 'a', exclude: 'b', zone: 'Asia/Tokyo' };
    expect(readChoice(JSON.stringify(choice))).toEqual(choice);
  });
});

describe('flashes', () => {
  const flash = (id: number, own = {}) => newsItem(id, { kind: 'flash', ...own });
  const shown = () => $flashes.get().items.map(({ id }) => id);
  beforeEach(() => {
    $flashes.set({ status: 'ready', items: [flash(3), flash(1)], next: 'c', more: 'idle' });
    $newFlashes.set([]);
  });

  it('wait until they are shown, in their order and once', () => {
    takeIn(flash(5));
    takeIn(flash(2));
    takeIn(flash(5, { revision: 2 }));
    expect(shown()).toEqual(['3', '1']);
    expect($newFlashes.get().map(({ id }) => id)).toEqual(['5', '2']);
    showNewFlashes();
    expect(shown()).toEqual(['5', '3', '2', '1']);
    expect($flashes.get().items[0]?.revision).toBe(2);
    expect($newFlashes.get()).toEqual([]);
  });
  it('are replaced where they stand', () => {
    takeIn(flash(3, { title: 'Other', revision: 2 }));
    expect($flashes.get().items[0]).toMatchObject({ title: 'Other', revision: 2 });
    expect($newFlashes.get()).toEqual([]);
  });
  it('are marked when they are taken back, and never shown where they waited', () => {
    takeIn(flash(5));
    takeBack('5');
    takeBack('3');
    takeBack('77');
    showNewFlashes();
    expect(shown()).toEqual(['3', '1']);
    expect($flashes.get().items.map(({ withdrawn }) => withdrawn)).toEqual([true, undefined]);
  });
  it(`are ${MOST_FLASHES} at most`, () => {
    for (let id = 10; id < 10 + MOST_FLASHES; id++) takeIn(flash(id));
    showNewFlashes();
    expect(shown()).toHaveLength(MOST_FLASHES);
    expect(shown()[0]).toBe(String(9 + MOST_FLASHES));
    expect($flashes.get().next).toBeNull();
  });
});

describe('the latest on the home page', () => {
  const service = { base: 'https://api.test', lang: 'en-US', language: 'en' as const };
  const flash = (id: number, category = 'desk') => newsItem(id, { kind: 'flash', category });
  const answering = (flashes: NewsItem[]) =>
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      const { pathname, searchParams } = new URL(url);
      const wanted = flashes.filter(({ category }) => category !== searchParams.get('without'));
      const data =
        pathname === newsListCall.path
          ? { list: [newsItem(4)], next: null }
          : {
              list: wanted.slice(0, Number(searchParams.get('limit'))),
              next: null,
              last: '9',
              withdrawn: [],
              gap: false,
            };
      return Response.json({ code: SUCCESS, message: '', data });
    });
  const shown = () => $latest.get().flashes?.map(({ id }) => id);
  afterEach(() => vi.unstubAllGlobals());

  it('have no opening or closing of a market as long as there is anything else', async () => {
    const openings = Array.from({ length: 60 }, (_, n) => flash(100 - n, 'market'));
    answering([...openings, flash(3), flash(2), flash(1)]);
    await loadLatest(service);
    expect(shown()).toEqual(['3', '2', '1']);
    expect($latest.get().news?.map(({ id }) => id)).toEqual(['4']);
    answering([...openings, flash(2)]);
    await loadLatest(service);
    expect(shown()).toEqual(['2', '100', '99']);
  });

  it('keeps what the page has from the build where nothing answers', async () => {
    $latest.set({ news: null, flashes: null });
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    await loadLatest(service);
    expect($latest.get()).toEqual({ news: null, flashes: null });
  });
});
