/** Erases applications with all their personal data: by hand, or some days after they reached a final state. */
import { and, eq, inArray, lt } from 'drizzle-orm';
import { FINAL_STATES } from '../../forms/lists.ts';
import { forgetApplication } from '../companies/work/companyOfApplication.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { applicationAudit, applications } from '../db/schema.ts';
import { eraseMails } from '../mail/queue.ts';
import { LICENCES, removeFiles, untieFiles } from '../shared/files.ts';
import { daysBefore, RETENTION } from '../shared/tidy.ts';

/** Erases one application, its files and its mails; false if there is none. The audit records what was done, and by whom. */
export async function eraseApplication(
  orm: Orm,
  dataDir: string,
  reference: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const files = await guarded('erasing an application', () =>
    orm.transaction((tx) => deleteApplication(tx, reference, by, now)),
  );
  // After a crash, sweepFiles() removes what is still there.
  if (files) await removeFiles(LICENCES, orm, dataDir, files);
  return files !== null;
}

/** Deletes an application and its mails in a transaction. Returns the ids of its files, which are then removed; or null. */
export async function deleteApplication(tx: Orm, reference: string, by: string, now: Date): Promise<string[] | null> {
  // Before the application is locked, as who decides on it does.
  await forgetApplication(tx, reference);
  const [gone] = await tx
    .delete(applications)
    .where(eq(applications.reference, reference))
    .returning({ state: applications.state });
  if (!gone) return null;
  const ids = await untieFiles(LICENCES, tx, reference);
  await eraseMails(tx, reference);
  await tx.insert(applicationAudit).values({ at: now, reference, by, action: 'erased', detail: gone.state });
  return ids;
}

/** Erases applications in a final state for more than `keepDays` days (0 erases none). Returns their number. */
export async function eraseOld(orm: Orm, dataDir: string, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  const before = daysBefore(now, keepDays);
  const old = await guarded('looking for old applications', () =>
    orm
      .select({ reference: applications.reference })
      .from(applications)
      .where(and(inArray(applications.state, [...FINAL_STATES]), lt(applications.finalAt, before))),
  );
  let erased = 0;
  for (const { reference } of old) {
    if (await eraseApplication(orm, dataDir, reference, RETENTION, now)) erased += 1;
  }
  return erased;
}
