/** Writes news and flash items. Every change takes the next number of the counter `news` (db/numbered.ts). */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { insertRows, rowsOf } from '../db/rows.ts';
import { feedSources, newsItems, newsRevisions } from '../db/schema.ts';
import { createSourceStates } from '../feeds/states.ts';
import { type Emitted, emit } from '../webhooks/queue.ts';
import { CLUSTER_MS, type Clustered, gistOf, linkKey, sameAs, titleBands } from './clusters.ts';
import { judge, symbolsIn } from './importance.ts';
import { type FeedItem, type ItemStore, MOST_LINK, type NewsLanguage, plain } from './items.ts';
import { searchVector } from './search.ts';

/** The counter of changes, and the channel of LISTEN and NOTIFY. */
export const CHANNEL = 'news';
/** Sources that are not feeds. */
export const EDITORS = 'desk';
export const MARKET = 'market';
/** The source of what a company publishes. */
export const sourceOf = (company: string) => `${COMPANY_SOURCE}${company}`;
export const COMPANY_SOURCE = 'company-';

const MOST_TITLE = 500;
const MOST_SUMMARY = 2_000;
const MOST_GUID = 200;
const BATCH = 500;
const DAY_MS = 86_400_000;
/** Different from the ones in db/opening/open.ts and series/store.ts. */
const INGEST_LOCK = 0x46_69_6e_68;

/** An item to write. Feeds leave out the optional fields; the editors and the market clock set them. */
export interface Draft extends Omit<FeedItem, 'link'> {
  link: string | null;
  importance?: 'high' | 'normal' | undefined;
  importanceReason?: string | null | undefined;
  symbols?: readonly string[];
  company?: string | null;
  companyMember?: string | null;
}

interface Known {
  id: number;
  source_id: string;
  guid: string;
  title: string;
  summary: string | null;
  revision: number;
  /** The bands of the title depend on it */
  publishedAt: Date;
  withdrawn: boolean;
}

export interface StoreOptions {
  now?: () => Date;
  /** Items published longer ago are not added again after the retention has removed them; see retention.ts */
  keepDays?: number;
}

export interface NewsStore extends ItemStore {
  /** Adds or revises items, which may have no link; returns their ids too. `also` runs in the same transaction. */
  save(items: readonly Draft[], also?: (tx: Orm, added: readonly number[]) => Promise<void>): Promise<Saved>;
}

interface Saved {
  added: number;
  revised: number;
  /** Includes items that already existed */
  ids: number[];
}

function sumOf(saved: readonly Saved[]): Saved {
  return {
    added: saved.reduce((sum, { added }) => sum + added, 0),
    revised: saved.reduce((sum, { revised }) => sum + revised, 0),
    ids: saved.flatMap(({ ids }) => ids),
  };
}

