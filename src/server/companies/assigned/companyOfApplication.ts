/** The company of a brokerage house's application: made as soon as the application belongs to a user, once. */
import { and, eq, isNull, ne, notExists, notInArray } from 'drizzle-orm';
import type { Application } from '../../../forms/shapes.ts';
import type { Orm } from '../../db/database.ts';
import { applications, companies, companyMembers } from '../../db/schema.ts';
import { USER } from '../../users/profile/profileChange.ts';
import { createCompany, mayCreate } from '../company.ts';
import { deleteCompany } from '../erase.ts';

/**
 * Creates the company of an application, with its user as the first administrator. Call it in the transaction that gives
 * it to the user. A declined or withdrawn one creates none, nor one of a user who administers as many as they may; one
 * that is declined later leaves its company as it is, which the operator then does not confirm.
 */
export async function createApplied(tx: Orm, reference: string, now: Date): Promise<void> {
  const [row] = await tx
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.reference, reference),
        eq(applications.role, 'brokerageHouse'),
        notInArray(applications.state, ['declined', 'withdrawn']),
      ),
    );
  if (!row) return;
  const { user, country, answers } = row;
  const name = (answers as Partial<Application>).company?.name;
  if (!user || !name || (await tx.$count(companies, eq(companies.application, reference))) > 0) return;
  if (!(await mayCreate(tx, user))) return;
  // The form asks for no license of a firm: its administrator adds it, before the operator confirms.
  const registration = { name, country, licence: '', authority: '' };
  await createCompany(tx, { registration, user, now, application: reference });
}

/**
 * A user denies an application that had joined them by their address alone, as older versions did: its company goes too,
 * unless the operator has confirmed it or it has other members. Call lockCompanies() before.
 */
export async function dropApplied(tx: Orm, reference: string, user: string, now: Date): Promise<void> {
  const others = tx
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .where(and(eq(companyMembers.company, companies.id), ne(companyMembers.user, user), isNull(companyMembers.leftAt)));
  const [company] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.application, reference), isNull(companies.confirmedAt), notExists(others)));
  if (!company) return;
  await deleteCompany(tx, company.id, USER, now);
}

/** An application is erased: its company stays, and does not name it any more. */
export async function forgetApplication(tx: Orm, reference: string): Promise<void> {
  await tx.update(companies).set({ application: null }).where(eq(companies.application, reference));
}
