/** Two-step verification: how it is turned on and off, and its backup codes. */
import { eq } from 'drizzle-orm';
import { codesCall, twoStepCall, twoStepOnCall } from '../../../contract/users.ts';
import { firstCodeShape, withPasswordShape } from '../../../forms/userForms.ts';
import { qrOf } from '../../../qr.ts';
import { users, userTwoFactors } from '../../db/schema.ts';
import { noteOwn } from '../profile/profileChange.ts';
import type { UserPart } from '../userCalls.ts';
import { onceOnly } from './codes.ts';
import { type Changing, rotated, TWO_STEP_OFF, TWO_STEP_ON } from './securityChange.ts';

export function addTwoStep({ calls, createLimit, perMinute }: UserPart, changing: Changing): void {
  const limit = createLimit(perMinute, 'twoStep');

  calls.withSession({
    call: twoStepCall,
    method: 'post',
    operationId: 'userTwoStepBegin',
    summary: 'Begins two-step verification: a secret for the app and ten backup codes. The first code turns it on',
    refuses: ['conflict'],
    body: withPasswordShape,
    limit,
    handle: async (context) =>
      changing('beginning two-step verification', context, async ({ identity }) => {
        const { headers, body } = context;
        const made = await identity.api.enableTwoFactor({ headers, body });
        if (made.method !== 'totp') throw new Error('better-auth has made no secret');
        const { totpURI: address, backupCodes: codes } = made;
        const secret = new URL(address).searchParams.get('secret') ?? '';
        return { data: { qr: qrOf(address), secret, address, codes } };
      }),
  });

  calls.withSession({
    call: twoStepOnCall,
    method: 'post',
    operationId: 'userTwoStepOn',
    summary: 'Turns two-step verification on with the first code. The session gets a new token',
    refuses: ['conflict'],
    body: firstCodeShape,
    limit,
    handle: async (context) =>
      changing('turning two-step verification on', context, async ({ tx, identity, user }) => {
        const { headers, body } = context;
        if (user.twoFactorEnabled) return TWO_STEP_ON;
        const isBegun = await tx.$count(userTwoFactors, eq(userTwoFactors.userId, user.id));
        if (!isBegun) return TWO_STEP_OFF;
        const { headers: answered } = await onceOnly(tx, user.id, plainCode(body.code), (code) =>
          identity.api.verifyTOTP({ headers, returnHeaders: true, body: { code } }),
        );
        await noteOwn(tx, user.id, 'twoStepOn', context.now);
        return { data: await rotated(tx, context, answered) };
      }),
  });

  calls.withSession({
    call: twoStepCall,
    method: 'delete',
    operationId: 'userTwoStepEnd',
    summary: 'Turns two-step verification off, with the password',
    refuses: ['conflict'],
    body: withPasswordShape,
    limit,
    handle: async (context) =>
      changing('turning two-step verification off', context, async ({ tx, identity, user }) => {
        const { headers, body, now } = context;
        // Not its own call, which would give the session a new token.
        await identity.api.verifyPassword({ headers, body });
        await tx.update(users).set({ twoFactorEnabled: false, updatedAt: now }).where(eq(users.id, user.id));
        await tx.delete(userTwoFactors).where(eq(userTwoFactors.userId, user.id));
        await noteOwn(tx, user.id, 'twoStepOff', now);
        return { data: null };
      }),
  });

  calls.withSession({
    call: codesCall,
    method: 'post',
    operationId: 'userBackupCodes',
    summary: 'Ten new backup codes, with the password. The old ones end',
    refuses: ['conflict'],
    body: withPasswordShape,
    limit,
    handle: async (context) =>
      changing('making backup codes', context, async ({ tx, identity, user }) => {
        const { headers, body, now } = context;
        const { backupCodes: codes } = await identity.api.generateBackupCodes({ headers, body });
        await noteOwn(tx, user.id, 'backupCodes', now);
        return { data: { codes } };
      }),
  });
}

/** A code without the spaces and hyphens with which it was typed. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '');
