/** What protects an account: the page of it, the password with its hint, the mobile number; all that needs the password. */
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { hintCall, mobileCall, passwordCall, type Security, securityCall } from '../../../contract/users.ts';
import { normalizeMobile } from '../../../forms/mobile.ts';
import { hintShape, mobileShape, passwordShape } from '../../../forms/userForms.ts';
import { type CallContext, fault } from '../../apiCalls.ts';
import { guarded } from '../../db/errors.ts';
import { userLinks, userProfiles, userSignIns } from '../../db/schema.ts';
import { addClosing } from '../data/closing.ts';
import { addLog } from '../data/log.ts';
import { addPasskeyLogIn } from '../logIn/passkeyLogIn.ts';
import { noteNewPassword } from '../logIn/recovery.ts';
import { addSecondStep } from '../logIn/twoStepLogIn.ts';
import { changeProfile, noteOwn } from '../profile/profileChange.ts';
import { identityOn, type Session } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';
import { addDevices, devicesOf, forgetOthers } from './devices.ts';
import { addEmail } from './email.ts';
import { addPasskeys, passkeysOf } from './passkeys.ts';
import { createChanging, hasPassword, PASSWORD_WRONG, rotated } from './securityChange.ts';
import { addTwoStep } from './twoStepSetup.ts';

/** How many log-ins the page lists. Those that failed have places of their own: they push no other out of sight. */
const MOST_SIGN_INS = { entered: 20, failed: 10 };
/** A shorter run of letters and digits that hint and password have in common tells nothing. */
const LEAST_PART = 4;

export function addSecurity(part: UserPart): void {
  const { calls, users, createLimit, perMinute } = part;
  const changing = createChanging(part);
  const limit = createLimit(perMinute, 'security');

  calls.withSession({
    call: securityCall,
    operationId: 'userSecurity',
    summary: 'Address, mobile number, hint, two-step verification, devices, latest log-ins',
    handle: async (context) => ({ data: await guarded('reading security', () => securityOf(context, users.site)) }),
  });

  calls.withSession({
    call: passwordCall,
    method: 'post',
    operationId: 'userPassword',
    summary: 'Changes the password. The session gets a new token. Every other device is logged out and forgotten',
    body: passwordShape,
    limit,
    handle: async (context) => {
      if (await users.isBreached(context.body.password)) return fault('password', 'passwordBreached');
      const outcome = await changing('changing a password', context, async ({ tx, identity, user }) => {
        const { headers, device, now, body } = context;
        const passwords = { currentPassword: body.current, newPassword: body.password };
        const { headers: answered } = await identity.api.changePassword({
          headers,
          returnHeaders: true,
          body: { ...passwords, revokeOtherSessions: true },
        });
        await noteNewPassword(tx, user.id, now);
        await noteOwn(tx, user.id, 'password', now);
        await forgetOthers(tx, user.id, device.id, now);
        return { data: await rotated(tx, context, answered) };
      });
      return outcome === PASSWORD_WRONG ? fault('current', 'passwordWrong') : outcome;
    },
  });

  calls.withSession({
    call: hintCall,
    method: 'put',
    operationId: 'userHint',
    summary: 'Sets the password hint, which tells no part of the password',
    body: hintShape,
    limit,
    handle: async (context) =>
      changing('setting a hint', context, async ({ tx, identity, user }) => {
        const { headers, body, now } = context;
        const { hint, password } = body;
        await identity.api.verifyPassword({ headers, body: { password } });
        if (hintTells(hint, password)) return fault('hint', 'hintTells');
        await tx.update(userProfiles).set({ passwordHint: hint }).where(eq(userProfiles.userId, user.id));
        await noteOwn(tx, user.id, 'hint', now);
        return { data: null };
      }),
  });

  calls.withSession({
    call: mobileCall,
    method: 'put',
    operationId: 'userMobile',
    summary: 'Sets the mobile number',
    body: mobileShape,
    handle: async ({ orm, now, user, profile, body }) => {
      const dialCode = users.rules.dialCodeOf(profile.personal?.country ?? '') ?? null;
      const mobile = body.mobile && normalizeMobile(body.mobile, dialCode);
      if (mobile === null) return fault('mobile', 'mobileFormat');
      await changeProfile(orm, { userId: user.id, now, doing: 'setting a mobile number' }, async (before) => ({
        set: { mobile },
        did: before.mobile === mobile ? [] : [{ action: 'mobile' }],
      }));
      return { data: { mobile } };
    },
  });

  addClosing(part, changing);
  addEmail(part, changing);
  addTwoStep(part, changing);
  addPasskeys(part, changing);
  addPasskeyLogIn(part);
  addSecondStep(part);
  addDevices(part);
  addLog(part);
}

async function securityOf({ orm, now, user, profile, device }: CallContext & Session, site: string): Promise<Security> {
  const [asked] = await orm
    .select({ data: userLinks.data })
    .from(userLinks)
    .where(and(eq(userLinks.userId, user.id), eq(userLinks.kind, 'emailNew'), gt(userLinks.expiresAt, now)));
  const latest = (which: typeof eq | typeof ne, most: number) =>
    orm
      .select()
      .from(userSignIns)
      .where(and(eq(userSignIns.userId, user.id), which(userSignIns.outcome, 'entered')))
      .orderBy(desc(userSignIns.at), userSignIns.id)
      .limit(most);
  const [entered, failed] = [await latest(eq, MOST_SIGN_INS.entered), await latest(ne, MOST_SIGN_INS.failed)];
  const signIns = [...entered, ...failed].sort((a, b) => b.at.getTime() - a.at.getTime());
  const { api } = await identityOn(orm, { site, now });
  const on = user.twoFactorEnabled;
  const codesLeft = on ? (await api.viewBackupCodes({ body: { userId: user.id } })).backupCodes.length : 0;
  return {
    email: user.email,
    newEmail: asked?.data?.email ?? null,
    mobile: profile.mobile,
    hasPassword: await hasPassword(orm, user.id),
    hint: profile.passwordHint,
    twoStep: { on, codesLeft },
    passkeys: await passkeysOf(orm, user.id),
    devices: await devicesOf(orm, user.id, device.id, now),
    signIns: signIns.map(({ at, outcome, method, browser, system, country, city, times }) => ({
      at: at.toISOString(),
      outcome,
      method,
      browser,
      system,
      times,
      country: country || null,
      city: city || null,
    })),
  };
}

/** Whether a hint holds the password or a part of it, in any case and with any signs in between. */
export function hintTells(hint: string, password: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const [plainHint, secret] = [plain(hint), plain(password)];
  if (plainHint === '') return false;
  const parts = Array.from({ length: secret.length - LEAST_PART + 1 }, (_, at) => secret.slice(at, at + LEAST_PART));
  return secret.includes(plainHint) || parts.some((part) => plainHint.includes(part));
}
