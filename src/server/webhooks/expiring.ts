/** Reports keys of partners that expire soon. */
import { and, gt, isNull, lte } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { partnerKeys } from '../db/schema.ts';
import { type Emitted, emit } from './queue.ts';

/** How long before its end a key is reported. */
export const NOTICE_MS = 7 * 24 * 3_600_000;

/** Emits an event for each key that expires within a week; each end of a key is reported once. */
export async function emitExpiring(orm: Orm, now: Date): Promise<void> {
  await guarded('reporting keys that expire', async () => {
    const expiring = await orm
      .select()
      .from(partnerKeys)
      .where(
        and(
          gt(partnerKeys.expiresAt, now),
          lte(partnerKeys.expiresAt, new Date(now.getTime() + NOTICE_MS)),
          isNull(partnerKeys.revokedAt),
        ),
      );
    const events = expiring.map(({ id, name, company, kind, expiresAt }): Emitted => {
      const end = expiresAt?.toISOString();
      const event = `key.expiring ${id} ${end}`;
      return { to: { company, kind }, type: 'key.expiring', event, data: { id, name, expiresAt: end } };
    });
    await emit(orm, events, now);
  });
}
