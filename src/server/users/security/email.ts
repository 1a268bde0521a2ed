/**
 * The change of a user's address: a link at the address so far and one at the new one, both of which must be used. Asking
 * for an address that has an account looks the same; its owner gets a mail without a link.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import { emailCall, emailConfirmCall } from '../../../contract/users.ts';
import { emailShape, linkShape } from '../../../forms/userForms.ts';
import { fault } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { type LinkKind, mails, userLinks, users } from '../../db/schema.ts';
import { eraseMails } from '../../mail/queue.ts';
import { withMinimumTime } from '../../shared/minimumTime.ts';
import { findLink, type Link, makeLink, takeLink } from '../links.ts';
import { clearFailures, counterOf } from '../logIn/logInFailures.ts';
import { mailUser, occasionAt } from '../mails.ts';
import { noteOwn } from '../profile/profileChange.ts';
import type { UserPart } from '../userCalls.ts';
import { type Changing, endChallenges, lockUser, type User } from './securityChange.ts';

const DAY_MS = 86_400_000;
/** How often a user may ask for another address in a day: the mails go to addresses of anyone. */
const MOST_A_DAY = 5;
const KINDS: LinkKind[] = ['emailOld', 'emailNew'];

export function addEmail({ calls, users: { minimumMs }, createLimit, perMinute }: UserPart, changing: Changing): void {
  const limit = createLimit(perMinute, 'email');

  calls.withSession({
    call: emailCall,
    method: 'post',
    operationId: 'userEmail',
    summary: 'Asks for another address. The answer is the same whether or not that has an account; mails follow',
    body: emailShape,
    limit,
    handle: (context) =>
      withMinimumTime(minimumMs, () =>
        changing('context for another address', context, async ({ tx, identity, user }) => {
          const { headers, now, body } = context;
          await identity.api.verifyPassword({ headers, body: { password: body.password } });
          const email = body.email.toLowerCase();
          if ((await askedToday(tx, user.id, now)) >= MOST_A_DAY) {
            return { error: 'tooMany', message: 'server.emailAsked', field: 'email' };
          }
          await takeBack(tx, user.id);
          if (email !== user.email) {
            await askBoth(tx, user.id, email, now);
            await noteOwn(tx, user.id, 'emailAsked', now);
          }
          return { data: null };
        }),
      ),
  });

  calls.withSession({
    call: emailCall,
    method: 'delete',
    operationId: 'userEmailTakeBack',
    summary: 'Takes back a change of address that waits',
    handle: async ({ orm, user, now }) => {
      await guarded('taking a change of address back', () =>
        orm.transaction(async (tx) => {
          if (await takeBack(tx, user.id)) await noteOwn(tx, user.id, 'emailTakenBack', now);
        }),
      );
      return { data: null };
    },
  });

  calls.open({
    call: emailConfirmCall,
    method: 'post',
    operationId: 'userEmailConfirm',
    summary: 'Confirms a change of address with one of its two links. The second one changes the address',
    body: linkShape,
    limit,
    handle: async ({ orm, now, body: { token } }) => {
      const link = (await findLink(orm, 'emailOld', token, now)) ?? (await findLink(orm, 'emailNew', token, now));
      const state =
        link &&
        (await guarded('confirming a change of address', () =>
          orm.transaction(async (tx) => {
            const user = await lockUser(tx, link.userId);
            return user && (await takeLink(tx, link, now)) ? confirm(tx, user, link, now) : null;
          }),
        ));
      return state ? { data: { state } } : fault('token', 'linkUsed');
    },
  });
}

const askedToday = (tx: Orm, userId: string, now: Date): Promise<number> =>
  tx.$count(
    mails,
    and(
      eq(mails.name, 'userEmailOld'),
      eq(mails.about, userId),
      gt(mails.waitsSince, new Date(now.getTime() - DAY_MS)),
    ),
  );

/** The links of a change of address that waits stop working. Returns whether there were any. */
async function takeBack(tx: Orm, userId: string): Promise<boolean> {
  const isOfChange = and(eq(userLinks.userId, userId), inArray(userLinks.kind, KINDS));
  return (await tx.delete(userLinks).where(isOfChange).returning({ kind: userLinks.kind })).length > 0;
}

async function askBoth(tx: Orm, userId: string, email: string, now: Date): Promise<void> {
  const pair = randomUUID();
  const linkOf = async (kind: LinkKind) =>
    `/login#email=${await makeLink(tx, { kind, userId, pair, data: { email } }, now)}`;
  const [path, newPath] = [await linkOf('emailOld'), await linkOf('emailNew')];
  await mailUser(tx, userId, { name: 'userEmailOld', occasion: pair, path, values: () => ({ email }) }, now);
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)));
  const values = () => ({});
  if (owner) {
    await mailUser(tx, owner.id, { name: 'userKnown', occasion: occasionAt(now), path: '/login', values }, now);
  } else {
    await mailUser(tx, userId, { name: 'userEmailNew', occasion: pair, path: newPath, to: email, values }, now);
  }
}

/** What becomes of a change of address once one of its links is used. Null: the address has an account by now. */
async function confirm(tx: Orm, user: User, link: Link, now: Date): Promise<'waiting' | 'changed' | null> {
  const isOther = and(eq(userLinks.pair, link.pair), ne(userLinks.tokenHash, link.tokenHash));
  if ((await tx.$count(userLinks, and(isOther, isNotNull(userLinks.usedAt)))) === 0) return 'waiting';
  await takeBack(tx, user.id);
  const email = link.data?.email ?? '';
  // Whoever signed up with it has not confirmed it: this user has.
  const unconfirmed = await tx
    .delete(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, false)))
    .returning({ id: users.id });
  for (const { id } of unconfirmed) await eraseMails(tx, id);
  if ((await tx.$count(users, eq(users.email, email))) > 0) return null;
  await tx.update(users).set({ email, updatedAt: now }).where(eq(users.id, user.id));
  await clearFailures(tx, await counterOf(tx, { email }));
  await endChallenges(tx, user.id);
  await noteOwn(tx, user.id, 'email', now);
  await mailUser(
    tx,
    user.id,
    { name: 'userEmailChanged', occasion: link.pair, path: '/support', to: user.email, values: () => ({ email }) },
    now,
  );
  return 'changed';
}
