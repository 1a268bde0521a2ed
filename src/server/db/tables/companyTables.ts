/**
 * The tables of companies and of the partner API. A company keeps who was a member, for its audit: a membership that
 * ends keeps its row, and erasing the user only empties it.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { KEY_KINDS } from '../../../forms/lists.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { auditTable, instant } from './columns.ts';
import { users } from './userTables.ts';

/** An id that cannot be guessed, made by newId() in companies/rows.ts. */
const id = () => text().primaryKey();

export const companies = pgTable('companies', {
  id: id(),
  /** The registered name, country and license, as the company states them */
  name: text().notNull(),
  /** ISO 3166-1 alpha-2 */
  country: text().notNull(),
  /** Number of the license and who issued it; both '' if there is none */
  licence: text().notNull(),
  authority: text().notNull(),
  description: text().notNull().default(''),
  website: text().notNull().default(''),
  contact: text().notNull().default(''),
  createdAt: instant('created_at').notNull(),
  /** When the operator has confirmed name, country and license as they are; null if not, or not any more */
  confirmedAt: instant('confirmed_at'),
  /** The application of a brokerage house that created it */
  application: text().unique(),
});

const ofCompany = () =>
  text()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' });

/** A tree: `parent` is null for a department below no other. */
export const departments = pgTable(
  'departments',
  {
    id: id(),
    company: ofCompany(),
    parent: text().references((): AnyPgColumn => departments.id),
    name: text().notNull(),
  },
  (table) => [
    unique('departments_by_name').on(table.company, table.parent, table.name).nullsNotDistinct(),
    index('departments_by_parent').on(table.parent),
  ],
);

export const companyRoles = pgTable(
  'company_roles',
  { id: id(), company: ofCompany(), name: text().notNull() },
  (table) => [unique('company_roles_by_name').on(table.company, table.name)],
);

export const companyMembers = pgTable(
  'company_members',
  {
    id: id(),
    company: ofCompany(),
    /** Null once the user is erased */
    user: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    department: text().references(() => departments.id),
    /** Administrators hold what administrates the company by right (companies/permissions/decidePermission.ts) */
    administrator: boolean().notNull(),
    joinedAt: instant('joined_at').notNull(),
    /** Null: is a member */
    leftAt: instant('left_at'),
  },
  (table) => [
    uniqueIndex('company_members_by_user').on(table.user, table.company).where(sql`left_at is null`),
    index('company_members_by_company').on(table.company, table.joinedAt),
    index('company_members_by_department').on(table.department),
  ],
);

const ofMember = () =>
  text()
    .notNull()
    .references(() => companyMembers.id, { onDelete: 'cascade' });

export const companyMemberRoles = pgTable(
  'company_member_roles',
  {
    member: ofMember(),
    role: text()
      .notNull()
      .references(() => companyRoles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.member, table.role] }),
    index('company_member_roles_by_role').on(table.role),
  ],
);

/** What is granted to or denied in one department, one role or one member: of the three columns, one is set. */
export const grants = pgTable(
  'company_grants',
  {
    id: id(),
    company: ofCompany(),
    /** Id of content/permissions.yml */
    permission: text().notNull(),
    department: text().references(() => departments.id, { onDelete: 'cascade' }),
    role: text().references(() => companyRoles.id, { onDelete: 'cascade' }),
    member: text().references(() => companyMembers.id, { onDelete: 'cascade' }),
    effect: text({ enum: ['allow', 'deny'] }).notNull(),
    /** From then on it counts no more */
    until: instant('until'),
    /** The member who granted it */
    by: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    check('company_grants_one_subject', sql`num_nonnulls(department, role, member) = 1`),
    unique('company_grants_by_subject')
      .on(table.company, table.permission, table.department, table.role, table.member)
      .nullsNotDistinct(),
    index('company_grants_by_department').on(table.department),
    index('company_grants_by_role').on(table.role),
    index('company_grants_by_member').on(table.member),
  ],
);

