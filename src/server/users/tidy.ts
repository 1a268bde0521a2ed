/** Removes what is over: sessions, remembered ends, links, accounts that nobody has confirmed. */

import { and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import {
  applications,
  endedSessions,
  mails,
  userDevices,
  userLinks,
  userSessions,
  users,
  userVerifications,
} from '../db/schema.ts';
import { sha256 } from '../shared/reference.ts';
import { tidyFailures } from './logIn/logInFailures.ts';
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
    return { sessions, unconfirmed, ended: ended.length, links: links.length, failures: await tidyFailures(orm, now) };
  });
}
