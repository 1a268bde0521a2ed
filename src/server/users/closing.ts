/** Closing an account, and opening it again before it is erased. */
import { and, eq } from 'drizzle-orm';
import { withPasswordShape } from '../../accounts/userForms.ts';
import { closeCall } from '../../contract/users.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { isPassword } from '../accounts/passwords.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { userCredentials } from '../db/schema.ts';
import { fault, type Part } from './calls.ts';
import { changeProfile } from './changes.ts';
import { mailUser } from './mails.ts';

const DAY_MS = 86_400_000;

export function addClosing({ calls, users: { cooling }, createLimit, perMinute }: Part): void {
  calls.own({
    call: closeCall,
    method: 'post',
    operationId: 'userClose',
    summary: 'Closes the account, which is erased some days later; until then its owner can log in and open it again',
    body: withPasswordShape,
    limit: createLimit(perMinute, 'close'),
    handle: async ({ orm, now, user, body }) => {
      if (!(await isOwnPassword(orm, user.id, body.password))) return fault('password', 'passwordWrong');
      let erasedAt = new Date(now.getTime() + cooling * DAY_MS);
      await changeProfile(orm, { userId: user.id, now, doing: 'closing an account' }, async (profile, tx) => {
        if (profile.erasedAt) {
          erasedAt = profile.erasedAt;
          return { set: {}, did: [] };
        }
        const occasion = now.toISOString();
        const mail = { name: 'userClosed', occasion, path: '/profile/account' } as const;
        await mailUser(tx, user.id, { ...mail, values: (locale) => ({ date: dayIn(locale, erasedAt) }) }, now);
        return { set: { erasedAt }, did: [{ action: 'closed' }] };
      });
      return { data: { erasedAt: erasedAt.toISOString() } };
    },
  });

  calls.own({
    call: closeCall,
    method: 'delete',
    operationId: 'userReopen',
    summary: 'Opens a closed account again',
    handle: async ({ orm, now, user }) => {
      await changeProfile(orm, { userId: user.id, now, doing: 'opening an account' }, async ({ erasedAt }) => ({
        set: { erasedAt: null },
        did: erasedAt ? [{ action: 'reopened' }] : [],
      }));
      return { data: { erasedAt: null } };
    },
  });
}

async function isOwnPassword(orm: Orm, userId: string, password: string): Promise<boolean> {
  const [credential] = await guarded('reading a password', () =>
    orm
      .select({ password: userCredentials.password })
      .from(userCredentials)
      .where(and(eq(userCredentials.userId, userId), eq(userCredentials.providerId, 'credential'))),
  );
  return credential?.password != null && isPassword(credential.password, password);
}

/** 'December 7, 2026', by UTC. */
const dayIn = (locale: keyof typeof LOCALES, at: Date): string =>
  new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
