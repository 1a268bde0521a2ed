/** What the calls for assigned applications and questions share: who may see them, lists page by page, who handles one. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { fault, type Outcome } from '../../apiCalls.ts';
import { companyMembers, users } from '../../db/schema.ts';
import { type CompanyActor, NOT_FOUND } from '../companyCalls.ts';
import { memberOf } from '../members/memberCalls.ts';
import type { Assignable } from './operatorAssignment.ts';

/** It is decided or closed: only the operator can open it again. */
export const CLOSED: Outcome<never> = { error: 'conflict', message: 'server.company.closed' };

/** Who works for a company: a member, or a key in a member's name. */
export type Working = Pick<CompanyActor, 'c' | 'orm' | 'now' | 'company' | 'member' | 'param'> & {
  key?: { id: string };
};
/** In the audits of applications, questions and news, which outlive the company. */
export const byMember = ({ company, member, key }: Pick<Working, 'company' | 'member' | 'key'>): string =>
  `company ${company.id} member ${member.id}${key ? ` key ${key.id}` : ''}`;

/** Columns of a query that joins the member who handles it, and the user who that is. */
export const HANDLER = { id: companyMembers.id, nickname: users.name };
/** Null if nobody handles it, or not any more: a member who has left is not joined. */
export const handlerOf = (joined: { id: string | null; nickname: string | null }) =>
  joined.id === null || joined.nickname === null ? null : { id: joined.id, nickname: joined.nickname };
export const handles = (column: PgColumn) =>
  and(eq(companyMembers.id, column), isNull(companyMembers.leftAt), isNotNull(companyMembers.user));

/** Condition of a page: what is older than the last one of the page before. */
export const olderThan = (
  after: string | undefined,
  { table, reference, at }: { table: Assignable['table']; reference: PgColumn; at: PgColumn },
  of: string,
) =>
  after === undefined
    ? undefined
    : sql`(${at}, ${reference}) < (select ${sql.identifier(at.name)}, reference from ${table} last
        where last.reference = ${after} and last.company = ${of})`;

/** Hands an application or question to a member of the company, or to nobody. */
export async function handOver(
  { orm, company, note, param, body }: CompanyActor & { body: { member: string | null } },
  { table, name, actions }: Assignable,
): Promise<Outcome<null>> {
  const reference = param('reference').toUpperCase();
  const { member } = body;
  if (member !== null && !(await memberOf(orm, company.id, member))) return fault('member', 'choiceUnknown');
  const found = await orm.execute(
    sql`update ${table} set company_member = ${member} where reference = ${reference} and company = ${company.id} returning 1`,
  );
  if ((found as unknown as { rows: unknown[] }).rows.length === 0) return NOT_FOUND;
  await note(actions.handled, { [name]: reference, member: member ?? '' });
  return { data: null };
}
