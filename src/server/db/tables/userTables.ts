/**
 * The tables of users. better-auth reads and writes the first five; the names of their columns in TypeScript are its
 * own. Erasing a user deletes the row in `users` and, by cascade, everything here but the audit and the locks.
 */
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Personal, Preferences } from '../../../contract/users.ts';
import type { Role } from '../../../forms/lists.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { auditTable, instant } from './columns.ts';

const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // PGlite has no Buffers.
  fromDriver: (bytes) => Buffer.from(bytes),
});

export const users = pgTable('users', {
  id: text().primaryKey(),
  /** The nickname as typed */
  name: text().notNull(),
  /** In lower case */
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Unused: avatars have their own table */
  image: text(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
});

const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Sessions that are in force. The browser holds the token with a signature, which is not stored. */
export const userSessions = pgTable(
  'user_sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: ofUser(),
    /** Set by us when the session begins and when it is used (users/sessions.ts) */
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Unused: addresses are not stored */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The device that it began on; null for a moment while it begins */
    device: text().references(() => userDevices.id, { onDelete: 'cascade' }),
  },
  (table) => [index('user_sessions_by_user').on(table.userId), index('user_sessions_by_expiry').on(table.expiresAt)],
);

/** How a user logs in: provider 'credential' has the password, others are social log-ins. */
export const userCredentials = pgTable(
  'user_credentials',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ofUser(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    /** Argon2id, in its own text form */
    password: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('user_credentials_by_user').on(table.userId),
    uniqueIndex('user_credentials_by_account').on(table.providerId, table.accountId),
  ],
);

/** Short-lived values of better-auth: challenges of the second step, states of social log-ins. */
export const userVerifications = pgTable(
  'user_verifications',
  {
    id: text().primaryKey(),
    /** Hashed */
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('user_verifications_by_identifier').on(table.identifier)],
);

/** Two-step verification. Secret and backup codes are encrypted with the key of this database. */
export const userTwoFactors = pgTable('user_two_factors', {
  id: text().primaryKey(),
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: ofUser().unique(),
  verified: boolean().default(true),
  failedVerificationCount: integer('failed_verification_count').default(0),
  lockedUntil: instant('locked_until'),
  /** The time step of the last code that was accepted: no code of it or of an earlier one is accepted again */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/**
 * Passkeys. Each can be a log-in of its own, or the second step. `id` is ours, and no secret; the other is the
 * authenticator's.
 */
export const userPasskeys = pgTable(
  'user_passkeys',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE */
    publicKey: bytea('public_key').notNull(),
    /** How often it was used, as it says itself; 0 if it does not count */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach it, as they have said */
    transports: jsonb().$type<string[]>().notNull(),
    /** The user's name for it */
    name: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastAt: instant('last_at'),
    /** Its counter did not grow, so that there may be a copy: it is refused from then on */
    disabledAt: instant('disabled_at'),
  },
  (table) => [index('user_passkeys_by_user').on(table.userId, table.createdAt)],
);

/** What a user has set. */
export const userProfiles = pgTable('user_profiles', {
  userId: ofUser().primaryKey(),
  /** The nickname as its public address has it: folded, unique. Null until the e-mail address is confirmed */
  handle: text().unique(),
  locale: text().$type<Locale>().notNull(),
  /** Null until an application says it, or the user does */
  role: text().$type<Role>(),
  /** E.164, or '' */
  mobile: text().notNull().default(''),
  /** '' if none. Sent only by mail */
  passwordHint: text('password_hint').notNull().default(''),
  /** Versions of the texts that were accepted, and when */
  agreements: jsonb().$type<{ privacy: string; terms: string; at: string }>(),
  personal: jsonb().$type<Personal>(),
  preferences: jsonb().$type<Preferences>(),
  /** Locked by an operator, who unlocks it */
  lockedAt: instant('locked_at'),
  /** When what an operator has begun for a user who is locked out takes effect, unless somebody logs in before */
  recoveryAt: instant('recovery_at'),
  /** The address that the user gets then; null if instead the second step is removed */
  recoveryEmail: text('recovery_email'),
  /** When a closed account is erased; null if it is not closed */
  erasedAt: instant('erased_at'),
  /** Whether the public posts of a closed account stay, without a name, when it is erased */
  postsStay: boolean('posts_stay').notNull().default(false),
  /** Whether those who show this too are shown beside the user as followed and following */
  showsFollows: boolean('shows_follows').notNull().default(false),
});

/** Devices that a user has logged in from. */
export const userDevices = pgTable(
  'user_devices',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    /** SHA-256 of the secret that the browser keeps; null if the device is not the user's own */
    secretHash: text('secret_hash').unique(),
    /** Whether the user has said that it is their own */
    own: boolean().notNull(),
    /** The user's name for it; '' if none */
    name: text().notNull().default(''),
    /** Such as 'Firefox 151' and 'Windows'; '' if unknown */
    browser: text().notNull(),
    system: text().notNull(),
    /** ISO 3166-1 alpha-2, and a city by name in English; '' if unknown */
    country: text().notNull(),
    city: text().notNull(),
    /** The network as a keyed hash (reference.ts) */
    network: text().notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [index('user_devices_by_user').on(table.userId, table.lastAt)],
);

/** How a log-in went. */
export const SIGN_IN_OUTCOMES = ['entered', 'password', 'code', 'passkey', 'locked'] as const;

/** The history of log-ins, also of those that failed: of these one row for each day, network and outcome. */
export const userSignIns = pgTable(
  'user_sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    at: instant('at').notNull(),
    /** entered; or what was wrong: the password, the code, the passkey, or that the account is locked */
    outcome: text({ enum: SIGN_IN_OUTCOMES }).notNull(),
    method: text({ enum: ['password', 'social', 'passkey', 'confirmed'] }).notNull(),
    browser: text().notNull(),
    system: text().notNull(),
    country: text().notNull(),
    city: text().notNull(),
    /** Keyed hash of the network of one that failed (reference.ts); '' otherwise */
    network: text().notNull().default(''),
    /** How often it failed; `at`, device and place are those of the last time */
    times: integer().notNull().default(1),
  },
  (table) => [index('user_sign_ins_by_user').on(table.userId, table.at)],
);

