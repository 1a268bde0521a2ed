/** The administrators of a company, and the mails to them. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '../../db/database.ts';
import { companyMembers, userProfiles, users } from '../../db/schema.ts';
import { mailUser, type UserMail } from '../../users/mails.ts';

/** The users who administrate a company. */
export function administratorsOf(tx: Orm, company: string) {
  return tx
    .select({ user: users.id, lockedAt: userProfiles.lockedAt })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.user))
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(
      and(eq(companyMembers.company, company), isNull(companyMembers.leftAt), eq(companyMembers.administrator, true)),
    );
}

/** Queues a mail to each administrator, in the transaction that stores what it reports. */
export async function mailAdministrators<N extends Extract<UserMail, `company${string}`>>(
  tx: Orm,
  company: string,
  mail: Parameters<typeof mailUser<N>>[2],
  now: Date,
): Promise<void> {
  for (const { user } of await administratorsOf(tx, company)) await mailUser(tx, user, mail, now);
}
