/**
 * Reads news and flash items. A page is a range of one index, read backwards from its cursor: (published, id) of the last
 * item, both of which never change, so that items that come in between shift nothing. Of duplicates only the first is
 * listed, but for the list of one source.
 */
import { type SQL, sql } from 'drizzle-orm';
import { NEWS_LANGUAGES, type NewsItem, type NewsLanguage } from '../../contract/all.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { FOLLOWED, FOUND_BY, SPANS_DAYS } from '../db/schema.ts';

/**
 * Items looked through for words in their order of time, before the index of words is asked. A frequent word fills the
 * page right here; one that is not found often enough among so many is rare.
 */
const WINDOW = 2_000;
/** The same for words to leave out, which no index finds: then the page ends here, and the next one goes on. */
const EXCLUDING_WINDOW = 10_000;
const DAY_MS = 86_400_000;
const MOST_RELATED = 5;

export interface Position {
  /** Milliseconds since 1970 */
  at: number;
  id: number;
}

export interface Wish {
  kind: 'news' | 'flash';
  language?: NewsLanguage | undefined;
  category?: string | undefined;
  /** A category to leave out */
  without?: string | undefined;
  source?: string | undefined;
  important?: boolean | undefined;
  /** tsqueries (words.ts) that must and must not match */
  matching?: string | null | undefined;
  excluding?: string | null | undefined;
  before?: Position | undefined;
  limit: number;
}

/** A NewsItem but for the name of its source. */
export type StoredItem = Omit<NewsItem, 'source'> & { source: string };

export function writeCursor({ at, id }: Position): string {
  return `${at}-${id}`;
}

/** Null where the text is none of ours. */
export function readCursor(text: string): Position | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** One text a row: drivers differ in what they make of numbers, instants and arrays. */
const ITEM = sql.raw(
  `json_build_object('id', id::text, 'kind', kind, 'source', source_id, 'language', language, 'category', category,
    'title', title, 'summary', summary, 'link', link, 'important', importance = 'high', 'reason', importance_reason,
    'symbols', symbols, 'publishedAt', ${instant('published_at')}, 'firstSeenAt', ${instant('first_seen_at')},
    'updatedAt', ${instant('updated_at')}, 'revision', revision, 'cluster', cluster_id::text)::text`,
);
/** What conditions() and the order look at. */
const FILTERED = sql.raw('id, kind, withdrawn_at, language, category, source_id, cluster_id, importance, published_at');
const NEWEST_FIRST = sql.raw('order by published_at desc, id desc');

interface Row {
  item: string;
}
const itemOf = ({ item }: Row) => JSON.parse(item) as StoredItem;
const positionOf = ({ publishedAt, id }: StoredItem): Position => ({ at: Date.parse(publishedAt), id: Number(id) });

/** A page of a list; `next` is null at its end. With words it may be short before that. */
export async function listItems(orm: Orm, wish: Wish): Promise<{ list: StoredItem[]; next: Position | null }> {
  const { limit, matching, excluding } = wish;
  return guarded('listing items', async () => {
    const words = [matching && `(${matching})`, excluding && `!(${excluding})`].filter(Boolean).join(' & ');
    const most = limit + 1;
    const window = matching ? WINDOW : EXCLUDING_WINDOW;

    const read = (query: SQL) => rowsOf<Row>(orm, query).then((rows) => rows.map(itemOf));
    const page = (items: StoredItem[]) => {
      const list = items.slice(0, limit);
      const last = list.at(-1);
      return { list, next: items.length > limit && last ? positionOf(last) : null };
    };
    if (!words) return page(await read(sql`select ${ITEM} as item from (${range(wish, most)}) i ${NEWEST_FIRST}`));

    const near = await read(
      sql`select ${ITEM} as item from (${range(wish, window)}) i where search @@ ${words}::tsquery
        ${NEWEST_FIRST} limit ${most}`,
    );
    if (near.length > limit) return page(near);
    const [end] = await read(
      sql`select ${ITEM} as item
        from (select * from (${range(wish, window)}) i ${NEWEST_FIRST} offset ${window - 1} limit 1) last`,
    );
    // The whole list has been looked through, or what no index finds.
    if (!end || !matching) return { list: near, next: end ? positionOf(end) : null };
    // The kind in the words of the partial indexes. Materialized, and by one of those alone: the planner must not walk
    // the whole table in the order of time for a rare word, nor ask another index for all that is listed.
    const find = (marks: readonly string[]) =>
      read(
        sql`with found as materialized (
            select ${FILTERED} from news_items
            where ${sql.raw(`kind = '${wish.kind}'`)} and ${FOUND_BY} @@ ${[words, ...marks].join(' & ')}::tsquery),
          first as (select id from found where ${conditions(wish)} ${NEWEST_FIRST} limit ${most})
          select ${ITEM} as item from news_items where id in (select id from first) ${NEWEST_FIRST}`,
      );
    const marks = marksOf(wish);
    // The rarer a word, the longer the time that a page of it takes: no step reads many times more rows than the page.
    for (const days of SPANS_DAYS) {
      const found = await find([...marks, spanMarks(wish.before?.at ?? Date.now(), days)]);
      if (found.length > limit) return page(found);
    }
    return page(await find(marks));
  });
}

