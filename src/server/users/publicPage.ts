/** What a user has made public. Nobody can tell whether someone else has an account. */
import { and, eq, isNull } from 'drizzle-orm';
import { handleOf } from '../../accounts/userForms.ts';
import { publicCall } from '../../contract/users.ts';
import { guarded } from '../db/errors.ts';
import { userProfiles, users } from '../db/schema.ts';
import { appliedBy } from './applied.ts';
import type { Part } from './calls.ts';
import { avatarOf } from './entering.ts';
import { personalOf } from './personal.ts';
import { togglesOf } from './toggles.ts';

export function addPublic({ calls }: Part): void {
  calls.open({
    call: publicCall,
    method: 'get',
    operationId: 'userPublic',
    summary: 'What a user has made public; 404 if there is no such user, or if the account is closed or locked',
    handle: async ({ c, orm }) => {
      const handle = handleOf(c.req.param('nickname') ?? '');
      // Postgres takes no zero in a text.
      const [row] = handle.includes('\0')
        ? []
        : await guarded('looking a nickname up', () =>
            orm
              .select({ user: users, profile: userProfiles })
              .from(userProfiles)
              .innerJoin(users, eq(users.id, userProfiles.userId))
              .where(
                and(
                  eq(userProfiles.handle, handle),
                  eq(users.emailVerified, true),
                  isNull(userProfiles.lockedAt),
                  isNull(userProfiles.erasedAt),
                ),
              ),
          );
      if (!row) return { error: 'notFound', message: 'server.unknownUser', field: 'nickname' };
      const { user, profile } = row;
      const applied = await appliedBy(orm, user.id);
      const { privacy } = togglesOf(profile, applied);
      const { country } = personalOf(profile, applied).personal;
      return {
        data: {
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
        },
      };
    },
  });
}
