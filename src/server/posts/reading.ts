/**
 * Reads posts. A page is a range of one index, read backwards from its cursor: (published, id) of the last post, which
 * never change. Whose account is locked or closed is not shown.
 */
import {
  and,
  arrayContains,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ITEM_ID, type NewsLanguage } from '../../contract/all.ts';
import type { OwnPost, Post, PostEntry, ShownPost } from '../../contract/posts.ts';
import type { PostDraft, PostForm } from '../../forms/postForms.ts';
import { handleOf } from '../../forms/userForms.ts';
import type { Locale } from '../../i18n/locales.ts';
import { publicLicense, shownLicense } from '../applications/licenses.ts';
import { PAGE, paged } from '../companies/pages.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import {
  companies,
  moderationDecisions,
  postRevisions,
  posts,
  userAvatars,
  userProfiles,
  users,
} from '../db/schema.ts';
import { type Country, isLawful, lawfulIn } from '../moderation/lawful.ts';
import type { Position } from '../news/lists.ts';
import { avatarAddress } from '../users/profile/avatars.ts';
import { postSummary, postText } from './postText.ts';
import type { PostRow } from './writing.ts';

export interface PostQuery {
  language?: NewsLanguage | undefined;
  /** A nickname */
  author?: string | undefined;
  symbol?: string | undefined;
  before?: Position | undefined;
  limit: number;
  /** The country of the reader; without it only what may be shown everywhere */
  country?: Country;
}

/** Without author, in which case what they wrote stays without a name, or with one whom everyone may see. */
export const isShownOf = (author: PgColumn) =>
  or(isNull(author), and(eq(users.emailVerified, true), isNull(userProfiles.lockedAt), isNull(userProfiles.erasedAt)));

/** Posts with their authors, newest first: those that everyone may see. */
export const readPosts = (orm: Orm, wanted: SQL | undefined, most: number) =>
  readAll(orm, and(wanted, isShownOf(posts.author)), most);

const readAll = (orm: Orm, wanted: SQL | undefined, most: number) =>
  guarded('reading posts', () =>
    orm
      .select({
        post: getTableColumns(posts),
        nickname: users.name,
        avatar: userAvatars.id,
        license: publicLicense(users.id),
        company: { name: companies.name, licence: companies.licence, authority: companies.authority },
      })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.author))
      .leftJoin(userProfiles, eq(userProfiles.userId, posts.author))
      .leftJoin(userAvatars, eq(userAvatars.userId, posts.author))
      .leftJoin(companies, and(eq(companies.id, posts.company), isNotNull(companies.confirmedAt)))
      .where(wanted)
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(most),
  );
type Row = Awaited<ReturnType<typeof readPosts>>[number];

const formOf = ({ form }: PostRow) => form as PostForm<NewsLanguage>;

export function entryOf({ post, nickname, avatar, license, company }: Row, locale: Locale): PostEntry {
  const { id, language, title, summary, symbols, publishedAt, savedAt, correctedAt } = post;
  return {
    id: String(id),
    author: {
      nickname,
      avatar: avatar === null ? null : avatarAddress(avatar),
      license: license && shownLicense(license, locale),
      company,
    },
    language,
    title,
    summary,
    symbols,
    recommendation: formOf(post).recommendation,
    publishedAt: (publishedAt ?? savedAt).toISOString(),
    correctedAt: correctedAt?.toISOString() ?? null,
  };
}

/** A page of posts, newest first, and where the next one begins. */
export async function listPosts(
  orm: Orm,
  { language, author, symbol, before, limit, country = null }: PostQuery,
  locale: Locale,
): Promise<{ list: PostEntry[]; next: Position | null }> {
  const wanted = and(
    eq(posts.state, 'published'),
    lawfulIn(country),
    language && eq(posts.language, language),
    // Looked up first, so that the list is a range of the index by author.
    author === undefined
      ? undefined
      : sql`${posts.author} = (select p.user_id from user_profiles p where p.handle = ${handleOf(author)})`,
    symbol === undefined ? undefined : arrayContains(posts.symbols, [symbol]),
    before &&
      sql`(${posts.publishedAt}, ${posts.id}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id})`,
  );
  const rows = await readPosts(orm, wanted, limit + 1);
  return pageOf(
    rows.map((row) => entryOf(row, locale)),
    limit,
  );
}

