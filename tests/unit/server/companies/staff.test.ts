/** The staff of a company over the API, call by call. */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { AuditEntry, CompanyRole, Department, Members } from '../../../../src/contract/companies.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { FAULT_WORDS, type FaultKey } from '../../../../src/forms/faultWords.ts';
import { cursorOf } from '../../../../src/server/companies/pages.ts';
import { companyMembers, departments, grants, userProfiles, users } from '../../../../src/server/db/schema.ts';
import { type ServerMessage, serverMessage } from '../../../../src/server/messages.ts';
import { adminOn } from '../../../helpers/command.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { companyWith, type Person, type TestCompany } from '../../../helpers/server/staff.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const said = (key: ServerMessage) => serverMessage(key, 'en-US');
const refused = (key: ServerMessage, code: number = SERVER_CODES.conflict.code) => ({ code, message: said(key) });
const faulty = (field: string, key: FaultKey) => ({
  code: SERVER_CODES.invalid.code,
  data: { fields: [{ field, message: said(FAULT_WORDS[key]) }] },
});
const NOT_PERMITTED = { status: 403, ...refused('server.company.notPermitted', USER_CODES.forbidden.code) };
const NOT_FOUND = { status: 404, ...refused('server.company.notFound', SERVER_CODES.notFound.code) };
const DONE = { code: SUCCESS };
const idIn = async (asked: Promise<{ data: unknown }>) => (await asked).data as { id: string };

const department = async (of: TestCompany, name: string, parent: string | null = null) =>
  (await idIn(of.ask(of.admin, '/departments', { name, parent }))).id;
const role = async (of: TestCompany, name: string) => (await idIn(of.ask(of.admin, '/roles', { name }))).id;
const grant = (of: TestCompany, by: Person, subject: object, permission: string, rest: object = {}) =>
  of.ask<{ conflicts: object[] }>(by, '/grants', { subject, permission, effect: 'allow', until: null, ...rest });

describe('departments', () => {
  it('are a tree: added, renamed, moved, closed when nobody is in them', async () => {
    const of = await companyWith(api);
    const firm = await department(of, 'Firm');
    const [sales, desk] = [await department(of, 'Sales', firm), await department(of, 'Desk', firm)];
    const asia = await department(of, 'Asia', sales);
    const list = async () => (await of.ask<{ departments: Department[] }>(of.admin, '/departments')).data.departments;
    expect((await list()).map(({ name }) => name)).toEqual(['Firm', 'Desk', 'Sales', 'Asia']);

    expect(await of.ask(of.admin, '/departments', { name: 'Sales', parent: firm })).toMatchObject(
      faulty('name', 'nameTaken'),
    );
    expect(await of.ask(of.admin, '/departments', { name: ' ', parent: null })).toMatchObject(
      faulty('name', 'nameEmpty'),
    );
    const other = await companyWith(api, 'Bob');
    const foreign = await department(other, 'Foreign');
    for (const parent of ['unknown1', foreign]) {
      expect(await of.ask(of.admin, '/departments', { name: 'X', parent })).toMatchObject(
        faulty('parent', 'choiceUnknown'),
      );
    }
    const change = (id: string, name: string, parent: string | null) =>
      of.ask(of.admin, `/departments/${id}`, { name, parent }, 'PUT');
    for (const parent of [firm, asia]) {
      expect(await change(firm, 'Firm', parent)).toMatchObject(refused('server.company.departmentCircle'));
    }
    expect(await change(asia, 'Sales', firm)).toMatchObject(faulty('name', 'nameTaken'));
    expect(await change(foreign, 'Ours', null)).toMatchObject(NOT_FOUND);
    expect(await change(asia, 'Asia and Pacific', desk)).toMatchObject(DONE);
    expect((await list()).find(({ id }) => id === asia)).toEqual({
      id: asia,
      name: 'Asia and Pacific',
      parent: desk,
      members: 0,
    });

    const close = (id: string) => of.ask(of.admin, `/departments/${id}`, undefined, 'DELETE');
    const { member } = await of.add('Cem', { department: sales });
    expect((await list()).find(({ id }) => id === sales)?.members).toBe(1);
    const invited = await idIn(
      of.ask(of.admin, '/invitations', {
        email: 'x@example.com',
        locale: 'ja',
        department: asia,
        roles: [],
        administrator: false,
      }),
    );
    for (const full of [desk, sales, asia]) {
      expect(await close(full)).toMatchObject(refused('server.company.departmentNotEmpty'));
    }
    await of.ask(of.admin, `/members/${member}`, undefined, 'DELETE');
    await of.ask(of.admin, `/invitations/${invited.id}`, undefined, 'DELETE');
    for (const empty of [sales, asia, desk]) expect(await close(empty)).toMatchObject(DONE);
    expect(await close(sales)).toMatchObject(NOT_FOUND);
    expect((await list()).map(({ name }) => name)).toEqual(['Firm']);
    expect(await api.orm.$count(departments, eq(departments.id, foreign))).toBe(1);
  });
});