/** The first rows of a list. Without a language it is woven from those of each, which the indexes begin with. */
function range(wish: Wish, most: number): SQL {
  const { language, source } = wish;
  if (language || source) return oneRange(wish, most);
  const ranges = NEWS_LANGUAGES.map((each) => sql`(${oneRange({ ...wish, language: each }, most)})`);
  return sql`select * from (${sql.join(ranges, sql` union all `)}) u ${NEWEST_FIRST} limit ${most}`;
}

function oneRange(wish: Wish, most: number): SQL {
  return sql`select * from news_items where ${conditions(wish)} ${NEWEST_FIRST} limit ${most}`;
}

function conditions({ kind, language, category, without, source, important, before }: Wish): SQL {
  const all = [sql`kind = ${kind}`, sql`withdrawn_at is null`];
  if (language) all.push(sql`language = ${language}`);
  if (category) all.push(sql`category = ${category}`);
  if (without) all.push(sql`category <> ${without}`);
  all.push(source ? sql`source_id = ${source}` : sql`cluster_id = id`);
  // In the words of the partial index.
  if (important) all.push(sql`importance = 'high'`);
  if (before)
    all.push(sql`(published_at, id) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id}::bigint)`);
  return sql.join(all, sql` and `);
}

/** The filters of a list as parts of a tsquery, in the marks of FOUND_BY. Routes let through no quotes in names. */
function marksOf({ language, category, without, source, important }: Wish): string[] {
  const mark = (name: string, value: string) => `'@${name}=${value}'`;
  return [
    ...(language ? [mark('language', language)] : []),
    ...(category ? [mark('category', category)] : []),
    ...(without ? [`!${mark('category', without)}`] : []),
    ...(source ? [mark('source', source)] : []),
    ...(important ? [mark('importance', 'high')] : []),
  ];
}

/** At least so many days back from an instant; the span to come too, since the clocks of processes differ. */
function spanMarks(at: number, days: (typeof SPANS_DAYS)[number]): string {
  const span = Math.floor(at / (days * DAY_MS));
  return `(${[span + 1, span, span - 1].map((number) => `'@days${days}=${number}'`).join(' | ')})`;
}

/** Whether there is an item of this kind that is not withdrawn. */
export async function holdsItem(orm: Orm, kind: 'news' | 'flash', id: number): Promise<boolean> {
  const found = await guarded('looking an item up', () =>
    rowsOf(orm, sql`select 1 from news_items where id = ${id}::bigint and kind = ${kind} and withdrawn_at is null`),
  );
  return found.length > 0;
}

export interface Detail {
  item: StoredItem;
  withdrawn: boolean;
  revisions: { number: number; title: string; summary: string | null; changedAt: string }[];
  related: StoredItem[];
}

/** An item with what belongs to it; undefined where there is none of this kind. */
export async function findItem(orm: Orm, kind: 'news' | 'flash', id: number): Promise<Detail | undefined> {
  return guarded('reading an item', async () => {
    const [row] = await rowsOf<Row & { withdrawn: boolean }>(
      orm,
      sql`select ${ITEM} as item, withdrawn_at is not null as withdrawn from news_items
        where id = ${id}::bigint and kind = ${kind}`,
    );
    if (!row) return undefined;
    const item = itemOf(row);
    if (row.withdrawn) return { item, withdrawn: true, revisions: [], related: [] };
    const revisions = await rowsOf<{ revision: string }>(
      orm,
      sql`select json_build_object('number', number, 'title', title, 'summary', summary,
          'changedAt', ${sql.raw(instant('changed_at'))})::text as revision
        from news_revisions where item = ${id}::bigint order by number`,
    );
    const told = await rowsOf<Row>(
      orm,
      sql`select ${ITEM} as item from news_items where cluster_id = ${item.cluster}::bigint and id <> ${id}::bigint
        and withdrawn_at is null ${NEWEST_FIRST} limit ${MOST_RELATED}`,
    );
    const { language, category } = item;
    const { list } = await listItems(orm, { kind, language, category, before: positionOf(item), limit: MOST_RELATED });
    const others = [...told.map(itemOf), ...list];
    const related = others.filter((one, at) => others.findIndex(({ id: same }) => same === one.id) === at);
    return {
      item,
      withdrawn: false,
      revisions: revisions.map(({ revision }) => JSON.parse(revision)),
      related: related.slice(0, MOST_RELATED),
    };
  });
}

export interface Change {
  number: number;
  withdrawn: boolean;
  item: StoredItem;
}

/** Flashes changed after a number, the oldest change first; each once, as it is now, and no duplicates. */
export async function changesAfter(orm: Orm, number: number, most: number): Promise<Change[]> {
  return changes(orm, sql`changed > ${number}::bigint order by changed limit ${most}`);
}

/** The last changes of flashes, the oldest first. */
export async function lastChanges(orm: Orm, most: number): Promise<Change[]> {
  return (await changes(orm, sql`true order by changed desc limit ${most}`)).reverse();
}

async function changes(orm: Orm, which: SQL): Promise<Change[]> {
  return guarded('following the flashes', async () => {
    const rows = await rowsOf<Row & { number: string | number; withdrawn: boolean }>(
      orm,
      sql`select ${ITEM} as item, changed as number, withdrawn_at is not null as withdrawn from news_items
        where ${FOLLOWED} and ${which}`,
    );
    return rows.map((row) => ({ number: Number(row.number), withdrawn: row.withdrawn, item: itemOf(row) }));
  });
}
