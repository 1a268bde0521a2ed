/** Permissions of a company: granted and denied, the exceptions, and what a member may do for which reasons. */
import { and, asc, eq } from 'drizzle-orm';
import { excludesOf, permissionOf } from '../../../catalogue/permissions.ts';
import {
  exceptionCall,
  exceptionsCall,
  grantMadeCall,
  grantsCall,
  memberPermissionsCall,
  SUBJECTS,
} from '../../../contract/companies.ts';
import { exceptionShape, grantShape } from '../../../forms/companyForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { exceptions, grants } from '../../db/schema.ts';
import { type CompanyChangeContext, type CompanyPart, NOT_FOUND, notPermitted } from '../companyCalls.ts';
import { departmentOf } from '../members/departments.ts';
import { memberOf, namesOf } from '../members/memberCalls.ts';
import { newId } from '../rows.ts';
import type { Subject } from './decidePermission.ts';
import { decisionsOf, worded } from './memberPermissions.ts';
import { notGrantable, standing, standOf, subjectOf, withinRights } from './permissionEscalation.ts';

const isPermission = (id: string) => permissionOf(id) !== undefined;
type Conflicts = { conflicts: { member: string; permission: string }[] };

export function addGrants({ company }: CompanyPart): void {
  company.read({
    call: grantsCall,
    operationId: 'companyGrants',
    summary: 'What is granted to and denied in a department, a role or a member. kind and id say which',
    permission: 'staff.viewPermissions',
    handle: async ({ c, orm, company: { id } }) => {
      const { kind, id: of = '' } = c.req.query();
      const subject = SUBJECTS.find((candidate) => candidate === kind);
      if (!subject) return fault('kind', 'choiceUnknown');
      const rows = await guarded('reading grants', () =>
        orm
          .select()
          .from(grants)
          .where(and(eq(grants.company, id), eq(grants[subject], of)))
          .orderBy(asc(grants.permission)),
      );
      return {
        data: {
          grants: rows.map(({ id: grant, permission, effect, until, by, at, ...columns }) => ({
            id: grant,
            subject: subjectOf(columns),
            permission,
            effect,
            by,
            until: until?.toISOString() ?? null,
            at: at.toISOString(),
          })),
        },
      };
    },
  });

  company.change({
    call: grantMadeCall,
    method: 'post',
    operationId: 'companyGrant',
    summary: 'Grants or denies a permission, or takes either back. The answer names members who then have a conflict',
    permission: 'staff.assignPermissions',
    body: ({ now }) => grantShape({ now, isPermission }),
    handle: async (context) => {
      const name = await nameOf(context.orm, context.company.id, context.body.subject);
      if (name === null) return fault('subject', 'choiceUnknown');
      if (!(await mayGrant(context))) return notGrantable(context.body.permission);
      return withinRights(context, () => grant(context, name));
    },
  });

  company.read({
    call: memberPermissionsCall,
    operationId: 'companyMemberPermissions',
    summary: 'What a member may do, and why; of other members with the permission to see it',
    handle: async ({ orm, now, company: { id }, member, may, param }) => {
      const isOwn = param('member') === member.id;
      if (!isOwn && !(await may('staff.viewPermissions'))) return notPermitted('staff.viewPermissions');
      const target = isOwn ? member : await memberOf(orm, id, param('member'));
      if (!target) return NOT_FOUND;
      const decisions = await decisionsOf(orm, target, now);
      return guarded('reading permissions', async () => {
        const excepted = await orm.select().from(exceptions).where(eq(exceptions.member, target.id));
        return {
          data: {
            decisions: await worded(orm, decisions),
            exceptions: excepted.map(({ id: exception, first, second, reason, until, by, at }) => ({
              id: exception,
              permissions: [first, second] as [string, string],
              reason,
              by,
              until: until?.toISOString() ?? null,
              at: at.toISOString(),
            })),
          },
        };
      });
    },
  });

  company.change({
    call: exceptionsCall,
    method: 'post',
    operationId: 'companyExcept',
    summary: 'Allows a member two permissions that exclude each other',
    permission: 'staff.grantExceptions',
    body: ({ now }) => exceptionShape({ now, isPermission }),
    handle: async ({ orm, now, company: { id: ofCompany }, member, param, body, note }) => {
      const target = await memberOf(orm, ofCompany, param('member'));
      if (!target) return NOT_FOUND;
      // Segregation of duties needs a second person.
      if (target.id === member.id) return { error: 'conflict', message: 'server.company.ownException' };
      const [first = '', second = ''] = [...body.permissions].sort();
      if (!excludesOf(first).includes(second)) {
        return { error: 'conflict', message: 'server.company.noConflict', field: 'permissions' };
      }
      const exception = {
        reason: body.reason,
        until: body.until === null ? null : new Date(body.until),
        by: member.id,
        at: now,
      };
      const [made] = await orm
        .insert(exceptions)
        .values({ id: newId(), company: ofCompany, member: target.id, first, second, ...exception })
        .onConflictDoUpdate({ target: [exceptions.member, exceptions.first, exceptions.second], set: exception })
        .returning({ id: exceptions.id });
      await note('exceptionGranted', {
        member: target.id,
        first,
        second,
        reason: body.reason,
        ...(body.until && { until: body.until }),
      });
      return { data: { id: made?.id ?? '' } };
    },
  });

  company.change({
    call: exceptionCall,
    method: 'delete',
    operationId: 'companyExceptionEnd',
    summary: 'Ends an exception',
    permission: 'staff.grantExceptions',
    handle: async ({ orm, company: { id }, param, note }) => {
      const [ended] = await orm
        .delete(exceptions)
        .where(and(eq(exceptions.company, id), eq(exceptions.id, param('id'))))
        .returning();
      if (!ended) return NOT_FOUND;
      const { member, first, second } = ended;
      await note('exceptionEnded', { member, first, second });
      return { data: null };
    },
  });
}

