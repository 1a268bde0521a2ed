/** Tables of posts, which analysts and brokers write. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { NewsLanguage } from '../../../contract/all.ts';
import { POST_STATES } from '../../../contract/posts.ts';
import { PRODUCTS } from '../../../forms/lists.ts';
import type { PostDraft } from '../../../forms/postForms.ts';
import { auditTable, instant } from './columns.ts';
import { companies } from './companyTables.ts';
import { users } from './userTables.ts';

export const posts = pgTable(
  'posts',
  {
    /** The number of the change that added it, from the counter 'posts'; never changes */
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The number of its last change that readers see */
    changed: bigint({ mode: 'number' }).notNull(),
    /** Null if the author has left, and the post has stayed without their name */
    author: text().references(() => users.id, { onDelete: 'set null' }),
    /** The company in whose name it was written */
    company: text().references(() => companies.id, { onDelete: 'set null' }),
    state: text({ enum: POST_STATES }).notNull(),
    language: text().$type<NewsLanguage>().notNull(),
    title: text().notNull(),
    /** Plain text of the beginning */
    summary: text().notNull(),
    symbols: text().array().notNull(),
    /** What a recommendation recommends; null if it is none */
    product: text({ enum: PRODUCTS }),
    /** As it was written (forms/postForms.ts) */
    form: jsonb().$type<PostDraft<NewsLanguage>>().notNull(),
    revision: integer().notNull().default(1),
    savedAt: instant('saved_at').notNull(),
    /** Never changes: pagination depends on it */
    publishedAt: instant('published_at'),
    correctedAt: instant('corrected_at'),
    /** Why it was withdrawn or refused */
    reason: text(),
  },
  (table) => [
    // Each list is one range of one of these indexes, read backwards, whatever the size of the table.
    index('posts_by_time').on(table.publishedAt, table.id).where(sql`state = 'published'`),
    index('posts_by_language').on(table.language, table.publishedAt, table.id).where(sql`state = 'published'`),
    index('posts_by_author').on(table.author, table.publishedAt, table.id).where(sql`state = 'published'`),
    index('posts_by_symbol').using('gin', table.symbols).where(sql`state = 'published'`),
    index('posts_of_author').on(table.author, table.id),
    // What the stream follows.
    index('posts_by_change').on(table.changed).where(sql`state in ('published', 'withdrawn')`),
    index('posts_that_wait').on(table.savedAt).where(sql`state = 'waiting'`),
  ],
);

/** Earlier wordings of posts, replaced at `until`. */
export const postRevisions = pgTable(
  'post_revisions',
  {
    post: bigint({ mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text().notNull(),
    /** As it was written */
    text: text().notNull(),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.post, table.number] })],
);

export const postAudit = auditTable('post_audit');
