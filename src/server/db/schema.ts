/** The tables, the same on PGlite and on Postgres. After a change: `npm run migration`, and commit what it writes. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  char,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { ROLES, STATES } from '../../accounts/lists.ts';
import { FILE_TYPES } from '../../contract/accounts.ts';
import { NEWS_LANGUAGES } from '../../contract/all.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Cities of GeoNames. `region` is the seat of its first-order region, '' where there is none. */
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

/**
 * Numbers given out in the order of the commits: the row stays locked until the transaction ends, so who has seen n has
 * seen all below it. A sequence does not promise that, and a backup would have to set it.
 */
export const counters = pgTable('counters', {
  name: text().primaryKey(),
  value: bigint({ mode: 'number' }).notNull(),
});

/** Not withdrawn, and the first of those that tell the same; lists.ts asks in the same words. */
const LISTED = sql.raw('withdrawn_at is null and cluster_id = id');

/** Lengths in days of the spans of time by which items with rare words are looked for. */
export const SPANS_DAYS = [8, 64, 512] as const;
const EPOCH_SECONDS = 'extract(epoch from published_at - to_timestamp(0))';

/**
 * What an item is found by: its words, and marks of all else that a list with words may ask for, so that no more rows
 * are read than such a list shows, however many others hold the same words. No word has a sign in it, as marks have.
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
 * What the stream follows: flashes that are the first to tell. 'is true' keeps the planner from reading whole lists of
 * flashes by the index of their changes, which it thinks is a small one.
 */
export const FOLLOWED = sql.raw("(kind = 'flash' and cluster_id = id) is true");

/** News and flash items of all sources: feeds, the market clock and the desk. */
export const newsItems = pgTable(
  'news_items',
  {
    /** The number of the change that brought it; never changes */
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The number of its last change, of the counter 'news': what a stream resumes after */
    changed: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['news', 'flash'] }).notNull(),
    sourceId: text('source_id').notNull(),
    language: text({ enum: NEWS_LANGUAGES }).notNull(),
    category: text().notNull(),
    /** As the source gives it; its hash where it is long, since an index holds it */
    guid: text().notNull(),
    link: text(),
    title: text().notNull(),
    summary: text(),
    importance: text({ enum: ['high', 'normal'] }).notNull(),
    /** The rule of news/importance.ts that made it high */
    importanceReason: text('importance_reason'),
    symbols: text().array().notNull(),
    /** Never changes: pages are cut by it */
    publishedAt: instant('published_at').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    revision: integer().notNull(),
    /** The first item of those that tell the same; its own id where it is the first */
    clusterId: bigint('cluster_id', { mode: 'number' }).notNull(),
    /** Equal for the same link; with one in common for titles that are nearly the same (news/clusters.ts) */
    linkKey: text('link_key'),
    titleBands: integer('title_bands').array().notNull().default([]),
    /** Words of title and summary (news/words.ts) */
    search: tsvector().notNull(),
  },
  (table) => [
    uniqueIndex('news_items_by_guid').on(table.sourceId, table.guid),
    // The stream follows flashes alone: however many news have come since, the last ones are found at once.
    uniqueIndex('news_items_flash_changes').on(table.changed).where(FOLLOWED),
    // Each list is one range of one of these, read backwards, whatever the size of the table. What is listed stands in
    // their conditions and not beside them: of cluster_id = id the planner thinks that it hardly ever holds, and would
    // read and sort all there is.
    index('news_items_by_language').on(table.kind, table.language, table.publishedAt, table.id).where(LISTED),
    index('news_items_by_category')
      .on(table.kind, table.language, table.category, table.publishedAt, table.id)
      .where(LISTED),
    index('news_items_by_source').on(table.sourceId, table.publishedAt, table.id),
    index('news_items_important')
      .on(table.kind, table.language, table.publishedAt, table.id)
      .where(sql`${LISTED} and importance = 'high'`),
    // Without a list of what is pending, which every look would have to walk.
    index('news_items_by_title_bands').using('gin', table.titleBands).with({ fastupdate: false }),
    index('news_items_by_link').on(table.linkKey, table.publishedAt),
    index('news_items_by_cluster').on(table.clusterId),
    // One a kind: a word that is frequent among news may be rare among flashes.
    index('news_items_by_words').using('gin', FOUND_BY).where(sql`kind = 'news'`),
    index('news_items_flash_words').using('gin', FOUND_BY).where(sql`kind = 'flash'`),
  ],
);