/** @param database its pool is needed for feeds only */
export function createStore(
  database: Pick<Database, 'orm' | 'pool'>,
  { now = () => new Date(), keepDays = 0 }: StoreOptions = {},
): NewsStore {
  const { orm } = database;
  const states = createSourceStates(database, feedSources, INGEST_LOCK);

  /** The items to store, cleaned and in batches. */
  function batchesOf(given: readonly Draft[]): Prepared[][] {
    const oldest = keepDays > 0 ? now().getTime() - keepDays * 86_400_000 : Number.NEGATIVE_INFINITY;
    const drafts = prepare(given, now()).filter(({ publishedAt }) => publishedAt.getTime() >= oldest);
    return Array.from({ length: Math.ceil(drafts.length / BATCH) }, (_, n) => drafts.slice(n * BATCH, (n + 1) * BATCH));
  }

  /** Saves all of a batch or nothing of it. */
  const saveBatch = (batch: readonly Prepared[], also?: Parameters<NewsStore['save']>[1]): Promise<Saved> =>
    guarded('saving items', async () => {
      // Most items of a feed are already known: they need no lock.
      const before = await knownOf(orm, batch);
      const ids = [...before.values()].map(({ id }) => id);
      const work = batch.filter((draft) => isNews(draft, before));
      if (work.length === 0) return { added: 0, revised: 0, ids };
      return changing(orm, work.length, async (tx, first) => {
        const known = await knownOf(tx, work);
        let next = first;
        const added: NewsRow[] = [];
        const revised: NewsRow[] = [];
        for (const draft of work) {
          if (!isNews(draft, known)) continue;
          const old = known.get(keyOf(draft));
          (old ? revised : added).push(rowOf(draft, next++, now(), old));
        }
        if (added.length > 0) await cluster(tx, added);
        if (added.length > 0) await insertRows(tx, newsItems, JSON.stringify({ rows: added }));
        await emit(tx, publishedEvents(added, now()), now());
        if (revised.length > 0) await revise(tx, revised, now());
        const addedIds = added.map(({ id }) => id);
        await also?.(tx, addedIds);
        return { added: added.length, revised: revised.length, ids: [...ids, ...addedIds] };
      });
    });

  /** Saves each item of a batch that failed as a whole. Throws if all of them fail: then no item is to blame. */
  async function saveEach(batch: readonly Prepared[], refused: unknown[]): Promise<Saved> {
    const saved: Saved[] = [];
    const faults: unknown[] = [];
    for (const draft of batch) {
      try {
        saved.push(await saveBatch([draft]));
      } catch (error) {
        await guarded('saving items', () => orm.execute(sql`select 1`));
        faults.push(error);
      }
    }
    if (saved.length === 0 && batch.length > 1) throw faults[0];
    refused.push(...faults);
    return sumOf(saved);
  }

  return {
    async save(given, also) {
      const saved: Saved[] = [];
      for (const batch of batchesOf(given)) saved.push(await saveBatch(batch, also));
      return sumOf(saved);
    },

    async saveItems(items) {
      const saved: Saved[] = [];
      const refused: unknown[] = [];
      for (const batch of batchesOf(items)) {
        saved.push(await saveBatch(batch).catch(() => saveEach(batch, refused)));
      }
      const { added, revised } = sumOf(saved);
      return { added, revised, refused };
    },

    ...states,
  };
}

/** Runs a change of items with `count` numbers from `first` on; see numbered(). */
export const changing = <T>(orm: Orm, count: number, work: (tx: Orm, first: number) => Promise<T>): Promise<T> =>
  numbered(orm, CHANNEL, count, work);

/** Webhooks are told of new items. What is older, such as the archive of a feed that is read for the first time, is none. */
function publishedEvents(added: readonly NewsRow[], now: Date): Emitted[] {
  const recent = added.filter(({ published_at }) => now.getTime() - published_at.getTime() < DAY_MS);
  return recent.map(({ id, kind, language, title, importance }) => {
    const type = kind === 'flash' ? 'flash.published' : 'news.published';
    return { to: 'all', type, event: `${type} ${id}`, data: { id, language, title, importance } };
  });
}

/** A row of news_items by column name, as insertRows() takes it. */
export interface NewsRow {
  id: number;
  changed: number;
  kind: string;
  source_id: string;
  language: NewsLanguage;
  category: string;
  guid: string;
  link: string | null;
  title: string;
  summary: string | null;
  importance: string;
  importance_reason: string | null;
  symbols: readonly string[];
  published_at: Date;
  first_seen_at: Date;
  updated_at: Date;
  withdrawn_at: null;
  revision: number;
  cluster_id: number;
  company: string | null;
  company_member: string | null;
  link_key: string | null;
  title_bands: readonly number[];
  search: string;
}

type Prepared = Draft & { publishedAt: Date };

