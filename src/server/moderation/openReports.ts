/** What becomes of reports without a decision, and of their words in the end. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { Moderated } from '../../forms/lists.ts';
import { APPEAL_DAYS } from '../../forms/moderationForms.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { moderationDecisions, posts, replies, reports } from '../db/schema.ts';
import { daysBefore } from '../shared/tidy.ts';

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
    const items = tx.select({ id: table.id }).from(table).where(eq(table.author, user));
    await tx
      .update(reports)
      .set({ closedAt: now })
      .where(and(eq(reports.kind, kind), inArray(reports.item, items), isNull(reports.closedAt)));
  }
  await tx.update(reports).set({ words: '', appeal: null, appealReason: null }).where(eq(reports.reporter, user));
  await tx
    .update(moderationDecisions)
    .set({ title: '', words: '', appeal: null, appealReason: null })
    .where(eq(moderationDecisions.author, user));
}

/**
 * Removes the words of reports, and of appeals of those who have reported, that were decided more than `keepDays` days ago
 * (0 removes none), but not as long as an appeal is possible or waits. Decisions and counts stay. Returns their number.
 */
export async function forgetWords(orm: Orm, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  const before = daysBefore(now, Math.max(keepDays, APPEAL_DAYS));
  const isOver = and(
    lt(reports.closedAt, before),
    or(isNull(reports.appealedAt), lt(reports.appealDecidedAt, before)),
    or(ne(reports.words, ''), isNotNull(reports.appeal)),
  );
  const gone = await guarded('removing the words of old reports', () =>
    orm.update(reports).set({ words: '', appeal: null }).where(isOver).returning({ id: reports.id }),
  );
  return gone.length;
}
