/**
 * The posts of the authors whom a user follows. Of each author, one range of the index of their posts is read, as long as a
 * page: at most MOST_FOLLOWED short ranges, however many posts there are.
 */
import { inArray, sql } from 'drizzle-orm';
import type { PostEntry } from '../../contract/posts.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { posts } from '../db/schema.ts';
import { type Country, lawfulIn } from '../moderation/lawful.ts';
import type { Position } from '../news/lists.ts';
import { entryOf, pageOf, readPosts } from './reading.ts';

/** Those of whom posts are shown (reading.ts). */
const AUTHORS = (user: string) => sql`
  select u.id, u.name from user_follows f join users u on u.id = f.followed join user_profiles p on p.user_id = u.id
  where f.follower = ${user} and u.email_verified and p.locked_at is null and p.erased_at is null`;

export async function followedPosts(
  orm: Orm,
  { user, before, limit, country }: { user: string; before: Position | undefined; limit: number; country: Country },
  locale: Locale,
): Promise<{ list: PostEntry[]; next: Position | null }> {
  const from = before
    ? sql`and (published_at, id) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id}::bigint)`
    : sql``;
  const found = await guarded('listing posts of followed authors', () =>
    rowsOf<{ id: string | number }>(
      orm,
      sql`select newest.id from (${AUTHORS(user)}) a cross join lateral (
          select id, published_at from posts where author = a.id and state = 'published'
          and ${lawfulIn(country)} ${from}
          order by published_at desc, id desc limit ${limit + 1}) newest
        order by newest.published_at desc, newest.id desc limit ${limit + 1}`,
    ),
  );
  if (found.length === 0) return { list: [], next: null };
  const ids = found.map(({ id }) => Number(id));
  const rows = await readPosts(orm, inArray(posts.id, ids), ids.length);
  return pageOf(
    rows.map((row) => entryOf(row, locale)),
    limit,
  );
}

/** The nicknames of those authors. */
export const followedAuthors = async (orm: Orm, user: string): Promise<string[]> =>
  (await guarded('listing followed authors', () => rowsOf<{ name: string }>(orm, AUTHORS(user)))).map(
    ({ name }) => name,
  );
