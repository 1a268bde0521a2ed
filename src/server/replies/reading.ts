/**
 * Reads replies. A page of either level is a range of one index, read from its cursor: (published, id) of the last reply,
 * which never change. What is by an account that is locked or closed is left out of it, or is a place if there are replies
 * below.
 */
import { and, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OwnReplies, OwnReply, Reply, ReplyBelow, ReplyList } from '../../contract/replies.ts';
import type { Locale } from '../../i18n/locales.ts';
import { publicLicense, shownLicense } from '../applications/licenses.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import {
  postCounts,
  postMarks,
  posts,
  replies,
  replyMarks,
  replyRevisions,
  userAvatars,
  userProfiles,
  users,
} from '../db/schema.ts';
import { type Position, writeCursor } from '../news/lists.ts';
import { postText } from '../posts/postText.ts';
import { isShownOf } from '../posts/reading.ts';
import { avatarAddress } from '../users/profile/avatars.ts';
import { findRepliedPost, type ReplyRow } from './repliedPost.ts';

/** How many replies below one are listed with it. */
const MOST_BELOW = 5;
/** More of one's own replies to one post, or marks in it, are not told. */
const MOST_OWN = 500;

export interface ReplyQuery {
  after?: Position | undefined;
  limit: number;
}
interface ListedReply {
  id: number;
  at: Date;
}
interface Page {
  ids: number[];
  next: string | null;
}

/** A page of replies, of which one more was read. */
function paged(rows: readonly ListedReply[], limit: number): Page {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    next: rows.length > limit && last ? writeCursor({ at: last.at.getTime(), id: last.id }) : null,
  };
}

/** Whether a reply of the first level has a place in the list; the index has the same words. */
const HAS_PLACE = sql`parent is null and (state = 'published' or below > 0)`;

const isAfter = (after: Position | undefined) =>
  after && sql`(published_at, id) > (${new Date(after.at).toISOString()}::timestamptz, ${after.id})`;

/** Ordered by the number: `id` alone would be the text that is selected, of which '100' comes before '99'. */
async function pageOf(orm: Orm, wanted: SQL | undefined, { after, limit }: ReplyQuery): Promise<Page> {
  const rows = await rowsOf<{ id: string; at: string }>(
    orm,
    sql`select id::text, published_at as at from ${replies} where ${and(wanted, isAfter(after))}
      order by published_at, ${replies.id} limit ${limit + 1}`,
  );
  return paged(rows.map(listedReply), limit);
}
const listedReply = ({ id, at }: { id: string; at: string }): ListedReply => ({ id: Number(id), at: new Date(at) });

/** The first replies below each of some. */
async function pagesBelow(orm: Orm, parents: readonly number[]): Promise<Map<number, Page>> {
  if (parents.length === 0) return new Map();
  const rows = await rowsOf<{ parent: string; id: string; at: string }>(
    orm,
    sql`select p.id::text as parent, r.id::text, r.published_at as at from unnest(${sql.param(`{${parents.join()}}`)}::bigint[]) p(id)
      cross join lateral (select id, published_at from ${replies} where parent = p.id and state = 'published'
        order by published_at, id limit ${MOST_BELOW + 1}) r order by r.published_at, r.id`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ parent }) => Number(parent))].map(([parent, found]) => [
      parent,
      paged(found.map(listedReply), MOST_BELOW),
    ]),
  );
}

const answeredReply = alias(replies, 'answered_reply');
const answeredUser = alias(users, 'answered_user');

/** Replies by id, with their authors. */
const rowsWith = (orm: Orm, ids: readonly number[]) =>
  orm
    .select({
      reply: getTableColumns(replies),
      nickname: users.name,
      avatar: userAvatars.id,
      license: publicLicense(users.id),
      isShown: sql<boolean>`coalesce(${isShownOf(replies.author)}, false)`,
      isOfPost: sql<boolean>`coalesce(${posts.author} = ${replies.author}, false)`,
      answers: sql<string | null>`case when ${answeredReply.parent} is not null and ${answeredReply.state} = 'published'
        then ${answeredUser.name} end`,
    })
    .from(replies)
    .innerJoin(posts, eq(posts.id, replies.post))
    .leftJoin(users, eq(users.id, replies.author))
    .leftJoin(userProfiles, eq(userProfiles.userId, replies.author))
    .leftJoin(userAvatars, eq(userAvatars.userId, replies.author))
    .leftJoin(answeredReply, eq(answeredReply.id, replies.answered))
    .leftJoin(answeredUser, eq(answeredUser.id, answeredReply.author))
    .where(inArray(replies.id, [...ids]));
type Row = Awaited<ReturnType<typeof rowsWith>>[number];

/** Replies by id as readers see them, in the order of `ids`, without those of which not even the place is left. */
async function entriesOf(
  orm: Orm,
  ids: readonly number[],
  locale: Locale,
): Promise<(ReplyBelow & { row: ReplyRow })[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await rowsWith(orm, ids)).map((row) => [row.reply.id, row]));
  const corrected = [...rows.values()].filter(({ reply }) => reply.revision > 1).map(({ reply }) => reply.id);
  const earlier = Map.groupBy(
    corrected.length === 0
      ? []
      : await orm
          .select()
          .from(replyRevisions)
          .where(inArray(replyRevisions.reply, corrected))
          .orderBy(replyRevisions.number),
    ({ reply }) => reply,
  );
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row || (isGone(row) && row.reply.below === 0)) return [];
    const wordings = (earlier.get(id) ?? []).map(({ text, until }) => ({
      text: postText(text),
      until: until.toISOString(),
    }));
    return [{ ...entryOf(row, wordings, locale), row: row.reply }];
  });
}

