/**
 * better-auth on our tables: passwords, sessions, two-step verification, social log-ins. It is not mounted. Our calls
 * use `auth.api`, so that limits, codes and the envelope are those of every call. It is cheap to make, so each
 * transaction gets one of its own.
 */
import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { COMPANY } from '../../site.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { userCredentials, userSessions, users, userTwoFactors, userVerifications } from '../db/schema.ts';
import { hashPassword, isPassword } from '../shared/passwords.ts';

export interface IdentityOptions {
  /** Signs tokens and encrypts secrets; of this database (keys.ts) */
  secret: string;
  /** Origin of the site */
  site: string;
  /** Called when sessions are deleted, in the same transaction */
  onEnd: (session: { token: string; expiresAt: Date }) => Promise<void>;
  /** Queues the mail with the token that sets a new password */
  onReset?: (user: { id: string }, token: string) => Promise<void>;
  /** Called when a token has set a new password, in the same transaction */
  onPassword?: (user: { id: string }) => Promise<void>;
  /** The hash of the password that a call stores, made before its transaction: the others need not wait for it */
  hashed?: string;
}

export function createIdentity(orm: Orm, { secret, site, onEnd, onReset, onPassword, hashed }: IdentityOptions) {
  return betterAuth({
    appName: COMPANY,
    baseURL: site,
    basePath: '/api/web/user',
    secret,
    database: drizzleAdapter(orm, {
      provider: 'pg',
      schema: {
        user: users,
        session: userSessions,
        account: userCredentials,
        verification: userVerifications,
        twoFactor: userTwoFactors,
      },
      // A transaction within ours is a savepoint.
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      // The rule is in forms/fields.ts.
      minPasswordLength: 1,
      password: {
        hash: async (password) => hashed ?? hashPassword(password),
        verify: ({ hash, password }) => isPassword(hash, password),
      },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 30 * 60,
      sendResetPassword: async ({ user, token }) => onReset?.(user, token),
      onPasswordReset: async ({ user }) => onPassword?.(user),
    },
    session: { disableSessionRefresh: true },
    databaseHooks: { session: { delete: { before: async (session) => onEnd(session) } } },
    verification: { storeIdentifier: 'hashed' },
    account: { accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true } },
    plugins: [
      bearer({ requireSignature: true }),
      twoFactor({
        issuer: COMPANY,
        backupCodeOptions: { amount: 10, storeBackupCodes: 'encrypted' },
        // Ours counts codes and passwords together (logIn/logInFailures.ts).
        accountLockout: { enabled: false },
      }),
    ],
    // Ours are in rateLimit.ts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would log addresses.
    logger: { disabled: true },
    advanced: { ipAddress: { disableIpTracking: true }, cookiePrefix: 'id', useSecureCookies: false },
  } satisfies BetterAuthOptions);
}

export type Identity = ReturnType<typeof createIdentity>;

/** better-auth has refused what a caller asked for; its own code says why: 'INVALID_TOKEN'. */
export class IdentityRefusal extends Refusal {
  readonly code: string;
  constructor(code: string) {
    super(`better-auth refuses: ${code}`);
    this.code = code;
  }
}

/** Runs calls of better-auth and queries. Throws an IdentityRefusal, or a DatabaseError that names the work. */
export function refusing<T>(doing: string, work: () => Promise<T>): Promise<T> {
  return guarded(doing, async () => {
    try {
      return await work();
    } catch (error) {
      const isRefused = isAPIError(error) && error.statusCode < 500;
      throw isRefused ? new IdentityRefusal(String(error.body?.code ?? error.status)) : error;
    }
  });
}
