/** A user's devices: the list, their names, and how they are logged out. */
import { and, desc, eq, gt, inArray, ne, type SQL } from 'drizzle-orm';
import { type Device, deviceCall, devicesCall } from '../../../contract/users.ts';
import { deviceShape } from '../../../forms/userForms.ts';
import type { Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userDevices, userSessions } from '../../db/schema.ts';
import { noteOwn } from '../profile/profileChange.ts';
import { endSessions } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.unknownDevice', field: 'id' };

export function addDevices({ calls }: Pick<UserPart, 'calls'>): void {
  calls.withSession({
    call: devicesCall,
    method: 'delete',
    operationId: 'userDevicesEnd',
    summary: 'Logs every other device out and forgets it',
    handle: async ({ orm, now, user, device }) => {
      await guarded('forgetting devices', () =>
        orm.transaction(async (tx) => {
          if ((await forgetOthers(tx, user.id, device.id, now)) > 0) await noteOwn(tx, user.id, 'devicesEnded', now);
        }),
      );
      return { data: null };
    },
  });

  /** The device of a request, if it is the user's: another user's is as unknown as one that does not exist. */
  const asked = (userId: string, id: string) => and(eq(userDevices.userId, userId), eq(userDevices.id, id));

  calls.withSession({
    call: deviceCall,
    method: 'put',
    operationId: 'userDeviceName',
    summary: 'Names a device',
    refuses: ['notFound'],
    body: deviceShape,
    handle: async ({ orm, user, param, body: { name } }) => {
      const named = await guarded('naming a device', () =>
        orm
          .update(userDevices)
          .set({ name })
          .where(asked(user.id, param('id')))
          .returning({ id: userDevices.id }),
      );
      return named.length > 0 ? { data: null } : UNKNOWN;
    },
  });

  calls.withSession({
    call: deviceCall,
    method: 'delete',
    operationId: 'userDeviceEnd',
    summary: 'Logs a device out and forgets it',
    refuses: ['notFound'],
    handle: async ({ orm, now, user, param }) => {
      const forgotten = await guarded('forgetting a device', () =>
        orm.transaction(async (tx) => {
          const [gone] = await forget(tx, asked(user.id, param('id')), now);
          if (!gone) return false;
          const kind = [gone.browser, gone.system].filter(Boolean).join(', ');
          await noteOwn(tx, user.id, 'deviceEnded', now, kind);
          return true;
        }),
      );
      return forgotten ? { data: null } : UNKNOWN;
    },
  });
}

/** Forgets a user's devices but one. Returns their number. */
export async function forgetOthers(tx: Orm, userId: string, deviceId: string, now: Date): Promise<number> {
  const gone = await forget(tx, and(eq(userDevices.userId, userId), ne(userDevices.id, deviceId)), now);
  return gone.length;
}

/** Ends the sessions of devices and deletes them. Returns what they were. */
async function forget(tx: Orm, which: SQL | undefined, now: Date) {
  const devices = tx.select({ id: userDevices.id }).from(userDevices).where(which);
  await endSessions(tx, inArray(userSessions.device, devices), now);
  return tx.delete(userDevices).where(which).returning({ browser: userDevices.browser, system: userDevices.system });
}

/** A user's devices as the list shows them, the last used one first. */
export async function devicesOf(orm: Orm, userId: string, deviceId: string, now: Date): Promise<Device[]> {
  const rows = await orm
    .select()
    .from(userDevices)
    .where(eq(userDevices.userId, userId))
    .orderBy(desc(userDevices.lastAt), userDevices.id);
  const loggedIn = await orm
    .select({ device: userSessions.device })
    .from(userSessions)
    .where(and(eq(userSessions.userId, userId), gt(userSessions.expiresAt, now)));
  const active = new Set(loggedIn.map(({ device }) => device));
  return rows.map(({ id, name, browser, system, country, city, own, firstAt, lastAt }) => ({
    id,
    name,
    browser,
    system,
    own,
    country: country || null,
    city: city || null,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    active: active.has(id),
    current: id === deviceId,
  }));
}
