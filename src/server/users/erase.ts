/** Erases users with all that is stored about them: by hand, or some days after they closed their account. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { deleteApplication, RETENTION } from '../accounts/erase.ts';
import { LICENCES, PICTURES, removeFiles } from '../accounts/files.ts';
import { endMemberships, lockCompanies } from '../companies/memberships.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { applications, questions, userAudit, userProfiles, users, userVerifications } from '../db/schema.ts';
import { eraseMails } from '../mail/queue.ts';
import { deleteQuestion } from '../support/erase.ts';
import { clearFailures, counterOf } from './failures.ts';

/**
 * Erases a user with their applications, questions, files and mails; false if there is none. Their memberships of
 * companies end. The audits record what was done, and by whom. `isClosed`: only if the account is closed and has cooled.
 */
export async function eraseUser(
  orm: Orm,
  dataDir: string,
  id: string,
  by: string,
  now: Date,
  { isClosed = false } = {},
): Promise<boolean> {
  const files = await guarded('erasing a user', () =>
    orm.transaction(async (tx) => {
      await lockCompanies(tx, id);
      // No application and no question can be added for the user from here on.
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('update');
      if (!user) return null;
      if (isClosed) {
        // It may have been opened again since.
        const [closed] = await tx.select().from(userProfiles).where(cooled(now, id)).for('update');
        if (!closed) return null;
      }
      const licences: string[] = [];
      const pictures: string[] = [];
      for (const { reference } of await tx.select().from(applications).where(eq(applications.user, id))) {
        licences.push(...((await deleteApplication(tx, reference, by, now)) ?? []));
      }
      for (const { reference } of await tx.select().from(questions).where(eq(questions.user, id))) {
        pictures.push(...((await deleteQuestion(tx, reference, by, now)) ?? []));
      }
      await endMemberships(tx, { id, email: user.email }, now);
      await eraseMails(tx, id);
      await clearFailures(tx, await counterOf(tx, user));
      // Challenges of the second step name the user in their value.
      await tx.delete(userVerifications).where(sql`position(${id} in ${userVerifications.value}) > 0`);
      await tx.delete(users).where(eq(users.id, id));
      await tx.insert(userAudit).values({ at: now, reference: id, by, action: 'erased' });
      return { licences, pictures };
    }),
  );
  if (!files) return false;
  // After a crash, sweepFiles() removes what is still there.
  await removeFiles(LICENCES, orm, dataDir, files.licences);
  await removeFiles(PICTURES, orm, dataDir, files.pictures);
  return true;
}

const cooled = (now: Date, id?: string) =>
  and(lte(userProfiles.erasedAt, now), id === undefined ? undefined : eq(userProfiles.userId, id));

/** Erases users whose closed account has cooled. Returns their number. */
export async function eraseClosed(orm: Orm, dataDir: string, now: Date): Promise<number> {
  const over = await guarded('looking for closed accounts', () =>
    orm.select({ id: userProfiles.userId }).from(userProfiles).where(cooled(now)),
  );
  let erased = 0;
  for (const { id } of over) {
    if (await eraseUser(orm, dataDir, id, RETENTION, now, { isClosed: true })) erased += 1;
  }
  return erased;
}
