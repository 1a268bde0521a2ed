/** What editors and companies do to items. Each action writes an audit entry that names who did it. */
import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { FlashPublication } from '../../contract/all.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { audit, newsItems } from '../db/schema.ts';
import { plain } from './items.ts';
import { changing, type Draft, EDITORS, type NewsStore, revise, rowOf, sourceOf } from './store.ts';

/** `important`: only editors decide it; otherwise importance.ts does. */
interface Publication extends Pick<Draft, 'language' | 'title' | 'summary' | 'link' | 'category'> {
  /** Left out: a flash */
  kind?: 'news' | 'flash';
  important?: boolean;
  symbols: readonly string[];
}
type Revision = Omit<Extract<FlashPublication, { action: 'revise' }>, 'action'>;

/** In whose name something is published. */
export interface Author {
  source: string;
  /** In audits */
  by: string;
  company?: { id: string; member: string };
}
export const editorAs = (name: string): Author => ({ source: EDITORS, by: name });
export const companyAs = (company: { id: string; member: string }, by: string): Author => ({
  source: sourceOf(company.id),
  by,
  company,
});

export interface Published {
  id: number;
  revision: number;
}

/** Why nothing was done: no such item, withdrawn already, not written by editors, or without a title. */
export type Unchanged = 'unknown' | 'gone' | 'notDesk' | 'untitled';

/**
 * Publishes an item. With a key, the same author's second attempt returns the first item if it says the same, and 'keyUsed'
 * if it says something else. `also` runs in the same transaction, once for each item.
 */
export async function publish(
  orm: Orm,
  store: NewsStore,
  author: Author,
  request: Publication,
  { key, now, also }: { key: string | undefined; now: Date; also?: (item: number) => Promise<void> },
): Promise<Published | 'keyUsed' | 'untitled'> {
  const { kind = 'flash', language, title, summary, link, category, important, symbols } = request;
  const { source: sourceId, by, company } = author;
  if (!plain(title)) return 'untitled';
  const guid = key ? hashOf([by, key]) : randomUUID();
  const again = () => publishedUnder(orm, { sourceId, guid }, request);
  const before = await again();
  if (before) return before;
  const taken = new Refusal('Another attempt with this key was faster.');
  try {
    await store.save(
      [
        {
          sourceId,
          kind,
          guid,
          link,
          title,
          summary,
          language,
          category,
          publishedAt: now,
          symbols,
          ...(important !== undefined && decided(important)),
          company: company?.id ?? null,
          companyMember: company?.member ?? null,
        },
      ],
      async (tx, [item]) => {
        if (item === undefined) throw taken; // The first item keeps its words.
        await tx.insert(audit).values({ at: now, editor: by, action: 'publish', item, detail: hashOf(request) });
        await also?.(item);
      },
    );
  } catch (error) {
    if (error !== taken) throw error;
  }
  const done = await again();
  if (!done) throw new Error('An item was saved and cannot be found.');
  return done;
}

/** What an editor has decided. */
const decided = (important: boolean): Pick<Draft, 'importance' | 'importanceReason'> => ({
  importance: important ? 'high' : 'normal',
  importanceReason: important ? 'editor' : null,
});

