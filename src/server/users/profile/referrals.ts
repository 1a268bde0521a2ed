/**
 * Personal links: who has one, which applications came by them, which of those count. An applicant counts once, for the
 * first application, once it belongs to an account (data/join.ts). Nobody is told who applied.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { UserCenterData } from '../../../contract/users.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { applications, userProfiles, userReferrals, users } from '../../db/schema.ts';

/** Makes the personal link of a user, or returns the one there is. */
export async function makeReferral(
  orm: Orm,
  userId: string,
  now: Date,
): Promise<NonNullable<UserCenterData['referral']>> {
  const row = { userId, code: randomBytes(9).toString('base64url'), createdAt: now };
  const [made = { code: row.code, counted: 0 }] = await guarded('making a personal link', () =>
    orm
      .insert(userReferrals)
      .values(row)
      // Changes nothing, but returns the row that there is.
      .onConflictDoUpdate({ target: userReferrals.userId, set: { userId } })
      .returning({ code: userReferrals.code, counted: userReferrals.counted }),
  );
  return made;
}

/** A user's personal link; null if there is none. */
export async function referralOf(orm: Orm, userId: string): Promise<UserCenterData['referral']> {
  const [found] = await guarded('reading a personal link', () =>
    orm
      .select({ code: userReferrals.code, counted: userReferrals.counted })
      .from(userReferrals)
      .where(eq(userReferrals.userId, userId)),
  );
  return found ?? null;
}

/**
 * Stores by whose link an application came, in the transaction that stores it: unless it is the applicant's own link, or
 * they have applied before. What was denied was not theirs. `applicant` is the account of the address, if there is one.
 */
export async function refer(
  tx: Orm,
  code: string,
  { reference, emailKey, user }: Pick<typeof applications.$inferSelect, 'reference' | 'emailKey' | 'user'>,
  applicant: { id: string } | null,
): Promise<void> {
  // Of two applications that an applicant sends at once, the later one waits here and finds the other.
  if (applicant) {
    await tx
      .select({ id: userProfiles.userId })
      .from(userProfiles)
      .where(eq(userProfiles.userId, applicant.id))
      .for('update');
  }
  const [referrer] = await tx
    .select({ id: users.id, email: users.email })
    .from(userReferrals)
    .innerJoin(users, eq(users.id, userReferrals.userId))
    .where(eq(userReferrals.code, code))
    // It cannot be erased until the transaction ends.
    .for('key share', { of: users });
  if (!referrer || referrer.id === applicant?.id || referrer.email === emailKey) return;
  const isTheirs = or(eq(applications.emailKey, emailKey), applicant ? eq(applications.user, applicant.id) : undefined);
  const [earlier] = await tx
    .select({ reference: applications.reference })
    .from(applications)
    .where(and(isTheirs, ne(applications.reference, reference), isNull(applications.deniedAt)))
    .limit(1);
  if (earlier) return;
  await tx.update(applications).set({ referrer: referrer.id }).where(eq(applications.reference, reference));
  if (user) await countReferral(tx, referrer.id);
}

/** Counts an applicant. */
export async function countReferral(tx: Orm, referrer: string): Promise<void> {
  await tx
    .update(userReferrals)
    .set({ counted: sql`${userReferrals.counted} + 1` })
    .where(eq(userReferrals.userId, referrer));
}
