/** The members of a company: listed, placed, given roles, made administrators, and how they leave. */
import { and, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Members, memberCall, membersCall } from '../../../contract/companies.ts';
import { memberShape } from '../../../forms/companyForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { companyMemberRoles, companyMembers, companyRoles, invitations, users } from '../../db/schema.ts';
import { type CompanyChangeContext, type CompanyPart, NOT_FOUND, notPermitted } from '../companyCalls.ts';
import { cursorOf, PAGE, paged, readCursor } from '../pages.ts';
import type { MemberRow } from '../permissions/memberPermissions.ts';
import { withinRights } from '../permissions/permissionEscalation.ts';
import { departmentOf } from './departments.ts';
import { endInvitations, endMembership, hasAdministrator, LAST_ADMINISTRATOR } from './endMembership.ts';

export const ONLY_ADMINISTRATORS: Outcome<never> = {
  error: 'forbidden',
  message: 'server.company.onlyAdministrators',
};

export function addMembers({ company }: CompanyPart): void {
  company.read({
    call: membersCall,
    operationId: 'companyMembers',
    summary:
      'A page of the members by nickname. search, department and role narrow it; after asks for the following page',
    permission: 'staff.viewMembers',
    handle: async ({ c, orm, company: { id } }) => {
      const after = readCursor(c.req.query('after'));
      if (after === null) return { error: 'invalid', message: 'server.cursor', field: 'after' };
      const { search, department, role } = c.req.query();
      return { data: await membersOf(orm, id, { search, department, role, after }) };
    },
  });

  company.change({
    call: memberCall,
    method: 'put',
    operationId: 'companyMemberChange',
    summary: "Changes a member's department, roles, and whether they are an administrator",
    body: memberShape,
    handle: async (context) => {
      const target = await memberOf(context.orm, context.company.id, context.param('member'));
      if (!target) return NOT_FOUND;
      return withinRights(context, async () => {
        for (const step of [place, giveRoles, makeAdministrator]) {
          const refused = await step(context, target);
          if (refused) return refused;
        }
        return { data: null };
      });
    },
  });

  company.change({
    call: memberCall,
    method: 'delete',
    operationId: 'companyMemberEnd',
    summary: 'Ends a membership. Leaving a company needs no permission',
    handle: async ({ orm, now, company: { id }, member, may, param, note }) => {
      const target = await memberOf(orm, id, param('member'));
      if (!target) return NOT_FOUND;
      const isOwn = target.id === member.id;
      if (!isOwn && !(await may('staff.removeMembers'))) return notPermitted('staff.removeMembers');
      if (target.administrator) {
        if (!member.administrator) return ONLY_ADMINISTRATORS;
        if (!(await hasAdministrator(orm, id, target.id))) return LAST_ADMINISTRATOR;
      }
      await endMembership(orm, target, now);
      await (isOwn ? note('memberLeft') : note('memberRemoved', { member: target.id }));
      return { data: null };
    },
  });
}

type MemberChangeContext = CompanyChangeContext & {
  body: { department?: string | null | undefined; roles?: string[] | undefined; administrator?: boolean | undefined };
};
/** One part of the change of a member: returns why it is refused. */
type Step = (context: MemberChangeContext, target: MemberRow) => Promise<Outcome<never> | null>;

const place: Step = async ({ orm, company, may, note, body: { department } }, { id, department: before }) => {
  if (department === undefined || department === before) return null;
  if (!(await may('staff.placeMembers'))) return notPermitted('staff.placeMembers');
  const next = department === null ? null : await departmentOf(orm, company.id, department);
  if (department !== null && !next) return fault('department', 'choiceUnknown');
  const previous = before === null ? null : await departmentOf(orm, company.id, before);
  await orm.update(companyMembers).set({ department }).where(eq(companyMembers.id, id));
  await note('memberPlaced', { member: id, department: next?.name ?? '', before: previous?.name ?? '' });
  return null;
};

