/**
 * Writes replies: sends, corrects and removes them. A change that readers see takes the next number of the counter of
 * posts (db/numbered.ts), whose stream tells of both. The first reply of an author waits until the operator has read it.
 */
import { and, eq, gt, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { postCounts, posts, replies, replyAudit, replyRevisions } from '../db/schema.ts';
import { closeReports } from '../moderation/openReports.ts';
import { CHANNEL } from '../posts/writing.ts';
import { eraseMarks } from './marks.ts';
import { findRepliedPost, type ReplyRow, type Undone } from './repliedPost.ts';

/** So long after it was sent, a reply is corrected without a mark. */
export const SILENT_MS = 15 * 60_000;
/** The same words again within this time are the same reply: a browser has sent it twice. */
const TWICE_MS = 10 * 60_000;

export const addReply = (
  orm: Orm,
  {
    author,
    post,
    answered,
    text,
    waits,
  }: { author: string; post: number; answered: number | null; text: string; waits: boolean },
  now: Date,
): Promise<ReplyRow | Undone> =>
  guarded('adding a reply', () =>
    numbered(orm, CHANNEL, 1, async (tx, number): Promise<ReplyRow | Undone> => {
      const repliedPost = await findRepliedPost(tx, post);
      if (typeof repliedPost === 'string') return repliedPost;
      const [target] =
        answered === null
          ? []
          : await tx
              .select()
              .from(replies)
              .where(and(eq(replies.id, answered), eq(replies.post, post)));
      if (answered !== null && (!target || !['published', 'withdrawn', 'removed'].includes(target.state)))
        return 'unknown';
      if (target && target.state !== 'published') return 'state';
      const [same] = await tx
        .select()
        .from(replies)
        .where(
          and(
            eq(replies.post, post),
            eq(replies.author, author),
            eq(replies.text, text),
            inArray(replies.state, ['waiting', 'published']),
            sql`${replies.answered} is not distinct from ${answered}`,
            gt(replies.sentAt, new Date(now.getTime() - TWICE_MS)),
          ),
        )
        .limit(1);
      if (same) return same;
      const values = { id: number, changed: number, post, parent: target ? (target.parent ?? target.id) : null };
      const [row] = await tx
        .insert(replies)
        .values({ ...values, answered, author, text, state: 'waiting', sentAt: now })
        .returning();
      if (!row || waits || !(await isKnown(tx, author))) return row ?? 'state';
      return show(tx, row, number, now);
    }),
  );

/** True if a reply or a post of the author is public. */
async function isKnown(tx: Orm, author: string): Promise<boolean> {
  for (const table of [replies, posts]) {
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.author, author), eq(table.state, 'published')))
      .limit(1);
    if (found.length > 0) return true;
  }
  return false;
}

/** Changes a reply in a transaction that has locked it. */
const onReply = <T>(
  orm: Orm,
  { id, doing, author }: { id: number; doing: string; author?: string },
  work: (tx: Orm, row: ReplyRow, number: number) => Promise<T>,
): Promise<T | 'unknown'> =>
  guarded(doing, () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const [row] = await tx
        .select()
        .from(replies)
        .where(and(eq(replies.id, id), author === undefined ? undefined : eq(replies.author, author)))
        .for('update');
      return row ? work(tx, row, number) : 'unknown';
    }),
  );

async function change(tx: Orm, { id }: ReplyRow, set: Partial<ReplyRow>): Promise<ReplyRow> {
  const [row] = await tx.update(replies).set(set).where(eq(replies.id, id)).returning();
  if (!row) throw new Error('A locked reply is gone');
  return row;
}

/** Counts a reply that appears or disappears, at the one above it and at the post. */
async function count(tx: Orm, { post, parent }: ReplyRow, by: 1 | -1): Promise<void> {
  if (parent !== null) {
    await tx
      .update(replies)
      .set({ below: sql`${replies.below} + ${by}` })
      .where(eq(replies.id, parent));
  }
  await tx
    .insert(postCounts)
    .values({ post, replies: Math.max(by, 0) })
    .onConflictDoUpdate({ target: postCounts.post, set: { replies: sql`${postCounts.replies} + ${by}` } });
}

