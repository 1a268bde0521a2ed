/** The time of lists and of saving at two sizes of the table. */
// Names in Postgres: cspell:ignore indexdef tablename pkey hashint
import { sql } from 'drizzle-orm';
import type { Database, Orm } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import type { FeedItem } from '../../src/server/news/items.ts';
import { type ItemQuery, listItems } from '../../src/server/news/lists.ts';
import { searchQuery } from '../../src/server/news/search.ts';
import { createStore } from '../../src/server/news/store.ts';
import { filledPlace } from '../helpers/database/database.ts';
import { titleOf } from './titles.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 40;
const BATCH = 25_000;
/** Highest accepted ratio of the times at both sizes; smaller ratios can be noise of a busy machine */
const MOST_RATIO = 2;
const NEVER_TOO_MUCH_MS = 2;
/** Milliseconds between two items */
const APART_MS = 26_000;
const END = Date.now();

const news = (query: Partial<ItemQuery> = {}): ItemQuery => ({ kind: 'news', limit: 20, ...query });
const QUERIES: Record<string, (rows: number) => ItemQuery> = {
  'all languages': () => news(),
  'a language': () => news({ language: 'en' }),
  'a language, 100': () => news({ language: 'ja', limit: 100 }),
  'a category': () => news({ language: 'en', category: 'category2' }),
  'a category of all': () => news({ category: 'category3' }),
  'a source': () => news({ source: 'source77' }),
  'from the middle': (rows) => news({ before: { at: END - (rows / 2) * APART_MS, id: 1 } }),
  'the last page': (rows) => news({ language: 'en', before: { at: END - (rows - 50) * APART_MS, id: 1 } }),
  'important flashes': () => news({ kind: 'flash', important: true }),
  'flashes without words': () => news({ kind: 'flash', excluding: searchQuery('tenth3') }),
  'a word of every item': () => news({ matching: searchQuery('release') }),
  'a word of one in ten': () => news({ matching: searchQuery('tenth3') }),
  'a word of one in 100': () => news({ matching: searchQuery('hundredth55') }),
  'a word of one in 400': () => news({ matching: searchQuery('published400n77') }),
  'a word of one in 1,000': () => news({ matching: searchQuery('thousandth977') }),
  'two words': () => news({ matching: searchQuery('tenth3 thousandth333') }),
  'a word of other lists': () => news({ kind: 'flash', matching: searchQuery('tenth3') }),
  'a word of no category': () => news({ category: 'none', matching: searchQuery('tenth3') }),
  'a word of a category': () => news({ category: 'category2', matching: searchQuery('hundredth55') }),
  'a word that is not there': () => news({ matching: searchQuery('nowhere') }),
};

export async function benchLists(scale: number): Promise<string[]> {
  const place = await filledPlace();
  const database = await connect(place);
  try {
    const sizes = [SMALL, Math.max(SMALL, Math.round(LARGE * scale))] as const;
    await fill(database, 0, sizes[0]);
    const small = await measure(database, sizes[0]);
    const started = performance.now();
    await fill(database, sizes[0], sizes[1]);
    console.log(`${sizes[1]} items in ${database.kind} after ${Math.round((performance.now() - started) / 1000)} s`);
    const large = await measure(database, sizes[1]);
    console.log(
      `${'milliseconds, medians'.padEnd(26)} ${sizes.map((size) => String(size).padStart(10)).join(' ')}  ratio`,
    );
    const faults: string[] = [];
    for (const [name, before] of Object.entries(small)) {
      const after = large[name] ?? Number.NaN;
      const ratio = after / before;
      console.log(
        `${name.padEnd(26)} ${[before, after].map((ms) => ms.toFixed(2).padStart(10)).join(' ')}  ${ratio.toFixed(2)}`,
      );
      if (ratio > MOST_RATIO && after - before > NEVER_TOO_MUCH_MS)
        faults.push(`${name} takes ${ratio.toFixed(2)} times as long`);
    }
    return faults;
  } finally {
    await database.close();
    await place.remove();
  }
}

