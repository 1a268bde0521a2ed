/** Removes what is over: sessions, remembered ends, links, accounts that nobody has confirmed, and old logs. */

import { and, eq, gt, inArray, isNull, lt, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import {
  applications,
  endedSessions,
  mails,
  userAudit,
  userDevices,
  userLinks,
  userSessions,
  userSignIns,
  users,
  userVerifications,
} from '../db/schema.ts';
import { sha256 } from '../shared/reference.ts';
import { logBegin } from './data/log.ts';
import { tidyFailures } from './logIn/logInFailures.ts';
import { USER } from './profile/profileChange.ts';
import { ENDED_S } from './sessions.ts';

/** How long an account waits to be confirmed. One that an application has made waits as long as that is kept. */
export const UNCONFIRMED_S = 7 * 24 * 3_600;

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Returns how many rows it has removed, by kind. */
export async function tidyUsers(orm: Orm, now: Date): Promise<Record<string, number>> {
  return guarded('tidying users', async () => {
    const sessions = await orm.transaction(async (tx) => {
      const over = await tx
        .delete(userSessions)
        .where(lt(userSessions.expiresAt, now))
        .returning({ token: userSessions.token, at: userSessions.expiresAt, device: userSessions.device });
      if (over.length === 0) return 0;
      const ends = over.map(({ token, at }) => ({ tokenHash: sha256(token), reason: 'expired' as const, at }));
      await tx.insert(endedSessions).values(ends).onConflictDoNothing();
      // A device that is not the user's own is known for as long as its session lasts.
      const devices = over.flatMap(({ device }) => device ?? []);
      const isForeign = and(eq(userDevices.own, false), isNull(userDevices.secretHash));
      if (devices.length > 0) await tx.delete(userDevices).where(and(inArray(userDevices.id, devices), isForeign));
      return over.length;
    });
    const ended = await orm
      .delete(endedSessions)
      .where(lt(endedSessions.at, before(now, ENDED_S)))
      .returning({ at: endedSessions.at });
    const links = await orm
      .delete(userLinks)
      .where(lt(userLinks.expiresAt, now))
      .returning({ at: userLinks.createdAt });
    await orm.delete(userVerifications).where(lt(userVerifications.expiresAt, now));
    const unconfirmed = await orm.transaction(async (tx) => {
      const applied = tx.select({ key: applications.emailKey }).from(applications);
      const over = await tx
        .delete(users)
        .where(
          and(
            eq(users.emailVerified, false),
            lt(users.createdAt, before(now, UNCONFIRMED_S)),
            notExists(applied.where(eq(applications.emailKey, users.email))),
          ),
        )
        .returning({ id: users.id });
      const ids = over.map(({ id }) => id);
      if (ids.length > 0) await tx.delete(mails).where(inArray(mails.about, ids));
      return ids.length;
    });
    const log = await tidyLog(orm, logBegin(now));
    return {
      sessions,
      unconfirmed,
      log,
      ended: ended.length,
      links: links.length,
      failures: await tidyFailures(orm, now),
    };
  });
}

/** Proof of what was signed, declared and accepted stays as long as the account. */
const PROOF = ['signed', 'declared', 'withdrawn', 'terms'];

/** Removes what only the log of an account needs. The latest log-in stays: without one a user would be new. */
async function tidyLog(orm: Orm, begin: Date): Promise<number> {
  const newer = alias(userSignIns, 'newer');
  const isLatest = and(
    eq(userSignIns.outcome, 'entered'),
    notExists(
      orm
        .select({ id: newer.id })
        .from(newer)
        .where(and(eq(newer.userId, userSignIns.userId), eq(newer.outcome, 'entered'), gt(newer.at, userSignIns.at))),
    ),
  );
  const signIns = await orm
    .delete(userSignIns)
    .where(and(lt(userSignIns.at, begin), sql`not (${isLatest})`))
    .returning({ at: userSignIns.at });
  const changes = await orm
    .delete(userAudit)
    .where(and(eq(userAudit.by, USER), lt(userAudit.at, begin), notInArray(userAudit.action, PROOF)))
    .returning({ at: userAudit.at });
  const sent = await orm
    .delete(mails)
    .where(and(eq(mails.state, 'sent'), lt(mails.sentAt, begin)))
    .returning({ at: mails.sentAt });
  return signIns.length + changes.length + sent.length;
}
