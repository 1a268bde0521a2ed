/** How fast pages were in browsers, as counts. */
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const vitals = pgTable(
  'vitals',
  {
    /** Its Monday, in UTC */
    week: date({ mode: 'string' }).notNull(),
    /** Of the page's route */
    kind: text().notNull(),
    metric: text().notNull(),
    /** Where the class of values begins: milliseconds, of CLS thousandths */
    least: integer().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.week, table.kind, table.metric, table.least] })],
);