const giveRoles: Step = async ({ orm, company, may, note, body: { roles } }, { id }) => {
  if (roles === undefined) return null;
  const held = await orm
    .select({ role: companyMemberRoles.role })
    .from(companyMemberRoles)
    .where(eq(companyMemberRoles.member, id));
  const before = new Set(held.map(({ role }) => role));
  const after = new Set(roles);
  const [added, removed] = [after.difference(before), before.difference(after)];
  if (added.size + removed.size === 0) return null;
  if (!(await may('staff.assignRoles'))) return notPermitted('staff.assignRoles');
  const names = await namesOf(orm, company.id, [...added, ...removed]);
  if ([...added].some((role) => !names.has(role))) return fault('roles', 'choiceUnknown');
  if (added.size > 0) await orm.insert(companyMemberRoles).values([...added].map((role) => ({ member: id, role })));
  if (removed.size > 0) {
    await orm
      .delete(companyMemberRoles)
      .where(and(eq(companyMemberRoles.member, id), inArray(companyMemberRoles.role, [...removed])));
  }
  const listed = (ids: Set<string>) => [...ids].map((role) => names.get(role)).join(', ');
  await note('memberRolesChanged', { member: id, added: listed(added), removed: listed(removed) });
  return null;
};

const makeAdministrator: Step = async ({ orm, now, company, member, note, body: { administrator } }, target) => {
  if (administrator === undefined || administrator === target.administrator) return null;
  if (!member.administrator) return ONLY_ADMINISTRATORS;
  if (!administrator) {
    if (!(await hasAdministrator(orm, company.id, target.id))) return LAST_ADMINISTRATOR;
    // They may invite administrators.
    await endInvitations(orm, eq(invitations.by, target.id), now);
  }
  await orm.update(companyMembers).set({ administrator }).where(eq(companyMembers.id, target.id));
  await note(administrator ? 'administratorMade' : 'administratorUnmade', { member: target.id });
  return null;
};

/** The names of those roles of a company that have one of these ids. */
export async function namesOf(orm: Orm, company: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await orm
    .select({ id: companyRoles.id, name: companyRoles.name })
    .from(companyRoles)
    .where(and(eq(companyRoles.company, company), inArray(companyRoles.id, [...ids])));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A member of a company; null for others and for who has left. */
export async function memberOf(orm: Orm, company: string, id: string): Promise<MemberRow | null> {
  const [found] = await guarded('reading a member', () =>
    orm
      .select()
      .from(companyMembers)
      .where(and(eq(companyMembers.id, id), eq(companyMembers.company, company), isNull(companyMembers.leftAt))),
  );
  return found ?? null;
}

interface Wanted {
  search?: string | undefined;
  department?: string | undefined;
  role?: string | undefined;
  after: readonly [string, string] | undefined;
}

async function membersOf(orm: Orm, company: string, { search, department, role, after }: Wanted): Promise<Members> {
  const name = sql<string>`lower(${users.name})`;
  const pattern = `%${search
    ?.trim()
    .slice(0, 100)
    .replace(/[\\%_]/g, '\\$&')}%`;
  const isWanted = and(
    eq(companyMembers.company, company),
    isNull(companyMembers.leftAt),
    search ? or(ilike(users.name, pattern), ilike(users.email, pattern)) : undefined,
    department ? eq(companyMembers.department, department) : undefined,
    role ? sql`${companyMembers.id} in (select member from ${companyMemberRoles} where role = ${role})` : undefined,
  );
  return guarded('listing members', async () => {
    const rows = await orm
      .select({
        id: companyMembers.id,
        nickname: users.name,
        email: users.email,
        department: companyMembers.department,
        roles: sql<string[]>`coalesce((select json_agg(role order by role) from ${companyMemberRoles}
          where member = ${companyMembers.id}), '[]')`,
        administrator: companyMembers.administrator,
        joinedAt: companyMembers.joinedAt,
        name,
      })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.user))
      .where(and(isWanted, after && sql`(${name}, ${companyMembers.id}) > (${after[0]}, ${after[1]})`))
      .orderBy(name, companyMembers.id)
      .limit(PAGE + 1);
    const [counted] = await orm
      .select({ total: sql`count(*)`.mapWith(Number) })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.user))
      .where(isWanted);
    const { page, next } = paged(rows, ({ name, id }) => cursorOf(name, id));
    return {
      members: page.map(({ name: _, joinedAt, ...rest }) => ({ ...rest, joinedAt: joinedAt.toISOString() })),
      next,
      total: counted?.total ?? 0,
    };
  });
}
