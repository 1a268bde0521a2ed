/** Tables of replies to posts, and of who has found what helpful. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { REPLY_STATES } from '../../../contract/replies.ts';
import { auditTable, instant } from './columns.ts';
import { posts } from './postTables.ts';
import { users } from './userTables.ts';

const ofPost = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' });
const ofReply = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => replies.id, { onDelete: 'cascade' });
const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const replies = pgTable(
  'replies',
  {
    /** The number of the change that added it, from the counter of posts; never changes */
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The number of its last change that readers see */
    changed: bigint({ mode: 'number' }).notNull(),
    post: ofPost(),
    /** The reply of the first level below which it stands; null if it is of the first level itself */
    parent: bigint({ mode: 'number' }),
    /** The reply that it answers, of either level. No reference: that one may go */
    answered: bigint({ mode: 'number' }),
    /** Null if the author has left */
    author: text().references(() => users.id, { onDelete: 'set null' }),
    state: text({ enum: REPLY_STATES }).notNull(),
    /** As it was written; '' once it is removed */
    text: text().notNull(),
    revision: integer().notNull().default(1),
    /** When it was sent: for a while from then on, corrections are silent */
    sentAt: instant('sent_at').notNull(),
    /** Never changes: pagination depends on it */
    publishedAt: instant('published_at'),
    correctedAt: instant('corrected_at'),
    /** Why it was withdrawn or refused */
    reason: text(),
    /** Public replies below it */
    below: integer().notNull().default(0),
    /** How many have found it helpful */
    helpful: integer().notNull().default(0),
  },
  (table) => [
    // Each level of a list is one range of one of these two, whatever the size of the table.
    index('replies_by_post')
      .on(table.post, table.publishedAt, table.id)
      .where(sql`parent is null and (state = 'published' or below > 0)`),
    index('replies_by_parent').on(table.parent, table.state, table.publishedAt, table.id),
    index('replies_of_post').on(table.post, table.author, table.id),
    index('replies_by_author').on(table.author, table.state),
    // What the stream follows: those that readers have seen.
    index('replies_by_change').on(table.changed).where(sql`published_at is not null`),
    index('replies_that_wait').on(table.sentAt).where(sql`state = 'waiting'`),
  ],
);

/** Earlier wordings of replies, replaced at `until`. */
export const replyRevisions = pgTable(
  'reply_revisions',
  { reply: ofReply(), number: integer().notNull(), text: text().notNull(), until: instant('until').notNull() },
  (table) => [primaryKey({ columns: [table.reply, table.number] })],
);

/** Who has found a reply helpful. Nobody sees that but they. */
export const replyMarks = pgTable(
  'reply_marks',
  { reply: ofReply(), user: ofUser(), post: bigint({ mode: 'number' }).notNull() },
  (table) => [
    primaryKey({ columns: [table.reply, table.user] }),
    index('reply_marks_by_user').on(table.user, table.post),
  ],
);

/** The same of a post. */
export const postMarks = pgTable('post_marks', { post: ofPost(), user: ofUser() }, (table) => [
  primaryKey({ columns: [table.post, table.user] }),
  index('post_marks_by_user').on(table.user),
]);

/** How many public replies a post has, and how many have found it helpful. No row: none. */
export const postCounts = pgTable('post_counts', {
  post: ofPost().primaryKey(),
  replies: integer().notNull().default(0),
  helpful: integer().notNull().default(0),
});

export const replyAudit = auditTable('reply_audit');
