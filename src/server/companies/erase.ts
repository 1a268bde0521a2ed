/** Erases a company: by hand, or with its last member. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { companies, invitations, newsItems, operatorAudit } from '../db/schema.ts';
import { withdraw } from '../news/publishing.ts';
import { endInvitations } from './members/endMembership.ts';

/** Deletes a company that the transaction has locked. What it has published is withdrawn. */
export async function deleteCompany(tx: Orm, id: string, by: string, now: Date): Promise<void> {
  const published = await tx
    .select({ item: newsItems.id })
    .from(newsItems)
    .where(and(eq(newsItems.company, id), isNull(newsItems.withdrawnAt)));
  // Otherwise it would stand there as if nobody had written it.
  for (const { item } of published) await withdraw(tx, by, item, now);
  await endInvitations(tx, eq(invitations.company, id), now);
  await tx.delete(companies).where(eq(companies.id, id));
  await tx.insert(operatorAudit).values({ at: now, reference: id, by, action: 'erased' });
}
