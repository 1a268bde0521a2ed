/** The user whom everyone may see under a nickname. */
import { and, eq, isNull } from 'drizzle-orm';
import { handleOf } from '../../../forms/userForms.ts';
import { publicLicense } from '../../applications/licenses.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userProfiles, users } from '../../db/schema.ts';

/** Undefined if there is no such user, and if the account is closed, locked or not confirmed. */
export async function publicUser(orm: Orm, nickname: string) {
  const handle = handleOf(nickname);
  // Postgres takes no zero in a text.
  if (handle.includes('\0')) return undefined;
  const [row] = await guarded('looking a nickname up', () =>
    orm
      .select({ user: users, profile: userProfiles, license: publicLicense(users.id) })
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
  return row;
}