/** Inserts the items of a range of numbers, then creates the indexes. */
export async function fill({ orm, pool }: Database, from: number, to: number): Promise<void> {
  const indexes = await rowsOf<{ name: string; made: string }>(
    orm,
    sql`select indexname as name, indexdef as made from pg_indexes where tablename = 'news_items' and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await orm.execute(sql.raw(`drop index ${name}`));
  for (let start = from; start < to; start += BATCH) await insert(orm, start, Math.min(start + BATCH, to), to);
  // With the default of 64 MB, sorting uses temporary files.
  await orm.execute(sql`set maintenance_work_mem = '256MB'`);
  for (const { made } of indexes) await orm.execute(sql.raw(made));
  await orm.execute(sql`insert into counters values ('news', ${to}) on conflict (name) do update set value = ${to}`);
  await orm.execute(pool ? sql`vacuum analyze news_items` : sql`analyze news_items`);
}

/**
 * The newest items are always at END: earlier items move back in time. One in four is a flash, so that the small table
 * too has more of them than a search scans at once, and both sizes are searched the same way.
 */
async function insert(orm: Orm, from: number, to: number, all: number): Promise<void> {
  if (from > 0 && from === SMALL) {
    await orm.execute(
      sql`update news_items set published_at = published_at - ${`${(all - SMALL) * APART_MS} milliseconds`}::interval`,
    );
  }
  await orm.execute(sql`
    insert into news_items (id, changed, kind, source_id, language, category, guid, link, title, summary, importance,
      importance_reason, symbols, published_at, first_seen_at, updated_at, withdrawn_at, revision, cluster_id, link_key,
      title_bands, search)
    select n, n, case when n % 4 = 0 then 'flash' else 'news' end, 'source' || n % 1000,
      (array['en', 'ja', 'zh-Hant', 'zh-Hans'])[1 + n / 3 % 4], 'category' || n % 7, 'guid ' || n,
      'https://example.com/releases/' || n, title, summary, case when n % 97 = 0 then 'high' else 'normal' end,
      case when n % 97 = 0 then 'rateDecision' end, '{}', at, at, at, null, 1, n, md5(n::text),
      array(select hashint8(n * 8 + k) from generate_series(0, 7) k), to_tsvector('simple', title || ' ' || summary)
    from (select n, ${END}::bigint - (${all}::bigint - n) * ${APART_MS}::bigint as ms,
      'Release number' || n || ' of tenth' || n % 10 || ' and hundredth' || n % 100 as title,
      'The thousandth' || n % 1000 || ' was published400n' || n % 400 || ' by the office of the source' || n % 1000 as summary
      from generate_series(${from + 1}::bigint, ${to}::bigint) n) numbers
    cross join lateral (select to_timestamp(ms / 1000.0) as at) times`);
}

async function measure(database: Database, rows: number): Promise<Record<string, number>> {
  const { orm } = database;
  const times: Record<string, number> = {};
  for (const [name, query] of Object.entries(QUERIES)) {
    times[name] = await median(ROUNDS, () => listItems(orm, query(rows)));
  }
  const store = createStore(database, { now: () => new Date(END) });
  let round = 0;
  times['saving 50 items'] = await median(ROUNDS, () => {
    round += 1;
    return store.saveItems(Array.from({ length: 50 }, (_, n) => item(rows, round, n)));
  });
  times['saving 50 known items'] = await median(ROUNDS, () =>
    store.saveItems(Array.from({ length: 50 }, (_, n) => item(rows, 1, n))),
  );
  await orm.execute(sql`delete from news_items where source_id like 'saved%'`);
  return times;
}

const item = (rows: number, round: number, n: number): FeedItem => ({
  sourceId: `saved${round % 20}`,
  kind: 'news',
  guid: `${rows} ${round} ${n}`,
  link: `https://example.com/saved/${rows}/${round}/${n}`,
  title: titleOf(rows + round * 50 + n),
  summary: 'The board has decided to publish its release, with more to follow here.',
  language: 'en',
  category: 'statistics',
  publishedAt: new Date(END - n * 60_000),
});

export async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}
