/** Erases applications and questions with all that is stored of them: by hand, or some days after their last state. */
import { and, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { FINAL_STATES } from '../../forms/lists.ts';
import { forgetApplication } from '../companies/assigned/companyOfApplication.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { applicationAudit, applications, questionAudit, questions } from '../db/schema.ts';
import { eraseMails } from '../mail/queue.ts';
import { LICENSES, PICTURES, removeFiles, type Shelf, untieFiles } from './files.ts';
import { daysBefore, RETENTION } from './tidy.ts';

interface Erasable {
  table: PgTable;
  audit: typeof applicationAudit;
  shelf: Shelf;
  /** Names the work in messages */
  doing: { erase: string; look: string };
  /** The condition of those that reached their last state before a time */
  isOver: (before: Date) => SQL | undefined;
  /** Runs in the transaction before the row is locked */
  prepare?: (tx: Orm, reference: string) => Promise<void>;
}

export const ERASED_APPLICATIONS: Erasable = {
  table: applications,
  audit: applicationAudit,
  shelf: LICENSES,
  doing: { erase: 'erasing an application', look: 'looking for old applications' },
  isOver: (before) => and(inArray(applications.state, [...FINAL_STATES]), lt(applications.finalAt, before)),
  // Before the application is locked, as who decides on it does.
  prepare: forgetApplication,
};
export const ERASED_QUESTIONS: Erasable = {
  table: questions,
  audit: questionAudit,
  shelf: PICTURES,
  doing: { erase: 'erasing a question', look: 'looking for old questions' },
  isOver: (before) => lt(questions.closedAt, before),
};

/** Erases one with its files and mails; false if there is none. The audit records what was done, and by whom. */
export async function eraseRecord(
  kind: Erasable,
  orm: Orm,
  dataDir: string,
  reference: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const files = await guarded(kind.doing.erase, () =>
    orm.transaction((tx) => deleteRecord(kind, tx, reference, by, now)),
  );
  // After a crash, sweepFiles() removes what is still there.
  if (files) await removeFiles(kind.shelf, orm, dataDir, files);
  return files !== null;
}

/** Deletes one and its mails in a transaction. Returns the ids of its files, which are then removed; or null. */
export async function deleteRecord(
  { table, audit, shelf, prepare }: Erasable,
  tx: Orm,
  reference: string,
  by: string,
  now: Date,
): Promise<string[] | null> {
  await prepare?.(tx, reference);
  const deletion = sql`delete from ${table} where reference = ${reference} returning state`;
  const [gone] = await rowsOf<{ state: string }>(tx, deletion);
  if (!gone) return null;
  const ids = await untieFiles(shelf, tx, reference);
  await eraseMails(tx, reference);
  await tx.insert(audit).values({ at: now, reference, by, action: 'erased', detail: gone.state });
  return ids;
}

/** Erases those in their last state for more than `keepDays` days (0 erases none). Returns their number. */
export async function eraseOld(
  kind: Erasable,
  orm: Orm,
  dataDir: string,
  keepDays: number,
  now: Date,
): Promise<number> {
  if (keepDays === 0) return 0;
  const old = await guarded(kind.doing.look, () =>
    rowsOf<{ reference: string }>(
      orm,
      sql`select reference from ${kind.table} where ${kind.isOver(daysBefore(now, keepDays))}`,
    ),
  );
  let erased = 0;
  for (const { reference } of old) {
    if (await eraseRecord(kind, orm, dataDir, reference, RETENTION, now)) erased += 1;
  }
  return erased;
}
