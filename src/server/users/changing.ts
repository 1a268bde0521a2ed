/** How users change what protects their account: one request after the other, with our words for what is refused. */
import { eq } from 'drizzle-orm';
import type { Entered } from '../../contract/users.ts';
import { tooMany } from '../answers.ts';
import type { Orm } from '../db/database.ts';
import { userSessions, users, userVerifications } from '../db/schema.ts';
import { signed } from './begin.ts';
import { type Asking, fault, type Outcome, type Part } from './calls.ts';
import { type Identity, IdentityRefusal, refusing } from './identity.ts';
import { identityOn, type Session } from './sessions.ts';

export type User = Session['user'];

/** What a change works with: the user's row is locked until it is over. */
export interface Change {
  tx: Orm;
  identity: Identity;
  user: User;
}
export type Changing = <T>(
  doing: string,
  asking: Asking & Session,
  work: (change: Change) => Promise<Outcome<T>>,
) => Promise<Outcome<T> | Response>;

const REVOKED: Outcome<never> = { error: 'revoked', message: 'server.sessionRevoked' };
export const PASSWORD_WRONG: Outcome<never> = fault('password', 'passwordWrong');
export const TWO_STEP_ON: Outcome<never> = { error: 'conflict', message: 'server.twoStepOn' };
export const TWO_STEP_OFF: Outcome<never> = { error: 'conflict', message: 'server.twoStepOff' };

/** What better-auth refuses, by its code. */
const REFUSALS = new Map<string, Outcome<never>>([
  ['INVALID_PASSWORD', PASSWORD_WRONG],
  // An account that has only ever logged in socially
  ['CREDENTIAL_ACCOUNT_NOT_FOUND', PASSWORD_WRONG],
  ['INVALID_CODE', fault('code', 'codeWrong')],
  ['TOTP_ALREADY_ENABLED', TWO_STEP_ON],
  ['TWO_FACTOR_NOT_ENABLED', TWO_STEP_OFF],
  // Another request has ended the session.
  ['UNAUTHORIZED', REVOKED],
]);

/** Locks a user's row until the transaction is over, so that changes of a user follow one another. */
export async function lockUser(tx: Orm, userId: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return user ?? null;
}

/**
 * Runs changes in a transaction each. They are limited by user too: whoever has got hold of a session does not know the
 * password, and could guess it from many networks.
 */
export function createChanging({ users: { site }, createLimit, perMinute }: Part): Changing {
  const limit = createLimit(perMinute, 'change');
  return async (doing, asking, work) => {
    const { c, orm, now } = asking;
    const wait = await limit(asking.user.id);
    if (wait > 0) return tooMany(c, wait);
    try {
      return await refusing(doing, () =>
        orm.transaction(async (tx) => {
          const user = await lockUser(tx, asking.user.id);
          return user ? work({ tx, identity: await identityOn(tx, { site, now }), user }) : REVOKED;
        }),
      );
    } catch (error) {
      const refused = error instanceof IdentityRefusal && REFUSALS.get(error.code);
      if (refused) return refused;
      throw error;
    }
  };
}

/** Ends what could still let someone in: links for a new password, and log-ins at their second step. */
export async function endChallenges(tx: Orm, userId: string): Promise<void> {
  await tx.delete(userVerifications).where(eq(userVerifications.value, userId));
}

/**
 * Gives the session that better-auth has made in place of the caller's the device and the time of that one. Returns what
 * the browser keeps.
 * @param answered the headers of better-auth's answer
 */
export async function rotated(
  tx: Orm,
  { device, seconds, now }: Asking & Session,
  answered: Headers,
): Promise<Entered> {
  const [token = ''] = (answered.get('set-auth-token') ?? '').split('.', 1);
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const made = await tx
    .update(userSessions)
    .set({ device: device.id, expiresAt })
    .where(eq(userSessions.token, token))
    .returning({ id: userSessions.id });
  if (made.length === 0) throw new Error('better-auth has made no session');
  return { token: await signed(tx, token), seconds, device: null, isNew: false };
}
