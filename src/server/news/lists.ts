/**
 * Reads news and flash items. A page is a range of one index, read backwards from its cursor: (published, id) of the
 * last item. Neither ever changes, so new items do not shift pages. Of duplicates only the first is listed, except in
 * the list of one source.
 */
import { type SQL, sql } from 'drizzle-orm';
import { ITEM_ID, NEWS_LANGUAGES, type NewsItem, type NewsLanguage } from '../../contract/all.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { publicLicense, shownLicense } from '../applications/licenses.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { FOLLOWED, FOUND_BY, SPANS_DAYS } from '../db/schema.ts';

/**
 * Number of items scanned for words in order of time, before the index of words is queried. A frequent word fills the
 * page here; a word that is not found often enough among so many is rare.
 */
const WINDOW = 2_000;
/** The same for excluded words, which no index finds: the page ends here, and the next one goes on. */
const EXCLUDING_WINDOW = 10_000;
const DAY_MS = 86_400_000;
const MOST_RELATED = 5;

export interface Position {
  /** Milliseconds since 1970 */
  at: number;
  id: number;
}

export interface ItemQuery {
  kind: 'news' | 'flash';
  language?: NewsLanguage | undefined;
  category?: string | undefined;
  /** A category to exclude */
  without?: string | undefined;
  source?: string | undefined;
  important?: boolean | undefined;
  /** tsqueries (words.ts) that must and must not match */
  matching?: string | null | undefined;
  excluding?: string | null | undefined;
  before?: Position | undefined;
  limit: number;
}

/**
 * A NewsItem without the name of its source. `company`: its present name and license, if it is confirmed, and the
 * license of its analyst.
 */
export type StoredItem = Omit<NewsItem, 'source'> & { source: string };

export function writeCursor({ at, id }: Position): string {
  return `${at}-${id}`;
}

/** Returns null if the text is not a valid cursor. */
export function readCursor(text: string): Position | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}

