/** Erases questions with their answers, pictures and mails: by hand, or some days after they were closed. */
import { eq, lt } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { questionAudit, questions } from '../db/schema.ts';
import { eraseMails } from '../mail/queue.ts';
import { PICTURES, removeFiles, untieFiles } from '../shared/files.ts';
import { daysBefore, RETENTION } from '../shared/tidy.ts';

/** Erases one question; false if there is none. The audit records what was done, and by whom. */
export async function eraseQuestion(
  orm: Orm,
  dataDir: string,
  reference: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const pictures = await guarded('erasing a question', () =>
    orm.transaction((tx) => deleteQuestion(tx, reference, by, now)),
  );
  // After a crash, sweepFiles() removes what is still there.
  if (pictures) await removeFiles(PICTURES, orm, dataDir, pictures);
  return pictures !== null;
}

/** Deletes a question and its mails in a transaction. Returns the ids of its pictures, which are then removed; or null. */
export async function deleteQuestion(tx: Orm, reference: string, by: string, now: Date): Promise<string[] | null> {
  const [gone] = await tx
    .delete(questions)
    .where(eq(questions.reference, reference))
    .returning({ state: questions.state });
  if (!gone) return null;
  const ids = await untieFiles(PICTURES, tx, reference);
  await eraseMails(tx, reference);
  await tx.insert(questionAudit).values({ at: now, reference, by, action: 'erased', detail: gone.state });
  return ids;
}

/** Erases questions that have been closed for more than `keepDays` days (0 erases none). Returns their number. */
export async function eraseOldQuestions(orm: Orm, dataDir: string, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  const old = await guarded('looking for old questions', () =>
    orm
      .select({ reference: questions.reference })
      .from(questions)
      .where(lt(questions.closedAt, daysBefore(now, keepDays))),
  );
  let erased = 0;
  for (const { reference } of old) {
    if (await eraseQuestion(orm, dataDir, reference, RETENTION, now)) erased += 1;
  }
  return erased;
}
