/** Signing up, confirming the address, logging in and out, links for a new password and a locked account. */
import { eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { CallData } from '../../contract/common.ts';
import { logOutCall, meCall } from '../../contract/session.ts';
import {
  AVATAR_PATH,
  confirmCall,
  forgottenCall,
  logInCall,
  optionsCall,
  resetCall,
  signUpCall,
  unlockCall,
} from '../../contract/users.ts';
import {
  confirmShape,
  forgottenShape,
  handleOf,
  linkShape,
  logInShape,
  resetShape,
  signUpShape,
} from '../../forms/userForms.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { type Asking, fault, type Outcome } from '../calls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { userAvatars, userCredentials, userDevices, userProfiles, userSessions, users } from '../db/schema.ts';
import { serverMessage } from '../messages.ts';
import { hashPassword, isPassword } from '../shared/passwords.ts';
import { beginSession, noteSignIn, ownDevice } from './beginSession.ts';
import type { Part } from './calls.ts';
import { evenly } from './evenly.ts';
import { IdentityRefusal, refusing } from './identity.ts';
import { inTurn } from './inTurn.ts';
import { joinOwn } from './join.ts';
import { findLink, makeLink, takeLink } from './links.ts';
import { clearFailures, counterOf, failAttempt, takeAttempt, takeBack } from './logInFailures.ts';
import { mailUser, timeIn } from './mails.ts';
import { anyNickname, nicknameFault } from './nicknames.ts';
import { endChallenges } from './securityChange.ts';
import { identityOn } from './sessions.ts';

export const LOCKED: Outcome<never> = { error: 'locked', message: 'server.accountLocked' };
const WRONG: Outcome<never> = { error: 'invalid', message: 'server.loginWrong', field: 'password' };

/** Anyone can ask for mails to another's address, whom this protects: one of a kind in this time. */
const MAIL_EVERY_MS = 5 * 60_000;
export const occasionAt = (now: Date) => String(Math.floor(now.getTime() / MAIL_EVERY_MS));

export function addEntering({
  calls,
  users: { site, rules, sendsMail, social, cooling, evenMs },
  createLimit,
  seen,
  perMinute,
}: Part): void {
  const limit = createLimit(perMinute, 'login');
  const linkLimit = createLimit(perMinute, 'link');

  calls.open({
    call: optionsCall,
    operationId: 'userOptions',
    summary: 'What the site offers to those who sign up',
    handle: async () => ({ data: { mail: sendsMail, social: social?.name ?? null, coolingDays: cooling } }),
  });

  calls.open({
    call: signUpCall,
    method: 'post',
    operationId: 'userSignUp',
    summary: 'Signs up. The answer is the same whether or not the address has an account; a mail follows',
    body: ({ locale }) => signUpShape(rules.versionsOf(locale)),
    limit,
    handle: async ({ orm, now, body }) => {
      const refused = nicknameFault(body.nickname);
      if (refused) return fault('nickname', refused);
      const isTaken = await guarded('looking a nickname up', () =>
        orm.$count(userProfiles, eq(userProfiles.handle, handleOf(body.nickname))),
      );
      if (isTaken > 0) return fault('nickname', 'nicknameTaken');
      return evenly(evenMs, async () => {
        const hashed = await hashPassword(body.password);
        await refusing('signing up', () => orm.transaction((tx) => signUp(tx, { ...body, hashed, now })));
        return { data: { mail: sendsMail } };
      });
    },
  });

  async function signUp(
    tx: Orm,
    {
      email,
      password,
      nickname,
      locale,
      brokerNumber,
      agreements,
      hashed,
      now,
    }: {
      email: string;
      password: string;
      nickname: string;
      locale: typeof userProfiles.$inferSelect.locale;
      brokerNumber: string;
      agreements: { privacy: string; terms: string };
      hashed: string;
      now: Date;
    },
  ): Promise<void> {
    await inTurn(tx, `address ${email.toLowerCase()}`);
    const identity = await identityOn(tx, { site, now, hashed });
    const made = await identity.api.signUpEmail({ body: { email, password, name: nickname } });
    const [user] = await tx.select().from(users).where(eq(users.email, email.toLowerCase()));
    if (!user) throw new Error('better-auth has stored no user');
    if (user.id === made.user.id) {
      const at = now.toISOString();
      await tx
        .insert(userProfiles)
        .values({ userId: user.id, locale, brokerNumber, agreements: { ...agreements, at } });
    }
    if (user.emailVerified) {
      await mailUser(
        tx,
        user.id,
        { name: 'userKnown', occasion: occasionAt(now), path: '/login', values: () => ({}) },
        now,
      );
    } else await mailConfirmation(tx, user.id, now);
  }

  calls.open({
    call: confirmCall,
    method: 'post',
    operationId: 'userConfirm',
    summary: 'Confirms an address with the link of the mail and the password, and logs in',
    refuses: ['locked'],
    body: confirmShape,
    limit: linkLimit,
    handle: async ({ c, orm, now, body }) => {
      const link = await findLink(orm, 'confirm', body.token, now);
      if (!link) return fault('token', 'linkUsed');
      const [credential] = await guarded('reading a password', () =>
        orm.select().from(userCredentials).where(eq(userCredentials.userId, link.userId)),
      );
      if (!body.isNew && !(credential?.password && (await isPassword(credential.password, body.password)))) {
        return fault('password', 'passwordOther');
      }
      const password = body.isNew ? await hashPassword(body.password) : undefined;
      const where = await seen(c);
      const data = await guarded('confirming an address', () =>
        orm.transaction(async (tx) => {
          if (!(await takeLink(tx, link, now))) return null;
          // Another link has been used. This one would let in without the second step, and set a new password.
          if (!(await confirmUser(tx, link.userId, now, { forgets: body.isNew }))) return null;
          if (password) {
            await tx
              .update(userCredentials)
              .set({ password, updatedAt: now })
              .where(eq(userCredentials.userId, link.userId));
          } else if (credential?.password) await joinOwn(tx, link.userId, credential.password, now);
          const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
          const { token } = await internalAdapter.createSession(link.userId);
          const { own, device } = body;
          return beginSession(tx, { userId: link.userId, token, method: 'confirmed', seen: where, own, device, now });
        }),
      );
      return data ? { data } : fault('token', 'linkUsed');
    },
  });

  calls.open({
    call: logInCall,
    method: 'post',
    operationId: 'userLogIn',
    summary: 'Logs in, or asks for the second step. The answer is the same for a wrong password and an unknown address',
    refuses: ['locked'],
    body: logInShape,
    limit,
    handle: (asking) =>
      evenly(
        evenMs,
        () => logIn(asking),
        (outcome) => 'data' in outcome,
      ),
  });

  async function logIn({
    c,
    orm,
    now,
    body: { email, password, own, device },
  }: Asking & { body: v.InferOutput<typeof logInShape> }): Promise<Outcome<CallData<typeof logInCall>>> {
    const where = await seen(c);
    const [user] = await guarded('looking a user up', () =>
      orm.select().from(users).where(eq(users.email, email.toLowerCase())),
    );
    const mine = user ? await ownDevice(orm, user.id, device) : null;
    const counter = await counterOf(orm, mine ? { device: mine.id } : { email });
    const failed = (outcome: 'password' | 'locked') =>
      user ? noteSignIn(orm, { userId: user.id, outcome, method: 'password', seen: where, now }) : undefined;
    if (!(await takeAttempt(orm, counter, now))) {
      await failed('locked');
      return LOCKED;
    }
    const identity = await identityOn(orm, { site, now });
    let found: { token?: string; cookies: string[] };
    try {
      const { headers, response } = await refusing('logging in', () =>
        identity.api.signInEmail({ body: { email, password }, returnHeaders: true }),
      );
      found = { ...('token' in response && { token: response.token }), cookies: headers.getSetCookie() };
    } catch (error) {
      if (!(error instanceof IdentityRefusal)) throw error;
      // Whoever knows the password of an unconfirmed address may be another than its owner: the answer is the same.
      if (error.code === 'EMAIL_NOT_VERIFIED' && user) await mailConfirmation(orm, user.id, now);
      await failed('password');
      const locks = await failAttempt(orm, counter, now, (tx) => mailLocked(tx, user?.id, now));
      return locks ? LOCKED : WRONG;
    }
    const { token, cookies } = found;
    if (!token) {
      await takeBack(orm, counter, now);
      return { data: { challenge: challengeOf(cookies) } };
    }
    if (!user) throw new Error('A log-in without a user');
    return guarded('beginning a session', () =>
      orm.transaction(async (tx) => {
        const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, user.id));
        if (profile?.lockedAt) {
          await tx.delete(userSessions).where(eq(userSessions.token, token));
          await noteSignIn(tx, { userId: user.id, outcome: 'locked', method: 'password', seen: where, now });
          return LOCKED;
        }
        await clearFailures(tx, counter);
        return {
          data: await beginSession(tx, { userId: user.id, token, method: 'password', seen: where, own, device, now }),
        };
      }),
    );
  }

  calls.withSession({
    call: logOutCall,
    method: 'post',
    operationId: 'userLogOut',
    summary: 'Ends the session',
    handle: async ({ orm, now, headers, device }) => {
      await guarded('logging out', () =>
        orm.transaction(async (tx) => {
          await (await identityOn(tx, { site, now, ending: 'loggedOut' })).api.signOut({ headers });
          if (!device.own) await tx.delete(userDevices).where(eq(userDevices.id, device.id));
        }),
      );
      return { data: null };
    },
  });

  calls.withSession({
    call: meCall,
    operationId: 'userMe',
    summary: 'Who is logged in',
    handle: async ({ orm, user, seconds }) => ({
      data: { nickname: user.name, avatar: await avatarOf(orm, user.id), seconds },
    }),
  });

  calls.open({
    call: forgottenCall,
    method: 'post',
    operationId: 'userPasswordForgotten',
    summary: 'Mails a link for a new password. The answer is the same whether or not the address has an account',
    body: forgottenShape,
    limit,
    handle: ({ orm, now, body: { email } }) =>
      evenly(evenMs, async () => {
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
    limit: linkLimit,
    handle: async ({ orm, now, body: { token, password } }) => {
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
    limit: linkLimit,
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

/** The address of a user's avatar; null if there is none. */
export async function avatarOf(orm: Orm, userId: string): Promise<string | null> {
  const [row] = await guarded('looking an avatar up', () =>
    orm.select({ id: userAvatars.id }).from(userAvatars).where(eq(userAvatars.userId, userId)),
  );
  return row ? AVATAR_PATH.replace('{id}', row.id) : null;
}

/**
 * Confirms a user's address, and takes the nickname: the first to confirm has it, another gets a number. False if it was
 * confirmed before. `forgets`: whoever confirms does not know the password that was chosen, and so may be another than
 * who signed up or applied with the address: nothing of what that person chose stays.
 */
export async function confirmUser(tx: Orm, userId: string, now: Date, { forgets = false } = {}): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user || user.emailVerified) return false;
  await inTurn(tx, 'nicknames');
  const [profile] = await tx
    .select({ locale: userProfiles.locale })
    .from(userProfiles)
    .where(eq(userProfiles.userId, userId));
  const chosen = forgets ? anyNickname(profile?.locale ?? DEFAULT_LOCALE) : user.name;
  let name = chosen;
  for (let number = 2; (await tx.$count(userProfiles, eq(userProfiles.handle, handleOf(name)))) > 0; number += 1) {
    name = `${chosen} ${number}`;
  }
  await tx.update(users).set({ emailVerified: true, name, updatedAt: now }).where(eq(users.id, userId));
  await tx
    .update(userProfiles)
    .set({
      handle: handleOf(name),
      ...(forgets && { role: null, brokerNumber: '', mobile: '', toggles: null }),
    })
    .where(eq(userProfiles.userId, userId));
  // Anyone may have failed to log in before; its owner has just shown the mailbox.
  await clearFailures(tx, await counterOf(tx, user));
  return true;
}

/** Mails the link that confirms an address. */
export async function mailConfirmation(orm: Orm, userId: string, now: Date): Promise<void> {
  await orm.transaction(async (tx) => {
    const path = `/login#confirm=${await makeLink(tx, { kind: 'confirm', userId }, now)}`;
    await mailUser(tx, userId, { name: 'userConfirm', occasion: occasionAt(now), path, values: () => ({}) }, now);
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

/** Mails the link that unlocks, if the address has an account. */
export async function mailLocked(tx: Orm, userId: string | undefined, now: Date): Promise<void> {
  if (userId === undefined) return;
  const path = `/login#unlock=${await makeLink(tx, { kind: 'unlock', userId }, now)}`;
  await mailUser(tx, userId, { name: 'userLocked', occasion: now.toISOString(), path, values: () => ({}) }, now);
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
  const counted = [...(user ? [user] : []), ...devices];
  await clearFailures(tx, ...(await Promise.all(counted.map((of) => counterOf(tx, of)))));
}

/** The challenge of the second step: the signed cookie that better-auth sets. */
function challengeOf(cookies: readonly string[]): string {
  const [, value] = cookies.map((one) => /^[\w.-]*two_factor=([^;]+)/.exec(one)).find(Boolean) ?? [];
  if (!value) throw new Error('better-auth has set no challenge');
  return value;
}
