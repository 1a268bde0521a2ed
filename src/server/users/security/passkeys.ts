/** A user's passkeys: how they are registered, named and removed. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { MOST_PASSKEYS, passkeyBeginCall, passkeyCall, passkeysCall } from '../../../contract/passkeys.ts';
import type { Passkey } from '../../../contract/users.ts';
import { newPasskeyShape, passkeyShape } from '../../../forms/passkeyForms.ts';
import { proofShape } from '../../../forms/userForms.ts';
import { COMPANY } from '../../../site.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userPasskeys } from '../../db/schema.ts';
import { mailUser, timeIn } from '../mails.ts';
import { noteOwn } from '../profile/profileChange.ts';
import type { UserPart } from '../userCalls.ts';
import { type Changing, lockUser, missingProof } from './securityChange.ts';
import {
  ALGORITHMS,
  handleOfUser,
  makeChallenge,
  newPasskeyOf,
  PASSKEY_MS,
  rpIdOf,
  takeChallenge,
} from './webauthn.ts';

type Row = typeof userPasskeys.$inferSelect;

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.unknownPasskey', field: 'id' };
const FULL: Outcome<never> = { error: 'conflict', message: 'server.passkeysFull' };

export function addPasskeys({ calls, users: { site }, createLimit, perMinute }: UserPart, changing: Changing): void {
  const limit = createLimit(perMinute, 'passkeys');
  const of = (userId: string, id: string) => and(eq(userPasskeys.userId, userId), eq(userPasskeys.id, id));
  const isFull = async (tx: Orm, userId: string) =>
    (await tx.$count(userPasskeys, eq(userPasskeys.userId, userId))) >= MOST_PASSKEYS;

  calls.withSession({
    call: passkeyBeginCall,
    method: 'post',
    operationId: 'userPasskeyBegin',
    summary:
      'What the browser asks an authenticator for a new passkey, which holds for ten minutes. With the password; without one, within ten ' +
      'minutes of the log-in',
    refuses: ['conflict'],
    body: proofShape,
    limit,
    handle: async (context) =>
      changing('beginning a passkey', context, async (change) => {
        const refusal = await missingProof(change, context);
        if (refusal) return refusal;
        const { tx, user } = change;
        const { now, session } = context;
        if (await isFull(tx, user.id)) return FULL;
        return {
          data: {
            challenge: await makeChallenge(tx, aboutNew(user.id, session.id), now),
            rp: { id: rpIdOf(site), name: COMPANY },
            user: { id: handleOfUser(user.id), name: user.email, displayName: user.name },
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
            timeout: PASSKEY_MS,
            // An authenticator holds no second one of the same user.
            excludeCredentials: await knownOf(tx, user.id),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            attestation: 'none',
          },
        };
      }),
  });

  calls.withSession({
    call: passkeysCall,
    method: 'post',
    operationId: 'userPasskeyAdd',
    summary: 'Registers a passkey by what the authenticator has answered',
    refuses: ['conflict'],
    body: newPasskeyShape,
    limit,
    handle: async ({ orm, now, user, session, body: { name, passkey } }) => {
      const challenge = await takeChallenge(orm, passkey, aboutNew(user.id, session.id), now);
      if (challenge === null) return fault('passkey', 'passkeyOver');
      const made = await newPasskeyOf(passkey, { site, challenge });
      if (!made) return fault('passkey', 'passkeyUnknown');
      return guarded('adding a passkey', () =>
        orm.transaction(async (tx): Promise<Outcome<{ id: string }>> => {
          if (!(await lockUser(tx, user.id)) || (await isFull(tx, user.id))) return FULL;
          const row = { id: randomUUID(), userId: user.id, name, createdAt: now, ...made };
          const [added] = await tx.insert(userPasskeys).values(row).onConflictDoNothing().returning();
          // An authenticator that says of a key that it is another's
          if (!added) return fault('passkey', 'passkeyUnknown');
          await notePasskey(tx, added, 'userPasskeyAdded', now);
          return { data: { id: added.id } };
        }),
      );
    },
  });

  calls.withSession({
    call: passkeyCall,
    method: 'put',
    operationId: 'userPasskeyName',
    summary: 'Names a passkey',
    refuses: ['notFound'],
    body: passkeyShape,
    handle: async ({ orm, user, param, body: { name } }) => {
      const named = await guarded('naming a passkey', () =>
        orm
          .update(userPasskeys)
          .set({ name })
          .where(of(user.id, param('id')))
          .returning({ id: userPasskeys.id }),
      );
      return named.length > 0 ? { data: null } : UNKNOWN;
    },
  });

  calls.withSession({
    call: passkeyCall,
    method: 'delete',
    operationId: 'userPasskeyRemove',
    summary: 'Removes a passkey, with the password; without one, within ten minutes of the log-in',
    refuses: ['notFound', 'conflict'],
    body: proofShape,
    limit,
    handle: async (context) =>
      changing('removing a passkey', context, async (change) => {
        const refusal = await missingProof(change, context);
        if (refusal) return refusal;
        const { tx, user } = change;
        const { now, param } = context;
        const [removed] = await tx
          .delete(userPasskeys)
          .where(of(user.id, param('id')))
          .returning();
        if (!removed) return UNKNOWN;
        await notePasskey(tx, removed, 'userPasskeyRemoved', now);
        return { data: null };
      }),
  });
}

/** A new passkey is begun and added in one session. */
const aboutNew = (userId: string, sessionId: string) => `new passkey ${userId} ${sessionId}`;

const ACTIONS = {
  userPasskeyAdded: 'passkey added',
  userPasskeyRemoved: 'passkey removed',
  userPasskeyRefused: 'passkey refused',
} as const;

/** What happens to a passkey is in the audit, and its user is told by mail. */
export async function notePasskey(
  tx: Orm,
  { userId, name }: Row,
  mail: keyof typeof ACTIONS,
  now: Date,
): Promise<void> {
  await noteOwn(tx, userId, ACTIONS[mail], now);
  const values = (locale: Parameters<typeof timeIn>[0]) => ({ name, time: timeIn(locale, now) });
  await mailUser(tx, userId, { name: mail, occasion: randomUUID(), path: '/profile/security#passkeys', values }, now);
}

const rowsOf = (orm: Orm, userId: string): Promise<Row[]> =>
  orm
    .select()
    .from(userPasskeys)
    .where(eq(userPasskeys.userId, userId))
    .orderBy(asc(userPasskeys.createdAt), userPasskeys.id);

/** As browsers name a user's passkeys. */
export const knownOf = async (orm: Orm, userId: string) =>
  (await rowsOf(orm, userId)).map(({ credentialId: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports,
  }));

/** Whether a user has a passkey that is accepted. */
export const hasPasskey = async (orm: Orm, userId: string): Promise<boolean> =>
  (await rowsOf(orm, userId)).some(({ disabledAt }) => disabledAt === null);

/** A user's passkeys as the page lists them. */
export const passkeysOf = async (orm: Orm, userId: string): Promise<Passkey[]> =>
  (await rowsOf(orm, userId)).map(({ id, name, createdAt, lastAt, disabledAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastAt: lastAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  }));
