/** The tables, the same on PGlite and on Postgres. After a change: `npm run migration -- NAME`, and commit what it writes. */
import { sql } from 'drizzle-orm';
import { bigint, char, index, integer, jsonb, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import type { MailName } from '../../catalogue/mails.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { CityNames } from '../geo/cityFile.ts';
import { instant } from './tables/columns.ts';

export * from './tables/applicationTables.ts';
export * from './tables/companyTables.ts';
export * from './tables/followTables.ts';
export * from './tables/moderationTables.ts';
export * from './tables/newsTables.ts';
export * from './tables/policyTables.ts';
export * from './tables/postTables.ts';
export * from './tables/replyTables.ts';
export * from './tables/seriesTables.ts';
export * from './tables/supportTables.ts';
export * from './tables/userTables.ts';
export * from './tables/vitalsTables.ts';

/** refused: the mail server does not take it; failed: given up after many attempts. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'refused', 'failed'] as const;

/** Cities of GeoNames. `region` is the city's first-order region, '' if there is none. */
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
    /** In other scripts; null in a row of an older backup, until the next import */
    names: jsonb().$type<CityNames>(),
  },
  // Nulls first, as in ORDER BY … DESC; otherwise the query could not use the index.
  (table) => [index('cities_by_population').on(table.countryCode, table.population.desc().nullsFirst())],
);

/** Imported data sets and the version of their source: an import runs again when the version changes. */
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

/**
 * Counters whose numbers follow the order of commits: the row stays locked until the transaction ends, so whoever has
 * seen n has seen all numbers below it. A sequence does not guarantee that, and a backup would have to set it.
 */
export const counters = pgTable('counters', {
  name: text().primaryKey(),
  value: bigint({ mode: 'number' }).notNull(),
});

/** Secrets that the server generated, random and in base64url; all processes share them. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Mails that wait, were sent or were given up (mail/queue.ts). */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What it reports; each event has one mail: 'applicationReceived FA-…' */
    event: text().notNull().unique(),
    /** Reference of the application or question; erasing that deletes the row */
    about: text().notNull(),
    name: text().$type<MailName>().notNull(),
    locale: text().$type<Locale>().notNull(),
    /** Null once it is sent, like content */
    recipient: text(),
    content: jsonb().$type<{ path: string; values: Record<string, string> }>(),
    state: text({ enum: MAIL_STATES }).notNull().default('waiting'),
    /** When it was queued, or retried by an operator */
    waitsSince: instant('waits_since').notNull(),
    /** When it may be tried again; for one that is being sent, when another process may take it */
    nextAt: instant('next_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Set at the first attempt; every further one has the same */
    messageId: text('message_id'),
    /** Why the last attempt failed: a code, then the response of the mail server, which may name the recipient */
    error: text(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_due').on(table.nextAt).where(sql`state in ('waiting', 'sending')`),
    index('mails_by_about').on(table.about),
  ],
);
