/**
 * Applications and questions belong to the account of their e-mail address once it is confirmed. An application with an
 * address that has no account makes one, with the password that was chosen, for its applicant to confirm.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Application } from '../../accounts/shapes.ts';
import { createApplied } from '../companies/applied.ts';
import type { Orm } from '../db/database.ts';
import { applications, questions, userCredentials, userProfiles, users } from '../db/schema.ts';
import { countReferral } from './referrals.ts';

export interface Owner {
  id: string;
  isConfirmed: boolean;
}

/** The user with an address in lower case. It can neither be confirmed nor erased until the transaction ends. */
export async function userOf(tx: Orm, email: string): Promise<Owner | null> {
  const [found] = await tx
    .select({ id: users.id, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .for('share');
  return found ?? null;
}

/**
 * Gives a user what was applied for and asked with their address before it was confirmed. Call it in the transaction
 * that confirms the address, after it: whatever is being stored meanwhile then waits, and finds the address confirmed.
 */
export async function joinEarlier(tx: Orm, userId: string, email: string, now: Date): Promise<void> {
  const key = email.toLowerCase();
  const joined = await tx
    .update(applications)
    .set({ user: userId })
    .where(and(eq(applications.emailKey, key), isNull(applications.user)))
    .returning({ reference: applications.reference, referrer: applications.referrer });
  await createApplied(
    tx,
    joined.map(({ reference }) => reference),
    now,
  );
  for (const { referrer } of joined) if (referrer) await countReferral(tx, referrer);
  await tx
    .update(questions)
    .set({ user: userId })
    .where(and(eq(sql`lower(${questions.email})`, key), isNull(questions.user)));
}

/** The account of an applicant's address: the one there is, which stays as it is, or a new one. */
export async function accountFor(
  tx: Orm,
  { nickname, locale, role, brokerNumber, mobile, agreements, notifications, privacy }: Application,
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
  const { privacy: privacyText, terms } = agreements;
  await tx
    .insert(userCredentials)
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash, ...times });
  await tx.insert(userProfiles).values({
    userId: id,
    ...{ locale, role, brokerNumber, mobile },
    agreements: { privacy: privacyText, terms, at: now.toISOString() },
    toggles: { notifications, privacy },
  });
  return { id, isConfirmed: false };
}

/** Fills in what the profile of a user does not say yet. */
export async function fillProfile(
  tx: Orm,
  userId: string,
  { role, brokerNumber, mobile, notifications, privacy }: Application,
): Promise<void> {
  const toggles = JSON.stringify({ notifications, privacy });
  await tx
    .update(userProfiles)
    .set({
      role: sql`coalesce(${userProfiles.role}, ${role})`,
      brokerNumber: sql`coalesce(nullif(${userProfiles.brokerNumber}, ''), ${brokerNumber})`,
      mobile: sql`coalesce(nullif(${userProfiles.mobile}, ''), ${mobile})`,
      toggles: sql`coalesce(${userProfiles.toggles}, ${toggles}::jsonb)`,
    })
    .where(eq(userProfiles.userId, userId));
}

/** As long as those that better-auth makes. */
const newId = () => randomBytes(24).toString('base64url');
