/** What browsers report of the content security policy, as counts. */
import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const policyReports = pgTable(
  'policy_reports',
  {
    day: date({ mode: 'string' }).notNull(),
    directive: text().notNull(),
    /** A host, a scheme or a word such as 'inline' */
    blocked: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.directive, table.blocked] })],
);