/** Allows a member two permissions that exclude each other; `first` is before `second` in the alphabet. */
export const exceptions = pgTable(
  'company_exceptions',
  {
    id: id(),
    company: ofCompany(),
    member: ofMember(),
    first: text().notNull(),
    second: text().notNull(),
    /** Why, in the words of who allows it */
    reason: text().notNull(),
    until: instant('until'),
    by: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [unique('company_exceptions_by_member').on(table.member, table.first, table.second)],
);

/** Invitations by mail. Whoever has the link and is logged in with the address joins. */
export const invitations = pgTable(
  'company_invitations',
  {
    id: id(),
    company: ofCompany(),
    /** SHA-256 of the token in the link */
    tokenHash: text('token_hash').notNull().unique(),
    /** In lower case; '' once it is over */
    email: text().notNull(),
    /** For the limits of a day: the address and the sender's network as keyed hashes; null after that */
    recipient: text(),
    network: text(),
    locale: text().$type<Locale>().notNull(),
    department: text().references(() => departments.id, { onDelete: 'set null' }),
    roles: jsonb().$type<string[]>().notNull(),
    administrator: boolean().notNull(),
    by: text().notNull(),
    at: instant('at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was accepted or cancelled */
    overAt: instant('over_at'),
    accepted: boolean().notNull().default(false),
  },
  (table) => [
    index('company_invitations_by_company').on(table.company, table.at),
    index('company_invitations_by_email').on(table.email),
    index('company_invitations_by_time').on(table.at),
  ],
);

/** Who did what in a company. `by` is a member, a key, or 'operator'. */
export const companyAudit = pgTable(
  'company_audit',
  {
    id: uuid().primaryKey().defaultRandom(),
    company: ofCompany(),
    at: instant('at').notNull(),
    by: text().notNull(),
    /** Such as 'departmentAdded' (contract/companies.ts) */
    action: text().notNull(),
    /** Names as they were then, and what changed. No personal data of users: members are named by their id */
    detail: jsonb().$type<Record<string, string>>().notNull(),
  },
  (table) => [index('company_audit_by_company').on(table.company, table.at, table.id)],
);

/** What operators do with companies. It stays when a company is erased, with the audit that its members read. */
export const operatorAudit = auditTable('operator_audit');

/** Keys of partners. The private key is never sent here. */
export const partnerKeys = pgTable(
  'partner_keys',
  {
    /** The keyid of signatures */
    id: id(),
    company: ofCompany(),
    /** The member in whose name it calls: what the member may not do, the key may not do */
    member: ofMember(),
    name: text().notNull(),
    kind: text({ enum: KEY_KINDS }).notNull(),
    /** Ed25519, its 32 bytes in base64url */
    publicKey: text('public_key').notNull().unique(),
    scopes: text().array().notNull(),
    /** CIDR */
    networks: text().array().notNull(),
    /** Calls per minute */
    perMinute: integer('per_minute').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    /** To the minute */
    usedAt: instant('used_at'),
    /** The key that it replaces */
    replaces: text(),
  },
  (table) => [index('partner_keys_by_company').on(table.company)],
);

/** Nonces of calls whose signature was right, for as long as their time stamp is accepted. */
export const partnerNonces = pgTable(
  'partner_nonces',
  { key: text().notNull(), nonce: text().notNull(), at: instant('at').notNull() },
  (table) => [primaryKey({ columns: [table.key, table.nonce] }), index('partner_nonces_by_time').on(table.at)],
);

/** Calls that were refused, counted by minute, so that a stranger cannot fill the table. `key` is '' if unknown. */
export const partnerRefusals = pgTable(
  'partner_refusals',
  {
    minute: instant('minute').notNull(),
    key: text().notNull(),
    /** The code of the error (contract/errors.ts) */
    code: integer().notNull(),
    calls: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.minute, table.code] }),
    index('partner_refusals_by_time').on(table.minute),
  ],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    company: ofCompany(),
    url: text().notNull(),
    /** Names of events (contract/webhooks.ts) */
    events: text().array().notNull(),
    kind: text({ enum: KEY_KINDS }).notNull(),
    active: boolean().notNull(),
    /** Why it was switched off, if it was not by a member: it answered 410, or failed for a week */
    offBecause: text('off_because', { enum: ['gone', 'failing'] }),
    /** Since when no attempt succeeded; null if the last one did */
    failingSince: instant('failing_since'),
    /** Until then nothing is sent to it */
    pausedUntil: instant('paused_until'),
    by: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('webhooks_by_company').on(table.company)],
);

/** What is sent to a webhook: an event once. */
export const deliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    webhook: text()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** What happened; each event is sent once to each webhook */
    event: text().notNull(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['waiting', 'sending', 'delivered', 'failed'] }).notNull(),
    at: instant('at').notNull(),
    nextAt: instant('next_at').notNull(),
    attempts: integer().notNull().default(0),
    /** HTTP status of the last attempt, or the kind of its failure */
    answer: text(),
    triedAt: instant('tried_at'),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    unique('webhook_deliveries_by_event').on(table.webhook, table.event),
    index('webhook_deliveries_due').on(table.nextAt).where(sql`state in ('waiting', 'sending')`),
    index('webhook_deliveries_by_time').on(table.webhook, table.at),
  ],
);

/** What sandbox keys have published: seen by their company only. */
export const sandboxItems = pgTable(
  'sandbox_items',
  {
    id: uuid().primaryKey().defaultRandom(),
    company: ofCompany(),
    /** The publication as it was accepted (contract/partner.ts) */
    item: jsonb().notNull(),
    member: ofMember(),
    publishedAt: instant('published_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    revision: integer().notNull(),
  },
  (table) => [index('sandbox_items_by_company').on(table.company, table.publishedAt, table.id)],
);
