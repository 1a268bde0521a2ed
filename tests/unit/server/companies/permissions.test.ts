/** Permissions of members: granted, denied, held together; what one without the right may not give. */
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { AuditEntry, CompanyGrant, MemberPermissions } from '../../../../src/contract/companies.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { FAULT_WORDS, type FaultKey } from '../../../../src/forms/faultWords.ts';
import { exceptions } from '../../../../src/server/db/schema.ts';
import { type ServerMessage, serverMessage } from '../../../../src/server/messages.ts';
import { companyWith, type Person, storeGrant, type TestCompany } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const said = (key: ServerMessage) => serverMessage(key, 'en-US');
const refused = (key: ServerMessage, code: number = SERVER_CODES.conflict.code) => ({ code, message: said(key) });
const faulty = (field: string, key: FaultKey) => ({
  code: SERVER_CODES.invalid.code,
  data: { fields: [{ field, message: said(FAULT_WORDS[key]) }] },
});
const NOT_PERMITTED = { status: 403, ...refused('server.company.notPermitted', USER_CODES.forbidden.code) };
const DONE = { code: SUCCESS };
const idIn = async (asked: Promise<{ data: unknown }>) => (await asked).data as { id: string };

const department = async (of: TestCompany, name: string, parent: string | null = null) =>
  (await idIn(of.ask(of.admin, '/departments', { name, parent }))).id;
const role = async (of: TestCompany, name: string) => (await idIn(of.ask(of.admin, '/roles', { name }))).id;
const grant = (of: TestCompany, by: Person, subject: object, permission: string, rest: object = {}) =>
  of.ask<{ conflicts: object[] }>(by, '/grants', { subject, permission, effect: 'allow', until: null, ...rest });
const audit = async (of: TestCompany) => (await of.ask<{ entries: AuditEntry[] }>(of.admin, '/audit')).data.entries;

describe('permissions', () => {
  it('are granted, denied and taken back, with reasons by name', async () => {
    const of = await companyWith(api);
    const firm = await department(of, 'Firm');
    const sales = await department(of, 'Sales', firm);
    const trainee = await role(of, 'Trainee');
    const bob = await of.add('Bob', { department: sales });
    await of.ask(of.admin, `/members/${bob.member}`, { roles: [trainee] }, 'PUT');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await grant(of, of.admin, { kind: 'department', id: firm }, 'orders.enter', { until });
    await grant(of, of.admin, { kind: 'role', id: trainee }, 'orders.enter', { effect: 'deny' });
    const see = async (by: Person) => (await of.ask<MemberPermissions>(by, `/members/${bob.member}/permissions`)).data;
    expect(await see(bob)).toEqual({
      decisions: [
        {
          permission: 'orders.enter',
          allowed: false,
          conflicts: [],
          reasons: [
            { kind: 'role', name: 'Trainee', effect: 'deny', until: null, inherited: false },
            { kind: 'department', name: 'Firm', effect: 'allow', until, inherited: true },
          ],
        },
      ],
      exceptions: [],
    });
    expect(await of.ask(bob, `/members/${of.admin.member}/permissions`)).toMatchObject(NOT_PERMITTED);
    await grant(of, of.admin, { kind: 'role', id: trainee }, 'orders.enter', { effect: 'clear' });
    expect((await see(of.admin)).decisions).toMatchObject([{ allowed: true, reasons: [{ name: 'Firm' }] }]);
    expect(
      (await of.ask<{ grants: CompanyGrant[] }>(of.admin, `/grants?kind=department&id=${firm}`)).data.grants,
    ).toEqual([
      {
        id: expect.any(String),
        subject: { kind: 'department', id: firm },
        permission: 'orders.enter',
        effect: 'allow',
        until,
        by: of.admin.member,
        at: expect.any(String),
      },
    ]);
    expect(await of.ask(of.admin, '/grants?kind=__proto__&id=x')).toMatchObject(faulty('kind', 'choiceUnknown'));
    for (const kind of ['department', 'role', 'member']) {
      expect(await grant(of, of.admin, { kind, id: 'unknown1' }, 'orders.enter')).toMatchObject(
        faulty('subject', 'choiceUnknown'),
      );
    }
    expect(await grant(of, of.admin, { kind: 'role', id: trainee }, 'orders.fly')).toMatchObject(
      faulty('permission', 'choiceUnknown'),
    );
    const past = { until: '2026-01-01T00:00:00Z' };
    expect(await grant(of, of.admin, { kind: 'role', id: trainee }, 'orders.enter', past)).toMatchObject(
      faulty('until', 'untilPast'),
    );
  });

  it('that exclude each other are named, and held together by an exception, which nobody gives to himself', async () => {
    const of = await companyWith(api);
    const bob = await of.add('Bob', { permissions: ['staff.grantExceptions'] });
    const subject = { kind: 'member', id: bob.member };
    const pair = ['staff.proposeBonus', 'staff.approveBonus'];
    expect((await grant(of, of.admin, subject, 'staff.proposeBonus')).data).toEqual({ conflicts: [] });
    expect((await grant(of, of.admin, subject, 'staff.approveBonus')).data).toEqual({
      conflicts: [{ member: bob.member, permission: 'staff.proposeBonus' }],
    });
    const except = (by: Person, permissions: string[], reason = 'Two people on leave') =>
      of.ask<{ id: string }>(by, `/members/${bob.member}/exceptions`, { permissions, reason, until: null });
    expect(await except(bob, pair)).toMatchObject(refused('server.company.ownException'));
    expect(await except(of.admin, ['orders.enter', 'orders.fly'])).toMatchObject({ status: 422 });
    expect(await except(of.admin, ['staff.proposeBonus', 'staff.viewMembers'])).toMatchObject(
      refused('server.company.noConflict'),
    );
    expect(await except(of.admin, pair, ' ')).toMatchObject(faulty('reason', 'reasonEmpty'));
    const { data } = await except(of.admin, pair);
    expect((await except(of.admin, pair.toReversed())).data).toEqual(data);
    const held = async () => {
      const { data: seen } = await of.ask<MemberPermissions>(bob, `/members/${bob.member}/permissions`);
      return seen.decisions.flatMap(({ permission, allowed }) =>
        allowed && pair.includes(permission) ? permission : [],
      );
    };
    expect((await held()).sort()).toEqual(pair.toSorted());
    expect(await of.ask(of.admin, `/exceptions/${data.id}`, undefined, 'DELETE')).toMatchObject(DONE);
    expect(await held()).toEqual([]);
    expect(await api.orm.select().from(exceptions)).toEqual([]);
    expect((await audit(of)).map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['exceptionGranted', { member: 'Bob', first: pair[1], second: pair[0], reason: 'Two people on leave' }],
        ['exceptionEnded', { member: 'Bob', first: pair[1], second: pair[0] }],
      ]),
    );
  });
});

