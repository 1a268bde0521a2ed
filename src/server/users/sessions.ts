/**
 * Sessions: how they begin, are used and end. better-auth keeps them; their time and their device are ours. A session
 * on a user's own device lasts 30 days from its last use, another 12 hours. One that has ended leaves the hash of its
 * token for 30 days with the reason, so that its browser is told what happened.
 */
import { eq, type SQL } from 'drizzle-orm';
import { SESSION_S } from '../../contract/users.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { type End, endedSessions, userDevices, userProfiles, userSessions, users } from '../db/schema.ts';
import { serverKey, sha256 } from '../shared/reference.ts';
import { createIdentity, type Identity, type IdentityOptions } from './identity.ts';

/** How long an ended session is remembered. */
export const ENDED_S = 30 * 24 * 3_600;
/** A session is prolonged at most once in this time. */
const PROLONG_S = 3_600;

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** What ends sessions, unless their time is over. */
export type Ending = Exclude<End, 'expired'>;

/**
 * better-auth on a database or a transaction. Sessions that it deletes leave their hash, with `ending` as the reason.
 */
export async function identityOn(orm: Orm, { now, ending = 'revoked', ...rest }: IdentityOn): Promise<Identity> {
  return createIdentity(orm, {
    ...rest,
    secret: await serverKey(orm, 'users'),
    onEnd: async ({ token, expiresAt }) => {
      const reason: End = expiresAt <= now ? 'expired' : ending;
      await orm
        .insert(endedSessions)
        .values({ tokenHash: sha256(token), reason, at: now })
        .onConflictDoNothing();
    },
  });
}
export interface IdentityOn extends Omit<IdentityOptions, 'secret' | 'onEnd'> {
  now: Date;
  ending?: Ending;
}

export interface Session {
  user: typeof users.$inferSelect;
  profile: typeof userProfiles.$inferSelect;
  session: typeof userSessions.$inferSelect;
  /** The device that it began on */
  device: typeof userDevices.$inferSelect;
  /** Seconds for which the browser keeps the token */
  seconds: number;
  /** For calls of better-auth */
  headers: Headers;
}

/** For calls of better-auth that need a session. `token` is the signed one that the browser sends. */
const headersOf = (token: string): Headers => new Headers({ authorization: `Bearer ${token}` });

/**
 * The session of a signed token, prolonged if it is one of the user's own devices. Otherwise why there is none: its time
 * is over, it was ended, no session has this token, or an operator has locked the account.
 */
export async function sessionOf(
  orm: Orm,
  token: string,
  { site, now }: { site: string; now: Date },
): Promise<Session | 'expired' | 'revoked' | 'unknown' | 'locked'> {
  const headers = headersOf(token);
  const identity = await identityOn(orm, { site, now });
  const found = await guarded('reading a session', () => identity.api.getSession({ headers }));
  if (!found) return endOf(orm, token);
  const [row] = await guarded('reading a session', () =>
    orm
      .select({ user: users, profile: userProfiles, session: userSessions, device: userDevices })
      .from(userSessions)
      .innerJoin(users, eq(users.id, userSessions.userId))
      .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
      .innerJoin(userDevices, eq(userDevices.id, userSessions.device))
      .where(eq(userSessions.id, found.session.id)),
  );
  // It has ended since it was found, or has no device and so has not begun: nobody has got its token.
  if (!row) return endOf(orm, token);
  // better-auth looks at the clock of the machine; tidyUsers() removes the row.
  if (row.session.expiresAt <= now) return 'expired';
  if (row.profile.lockedAt) return 'locked';
  const seconds = await prolong(orm, row, now);
  return { ...row, seconds, headers };
}

/** Prolongs a session on the user's own device. Returns for how many seconds it lasts. */
async function prolong(orm: Orm, { session, device }: Pick<Session, 'session' | 'device'>, now: Date): Promise<number> {
  const left = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000);
  if (!device.own || left > SESSION_S.own - PROLONG_S) return left;
  await guarded('prolonging a session', async () => {
    await orm
      .update(userSessions)
      .set({ expiresAt: after(now, SESSION_S.own), updatedAt: now })
      .where(eq(userSessions.id, session.id));
    await orm.update(userDevices).set({ lastAt: now }).where(eq(userDevices.id, device.id));
  });
  return SESSION_S.own;
}

/** Ends the sessions that match: their browsers are told that they were revoked. */
export async function endSessions(tx: Orm, which: SQL, now: Date): Promise<void> {
  const ended = await tx.delete(userSessions).where(which).returning({ token: userSessions.token });
  if (ended.length === 0) return;
  const ends = ended.map(({ token }) => ({ tokenHash: sha256(token), reason: 'revoked' as const, at: now }));
  await tx.insert(endedSessions).values(ends).onConflictDoNothing();
}

async function endOf(orm: Orm, signed: string): Promise<'expired' | 'revoked' | 'unknown'> {
  const [token = ''] = signed.split('.', 1);
  const [ended] = await guarded('reading why a session has ended', () =>
    orm
      .select()
      .from(endedSessions)
      .where(eq(endedSessions.tokenHash, sha256(token))),
  );
  if (!ended || ended.reason === 'loggedOut') return 'unknown';
  return ended.reason;
}
