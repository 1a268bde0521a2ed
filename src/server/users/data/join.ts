/**
 * Knowing an address proves nothing: an application or a question of somebody who is not logged in belongs to nobody
 * until the owner of its address says that it is theirs (offers.ts). An application with an address that has no account
 * makes one, with the password that was chosen: whoever confirms the address with that password has sent it.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Application } from '../../../forms/shapes.ts';
import { writeSent } from '../../applications/record.ts';
import { createApplied } from '../../companies/assigned/companyOfApplication.ts';
import type { Orm } from '../../db/database.ts';
import { applicationAudit, applications, userCredentials, userProfiles, users } from '../../db/schema.ts';
import { USER } from '../profile/profileChange.ts';
import { countReferral } from '../profile/referrals.ts';

export interface Owner {
  id: string;
  isConfirmed: boolean;
}

/** The user with an address in lower case. */
export async function userOf(tx: Orm, email: string): Promise<Owner | null> {
  const [found] = await tx
    .select({ id: users.id, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.email, email));
  return found ?? null;
}

/**
 * Gives a user an application that belongs to nobody yet; false if it does, or if it was denied. Call it once the user
 * has said that it is theirs, and with the user's row locked. `isOwn`: they have shown that they have sent it.
 */
export async function joinApplication(
  tx: Orm,
  reference: string,
  userId: string,
  now: Date,
  { isOwn = false } = {},
): Promise<boolean> {
  const [joined] = await tx
    .update(applications)
    .set({ user: userId })
    .where(and(eq(applications.reference, reference), isNull(applications.user), isNull(applications.deniedAt)))
    .returning({
      referrer: applications.referrer,
      answers: applications.answers,
      submittedAt: applications.submittedAt,
    });
  if (!joined) return false;
  await tx.insert(applicationAudit).values({ at: now, reference, by: USER, action: 'accepted' });
  await writeSent(tx, { reference, user: userId, ...joined }, { isOwn }, now);
  await createApplied(tx, reference, now);
  const { referrer } = joined;
  const others = and(eq(applications.user, userId), ne(applications.reference, reference));
  if (referrer && referrer !== userId && (await tx.$count(applications, others)) === 0) {
    await countReferral(tx, referrer);
  }
  return true;
}

/**
 * Gives a user who has just confirmed their address the application that has made the account. `passwordHash` is that
 * of the password with which they confirmed: no other application has the same.
 */
export async function joinOwn(tx: Orm, userId: string, passwordHash: string, now: Date): Promise<void> {
  const [application] = await tx
    .select({ reference: applications.reference, answers: applications.answers })
    .from(applications)
    .innerJoin(users, eq(users.email, applications.emailKey))
    .where(and(eq(users.id, userId), eq(applications.passwordHash, passwordHash)));
  if (application && (await joinApplication(tx, application.reference, userId, now, { isOwn: true }))) {
    await fillProfile(tx, userId, application.answers as Application);
  }
}

/**
 * The account of an applicant's address: the one there is, which stays as it is, or a new one, with nothing of the
 * application but what the log-in needs.
 */
export async function accountFor(
  tx: Orm,
  { nickname, locale, agreements }: Application,
  { email, passwordHash }: { email: string; passwordHash: string | null },
  now: Date,
): Promise<Owner | null> {
  const times = { createdAt: now, updatedAt: now };
  const id = newId();
  const made = await tx
    .insert(users)
    .values({ id, name: nickname, email, ...times })
    // Waits for another transaction that is storing the address.
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made.length === 0) return userOf(tx, email);
  const { privacy, terms } = agreements;
  await tx
    .insert(userCredentials)
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash, ...times });
  await tx.insert(userProfiles).values({
    userId: id,
    locale,
    agreements: { privacy, terms, at: now.toISOString() },
  });
  return { id, isConfirmed: false };
}

/** Fills in what the profile of a user does not say yet, by an application that they have sent themselves. */
export async function fillProfile(tx: Orm, userId: string, { role, mobile }: Application): Promise<void> {
  await tx
    .update(userProfiles)
    .set({
      role: sql`coalesce(${userProfiles.role}, ${role})`,
      mobile: sql`coalesce(nullif(${userProfiles.mobile}, ''), ${mobile})`,
    })
    .where(eq(userProfiles.userId, userId));
}

/** As long as those that better-auth makes. */
const newId = () => randomBytes(24).toString('base64url');
