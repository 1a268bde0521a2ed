/**
 * One who may not grant a thing cannot grant it, whatever the change is called: whoever is no administrator may only
 * change what gives nobody anything, at no time to come, that they may not grant. They may grant what they hold
 * themselves, as long as they hold it, if they may assign permissions. So a change is made, and taken back if it gave
 * too much.
 */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { excludesOf } from '../../../catalogue/permissions.ts';
import { BY_RIGHT } from '../../../contract/companies.ts';
import type { Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { companyMemberRoles, companyMembers, departments, exceptions, grants, invitations } from '../../db/schema.ts';
import type { CompanyContext } from '../companyCalls.ts';
import { type Decision, decide, type Exception, type Grant, type Member, type Subject } from './decidePermission.ts';
import type { MemberRow } from './memberPermissions.ts';

export const notGrantable = (permission: string): Outcome<never> => ({
  error: 'conflict',
  message: 'server.company.notGrantable',
  field: permission,
});

type Stored = typeof grants.$inferSelect;
export const subjectOf = ({ department, role, member }: Pick<Stored, 'department' | 'role' | 'member'>): Subject => {
  if (department !== null) return { kind: 'department', id: department };
  return role === null ? { kind: 'member', id: String(member) } : { kind: 'role', id: role };
};

/** Everything that decides what the people of a company hold. */
interface Stand {
  /** Members, invited people, and one who would be in a department without a role, each by an id of their own */
  people: Map<string, Member>;
  members: string[];
  /** By subject, 'role x' */
  grants: Map<string, Grant[]>;
  /** By member */
  exceptions: Map<string, Exception[]>;
}

const keyOf = ({ kind, id }: Subject) => `${kind} ${id}`;

/** Reads all of it: five queries. */
export async function standOf(orm: Orm, company: string, now: Date): Promise<Stand> {
  const tree = await orm.select().from(departments).where(eq(departments.company, company));
  const rows = await orm
    .select()
    .from(companyMembers)
    .where(and(eq(companyMembers.company, company), isNull(companyMembers.leftAt)));
  const held = await orm
    .select({ member: companyMemberRoles.member, role: companyMemberRoles.role })
    .from(companyMemberRoles)
    .innerJoin(companyMembers, eq(companyMembers.id, companyMemberRoles.member))
    .where(eq(companyMembers.company, company));
  const invited = await orm
    .select()
    .from(invitations)
    .where(and(eq(invitations.company, company), isNull(invitations.overAt), gt(invitations.expiresAt, now)));
  const granted = await orm.select().from(grants).where(eq(grants.company, company));
  const excepted = await orm.select().from(exceptions).where(eq(exceptions.company, company));

  const parents = new Map(tree.map(({ id, parent }) => [id, parent]));
  const paths = new Map<string, string[]>();
  const pathOf = (id: string | null): string[] => {
    if (id === null) return [];
    const known = paths.get(id);
    if (known) return known;
    const path: string[] = [];
    for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) path.push(at);
    paths.set(id, path);
    return path;
  };
  const rolesOf = Map.groupBy(held, ({ member }) => member);
  const person = (id: string, department: string | null, roles: readonly string[], administrator = false): Member => ({
    id,
    roles,
    departments: pathOf(department),
    byRight: administrator ? BY_RIGHT : [],
  });
  const people = [
    ...tree.map(({ id }) => person(`in ${id}`, id, [])),
    ...invited.map(({ id, department, roles, administrator }) => person(id, department, roles, administrator)),
    ...rows.map(({ id, department, administrator }) => {
      const roles = rolesOf.get(id)?.map(({ role }) => role) ?? [];
      return person(id, department, roles, administrator);
    }),
  ];
  return {
    people: new Map(people.map((person) => [person.id, person])),
    members: rows.map(({ id }) => id),
    grants: Map.groupBy(
      granted.map((row): Grant => ({ ...row, subject: subjectOf(row) })),
      ({ subject }) => keyOf(subject),
    ),
    exceptions: Map.groupBy(
      excepted.map(({ first, second, ...row }): Exception => ({ ...row, permissions: [first, second] })),
      ({ member }) => member,
    ),
  };
}

