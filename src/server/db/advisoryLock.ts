import { sql } from 'drizzle-orm';
import type { Orm } from './database.ts';

/**
 * Until the transaction is over, others that name the same thing wait: of two at once the second sees what the first
 * stored.
 */
export async function advisoryLock(tx: Orm, thing: string): Promise<void> {
  // cspell:ignore xact hashtextextended
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`);
}
