/**
 * Passkeys as WebAuthn has them: challenges that are accepted once, and what an authenticator answers to them. The library is
 * loaded when something needs it. A challenge is a row of user_verifications, which is removed when its time is over.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq, gt } from 'drizzle-orm';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../../forms/passkeyForms.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { type userPasskeys, userVerifications } from '../../db/schema.ts';
import { sha256 } from '../../shared/reference.ts';

/** As long as the second step of a log-in may take. */
export const PASSKEY_MS = 10 * 60_000;

/** COSE names of EdDSA, ES256 and RS256, which every authenticator has one of. */
export const ALGORITHMS = [-8, -7, -257];

type Row = typeof userPasskeys.$inferSelect;

/** The name by which authenticators know the site: its host. */
export const rpIdOf = (site: string): string => new URL(site).hostname;

const identifierOf = (challenge: string) => sha256(`passkey ${challenge}`);

/** Makes a challenge. `about` is what it is for, which the answer must be for too. */
export async function makeChallenge(orm: Orm, about: string, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await guarded('making a challenge', () =>
    orm.insert(userVerifications).values({
      id: randomUUID(),
      identifier: identifierOf(challenge),
      value: about,
      expiresAt: new Date(now.getTime() + PASSKEY_MS),
      createdAt: now,
      updatedAt: now,
    }),
  );
  return challenge;
}

/**
 * Uses up the challenge that an answer says it is for, in a transaction of its own: whatever comes of the answer, it is not
 * accepted again. Null if it was made for something else, is used or too old.
 */
export async function takeChallenge(
  orm: Orm,
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
  about: string,
  now: Date,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  const taken = await guarded('using a challenge up', () =>
    orm
      .delete(userVerifications)
      .where(
        and(
          eq(userVerifications.identifier, identifierOf(challenge)),
          eq(userVerifications.value, about),
          gt(userVerifications.expiresAt, now),
        ),
      )
      .returning({ id: userVerifications.id }),
  );
  return taken.length > 0 ? challenge : null;
}

/** '' if there is none. */
function challengeIn(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

interface Expected {
  site: string;
  challenge: string;
}
const expectedOf = ({ site, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(site).origin,
  expectedRPID: rpIdOf(site),
  requireUserVerification: true,
});

/** The passkey that an authenticator has made; null if the answer is not right. */
export async function newPasskeyOf(
  answer: NewPasskeyAnswer,
  expected: Expected,
): Promise<Pick<Row, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response: RegistrationResponseJSON = { ...answer, rawId: answer.id, clientExtensionResults: {} };
  const made = await orNull(() =>
    verifyRegistrationResponse({ response, ...expectedOf(expected), supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!made?.verified) return null;
  const { id, publicKey, counter } = made.registrationInfo.credential;
  const { transports } = answer.response;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/**
 * How often a passkey was used, as its authenticator says in an answer that it has signed; null if the answer is not right.
 * Whether that has grown is for the caller to see, who alone can tell a copy from a forgery: a stranger forges no signature.
 */
export async function counterIn(
  { response: { userHandle, ...rest }, ...answer }: PasskeyAnswer,
  { credentialId: id, publicKey, userId }: Row,
  expected: Expected,
): Promise<number | null> {
  if (userHandle !== null && userHandle !== handleOfUser(userId)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const response: AuthenticationResponseJSON = {
    ...answer,
    rawId: answer.id,
    response: rest,
    clientExtensionResults: {},
  };
  const credential = { id, publicKey: new Uint8Array(publicKey), counter: 0 };
  const found = await orNull(() => verifyAuthenticationResponse({ response, credential, ...expectedOf(expected) }));
  return found?.verified ? found.authenticationInfo.newCounter : null;
}

/** By which an authenticator knows whose a passkey is: the id, which says nothing of the user. */
export const handleOfUser = (userId: string): string => Buffer.from(userId).toString('base64url');

/** The library throws for whatever is wrong with an answer. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
