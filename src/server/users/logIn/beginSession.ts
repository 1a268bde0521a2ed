/** How a session begins: on which device, for how long, what the history and the mails say. */

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, gte, ne, notInArray, sql } from 'drizzle-orm';
import type { Entered } from '../../../contract/users.ts';
import { SESSION_S } from '../../../contract/users.ts';
import { heldBy, togglesOf } from '../../applications/record.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Orm } from '../../db/database.ts';
import { type SIGN_IN_OUTCOMES, userDevices, userSessions, userSignIns } from '../../db/schema.ts';
import { networkMark, serverKey, sha256 } from '../../shared/reference.ts';
import type { Seen } from '../callerDevice.ts';
import { mailUser, seenIn, timeIn } from '../mails.ts';
import { endRecovery } from '../security/lockedOut.ts';

type DeviceRow = typeof userDevices.$inferSelect;
type SignIn = typeof userSignIns.$inferSelect;

export interface Beginning {
  userId: string;
  /** The token of better-auth's session, without its signature */
  token: string;
  method: SignIn['method'];
  seen: Seen;
  /** Whether the visitor says that the device is their own, and its secret if it is known already */
  own: boolean;
  device: string | null;
  now: Date;
}

/** A token as the browser holds it: with the signature that better-auth's bearer plugin asks for. */
export async function signed(orm: Orm, token: string): Promise<string> {
  return `${token}.${createHmac('sha256', await serverKey(orm, 'users'))
    .update(token)
    .digest('base64')}`;
}

/** The user's own device with this secret; null if there is none. */
export async function ownDevice(orm: Orm, userId: string, secret: string | null): Promise<DeviceRow | null> {
  if (secret === null) return null;
  const [row] = await orm
    .select()
    .from(userDevices)
    .where(and(eq(userDevices.userId, userId), eq(userDevices.secretHash, sha256(secret)), eq(userDevices.own, true)));
  return row ?? null;
}

/**
 * Begins a session that better-auth has made: until then nobody may use it. Call it in a transaction. Returns what the
 * browser keeps.
 */
export async function beginSession(
  tx: Orm,
  { userId, token, seen, own, device, now, method }: Beginning,
): Promise<Entered> {
  const network = networkMark(seen.network, await serverKey(tx));
  const known = await tx.select().from(userDevices).where(eq(userDevices.userId, userId));
  const [history] = await tx
    .select({ id: userSignIns.id })
    .from(userSignIns)
    .where(and(eq(userSignIns.userId, userId), eq(userSignIns.outcome, 'entered')))
    .limit(1);
  const knownDevice = await ownDevice(tx, userId, device);
  const { browser, system, country, city } = seen;
  const place = { browser, system, country, city, network, lastAt: now };
  const secret = own && !knownDevice ? randomBytes(24).toString('base64url') : null;
  const id = own && knownDevice ? knownDevice.id : randomUUID();
  if (own && knownDevice) await tx.update(userDevices).set(place).where(eq(userDevices.id, id));
  else {
    const secretHash = secret && sha256(secret);
    await tx.insert(userDevices).values({ id, userId, own, secretHash, firstAt: now, ...place });
  }
  const seconds = own ? SESSION_S.own : SESSION_S.other;
  await tx
    .update(userSessions)
    .set({ device: id, expiresAt: new Date(now.getTime() + seconds * 1000), userAgent: null })
    .where(eq(userSessions.token, token));
  await endRecovery(tx, userId, now);
  await noteSignIn(tx, { userId, outcome: 'entered', method, seen, now });
  if (history) await warn(tx, { userId, id, known, knownDevice, network, seen, now });
  return { token: await signed(tx, token), seconds, device: secret, isNew: !history };
}

/** How many failed log-ins are kept, each for a day and a network. */
const MOST_FAILED = 100;

/**
 * Adds a line to the history of log-ins. Strangers fail as often as they like, so what fails from one network counts as one
 * within a day (UTC), and only the newest are kept.
 */
export async function noteSignIn(
  tx: Orm,
  {
    userId,
    outcome,
    method,
    seen,
    now,
  }: {
    userId: string;
    outcome: (typeof SIGN_IN_OUTCOMES)[number];
    method: SignIn['method'];
    seen: Seen;
    now: Date;
  },
): Promise<void> {
  const { browser, system, country, city } = seen;
  const line = { userId, at: now, outcome, method, browser, system, country, city };
  if (outcome === 'entered') {
    await tx.insert(userSignIns).values(line);
    return;
  }
  const network = networkMark(seen.network, await serverKey(tx));
  const isFailed = and(eq(userSignIns.userId, userId), ne(userSignIns.outcome, 'entered'));
  const isSame = and(
    isFailed,
    eq(userSignIns.outcome, outcome),
    eq(userSignIns.method, method),
    eq(userSignIns.network, network),
    gte(userSignIns.at, new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)),
  );
  await tx.transaction(async (savepoint) => {
    await advisoryLock(savepoint, `failed log-ins of ${userId}`);
    const again = { ...line, times: sql`${userSignIns.times} + 1` };
    const counted = await savepoint.update(userSignIns).set(again).where(isSame).returning({ id: userSignIns.id });
    if (counted.length > 0) return;
    await savepoint.insert(userSignIns).values({ ...line, network });
    const newest = savepoint
      .select({ id: userSignIns.id })
      .from(userSignIns)
      .where(isFailed)
      .orderBy(desc(userSignIns.at), userSignIns.id)
      .limit(MOST_FAILED);
    await savepoint.delete(userSignIns).where(and(isFailed, notInArray(userSignIns.id, newest)));
  });
}

/** Mails the alerts that the user wants: of an unknown device, else of a country or network no own device has used. */
async function warn(
  tx: Orm,
  {
    userId,
    id,
    known,
    knownDevice,
    network,
    seen,
    now,
  }: {
    userId: string;
    id: string;
    known: DeviceRow[];
    knownDevice: DeviceRow | null;
    network: string;
    seen: Seen;
    now: Date;
  },
): Promise<void> {
  const wants = togglesOf((await heldBy(tx, userId)).toggles).notifications;
  const trusted = known.filter(({ own }) => own);
  const isFamiliar = trusted.some(
    (trustedDevice) => trustedDevice.network === network && trustedDevice.country === seen.country,
  );
  const name = !knownDevice && wants.login ? 'userDevice' : !isFamiliar && wants.abnormalIp ? 'userUnfamiliar' : null;
  if (!name) return;
  const occasion = `${id} ${now.toISOString()}`;
  await mailUser(
    tx,
    userId,
    {
      name,
      occasion,
      path: '/profile/security',
      values: (locale) => ({ ...seenIn(locale, seen), time: timeIn(locale, now) }),
    },
    now,
  );
}
