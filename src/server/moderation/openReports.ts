/** What becomes of reports without a decision. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Moderated } from '../../forms/lists.ts';
import type { Orm } from '../db/database.ts';
import { moderationDecisions, posts, replies, reports } from '../db/schema.ts';

/** Closes the reports of something that its author has taken away. */
export async function closeReports(tx: Orm, kind: Moderated, id: number, now: Date): Promise<void> {
  await tx
    .update(reports)
    .set({ closedAt: now })
    .where(and(eq(reports.kind, kind), eq(reports.item, id), isNull(reports.closedAt)));
}

/** Removes what a user who is erased has written to moderators, and closes the reports of what they wrote; counts stay. */
export async function eraseModeration(tx: Orm, user: string, now: Date): Promise<void> {
  for (const [kind, table] of [
    ['post', posts],
    ['reply', replies],
  ] as const) {
    const theirs = tx.select({ id: table.id }).from(table).where(eq(table.author, user));
    await tx
      .update(reports)
      .set({ closedAt: now })
      .where(and(eq(reports.kind, kind), inArray(reports.item, theirs), isNull(reports.closedAt)));
  }
  await tx.update(reports).set({ words: '', appeal: null, appealReason: null }).where(eq(reports.reporter, user));
  await tx
    .update(moderationDecisions)
    .set({ title: '', words: '', appeal: null, appealReason: null })
    .where(eq(moderationDecisions.author, user));
}
