/** The departments of a company, which are a tree, and its roles. */
import { and, asc, count, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import {
  type Department,
  departmentCall,
  departmentMadeCall,
  departmentsCall,
  roleCall,
  roleMadeCall,
  rolesCall,
} from '../../../contract/companies.ts';
import { departmentShape, roleShape } from '../../../forms/companyForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { rowsOf } from '../../db/rows.ts';
import { companyMemberRoles, companyMembers, companyRoles, departments, invitations } from '../../db/schema.ts';
import { type CompanyPart, NOT_FOUND } from '../companyCalls.ts';
import { withinRights } from '../permissions/permissionEscalation.ts';
import { newId } from '../rows.ts';

/** Far more than a company has; the lists are sent as a whole. */
const MOST_DEPARTMENTS = 2_000;
const MOST_ROLES = 500;
const TOO_MANY: Outcome<never> = { error: 'conflict', message: 'server.company.tooMany' };
const NAME_TAKEN = fault('name', 'nameTaken');

export function addDepartments({ company }: CompanyPart): void {
  company.read({
    call: departmentsCall,
    operationId: 'companyDepartments',
    summary: 'The departments of a company, parents first',
    handle: async ({ orm, company: { id } }) => ({ data: { departments: await departmentsOf(orm, id) } }),
  });

  company.change({
    call: departmentMadeCall,
    method: 'post',
    operationId: 'companyDepartmentAdd',
    summary: 'Adds a department',
    permission: 'staff.changeDepartments',
    body: departmentShape,
    handle: async ({ orm, company: { id: company }, body, note }) => {
      const parent = body.parent === null ? null : await departmentOf(orm, company, body.parent);
      if (body.parent !== null && !parent) return fault('parent', 'choiceUnknown');
      if ((await orm.$count(departments, eq(departments.company, company))) >= MOST_DEPARTMENTS) return TOO_MANY;
      if (await isTaken(orm, company, body)) return NAME_TAKEN;
      const id = newId();
      await orm.insert(departments).values({ id, company, ...body });
      await note('departmentAdded', { department: body.name, parent: parent?.name ?? '' });
      return { data: { id } };
    },
  });

  company.change({
    call: departmentCall,
    method: 'put',
    operationId: 'companyDepartmentChange',
    summary: 'Renames a department or moves it, with all below it',
    permission: 'staff.changeDepartments',
    body: departmentShape,
    handle: async (context) => {
      const { orm, company, param, body, note } = context;
      const department = await departmentOf(orm, company.id, param('id'));
      if (!department) return NOT_FOUND;
      const parent = body.parent === null ? null : await departmentOf(orm, company.id, body.parent);
      if (body.parent !== null && !parent) return fault('parent', 'choiceUnknown');
      if (parent && (await isWithin(orm, parent.id, department.id))) {
        return { error: 'conflict', message: 'server.company.departmentCircle', field: 'parent' };
      }
      if (await isTaken(orm, company.id, { ...body, id: department.id })) return NAME_TAKEN;
      const change = async () => {
        await orm.update(departments).set(body).where(eq(departments.id, department.id));
        await note('departmentChanged', {
          department: body.name,
          parent: parent?.name ?? '',
          ...(body.name !== department.name && { before: department.name }),
        });
        return { data: null };
      };
      return body.parent === department.parent ? change() : withinRights(context, change);
    },
  });

  company.change({
    call: departmentCall,
    method: 'delete',
    operationId: 'companyDepartmentClose',
    summary: 'Closes a department in which nobody and nothing is',
    permission: 'staff.changeDepartments',
    handle: async ({ orm, now, company, param, note }) => {
      const department = await departmentOf(orm, company.id, param('id'));
      if (!department) return NOT_FOUND;
      const { id, name } = department;
      const waits = and(eq(invitations.department, id), isNull(invitations.overAt), gt(invitations.expiresAt, now));
      const contents =
        (await orm.$count(departments, eq(departments.parent, id))) +
        (await orm.$count(companyMembers, eq(companyMembers.department, id))) +
        (await orm.$count(invitations, waits));
      if (contents > 0) return { error: 'conflict', message: 'server.company.departmentNotEmpty' };
      await orm.delete(departments).where(eq(departments.id, id));
      await note('departmentClosed', { department: name });
      return { data: null };
    },
  });

  company.read({
    call: rolesCall,
    operationId: 'companyRoles',
    summary: 'The roles of a company',
    handle: async ({ orm, company: { id } }) => ({ data: { roles: await rolesOf(orm, id) } }),
  });

  company.change({
    call: roleMadeCall,
    method: 'post',
    operationId: 'companyRoleAdd',
    summary: 'Adds a role',
    permission: 'staff.changeRoles',
    body: roleShape,
    handle: async ({ orm, company: { id: company }, body: { name }, note }) => {
      const roles = await rolesOf(orm, company);
      if (roles.length >= MOST_ROLES) return TOO_MANY;
      if (roles.some((role) => role.name === name)) return NAME_TAKEN;
      const id = newId();
      await orm.insert(companyRoles).values({ id, company, name });
      await note('roleAdded', { role: name });
      return { data: { id } };
    },
  });

  company.change({
    call: roleCall,
    method: 'put',
    operationId: 'companyRoleRename',
    summary: 'Renames a role',
    permission: 'staff.changeRoles',
    body: roleShape,
    handle: async ({ orm, company, param, body: { name }, note }) => {
      const roles = await rolesOf(orm, company.id);
      const role = roles.find(({ id }) => id === param('id'));
      if (!role) return NOT_FOUND;
      if (roles.some((candidate) => candidate.name === name && candidate !== role)) return NAME_TAKEN;
      await orm.update(companyRoles).set({ name }).where(eq(companyRoles.id, role.id));
      await note('roleRenamed', { role: name, before: role.name });
      return { data: null };
    },
  });

  company.change({
    call: roleCall,
    method: 'delete',
    operationId: 'companyRoleRemove',
    summary: 'Removes a role with all that it grants and denies',
    permission: 'staff.changeRoles',
    handle: async (context) => {
      const { orm, company, param, note } = context;
      const role = (await rolesOf(orm, company.id)).find(({ id }) => id === param('id'));
      if (!role) return NOT_FOUND;
      // What the role denies may be all that keeps somebody from something.
      return withinRights(context, async () => {
        await orm.delete(companyRoles).where(eq(companyRoles.id, role.id));
        await note('roleRemoved', { role: role.name });
        return { data: null };
      });
    },
  });
}

const membersWhere = (condition: SQL) =>
  sql`(select ${count()} from ${companyMembers} m where m.left_at is null and ${condition})`.mapWith(Number);

/** The departments of a company, parents first, otherwise by name. */
async function departmentsOf(orm: Orm, company: string): Promise<Department[]> {
  const { id, parent, name } = departments;
  const rows = await guarded('reading departments', () =>
    orm
      .select({ id, parent, name, members: membersWhere(sql`m.department = ${departments.id}`) })
      .from(departments)
      .where(eq(departments.company, company))
      .orderBy(asc(name), asc(id)),
  );
  const below = Map.groupBy(rows, (row) => row.parent);
  const sorted = [...(below.get(null) ?? [])];
  // Grows while it is read.
  for (const row of sorted) sorted.push(...(below.get(row.id) ?? []));
  return sorted;
}

function rolesOf(orm: Orm, company: string) {
  const { id, name } = companyRoles;
  const held = sql`m.id in (select member from ${companyMemberRoles} where role = ${companyRoles.id})`;
  return guarded('reading roles', () =>
    orm
      .select({ id, name, members: membersWhere(held) })
      .from(companyRoles)
      .where(eq(companyRoles.company, company))
      .orderBy(asc(name), asc(id)),
  );
}

/** A department of a company; null if it has none of this id. */
export async function departmentOf(orm: Orm, company: string, id: string) {
  const [found] = await orm
    .select()
    .from(departments)
    .where(and(eq(departments.id, id), eq(departments.company, company)));
  return found ?? null;
}

async function isTaken(
  orm: Orm,
  company: string,
  { parent, name, id = '' }: { parent: string | null; name: string; id?: string },
): Promise<boolean> {
  const beside = parent === null ? isNull(departments.parent) : eq(departments.parent, parent);
  const same = and(eq(departments.company, company), beside, eq(departments.name, name), ne(departments.id, id));
  return (await orm.$count(departments, same)) > 0;
}

/** Whether a department is another one, or below it. */
async function isWithin(orm: Orm, id: string, other: string): Promise<boolean> {
  const path = await rowsOf<{ id: string }>(
    orm,
    sql`with recursive path as (
        select id, parent from ${departments} where id = ${id}
        union select up.id, up.parent from path join ${departments} up on up.id = path.parent
      ) select id from path where id = ${other}`,
  );
  return path.length > 0;
}
