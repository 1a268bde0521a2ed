/**
 * What moderators decide on. Each kind says how one of it is read and locked, which wait, and what becomes of it; a further
 * kind is one more entry.
 */
import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { NewsLanguage } from '../../contract/all.ts';
import type { License } from '../../contract/companyWork.ts';
import type { ShownFacts } from '../../contract/moderation.ts';
import type { Moderated } from '../../forms/lists.ts';
import type { PostForm } from '../../forms/postForms.ts';
import { publicLicense } from '../applications/licenses.ts';
import type { Orm } from '../db/database.ts';
import { postAudit, posts, replies, users } from '../db/schema.ts';
import { postSummary } from '../posts/postText.ts';
import { show } from '../posts/writing.ts';
import { putReply } from '../replies/writing.ts';

/** hidden: a draft, or what its author has removed. */
type ItemState = 'waiting' | 'published' | 'refused' | 'withdrawn' | 'hidden';

/** One of a kind, as moderators read it. */
export interface Item {
  id: number;
  state: ItemState;
  author: string | null;
  /** Of a reply the beginning of its text */
  title: string;
  /** As it was written */
  text: string;
  /** What a post states besides; null of a reply */
  facts: ShownFacts | null;
  /** The post that it is or belongs to */
  post: number;
  /** When its words were last saved */
  savedAt: Date;
}
export type ShownItem = Item & { nickname: string | null; license: License | null };

interface Kind {
  /** Locks one for the transaction; null if there is none */
  lock: (tx: Orm, id: number) => Promise<Item | null>;
  read: (orm: Orm, ids: readonly number[]) => Promise<ShownItem[]>;
  /** The oldest that wait, without those of a user */
  waiting: (orm: Orm, without: string | null, most: number) => Promise<ShownItem[]>;
  /** Puts a locked one into a state. `why` is what its author reads. */
  put: (
    tx: Orm,
    item: Item,
    to: { state: 'published' | 'refused' | 'withdrawn'; why: string | null; by: string; number: number },
    now: Date,
  ) => Promise<void>;
}

function postItem({ id, state, author, title, form, savedAt }: typeof posts.$inferSelect): Item {
  const { text, title: _, ...facts } = form as PostForm<NewsLanguage>;
  return { id, author, title, text, facts, savedAt, post: id, state: state === 'draft' ? 'hidden' : state };
}

function replyItem({ id, post, state, author, text, sentAt }: typeof replies.$inferSelect): Item {
  return {
    id,
    post,
    author,
    text,
    facts: null,
    title: postSummary(text),
    savedAt: sentAt,
    state: state === 'removed' ? 'hidden' : state,
  };
}

const repliesOf = async (orm: Orm, wanted: SQL | undefined, most: number): Promise<ShownItem[]> => {
  const rows = await orm
    .select({ reply: replies, nickname: users.name, license: publicLicense(users.id) })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.author))
    .where(wanted)
    .orderBy(asc(replies.sentAt))
    .limit(most);
  return rows.map(({ reply, ...who }) => ({ ...replyItem(reply), ...who }));
};

const postsOf = async (orm: Orm, wanted: SQL | undefined, most: number): Promise<ShownItem[]> => {
  const rows = await orm
    .select({ post: posts, nickname: users.name, license: publicLicense(users.id) })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.author))
    .where(wanted)
    .orderBy(asc(posts.savedAt))
    .limit(most);
  return rows.map(({ post, ...who }) => ({ ...postItem(post), ...who }));
};

export const KINDS: Record<Moderated, Kind> = {
  post: {
    lock: async (tx, id) => {
      const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for('update');
      return row ? postItem(row) : null;
    },
    read: (orm, ids) => postsOf(orm, inArray(posts.id, [...ids]), ids.length),
    waiting: (orm, without, most) =>
      postsOf(orm, and(eq(posts.state, 'waiting'), without === null ? undefined : ne(posts.author, without)), most),
    put: async (tx, { id }, { state, why, by, number }, now) => {
      if (state === 'published') await show(tx, id, number, now);
      else await tx.update(posts).set({ state, changed: number, reason: why }).where(eq(posts.id, id));
      await tx.insert(postAudit).values({ at: now, reference: String(id), by, action: state, detail: why });
    },
  },
  reply: {
    lock: async (tx, id) => {
      const [row] = await tx.select().from(replies).where(eq(replies.id, id)).for('update');
      return row ? replyItem(row) : null;
    },
    read: (orm, ids) => repliesOf(orm, inArray(replies.id, [...ids]), ids.length),
    waiting: (orm, without, most) =>
      repliesOf(
        orm,
        and(eq(replies.state, 'waiting'), without === null ? undefined : ne(replies.author, without)),
        most,
      ),
    put: (tx, { id }, to, now) => putReply(tx, id, to, now),
  },
};