/** Why a session has ended: its time is over; another log-in or the user ended it; the user logged out. */
export const ENDS = ['expired', 'revoked', 'loggedOut'] as const;
export type End = (typeof ENDS)[number];

/** Sessions that have ended, for 30 days, so that a browser that comes back is told why. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    /** SHA-256 of the token */
    tokenHash: text('token_hash').primaryKey(),
    reason: text({ enum: ENDS }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('ended_sessions_by_time').on(table.at)],
);

/**
 * What a link may do, or a one-time token.
 * confirm: the address of a new account · reset: a new password · unlock: after too many failures · emailOld, emailNew:
 * a change of address, confirmed at both · social: the end of a social log-in
 */
export const LINK_KINDS = ['confirm', 'reset', 'unlock', 'emailOld', 'emailNew', 'social'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Links that were sent by mail, each used once. */
export const userLinks = pgTable(
  'user_links',
  {
    /** SHA-256 of the token in the link */
    tokenHash: text('token_hash').primaryKey(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    userId: ofUser(),
    /** The other link of a change of address has the same; '' if there is none */
    pair: text().notNull().default(''),
    data: jsonb().$type<Record<string, string>>(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('user_links_by_user').on(table.userId, table.kind),
    index('user_links_by_expiry').on(table.expiresAt),
  ],
);

/** Failed log-ins by address, whether or not it has an account. */
export const loginFailures = pgTable('login_failures', {
  /** The address as a keyed hash (reference.ts) */
  address: text().primaryKey(),
  /** Times of the failures that count, ISO 8601 */
  failedAt: jsonb('failed_at').$type<string[]>().notNull(),
  /** Null: not locked */
  lockedAt: instant('locked_at'),
});

/** Avatars as they are shown. The id is their address, and cannot be guessed. */
export const userAvatars = pgTable('user_avatars', {
  id: text().primaryKey(),
  userId: ofUser().unique(),
  /** WebP */
  bytes: bytea().notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Personal links, made when their users ask for them. */
export const userReferrals = pgTable('user_referrals', {
  userId: ofUser().primaryKey(),
  /** Random: it tells nothing of the user */
  code: text().notNull().unique(),
  /** Applicants who came by it and count (users/profile/referrals.ts) */
  counted: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

export const userAudit = auditTable('user_audit');