describe('roles', () => {
  it('are added, renamed, removed with what they grant', async () => {
    const of = await companyWith(api);
    const dealer = await role(of, 'Dealer');
    await role(of, 'Trainee');
    const list = async () => (await of.ask<{ roles: CompanyRole[] }>(of.admin, '/roles')).data.roles;
    expect(await of.ask(of.admin, '/roles', { name: 'Dealer' })).toMatchObject(faulty('name', 'nameTaken'));
    const rename = (id: string, name: string) => of.ask(of.admin, `/roles/${id}`, { name }, 'PUT');
    expect(await rename(dealer, 'Trainee')).toMatchObject(faulty('name', 'nameTaken'));
    expect(await rename('unknown1', 'X')).toMatchObject(NOT_FOUND);
    expect(await rename(dealer, 'Trader')).toMatchObject(DONE);
    const { member } = await of.add('Bob');
    await of.ask(of.admin, `/members/${member}`, { roles: [dealer] }, 'PUT');
    await grant(of, of.admin, { kind: 'role', id: dealer }, 'orders.enter');
    expect(await list()).toEqual([
      { id: dealer, name: 'Trader', members: 1 },
      { id: expect.any(String), name: 'Trainee', members: 0 },
    ]);
    expect(await of.ask(of.admin, `/roles/${dealer}`, undefined, 'DELETE')).toMatchObject(DONE);
    expect(await api.orm.select().from(grants)).toEqual([]);
    expect((await list()).map(({ name }) => name)).toEqual(['Trainee']);
  });
});

describe('members', () => {
  it('are listed by nickname, searched, filtered, in pages', async () => {
    const of = await companyWith(api);
    const [desk, dealer] = [await department(of, 'Desk'), await role(of, 'Dealer')];
    const { member } = await of.add('Bob_x', { department: desk });
    await of.ask(of.admin, `/members/${member}`, { roles: [dealer] }, 'PUT');
    const names = Array.from({ length: 60 }, (_, n) => `Zed ${String(n).padStart(2, '0')}`);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    await api.orm
      .insert(users)
      .values(names.map((name) => ({ id: name, name, email: `${name}@zed.example`, ...times })));
    await api.orm.insert(companyMembers).values(
      names.map((name) => ({
        id: `m ${name}`,
        company: of.id,
        user: name,
        administrator: false,
        joinedAt: new Date(),
      })),
    );
    const list = async (query: string) => {
      const { data } = await of.ask<Members>(of.admin, `/members${query}`);
      return { ...data, names: data.members.map(({ nickname }) => nickname) };
    };
    const first = await list('');
    expect(first).toMatchObject({ total: 62, names: ['Ann', 'Bob_x', ...names.slice(0, 48)] });
    const rest = await list(`?after=${first.next}`);
    expect(rest).toMatchObject({ total: 62, names: names.slice(48), next: null });
    expect((await list('?search=BOB_')).members).toEqual([
      {
        id: member,
        nickname: 'Bob_x',
        email: 'bob_x@example.com',
        department: desk,
        roles: [dealer],
        administrator: false,
        joinedAt: '2026-11-23T00:00:00.000Z',
      },
    ]);
    expect((await list('?search=zed.example')).total).toBe(60);
    expect((await list('?search=%25')).total).toBe(0);
    expect((await list(`?department=${desk}`)).names).toEqual(['Bob_x']);
    expect((await list(`?role=${dealer}&department=${desk}`)).names).toEqual(['Bob_x']);
    expect((await list('?role=unknown')).total).toBe(0);
    for (const wrong of [
      'x',
      Buffer.from('["\\u0000","a"]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      expect(await of.ask(of.admin, `/members?after=${wrong}`)).toMatchObject({
        status: 422,
        ...refused('server.cursor', SERVER_CODES.invalid.code),
      });
    }
  });

  it('are placed, given roles, made administrators; a company keeps one', async () => {
    const of = await companyWith(api);
    const [desk, dealer] = [await department(of, 'Desk'), await role(of, 'Dealer')];
    const bob = await of.add('Bob');
    const change = (by: Person, who: Person, body: object) => of.ask(by, `/members/${who.member}`, body, 'PUT');
    for (const [field, value] of [
      ['department', 'unknown1'],
      ['roles', ['unknown1']],
    ] as const) {
      expect(await change(of.admin, bob, { [field]: value })).toMatchObject(faulty(field, 'choiceUnknown'));
    }
    expect(await change(of.admin, bob, { department: desk, roles: [dealer, dealer] })).toMatchObject(DONE);
    expect(await change(of.admin, bob, {})).toMatchObject(DONE);
    for (const body of [{ department: null }, { roles: [] }])
      expect(await change(bob, bob, body)).toMatchObject(NOT_PERMITTED);
    const only = { status: 403, ...refused('server.company.onlyAdministrators', USER_CODES.forbidden.code) };
    expect(await change(bob, bob, { administrator: true })).toMatchObject(only);

    const last = refused('server.company.lastAdministrator');
    const end = (by: Person, who: Person) => of.ask(by, `/members/${who.member}`, undefined, 'DELETE');
    expect(await change(of.admin, of.admin, { administrator: false })).toMatchObject(last);
    expect(await end(of.admin, of.admin)).toMatchObject(last);
    await change(of.admin, bob, { administrator: true });
    // Whoever closes the account is as good as gone.
    await api.orm.update(userProfiles).set({ erasedAt: new Date() }).where(eq(userProfiles.handle, 'bob'));
    expect(await end(of.admin, of.admin)).toMatchObject(last);
    await api.orm.update(userProfiles).set({ erasedAt: null });

    const cem = await of.add('Cem', { permissions: ['staff.removeMembers'] });
    expect(await end(cem, bob)).toMatchObject(only);
    expect(await end(of.admin, of.admin)).toMatchObject(DONE);
    expect(await of.ask(of.admin, '/departments')).toMatchObject({ status: 404 });
    expect(await end(bob, cem)).toMatchObject(DONE);
    expect(await end(bob, cem)).toMatchObject(NOT_FOUND);
    expect(await api.orm.select().from(grants)).toEqual([]);
    const rows = await of.ask<{ entries: AuditEntry[] }>(bob, '/audit');
    expect(rows.data.entries.map(({ action, by, detail }) => [action, by.name, detail])).toEqual(
      expect.arrayContaining([
        ['memberPlaced', 'Ann', { member: 'Bob', department: 'Desk', before: '' }],
        ['memberRolesChanged', 'Ann', { member: 'Bob', added: 'Dealer', removed: '' }],
        ['administratorMade', 'Ann', { member: 'Bob' }],
        ['memberLeft', 'Ann', {}],
        ['memberRemoved', 'Bob', { member: 'Cem' }],
      ]),
    );
  });
});

