/** Nickname, language and preferences. */
import { eq } from 'drizzle-orm';
import { type General, generalCall, type Preferences } from '../../../contract/users.ts';
import { generalShape, handleOf } from '../../../forms/userForms.ts';
import type { ApiContext } from '../../answers.ts';
import { fault } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { codeOf } from '../../db/errors.ts';
import { userProfiles, users } from '../../db/schema.ts';
import type { UserPart } from '../userCalls.ts';
import { avatarOf } from './avatars.ts';
import { nicknameFault } from './nicknames.ts';
import { changeProfile } from './profileChange.ts';
import { changedTerms } from './terms.ts';

/** SQLSTATE of a value that must be unique. */
const TAKEN = '23505';

export function addGeneral({ calls, users: account }: UserPart): void {
  async function generalOf(orm: Orm, userId: string, c: ApiContext): Promise<General> {
    const [row] = await orm
      .select({ user: users, profile: userProfiles })
      .from(users)
      .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
      .where(eq(users.id, userId));
    if (!row) throw new Error('The user is gone');
    const { user, profile } = row;
    return {
      nickname: user.name,
      address: `/u/${encodeURIComponent(profile.handle ?? handleOf(user.name))}`,
      avatar: await avatarOf(orm, userId),
      locale: profile.locale,
      preferences: profile.preferences ?? {},
      terms: changedTerms(profile, c, account),
    };
  }

  calls.withSession({
    call: generalCall,
    operationId: 'userGeneral',
    summary: 'Nickname, avatar, language and preferences',
    handle: async ({ c, orm, user }) => ({ data: await generalOf(orm, user.id, c) }),
  });

  calls.withSession({
    call: generalCall,
    method: 'put',
    operationId: 'userGeneralChange',
    summary: 'Changes nickname, language or preferences. What is left out stays',
    body: generalShape,
    handle: async ({ c, orm, now, user, body: { nickname, locale, preferences } }) => {
      // The page sends the nickname of before with another change, too.
      const refused = nickname === undefined || nickname === user.name ? null : nicknameFault(nickname);
      if (refused) return fault('nickname', refused);
      try {
        await changeProfile(orm, { userId: user.id, now, doing: 'changing a profile' }, async (profile, tx) => {
          if (nickname !== undefined) {
            await tx.update(users).set({ name: nickname, updatedAt: now }).where(eq(users.id, user.id));
          }
          return {
            set: {
              ...(nickname !== undefined && { handle: handleOf(nickname) }),
              ...(locale && { locale }),
              ...(preferences && { preferences: { ...profile.preferences, ...preferences } as Preferences }),
            },
            did: nickname === undefined ? [] : [{ action: 'nickname' }],
          };
        });
      } catch (error) {
        if (codeOf(error) === TAKEN) return fault('nickname', 'nicknameTaken');
        throw error;
      }
      return { data: await generalOf(orm, user.id, c) };
    },
  });
}