/** The name of a department or role of a company; '' for a member; null if the company has none of this id. */
async function nameOf(orm: Orm, company: string, { kind, id }: Subject): Promise<string | null> {
  if (kind === 'department') return (await departmentOf(orm, company, id))?.name ?? null;
  if (kind === 'role') return (await namesOf(orm, company, [id])).get(id) ?? null;
  return (await memberOf(orm, company, id)) && '';
}

type GrantContext = CompanyChangeContext & {
  body: { subject: Subject; permission: string; effect: 'allow' | 'deny' | 'clear'; until: string | null };
};

/**
 * Whether the caller may grant the permission at all, even if nobody holds it by that: administrators, and who holds it
 * for as long as the grant lasts.
 */
async function mayGrant({ orm, now, company, member, body: { permission, effect, until } }: GrantContext) {
  if (member.administrator) return true;
  const granter = standing(await standOf(orm, company.id, now), member.id);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const ends = [...granter.grants, ...granter.excepted].flatMap((grant) => grant.until ?? []);
  const moments = effect === 'allow' ? ends.filter((at) => at > now && at.getTime() < end) : [];
  return [now, ...moments].every((at) => granter.decide(permission, at).allowed);
}

async function grant(context: GrantContext, name: string): Promise<Outcome<Conflicts>> {
  const { orm, now, company, member, body, note } = context;
  const { subject, permission, effect, until } = body;
  const of = { department: null, role: null, member: null, [subject.kind]: subject.id };
  await orm
    .delete(grants)
    .where(
      and(eq(grants.company, company.id), eq(grants.permission, permission), eq(grants[subject.kind], subject.id)),
    );
  if (effect !== 'clear') {
    await orm.insert(grants).values({
      id: newId(),
      company: company.id,
      permission,
      ...of,
      effect,
      until: until === null ? null : new Date(until),
      by: member.id,
      at: now,
    });
  }
  const actions = { allow: 'permissionAllowed', deny: 'permissionDenied', clear: 'permissionCleared' } as const;
  await note(actions[effect], {
    permission,
    [subject.kind]: subject.kind === 'member' ? subject.id : name,
    ...(until !== null && effect !== 'clear' && { until }),
  });
  return { data: { conflicts: await conflictsOf(context) } };
}

/** The members whom the subject of a grant concerns and who hold another permission that excludes the granted one. */
async function conflictsOf({ orm, now, company, body }: GrantContext): Promise<Conflicts['conflicts']> {
  const { subject, permission } = body;
  if (body.effect === 'deny' || excludesOf(permission).length === 0) return [];
  const stand = await standOf(orm, company.id, now);
  return stand.members.flatMap((id) => {
    const { departments: path, roles } = stand.people.get(id) ?? { departments: [], roles: [] };
    if (![id, ...path, ...roles].includes(subject.id)) return [];
    const { byRight, reasons, conflicts } = standing(stand, id).decide(permission, now);
    const isHeld = byRight || reasons[0]?.grant.effect === 'allow';
    return isHeld ? conflicts.map((other) => ({ member: id, permission: other })) : [];
  });
}
