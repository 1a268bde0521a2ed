/** Tables of news and flashes, of the feeds that they come from, of the editors. */
import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NewsLanguage } from '../../../contract/all.ts';
import { instant, sourcesTable } from './columns.ts';
import { companies } from './companyTables.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Not withdrawn, and the first of its cluster of duplicates. lists.ts uses the same condition. */
const LISTED = sql.raw('withdrawn_at is null and cluster_id = id');

/** Lengths in days of the time spans that a search for rare words goes through. */
export const SPANS_DAYS = [8, 64, 512] as const;
const EPOCH_SECONDS = 'extract(epoch from published_at - to_timestamp(0))';

/**
 * What a search looks in: an item's words, and marks for all other filters of a list with words, so that no more rows
 * are read than the list shows, however many others hold the same words. Marks contain signs, which words never do.
 */
export const FOUND_BY = sql.raw(
  `(search || array_to_tsvector(array[${[
    "'@language=' || language",
    "'@category=' || category",
    "'@source=' || source_id",
    "'@importance=' || importance",
    ...SPANS_DAYS.map((days) => `'@days${days}=' || floor(${EPOCH_SECONDS} / ${days * 86_400})::text`),
  ].join(', ')}]))`,
);

/**
 * What the stream follows: flashes that are the first of their cluster. 'is true' keeps the planner from reading whole
 * lists of flashes by the index of their changes, which it believes to be small.
 */
export const FOLLOWED = sql.raw("(kind = 'flash' and cluster_id = id) is true");

/** News and flash items of all sources: feeds, the market clock and the editors. */
export const newsItems = pgTable(
  'news_items',
  {
    /** The number of the change that added it; never changes */
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The number of its last change, from the counter 'news'; a stream resumes after it */
    changed: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['news', 'flash'] }).notNull(),
    sourceId: text('source_id').notNull(),
    language: text().$type<NewsLanguage>().notNull(),
    category: text().notNull(),
    /** As the source gives it, or its hash if it is long, because an index holds it */
    guid: text().notNull(),
    link: text(),
    title: text().notNull(),
    summary: text(),
    importance: text({ enum: ['high', 'normal'] }).notNull(),
    /** The rule of news/importance.ts that made it high */
    importanceReason: text('importance_reason'),
    symbols: text().array().notNull(),
    /** Never changes: pagination depends on it */
    publishedAt: instant('published_at').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    revision: integer().notNull(),
    /** The company whose analyst has published it, and the member */
    company: text().references(() => companies.id, { onDelete: 'set null' }),
    companyMember: text('company_member'),
    /** The id of the first item among duplicates; its own id if it is the first */
    clusterId: bigint('cluster_id', { mode: 'number' }).notNull(),
    /** Equal for the same link; `titleBands` of nearly equal titles have an element in common (news/clusters.ts) */
    linkKey: text('link_key'),
    titleBands: integer('title_bands').array().notNull().default([]),
    /** Words of title and summary (news/search.ts) */
    search: tsvector().notNull(),
  },
  (table) => [
    uniqueIndex('news_items_by_guid').on(table.sourceId, table.guid),
    // The stream follows only flashes: its last ones are found at once, however many news have come since.
    uniqueIndex('news_items_flash_changes').on(table.changed).where(FOLLOWED),
    // Each list is one range of one of these indexes, read backwards, whatever the size of the table. The condition of
    // what is listed is part of the index: the planner believes that cluster_id = id almost never holds, and would
    // otherwise read and sort all rows.
    index('news_items_by_language').on(table.kind, table.language, table.publishedAt, table.id).where(LISTED),
    index('news_items_by_category')
      .on(table.kind, table.language, table.category, table.publishedAt, table.id)
      .where(LISTED),
    index('news_items_by_company').on(table.company, table.id).where(sql`company is not null`),
    index('news_items_by_source').on(table.sourceId, table.publishedAt, table.id),
    index('news_items_important')
      .on(table.kind, table.language, table.publishedAt, table.id)
      .where(sql`${LISTED} and importance = 'high'`),
    // Without a pending list (fastupdate), which every search would have to scan.
    index('news_items_by_title_bands').using('gin', table.titleBands).with({ fastupdate: false }),
    index('news_items_by_link').on(table.linkKey, table.publishedAt),
    index('news_items_by_cluster').on(table.clusterId),
    // One index per kind: a word that is frequent in news may be rare in flashes.
    index('news_items_by_words').using('gin', FOUND_BY).where(sql`kind = 'news'`),
    index('news_items_flash_words').using('gin', FOUND_BY).where(sql`kind = 'flash'`),
  ],
);

/** Earlier texts of items: the revision `number`, replaced at `changedAt` by an editor or the item's source. */
export const newsRevisions = pgTable(
  'news_revisions',
  {
    item: bigint({ mode: 'number' }).notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    summary: text(),
    changedAt: instant('changed_at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.item, table.number] })],
);

/** What the fetcher knows of the feeds of content/sources.opml. */
export const feedSources = sourcesTable('feed_sources');

/** Editors, who may publish. Only the hash of a token is stored (news/editors.ts). */
export const editors = pgTable('editors', {
  name: text().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});

/** Actions of editors, and actions on editors. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    editor: text().notNull(),
    action: text().notNull(),
    item: bigint({ mode: 'number' }),
    /** For a published flash its hash, which distinguishes a repeated request from another flash */
    detail: text(),
  },
  (table) => [index('audit_by_time').on(table.at)],
);
