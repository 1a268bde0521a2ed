/**
 * What an operator does for users who are locked out, once they have proved who they are: in seven days it removes the second
 * step, or changes the address. The mails of the beginning are for who is not locked out: any log-in within that time, which
 * passes the second step or a passkey where there is one, keeps everything as it is.
 */
import { and, eq, isNotNull, lte, ne } from 'drizzle-orm';
import { LOCALES, type Locale } from '../../../i18n/locales.ts';
import type { Orm } from '../../db/database.ts';
import { guarded, Refusal } from '../../db/errors.ts';
import { userAudit, userLinks, userProfiles, users, userTwoFactors } from '../../db/schema.ts';
import { eraseMails } from '../../mail/queue.ts';
import { note } from '../../shared/records.ts';
import { clearFailures, counterOf } from '../logIn/logInFailures.ts';
import { mailUser, timeIn } from '../mails.ts';
import { USER } from '../profile/profileChange.ts';

/** Texts name it: userSecondStepEnding, userAddressChanging, docs/operating.md. */
const WAIT_MS = 7 * 86_400_000;
/** The name in the audit if the time has come. */
const BY_TIME = 'recovery';

type User = typeof users.$inferSelect;

/** 'December 7, 2026', by UTC. */
export const dayIn = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

const lockProfile = async (tx: Orm, userId: string) => {
  const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, userId)).for('update');
  return profile;
};

/** Begins it. `email`: the new address; without one the second step is removed. Returns when. */
export async function beginRecovery(
  orm: Orm,
  user: User,
  { email = null, by, now }: { email?: string | null; by: string; now: Date },
): Promise<Date> {
  if (!user.emailVerified)
    throw new Refusal('The address of this account was never confirmed: there is nothing to recover.');
  if (email === null && !user.twoFactorEnabled) throw new Refusal('This account has no second step.');
  return guarded('beginning a recovery', () =>
    orm.transaction(async (tx) => {
      const begun = (await lockProfile(tx, user.id))?.recoveryAt;
      if (begun) {
        throw new Refusal(
          `A recovery is under way until ${begun.toISOString().slice(0, 10)}: 'users keep' takes it back.`,
        );
      }
      if (email !== null && (await isTaken(tx, user.id, email)))
        throw new Refusal(`${email} has an account of its own.`);
      const recoveryAt = new Date(now.getTime() + WAIT_MS);
      await tx.update(userProfiles).set({ recoveryAt, recoveryEmail: email }).where(eq(userProfiles.userId, user.id));
      const action = email === null ? 'removal of second step begun' : 'change of address begun';
      await note(userAudit, tx, { at: now, reference: user.id, by, action });
      const mail = { occasion: now.toISOString(), path: '/login' };
      if (email === null) {
        const values = (locale: Locale) => ({ date: dayIn(locale, recoveryAt) });
        await mailUser(tx, user.id, { ...mail, name: 'userSecondStepEnding', values }, now);
      } else {
        for (const to of [user.email, email]) {
          const values = (locale: Locale) => ({ email, date: dayIn(locale, recoveryAt) });
          const occasion = `${mail.occasion} ${to === email ? 'new' : 'old'}`;
          await mailUser(tx, user.id, { ...mail, name: 'userAddressChanging', occasion, to, values }, now);
        }
      }
      return recoveryAt;
    }),
  );
}

/** Takes it back, if one is under way: a log-in does, or an operator. True if there was one. */
export async function endRecovery(tx: Orm, userId: string, now: Date, by: string = USER): Promise<boolean> {
  const taken = await tx
    .update(userProfiles)
    .set({ recoveryAt: null, recoveryEmail: null })
    .where(and(eq(userProfiles.userId, userId), isNotNull(userProfiles.recoveryAt)))
    .returning({ id: userProfiles.userId });
  if (taken.length === 0) return false;
  await tx.insert(userAudit).values({ at: now, reference: userId, by, action: 'recovery taken back' });
  const values = (locale: Locale) => ({ time: timeIn(locale, now) });
  const mail = { name: 'userRecoveryEnded', occasion: now.toISOString(), path: '/profile/security' } as const;
  await mailUser(tx, userId, { ...mail, values }, now);
  return true;
}

const isTaken = async (tx: Orm, userId: string, email: string) =>
  (await tx.$count(users, and(eq(users.email, email), eq(users.emailVerified, true), ne(users.id, userId)))) > 0;

/** Does what has waited for seven days. Returns its number. */
export async function finishRecoveries(orm: Orm, now: Date): Promise<number> {
  const due = await guarded('looking for recoveries', () =>
    orm.select({ id: userProfiles.userId }).from(userProfiles).where(lte(userProfiles.recoveryAt, now)),
  );
  for (const { id } of due) await guarded('ending a recovery', () => orm.transaction((tx) => finish(tx, id, now)));
  return due.length;
}

async function finish(tx: Orm, userId: string, now: Date): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  const profile = await lockProfile(tx, userId);
  // A log-in may have taken it back since.
  if (!user || !profile?.recoveryAt || profile.recoveryAt > now) return;
  const email = profile.recoveryEmail;
  await tx.update(userProfiles).set({ recoveryAt: null, recoveryEmail: null }).where(eq(userProfiles.userId, userId));
  const audit = (action: string) =>
    tx
      .insert(userAudit)
      .values({ at: now, reference: userId, by: BY_TIME, action })
      .then(() => {});
  if (email === null) {
    await tx.update(users).set({ twoFactorEnabled: false, updatedAt: now }).where(eq(users.id, userId));
    await tx.delete(userTwoFactors).where(eq(userTwoFactors.userId, userId));
    await audit('second step removed');
    const values = (locale: Locale) => ({ time: timeIn(locale, now) });
    const mail = { name: 'userSecondStepEnded', occasion: now.toISOString(), path: '/profile/security' } as const;
    return mailUser(tx, userId, { ...mail, values }, now);
  }
  // Somebody has signed up with it meanwhile, and confirmed it.
  if (await isTaken(tx, userId, email)) return audit('change of address failed: it has an account');
  const unconfirmed = await tx
    .delete(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
    .returning({ id: users.id });
  for (const { id } of unconfirmed) await eraseMails(tx, id);
  await tx.update(users).set({ email, updatedAt: now }).where(eq(users.id, userId));
  // Links that were sent to the lost mailbox
  await tx.delete(userLinks).where(eq(userLinks.userId, userId));
  await clearFailures(tx, await counterOf(tx, { email }));
  await audit('address changed');
  for (const to of [user.email, email]) {
    const occasion = `${now.toISOString()} ${to === email ? 'new' : 'old'}`;
    const mail = { name: 'userEmailChanged', occasion, path: to === email ? '/login' : '/support', to } as const;
    await mailUser(tx, userId, { ...mail, values: () => ({ email }) }, now);
  }
}
