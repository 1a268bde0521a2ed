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
import type { MailName } from '../../catalogue/mails.ts';
import type { NewsLanguage } from '../../contract/all.ts';
import { FILE_TYPES } from '../../contract/files.ts';
import { QUESTION_STATES, ROLES, STATES, TOPICS } from '../../forms/lists.ts';
import type { Enquiry } from '../../forms/supportQuestion.ts';
import type { Locale } from '../../i18n/locales.ts';
import { auditTable, instant, sourcesTable } from './tables/columns.ts';
import {
  companies,
  companyAudit,
  companyMemberRoles,
  companyMembers,
  companyRoles,
  deliveries,
  departments,
  exceptions,
  grants,
  invitations,
  operatorAudit,
  partnerKeys,
  partnerNonces,
  partnerRefusals,
  sandboxItems,
  webhooks,
} from './tables/companyTables.ts';
import { seriesChanges, seriesPoints, seriesSources } from './tables/seriesTables.ts';
import {
  endedSessions,
  loginFailures,
  userAudit,
  userAvatars,
  userCredentials,
  userDevices,
  userLinks,
  userProfiles,
  userReferrals,
  userSessions,
  userSignIns,
  users,
  userTwoFactors,
  userVerifications,
} from './tables/userTables.ts';

export * from './tables/companyTables.ts';
export * from './tables/seriesTables.ts';
export * from './tables/userTables.ts';

/** refused: the mail server does not take it; failed: given up after many attempts. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'refused', 'failed'] as const;

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Cities of GeoNames. `region` is the seat of the city's first-order region, '' if there is none. */
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

/** Secrets that the server generated, random and in base64url; all processes share them. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Applications for an account. All of `answers` is personal data; erasing deletes the whole row. */
export const applications = pgTable(
  'applications',
  {
    reference: text().primaryKey(),
    /** SHA-256 of the Idempotency-Key; each key has one application */
    keyHash: text('key_hash').notNull().unique(),
    /** Keyed hash of the body without the password; distinguishes a repeated request from another application */
    fingerprint: text().notNull(),
    state: text({ enum: STATES }).notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** ISO 3166-1 alpha-2 */
    country: text().notNull(),
    locale: text().notNull(),
    submittedAt: instant('submitted_at').notNull(),
    /** When its state last changed */
    updatedAt: instant('updated_at').notNull(),
    /** When it reached a final state; the retention period starts here */
    finalAt: instant('final_at'),
    /** The e-mail address in lower case */
    emailKey: text('email_key').notNull(),
    /** Null if the role has no licence */
    licence: text({ enum: ['given', 'none'] }),
    /** Argon2id, in its own text form; null if the applicant was logged in */
    passwordHash: text('password_hash'),
    /** Whose it is: who was logged in, or the owner of the address once they have said so (users/data/join.ts) */
    user: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When the owner of the address said that it is not theirs: it joins nobody, and no mail is sent any more */
    deniedAt: instant('denied_at'),
    /** Whose personal link led to it; null if the applicant had applied before (users/profile/referrals.ts) */
    referrer: text('referrer_id').references(() => users.id, { onDelete: 'set null' }),
    /** The company that it is assigned to, and the member who handles it there */
    company: text().references(() => companies.id, { onDelete: 'set null' }),
    companyMember: text('company_member').references(() => companyMembers.id, { onDelete: 'set null' }),
    /** The application as it was accepted (forms/shapes.ts), without the password */
    answers: jsonb().notNull(),
    /** The information that an operator has asked for last */
    asked: text(),
  },
  (table) => [
    index('applications_by_time').on(table.submittedAt),
    index('applications_by_email').on(table.emailKey, table.submittedAt),
    index('applications_by_user').on(table.user),
    index('applications_by_referrer').on(table.referrer).where(sql`referrer_id is not null`),
    index('applications_by_company').on(table.company, table.submittedAt),
    index('applications_final').on(table.finalAt).where(sql`final_at is not null`),
  ],
);

