/** What an operator does with posts. */
import { desc, eq } from 'drizzle-orm';
import { postAudit, posts, users } from '../db/schema.ts';
import { decideAs } from '../moderation/deciding.ts';
import { flat } from '../shared/records.ts';
import { publicationCommands } from './publicationCommands.ts';

export const POST_COMMANDS = publicationCommands({
  many: 'posts',
  one: 'post',
  audit: postAudit,
  list: async (orm, state) =>
    (await orm.select().from(posts).where(eq(posts.state, state)).orderBy(desc(posts.savedAt))).map(
      ({ id, savedAt, language, title }) => ({ id, since: savedAt, words: [language, title] }),
    ),
  find: async (orm, id) => {
    const [row] = await orm
      .select({ post: posts, nickname: users.name })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.author))
      .where(eq(posts.id, id));
    if (!row || row.post.state === 'draft') return undefined;
    const { savedAt: since, form, ...post } = row.post;
    const { text, ...rest } = form;
    const facts = Object.entries(flat(rest)).map(([name, value]) => `${name}: ${value}`);
    return { ...post, nickname: row.nickname, since, facts, text };
  },
  decide: decideAs('post'),
});
