/** Companies of a user: listed, created, shown, changed. */
import { and, count, eq, gt, isNull, notInArray, sql } from 'drizzle-orm';
import { permissionOf } from '../../catalogue/permissions.ts';
import {
  type Company,
  type CompanyOverview,
  companiesCall,
  companyCall,
  companyMadeCall,
  registrationCall,
} from '../../contract/companies.ts';
import { companyProfileShape, registrationShape } from '../../forms/companyForms.ts';
import { FINAL_STATES } from '../../forms/lists.ts';
import { lookUp } from '../../lookUp.ts';
import type { Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { applications, companies, companyMembers, invitations, questions, users } from '../db/schema.ts';
import { findCountry } from '../geo/countries.ts';
import { sendAgain } from '../news/publishing.ts';
import type { CompanyPart } from './companyCalls.ts';
import { isConfirmed } from './confirmed.ts';
import { decisionsOf, type MemberRow } from './permissions/memberPermissions.ts';
import { type CompanyRow, newId, noteIn } from './rows.ts';

const REGISTRATION = registrationShape({ isCountry: (code) => findCountry(code)?.code === code });

/** Companies of one administrator: what is limited for each company, such as webhooks, would otherwise have no limit. */
export const MOST_ADMINISTERED = 20;
const TOO_MANY: Outcome<never> = { error: 'conflict', message: 'server.company.tooManyOwn' };

export function addCompany({ calls, company }: CompanyPart): void {
  calls.withSession({
    call: companiesCall,
    operationId: 'companies',
    summary: 'The companies of the user, and invitations to their address',
    handle: async ({ orm, now, user }) => ({
      data: {
        companies: await companiesOf(orm, user.id),
        invitations: await invitationsTo(orm, user.email, now),
      },
    }),
  });

  calls.withSession({
    call: companyMadeCall,
    method: 'post',
    operationId: 'companyCreate',
    summary: 'Creates a company, with the user as its administrator',
    refuses: ['conflict'],
    body: REGISTRATION,
    handle: async ({ orm, now, user, body }) =>
      guarded('creating a company', () =>
        orm.transaction(async (tx) => {
          if (!(await mayCreate(tx, user.id))) return TOO_MANY;
          return { data: await createCompany(tx, { registration: body, user: user.id, now }) };
        }),
      ),
  });

  company.read({
    call: companyCall,
    operationId: 'company',
    summary: 'A company, and what Finger lets the caller do in it',
    handle: async ({ orm, company: row, member, now }) => ({ data: await overviewOf(orm, row, member, now) }),
  });

  company.change({
    call: companyCall,
    method: 'put',
    operationId: 'companyChange',
    summary: 'Changes description, website and contact',
    permission: 'settings.editProfile',
    body: companyProfileShape,
    handle: async ({ orm, company: row, member, now, note, body }) => {
      const changed = Object.keys(changesOf(row, body));
      if (changed.length > 0) {
        await orm.update(companies).set(body).where(eq(companies.id, row.id));
        // Not what they say: an address may be that of a person.
        await note('profileChanged', { changed: changed.join(' ') });
      }
      return { data: await overviewOf(orm, { ...row, ...body }, member, now) };
    },
  });

  company.change({
    call: registrationCall,
    method: 'put',
    operationId: 'companyRegistrationChange',
    summary: 'Changes name, country and licence, which the operator then confirms again',
    permission: 'settings.changeRegistration',
    body: REGISTRATION,
    handle: async ({ orm, company: row, member, now, note, body }) => {
      const changes = changesOf(row, body);
      const isChanged = Object.keys(changes).length > 0;
      const set = { ...body, ...(isChanged && { confirmedAt: null }) };
      if (isChanged) {
        await orm.update(companies).set(set).where(eq(companies.id, row.id));
        await note('registrationChanged', changes);
        if (isConfirmed(row)) {
          await note('companyUnconfirmed');
          await sendAgain(orm, row.id);
        }
      }
      return { data: await overviewOf(orm, { ...row, ...set }, member, now) };
    },
  });
}

/** What a change makes of the fields that it changes: 'Aoki → Aoki Securities'. */
function changesOf(row: CompanyRow, body: Partial<Record<keyof CompanyRow, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, after]) => {
      const before = lookUp(row, name);
      return before === after ? [] : [[name, `${before || '–'} → ${after || '–'}`]];
    }),
  );
}

