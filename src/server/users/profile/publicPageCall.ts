/** What a user has made public. Nobody can tell whether someone else has an account. */
import { type PublicUser, publicCall } from '../../../contract/users.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { shownLicense } from '../../applications/licenses.ts';
import { heldBy, togglesOf } from '../../applications/record.ts';
import type { Orm } from '../../db/database.ts';
import { localeOf } from '../../messages.ts';
import type { UserPart } from '../userCalls.ts';
import { avatarOf } from './avatars.ts';
import { personalOf } from './personal.ts';
import { appliedBy } from './profileFromApplication.ts';
import { publicUser } from './publicUserQuery.ts';

export function addPublic({ calls }: UserPart): void {
  calls.open({
    call: publicCall,
    operationId: 'userPublic',
    summary: 'What a user has made public. 404 if there is no such user, or if the account is closed or locked',
    refuses: ['notFound'],
    handle: async ({ c, orm, param }) => {
      const data = await publicDataOf(orm, param('nickname'), localeOf(c.req.header('accept-language')));
      return data ? { data } : { error: 'notFound', message: 'server.unknownUser', field: 'nickname' };
    },
  });
}

/** What everyone may see of a user. Null if there is no such user, or if the account is closed or locked. */
export async function publicDataOf(orm: Orm, of: string, locale: Locale): Promise<PublicUser | null> {
  const row = await publicUser(orm, of);
  if (!row) return null;
  const { user, profile, license } = row;
  const applied = await appliedBy(orm, user.id);
  const { privacy } = togglesOf((await heldBy(orm, user.id)).toggles);
  const { country } = personalOf(profile, applied).personal;
  return {
    nickname: user.name,
    avatar: await avatarOf(orm, user.id),
    email: privacy.email === 'public' ? user.email : null,
    base:
      privacy.baseInformation === 'public'
        ? {
            role: profile.role ?? applied?.role ?? null,
            country: country || null,
            since: user.createdAt.toISOString(),
          }
        : null,
    license: license && shownLicense(license, locale),
  };
}
