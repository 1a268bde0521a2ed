/**
 * The log-in with a passkey: alone, since its authenticator has asked for a finger, a face or a PIN, or in place of the code
 * of a second step. Strangers cannot guess it, so failures do not lock an address, and the lock of one that somebody else
 * has guessed at does not keep its owner out who comes with a passkey alone.
 */
import { eq } from 'drizzle-orm';
import { passkeyAskedCall, passkeyLogInCall } from '../../../contract/passkeys.ts';
import type { Entered } from '../../../contract/users.ts';
import { type PasskeyAnswer, passkeyAskedShape, passkeyLogInShape } from '../../../forms/passkeyForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userPasskeys, userProfiles } from '../../db/schema.ts';
import { knownOf, notePasskey } from '../security/passkeys.ts';
import { lockUser, type User } from '../security/securityChange.ts';
import { counterIn, makeChallenge, PASSKEY_MS, rpIdOf, takeChallenge } from '../security/webauthn.ts';
import { identityOn } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';
import { beginSession, noteSignIn, ownDevice } from './beginSession.ts';
import { LOCKED } from './logIn.ts';
import { clearFailures, counterOf, isLocked } from './logInFailures.ts';
import { endWaiting, OVER, type Waiting, waitingOf } from './twoStepLogIn.ts';

const UNKNOWN: Outcome<never> = fault('passkey', 'passkeyUnknown');
const REFUSED: Outcome<never> = fault('passkey', 'passkeyRefused');

type Row = typeof userPasskeys.$inferSelect;

export function addPasskeyLogIn({ calls, users: { site }, createLimit, seen, perMinute }: UserPart): void {
  calls.open({
    call: passkeyAskedCall,
    method: 'post',
    operationId: 'userPasskeyAsked',
    summary: 'What the browser asks an authenticator to log in with a passkey. Holds for ten minutes, once',
    body: passkeyAskedShape,
    limit: createLimit(perMinute, 'passkeyAsked'),
    handle: async ({ orm, now, body: { challenge } }) => {
      const waiting = challenge === undefined ? null : await waitingOf(orm, challenge, { site, now });
      if (challenge !== undefined && !waiting) return OVER;
      return {
        data: {
          challenge: await makeChallenge(orm, aboutLogIn(waiting), now),
          rpId: rpIdOf(site),
          timeout: PASSKEY_MS,
          userVerification: 'required' as const,
          allowCredentials: waiting ? await knownOf(orm, waiting.userId) : [],
        },
      };
    },
  });

  calls.open({
    call: passkeyLogInCall,
    method: 'post',
    operationId: 'userLogInPasskey',
    summary: 'Logs in with a passkey, alone or as the second step',
    refuses: ['locked'],
    body: passkeyLogInShape,
    limit: createLimit(perMinute, 'passkey'),
    handle: async ({ c, orm, now, body: { challenge: between, passkey, own, device } }) => {
      const where = await seen(c);
      const waiting = between === undefined ? null : await waitingOf(orm, between, { site, now });
      if (between !== undefined && !waiting) return OVER;
      const challenge = await takeChallenge(orm, passkey, aboutLogIn(waiting), now);
      if (challenge === null) return fault('passkey', 'passkeyOver');
      return guarded('logging in with a passkey', () =>
        orm.transaction(async (tx): Promise<Outcome<Entered>> => {
          const found = await find(tx, passkey);
          if (!found || (waiting && found.user.id !== waiting.userId)) return UNKNOWN;
          const { user, row } = found;
          const note = { userId: user.id, method: waiting?.method ?? 'passkey', seen: where, now } as const;
          const counter = await counterIn(passkey, row, { site, challenge });
          if (counter === null) return UNKNOWN;
          const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, user.id));
          const knownDevice = waiting && (await ownDevice(tx, user.id, device));
          const failures = await counterOf(tx, knownDevice ? { device: knownDevice.id } : { email: user.email });
          if (profile?.lockedAt || (waiting && (await isLocked(tx, failures, now)))) {
            await noteSignIn(tx, { ...note, outcome: 'locked' });
            return LOCKED;
          }
          if (row.disabledAt || !hasGrown(row.counter, counter)) {
            await refuse(tx, row, now);
            await noteSignIn(tx, { ...note, outcome: 'passkey' });
            return REFUSED;
          }
          await tx.update(userPasskeys).set({ counter, lastAt: now }).where(eq(userPasskeys.id, row.id));
          if (waiting) {
            await endWaiting(tx, waiting, { site, now });
            await clearFailures(tx, failures);
          }
          const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
          const { token } = await internalAdapter.createSession(user.id);
          return { data: await beginSession(tx, { ...note, token, own, device }) };
        }),
      );
    },
  });
}

/** A challenge of a second step is of no use for another user's, nor for a log-in with the passkey alone. */
const aboutLogIn = (waiting: Waiting | null) => (waiting ? `passkey of ${waiting.userId}` : 'passkey');

/** The passkey of an answer with its user, whose row is locked: of two answers with one counter the first enters. */
async function find(tx: Orm, { id }: PasskeyAnswer): Promise<{ row: Row; user: User } | null> {
  const read = () => tx.select().from(userPasskeys).where(eq(userPasskeys.credentialId, id));
  const [found] = await read();
  const user = found && (await lockUser(tx, found.userId));
  const [row] = user ? await read() : [];
  return user && row ? { row, user } : null;
}

/** Synced passkeys do not count: theirs stay 0. */
const hasGrown = (before: number, counter: number) => counter > before || (counter === 0 && before === 0);

/** Disables a passkey of which there may be a copy. Its user is told once. */
async function refuse(tx: Orm, row: Row, now: Date): Promise<void> {
  if (row.disabledAt) return;
  await tx.update(userPasskeys).set({ disabledAt: now }).where(eq(userPasskeys.id, row.id));
  await notePasskey(tx, row, 'userPasskeyRefused', now);
}