describe('one who is no administrator', () => {
  const OWN = [
    ...['staff.assignPermissions', 'staff.placeMembers', 'staff.assignRoles', 'staff.changeDepartments'],
    ...['staff.changeRoles', 'staff.inviteMembers', 'orders.enter'],
  ];
  const exceeds = refused('server.company.notGrantable');

  it('grants, denies and takes back only what he holds, and for no longer', async () => {
    const of = await companyWith(api);
    const bob = await of.add('Bob', { permissions: OWN });
    const cem = await of.add('Cem');
    const soon = new Date(Date.now() + 3_600_000);
    await storeGrant(api.orm, of.id, { member: bob.member }, 'fees.view', { until: soon });
    const subject = { kind: 'member', id: cem.member };
    const to = (permission: string, rest: object = {}) => grant(of, bob, subject, permission, rest);
    for (const rest of [{}, { effect: 'deny' }, { effect: 'clear' }]) {
      expect(await to('orders.cancel', rest)).toMatchObject(exceeds);
      expect(await to('orders.enter', rest)).toMatchObject(DONE);
    }
    expect(await to('fees.view')).toMatchObject(exceeds);
    expect(await to('fees.view', { until: soon.toISOString() })).toMatchObject(DONE);
    expect(await grant(of, bob, { kind: 'member', id: bob.member }, 'orders.cancel')).toMatchObject(exceeds);
  });

  it('neither by departments and roles, nor by lifting what denies, nor by an invitation', async () => {
    const of = await companyWith(api);
    const bob = await of.add('Bob', { permissions: OWN });
    const [desk, rest, free] = [
      await department(of, 'Desk'),
      await department(of, 'Rest'),
      await department(of, 'Free'),
    ];
    const cem = await of.add('Cem', { department: rest });
    const [dealer, trainee] = [await role(of, 'Dealer'), await role(of, 'Trainee')];
    await storeGrant(api.orm, of.id, { department: desk }, 'orders.cancel');
    await storeGrant(api.orm, of.id, { role: dealer }, 'orders.cancel');
    await storeGrant(api.orm, of.id, { member: cem.member }, 'orders.amend');
    await storeGrant(api.orm, of.id, { role: trainee }, 'orders.amend', { effect: 'deny' });
    await of.ask(of.admin, `/members/${cem.member}`, { roles: [trainee] }, 'PUT');
    const put = (path: string, body: object) => of.ask(bob, path, body, 'PUT');
    for (const who of [cem, bob])
      expect(await put(`/members/${who.member}`, { department: desk })).toMatchObject(exceeds);
    expect(await put(`/members/${cem.member}`, { roles: [trainee, dealer] })).toMatchObject(exceeds);
    expect(await put(`/members/${cem.member}`, { roles: [] })).toMatchObject(exceeds);
    expect(await of.ask(bob, `/roles/${trainee}`, undefined, 'DELETE')).toMatchObject(exceeds);
    expect(await put(`/departments/${rest}`, { name: 'Rest', parent: desk })).toMatchObject(exceeds);
    // Nobody is in it yet.
    expect(await put(`/departments/${free}`, { name: 'Free', parent: desk })).toMatchObject(exceeds);
    const invite = (given: object) =>
      of.ask(bob, '/invitations', {
        email: 'x@example.com',
        locale: 'ja',
        department: null,
        roles: [],
        administrator: false,
        ...given,
      });
    expect(await invite({ department: desk })).toMatchObject(exceeds);
    expect(await invite({ roles: [dealer] })).toMatchObject(exceeds);
    expect(await invite({ administrator: true })).toMatchObject({ status: 403 });
    expect(await api.waiting()).toEqual(['userConfirm', 'userConfirm', 'userConfirm']);
    expect(await invite({ department: rest, roles: [trainee] })).toMatchObject(DONE);
    expect(await put(`/members/${cem.member}`, { department: free })).toMatchObject(DONE);
  });

  it('nor by denying the other of two that exclude each other', async () => {
    const of = await companyWith(api);
    const bob = await of.add('Bob', { permissions: ['staff.assignPermissions', 'staff.approveBonus'] });
    const cem = await of.add('Cem', { permissions: ['staff.approveBonus', 'staff.proposeBonus'] });
    const deny = { effect: 'deny' };
    expect(await grant(of, bob, { kind: 'member', id: cem.member }, 'staff.approveBonus', deny)).toMatchObject(exceeds);
  });
});
