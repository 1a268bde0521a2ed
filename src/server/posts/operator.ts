/** What an operator does with posts: reads those that wait, shows or refuses them, withdraws what must go. */
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { ITEM_ID } from '../../contract/all.ts';
import type { POST_STATES } from '../../contract/posts.ts';
import { MOST_POST } from '../../forms/postForms.ts';
import { type Administered, command, looksLike, oneOf, text } from '../command.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { postAudit, posts, users } from '../db/schema.ts';
import { auditLines, flat, minute, note } from '../shared/records.ts';
import { decide } from './writing.ts';

type Place = Pick<Administered, 'orm'>;
/** A draft is its author's alone. */
const SENT = ['waiting', 'refused', 'published', 'withdrawn'] as const satisfies (typeof POST_STATES)[number][];

const TARGET = { id: looksLike(ITEM_ID, "the numbers in 'posts list'") };
const WHY = { why: v.optional(v.pipe(text('the reason, for the author'), v.maxLength(MOST_POST.reason))) };

export const POST_COMMANDS = {
  'posts list': command({
    about: 'those that wait, or of another state, newest first',
    options: { state: v.optional(oneOf('state', SENT), 'waiting') },
    run: list,
  }),
  'posts show': command({ about: 'a post, its author, audit', args: TARGET, run: show }),
  'posts publish': command({
    about: 'shows a post that waits; the next of its author are shown at once',
    args: TARGET,
    run: (on, given, now) => decided(on.orm, { ...given, to: 'published', reason: null }, now),
  }),
  'posts refuse': command({
    about: 'gives a post that waits back to its author',
    args: TARGET,
    options: WHY,
    run: (on, { why: reason, ...given }, now) =>
      decided(on.orm, { ...given, to: 'refused', reason: reason ?? null }, now),
  }),
  'posts withdraw': command({
    about: 'takes a public post from the site',
    args: TARGET,
    options: WHY,
    run: (on, { why: reason, ...given }, now) =>
      decided(on.orm, { ...given, to: 'withdrawn', reason: reason ?? null }, now),
  }),
};

const unknown = (id: string) => new Refusal(`There is no post ${id}: 'posts list' shows those there are.`);

async function list({ orm }: Place, { state }: { state: (typeof SENT)[number] }): Promise<string[]> {
  const rows = await guarded('listing posts', () =>
    orm.select().from(posts).where(eq(posts.state, state)).orderBy(desc(posts.savedAt)),
  );
  const lines = rows.map(({ id, language, savedAt, title }) => [id, minute(savedAt), language, title].join('  '));
  return lines.length > 0 ? lines : [`No post is ${state}.`];
}

async function show({ orm }: Place, { id, by }: { id: string; by: string }, now: Date): Promise<string[]> {
  const [row] = await guarded('showing a post', () =>
    orm
      .select({ post: posts, nickname: users.name })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.author))
      .where(eq(posts.id, Number(id))),
  );
  if (!row || row.post.state === 'draft') throw unknown(id);
  await note(postAudit, orm, { at: now, reference: id, by, action: 'shown' });
  const { post, nickname } = row;
  const { text: written, ...form } = post.form;
  return [
    `author: ${nickname ?? 'has left'} ${post.author ?? ''}`.trim(),
    `state: ${post.state}`,
    `saved: ${minute(post.savedAt)}`,
    ...(post.publishedAt ? [`published: ${minute(post.publishedAt)}`] : []),
    ...(post.reason ? [`reason: ${post.reason}`] : []),
    ...Object.entries(flat(form)).map(([name, value]) => `${name}: ${value}`),
    'text:',
    ...written.split('\n').map((line) => `  ${line}`),
    ...(await auditLines(postAudit, orm, id)),
  ];
}

const DONE = { published: 'is public', refused: 'is refused', withdrawn: 'is withdrawn' } as const;

async function decided(
  orm: Orm,
  { id, to, reason, by }: { id: string; to: keyof typeof DONE; reason: string | null; by: string },
  now: Date,
): Promise<string[]> {
  if (to !== 'published' && !reason) throw new Refusal('Say why: --why TEXT');
  const before = await decide(orm, { id: Number(id), to, reason, by }, now);
  if (before === 'unknown') throw unknown(id);
  if (before !== (to === 'withdrawn' ? 'published' : 'waiting')) throw new Refusal(`Post ${id} is ${before}.`);
  return [`Post ${id} ${DONE[to]}.`];
}
