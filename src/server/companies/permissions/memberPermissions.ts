/**
 * What a member of a company may do: reads what decidePermission.ts decides from. One query each, whatever the
 * company's size.
 */
import { type SQL, sql } from 'drizzle-orm';
import { excludesOf } from '../../../catalogue/permissions.ts';
import { BY_RIGHT, type PermissionDecision } from '../../../contract/companies.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { rowsOf } from '../../db/rows.ts';
import {
  companyMemberRoles,
  type companyMembers,
  companyRoles,
  departments,
  exceptions,
  grants,
} from '../../db/schema.ts';
import { type Decision, decide, type Member, type PermissionRules, type Subject } from './decidePermission.ts';

export type MemberRow = typeof companyMembers.$inferSelect;

interface Read {
  department: { id: string; depth: number }[];
  roles: string[];
  grants: { kind: Subject['kind']; id: string; permission: string; effect: 'allow' | 'deny'; until: string | null }[];
  exceptions: { first: string; second: string; until: string | null }[];
}

const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));

/** What decide() needs for a member and some permissions, or for all. */
async function rulesOf(
  orm: Orm,
  member: MemberRow,
  permissions?: readonly string[],
): Promise<[Member, PermissionRules]> {
  const wanted: SQL = permissions
    ? sql`and g.permission = any(array(select json_array_elements_text(${JSON.stringify(permissions)}::json)))`
    : sql``;
  const [read] = await guarded('reading permissions', () =>
    rowsOf<Read>(
      orm,
      // The planner takes a path for long, and would read whole tables: 'offset 0' and the arrays make it use indexes.
      sql`with recursive path as (
          select id, parent, 0 as depth from ${departments} where id = ${member.department}
          union all select up.id, up.parent, p.depth + 1 from path p
            cross join lateral (select id, parent from ${departments} where id = p.parent offset 0) up
        ), held as (select role from ${companyMemberRoles} where member = ${member.id}),
        concerning as (
          select 'department' as kind, g.department as id, g.permission, g.effect, g.until
            from ${grants} g where g.department = any(array(select id from path)) ${wanted}
          union all select 'role', g.role, g.permission, g.effect, g.until
            from ${grants} g where g.role = any(array(select role from held)) ${wanted}
          union all select 'member', g.member, g.permission, g.effect, g.until
            from ${grants} g where g.member = ${member.id} ${wanted}
        )
        select
          coalesce((select json_agg(path) from path), '[]') as department,
          coalesce((select json_agg(role) from held), '[]') as roles,
          coalesce((select json_agg(concerning) from concerning), '[]') as grants,
          coalesce((select json_agg(e) from ${exceptions} e where e.member = ${member.id}), '[]') as exceptions`,
    ),
  );
  if (!read) throw new Error('The query has no row.');
  const path = read.department.sort((a, b) => a.depth - b.depth).map(({ id }) => id);
  return [
    { id: member.id, departments: path, roles: read.roles, byRight: member.administrator ? BY_RIGHT : [] },
    {
      grants: read.grants.map(({ kind, id, permission, effect, until }) => ({
        subject: { kind, id },
        permission,
        effect,
        until: dateOf(until),
      })),
      exceptions: read.exceptions.map(({ first, second, until }) => ({
        member: member.id,
        permissions: [first, second] as const,
        until: dateOf(until),
      })),
      excludes: excludesOf,
    },
  ];
}

/** Whether a member may use a permission at a moment, and why. */
export async function decisionOf(orm: Orm, member: MemberRow, permission: string, now: Date): Promise<Decision> {
  const [of, rules] = await rulesOf(orm, member, [permission, ...excludesOf(permission)]);
  return decide(of, permission, rules, now);
}

export const mayUse = async (orm: Orm, member: MemberRow, permission: string, now: Date): Promise<boolean> =>
  (await decisionOf(orm, member, permission, now)).allowed;

/** The decisions on some permissions, in their order. */
export async function decisionsOn(
  orm: Orm,
  member: MemberRow,
  permissions: readonly string[],
  now: Date,
): Promise<[permission: string, Decision][]> {
  const [of, rules] = await rulesOf(orm, member, [
    ...new Set(permissions.flatMap((permission) => [permission, ...excludesOf(permission)])),
  ]);
  return permissions.map((permission) => [permission, decide(of, permission, rules, now)]);
}

/** The decision on every permission that something grants, denies or gives by right. */
export async function decisionsOf(orm: Orm, member: MemberRow, now: Date): Promise<Map<string, Decision>> {
  const [of, rules] = await rulesOf(orm, member);
  const concerned = new Set([...of.byRight, ...rules.grants.map(({ permission }) => permission)]);
  return new Map([...concerned].map((permission) => [permission, decide(of, permission, rules, now)]));
}

/** Decisions as they go over the wire, with the names of the departments and roles that are their reasons. */
export async function worded(
  orm: Orm,
  decisions: Iterable<readonly [string, Decision]>,
): Promise<PermissionDecision[]> {
  const all = [...decisions];
  const ids = all.flatMap(([, { reasons }]) => reasons.map(({ grant }) => grant.subject.id));
  const names = await namesOf(orm, [...new Set(ids)]);
  return all.map(([permission, decision]) => inWire(permission, decision, (id) => names.get(id) ?? ''));
}

/** The names of departments and roles by their ids. */
async function namesOf(orm: Orm, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await guarded('reading names', () =>
    rowsOf<{ id: string; name: string }>(
      orm,
      sql`with wanted as (select json_array_elements_text(${JSON.stringify(ids)}::json) as id)
        select id, name from ${departments} where id in (select id from wanted)
        union all select id, name from ${companyRoles} where id in (select id from wanted)`,
    ),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** One decision as it goes over the wire; `nameOf` knows the names of departments and roles by their ids. */
export const inWire = (
  permission: string,
  { allowed, byRight, reasons, conflicts }: Decision,
  nameOf: (id: string) => string,
): PermissionDecision => ({
  permission,
  allowed,
  conflicts,
  reasons: [
    ...(byRight
      ? [{ kind: 'administrator' as const, name: '', effect: 'allow' as const, until: null, inherited: false }]
      : []),
    ...reasons.map(({ grant: { subject, effect, until }, inherited }) => ({
      kind: subject.kind,
      name: subject.kind === 'member' ? '' : nameOf(subject.id),
      effect,
      until: until?.toISOString() ?? null,
      inherited,
    })),
  ],
});
