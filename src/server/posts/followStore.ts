/**
 * Who follows whom. Counts are public; a pair is shown to others only if both show it. Whose account is locked or closed
 * is in no count and no list, and is there again once it is opened.
 */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Follower, MOST_FOLLOWED } from '../../contract/follows.ts';
import { cursorOf, PAGE, paged } from '../companies/pages.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { userAvatars, userFollows, userProfiles, users } from '../db/schema.ts';
import { avatarAddress } from '../users/profile/avatars.ts';

/** One side of a pair, and the column of the other. */
const SIDES = {
  followers: { of: userFollows.followed, other: userFollows.follower },
  following: { of: userFollows.follower, other: userFollows.followed },
} as const satisfies Record<string, { of: PgColumn; other: PgColumn }>;
export type Side = keyof typeof SIDES;

const isThere = and(isNull(userProfiles.lockedAt), isNull(userProfiles.erasedAt));

const countOf = async (orm: Orm, user: string, side: Side): Promise<number> => {
  const { of, other } = SIDES[side];
  const [row] = await orm
    .select({ count: sql<string>`count(*)` })
    .from(userFollows)
    .innerJoin(userProfiles, eq(userProfiles.userId, other))
    .where(and(eq(of, user), isThere));
  return Number(row?.count ?? 0);
};

export const countsOf = (orm: Orm, user: string): Promise<Record<Side, number>> =>
  guarded('counting followers', async () => ({
    followers: await countOf(orm, user, 'followers'),
    following: await countOf(orm, user, 'following'),
  }));

export async function doesFollow(orm: Orm, follower: string, followed: string): Promise<boolean> {
  const pair = and(eq(userFollows.follower, follower), eq(userFollows.followed, followed));
  return (await guarded('looking a pair up', () => orm.$count(userFollows, pair))) > 0;
}

/** Follows an author, once. 'full' if the user follows as many as one may. */
export const beginFollow = (orm: Orm, follower: string, followed: string, now: Date): Promise<'done' | 'full'> =>
  guarded('following an author', () =>
    orm.transaction(async (tx) => {
      // One after the other, so that the limit holds.
      await tx
        .select({ id: userProfiles.userId })
        .from(userProfiles)
        .where(eq(userProfiles.userId, follower))
        .for('update');
      if (await doesFollow(tx as Orm, follower, followed)) return 'done';
      if ((await tx.$count(userFollows, eq(userFollows.follower, follower))) >= MOST_FOLLOWED) return 'full';
      await tx.insert(userFollows).values({ follower, followed, at: now });
      return 'done';
    }),
  );

/** Also one whose account is locked: by the folded nickname. */
export const endFollow = (orm: Orm, follower: string, handle: string): Promise<unknown> =>
  guarded('following an author no longer', () =>
    orm
      .delete(userFollows)
      .where(
        and(
          eq(userFollows.follower, follower),
          sql`${userFollows.followed} in (select p.user_id from user_profiles p where p.handle = ${handle})`,
        ),
      ),
  );

/**
 * A page of those on one side of a user, newest first. `onlyShown`: those who show it to everyone; whether the user does
 * is for the caller to look at.
 */
export async function listFollows(
  orm: Orm,
  { user, side, after, onlyShown }: { user: string; side: Side; after?: readonly [string, string]; onlyShown: boolean },
): Promise<{ list: Follower[]; next: string | null }> {
  const { of, other } = SIDES[side];
  const from: SQL | undefined = after && sql`(${userFollows.at}, ${other}) < (${after[0]}::timestamptz, ${after[1]})`;
  const rows = await guarded('listing who follows whom', () =>
    orm
      .select({ id: other, at: userFollows.at, nickname: users.name, avatar: userAvatars.id })
      .from(userFollows)
      .innerJoin(userProfiles, eq(userProfiles.userId, other))
      .innerJoin(users, eq(users.id, other))
      .leftJoin(userAvatars, eq(userAvatars.userId, other))
      .where(and(eq(of, user), isThere, onlyShown ? eq(userProfiles.showsFollows, true) : undefined, from))
      .orderBy(desc(userFollows.at), desc(other))
      .limit(PAGE + 1),
  );
  const { page, next } = paged(rows, ({ at, id }) => cursorOf(at.toISOString(), id));
  const list = page.map(({ nickname, avatar, at }) => ({
    nickname,
    avatar: avatar === null ? null : avatarAddress(avatar),
    since: at.toISOString(),
  }));
  return { list, next };
}