describe('the audit', () => {
  it('comes in pages, newest first, and as a file that runs nothing', async () => {
    const of = await companyWith(api);
    await department(of, '=1+1');
    for (let n = 0; n < 55; n += 1) await role(of, `Role ${n}`);
    type Page = { entries: AuditEntry[]; next: string | null };
    const first = (await of.ask<Page>(of.admin, '/audit')).data;
    expect(first.entries).toHaveLength(50);
    expect(first.entries[0]).toMatchObject({
      action: 'roleAdded',
      by: { kind: 'member', name: 'Ann' },
      detail: { role: 'Role 54' },
    });
    const rest = (await of.ask<Page>(of.admin, `/audit?after=${first.next}`)).data;
    expect(rest.entries.map(({ action }) => action).slice(-2)).toEqual(['departmentAdded', 'companyCreated']);
    expect([rest.entries.length, rest.next]).toEqual([7, null]);
    expect(await of.ask(of.admin, '/audit?after=WyJ4IiwieSJd')).toMatchObject({ status: 422 });
    for (const at of ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0000-01-01', '-000001-01-01T00:00:00Z']) {
      expect(await of.ask(of.admin, `/audit?after=${cursorOf(at, '1')}`), at).toMatchObject({ status: 400 });
    }
    const file = await api.api.ask(`/api/web/company/${of.id}/audit?format=csv`, {
      headers: { token: of.admin.token },
    });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    const lines = file.text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toHaveLength(58);
    expect(lines[0]).toContain('"at","action"');
    expect(file.text).toContain(`"'=1+1"`);
  });
});

describe('the end of an account', () => {
  const close = (by: Person) => api.ask('profile/close', { token: by.token, body: { password: PASSWORD } });
  const operator = adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }));

  it('waits until somebody else administrates; an operator may erase all the same, and is told', async () => {
    const of = await companyWith(api);
    expect(await close(of.admin)).toMatchObject(DONE);
    await api.ask('profile/close', { token: of.admin.token, method: 'DELETE' });
    const bob = await of.add('Bob', { department: await department(of, 'Desk'), permissions: ['orders.enter'] });
    expect(await close(of.admin)).toMatchObject(refused('server.company.lastAdministratorClosing'));
    expect((await api.orm.select().from(userProfiles)).every(({ erasedAt }) => erasedAt === null)).toBe(true);
    expect(await close(bob)).toMatchObject(DONE);

    const [line, ...told] = await operator('users', 'erase', of.admin.email);
    expect(line).toContain('is erased');
    expect(told).toEqual([expect.stringMatching(`^The company ${of.id} has no administrator`)]);
    const ended = { user: null, department: null, administrator: false, leftAt: expect.any(Date) };
    expect(await api.orm.select().from(companyMembers).where(isNull(companyMembers.user))).toMatchObject([ended]);
    // With its last member the company goes.
    expect(await operator('users', 'erase', bob.email)).toContain(
      `The company ${of.id} is erased: it had no other member.`,
    );
    expect(await api.orm.select().from(companyMembers)).toEqual([]);
    expect(await api.orm.select().from(grants)).toEqual([]);
  });
});
