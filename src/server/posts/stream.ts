/** What the stream of posts follows: posts that everyone sees, and replies, in their last state. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { NewsLanguage } from '../../contract/all.ts';
import type { ReplyNews } from '../../contract/postStream.ts';
import type { PostEntry } from '../../contract/posts.ts';
import type { Product } from '../../forms/lists.ts';
import { handleOf } from '../../forms/userForms.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { posts } from '../db/schema.ts';
import { createHub, eventText, type Followed, type Hub, type StreamChange } from '../hub.ts';
import type { Log } from '../log.ts';
import { type Country, isLawful } from '../moderation/lawful.ts';
import { entryOf, readPosts } from './reading.ts';
import { CHANNEL } from './writing.ts';

export interface PostFilter {
  language?: NewsLanguage | undefined;
  /** A nickname */
  author?: string | undefined;
  /** Only this post, with the replies to it */
  post?: string | undefined;
  country: Country;
}

interface PostEvent extends StreamChange {
  /** The post, or that to which it replies */
  post: string;
  /** Null if it is a reply */
  entry: PostEntry | null;
  /** What it recommends */
  product: Product | null;
  withdrawn: boolean;
  reply: ReplyNews | null;
}
export type PostHub = Hub<PostEvent, PostFilter>;

/** In the OpenAPI document: nothing came for a while, then a post was withdrawn. */
export const POST_STREAM_EXAMPLE = [
  eventText(4711, 'beat', { at: '2026-11-27T08:30:00.000Z' }),
  eventText(4712, 'withdraw', { id: '4698' }),
].join('');

export const createPostHub = (options: {
  database: Database;
  log: Log;
  mostPerNetwork?: number;
  now?: () => Date;
}): PostHub => createHub({ ...options, followed: FOLLOWED });

export const FOLLOWED: Followed<PostEvent, PostFilter> = {
  channel: CHANNEL,
  last: async (orm, most) => (await changes(orm, sql`true order by changed desc limit ${most}`)).reverse(),
  after: (orm, number, most) => changes(orm, sql`changed > ${number}::bigint order by changed limit ${most}`),
  fits,
};

/** In the order of the query. Of whose account is locked, nothing is told. */
async function changes(orm: Orm, which: SQL): Promise<PostEvent[]> {
  const found = await guarded('following the posts', () =>
    rowsOf<{ id: string; number: string; post: string | null }>(
      orm,
      // Written as in the indexes.
      sql`select id::text, changed::text as number, post::text from (
          (select id, changed, null::bigint as post from posts where state in ('published', 'withdrawn') and ${which})
          union all (select id, changed, post from replies where published_at is not null and ${which})
        ) both_kinds where ${which}`,
    ),
  );
  const ids = found.flatMap(({ id, post }) => (post === null ? [Number(id)] : []));
  const read = ids.length === 0 ? [] : await readPosts(orm, inArray(posts.id, ids), ids.length);
  const rows = new Map(read.map((row) => [String(row.post.id), row]));
  return found.flatMap(({ id, number: changed, post }): PostEvent[] => {
    const number = Number(changed);
    if (post !== null) {
      const reply = { id, post };
      const text = eventText(number, 'reply', reply);
      return [{ number, id, post, entry: null, product: null, withdrawn: false, reply, text }];
    }
    const row = rows.get(id);
    if (!row) return [];
    const withdrawn = row.post.state === 'withdrawn';
    // Pages show of a license what is the same in all languages.
    const entry = entryOf(row, DEFAULT_LOCALE);
    const text = withdrawn ? eventText(number, 'withdraw', { id }) : eventText(number, 'post', entry);
    return [{ number, id, post: id, entry, product: row.post.product, withdrawn, reply: null, text }];
  });
}

/**
 * Who follows one post is told of that and its replies; everyone else of posts alone. Of a recommendation that is unlawful
 * where they are, only that it is withdrawn.
 */
function fits({ post, entry, product, withdrawn }: PostEvent, filter: PostFilter): boolean {
  if (!withdrawn && !isLawful(product, filter.country)) return false;
  if (filter.post !== undefined) return filter.post === post;
  if (!entry) return false;
  if (filter.language && filter.language !== entry.language) return false;
  const { nickname } = entry.author;
  return filter.author === undefined || (nickname !== null && handleOf(nickname) === handleOf(filter.author));
}
