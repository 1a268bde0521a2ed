/** Links for a new password and for a locked account. */
import { eq } from 'drizzle-orm';
import { forgottenCall, resetCall, unlockCall } from '../../../contract/users.ts';
import { forgottenShape, linkShape, resetShape } from '../../../forms/userForms.ts';
import { fault } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userDevices, userProfiles, users } from '../../db/schema.ts';
import { serverMessage } from '../../messages.ts';
import { withMinimumTime } from '../../shared/minimumTime.ts';
import { hashPassword } from '../../shared/passwords.ts';
import { IdentityRefusal, refusing } from '../identity.ts';
import { findLink, takeLink } from '../links.ts';
import { mailUser, occasionAt, timeIn } from '../mails.ts';
import { noteOwn } from '../profile/profileChange.ts';
import { endChallenges } from '../security/securityChange.ts';
import { identityOn } from '../sessions.ts';
import type { EntryLimits, UserPart } from '../userCalls.ts';
import { clearFailures, counterOf } from './logInFailures.ts';
import { mailConfirmation } from './signUp.ts';

export function addRecovery(
  { calls, users: { site, sendsMail, minimumMs, isBreached } }: UserPart,
  limits: EntryLimits,
): void {
  calls.open({
    call: forgottenCall,
    method: 'post',
    operationId: 'userPasswordForgotten',
    summary: 'Mails a link for a new password. The answer is the same whether or not the address has an account',
    body: forgottenShape,
    limit: limits.logIn,
    handle: ({ orm, now, body: { email } }) =>
      withMinimumTime(minimumMs, async () => {
        await refusing('mailing a link for a new password', () =>
          orm.transaction(async (tx) => {
            const onReset = ({ id }: { id: string }, token: string) => mailReset(tx, id, token, now);
            const [user] = await tx.select().from(users).where(eq(users.email, email.toLowerCase()));
            if (user && !user.emailVerified) return mailConfirmation(tx, user.id, now);
            await (await identityOn(tx, { site, now, onReset })).api.requestPasswordReset({ body: { email } });
          }),
        );
        return { data: { mail: sendsMail } };
      }),
  });

  calls.open({
    call: resetCall,
    method: 'post',
    operationId: 'userPasswordReset',
    summary: 'Sets a new password with the link of the mail, ends all sessions and unlocks',
    body: resetShape,
    limit: limits.link,
    handle: async ({ orm, now, body: { token, password } }) => {
      if (await isBreached(password)) return fault('password', 'passwordBreached');
      const hashed = await hashPassword(password);
      try {
        await refusing('setting a new password', () =>
          orm.transaction(async (tx) => {
            let userId = '';
            const onPassword = async ({ id }: { id: string }) => {
              userId = id;
            };
            const identity = await identityOn(tx, { site, now, hashed, onPassword });
            await identity.api.resetPassword({ body: { token, newPassword: password } });
            await noteNewPassword(tx, userId, now);
            await noteOwn(tx, userId, 'passwordReset', now);
            // Whoever had the old password may have called a device their own.
            await tx.delete(userDevices).where(eq(userDevices.userId, userId));
          }),
        );
      } catch (error) {
        if (error instanceof IdentityRefusal) return fault('token', 'linkUsed');
        throw error;
      }
      return { data: null };
    },
  });

  calls.open({
    call: unlockCall,
    method: 'post',
    operationId: 'userUnlock',
    summary: 'Unlocks an address after too many failed log-ins, with the link of the mail',
    body: linkShape,
    limit: limits.link,
    handle: async ({ orm, now, body }) => {
      const link = await findLink(orm, 'unlock', body.token, now);
      const isUsed = await guarded('unlocking', () =>
        orm.transaction(async (tx) => {
          if (!link || !(await takeLink(tx, link, now))) return false;
          await unlock(tx, link.userId);
          return true;
        }),
      );
      return isUsed ? { data: null } : fault('token', 'linkUsed');
    },
  });
}

async function mailReset(tx: Orm, userId: string, token: string, now: Date): Promise<void> {
  const [profile] = await tx
    .select({ hint: userProfiles.passwordHint })
    .from(userProfiles)
    .where(eq(userProfiles.userId, userId));
  const hint = profile?.hint ?? '';
  await mailUser(
    tx,
    userId,
    {
      name: 'userReset',
      occasion: occasionAt(now),
      path: `/login#reset=${token}`,
      values: (locale) => ({ hint: hint && serverMessage('server.passwordHint', locale, hint) }),
    },
    now,
  );
}

/** What follows from a new password: it unlocks, ends what the old one began, and forgets the hint at that. */
export async function noteNewPassword(tx: Orm, userId: string, now: Date): Promise<void> {
  await unlock(tx, userId);
  await endChallenges(tx, userId);
  await tx.update(userProfiles).set({ passwordHint: '' }).where(eq(userProfiles.userId, userId));
  const values = (locale: Parameters<typeof timeIn>[0]) => ({ time: timeIn(locale, now) });
  await mailUser(tx, userId, { name: 'userPassword', occasion: now.toISOString(), path: '/login', values }, now);
}

/** Forgets the failed log-ins of a user's address and devices. */
export async function unlock(tx: Orm, userId: string): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const devices = await tx.select({ device: userDevices.id }).from(userDevices).where(eq(userDevices.userId, userId));
  // One after the other: a connection of Postgres takes one query at a time.
  for (const counted of [...(user ? [user] : []), ...devices]) await clearFailures(tx, await counterOf(tx, counted));
}
