/** The tables of official series (content/series.yml). */
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, sourcesTable } from './columns.ts';

/** Every value that a publisher has stated for a day. A revised one is kept beside the one that replaced it. */
export const seriesPoints = pgTable(
  'series_points',
  {
    /** The id in content/series.yml */
    series: text().notNull(),
    /** The day, or the first day of the month */
    day: date({ mode: 'string' }).notNull(),
    /** 1, plus one for each change of its value */
    revision: integer().notNull(),
    /** As published, with its padding */
    value: text().notNull(),
    seenAt: instant('seen_at').notNull(),
    /** Null if it is the value that counts */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.day, table.revision] }),
    // A range of days is one range of this index, whatever the size of the table.
    uniqueIndex('series_points_that_count').on(table.series, table.day).where(sql`replaced_at is null`),
    index('series_points_replaced').on(table.series, table.day).where(sql`replaced_at is not null`),
  ],
);

/** The last change of each series, which its stream follows. */
export const seriesChanges = pgTable('series_changes', {
  series: text().primaryKey(),
  /** From the counter 'series'; a stream resumes after it */
  changed: bigint({ mode: 'number' }).notNull().unique(),
});

/** What the fetcher knows of the addresses of series. */
export const seriesSources = sourcesTable('series_sources');
