/** The tables, the same on PGlite and on Postgres. After a change: `npm run migration`, and commit what it writes. */
import { bigint, char, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

/** Cities of GeoNames. `region` is its admin1 code, '' where there is none. */
export const cities = pgTable(
  'cities',
  {
    /** GeoNames id */
    id: integer().primaryKey(),
    /** ISO 3166-1 alpha-2, and XK */
    countryCode: char('country_code', { length: 2 }).notNull(),
    name: text().notNull(),
    region: text().notNull(),
    population: integer().notNull(),
  },
  // Nulls stand where ORDER BY … DESC expects them; elsewhere the index would not serve it.
  (table) => [index('cities_by_population').on(table.countryCode, table.population.desc().nullsFirst())],
);

/** What was brought in from outside, and from which version of it: an import runs again when that changes. */
export const imports = pgTable('imports', {
  name: text().primaryKey(),
  version: text().notNull(),
  rows: integer().notNull(),
  importedAt: timestamp('imported_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Counters of rate-limiter-flexible, in its own shape (`tableName: 'rate_limits', tableCreated: true`). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970 */
  expire: bigint({ mode: 'number' }),
});

/** What a backup holds, tables that others refer to first. The counters are of the minute and not worth keeping. */
export const BACKED_UP = [cities, imports];
