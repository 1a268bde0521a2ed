/** What holds for every end of a membership: a company keeps an administrator, and who has left holds nothing. */
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import {
  applications,
  companies,
  companyMemberRoles,
  companyMembers,
  exceptions,
  grants,
  invitations,
  questions,
  userProfiles,
} from '../../db/schema.ts';
import { eraseMails } from '../../mail/queue.ts';
import { noteIn } from '../rows.ts';

export const LAST_ADMINISTRATOR: Outcome<never> = {
  error: 'conflict',
  message: 'server.company.lastAdministrator',
};

/** The waiting invitations that match are over: nobody can use them, and their addresses are forgotten. */
export async function endInvitations(tx: Orm, which: SQL | undefined, now: Date, accepted = false): Promise<number> {
  const ended = await tx
    .update(invitations)
    .set({ email: '', overAt: now, accepted })
    .where(and(isNull(invitations.overAt), which))
    .returning({ id: invitations.id });
  for (const { id } of ended) await eraseMails(tx, id);
  return ended.length;
}

/** Whether a company has an administrator besides a member. One who has closed the account will be gone. */
export async function hasAdministrator(tx: Orm, company: string, besides = ''): Promise<boolean> {
  const [found] = await tx
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .innerJoin(userProfiles, eq(userProfiles.userId, companyMembers.user))
    .where(
      and(
        eq(companyMembers.company, company),
        eq(companyMembers.administrator, true),
        isNull(companyMembers.leftAt),
        isNull(userProfiles.erasedAt),
        ne(companyMembers.id, besides),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Ends a membership with all that it gave, also the invitations that the member has sent. */
export async function endMembership(tx: Orm, { id, company }: { id: string; company: string }, now: Date) {
  await tx
    .update(companyMembers)
    .set({ leftAt: now, administrator: false, department: null })
    .where(eq(companyMembers.id, id));
  await tx.delete(companyMemberRoles).where(eq(companyMemberRoles.member, id));
  await tx.delete(grants).where(eq(grants.member, id));
  await tx.delete(exceptions).where(eq(exceptions.member, id));
  await endInvitations(tx, eq(invitations.by, id), now);
  // What the member handled waits for another one.
  for (const table of [applications, questions]) {
    await tx
      .update(table)
      .set({ companyMember: null })
      .where(and(eq(table.company, company), eq(table.companyMember, id)));
  }
}

const ofUser = (tx: Orm, user: string) =>
  tx
    .select({ id: companyMembers.id, company: companyMembers.company, administrator: companyMembers.administrator })
    .from(companyMembers)
    .where(and(eq(companyMembers.user, user), isNull(companyMembers.leftAt)));

/** Locks the companies of a user, as a change of them does (companyCalls.ts), in the order of their ids. */
export async function lockCompanies(tx: Orm, user: string): Promise<void> {
  const memberships = ofUser(tx, user).as('own');
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, tx.select({ id: memberships.company }).from(memberships)))
    .orderBy(companies.id)
    .for('update');
}

/** The ids of companies whose other members would be left without an administrator if the user were gone. */
export async function onlyAdministratorOf(tx: Orm, user: string): Promise<string[]> {
  const found: string[] = [];
  for (const { id, company, administrator } of await ofUser(tx, user)) {
    if (!administrator || (await hasAdministrator(tx, company, id))) continue;
    const others = and(eq(companyMembers.company, company), ne(companyMembers.id, id), isNull(companyMembers.leftAt));
    if ((await tx.$count(companyMembers, others)) > 0) found.push(company);
  }
  return found;
}

/**
 * Ends all memberships of a user who is erased. Call lockCompanies() before. Returns the companies that have no member
 * any more.
 */
export async function endMemberships(tx: Orm, user: { id: string; email: string }, now: Date): Promise<string[]> {
  const empty: string[] = [];
  for (const member of await ofUser(tx, user.id)) {
    const { company } = member;
    await endMembership(tx, member, now);
    await noteIn(tx, { company, by: member.id, now }, 'memberLeft');
    const isMember = and(eq(companyMembers.company, company), isNull(companyMembers.leftAt));
    if ((await tx.$count(companyMembers, isMember)) === 0) empty.push(company);
  }
  await endInvitations(tx, eq(invitations.email, user.email), now);
  return empty;
}