/** The item that an earlier attempt published; 'keyUsed' if that one said something else. */
async function publishedUnder(
  orm: Orm,
  { sourceId, guid }: Pick<Draft, 'sourceId' | 'guid'>,
  request: Publication,
): Promise<Published | 'keyUsed' | null> {
  const [item] = await guarded('looking an item up', () =>
    orm
      .select({ id: newsItems.id, revision: newsItems.revision, wording: audit.detail })
      .from(newsItems)
      .leftJoin(audit, and(eq(audit.item, newsItems.id), eq(audit.action, 'publish')))
      .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.guid, guid))),
  );
  if (!item) return null;
  const { wording, ...published } = item;
  // Null: an older version published it and did not store what it said.
  return wording === null || wording === hashOf(request) ? published : 'keyUsed';
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Rewords a flash of the editors, or an item of a company. */
export async function reword(orm: Orm, author: Author, request: Revision, now: Date): Promise<Published | Unchanged> {
  const id = Number(request.id);
  return guarded('revising an item', () =>
    changing(orm, 1, async (tx, number) => {
      const [old] = await tx.select().from(newsItems).where(eq(newsItems.id, id));
      const isOwn = old?.sourceId === author.source;
      if (!old || (!isOwn && (old.kind !== 'flash' || author.company))) return 'unknown';
      if (!isOwn) return 'notDesk';
      if (old.withdrawnAt) return 'gone';
      const important = request.important ?? old.importance === 'high';
      const title = request.title === undefined ? old.title : plain(request.title);
      if (!title) return 'untitled';
      const summary = request.summary === undefined ? old.summary : plain(request.summary ?? '') || null;
      if (title === old.title && summary === old.summary && important === (old.importance === 'high')) return old;
      const row = rowOf(
        {
          ...old,
          title,
          summary,
          ...(author.company ? { importance: undefined, importanceReason: undefined } : decided(important)),
        },
        number,
        now,
        old,
      );
      await revise(tx, [row], now, author.by);
      await tx.insert(audit).values({ at: now, editor: author.by, action: 'revise', item: id });
      return { id, revision: row.revision };
    }),
  );
}

/** Withdraws an item of any source. The first of its remaining duplicates takes its place. */
export async function withdraw(
  orm: Orm,
  editor: string,
  id: number,
  now: Date,
  reason: string | null = null,
): Promise<Published | Unchanged> {
  return guarded('withdrawing an item', () =>
    changing(orm, 2, async (tx, number) => {
      const [gone] = await tx
        .update(newsItems)
        .set({ withdrawnAt: now, updatedAt: now, changed: number })
        .where(and(eq(newsItems.id, id), isNull(newsItems.withdrawnAt)))
        .returning({ revision: newsItems.revision });
      if (!gone) {
        const [known] = await tx.select({ id: newsItems.id }).from(newsItems).where(eq(newsItems.id, id));
        return known ? 'gone' : 'unknown';
      }
      await succeed(tx, [id], number + 1);
      await tx.insert(audit).values({ at: now, editor, action: 'withdraw', item: id, detail: reason });
      return { id, revision: gone.revision };
    }),
  );
}

/** Flashes that are sent again when the mark of their company has changed. */
const MOST_SENT_AGAIN = 200;

/** Puts a company's last flashes on the stream again, so that open pages show its present mark. */
export async function sendAgain(tx: Orm, company: string): Promise<void> {
  const rows = await tx
    .select({ id: newsItems.id })
    .from(newsItems)
    .where(and(eq(newsItems.company, company), eq(newsItems.kind, 'flash'), isNull(newsItems.withdrawnAt)))
    .orderBy(desc(newsItems.id))
    .limit(MOST_SENT_AGAIN);
  if (rows.length === 0) return;
  await changing(tx, rows.length, async (inner, first) => {
    const numbers = rows.toReversed().map(({ id }, index) => ({ id, changed: first + index }));
    await inner.execute(
      sql`update ${newsItems} i set changed = r.changed
        from json_to_recordset(${JSON.stringify(numbers)}::json) as r(id bigint, changed bigint) where i.id = r.id`,
    );
  });
}

/** If the first of some duplicates is gone, makes the next one the first; `number` puts one of them on the stream. */
export async function succeed(tx: Orm, gone: readonly number[], number: number | null): Promise<void> {
  const heirs = await rowsOf<{ id: string | number }>(
    tx,
    sql`update ${newsItems} i set cluster_id = heir.id
      from (select cluster_id, min(id) as id from ${newsItems}
        where cluster_id in (select value::bigint from json_array_elements_text(${JSON.stringify(gone)}::json))
          and cluster_id <> id and withdrawn_at is null group by cluster_id) heir
      where i.cluster_id = heir.cluster_id and i.id <> heir.cluster_id returning heir.id`,
  );
  const [heir] = heirs;
  if (heir && number !== null) {
    await tx
      .update(newsItems)
      .set({ changed: number })
      .where(eq(newsItems.id, Number(heir.id)));
  }
}
