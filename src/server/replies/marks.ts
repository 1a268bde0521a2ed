/** Helpful marks: one for each user and post or reply, which can be taken back. Nobody sees who has given them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { postCounts, postMarks, replies, replyMarks } from '../db/schema.ts';
import { findRepliedPost, type Undone } from './repliedPost.ts';

/** Their own is nothing that users mark. */
export type Unmarked = Exclude<Undone, 'state'> | 'own';

interface Mark {
  id: number;
  user: string;
  /** False takes it back */
  helpful: boolean;
}

/** Marks a reply; returns how many find it helpful. Twice is once, also at the same time. */
export const markReply = (orm: Orm, { id, user, helpful }: Mark): Promise<number | Unmarked> =>
  guarded('marking a reply', () =>
    orm.transaction(async (transaction): Promise<number | Unmarked> => {
      const tx = transaction as Orm;
      const [row] = await tx
        .select()
        .from(replies)
        .where(and(eq(replies.id, id), eq(replies.state, 'published')));
      if (!row) return 'unknown';
      const repliedPost = await findRepliedPost(tx, row.post);
      if (typeof repliedPost === 'string') return repliedPost;
      if (row.author === user) return 'own';
      const changed = helpful
        ? await tx.insert(replyMarks).values({ reply: id, user, post: row.post }).onConflictDoNothing().returning()
        : await tx
            .delete(replyMarks)
            .where(and(eq(replyMarks.reply, id), eq(replyMarks.user, user)))
            .returning();
      const by = changed.length * (helpful ? 1 : -1);
      const [after] = await tx
        .update(replies)
        .set({ helpful: sql`${replies.helpful} + ${by}` })
        .where(eq(replies.id, id))
        .returning({ helpful: replies.helpful });
      return after?.helpful ?? 'unknown';
    }),
  );

/** The same of a post. */
export const markPost = (orm: Orm, { id, user, helpful }: Mark): Promise<number | Unmarked> =>
  guarded('marking a post', () =>
    orm.transaction(async (transaction): Promise<number | Unmarked> => {
      const tx = transaction as Orm;
      const repliedPost = await findRepliedPost(tx, id);
      if (typeof repliedPost === 'string') return repliedPost;
      if (repliedPost.author === user) return 'own';
      const changed = helpful
        ? await tx.insert(postMarks).values({ post: id, user }).onConflictDoNothing().returning()
        : await tx
            .delete(postMarks)
            .where(and(eq(postMarks.post, id), eq(postMarks.user, user)))
            .returning();
      const by = changed.length * (helpful ? 1 : -1);
      const [after] = await tx
        .insert(postCounts)
        .values({ post: id, helpful: Math.max(by, 0) })
        .onConflictDoUpdate({ target: postCounts.post, set: { helpful: sql`${postCounts.helpful} + ${by}` } })
        .returning({ helpful: postCounts.helpful });
      return after?.helpful ?? 'unknown';
    }),
  );

/** Takes all marks of a user who is erased. */
export async function eraseMarks(tx: Orm, user: string): Promise<void> {
  const ofReplies = tx.select({ id: replyMarks.reply }).from(replyMarks).where(eq(replyMarks.user, user));
  await tx
    .update(replies)
    .set({ helpful: sql`${replies.helpful} - 1` })
    .where(sql`${replies.id} in ${ofReplies}`);
  const ofPosts = tx.select({ id: postMarks.post }).from(postMarks).where(eq(postMarks.user, user));
  await tx
    .update(postCounts)
    .set({ helpful: sql`${postCounts.helpful} - 1` })
    .where(sql`${postCounts.post} in ${ofPosts}`);
  await tx.delete(replyMarks).where(eq(replyMarks.user, user));
  await tx.delete(postMarks).where(eq(postMarks.user, user));
}