/** A page of entries, of which one more was read, and where the next one begins. */
export function pageOf(entries: readonly PostEntry[], limit: number): { list: PostEntry[]; next: Position | null } {
  const list = entries.slice(0, limit);
  const last = list.at(-1);
  return {
    list,
    next: entries.length > limit && last ? { at: Date.parse(last.publishedAt), id: Number(last.id) } : null,
  };
}

/**
 * A post with its earlier wordings. withheld: it recommends what may not be recommended in the country of the reader, or
 * without a country somewhere.
 */
export async function findPost(
  orm: Orm,
  id: number,
  locale: Locale,
  country: Country = null,
): Promise<Post | 'unknown' | 'gone' | 'withheld'> {
  const [row] = await readPosts(
    orm,
    and(eq(posts.id, id), or(eq(posts.state, 'published'), eq(posts.state, 'withdrawn'))),
    1,
  );
  if (!row) return 'unknown';
  if (row.post.state === 'withdrawn') return 'gone';
  if (!isLawful(row.post.product, country)) return 'withheld';
  const { holding, pricesOn, series } = formOf(row.post);
  return {
    ...entryOf(row, locale),
    text: postText(row.post.form.text),
    series,
    holding,
    pricesOn,
    earlier: await earlierOf(orm, id),
  };
}

/** The earlier wordings of a post, oldest first. */
async function earlierOf(orm: Orm, id: number): Promise<Post['earlier']> {
  const rows = await guarded('reading earlier wordings', () =>
    orm.select().from(postRevisions).where(eq(postRevisions.post, id)).orderBy(postRevisions.number),
  );
  return rows.map(({ title, text, until }) => ({ title, text: postText(text), until: until.toISOString() }));
}

/** Whether everyone can read a post; null if this cannot be determined at present. */
export const holdsPost = (orm: Orm, id: string): Promise<boolean | null> =>
  !ITEM_ID.test(id)
    ? Promise.resolve(false)
    : readPosts(orm, and(eq(posts.id, Number(id)), eq(posts.state, 'published')), 1).then(
        (rows) => rows.length > 0,
        () => null,
      );

/**
 * A post of an author's own as readers see it, or would, whatever its state; null if they have none by that id. One that was
 * never published has the time at which it was saved. `correction`: as readers would see it with these words.
 */
export async function ownShown(
  orm: Orm,
  { id, author, correction }: { id: number; author: string; correction?: { title: string; text: string; at: Date } },
  locale: Locale,
): Promise<{ id: string; post: ShownPost; savedAt: string } | null> {
  const [row] = await readAll(orm, and(eq(posts.id, id), eq(posts.author, author)), 1);
  if (!row) return null;
  const { holding, pricesOn, series, recommendation } = row.post.form as PostDraft<NewsLanguage>;
  const now: ShownPost = {
    ...entryOf(row, locale),
    text: postText(row.post.form.text),
    series,
    holding,
    pricesOn,
    recommendation,
    earlier: await earlierOf(orm, id),
  };
  const stored = { id: String(id), savedAt: row.post.savedAt.toISOString() };
  if (!correction || (correction.title === row.post.title && correction.text === row.post.form.text)) {
    return { ...stored, post: now };
  }
  const at = correction.at.toISOString();
  const post = {
    ...now,
    title: correction.title,
    text: postText(correction.text),
    summary: postSummary(correction.text),
    correctedAt: at,
    earlier: [...now.earlier, { title: now.title, text: now.text, until: at }],
  };
  return { ...stored, post };
}

/** What an author has written, newest first; `after` is the last id of the page before. */
export async function listOwn(orm: Orm, author: string, after: number | undefined) {
  const rows = await guarded("listing an author's posts", () =>
    orm
      .select()
      .from(posts)
      .where(and(eq(posts.author, author), after === undefined ? undefined : lt(posts.id, after)))
      .orderBy(desc(posts.id))
      .limit(PAGE + 1),
  );
  const { page, next } = paged(rows, ({ id }) => String(id));
  const ids = page.map(({ id }) => id);
  const { author: whose, kind, item } = moderationDecisions;
  const decided = await guarded('reading decisions on posts', () =>
    orm
      .select()
      .from(moderationDecisions)
      .where(and(eq(whose, author), eq(kind, 'post'), inArray(item, ids))),
  );
  const list = page.map(
    ({ id, state, form, company, reason, savedAt, publishedAt }): OwnPost => ({
      id: String(id),
      state,
      draft: form,
      company,
      reason,
      // A withdrawal by the author has a reason of its own.
      isDecided: decided.some((one) => one.item === id && one.outcome === state && one.words === reason),
      savedAt: savedAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
    }),
  );
  return { list, next };
}
