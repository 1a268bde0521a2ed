/**
 * Failed log-ins, counted by address whether or not it has an account, so that the answers tell nobody which. Ten within
 * an hour lock the address for a day, unless a link in a mail, a new password or the operator unlocks it before. Log-ins on
 * a user's own device are counted by device, so that nobody locks another out. Wrong passwords in a session are counted by
 * session (securityChange.ts).
 */
import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { loginFailures } from '../../db/schema.ts';
import { serverKey } from '../../shared/reference.ts';

/** Documented in docs/operating.md. */
export const MOST_FAILURES = 10;
const WINDOW_MS = 3_600_000;
/** As long as the link in the mail works; texts name it: /locked, the mail userLocked, server.accountLocked. */
export const LOCK_MS = 24 * 3_600_000;

/** What failures are counted by. Neither an address nor the id of a device or a session is stored. */
export async function counterOf(
  orm: Orm,
  of: { email: string } | { device: string } | { session: string },
): Promise<string> {
  const text =
    'email' in of
      ? `address ${of.email.toLowerCase()}`
      : 'device' in of
        ? `device ${of.device}`
        : `session ${of.session}`;
  return createHmac('sha256', await serverKey(orm, 'users'))
    .update(text)
    .digest('base64url');
}

const locks = (row: { lockedAt: Date | null } | undefined, now: Date): boolean =>
  row?.lockedAt != null && now.getTime() - row.lockedAt.getTime() < LOCK_MS;

export async function isLocked(orm: Orm, counter: string, now: Date): Promise<boolean> {
  const [row] = await guarded('reading failed log-ins', () =>
    orm.select().from(loginFailures).where(eq(loginFailures.address, counter)),
  );
  return locks(row, now);
}

/**
 * Counts an attempt as a failure before its password is checked, so that many at once are no more than ten. False if it
 * is locked: the password must not be checked. After a failure call failAttempt(), else clearFailures()
 * or takeBack().
 */
export async function takeAttempt(orm: Orm, counter: string, now: Date): Promise<boolean> {
  return guarded('counting a log-in', () =>
    orm.transaction(async (tx) => {
      await tx.insert(loginFailures).values({ address: counter, failedAt: [] }).onConflictDoNothing();
      const row = await rowFor(tx, counter);
      const recent = (row?.failedAt ?? []).filter((at) => now.getTime() - Date.parse(at) < WINDOW_MS);
      if (locks(row, now) || recent.length >= MOST_FAILURES) return false;
      const failedAt = [...recent, now.toISOString()];
      await tx.update(loginFailures).set({ failedAt, lockedAt: null }).where(eq(loginFailures.address, counter));
      return true;
    }),
  );
}

/** Takes one attempt back: its password was right, and a code follows. The failures before it still count. */
export async function takeBack(orm: Orm, counter: string, now: Date): Promise<void> {
  await guarded('counting a log-in', () =>
    orm.transaction(async (tx) => {
      const failedAt = (await rowFor(tx, counter))?.failedAt ?? [];
      const taken = failedAt.indexOf(now.toISOString());
      await tx
        .update(loginFailures)
        .set({ failedAt: failedAt.filter((_, at) => at !== taken) })
        .where(eq(loginFailures.address, counter));
    }),
  );
}

/** A counted attempt has failed. True if it locks; `onLock` runs in the same transaction. */
export async function failAttempt(
  orm: Orm,
  counter: string,
  now: Date,
  onLock: (tx: Orm) => Promise<void>,
): Promise<boolean> {
  return guarded('counting a failed log-in', () =>
    orm.transaction(async (tx) => {
      const row = await rowFor(tx, counter);
      if (locks(row, now)) return true;
      if (!row || row.failedAt.length < MOST_FAILURES) return false;
      await tx.update(loginFailures).set({ lockedAt: now }).where(eq(loginFailures.address, counter));
      await onLock(tx);
      return true;
    }),
  );
}

const rowFor = async (tx: Orm, counter: string) => {
  const [row] = await tx.select().from(loginFailures).where(eq(loginFailures.address, counter)).for('update');
  return row;
};

/** Forgets failures, and unlocks. */
export async function clearFailures(tx: Orm, counter: string): Promise<void> {
  await tx.delete(loginFailures).where(eq(loginFailures.address, counter));
}

/** Forgets failures that count no more, and locks that are over, of known and unknown addresses. Returns their number. */
export async function tidyFailures(orm: Orm, now: Date): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { lockedAt, failedAt } = loginFailures;
  const gone = await orm
    .delete(loginFailures)
    .where(
      sql`case when ${lockedAt} is null then coalesce(${failedAt}->>-1, '') < ${before(WINDOW_MS)}
        else ${lockedAt} < ${before(LOCK_MS)}::timestamptz end`,
    )
    .returning({ address: loginFailures.address });
  return gone.length;
}
