/**
 * The second step of a log-in. better-auth keeps the log-in between the steps by a signed cookie; our browser gets its
 * value as an opaque challenge, and sends it back with the code.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { codeCall, type Entered } from '../../../contract/users.ts';
import { codeShape } from '../../../forms/userForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userProfiles } from '../../db/schema.ts';
import { type Identity, IdentityRefusal, refusing } from '../identity.ts';
import { onceOnly } from '../security/codes.ts';
import { lockUser } from '../security/securityChange.ts';
import { plainCode } from '../security/twoStepSetup.ts';
import { identityOn } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';
import { beginSession, noteSignIn, ownDevice, signed } from './beginSession.ts';
import { LOCKED, mailLocked } from './logIn.ts';
import { clearFailures, counterOf, failAttempt, isLocked, takeAttempt } from './logInFailures.ts';

const CHALLENGE_MS = 10 * 60_000;
/** better-auth's own challenges begin with '2fa-' and a random text. */
const SOCIAL = '2fa-social-';

export const OVER = fault('challenge', 'challengeOver');

/** A log-in between its two steps. */
export interface Waiting {
  identifier: string;
  userId: string;
  method: 'social' | 'password';
}

/** The log-in that a challenge belongs to; null if there is none, or it is over. */
export async function waitingOf(
  orm: Orm,
  challenge: string,
  { site, now }: { site: string; now: Date },
): Promise<Waiting | null> {
  const [identifier = ''] = challenge.split('.', 1);
  const { internalAdapter } = await (await identityOn(orm, { site, now })).$context;
  const found = await guarded('reading a challenge', () => internalAdapter.findVerificationValue(identifier));
  if (!found || found.expiresAt <= now) return null;
  return { identifier, userId: found.value, method: identifier.startsWith(SOCIAL) ? 'social' : 'password' };
}

/** A log-in whose second step was another than a code is over: its challenge is used up. */
export async function endWaiting(
  tx: Orm,
  { identifier }: Waiting,
  { site, now }: { site: string; now: Date },
): Promise<void> {
  const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
  for (const verification of [identifier, `2fa-attempts-${identifier}`]) {
    await internalAdapter.deleteVerificationByIdentifier(verification);
  }
}

export function addSecondStep({ calls, users: { site }, createLimit, seen, perMinute }: UserPart): void {
  calls.open({
    call: codeCall,
    method: 'post',
    operationId: 'userLogInCode',
    summary: 'The second step of a log-in: a code of the app, or a backup code. Each is accepted once',
    refuses: ['locked'],
    body: codeShape,
    limit: createLimit(perMinute, 'code'),
    handle: async ({ c, orm, now, body }) => {
      const { challenge, own, device } = body;
      const where = await seen(c);
      return guarded('checking a code', () =>
        orm.transaction(async (tx): Promise<Outcome<Entered>> => {
          const identity = await identityOn(tx, { site, now });
          const waiting = await waitingOf(tx, challenge, { site, now });
          const user = waiting && (await lockUser(tx, waiting.userId));
          if (!user) return OVER;
          const note = { userId: user.id, method: waiting.method, seen: where, now } as const;
          const knownDevice = await ownDevice(tx, user.id, device);
          const counter = await counterOf(tx, knownDevice ? { device: knownDevice.id } : { email: user.email });
          const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, user.id));
          if (profile?.lockedAt || (await isLocked(tx, counter, now))) {
            await noteSignIn(tx, { ...note, outcome: 'locked' });
            return LOCKED;
          }
          const found = await verify(tx, identity, user.id, body);
          if ('token' in found) {
            await clearFailures(tx, counter);
            return { data: await beginSession(tx, { ...note, token: found.token, own, device }) };
          }
          if (!WRONG_CODES.has(found.refused)) return OVER;
          await noteSignIn(tx, { ...note, outcome: 'code' });
          await takeAttempt(tx, counter, now);
          const locks = await failAttempt(tx, counter, now, (within) => mailLocked(within, user.id, now));
          return locks ? LOCKED : fault('code', 'codeWrong');
        }),
      );
    },
  });
}

/** Whatever else is refused ends the challenge: its time, five wrong codes, another request with it. */
const WRONG_CODES = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE']);

/** The token of the session that better-auth makes for a code, or its code for why it makes none. */
async function verify(
  tx: Orm,
  identity: Identity,
  userId: string,
  given: { challenge: string; code: string },
): Promise<{ token: string } | { refused: string }> {
  const { createAuthCookie } = await identity.$context;
  const headers = new Headers({ cookie: `${createAuthCookie('two_factor').name}=${given.challenge}` });
  const code = plainCode(given.code);
  try {
    return await refusing('verifying a code', async () => {
      if (/^\d{6}$/.test(code)) {
        return onceOnly(tx, userId, code, (once) => identity.api.verifyTOTP({ headers, body: { code: once } }));
      }
      const backup = `${code.slice(0, 5)}-${code.slice(5)}`;
      const { token } = await identity.api.verifyBackupCode({ headers, body: { code: backup } });
      if (!token) throw new Error('better-auth has made no session');
      return { token };
    });
  } catch (error) {
    if (error instanceof IdentityRefusal) return { refused: error.code };
    throw error;
  }
}

/** A challenge for a log-in of which better-auth does not know that it needs a second step: a social one. */
export async function socialChallenge(
  orm: Orm,
  userId: string,
  { site, now }: { site: string; now: Date },
): Promise<string> {
  const { internalAdapter } = await (await identityOn(orm, { site, now })).$context;
  const identifier = `${SOCIAL}${randomBytes(15).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt });
  await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt });
  return encodeURIComponent(await signed(orm, identifier));
}
