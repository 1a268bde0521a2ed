import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import { counters, feedSources, newsItems, newsRevisions } from '../../../../src/server/db/schema.ts';
import { CLUSTER_MS, gistOf, linkKey, titleBands } from '../../../../src/server/news/clusters.ts';
import { judge, symbolsIn } from '../../../../src/server/news/importance.ts';
import type { FeedItem } from '../../../../src/server/news/items.ts';
import { plain } from '../../../../src/server/news/items.ts';
import { anyOf, searchQuery, searchVector } from '../../../../src/server/news/search.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { random } from '../../../helpers/durability.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

let database: Database;
let clock = NOW;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
afterEach(async () => {
  clock = NOW;
  for (const table of [newsItems, newsRevisions, feedSources, counters]) await database.orm.delete(table);
});

const store = () => createStore(database, { now: () => clock });
const all = () => database.orm.select().from(newsItems).orderBy(asc(newsItems.id));
let made = 0;
const item = (given: Partial<FeedItem> = {}): FeedItem => {
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

describe('saving', () => {
  it('keeps all that an item has', async () => {
    const given = item({ title: 'Apple ($AAPL) files', summary: null });
    expect(await store().saveItems([given])).toMatchObject({ added: 1, revised: 0 });
    const { sourceId, kind, guid, link, title, language, category, publishedAt } = given;
    const [saved] = await all();
    expect(saved).toMatchObject({ sourceId, kind, guid, link, title, language, category, publishedAt, summary: null });
    expect(saved).toMatchObject({ importance: 'normal', importanceReason: null, symbols: ['AAPL'], revision: 1 });
    expect(saved).toMatchObject({ firstSeenAt: NOW, updatedAt: NOW, withdrawnAt: null });
    expect([saved?.id, saved?.clusterId]).toEqual([saved?.changed, saved?.id]);
  });

  it('adds nothing twice, in one call, in many at once, or later', async () => {
    const items = Array.from({ length: 30 }, () => item());
    const results = await Promise.all([1, 2, 3].map(() => store().saveItems([...items, ...items])));
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(30);
    expect(await store().saveItems(items)).toMatchObject({ added: 0, revised: 0 });
    expect(await all()).toHaveLength(30);
  });

  it('numbers items in their order, and writes nothing where nothing is new', async () => {
    const items = Array.from({ length: 1_100 }, () => item());
    await store().saveItems(items);
    const saved = await all();
    expect(saved.map(({ guid }) => guid)).toEqual(items.map(({ guid }) => guid));
    const counter = await database.orm.select().from(counters);
    await store().saveItems(items);
    expect(await database.orm.select().from(counters)).toEqual(counter);
  });

  it('makes a revision of changed words, under the same id and at the same place', async () => {
    const given = item({ title: 'First words of it', publishedAt: ago(3) });
    await store().saveItems([given, item()]);
    const [first] = await all();
    clock = ago(-1);
    const changed = { ...given, title: 'Second words of it', link: 'https://example.com/new', publishedAt: ago(0) };
    expect(await store().saveItems([changed])).toMatchObject({ added: 0, revised: 1 });
    expect(await store().saveItems([changed])).toMatchObject({ added: 0, revised: 0 });
    await store().saveItems([{ ...changed, summary: 'third' }]);
    const [last] = await all();
    expect(last).toMatchObject({
      id: first?.id,
      title: 'Second words of it',
      summary: 'third',
      link: 'https://example.com/new',
      revision: 3,
      publishedAt: ago(3),
      firstSeenAt: NOW,
      updatedAt: clock,
    });
    expect(last?.changed).toBeGreaterThan(Number(first?.changed) + 1);
    expect(await database.orm.select().from(newsRevisions).orderBy(asc(newsRevisions.number))).toEqual([
      { item: first?.id, number: 1, title: 'First words of it', summary: given.summary, changedAt: clock, by: 'boe' },
      { item: first?.id, number: 2, title: 'Second words of it', summary: given.summary, changedAt: clock, by: 'boe' },
    ]);
  });

  it('leaves alone what an editor has withdrawn', async () => {
    const given = item();
    await store().saveItems([given]);
    await database.orm.update(newsItems).set({ withdrawnAt: NOW });
    expect(await store().saveItems([{ ...given, title: 'Again' }])).toMatchObject({ added: 0, revised: 0 });
  });

  it('dates what has no date, or one to come, by its first sight', async () => {
    const dates = [null, new Date('2099-01-01'), new Date(Number.NaN), new Date('1066-10-14'), ago(5)];
    await store().saveItems(dates.map((publishedAt) => item({ publishedAt })));
    const saved = (await all()).map(({ publishedAt }) => publishedAt);
    expect(saved).toEqual([NOW, NOW, NOW, new Date(0), ago(5)]);
  });

  it('bears any text', async () => {
    const hostile = [
      "'); drop table news_items; --",
      'a\u0000b\ud800c',
      '\u202eevil\u202c text',
      '<script>alert(1)</script>',
      '$1 \\ " \' {} null',
      `'quoted':* & ! | <-> (`,
      '字'.repeat(30_000),
      'x'.repeat(100_000),
      '🙂'.repeat(5_000),
    ];
    const items = hostile.flatMap((text) => [
      item({ title: text, summary: text, guid: text, category: text, sourceId: 'hostile' }),
    ]);
    expect((await store().saveItems(items)).added).toBe(hostile.length);
    expect((await store().saveItems(items)).added).toBe(0);
    const saved = await all();
    expect(saved.map(({ title }) => title).slice(0, 4)).toEqual([
      hostile[0],
      'a b\ufffdc',
      'evil text',
      '<script>alert(1)</script>',
    ]);
    for (const { title } of saved) {
      expect(title.length).toBeLessThanOrEqual(500);
      expect(title.isWellFormed()).toBe(true);
    }
    const links = ['javascript:alert(1)', 'data:text/html,x', '//example.com', `https://e.com/${'x'.repeat(5_000)}`];
    await store().saveItems(links.map((link) => item({ link, sourceId: 'links' })));
    const kept = await database.orm.select().from(newsItems).where(eq(newsItems.sourceId, 'links'));
    expect(kept.map(({ link }) => link)).toEqual([null, null, null, null]);
    expect(await store().saveItems([item({ title: ' \u0000 ' }), item({ guid: '' })])).toMatchObject({
      added: 0,
      revised: 0,
    });
  });

  it('does not take in again what the retention has removed', async () => {
    const keeping = createStore(database, { now: () => clock, keepDays: 30 });
    const items = [item({ publishedAt: ago(24 * 31) }), item({ publishedAt: ago(24 * 29) })];
    expect(await keeping.saveItems(items)).toMatchObject({ added: 1, revised: 0 });
  });
});

describe('sources', () => {
  it('are kept between two fetches', async () => {
    const state = {
      id: 'boe',
      etag: '"x"',
      lastModified: null,
      checkedAt: NOW,
      okAt: null,
      failures: 2,
      nextAt: ago(-1),
      lastError: 'timeout',
      itemsSeen: 7,
    };
    await store().saveSource(state);
    await store().saveSource({ ...state, id: 'abc' });
    await store().saveSource({ ...state, failures: 0, okAt: NOW, lastError: null });
    expect(await store().readSources()).toEqual([
      { ...state, id: 'abc' },
      { ...state, failures: 0, okAt: NOW, lastError: null },
    ]);
  });

  it('are fetched by one at a time', async () => {
    const one = store();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = one.withIngestLock(() => promise);
    expect(await one.withIngestLock(async () => 'second')).toBeNull();
    resolve('first');
    expect(await first).toBe('first');
    await expect(one.withIngestLock(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await one.withIngestLock(async () => 'third')).toBe('third');
  });
});

describe('duplicates', () => {
  const clusters = async () => {
    const saved = await all();
    return saved.map(({ clusterId }) => saved.findIndex(({ id }) => id === clusterId));
  };
  const TITLE = 'Bank of England holds Bank Rate at 4%';

  it('of other sources belong to the first, in one call or later', async () => {
    await store().saveItems([
      item({ title: TITLE }),
      item({ title: `BREAKING: ${TITLE.toUpperCase()} - Reuters`, sourceId: 'b' }),
      item({ title: 'Something else altogether here' }),
    ]);
    await store().saveItems([
      item({ title: `${TITLE} | The Daily Paper`, sourceId: 'c', publishedAt: ago(40) }),
      item({ title: 'Other words', link: 'http://www.example.com/x/?utm_source=a#top', sourceId: 'c' }),
      item({ title: 'Otherwise said', link: 'https://example.com/x', sourceId: 'd' }),
    ]);
    expect(await clusters()).toEqual([0, 0, 2, 0, 4, 4]);
  });

  it('are none in another language, after 48 hours, within a series of one source, or by a title of few words', async () => {
    const old = new Date(NOW.getTime() - CLUSTER_MS - 2 * HOUR);
    await store().saveItems([
      item({ title: TITLE }),
      item({ title: TITLE, sourceId: 'b', language: 'ja' }),
      item({ title: TITLE, sourceId: 'c', publishedAt: old }),
      item({ title: TITLE }),
      item({ title: TITLE.replace('4', '5'), sourceId: 'd' }),
      item({ title: 'Press release', sourceId: 'e' }),
      item({ title: 'Press release', sourceId: 'f' }),
      item({ title: 'One title in the archive', link: 'https://example.com/archive' }),
      item({ title: 'Two title in the archive', link: 'https://example.com/archive' }),
    ]);
    expect(await clusters()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('of one source are those of the same link and title', async () => {
    const link = 'https://example.com/article';
    await store().saveItems([item({ title: TITLE, link }), item({ title: TITLE, link: `${link}?utm_medium=rss` })]);
    expect(await clusters()).toEqual([0, 0]);
  });

  it.each([
    ['https://www.example.com/a/', 'http://example.com/a?utm_campaign=x&fbclid=1#y', true],
    ['https://example.com/a?b=1&c=2', 'https://example.com/a?c=2&b=1', true],
    ['https://example.com/a?id=1', 'https://example.com/a?id=2', false],
    ['https://example.com/A', 'https://example.com/a', false],
  ])('know the links %s and %s: %s', (one, two, same) => {
    expect(linkKey(one) === linkKey(two)).toBe(same);
  });

  /** Titles of two papers about the same event */
  const SAME_TITLES = [
    ['【速報】日銀、政策金利を据え置き', '日銀､政策金利を据え置き'],
    ['日銀、政策金利を0.75%に据え置き', '日銀が政策金利を0.75％で据え置き'],
    ['央行：下調存款準備金率 0.5%', '央行 下調存款準備金率0.5%'],
    ['中国央行下调存款准备金率0.5个百分点 释放长期资金', '央行下调存款准备金率0.5个百分点，释放长期资金'],
    ['Fed cuts rates by 0.25 points', 'Fed Cuts Rates by 0.250 Points!'],
    ['Fed raises rates by 25 basis points', 'UPDATE 2: Fed raised rate by 25bps'],
    ['Consumer price index rises 2.0 percent in October', 'The Consumer Price Index rises 2% in October'],
    [
      'Nikkei closes at record high as chip stocks rally in trading',
      'Nikkei closes at a record high as chip stocks rally',
    ],
    ['Labour market statistics for the third quarter', 'Labor market statistics for third quarter'],
    ['Exports rise to 1,000,000 tonnes of rice', 'Exports rise to 1000000 tonnes of rice'],
  ] as const;
  /** Titles as similar as those, about different events */
  const OTHER_TITLES = [
    ['日銀、政策金利を据え置き', '日銀、政策金利を引き上げ'],
    ['日銀が政策金利を引き上げ', '日銀が政策金利を引き下げ'],
    ['日銀が政策金利を引き上げ決定', '日銀が政策金利を引き上げず決定'],
    ['央行：下調存款準備金率 0.5%', '央行：下調存款準備金率 0.25%'],
    ['央行上調存款準備金率0.5個百分點', '央行下調存款準備金率0.5個百分點'],
    ['Fed raises rates by 25 bp', 'Fed raises rates by 50 bp'],
    ['Fed raises rates by 25 bp', 'Fed cuts rates by 25 bp'],
    ['China overtakes Japan in exports of cars', 'Japan overtakes China in exports of cars'],
    [
      'UK unemployment rate rises in the three months to September',
      'UK employment rate rises in the three months to September',
    ],
    [
      'Consumer price index rises 2% in October, office says',
      'Core consumer price index rises 2% in October, office says',
    ],
    [
      'Exchange to suspend trading in shares of Example plc',
      'Exchange not to suspend trading in shares of Example plc',
    ],
    ['GDP falls -0.1% in the third quarter', 'GDP falls 0.1% in the third quarter'],
    ['Oil settles at $70 a barrel in London trading', 'Oil settles at €70 a barrel in London trading'],
    ['Index closes higher in Tokyo on Friday after gains', 'Index closes higher in Tokyo on Friday after gains of 300'],
    ['Press release', 'Press release'],
  ] as const;

  it('know the same titles from others as like, whichever comes first', async () => {
    for (const [titles, expected] of [
      [SAME_TITLES, [0, 0]],
      [OTHER_TITLES, [0, 1]],
    ] as const) {
      for (const pair of titles) {
        for (const [first, second] of [pair, pair.toReversed()]) {
          const language = /[\p{Script=Han}]/u.test(pair[0]) ? 'ja' : 'en';
          await store().saveItems([item({ title: String(first), language })]);
          await store().saveItems([item({ title: String(second), language, sourceId: 'b', publishedAt: ago(20) })]);
          expect(await clusters(), pair.join(' / ')).toEqual(expected);
          await database.orm.delete(newsItems);
        }
      }
    }
  });

  it('are found over the borders of time by which they are looked for, and not beyond 48 hours', async () => {
    for (let hours = 1; hours < 100; hours += 7) {
      await store().saveItems([item({ title: TITLE, publishedAt: ago(hours) })]);
      await store().saveItems([item({ title: `${TITLE}!`, sourceId: 'b', publishedAt: ago(0) })]);
      expect(await clusters(), String(hours)).toEqual(hours <= 48 ? [0, 0] : [0, 1]);
      await database.orm.delete(newsItems);
    }
  });

  it('have a band in common but for very few', () => {
    const next = random(8);
    const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join('');
    const at = new Date('2026-11-20T12:00:00Z');
    let missed = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const title = Array.from({ length: 7 + Math.floor(next() * 6) }, word);
      const shorter = title.toSpliced(Math.floor(next() * title.length), 1);
      const [one, two] = [title, shorter].map((words) => gistOf(words.join(' ')));
      const near = titleBands(one ?? null, 'en', at, { around: true });
      if (!titleBands(two ?? null, 'en', at).some((band) => near.includes(band))) missed += 1;
    }
    expect(missed).toBeLessThan(10);
  });
});

describe('importance', () => {
  it.each([
    ['central-bank', 'Bank of England maintains Bank Rate at 4%', 'rateDecision'],
    ['central-bank', '金融政策決定会合の結果', 'rateDecision'],
    ['central-bank', 'Speech by the Governor: why we cut rates', null],
    ['regulator', 'Order on monetary policy statement', null],
    ['exchange', '売買停止：ABC', 'tradingHalt'],
    ['exchange', '关于某公司停牌的公告', 'tradingHalt'],
    ['statistics', 'Consumer Price Index, October 2026', 'keyStatistic'],
    ['statistics', 'Fisheries, October 2026', null],
  ])('of %s, %s: %s', (category, title, reason) => {
    expect(judge({ category, title })).toEqual({ importance: reason ? 'high' : 'normal', reason });
  });

  it('finds symbols that are named as such', () => {
    expect(symbolsIn('$AAPL and (NYSE: IBM), トヨタ（東証：7203） cost $5 or US$AB')).toEqual(['AAPL', 'IBM', '7203']);
    expect(symbolsIn('ドル円（USD/JPY）とEUR/USD、USD/USD、GBP/USD/EUR、km/h')).toEqual(['USDJPY', 'EURUSD']);
  });
});

describe('words', () => {
  it('are found by GIN on PGlite and Postgres alike', async () => {
    await store().saveItems([
      item({ title: 'Bank of England holds rates', summary: null }),
      item({ title: '日本銀行は政策金利を据え置いた', summary: null, language: 'ja' }),
      item({ title: 'ECB：政策利率 unchanged', summary: null, language: 'zh-Hant' }),
    ]);
    const found = async (query: string | null) => {
      const rows = await rowsOf<{ title: string }>(
        database.orm,
        sql`select title from news_items where search @@ ${query}::tsquery order by id`,
      );
      return rows.map(({ title }) => title.slice(0, 4));
    };
    expect(await found(searchQuery('england BANK'))).toEqual(['Bank']);
    expect(await found(searchQuery('eng'))).toEqual(['Bank']);
    expect(await found(searchQuery('eng bank'))).toEqual([]);
    expect(await found(searchQuery('政策'))).toEqual(['日本銀行', 'ECB：']);
    expect(await found(searchQuery('政策金利'))).toEqual(['日本銀行']);
    expect(await found(searchQuery('た'))).toEqual(['日本銀行']);
    expect(await found(searchQuery('ＥＣＢ'))).toEqual(['ECB：']);
    expect(await found(anyOf(['england', '利率']))).toEqual(['Bank', 'ECB：']);
  });

  it('need no escaping', () => {
    expect(searchVector(`it's "a" \\ & b`)).toBe(`'it' 's' 'a' 'b'`);
    expect(searchQuery(`!':*|&()<-> `)).toBeNull();
    expect(anyOf(['', '!'])).toBeNull();
    expect(plain(' a\n b ')).toBe('a b');
  });
});
