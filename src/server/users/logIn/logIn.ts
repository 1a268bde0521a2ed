/** Logging in and out, and who is logged in. */
import { eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { CallData } from '../../../contract/common.ts';
import { logOutCall, meCall } from '../../../contract/session.ts';
import { logInCall } from '../../../contract/users.ts';
import { logInShape } from '../../../forms/userForms.ts';
import type { CallContext, Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userDevices, userProfiles, userSessions, users } from '../../db/schema.ts';
import { withMinimumTime } from '../../shared/minimumTime.ts';
import { IdentityRefusal, refusing } from '../identity.ts';
import { makeLink } from '../links.ts';
import { mailUser } from '../mails.ts';
import { avatarOf } from '../profile/avatars.ts';
import { hasPasskey } from '../security/passkeys.ts';
import { identityOn } from '../sessions.ts';
import type { EntryLimits, UserPart } from '../userCalls.ts';
import { beginSession, noteSignIn, ownDevice } from './beginSession.ts';
import { clearFailures, counterOf, failAttempt, takeAttempt, takeBack } from './logInFailures.ts';
import { mailConfirmation } from './signUp.ts';

export const LOCKED: Outcome<never> = { error: 'locked', message: 'server.accountLocked' };
const WRONG: Outcome<never> = { error: 'invalid', message: 'server.loginWrong', field: 'password' };

export function addLogIn({ calls, users: { site, minimumMs }, seen }: UserPart, limits: EntryLimits): void {
  calls.open({
    call: logInCall,
    method: 'post',
    operationId: 'userLogIn',
    summary: 'Logs in, or asks for the second step. The answer is the same for a wrong password and an unknown address',
    refuses: ['locked'],
    body: logInShape,
    limit: limits.logIn,
    handle: (context) =>
      withMinimumTime(
        minimumMs,
        () => logIn(context),
        (outcome) => 'data' in outcome,
      ),
  });

  async function logIn({
    c,
    orm,
    now,
    body: { email, password, own, device },
  }: CallContext & { body: v.InferOutput<typeof logInShape> }): Promise<Outcome<CallData<typeof logInCall>>> {
    const where = await seen(c);
    const [user] = await guarded('looking a user up', () =>
      orm.select().from(users).where(eq(users.email, email.toLowerCase())),
    );
    const knownDevice = user ? await ownDevice(orm, user.id, device) : null;
    const counter = await counterOf(orm, knownDevice ? { device: knownDevice.id } : { email });
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
      return { data: { challenge: challengeOf(cookies), passkey: user ? await hasPasskey(orm, user.id) : false } };
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
}

/** Mails the link that unlocks, if the address has an account. */
export async function mailLocked(tx: Orm, userId: string | undefined, now: Date): Promise<void> {
  if (userId === undefined) return;
  const path = `/login#unlock=${await makeLink(tx, { kind: 'unlock', userId }, now)}`;
  await mailUser(tx, userId, { name: 'userLocked', occasion: now.toISOString(), path, values: () => ({}) }, now);
}

/** The challenge of the second step: the signed cookie that better-auth sets. */
function challengeOf(cookies: readonly string[]): string {
  const [, value] = cookies.map((cookie) => /^[\w.-]*two_factor=([^;]+)/.exec(cookie)).find(Boolean) ?? [];
  if (!value) throw new Error('better-auth has set no challenge');
  return value;
}