/** What an item said before it was changed: its revision `number`, replaced at `changedAt` by an editor or its source. */
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

/** What the fetcher of feeds knows of a source. */
export const feedSources = pgTable('feed_sources', {
  id: text().primaryKey(),
  etag: text(),
  lastModified: text('last_modified'),
  checkedAt: instant('checked_at'),
  okAt: instant('ok_at'),
  failures: integer().notNull(),
  nextAt: instant('next_at'),
  /** A kind of failure, never a message */
  lastError: text('last_error_kind'),
  itemsSeen: integer('items_seen').notNull(),
});

/** Who may publish. Only the hash of a token is kept (news/editors.ts). */
export const editors = pgTable('editors', {
  name: text().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});

/** What editors have done, and what was done to editors. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    editor: text().notNull(),
    action: text().notNull(),
    item: bigint({ mode: 'number' }),
    /** Of what was published its hash, by which a repetition is told from another flash */
    detail: text(),
  },
  (table) => [index('audit_by_time').on(table.at)],
);

/** Secrets that the server made for itself, random and in base64url; those of many processes are the same. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Applications for an account. All in `answers` is personal data; erasing takes the whole row away. */
export const applications = pgTable(
  'applications',
  {
    reference: text().primaryKey(),
    /** SHA-256 of the Idempotency-Key: one application for each */
    keyHash: text('key_hash').notNull().unique(),
    /** Keyed hash of the body without the password, so that a repetition is told from another application */
    fingerprint: text().notNull(),
    state: text({ enum: STATES }).notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** ISO 3166-1 alpha-2 */
    country: text().notNull(),
    locale: text().notNull(),
    submittedAt: instant('submitted_at').notNull(),
    /** Of the last change of its state */
    updatedAt: instant('updated_at').notNull(),
    /** Since when its state is a final one; the retention counts from here */
    finalAt: instant('final_at'),
    /** In lower case */
    emailKey: text('email_key').notNull(),
    /** Null where the role has no licence */
    licence: text({ enum: ['given', 'none'] }),
    /** Argon2id, in its own text form */
    passwordHash: text('password_hash').notNull(),
    /** The application as it was accepted (accounts/shapes.ts), without the password */
    answers: jsonb().notNull(),
  },
  (table) => [
    index('applications_by_time').on(table.submittedAt),
    index('applications_by_email').on(table.emailKey, table.submittedAt),
    index('applications_final').on(table.finalAt).where(sql`final_at is not null`),
  ],
);

/** Files of licences in DATA_DIR/licences, named by their id. Without an application they are swept after a day. */
export const licenceFiles = pgTable(
  'licence_files',
  {
    id: text().primaryKey(),
    /** Null until the file has come */
    type: text({ enum: FILE_TYPES }),
    /** Of one that has not come yet, how large it may be */
    bytes: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    application: text(),
    /** Whence it came, as a mark (reference.ts), until it has an application */
    network: text(),
  },
  (table) => [index('licence_files_by_application').on(table.application)],
);

/** What was done to applications, by the applicant or an operator. No personal data: it stays when a record is erased. */
export const applicationAudit = pgTable(
  'application_audit',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    /** '' where an action was on all of them */
    reference: text().notNull(),
    by: text().notNull(),
    action: text().notNull(),
    detail: text(),
  },
  (table) => [index('application_audit_by_reference').on(table.reference, table.at)],
);

/** What a backup holds, tables that others refer to first. The rate limits are of the minute and not worth keeping. */
export const BACKED_UP = [
  cities,
  imports,
  counters,
  newsItems,
  newsRevisions,
  feedSources,
  editors,
  audit,
  serverKeys,
  applications,
  licenceFiles,
  applicationAudit,
];