/** Cleans and dates items. Keeps the first of each guid (feeds begin with the newest); drops items without a title. */
function prepare(given: readonly Draft[], now: Date): Prepared[] {
  const drafts = new Map<string, Prepared>();
  for (const draft of given) {
    const title = plain(draft.title, MOST_TITLE);
    const text = plain(draft.guid, Number.POSITIVE_INFINITY);
    if (!title || !text) continue;
    const guid = text.length > MOST_GUID ? createHash('sha256').update(text).digest('base64url') : text;
    const link =
      draft.link && draft.link.length <= MOST_LINK && /^https?:\/\//i.test(draft.link) ? plain(draft.link) : null;
    const summary = draft.summary === null ? null : plain(draft.summary, MOST_SUMMARY) || null;
    const at = draft.publishedAt?.getTime() ?? Number.NaN;
    // A future date would stay at the top; an item without a date gets the time of first sight.
    const publishedAt = new Date(Number.isNaN(at) ? now : Math.min(Math.max(at, 0), now.getTime()));
    const prepared = { ...draft, title, summary, guid, link, category: plain(draft.category, 40), publishedAt };
    const key = keyOf(prepared);
    if (!drafts.has(key)) drafts.set(key, prepared);
  }
  return [...drafts.values()];
}

const keyOf = ({ sourceId, guid }: Pick<Draft, 'sourceId' | 'guid'>) => `${sourceId} ${guid}`;

/** True if a draft changes what is known. An item that an editor has withdrawn stays as it is. */
function isNews(draft: Prepared, known: ReadonlyMap<string, Known>): boolean {
  const old = known.get(keyOf(draft));
  return !old || (!old.withdrawn && (old.title !== draft.title || old.summary !== draft.summary));
}

async function knownOf(orm: Orm, drafts: readonly Prepared[]): Promise<Map<string, Known>> {
  const keys = JSON.stringify(drafts.map(({ sourceId, guid }) => ({ s: sourceId, g: guid })));
  const rows = await rowsOf<Omit<Known, 'id' | 'publishedAt'> & { id: string | number; published: string | number }>(
    orm,
    sql`select i.id, i.source_id, i.guid, i.title, i.summary, i.revision, i.withdrawn_at is not null as withdrawn,
        (extract(epoch from i.published_at) * 1000)::bigint as published
      from json_to_recordset(${keys}::json) as k(s text, g text)
      join news_items i on i.source_id = k.s and i.guid = k.g`,
  );
  return new Map(
    rows.map(({ id, published, ...row }) => [
      `${row.source_id} ${row.guid}`,
      { ...row, id: Number(id), publishedAt: new Date(Number(published)) },
    ]),
  );
}

export function rowOf(
  draft: Prepared,
  number: number,
  now: Date,
  old?: Pick<Known, 'id' | 'revision' | 'publishedAt'>,
): NewsRow {
  const { kind, sourceId, language, category, guid, link, title, summary, publishedAt, company = null } = draft;
  const judged = judge(draft);
  // A sentence that the editors or the market clock repeat is not a duplicate. And what a company says about the page of an
  // authority must not take the place of what the authority says.
  const isAlone = link === null || company !== null;
  const text = `${title} ${summary ?? ''}`;
  return {
    id: old?.id ?? number,
    changed: number,
    kind,
    source_id: sourceId,
    language,
    category,
    guid,
    link,
    title,
    summary,
    importance: draft.importance ?? judged.importance,
    importance_reason: draft.importanceReason === undefined ? judged.reason : draft.importanceReason,
    symbols: draft.symbols ?? symbolsIn(text),
    published_at: publishedAt,
    first_seen_at: now,
    updated_at: now,
    withdrawn_at: null,
    revision: (old?.revision ?? 0) + 1,
    company,
    company_member: draft.companyMember ?? null,
    cluster_id: number,
    link_key: isAlone ? null : linkKey(link),
    title_bands: isAlone ? [] : titleBands(gistOf(title), language, old?.publishedAt ?? publishedAt),
    search: searchVector(text),
  };
}

/** Most rows of other sources compared per title: more share its bands only by accident or in a flood. */
const MOST_CANDIDATES = 50;

