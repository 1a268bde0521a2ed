/** What the database knows of a key that calls: the key, its company, and the member in whose name it calls. */
import { eq, lt, sql } from 'drizzle-orm';
import { isConfirmed } from '../companies/confirmed.ts';
import type { MemberRow } from '../companies/permissions/memberPermissions.ts';
import type { CompanyRow } from '../companies/rows.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import {
  companies,
  companyMembers,
  partnerKeys,
  partnerNonces,
  partnerRefusals,
  sandboxItems,
  userProfiles,
} from '../db/schema.ts';

export type KeyRow = typeof partnerKeys.$inferSelect;

export interface Known {
  key: KeyRow;
  company: CompanyRow;
  member: MemberRow;
  /** Whether a call with this nonce was accepted before */
  nonceIsUsed: boolean;
}

/** What an id may look like; others need no question to the database. */
const ID = /^[\w-]{8,64}$/;
/** Longer than two time stamps can differ that are accepted, and the clocks of two processes. */
const NONCES_MS = 10 * 60_000;
/** Days that refused calls are counted. */
const REFUSALS_DAYS = 30;
/** Days that the sandbox keeps what is published there. */
const SANDBOX_DAYS = 30;

/** Builds the statement once for each connection to a database, and a Postgres plans it once. */
const STATEMENTS = new WeakMap<Orm, ReturnType<typeof statementOn>>();

function statementOn(orm: Orm) {
  const id = sql.placeholder('id');
  return orm
    .select({
      key: partnerKeys,
      company: companies,
      member: companyMembers,
      lockedAt: userProfiles.lockedAt,
      erasedAt: userProfiles.erasedAt,
      nonceIsUsed: sql<boolean>`exists (select from ${partnerNonces}
        where ${partnerNonces.key} = ${id} and ${partnerNonces.nonce} = ${sql.placeholder('nonce')})`,
    })
    .from(partnerKeys)
    .innerJoin(companies, eq(companies.id, partnerKeys.company))
    .innerJoin(companyMembers, eq(companyMembers.id, partnerKeys.member))
    .innerJoin(userProfiles, eq(userProfiles.userId, companyMembers.user))
    .where(eq(partnerKeys.id, id))
    .prepare('usable_key');
}

/** A key that may be used now; null for all others, whatever the reason. */
export async function usableKey(orm: Orm, id: string, nonce: string, now: Date): Promise<Known | null> {
  if (!ID.test(id)) return null;
  const statement = STATEMENTS.get(orm) ?? statementOn(orm);
  STATEMENTS.set(orm, statement);
  const [row] = await guarded('reading a key', () => statement.execute({ id, nonce }));
  if (!row) return null;
  const { lockedAt, erasedAt, ...known } = row;
  const { revokedAt, expiresAt, kind } = known.key;
  const isActive = revokedAt === null && (expiresAt === null || expiresAt > now);
  const isMember = known.member.leftAt === null && lockedAt === null && erasedAt === null;
  const isAllowed = kind === 'sandbox' || isConfirmed(known.company);
  return isActive && isMember && isAllowed ? known : null;
}

export const minuteOf = (time: Date) => new Date(Math.floor(time.getTime() / 60_000) * 60_000);

/** Removes nonces of time stamps that are not accepted any more, and what is old. Returns how many, by kind. */
export async function tidyPartner(orm: Orm, now: Date): Promise<Record<string, number>> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return guarded('tidying calls of partners', async () => {
    const nonces = await orm
      .delete(partnerNonces)
      .where(lt(partnerNonces.at, before(NONCES_MS)))
      .returning({ at: partnerNonces.at });
    const refusals = await orm
      .delete(partnerRefusals)
      .where(lt(partnerRefusals.minute, before(REFUSALS_DAYS * 86_400_000)))
      .returning({ at: partnerRefusals.minute });
    const sandbox = await orm
      .delete(sandboxItems)
      .where(lt(sandboxItems.publishedAt, before(SANDBOX_DAYS * 86_400_000)))
      .returning({ id: sandboxItems.id });
    return { nonces: nonces.length, refusals: refusals.length, sandbox: sandbox.length };
  });
}