/** Makes a reply public. */
async function show(tx: Orm, row: ReplyRow, number: number, now: Date): Promise<ReplyRow> {
  await count(tx, row, 1);
  return change(tx, row, { state: 'published', changed: number, publishedAt: row.publishedAt ?? now, reason: null });
}

/**
 * Replaces the text. For a while nobody sees that; afterwards readers see the earlier text too. One that was refused waits
 * again; one that waits does not change under the eyes of who reads it.
 */
export const correctReply = (
  orm: Orm,
  { id, author, text, waits }: { id: number; author: string; text: string; waits: boolean },
  now: Date,
): Promise<ReplyRow | Undone> =>
  onReply(orm, { id, author, doing: 'correcting a reply' }, async (tx, row, number): Promise<ReplyRow | Undone> => {
    if (row.state === 'removed') return 'unknown';
    const repliedPost = await findRepliedPost(tx, row.post);
    if (typeof repliedPost === 'string') return repliedPost;
    if (row.state === 'refused') return change(tx, row, { state: 'waiting', text, sentAt: now, reason: null });
    if (row.state !== 'published') return 'state';
    if (text === row.text) return row;
    if (waits) {
      // A moderator reads it before readers do.
      await count(tx, row, -1);
      return change(tx, row, { state: 'waiting', text, sentAt: now, changed: number });
    }
    if (now.getTime() - row.sentAt.getTime() <= SILENT_MS) return change(tx, row, { text, changed: number });
    await tx.insert(replyRevisions).values({ reply: id, number: row.revision, text: row.text, until: now });
    return change(tx, row, { text, changed: number, revision: row.revision + 1, correctedAt: now });
  });

/** What is removed leaves no word; its place stays if there are replies below. */
async function empty(tx: Orm, row: ReplyRow): Promise<Partial<ReplyRow>> {
  await tx.delete(replyRevisions).where(eq(replyRevisions.reply, row.id));
  return { state: 'removed', text: '', reason: null, revision: 1, correctedAt: null };
}

/** Removes a reply of an author, also from a post that is withdrawn. */
export const removeReply = (
  orm: Orm,
  { id, author }: { id: number; author: string },
  now: Date,
): Promise<'done' | 'unknown'> =>
  onReply(orm, { id, author, doing: 'removing a reply' }, async (tx, row, number): Promise<'done'> => {
    if (row.state === 'removed') return 'done';
    if (row.state === 'published') await count(tx, row, -1);
    await change(tx, row, { ...(await empty(tx, row)), changed: number });
    await closeReports(tx, 'reply', id, now);
    return 'done';
  });

/** Puts a reply, which the transaction has locked, into the state that was decided (server/moderation). */
export async function putReply(
  tx: Orm,
  id: number,
  {
    state,
    why,
    by,
    number,
  }: { state: 'published' | 'refused' | 'withdrawn'; why: string | null; by: string; number: number },
  now: Date,
): Promise<void> {
  const [row] = await tx.select().from(replies).where(eq(replies.id, id));
  if (!row) return;
  if (state === 'published') await show(tx, row, number, now);
  else {
    if (row.state === 'published') await count(tx, row, -1);
    await change(tx, row, { state, changed: number, reason: why });
  }
  await tx.insert(replyAudit).values({ at: now, reference: String(id), by, action: state, detail: why });
}

/**
 * Takes what a user who is erased has written: all of it, but for the places above other replies; with `keep`, of what
 * readers see only their name. Their marks go in either case. Call it before the user is deleted.
 */
export async function eraseReplies(tx: Orm, author: string, { keep = false } = {}): Promise<void> {
  await eraseMarks(tx, author);
  const gone = and(eq(replies.author, author), keep ? ne(replies.state, 'published') : undefined);
  const rows = await tx.select().from(replies).where(gone).for('update');
  for (const row of rows) {
    if (row.state === 'published') await count(tx, row, -1);
    await change(tx, row, { ...(await empty(tx, row)), author: null });
  }
  const below = alias(replies, 'below_it');
  // Replies below others first: those above may then have none left.
  for (const isBelow of [true, false]) {
    const ids = rows.filter(({ parent }) => (parent !== null) === isBelow).map(({ id }) => id);
    if (ids.length === 0) continue;
    await tx
      .delete(replies)
      .where(
        and(
          inArray(replies.id, ids),
          notExists(tx.select({ id: below.id }).from(below).where(eq(below.parent, replies.id))),
        ),
      );
  }
}
