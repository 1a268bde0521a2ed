/**
 * Random companies in which one who is no administrator does whatever they can think of, over the API: nobody comes to
 * hold, now or later, what they could not grant. Administrators act too: the company keeps one, and its departments
 * stay a tree.
 */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { excludesOf } from '../../../../src/catalogue/permissions.ts';
import { decisionsOf } from '../../../../src/server/companies/permissions/memberPermissions.ts';
import {
  companyMemberRoles,
  companyMembers,
  companyRoles,
  departments,
  invitations,
  users,
} from '../../../../src/server/db/schema.ts';
import { random } from '../../../helpers/durability.ts';
import { companyWith, type Person, storeMember } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const SEEDS = 8;
const ACTIONS = 60;
const HOUR_MS = 3_600_000;
const POOL = [
  ...['staff.proposeBonus', 'staff.approveBonus', 'staff.reviewPermissions', 'staff.assignPermissions'],
  ...['staff.recordLicense', 'staff.verifyLicense', 'staff.viewMembers', 'orders.enter', ...excludesOf('orders.enter')],
].slice(0, 10);
const STAFF = [
  ...['staff.assignPermissions', 'staff.placeMembers', 'staff.assignRoles', 'staff.changeDepartments'],
  ...['staff.changeRoles', 'staff.inviteMembers', 'staff.removeMembers'],
];

const api = usersApi();
let now = new Date();

/** Everybody's permissions at two times: now, and when all that has an end is over. */
async function holdings(company: string): Promise<Map<string, Set<string>>[]> {
  const members = await api.orm
    .select()
    .from(companyMembers)
    .where(and(eq(companyMembers.company, company), isNull(companyMembers.leftAt)));
  const moments = [now, new Date(now.getTime() + 2 * HOUR_MS)];
  return Promise.all(
    moments.map(async (at) => {
      const held = new Map<string, Set<string>>();
      for (const member of members) {
        const decisions = await decisionsOf(api.orm, member, at);
        held.set(
          member.id,
          new Set([...decisions].flatMap(([permission, { allowed }]) => (allowed ? permission : []))),
        );
      }
      return held;
    }),
  );
}

async function checkShape(company: string): Promise<void> {
  const isAdministrator = and(
    eq(companyMembers.company, company),
    eq(companyMembers.administrator, true),
    isNull(companyMembers.leftAt),
  );
  expect(await api.orm.$count(companyMembers, isAdministrator)).toBeGreaterThan(0);
  const tree = await api.orm.select().from(departments).where(eq(departments.company, company));
  const parents = new Map(tree.map(({ id, parent }) => [id, parent]));
  for (const { id } of tree) {
    const seen = new Set<string>();
    for (let at: string | null | undefined = id; at; at = parents.get(at)) {
      expect(seen.has(at)).toBe(false);
      expect(parents.has(at)).toBe(true);
      seen.add(at);
    }
  }
}