/** All whose grants concern somebody. */
const subjectsOf = ({ id, departments: path, roles }: Member): string[] => [
  keyOf({ kind: 'member', id }),
  ...roles.map((role) => keyOf({ kind: 'role', id: role })),
  ...path.map((department) => keyOf({ kind: 'department', id: department })),
];

const NOBODY = (id: string): Member => ({ id, departments: [], roles: [], byRight: [] });

/** What somebody may do in a stand; who is not in it may do nothing. */
export function standing(stand: Stand, id: string) {
  const member = stand.people.get(id) ?? NOBODY(id);
  const grants = subjectsOf(member).flatMap((subject) => stand.grants.get(subject) ?? []);
  const excepted = stand.exceptions.get(id) ?? [];
  const rules = { grants, exceptions: excepted, excludes: excludesOf };
  return {
    grants,
    excepted,
    byRight: member.byRight,
    decide: (permission: string, at: Date): Decision => decide(member, permission, rules, at),
  };
}
type Standing = ReturnType<typeof standing>;

const describe = ({ subject, permission, effect, until }: Grant) =>
  `${permission} ${effect} ${keyOf(subject)} ${until?.getTime()}`;

/** The permissions whose grants differ, with those that they exclude: nothing else can change. */
function touched(before: Standing, after: Standing): Set<string> {
  const [earlier, later] = [before.grants, after.grants].map(
    (list) => new Map(list.map((grant) => [describe(grant), grant])),
  );
  const differ = [
    ...[...(earlier ?? [])].filter(([key]) => !later?.has(key)),
    ...[...(later ?? [])].filter(([key]) => !earlier?.has(key)),
  ].map(([, { permission }]) => permission);
  const right = [...before.byRight, ...after.byRight];
  const rights = before.byRight.length === after.byRight.length ? [] : right;
  return new Set([...differ, ...rights].flatMap((permission) => [permission, ...excludesOf(permission)]));
}

/** Those who are elsewhere than before, have other roles, or whom a changed grant concerns. */
function affected(before: Stand, after: Stand): string[] {
  const textOf = (list: readonly Grant[] = []) => list.map(describe).sort().join();
  const subjects = new Set([...before.grants.keys(), ...after.grants.keys()]);
  const changed = new Set(
    [...subjects].filter((subject) => textOf(before.grants.get(subject)) !== textOf(after.grants.get(subject))),
  );
  const placeOf = (person: Member) => [...subjectsOf(person).sort(), person.byRight.length].join();
  return [...after.people.values()].flatMap((person) => {
    const was = before.people.get(person.id);
    const isSame =
      was && placeOf(was) === placeOf(person) && !subjectsOf(person).some((subject) => changed.has(subject));
    return isSame ? [] : person.id;
  });
}

/**
 * A permission that somebody holds after a change, now or at a later time, and would not have held without it, although
 * the actor may not grant it then; null if there is none.
 */
function exceeded(before: Stand, after: Stand, actor: string, now: Date): string | null {
  const granting = standing(before, actor);
  const mayGrant = granting.decide('staff.assignPermissions', now).allowed;
  for (const id of affected(before, after)) {
    const [was, is] = [standing(before, id), standing(after, id)];
    const permissions = touched(was, is);
    const moments = new Set(
      [...was.grants, ...is.grants, ...granting.grants, ...was.excepted, ...is.excepted, ...granting.excepted].flatMap(
        ({ until }) => (until && until > now ? until.getTime() : []),
      ),
    );
    for (const moment of [now.getTime(), ...moments]) {
      const at = new Date(moment);
      for (const permission of permissions) {
        const isGained = is.decide(permission, at).allowed && !was.decide(permission, at).allowed;
        if (isGained && !(mayGrant && granting.decide(permission, at).allowed)) return permission;
      }
    }
  }
  return null;
}

type GrantingMember = Pick<CompanyContext, 'orm' | 'company' | 'now'> & { member: MemberRow };

/** Makes a change in its transaction; refuses it, so that it is taken back, if it gives more than the actor may grant. */
export async function withinRights<T>(
  { orm, company: { id }, member, now }: GrantingMember,
  change: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (member.administrator) return change();
  const before = await standOf(orm, id, now);
  const outcome = await change();
  if (!('data' in outcome)) return outcome;
  const permission = exceeded(before, await standOf(orm, id, now), member.id, now);
  return permission === null ? outcome : notGrantable(permission);
}
