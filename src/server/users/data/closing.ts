/** Closing an account, and opening it again before it is erased. */

import { closeCall } from '../../../contract/users.ts';
import { closingShape } from '../../../forms/userForms.ts';
import { lockCompanies, onlyAdministratorOf } from '../../companies/members/endMembership.ts';
import { mailUser } from '../mails.ts';
import { changeProfile } from '../profile/profileChange.ts';
import { dayIn } from '../security/lockedOut.ts';
import type { Changing } from '../security/securityChange.ts';
import type { UserPart } from '../userCalls.ts';

const DAY_MS = 86_400_000;

export function addClosing({ calls, users: { cooling }, createLimit, perMinute }: UserPart, changing: Changing): void {
  calls.withSession({
    call: closeCall,
    method: 'post',
    operationId: 'userClose',
    summary: 'Closes the account, which is erased some days later; until then its owner can log in and open it again',
    body: closingShape,
    limit: createLimit(perMinute, 'close'),
    handle: async (context) =>
      changing('closing an account', context, async ({ tx, identity, user }) => {
        const { now, headers } = context;
        const { password, postsStay } = context.body;
        await identity.api.verifyPassword({ headers, body: { password } });
        await lockCompanies(tx, user.id);
        if ((await onlyAdministratorOf(tx, user.id)).length > 0) {
          return { error: 'conflict', message: 'server.company.lastAdministratorClosing' };
        }
        let erasedAt = new Date(now.getTime() + cooling * DAY_MS);
        await changeProfile(tx, { userId: user.id, now, doing: 'closing an account' }, async (profile) => {
          if (profile.erasedAt) {
            erasedAt = profile.erasedAt;
            return { set: {}, did: [] };
          }
          const mail = { name: 'userClosed', occasion: now.toISOString(), path: '/profile/account' } as const;
          await mailUser(tx, user.id, { ...mail, values: (locale) => ({ date: dayIn(locale, erasedAt) }) }, now);
          return { set: { erasedAt, postsStay }, did: [{ action: 'closed' }] };
        });
        return { data: { erasedAt: erasedAt.toISOString() } };
      }),
  });

  calls.withSession({
    call: closeCall,
    method: 'delete',
    operationId: 'userReopen',
    summary: 'Opens a closed account again',
    handle: async ({ orm, now, user }) => {
      await changeProfile(orm, { userId: user.id, now, doing: 'opening an account' }, async ({ erasedAt }) => ({
        set: { erasedAt: null, postsStay: false },
        did: erasedAt ? [{ action: 'reopened' }] : [],
      }));
      return { data: { erasedAt: null } };
    },
  });
}
