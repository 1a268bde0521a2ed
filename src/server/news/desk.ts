/** What editors do to items. Each action writes an audit entry that names the editor. */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FlashPublication } from '../../contract/all.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { audit, newsItems } from '../db/schema.ts';
import { plain } from './items.ts';
import { changing, DESK, type NewsStore, revise, rowOf } from './store.ts';

type Publish = Extract<FlashPublication, { action: 'publish' }>;
type Revise = Extract<FlashPublication, { action: 'revise' }>;

export interface Published {
  id: number;
  revision: number;
}

/** Why nothing was done: no such item, withdrawn already, not written by the desk, or without a title. */
export type Unchanged = 'unknown' | 'gone' | 'notDesk' | 'untitled';

/**
 * Publishes a flash. With a key, the same editor's second attempt returns the first flash if it says the same, and
 * 'keyUsed' if it says something else.
 */
export async function publish(
  orm: Orm,
  store: NewsStore,
  editor: string,
  request: Publish,
  { key, now }: { key: string | undefined; now: Date },
): Promise<Published | 'keyUsed' | 'untitled'> {
  const { language, title, summary, link, category, important, symbols } = request;
  if (!plain(title)) return 'untitled';
  const guid = key ? hashOf([editor, key]) : randomUUID();
  const again = () => publishedUnder(orm, guid, request);
  const before = await again();
  if (before) return before;
  const taken = new Refusal('Another attempt with this key was faster.');
  try {
    await store.save(
      [
        {
          sourceId: DESK,
          kind: 'flash',
          guid,
          link,
          title,
          summary,
          language,
          category,
          publishedAt: now,
          importance: important ? 'high' : 'normal',
          importanceReason: important ? 'editor' : null,
          symbols,
        },
      ],
      async (tx, [item]) => {
        if (item === undefined) throw taken; // The first flash keeps its words.
        await tx.insert(audit).values({ at: now, editor, action: 'publish', item, detail: hashOf(request) });
      },
    );
  } catch (error) {
    if (error !== taken) throw error;
  }
  const done = await again();
  if (!done) throw new Error('A flash was saved and cannot be found.');
  return done;
}

/** The flash that an earlier attempt published; 'keyUsed' if that one said something else. */
async function publishedUnder(orm: Orm, guid: string, request: Publish): Promise<Published | 'keyUsed' | null> {
  const [item] = await guarded('looking an item up', () =>
    orm
      .select({ id: newsItems.id, revision: newsItems.revision, said: audit.detail })
      .from(newsItems)
      .leftJoin(audit, and(eq(audit.item, newsItems.id), eq(audit.action, 'publish')))
      .where(and(eq(newsItems.sourceId, DESK), eq(newsItems.guid, guid))),
  );
  if (!item) return null;
  const { said, ...published } = item;
  // Null: an older version published it and did not store what it said.
  return said === null || said === hashOf(request) ? published : 'keyUsed';
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Rewords a flash of the desk. */
export async function reword(orm: Orm, editor: string, request: Revise, now: Date): Promise<Published | Unchanged> {
  const id = Number(request.id);
  return guarded('revising an item', () =>
    changing(orm, 1, async (tx, number) => {
      const [old] = await tx.select().from(newsItems).where(eq(newsItems.id, id));
      if (old?.kind !== 'flash') return 'unknown';
      if (old.sourceId !== DESK) return 'notDesk';
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
          importance: important ? 'high' : 'normal',
          importanceReason: important ? 'editor' : null,
        },
        number,
        now,
        old,
      );
      await revise(tx, [row], now, editor);
      await tx.insert(audit).values({ at: now, editor, action: 'revise', item: id });
      return { id, revision: row.revision };
    }),
  );
}

/** Withdraws an item of any source. The first of its remaining duplicates takes its place. */
export async function withdraw(orm: Orm, editor: string, id: number, now: Date): Promise<Published | Unchanged> {
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
      await tx.insert(audit).values({ at: now, editor, action: 'withdraw', item: id });
      return { id, revision: gone.revision };
    }),
  );
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
