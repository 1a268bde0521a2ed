/** Tables of the applications for an account. */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { License } from '../../../contract/companyWork.ts';
import type { Toggles, TradeSettings } from '../../../contract/users.ts';
import { type OPENING_STEPS, type Product, type ProductDecision, ROLES, STATES } from '../../../forms/lists.ts';
import { auditTable, filesTable, instant } from './columns.ts';
import { companies, companyMembers } from './companyTables.ts';
import { users } from './userTables.ts';

/** What follows approval, as it was decided (applications/opening.ts). */
export interface Opening {
  /** Number of the license of a broker in content/operator.yml; null if a company holds the application */
  broker: string | null;
  products: Partial<Record<Product, { decision: ProductDecision; reason: string; at: string }>>;
  /** When each was done */
  steps: Partial<Record<(typeof OPENING_STEPS)[number], string | null>>;
}

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
    /** Null if the role has no license */
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
    /** What was decided of each product, and which steps with the broker are done; null before approval */
    opening: jsonb().$type<Opening>(),
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

/**
 * What applicants have signed, declared, wanted and switched, as it holds now: one row for each user, and one for each
 * application that belongs to no user (applications/record.ts). What was sent stays in `answers` of the application.
 */
export const applicants = pgTable(
  'applicants',
  {
    id: uuid().primaryKey().defaultRandom(),
    user: text('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    application: text()
      .unique()
      .references(() => applications.reference, { onDelete: 'cascade' }),
    brokerNumber: text('broker_number').notNull().default(''),
    trade: jsonb().$type<TradeSettings>().notNull(),
    /** Null until they are set: the defaults hold */
    toggles: jsonb().$type<Toggles>(),
    /** Of an analyst or a broker; null until an application states it */
    licence: jsonb().$type<License>(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [check('applicants_of_one', sql`num_nonnulls(${table.user}, ${table.application}) = 1`)],
);

export const licenseFiles = filesTable('licence_files', 'application');
export const applicationAudit = auditTable('application_audit');
