/**
 * Writes posts: drafts, publication, corrections, withdrawals. A change that readers see takes the next number of the
 * counter `posts` (db/numbered.ts). The first post of an author waits until the operator has read it.
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { NewsLanguage } from '../../contract/all.ts';
import type { POST_STATES } from '../../contract/posts.ts';
import type { PostDraft } from '../../forms/postForms.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { postRevisions, posts } from '../db/schema.ts';
import { closeReports } from '../moderation/openReports.ts';
import { postSummary } from './postText.ts';

/** The counter of changes, and the channel of LISTEN and NOTIFY. */
export const CHANNEL = 'posts';

export type PostState = (typeof POST_STATES)[number];
export type PostRow = typeof posts.$inferSelect;
type Form = PostDraft<NewsLanguage>;
/**
 * Why nothing was done: the author has no such post, it is in a state in which this is not done, or another draft was saved
 * since.
 */
export type Undone = 'unknown' | 'state' | 'changed';

/** Drafts of an author: anyone with an account can write some. */
export const MOST_DRAFTS = 100;

/** States in which a post is its author's alone, who can change and drop it. */
const UNSENT = ['draft', 'refused'] as const satisfies PostState[];

const columnsOf = (form: Form) => {
  const { language, title, symbols, text } = form;
  return {
    form,
    language,
    title: title.trim(),
    symbols,
    product: form.recommendation?.product ?? null,
    summary: postSummary(text),
  };
};

/** Stores a new draft; returns its id, null if the author has as many drafts as they may. */
export async function beginDraft(
  orm: Orm,
  { author, company, form }: { author: string; company: string | null; form: Form },
  now: Date,
): Promise<number | null> {
  return guarded('saving a draft', () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const drafts = and(eq(posts.author, author), inArray(posts.state, UNSENT));
      if ((await tx.$count(posts, drafts)) >= MOST_DRAFTS) return null;
      const row = {
        id: number,
        changed: number,
        author,
        company,
        state: 'draft' as const,
        savedAt: now,
        ...columnsOf(form),
      };
      await tx.insert(posts).values(row);
      return number;
    }),
  );
}

/** Changes a post of an author in a transaction that has locked it. */
async function onOwn<T>(
  orm: Orm,
  { id, author, doing }: { id: number; author: string; doing: string },
  work: (tx: Orm, row: PostRow, number: number) => Promise<T>,
): Promise<T | 'unknown'> {
  return guarded(doing, () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const [row] = await tx
        .select()
        .from(posts)
        .where(and(eq(posts.id, id), eq(posts.author, author)))
        .for('update');
      return row ? work(tx, row, number) : 'unknown';
    }),
  );
}
const isUnsent = ({ state }: PostRow) => UNSENT.some((unsent) => unsent === state);

export const saveDraft = (
  orm: Orm,
  {
    id,
    author,
    company,
    form,
    since,
  }: { id: number; author: string; company: string | null; form: Form; since: string | null },
  now: Date,
): Promise<'done' | Undone> =>
  onOwn(orm, { id, author, doing: 'saving a draft' }, async (tx, row) => {
    if (!isUnsent(row)) return 'state';
    if (since !== null && Date.parse(since) !== row.savedAt.getTime()) return 'changed';
    await tx
      .update(posts)
      .set({ ...columnsOf(form), company, savedAt: now })
      .where(eq(posts.id, id));
    return 'done';
  });

export const dropDraft = (orm: Orm, { id, author }: { id: number; author: string }): Promise<'done' | Undone> =>
  onOwn(orm, { id, author, doing: 'dropping a draft' }, async (tx, row) => {
    if (!isUnsent(row)) return 'state';
    await tx.delete(posts).where(eq(posts.id, id));
    return 'done';
  });

/**
 * Publishes a draft; the first of an author waits for a moderator. Who presses twice publishes once. `check` says what is
 * wrong with the draft as it is stored, `waits` whether it waits too.
 */
export const publishDraft = <Fault>(
  orm: Orm,
  {
    id,
    author,
    check,
    waits,
  }: {
    id: number;
    author: string;
    check: (row: PostRow) => Fault | null;
    waits: (form: Form) => boolean;
  },
  now: Date,
): Promise<{ state: PostState } | { faults: Fault } | Undone> =>
  onOwn(orm, { id, author, doing: 'publishing a post' }, async (tx, row, number) => {
    if (row.state === 'waiting' || row.state === 'published') return { state: row.state };
    if (!isUnsent(row)) return 'state';
    const faults = check(row);
    if (faults) return { faults };
    const isKnown = (await tx.$count(posts, and(eq(posts.author, author), eq(posts.state, 'published')))) > 0;
    if (!isKnown || waits(row.form)) {
      await tx.update(posts).set({ state: 'waiting', savedAt: now, reason: null }).where(eq(posts.id, id));
      return { state: 'waiting' };
    }
    await show(tx, id, number, now);
    return { state: 'published' };
  });

/** Makes a post public; the time at which it first was stays. */
export async function show(tx: Orm, id: number, number: number, now: Date): Promise<void> {
  await tx
    .update(posts)
    .set({
      state: 'published',
      changed: number,
      publishedAt: sql`coalesce(${posts.publishedAt}, ${now.toISOString()}::timestamptz)`,
      reason: null,
    })
    .where(eq(posts.id, id));
}

/** Replaces title and text; readers see the earlier ones too. `waits`: whether a moderator reads it before they do. */
export const correctPost = (
  orm: Orm,
  { id, author, title, text, waits }: { id: number; author: string; title: string; text: string; waits: boolean },
  now: Date,
): Promise<'done' | Undone> =>
  onOwn(orm, { id, author, doing: 'correcting a post' }, async (tx, row, number) => {
    if (row.state !== 'published') return 'state';
    if (title === row.title && text === row.form.text) return 'done';
    const { revision } = row;
    await tx
      .insert(postRevisions)
      .values({ post: id, number: revision, title: row.title, text: row.form.text, until: now });
    await tx
      .update(posts)
      .set({
        ...columnsOf({ ...row.form, title, text }),
        revision: revision + 1,
        changed: number,
        savedAt: now,
        correctedAt: now,
        ...(waits && { state: 'waiting' as const }),
      })
      .where(eq(posts.id, id));
    return 'done';
  });

/** Takes a post back, or one that still waits. Its author keeps it. */
export const withdrawPost = (
  orm: Orm,
  { id, author, reason }: { id: number; author: string; reason: string },
  now: Date,
): Promise<'done' | Undone> =>
  onOwn(orm, { id, author, doing: 'withdrawing a post' }, async (tx, row, number) => {
    if (row.state !== 'published' && row.state !== 'waiting') return 'state';
    await tx.update(posts).set({ state: 'withdrawn', changed: number, reason }).where(eq(posts.id, id));
    await closeReports(tx, 'post', id, now);
    return 'done';
  });

/** Removes the posts of a user who is erased. `stay`: those that are public stay, without a name once the user is gone. */
export async function erasePosts(tx: Orm, author: string, stay: boolean): Promise<void> {
  await tx.delete(posts).where(and(eq(posts.author, author), stay ? ne(posts.state, 'published') : undefined));
}
