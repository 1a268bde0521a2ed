/** The company of a brokerage house's application: made as soon as the application belongs to a user, once. */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Application } from '../../accounts/shapes.ts';
import type { Orm } from '../db/database.ts';
import { applications, companies } from '../db/schema.ts';
import { createCompany } from './company.ts';

/**
 * Creates the companies of these applications, with their user as the first administrator. Call it in the transaction
 * that gives them to the user. Declined and withdrawn ones create none; one that is declined later leaves its company as
 * it is, which the operator then does not confirm.
 */
export async function createApplied(tx: Orm, references: readonly string[], now: Date): Promise<void> {
  if (references.length === 0) return;
  const rows = await tx
    .select()
    .from(applications)
    .where(
      and(
        inArray(applications.reference, [...references]),
        eq(applications.role, 'brokerageHouse'),
        notInArray(applications.state, ['declined', 'withdrawn']),
      ),
    );
  for (const { reference, user, country, answers } of rows) {
    const name = (answers as Partial<Application>).company?.name;
    if (!user || !name || (await tx.$count(companies, eq(companies.application, reference))) > 0) continue;
    // The form asks for no licence of a firm: its administrator adds it, before the operator confirms.
    const registration = { name, country, licence: '', authority: '' };
    await createCompany(tx, { registration, user, now, application: reference });
  }
}

/** An application is erased: its company stays, and does not name it any more. */
export async function forgetApplication(tx: Orm, reference: string): Promise<void> {
  await tx.update(companies).set({ application: null }).where(eq(companies.application, reference));
}