it(`${SEEDS} random companies, ${ACTIONS} actions each`, { timeout: 600_000 }, async () => {
  const counts = { done: 0, refused: 0 };
  const first = await companyWith(api);
  const bob = await first.add('Bob');
  const [user] = await api.orm.select().from(users).where(eq(users.email, bob.email));
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const next = random(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
    const made = await api.ask<{ id: string }>('/api/web/company', {
      token: first.admin.token,
      body: { name: `Company ${seed}`, country: 'JP', licence: '', authority: '' },
    });
    const company = made.data.id;
    const ask = (by: Pick<Person, 'token'>, path: string, body?: unknown, method?: string) =>
      api.ask(`/api/web/company/${company}${path}`, {
        token: by.token,
        ...(body !== undefined && { body }),
        ...(method && { method }),
      });
    const [ann] = await api.orm.select().from(companyMembers).where(eq(companyMembers.company, company));
    const actor = await storeMember(api.orm, company, String(user?.id), {
      permissions: [...STAFF.filter(() => next() < 0.8), ...POOL.filter(() => next() < 0.3)].filter(
        (one, at, all) => all.indexOf(one) === at,
      ),
    });
    const others = await strangers(seed, company);
    const members = [String(ann?.id), actor, ...others];
    for (let n = 0; n < 6; n += 1) {
      const tree = await api.orm.select().from(departments).where(eq(departments.company, company));
      await ask(first.admin, '/departments', { name: `D${n}`, parent: n === 0 ? null : pick(tree).id });
    }
    for (let n = 0; n < 3; n += 1) await ask(first.admin, '/roles', { name: `R${n}` });
    const unitsNow = async () => ({
      tree: (await api.orm.select().from(departments).where(eq(departments.company, company))).map(({ id }) => id),
      roles: (await api.orm.select().from(companyRoles).where(eq(companyRoles.company, company))).map(({ id }) => id),
    });
    const until = () => (next() < 0.3 ? new Date(now.getTime() + HOUR_MS).toISOString() : null);
    /** Any change, also ones that make no sense. */
    const act = async (by: Pick<Person, 'token'>) => {
      const { tree, roles } = await unitsNow();
      const some = roles.filter(() => next() < 0.4);
      const subject = pick([
        { kind: 'member', id: pick(members) },
        ...tree.map((id) => ({ kind: 'department', id })),
        ...roles.map((id) => ({ kind: 'role', id })),
      ]);
      const name = `N${Math.floor(next() * 1e6)}`;
      return pick([
        () =>
          ask(by, '/grants', {
            subject,
            permission: pick(POOL),
            effect: pick(['allow', 'allow', 'deny', 'clear']),
            until: until(),
          }),
        () =>
          ask(by, '/grants', {
            subject: { kind: 'member', id: pick(members) },
            permission: pick(POOL),
            effect: 'allow',
            until: until(),
          }),
        () => ask(by, `/members/${pick(members)}`, { department: pick([null, ...tree]) }, 'PUT'),
        () => ask(by, `/members/${pick(members)}`, { roles: some }, 'PUT'),
        () => ask(by, `/members/${pick(members)}`, { department: pick([null, ...tree]), roles: some }, 'PUT'),
        () => ask(by, `/members/${pick(members)}`, { administrator: next() < 0.5 }, 'PUT'),
        () => ask(by, `/departments/${pick(tree)}`, { name, parent: pick([null, ...tree]) }, 'PUT'),
        () => ask(by, `/departments/${pick(tree)}`, undefined, 'DELETE'),
        () => ask(by, '/departments', { name, parent: pick([null, ...tree]) }),
        () => ask(by, '/roles', { name }),
        () => ask(by, `/roles/${pick([...roles, 'unknown1'])}`, undefined, 'DELETE'),
        () =>
          ask(by, '/invitations', {
            email: 'carl@example.com',
            locale: 'ja',
            department: pick([null, ...tree]),
            roles: some,
            administrator: next() < 0.2,
          }),
        () => (next() < 0.2 ? ask(by, `/members/${pick(others)}`, undefined, 'DELETE') : ask(by, '/roles', { name })),
      ])();
    };
    for (let n = 0; n < 25; n += 1) await act(first.admin);
    await api.orm.update(companyMembers).set({ administrator: false }).where(eq(companyMembers.id, actor));
    await api.orm
      .update(companyMembers)
      .set({ administrator: true })
      .where(eq(companyMembers.id, String(ann?.id)));
    for (let n = 0; n < ACTIONS; n += 1) {
      now = new Date();
      if (next() < 0.1) {
        await act(first.admin);
        await checkShape(company);
        // Whatever that was: the one is an administrator, the other none.
        for (const [id, administrator] of [
          [String(ann?.id), true],
          [actor, false],
        ] as const) {
          await api.orm.update(companyMembers).set({ administrator }).where(eq(companyMembers.id, id));
        }
        continue;
      }
      const [before, later] = await holdings(company);
      const { status } = await act({ token: bob.token });
      counts[status === 200 ? 'done' : 'refused'] += 1;
      await checkShape(company);
      // What was invited joins at once: it may not be a way around.
      const joined = await joinInvited(company);
      const after = await holdings(company);
      const mayGrant = before?.get(actor)?.has('staff.assignPermissions') ?? false;
      for (const [at, was] of [before, later].entries()) {
        for (const [member, held] of after[at] ?? []) {
          // Whoever an administrator has made one holds it by right.
          const gained = [...held.difference(was?.get(member) ?? new Set())];
          const tooMuch = gained.filter((permission) => !(mayGrant && was?.get(actor)?.has(permission)));
          expect([seed, n, member, at, tooMuch]).toEqual([seed, n, member, at, []]);
        }
      }
      for (const id of joined) await api.orm.delete(companyMembers).where(eq(companyMembers.id, id));
    }
  }
  // The actor does much, and much is refused.
  expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(SEEDS * 5);
});

async function strangers(seed: number, company: string): Promise<string[]> {
  const ids: string[] = [];
  const times = { createdAt: now, updatedAt: now };
  for (let n = 0; n < 4; n += 1) {
    const id = `stranger${seed}x${n}`;
    await api.orm.insert(users).values({ id, name: id, email: `${id}@example.com`, ...times });
    ids.push(await storeMember(api.orm, company, id));
  }
  return ids;
}

/** Members as invitations that wait would make them. */
async function joinInvited(company: string): Promise<string[]> {
  const waiting = await api.orm
    .select()
    .from(invitations)
    .where(and(eq(invitations.company, company), isNull(invitations.overAt), gt(invitations.expiresAt, now)));
  const known = new Set((await api.orm.select().from(companyRoles)).map(({ id }) => id));
  for (const { id, department, roles, administrator, by } of waiting) {
    const [sender] = await api.orm.select().from(companyMembers).where(eq(companyMembers.id, by));
    // What administrators give by an invitation is theirs to give.
    if (sender?.administrator) continue;
    await api.orm
      .insert(companyMembers)
      .values({ id: `joined ${id}`, company, department, administrator, joinedAt: now });
    const held = roles.filter((role) => known.has(role)).map((role) => ({ member: `joined ${id}`, role }));
    if (held.length > 0) await api.orm.insert(companyMemberRoles).values(held);
  }
  return waiting.map(({ id }) => `joined ${id}`);
}