/** The place of a cursor that has been checked. */
export const positionAt = (cursor: string | undefined): Position | undefined =>
  cursor === undefined ? undefined : (readCursor(cursor) ?? undefined);

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** One JSON text per row: drivers differ in how they return numbers, instants and arrays. */
const ITEM = sql`${sql.raw(`json_build_object('id', id::text, 'kind', kind, 'source', source_id, 'language', language, 'category', category,
    'title', title, 'summary', summary, 'link', link, 'important', importance = 'high', 'reason', importance_reason,
    'symbols', symbols, 'publishedAt', ${instant('published_at')}, 'firstSeenAt', ${instant('first_seen_at')},
    'updatedAt', ${instant('updated_at')}, 'revision', revision, 'cluster', cluster_id::text,
    'company', case when company is not null then
      (select json_build_object('name', c.name, 'licence', c.licence, 'authority', c.authority) from companies c
        where c.id = company and c.confirmed_at is not null) end, 'license', case when company is not null then`)}
      ${publicLicense(sql.raw('(select m.user_id from company_members m where m.id = company_member)'))} end)::text`;
/** The columns that conditions() and the order need. */
const FILTERED = sql.raw('id, kind, withdrawn_at, language, category, source_id, cluster_id, importance, published_at');
const NEWEST_FIRST = sql.raw('order by published_at desc, id desc');

interface ItemRow {
  item: string;
}
function itemOf({ item }: ItemRow): StoredItem {
  const { company, license, ...rest } = JSON.parse(item);
  if (company === null) return rest;
  if (license === null) return { ...rest, company };
  const { role, state, number, authority } = shownLicense(license, DEFAULT_LOCALE);
  return { ...rest, company, license: { role, state, number, authority } };
}
const positionOf = ({ publishedAt, id }: StoredItem): Position => ({ at: Date.parse(publishedAt), id: Number(id) });

/** A page of a list; `next` is null at its end. A search may return a short page before the end. */
export async function listItems(orm: Orm, query: ItemQuery): Promise<{ list: StoredItem[]; next: Position | null }> {
  const { limit, matching, excluding } = query;
  return guarded('listing items', async () => {
    const words = [matching && `(${matching})`, excluding && `!(${excluding})`].filter(Boolean).join(' & ');
    const most = limit + 1;
    const window = matching ? WINDOW : EXCLUDING_WINDOW;

    const read = (statement: SQL) => rowsOf<ItemRow>(orm, statement).then((rows) => rows.map(itemOf));
    const page = (items: StoredItem[]) => {
      const list = items.slice(0, limit);
      const last = list.at(-1);
      return { list, next: items.length > limit && last ? positionOf(last) : null };
    };
    if (!words) return page(await read(sql`select ${ITEM} as item from (${range(query, most)}) i ${NEWEST_FIRST}`));

    const near = await read(
      sql`select ${ITEM} as item from (${range(query, window)}) i where search @@ ${words}::tsquery
        ${NEWEST_FIRST} limit ${most}`,
    );
    if (near.length > limit) return page(near);
    const [end] = await read(
      sql`select ${ITEM} as item
        from (select * from (${range(query, window)}) i ${NEWEST_FIRST} offset ${window - 1} limit 1) last`,
    );
    // The whole list has been scanned, or there are only excluded words, which no index finds.
    if (!end || !matching) return { list: near, next: end ? positionOf(end) : null };
    // The kind is written as in the partial indexes. Materialized, so that the planner uses only one of those: it must
    // not scan the whole table in order of time for a rare word, nor query another index for all listed items.
    const find = (marks: readonly string[]) =>
      read(
        sql`with found as materialized (
            select ${FILTERED} from news_items
            where ${sql.raw(`kind = '${query.kind}'`)} and ${FOUND_BY} @@ ${[words, ...marks].join(' & ')}::tsquery),
          first as (select id from found where ${conditions(query)} ${NEWEST_FIRST} limit ${most})
          select ${ITEM} as item from news_items where id in (select id from first) ${NEWEST_FIRST}`,
      );
    const marks = marksOf(query);
    // The rarer a word, the longer the period of a page: no step reads many times more rows than the page.
    for (const days of SPANS_DAYS) {
      const found = await find([...marks, spanMarks(query.before?.at ?? Date.now(), days)]);
      if (found.length > limit) return page(found);
    }
    return page(await find(marks));
  });
}

/** The first rows of a list. Without a language, merges one range per language, since the indexes begin with it. */
function range(query: ItemQuery, most: number): SQL {
  const { language, source } = query;
  if (language || source) return oneRange(query, most);
  const ranges = NEWS_LANGUAGES.map((each) => sql`(${oneRange({ ...query, language: each }, most)})`);
  return sql`select * from (${sql.join(ranges, sql` union all `)}) u ${NEWEST_FIRST} limit ${most}`;
}

function oneRange(query: ItemQuery, most: number): SQL {
  return sql`select * from news_items where ${conditions(query)} ${NEWEST_FIRST} limit ${most}`;
}

function conditions({ kind, language, category, without, source, important, before }: ItemQuery): SQL {
  const all = [sql`kind = ${kind}`, sql`withdrawn_at is null`];
  if (language) all.push(sql`language = ${language}`);
  if (category) all.push(sql`category = ${category}`);
  if (without) all.push(sql`category <> ${without}`);
  all.push(source ? sql`source_id = ${source}` : sql`cluster_id = id`);
  // Written as in the partial index.
  if (important) all.push(sql`importance = 'high'`);
  if (before)
    all.push(sql`(published_at, id) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id}::bigint)`);
  return sql.join(all, sql` and `);
}

/** The filters of a list as parts of a tsquery, in the marks of FOUND_BY. Routes reject quotes in names. */
function marksOf({ language, category, without, source, important }: ItemQuery): string[] {
  const mark = (name: string, value: string) => `'@${name}=${value}'`;
  return [
    ...(language ? [mark('language', language)] : []),
    ...(category ? [mark('category', category)] : []),
    ...(without ? [`!${mark('category', without)}`] : []),
    ...(source ? [mark('source', source)] : []),
    ...(important ? [mark('importance', 'high')] : []),
  ];
}

/** At least so many days before an instant; includes the next span, since the clocks of processes differ. */
function spanMarks(at: number, days: (typeof SPANS_DAYS)[number]): string {
  const span = Math.floor(at / (days * DAY_MS));
  return `(${[span + 1, span, span - 1].map((number) => `'@days${days}=${number}'`).join(' | ')})`;
}

/** True if there is an item of this kind that is not withdrawn. */
export async function holdsItem(orm: Orm, kind: 'news' | 'flash', id: number): Promise<boolean> {
  const found = await guarded('looking an item up', () =>
    rowsOf(orm, sql`select 1 from news_items where id = ${id}::bigint and kind = ${kind} and withdrawn_at is null`),
  );
  return found.length > 0;
}

/**
 * True if an item has had this id and is removed because of its age. The counter of changes gives ids, so that below it,
 * some were never one of an item; where nothing is removed, all of these were not.
 */
export async function wasRemoved(orm: Orm, id: string, keepDays: number): Promise<boolean> {
  if (keepDays === 0 || !ITEM_ID.test(id)) return false;
  const found = await guarded('looking for a removed item', () =>
    rowsOf(
      orm,
      sql`select 1 from counters where name = 'news' and value >= ${id}::bigint and ${id}::bigint > 0
        and not exists (select from news_items where id = ${id}::bigint)`,
    ),
  );
  return found.length > 0;
}

/** The news of a language since an instant, newest first, without duplicates. */
export async function newsSince(
  orm: Orm,
  language: NewsLanguage,
  since: number,
  most: number,
): Promise<Pick<StoredItem, 'id' | 'title' | 'language' | 'publishedAt'>[]> {
  return guarded('listing recent news', async () => {
    const rows = await rowsOf<ItemRow>(
      orm,
      sql`select ${ITEM} as item from news_items where ${conditions({ kind: 'news', language, limit: most })}
        and published_at >= ${new Date(since).toISOString()}::timestamptz ${NEWEST_FIRST} limit ${most}`,
    );
    return rows.map(itemOf);
  });
}

/** The confirmed companies that have published news, by name. */
export async function publishingCompanies(
  orm: Orm,
): Promise<{ id: string; name: string; licence: string; authority: string }[]> {
  return guarded('listing companies that publish', () =>
    rowsOf(
      orm,
      sql`select id, name, licence, authority from companies c where confirmed_at is not null
        and exists (select from news_items where company = c.id and kind = 'news' and withdrawn_at is null)
        order by name, id`,
    ),
  );
}

export interface Detail {
  item: StoredItem;
  withdrawn: boolean;
  revisions: { number: number; title: string; summary: string | null; changedAt: string }[];
  related: StoredItem[];
  newer: StoredItem | null;
  older: StoredItem | null;
}

/** An item with its revisions and related items; undefined if there is none of this kind. */
export async function findItem(orm: Orm, kind: 'news' | 'flash', id: number): Promise<Detail | undefined> {
  return guarded('reading an item', async () => {
    const [row] = await rowsOf<ItemRow & { withdrawn: boolean }>(
      orm,
      sql`select ${ITEM} as item, withdrawn_at is not null as withdrawn from news_items
        where id = ${id}::bigint and kind = ${kind}`,
    );
    if (!row) return undefined;
    const item = itemOf(row);
    if (row.withdrawn) return { item, withdrawn: true, revisions: [], related: [], newer: null, older: null };
    const revisions = await rowsOf<{ revision: string }>(
      orm,
      sql`select json_build_object('number', number, 'title', title, 'summary', summary,
          'changedAt', ${sql.raw(instant('changed_at'))})::text as revision
        from news_revisions where item = ${id}::bigint order by number`,
    );
    const duplicates = await rowsOf<ItemRow>(
      orm,
      sql`select ${ITEM} as item from news_items where cluster_id = ${item.cluster}::bigint and id <> ${id}::bigint
        and withdrawn_at is null ${NEWEST_FIRST} limit ${MOST_RELATED}`,
    );
    const { language, category } = item;
    const before = positionOf(item);
    const { list } = await listItems(orm, { kind, language, category, before, limit: MOST_RELATED });
    const {
      list: [older = null],
    } = await listItems(orm, { kind, language, before, limit: 1 });
    const [newer] = await rowsOf<ItemRow>(
      orm,
      sql`select ${ITEM} as item from news_items where ${conditions({ kind, language, limit: 1 })}
        and (published_at, id) > (${item.publishedAt}::timestamptz, ${id}::bigint) order by published_at, id limit 1`,
    );
    const others = [...duplicates.map(itemOf), ...list];
    const related = others.filter((other, at) => others.findIndex((first) => first.id === other.id) === at);
    return {
      item,
      withdrawn: false,
      revisions: revisions.map(({ revision }) => JSON.parse(revision)),
      related: related.slice(0, MOST_RELATED),
      newer: newer ? itemOf(newer) : null,
      older,
    };
  });
}

export interface FlashChange {
  number: number;
  withdrawn: boolean;
  item: StoredItem;
}

/** Flashes changed after a number, oldest change first; each once, in its current state, without duplicates. */
export async function changesAfter(orm: Orm, number: number, most: number): Promise<FlashChange[]> {
  return changes(orm, sql`changed > ${number}::bigint order by changed limit ${most}`);
}

/** The last changes of flashes, oldest first. */
export async function lastChanges(orm: Orm, most: number): Promise<FlashChange[]> {
  return (await changes(orm, sql`true order by changed desc limit ${most}`)).reverse();
}

async function changes(orm: Orm, which: SQL): Promise<FlashChange[]> {
  return guarded('following the flashes', async () => {
    const rows = await rowsOf<ItemRow & { number: string | number; withdrawn: boolean }>(
      orm,
      sql`select ${ITEM} as item, changed as number, withdrawn_at is not null as withdrawn from news_items
        where ${FOLLOWED} and ${which}`,
    );
    return rows.map((row) => ({ number: Number(row.number), withdrawn: row.withdrawn, item: itemOf(row) }));
  });
}