/** A table of uploaded files, named by their id. Without an owner they are deleted after a day (shared/files.ts). */
const filesTable = (name: string, owner: string) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      /** Null until the file is uploaded */
      type: text({ enum: FILE_TYPES }),
      /** Until the file is uploaded, its largest allowed size */
      bytes: integer().notNull(),
      createdAt: instant('created_at').notNull(),
      /** The reference of what it was sent with */
      owner: text(owner),
      /** The uploader's network as a keyed hash (reference.ts), until the file has an owner */
      network: text(),
    },
    (table) => [index(`${name}_by_${owner}`).on(table.owner)],
  );

export const licenseFiles = filesTable('licence_files', 'application');
export const applicationAudit = auditTable('application_audit');

/** Questions to Support. Erasing deletes the row, its answers and pictures. */
export const questions = pgTable(
  'questions',
  {
    reference: text().primaryKey(),
    /** SHA-256 of the Idempotency-Key; each key has one question */
    keyHash: text('key_hash').notNull().unique(),
    /** Keyed hash of the body; distinguishes a repeated request from another question */
    fingerprint: text().notNull(),
    state: text({ enum: QUESTION_STATES }).notNull(),
    topic: text({ enum: TOPICS }).notNull(),
    locale: text().notNull(),
    /** The reference that the visitor gave; '' if none */
    about: text().notNull(),
    email: text().notNull(),
    /** Whose it is: who was logged in, or the owner of the address once they have said so (users/data/join.ts) */
    user: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When the owner of the address said that it is not theirs: it joins nobody, and no mail is sent any more */
    deniedAt: instant('denied_at'),
    /** The company that it is assigned to, and the member who handles it there */
    company: text().references(() => companies.id, { onDelete: 'set null' }),
    companyMember: text('company_member').references(() => companyMembers.id, { onDelete: 'set null' }),
    question: text().notNull(),
    /** Null unless it is an enquiry about advertising */
    enquiry: jsonb().$type<Enquiry>(),
    askedAt: instant('asked_at').notNull(),
    /** Time of the last answer or change of its state */
    updatedAt: instant('updated_at').notNull(),
    /** The retention period starts here */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('questions_by_time').on(table.askedAt),
    index('questions_by_user').on(table.user),
    index('questions_by_email').on(sql`lower(${table.email})`, table.askedAt),
    index('questions_by_company').on(table.company, table.askedAt),
    index('questions_closed').on(table.closedAt).where(sql`closed_at is not null`),
  ],
);

export const questionAnswers = pgTable(
  'question_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    question: text()
      .notNull()
      .references(() => questions.reference, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The operator, whom the visitor does not see */
    by: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('question_answers_by_question').on(table.question, table.at)],
);

export const questionPictures = filesTable('question_pictures', 'question');
export const questionAudit = auditTable('question_audit');

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

/** Tables in a backup, referenced tables first. Rate limits last only a minute and are not worth keeping. */
export const BACKED_UP = [
  cities,
  imports,
  counters,
  companies,
  newsItems,
  newsRevisions,
  feedSources,
  seriesPoints,
  seriesChanges,
  seriesSources,
  editors,
  audit,
  serverKeys,
  users,
  userDevices,
  userSessions,
  userCredentials,
  userVerifications,
  userTwoFactors,
  userProfiles,
  userSignIns,
  endedSessions,
  userLinks,
  loginFailures,
  userAvatars,
  userReferrals,
  userAudit,
  departments,
  companyRoles,
  companyMembers,
  companyMemberRoles,
  grants,
  exceptions,
  invitations,
  companyAudit,
  operatorAudit,
  partnerKeys,
  partnerNonces,
  partnerRefusals,
  webhooks,
  deliveries,
  sandboxItems,
  applications,
  licenseFiles,
  applicationAudit,
  mails,
  questions,
  questionAnswers,
  questionPictures,
  questionAudit,
];
