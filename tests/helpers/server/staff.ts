/** The staff of companies for tests: few members who are logged in, or thousands in the database. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { permissionGroups } from '../../../src/catalogue/permissions.ts';
import { createCompany } from '../../../src/server/companies/company.ts';
import type { MemberRow } from '../../../src/server/companies/permissions/memberPermissions.ts';
import { newId } from '../../../src/server/companies/rows.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import {
  companyMemberRoles,
  companyMembers,
  companyRoles,
  departments,
  grants,
  userProfiles,
  users,
} from '../../../src/server/db/schema.ts';
import { random } from '../durability.ts';
import { REGISTRATION } from './companies.ts';
import type { usersApi } from './usersApi.ts';

export const ALL_PERMISSIONS = permissionGroups().flatMap(({ permissions }) => permissions.map(({ id }) => id));

type Api = ReturnType<typeof usersApi>;
type Given = Partial<Pick<MemberRow, 'administrator' | 'department'>> & { permissions?: readonly string[] };

export interface Person {
  token: string;
  email: string;
  /** The id of the membership */
  member: string;
}

/** A member without a log-in. */
export async function storeMember(orm: Orm, company: string, user: string, given: Given = {}): Promise<string> {
  const { administrator = false, department = null, permissions = [] } = given;
  const id = newId();
  await orm
    .insert(companyMembers)
    .values({ id, company, user, administrator, department, joinedAt: new Date('2026-11-23T00:00:00Z') });
  for (const permission of permissions) await storeGrant(orm, company, { member: id }, permission);
  return id;
}

export async function storeGrant(
  orm: Orm,
  company: string,
  subject: { department: string } | { role: string } | { member: string },
  permission: string,
  { effect = 'allow', until = null }: { effect?: 'allow' | 'deny'; until?: Date | null } = {},
): Promise<void> {
  const none = { department: null, role: null, member: null };
  await orm
    .insert(grants)
    .values({ ...none, ...subject, id: newId(), company, permission, effect, until, by: 'x', at: new Date() });
}

/** Creates a company with an administrator who is logged in. */
export async function companyWith(api: Api, name = 'Ann') {
  const admin = await logged(api, name);
  const made = await api.orm.transaction((tx) =>
    createCompany(tx, { registration: REGISTRATION, user: admin.user, now: new Date() }),
  );
  const [first] = await api.orm.select().from(companyMembers).where(eq(companyMembers.company, made.id));
  return {
    id: made.id,
    admin: { ...admin, member: String(first?.id) } as Person,
    /** Adds a member who is logged in. */
    async add(nickname: string, given: Given = {}): Promise<Person> {
      const person = await logged(api, nickname);
      return { ...person, member: await storeMember(api.orm, made.id, person.user, given) };
    },
    /** Calls the API below the company. */
    ask: <T = Record<string, unknown>>(by: Pick<Person, 'token'>, path: string, body?: unknown, method?: string) =>
      api.ask<T>(`/api/web/company/${made.id}${path}`, {
        token: by.token,
        ...(body !== undefined && { body }),
        ...(method !== undefined && { method }),
      }),
  };
}
export type TestCompany = Awaited<ReturnType<typeof companyWith>>;

/** A user who is logged in: 'Ann' has ann@example.com. */
export async function logged(api: Api, nickname: string): Promise<{ token: string; email: string; user: string }> {
  const { token, email } = await api.user({ nickname, email: `${nickname.toLowerCase()}@example.com` });
  const [user] = await api.orm.select().from(users).where(eq(users.email, email));
  return { token, email, user: String(user?.id) };
}

/** Inserts rows a thousand at a time: Postgres takes 65,535 values in a statement. */
async function insertAll<T>(rows: readonly T[], insert: (some: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 1_000) await insert(rows.slice(at, at + 1_000));
}

/** Stores a company with a random tree of departments, roles, grants and members. */
export async function seedCompany(
  orm: Orm,
  size: { members: number; departments: number; roles: number; grants: number },
  seed = 1,
) {
  const next = random(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const mark = randomUUID().slice(0, 8);
  const now = new Date('2026-11-23T00:00:00Z');
  const people = Array.from({ length: size.members }, (_, n) => ({
    id: `${mark}${n}`,
    name: `Member ${n}`,
    email: `${mark}.${n}@example.com`,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  }));
  await insertAll(people, (some) => orm.insert(users).values(some));
  await insertAll(people, (some) =>
    orm.insert(userProfiles).values(some.map(({ id }) => ({ userId: id, locale: 'en-US' as const }))),
  );
  const { id: company } = await orm.transaction((tx) =>
    createCompany(tx, { registration: REGISTRATION, user: String(people[0]?.id), now }),
  );
  const tree: (typeof departments.$inferInsert)[] = [];
  for (let n = 0; n < size.departments; n += 1) {
    const parent = n === 0 ? null : pick(tree).id;
    tree.push({ id: newId(), company, parent, name: `Department ${n}` });
  }
  await insertAll(tree, (some) => orm.insert(departments).values(some));
  const roles = Array.from({ length: size.roles }, (_, n) => ({ id: newId(), company, name: `Role ${n}` }));
  await insertAll(roles, (some) => orm.insert(companyRoles).values(some));
  const members = people.slice(1).map(({ id: user }) => ({
    id: newId(),
    company,
    user,
    administrator: false,
    joinedAt: now,
    department: pick(tree).id,
  }));
  await insertAll(members, (some) => orm.insert(companyMembers).values(some));
  const held = members.flatMap(({ id: member }) =>
    [...new Set([pick(roles).id, pick(roles).id])].map((role) => ({ member, role })),
  );
  await insertAll(held, (some) => orm.insert(companyMemberRoles).values(some));
  const given = Array.from({ length: size.grants }, () => {
    const kind = pick(['department', 'role', 'member'] as const);
    const of = pick<{ id: string }>({ department: tree, role: roles, member: members }[kind]).id;
    const none = { department: null, role: null, member: null };
    const effect: 'allow' | 'deny' = next() < 0.8 ? 'allow' : 'deny';
    return { ...none, [kind]: of, id: newId(), company, permission: pick(ALL_PERMISSIONS), effect, by: 'x', at: now };
  });
  await insertAll(given, (some) => orm.insert(grants).values(some).onConflictDoNothing());
  return { company, members: members.map(({ id }) => id), departments: tree.map(({ id }) => id), roles };
}
