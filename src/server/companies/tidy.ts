/** What is removed of companies when its time is over. */
import { and, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { invitations } from '../db/schema.ts';
import { eraseMails } from '../mail/queue.ts';

/** How long one that is over is kept, to say what became of it. */
const KEPT_MS = 30 * 86_400_000;

/** How long the hashes are kept by which the invitations of a day are counted. */
const COUNTED_MS = 86_400_000;

/** Forgets the addresses of invitations that nobody has accepted in time, and removes those long over. Returns their number. */
export async function tidyInvitations(orm: Orm, now: Date): Promise<number> {
  const old = new Date(now.getTime() - KEPT_MS);
  const isExpired = and(isNull(invitations.overAt), lte(invitations.expiresAt, now), ne(invitations.email, ''));
  return guarded('tidying invitations', () =>
    orm.transaction(async (tx) => {
      const expired = await tx
        .update(invitations)
        .set({ email: '' })
        .where(isExpired)
        .returning({ id: invitations.id });
      for (const { id } of expired) await eraseMails(tx, id);
      const isCounted = lt(invitations.at, new Date(now.getTime() - COUNTED_MS));
      await tx
        .update(invitations)
        .set({ recipient: null, network: null })
        .where(and(isCounted, isNotNull(invitations.recipient)));
      const removed = await tx
        .delete(invitations)
        .where(or(lt(invitations.overAt, old), lt(invitations.expiresAt, old)))
        .returning({ id: invitations.id });
      return expired.length + removed.length;
    }),
  );
}