/** Whether a user may administer one more. They create one at a time: others wait until the transaction ends. */
export async function mayCreate(tx: Orm, user: string): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user)).for('no key update');
  const isOwn = and(eq(companyMembers.user, user), eq(companyMembers.administrator, true));
  return (await tx.$count(companyMembers, isOwn)) < MOST_ADMINISTERED;
}

/** Creates a company with its first member, an administrator. `application`: the reference that it comes from. */
export async function createCompany(
  tx: Orm,
  {
    registration,
    user,
    now,
    application,
  }: {
    registration: Pick<Company, 'name' | 'country' | 'licence' | 'authority'>;
    user: string;
    now: Date;
    application?: string;
  },
): Promise<{ id: string }> {
  const [id, member] = [newId(), newId()];
  await tx.insert(companies).values({ ...registration, id, createdAt: now, application });
  await tx.insert(companyMembers).values({ id: member, company: id, user, administrator: true, joinedAt: now });
  await noteIn(tx, { company: id, by: member, now }, 'companyCreated', { name: registration.name });
  return { id };
}

const inWire = (row: CompanyRow): Company => {
  const { id, name, country, licence, authority } = row;
  return { id, name, country, licence, authority, confirmed: isConfirmed(row) };
};

async function companiesOf(orm: Orm, user: string) {
  const rows = await guarded('reading companies', () =>
    orm
      .select({
        company: companies,
        administrator: companyMembers.administrator,
        members: sql`(select ${count()} from ${companyMembers} other
          where other.company = ${companies.id} and other.left_at is null)`.mapWith(Number),
      })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.company))
      .where(and(eq(companyMembers.user, user), isNull(companyMembers.leftAt)))
      .orderBy(companies.name, companies.id),
  );
  return rows.map(({ company: row, ...rest }) => ({ ...inWire(row), ...rest }));
}

async function invitationsTo(orm: Orm, email: string, now: Date) {
  const rows = await guarded('reading invitations', () =>
    orm
      .select({
        id: invitations.id,
        company: companies.name,
        confirmedAt: companies.confirmedAt,
        at: invitations.at,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .innerJoin(companies, eq(companies.id, invitations.company))
      .where(and(eq(invitations.email, email), isNull(invitations.overAt), gt(invitations.expiresAt, now))),
  );
  return rows.map(({ at, expiresAt, confirmedAt, ...rest }) => ({
    ...rest,
    confirmed: isConfirmed({ confirmedAt }),
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** A company as a member sees it. */
async function overviewOf(orm: Orm, row: CompanyRow, member: MemberRow, now: Date): Promise<CompanyOverview> {
  const { description, website, contact, createdAt } = row;
  const decisions = await decisionsOf(orm, member, now);
  const mayRead = (permission: string) => isConfirmed(row) && decisions.get(permission)?.allowed;
  const isOpen = notInArray(applications.state, [...FINAL_STATES]);
  const isUnanswered = eq(questions.state, 'received');
  return {
    ...inWire(row),
    description,
    website,
    contact,
    createdAt: createdAt.toISOString(),
    me: {
      member: member.id,
      administrator: member.administrator,
      permissions: [...decisions].flatMap(([permission, { allowed }]) =>
        allowed && permissionOf(permission)?.checkedBy === 'finger' ? permission : [],
      ),
    },
    waiting: {
      applications: mayRead('clients.readApplications')
        ? await orm.$count(applications, and(eq(applications.company, row.id), isOpen))
        : 0,
      questions: mayRead('clients.readQuestions')
        ? await orm.$count(questions, and(eq(questions.company, row.id), isUnanswered))
        : 0,
    },
  };
}