/** Gives each new item the number of the first that reports the same: in the table, or earlier in the batch. */
async function cluster(tx: Orm, rows: readonly NewsRow[]): Promise<void> {
  const items = rows.map((row, n) => {
    const item = clusteredOf(row, row.published_at);
    const { language, gist, publishedAt } = item;
    const isAlone = row.link === null || row.company !== null;
    return { n, row, item, around: isAlone ? [] : titleBands(gist, language, publishedAt, { around: true }) };
  });
  const times = items.map(({ item }) => item.publishedAt.getTime());
  const from = new Date(Math.min(...times) - CLUSTER_MS).toISOString();
  const until = new Date(Math.max(...times) + CLUSTER_MS).toISOString();
  const links = JSON.stringify(items.map(({ n, item }) => ({ n, link: item.linkKey })));
  const titles = JSON.stringify(
    items
      .filter(({ around }) => around.length > 0)
      .map(({ n, item: { sourceId: source, language }, around }) => ({ n, source, language, bands: around })),
  );
  const columns = sql.raw(`i.id, i.source_id, i.language, i.link_key, i.title,
    (extract(epoch from i.published_at) * 1000)::bigint as published`);
  const isHead = sql`i.cluster_id = i.id and i.withdrawn_at is null
    and i.published_at between ${from}::timestamptz and ${until}::timestamptz`;
  // Postgres expects thousands of rows per title, and would compile for 200 ms what runs for ten.
  await tx.execute(sql`set local jit = off`);
  // 'offset 0' searches by the keys alone; with the conditions beside them the planner would scan all of the two days.
  const found = await rowsOf<HeadRow & { n: number }>(
    tx,
    sql`select k.n, ${columns} from json_to_recordset(${links}::json) as k(n int, link text)
        cross join lateral (select * from news_items where link_key = k.link offset 0) i where ${isHead}
      union select k.n, near.* from json_to_recordset(${titles}::json) as k(n int, source text, language text, bands int[])
        cross join lateral (select ${columns}
          from (select * from news_items where title_bands && k.bands offset 0) i
          where i.source_id <> k.source and i.language = k.language and ${isHead} limit ${MOST_CANDIDATES}) near
      order by 2`,
  );
  const near = Map.groupBy(found, ({ n }) => n);
  /** Heads of this batch by their keys */
  const byKey = new Map<string | number, Clustered[]>();
  for (const { n, row, item, around } of items) {
    const here = [item.linkKey, ...around].flatMap((key) => (key === null ? [] : (byKey.get(key) ?? [])));
    const there = near.get(n)?.map((head) => clusteredOf(head, new Date(Number(head.published)))) ?? [];
    const head = sameAs(item, [...there, ...here]);
    if (head) row.cluster_id = head.id;
    else {
      for (const key of [item.linkKey, ...row.title_bands]) {
        if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), item]);
      }
    }
  }
}

type HeadRow = Pick<NewsRow, 'source_id' | 'language' | 'link_key' | 'title'> & {
  id: string | number;
  published: string | number;
};

function clusteredOf(row: Omit<HeadRow, 'published'>, publishedAt: Date): Clustered {
  const { id, source_id, language, link_key, title } = row;
  return { id: Number(id), sourceId: source_id, language, linkKey: link_key, gist: gistOf(title), publishedAt };
}

/** Replaces the words of items. The old ones become revisions, changed by an editor or, if null, by their source. */
export async function revise(tx: Orm, rows: readonly NewsRow[], at: Date, by: string | null = null): Promise<void> {
  const json = JSON.stringify(rows);
  await tx.execute(
    sql`insert into ${newsRevisions} (item, number, title, summary, changed_at, by)
      select i.id, i.revision, i.title, i.summary, ${at.toISOString()}::timestamptz, coalesce(${by}, i.source_id)
      from json_populate_recordset(null::${newsItems}, ${json}::json) r join ${newsItems} i on i.id = r.id`,
  );
  await tx.execute(
    sql`update ${newsItems} i set changed = r.changed, title = r.title, summary = r.summary, link = r.link,
      importance = r.importance, importance_reason = r.importance_reason, symbols = r.symbols,
      updated_at = r.updated_at, revision = r.revision, link_key = r.link_key, title_bands = r.title_bands,
      search = r.search
      from json_populate_recordset(null::${newsItems}, ${json}::json) r where i.id = r.id`,
  );
}
