/** The operator assigns applications and questions to companies, which then read and handle them (assignedWork.ts). */
import { inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../../contract/companies.ts';
import type { QuestionState, State } from '../../../forms/lists.ts';
import { isFinal } from '../../applications/states.ts';
import type { Orm } from '../../db/database.ts';
import { guarded, Refusal } from '../../db/errors.ts';
import { rowsOf } from '../../db/rows.ts';
import { applicationAudit, applications, companies, questionAudit, questions } from '../../db/schema.ts';
import { emit } from '../../webhooks/queue.ts';
import { isConfirmed } from '../confirmed.ts';
import { noteIn, OPERATOR } from '../rows.ts';

/** What can be assigned: where it is stored, what the audits call it. */
export interface Assignable {
  table: PgTable;
  audit: typeof applicationAudit;
  /** In the detail of a company's audit */
  name: 'application' | 'question';
  /** Nothing is left to be done with it */
  isClosed: (state: string) => boolean;
  actions: Record<'assigned' | 'unassigned' | 'handled', AuditAction>;
}

export const APPLICATIONS: Assignable = {
  table: applications,
  audit: applicationAudit,
  name: 'application',
  isClosed: (state) => isFinal(state as State),
  actions: { assigned: 'applicationAssigned', unassigned: 'applicationUnassigned', handled: 'applicationHandled' },
};
export const QUESTIONS: Assignable = {
  table: questions,
  audit: questionAudit,
  name: 'question',
  isClosed: (state) => (state as QuestionState) === 'closed',
  actions: { assigned: 'questionAssigned', unassigned: 'questionUnassigned', handled: 'questionHandled' },
};

interface Assigned {
  state: string;
  company: string | null;
}

const assignedOf = async (tx: Orm, { table }: Assignable, reference: string, lock = sql``) => {
  const query = sql`select state, company from ${table} where reference = ${reference} ${lock}`;
  return (await rowsOf<Assigned>(tx, query))[0];
};

/** Assigns to a company, or to none; nobody there handles it yet. Returns the lines to print. */
export async function assign(
  kind: Assignable,
  { orm }: { orm: Orm },
  { reference, by, company: to = null }: { reference: string; by: string; company?: string | null },
  now: Date,
): Promise<string[]> {
  const { table, audit, name, actions, isClosed } = kind;
  const unknown = new Refusal(`There is no ${name} ${reference}: 'list' shows those there are.`);
  return guarded('assigning', () =>
    orm.transaction(async (tx) => {
      const seen = await assignedOf(tx, kind, reference);
      if (!seen) throw unknown;
      // Companies first, as in the changes of their members (companyCalls.ts): otherwise each could wait for the other.
      const involved = [to, seen.company].filter((company) => company !== null);
      const locked = await tx
        .select()
        .from(companies)
        .where(inArray(companies.id, involved))
        .orderBy(companies.id)
        .for('update');
      const found = await assignedOf(tx, kind, reference, sql`for update`);
      if (!found) throw unknown;
      const { company: from, state } = found;
      if (from !== seen.company) throw new Refusal(`${reference} has just been assigned: try again.`);
      if (from === to)
        throw new Refusal(to === null ? `${reference} is not assigned.` : `${reference} is assigned to ${to} already.`);
      if (to !== null) {
        const company = locked.find(({ id }) => id === to);
        if (!company)
          throw new Refusal(`There is no company ${to}: 'npm run admin -- companies list' shows those there are.`);
        if (!isConfirmed(company))
          throw new Refusal(`${to} is not confirmed: 'npm run admin -- companies show ${to}'.`);
        if (isClosed(state)) throw new Refusal(`${reference} is '${state}': nothing is left to decide.`);
      }
      await tx.execute(sql`update ${table} set company = ${to}, company_member = null where reference = ${reference}`);
      await tx.insert(audit).values({
        at: now,
        reference,
        by,
        ...(to === null ? { action: 'unassigned', detail: from } : { action: 'assigned', detail: to }),
      });
      const note = (company: string | null, action: AuditAction) =>
        company && noteIn(tx, { company, by: OPERATOR, now }, action, { [name]: reference });
      await note(from, actions.unassigned);
      await note(to, actions.assigned);
      if (to !== null) {
        const type = `${name}.assigned` as const;
        const event = `${type} ${reference} ${now.toISOString()}`;
        await emit(tx, [{ to: { company: to, kind: 'live' }, type, event, data: { reference } }], now);
      }
      return [to === null ? `${reference} is not assigned any more.` : `${reference} is assigned to ${to}.`];
    }),
  );
}
