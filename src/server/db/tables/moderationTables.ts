/** Tables of order among posts: who may decide, what readers report, what was decided. */
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { OUTCOMES } from '../../../contract/moderation.ts';
import { APPEAL_RULINGS, MODERATED, REPORT_REASONS } from '../../../forms/lists.ts';
import { auditTable, instant } from './columns.ts';
import { users } from './userTables.ts';

/** An appeal, once, and what was decided on it. */
const appealed = {
  appealedAt: instant('appealed_at'),
  appeal: text(),
  appealDecidedAt: instant('appeal_decided_at'),
  appealOutcome: text('appeal_outcome', { enum: APPEAL_RULINGS }),
  appealReason: text('appeal_reason'),
};
const appealWaits = sql`appealed_at is not null and appeal_decided_at is null`;

/** Users to whom the operator has given the right to decide. */
export const moderators = pgTable('moderators', {
  user: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: instant('since').notNull(),
});

/** Decisions. They stay for the public count; what is somebody's goes with their account. */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: MODERATED }).notNull(),
    item: bigint({ mode: 'number' }).notNull(),
    /** Its title, or the beginning of its text, at that time */
    title: text().notNull(),
    author: text().references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    /** The id of a moderator, or the name of an operator: another one decides on an appeal */
    by: text().notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    reason: text({ enum: REPORT_REASONS }),
    words: text().notNull(),
    /** Of the author */
    ...appealed,
  },
  (table) => [
    index('moderation_decisions_by_author').on(table.author, table.at),
    index('moderation_decisions_by_time').on(table.at),
    index('moderation_appeals_that_wait').on(table.appealedAt).where(appealWaits),
  ],
);

export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: MODERATED }).notNull(),
    item: bigint({ mode: 'number' }).notNull(),
    /** Null if they have left */
    reporter: text().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    words: text().notNull(),
    at: instant('at').notNull(),
    /** Null while it waits */
    decision: uuid().references(() => moderationDecisions.id, { onDelete: 'set null' }),
    /** It waits no longer, also if what it reports is gone without a decision */
    closedAt: instant('closed_at'),
    /** Of the reporter, against a decision to do nothing */
    ...appealed,
  },
  (table) => [
    uniqueIndex('reports_once').on(table.kind, table.item, table.reporter),
    index('reports_that_wait').on(table.at).where(sql`closed_at is null`),
    index('reports_by_time').on(table.at),
    index('report_appeals_that_wait').on(table.appealedAt).where(appealWaits),
    index('reports_by_decision').on(table.decision),
    index('reports_by_reporter').on(table.reporter),
  ],
);

export const moderationAudit = auditTable('moderation_audit');
