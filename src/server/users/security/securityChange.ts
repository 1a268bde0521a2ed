/** How users change what protects their account: one request after the other, with our words for what is refused. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Entered } from '../../../contract/users.ts';
import { tooMany } from '../../answers.ts';
import { type CallContext, fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userCredentials, userSessions, users, userVerifications } from '../../db/schema.ts';
import { type Identity, IdentityRefusal, refusing } from '../identity.ts';
import { signed } from '../logIn/beginSession.ts';
import { clearFailures, counterOf, failAttempt, takeAttempt, takeBack } from '../logIn/logInFailures.ts';
import { endSessions, identityOn, type Session } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';

export type User = Session['user'];

/** What a change works with: the user's row is locked until it is over. */
export interface SecurityChange {
  tx: Orm;
  identity: Identity;
  user: User;
}
export type Changing = <T>(
  doing: string,
  context: CallContext & Session,
  work: (change: SecurityChange) => Promise<Outcome<T>>,
) => Promise<Outcome<T> | Response>;

const REVOKED: Outcome<never> = { error: 'revoked', message: 'server.sessionRevoked' };
/** Too many wrong passwords have ended the session. */
const GUESSED: Outcome<never> = { error: 'revoked', message: 'server.sessionGuessed' };
export const PASSWORD_WRONG: Outcome<never> = fault('password', 'passwordWrong');
const CODE_WRONG: Outcome<never> = fault('code', 'codeWrong');
export const TWO_STEP_ON: Outcome<never> = { error: 'conflict', message: 'server.twoStepOn' };
export const TWO_STEP_OFF: Outcome<never> = { error: 'conflict', message: 'server.twoStepOff' };

/** How long a log-in stands for the password of a user who has none, since they log in at a provider. */
export const FRESH_MS = 10 * 60_000;
const STALE: Outcome<never> = { error: 'conflict', message: 'server.logInAgain' };

/** What better-auth refuses, by its code. */
const REFUSALS = new Map<string, Outcome<never>>([
  ['INVALID_PASSWORD', PASSWORD_WRONG],
  // An account that has only ever logged in socially
  ['CREDENTIAL_ACCOUNT_NOT_FOUND', PASSWORD_WRONG],
  ['INVALID_CODE', CODE_WRONG],
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
 * Runs changes in a transaction each. Whoever has got hold of a session does not know the password, and could guess it from
 * many networks: changes are limited by user too, and the tenth wrong password or code within an hour ends the session.
 */
export function createChanging({ users: { site }, createLimit, perMinute }: UserPart): Changing {
  const limit = createLimit(perMinute, 'change');

  async function outcomeOf<T>(
    doing: string,
    { orm, now, user: { id } }: CallContext & Session,
    work: (change: SecurityChange) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    try {
      return await refusing(doing, () =>
        orm.transaction(async (tx) => {
          const user = await lockUser(tx, id);
          return user ? work({ tx, identity: await identityOn(tx, { site, now }), user }) : REVOKED;
        }),
      );
    } catch (error) {
      const refused = error instanceof IdentityRefusal && REFUSALS.get(error.code);
      if (refused) return refused;
      throw error;
    }
  }

  return async (doing, context, work) => {
    const { c, orm, now, session } = context;
    const wait = await limit(context.user.id);
    if (wait > 0) return tooMany(c, wait);
    const counter = await counterOf(orm, { session: session.id });
    if (!(await takeAttempt(orm, counter, now))) return GUESSED;
    const outcome = await outcomeOf(doing, context, work);
    if (outcome === PASSWORD_WRONG || outcome === CODE_WRONG) {
      const end = (tx: Orm) => endSessions(tx, eq(userSessions.id, session.id), now);
      return (await failAttempt(orm, counter, now, end)) ? GUESSED : outcome;
    }
    // Only a change that was made proves the password: other refusals may come before it is checked.
    if ('data' in outcome) await guarded('counting a password', () => clearFailures(orm, counter));
    else await takeBack(orm, counter, now);
    return outcome;
  };
}

export const hasPassword = async (orm: Orm, userId: string): Promise<boolean> =>
  (await orm.$count(userCredentials, and(eq(userCredentials.userId, userId), isNotNull(userCredentials.password)))) > 0;

/**
 * Why whoever calls has not proved to be the user; null if they have: by the password or, if there is none, by having
 * just logged in.
 */
export async function missingProof(
  { tx, identity, user }: SecurityChange,
  { headers, session, now, body }: CallContext & Session & { body: { password: string } },
): Promise<Outcome<never> | null> {
  if (!(await hasPassword(tx, user.id))) {
    return now.getTime() - session.createdAt.getTime() < FRESH_MS ? null : STALE;
  }
  if (body.password === '') return fault('password', 'passwordEmpty');
  await identity.api.verifyPassword({ headers, body });
  return null;
}

/** Ends what could still let someone in: links for a new password, and log-ins at their second step. */
export async function endChallenges(tx: Orm, userId: string): Promise<void> {
  await tx.delete(userVerifications).where(eq(userVerifications.value, userId));
}

/**
 * better-auth has replaced the caller's session by a new one: gives this the device and the time of the old one. Returns
 * what the browser stores.
 * @param answered the headers of better-auth's answer
 */
export async function rotated(
  tx: Orm,
  { device, seconds, now }: CallContext & Session,
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
