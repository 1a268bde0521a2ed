/** What an operator does with replies. */
import { desc, eq } from 'drizzle-orm';
import { replies, replyAudit, users } from '../db/schema.ts';
import { decideAs } from '../moderation/deciding.ts';
import { postSummary } from '../posts/postText.ts';
import { publicationCommands } from '../posts/publicationCommands.ts';

export const REPLY_COMMANDS = publicationCommands({
  many: 'replies',
  one: 'reply',
  audit: replyAudit,
  list: async (orm, state) =>
    (await orm.select().from(replies).where(eq(replies.state, state)).orderBy(desc(replies.sentAt))).map(
      ({ id, sentAt, post, text }) => ({ id, since: sentAt, words: [`post ${post}`, postSummary(text)] }),
    ),
  find: async (orm, id) => {
    const [row] = await orm
      .select({ reply: replies, nickname: users.name })
      .from(replies)
      .leftJoin(users, eq(users.id, replies.author))
      .where(eq(replies.id, id));
    if (!row) return undefined;
    const { sentAt: since, post, answered, ...reply } = row.reply;
    const facts = [`post: ${post}`, ...(answered === null ? [] : [`answers: ${answered}`])];
    return { ...reply, nickname: row.nickname, since, facts };
  },
  decide: decideAs('reply'),
});
