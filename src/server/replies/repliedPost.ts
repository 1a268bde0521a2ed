/** What replies stand below, and why something is not done with one. */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { posts, type replies, userProfiles, users } from '../db/schema.ts';
import { isShownOf } from '../posts/reading.ts';

export type ReplyRow = typeof replies.$inferSelect;
/** There is no such post or reply, the post is withdrawn, or the reply is in a state in which this is not done. */
export type Undone = 'unknown' | 'gone' | 'state';

/** Whether readers find a post: its author if it is there and public. */
export async function findRepliedPost(orm: Orm, post: number): Promise<{ author: string | null } | 'unknown' | 'gone'> {
  const [row] = await orm
    .select({ state: posts.state, author: posts.author })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.author))
    .leftJoin(userProfiles, eq(userProfiles.userId, posts.author))
    .where(and(eq(posts.id, post), isShownOf(posts.author)));
  if (row?.state === 'withdrawn') return 'gone';
  return row?.state === 'published' ? { author: row.author } : 'unknown';
}