const isGone = ({ reply, isShown }: Row) => reply.state !== 'published' || !isShown;

function entryOf(row: Row, earlier: ReplyBelow['earlier'], locale: Locale): ReplyBelow {
  const { reply, nickname, avatar, license, isOfPost, answers } = row;
  const id = String(reply.id);
  const publishedAt = (reply.publishedAt ?? reply.sentAt).toISOString();
  if (isGone(row)) {
    const nothing = { author: null, isOfPost: false, answers: null, text: [], helpful: 0 };
    return { id, isGone: true, ...nothing, publishedAt, correctedAt: null, earlier: [] };
  }
  return {
    id,
    isGone: false,
    author:
      nickname === null
        ? null
        : {
            nickname,
            avatar: avatar === null ? null : avatarAddress(avatar),
            license: license && shownLicense(license, locale),
          },
    isOfPost,
    answers,
    text: postText(reply.text),
    helpful: reply.helpful,
    publishedAt,
    correctedAt: reply.correctedAt?.toISOString() ?? null,
    earlier,
  };
}

const withoutRow = ({ row: _, ...entry }: ReplyBelow & { row: ReplyRow }): ReplyBelow => entry;

/** A page of the replies to a post with the first ones below each, oldest first. */
export async function listReplies(
  orm: Orm,
  post: number,
  query: ReplyQuery,
  locale: Locale,
): Promise<ReplyList | 'unknown' | 'gone'> {
  return guarded('reading replies', async () => {
    const repliedPost = await findRepliedPost(orm, post);
    if (typeof repliedPost === 'string') return repliedPost;
    const { ids, next } = await pageOf(orm, sql`post = ${post} and ${HAS_PLACE}`, query);
    const first = await entriesOf(orm, ids, locale);
    const pages = await pagesBelow(
      orm,
      first.filter(({ row }) => row.below > 0).map(({ row }) => row.id),
    );
    const second = await entriesOf(
      orm,
      [...pages.values()].flatMap((page) => page.ids),
      locale,
    );
    const below = Map.groupBy(second, ({ row }) => row.parent);
    return {
      list: first.map(
        ({ row, ...entry }): Reply => ({
          ...entry,
          below: (below.get(row.id) ?? []).map(withoutRow),
          next: pages.get(row.id)?.next ?? null,
        }),
      ),
      next,
      ...(await countsOf(orm, post)),
    };
  });
}

/** A page of the replies below one. */
export async function listBelow(
  orm: Orm,
  parent: number,
  query: ReplyQuery,
  locale: Locale,
): Promise<ReplyList | 'unknown' | 'gone'> {
  return guarded('reading replies', async () => {
    const [above] = await orm.select({ post: replies.post }).from(replies).where(eq(replies.id, parent));
    if (!above) return 'unknown';
    const repliedPost = await findRepliedPost(orm, above.post);
    if (typeof repliedPost === 'string') return repliedPost;
    const { ids, next } = await pageOf(orm, sql`parent = ${parent} and state = 'published'`, query);
    const list = (await entriesOf(orm, ids, locale)).map((entry) => ({ ...withoutRow(entry), below: [], next: null }));
    return { list, next, ...(await countsOf(orm, above.post)) };
  });
}

async function countsOf(orm: Orm, post: number): Promise<{ count: number; helpful: number }> {
  const [row] = await orm
    .select({ count: postCounts.replies, helpful: postCounts.helpful })
    .from(postCounts)
    .where(eq(postCounts.post, post));
  return row ?? { count: 0, helpful: 0 };
}

/** A reply as its author has it. */
const ownOf = ({ id, parent, state, text, reason, sentAt }: ReplyRow): OwnReply => ({
  id: String(id),
  parent: parent === null ? null : String(parent),
  state,
  written: text,
  text: postText(text),
  reason,
  sentAt: sentAt.toISOString(),
});

/** What its author gets once it is sent or corrected. */
export async function sentOf(orm: Orm, row: ReplyRow, locale: Locale): Promise<OwnReply & { shown: Reply | null }> {
  const [entry] =
    row.state === 'published' ? await guarded('reading a reply', () => entriesOf(orm, [row.id], locale)) : [];
  return { ...ownOf(row), shown: entry ? { ...withoutRow(entry), below: [], next: null } : null };
}

/** What a user has written to a post, and found helpful in it. */
export async function listOwn(orm: Orm, user: string, post: number): Promise<OwnReplies | 'unknown' | 'gone'> {
  return guarded("listing a user's replies", async () => {
    const repliedPost = await findRepliedPost(orm, post);
    if (typeof repliedPost === 'string') return repliedPost;
    const ownReplies = await orm
      .select()
      .from(replies)
      .where(and(eq(replies.post, post), eq(replies.author, user), ne(replies.state, 'removed')))
      .orderBy(desc(replies.id))
      .limit(MOST_OWN);
    const marks = await orm
      .select({ reply: replyMarks.reply })
      .from(replyMarks)
      .where(and(eq(replyMarks.user, user), eq(replyMarks.post, post)))
      .orderBy(desc(replyMarks.reply))
      .limit(MOST_OWN);
    const marked = await orm.$count(postMarks, and(eq(postMarks.post, post), eq(postMarks.user, user)));
    return {
      list: ownReplies.map(ownOf),
      marked: marks.map(({ reply }) => String(reply)),
      isPostMarked: marked > 0,
      isPostOwn: repliedPost.author === user,
    };
  });
}
