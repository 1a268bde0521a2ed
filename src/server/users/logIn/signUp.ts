/** Signing up and confirming the address. */
import { eq } from 'drizzle-orm';
import { confirmCall, optionsCall, signUpCall } from '../../../contract/users.ts';
import { confirmShape, handleOf, signUpShape } from '../../../forms/userForms.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { fault } from '../../apiCalls.ts';
import { forget, heldBy, keep } from '../../applications/record.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userCredentials, userProfiles, users } from '../../db/schema.ts';
import { withMinimumTime } from '../../shared/minimumTime.ts';
import { hashPassword, isPassword } from '../../shared/passwords.ts';
import { joinOwn } from '../data/join.ts';
import { refusing } from '../identity.ts';
import { findLink, makeLink, takeLink } from '../links.ts';
import { mailUser, occasionAt } from '../mails.ts';
import { anyNickname, nicknameFault } from '../profile/nicknames.ts';
import { identityOn } from '../sessions.ts';
import type { EntryLimits, UserPart } from '../userCalls.ts';
import { beginSession } from './beginSession.ts';
import { clearFailures, counterOf } from './logInFailures.ts';

export function addSignUp(
  { calls, users: { site, rules, sendsMail, social, cooling, minimumMs, isBreached }, seen }: UserPart,
  limits: EntryLimits,
): void {
  calls.open({
    call: optionsCall,
    operationId: 'userOptions',
    summary: 'What the site offers to those who sign up',
    handle: async () => ({ data: { mail: sendsMail, social: social?.name ?? null, coolingDays: cooling } }),
  });

  calls.open({
    call: signUpCall,
    method: 'post',
    operationId: 'userSignUp',
    summary: 'Signs up. The answer is the same whether or not the address has an account; a mail follows',
    body: ({ locale }) => signUpShape(rules.versionsOf(locale)),
    limit: limits.logIn,
    handle: async ({ orm, now, body }) => {
      const refused = nicknameFault(body.nickname);
      if (refused) return fault('nickname', refused);
      const isTaken = await guarded('looking a nickname up', () =>
        orm.$count(userProfiles, eq(userProfiles.handle, handleOf(body.nickname))),
      );
      if (isTaken > 0) return fault('nickname', 'nicknameTaken');
      if (await isBreached(body.password)) return fault('password', 'passwordBreached');
      return withMinimumTime(minimumMs, async () => {
        const hashed = await hashPassword(body.password);
        await refusing('signing up', () => orm.transaction((tx) => signUp(tx, { ...body, hashed, now })));
        return { data: { mail: sendsMail } };
      });
    },
  });

  async function signUp(
    tx: Orm,
    {
      email,
      password,
      nickname,
      locale,
      brokerNumber,
      agreements,
      hashed,
      now,
    }: {
      email: string;
      password: string;
      nickname: string;
      locale: typeof userProfiles.$inferSelect.locale;
      brokerNumber: string;
      agreements: { privacy: string; terms: string };
      hashed: string;
      now: Date;
    },
  ): Promise<void> {
    await advisoryLock(tx, `address ${email.toLowerCase()}`);
    const identity = await identityOn(tx, { site, now, hashed });
    const made = await identity.api.signUpEmail({ body: { email, password, name: nickname } });
    const [user] = await tx.select().from(users).where(eq(users.email, email.toLowerCase()));
    if (!user) throw new Error('better-auth has stored no user');
    if (user.id === made.user.id) {
      const at = now.toISOString();
      await tx.insert(userProfiles).values({ userId: user.id, locale, agreements: { ...agreements, at } });
      if (brokerNumber) await keep(tx, user.id, { ...(await heldBy(tx, user.id)), brokerNumber }, now);
    }
    if (user.emailVerified) {
      await mailUser(
        tx,
        user.id,
        { name: 'userKnown', occasion: occasionAt(now), path: '/login', values: () => ({}) },
        now,
      );
    } else await mailConfirmation(tx, user.id, now);
  }

  calls.open({
    call: confirmCall,
    method: 'post',
    operationId: 'userConfirm',
    summary: 'Confirms an address with the link of the mail and the password, and logs in',
    refuses: ['locked'],
    body: confirmShape,
    limit: limits.link,
    handle: async ({ c, orm, now, body }) => {
      const link = await findLink(orm, 'confirm', body.token, now);
      if (!link) return fault('token', 'linkUsed');
      const [credential] = await guarded('reading a password', () =>
        orm.select().from(userCredentials).where(eq(userCredentials.userId, link.userId)),
      );
      if (!body.isNew && !(credential?.password && (await isPassword(credential.password, body.password)))) {
        return fault('password', 'passwordOther');
      }
      if (body.isNew && (await isBreached(body.password))) return fault('password', 'passwordBreached');
      const password = body.isNew ? await hashPassword(body.password) : undefined;
      const where = await seen(c);
      const data = await guarded('confirming an address', () =>
        orm.transaction(async (tx) => {
          if (!(await takeLink(tx, link, now))) return null;
          // Another link has been used. This one would let in without the second step, and set a new password.
          if (!(await confirmUser(tx, link.userId, now, { forgets: body.isNew }))) return null;
          if (password) {
            await tx
              .update(userCredentials)
              .set({ password, updatedAt: now })
              .where(eq(userCredentials.userId, link.userId));
          } else if (credential?.password) await joinOwn(tx, link.userId, credential.password, now);
          const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
          const { token } = await internalAdapter.createSession(link.userId);
          const { own, device } = body;
          return beginSession(tx, { userId: link.userId, token, method: 'confirmed', seen: where, own, device, now });
        }),
      );
      return data ? { data } : fault('token', 'linkUsed');
    },
  });
}

/**
 * Confirms a user's address, and takes the nickname: the first to confirm has it, another gets a number. False if it was
 * confirmed before. `forgets`: whoever confirms does not know the password that was chosen, and so may be another than
 * who signed up or applied with the address: nothing of what that person chose stays.
 */
export async function confirmUser(tx: Orm, userId: string, now: Date, { forgets = false } = {}): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user || user.emailVerified) return false;
  await advisoryLock(tx, 'nicknames');
  const [profile] = await tx
    .select({ locale: userProfiles.locale })
    .from(userProfiles)
    .where(eq(userProfiles.userId, userId));
  const chosen = forgets ? anyNickname(profile?.locale ?? DEFAULT_LOCALE) : user.name;
  let name = chosen;
  for (let number = 2; (await tx.$count(userProfiles, eq(userProfiles.handle, handleOf(name)))) > 0; number += 1) {
    name = `${chosen} ${number}`;
  }
  await tx.update(users).set({ emailVerified: true, name, updatedAt: now }).where(eq(users.id, userId));
  await tx
    .update(userProfiles)
    .set({
      handle: handleOf(name),
      ...(forgets && { role: null, mobile: '' }),
    })
    .where(eq(userProfiles.userId, userId));
  if (forgets) await forget(tx, userId);
  // Anyone may have failed to log in before; its owner has just shown the mailbox.
  await clearFailures(tx, await counterOf(tx, user));
  return true;
}

/** Mails the link that confirms an address. */
export async function mailConfirmation(orm: Orm, userId: string, now: Date): Promise<void> {
  await orm.transaction(async (tx) => {
    const path = `/login#confirm=${await makeLink(tx, { kind: 'confirm', userId }, now)}`;
    await mailUser(tx, userId, { name: 'userConfirm', occasion: occasionAt(now), path, values: () => ({}) }, now);
  });
}
