/** What a company says of itself, and what the operator makes of it: confirmed as it was shown, and not when it changed. */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CompanyOverview } from '../../../../src/contract/companies.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { isConfirmed } from '../../../../src/server/companies/confirmed.ts';
import { OPERATOR } from '../../../../src/server/companies/rows.ts';
import {
  companies,
  companyAudit,
  companyMembers,
  mails,
  operatorAudit,
  partnerKeys,
  userProfiles,
  users,
} from '../../../../src/server/db/schema.ts';
import { companiesOf, REGISTRATION } from '../../../helpers/server/companies.ts';
import { partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { operator, create, confirm, join, versionOf, userId } = companiesOf(api);
const KEN = { email: 'ken@example.com', nickname: 'Ken' };
const put = (path: string, token: string, body: object) =>
  api.ask<CompanyOverview>(`/api/web/company/${path}`, { method: 'PUT', token, body });
const stored = async (id: string) => (await api.orm.select().from(companies).where(eq(companies.id, id)))[0];
const noted = async (id: string) =>
  (await api.orm.select().from(companyAudit).where(eq(companyAudit.company, id)).orderBy(companyAudit.at)).map(
    ({ action, detail }) => [action, detail],
  );
const PROFILE = { description: 'Shares.\nBonds.', website: 'https://aoki.example', contact: 'desk@aoki.example' };

describe('a company', () => {
  it('changes its profile, and stays confirmed', async () => {
    const { token } = await api.user();
    const id = await create(token);
    await confirm(id);
    const { status, data } = await put(id, token, PROFILE);
    expect([status, data]).toMatchObject([200, { ...PROFILE, confirmed: true }]);
    expect((await put(id, token, PROFILE)).status).toBe(200);
    expect(await stored(id)).toMatchObject(PROFILE);
    const entries = await noted(id);
    expect(entries.slice(1)).toEqual([['profileChanged', { changed: 'description website contact' }]]);
    expect(JSON.stringify(entries)).not.toContain('desk@');
    for (const [wrong, field] of [
      [{ website: 'http://aoki.example' }, 'website'],
      [{ website: 'javascript:alert(1)' }, 'website'],
      [{ contact: 'desk' }, 'contact'],
    ] as const) {
      expect((await put(id, token, { ...PROFILE, ...wrong })).data).toMatchObject({ fields: [{ field }] });
    }
  });

  it('is unconfirmed by a change of what was confirmed, and by nothing else; its audit says what changed', async () => {
    const { token } = await api.user();
    const id = await create(token);
    await confirm(id);
    expect((await put(`${id}/registration`, token, REGISTRATION)).data.confirmed).toBe(true);
    expect((await noted(id)).length).toBe(1);
    const changed = { ...REGISTRATION, name: 'Aoki Bank', licence: '', authority: '' };
    expect((await put(`${id}/registration`, token, changed)).data).toMatchObject({ ...changed, confirmed: false });
    expect((await noted(id)).slice(1)).toEqual(
      expect.arrayContaining([
        ['registrationChanged', { name: 'Aoki Securities → Aoki Bank', licence: '123 → –', authority: 'FSA → –' }],
        ['companyUnconfirmed', {}],
      ]),
    );
  });

  it('is changed by members with the permission only, each permission for its own', async () => {
    const { token } = await api.user();
    const id = await create(token);
    const ken = await api.user(KEN);
    for (const path of [id, `${id}/registration`]) {
      expect((await put(path, ken.token, path === id ? PROFILE : REGISTRATION)).status).toBe(404);
    }
    await join(id, ken.email, ['settings.editProfile']);
    expect((await put(id, ken.token, PROFILE)).status).toBe(200);
    const refused = await put(`${id}/registration`, ken.token, { ...REGISTRATION, name: 'Ken' });
    expect(refused).toMatchObject({
      status: USER_CODES.forbidden.status,
      code: USER_CODES.forbidden.code,
      data: { fields: [{ field: 'settings.changeRegistration' }] },
    });
    expect(await stored(id)).toMatchObject(REGISTRATION);
  });
});

describe('the operator', () => {
  it('confirms what was shown, and tells the administrators in their language', async () => {
    const { token } = await api.user();
    const id = await create(token);
    const ken = await api.user(KEN);
    await join(id, ken.email);
    await api.orm
      .update(userProfiles)
      .set({ locale: 'ja' })
      .where(eq(userProfiles.userId, await userId('hana@example.com')));
    const shown = await operator.companies('show', id);
    const version = await versionOf(id);
    expect(shown).toEqual(
      expect.arrayContaining([
        ...['name: Aoki Securities', 'country: JP', 'licence: 123', 'authority: FSA', 'state: unconfirmed'],
        ...[`version: ${version}`, 'administrator: hana@example.com', 'members: 2'],
      ]),
    );
    expect(shown.join('\n')).not.toContain(ken.email);
    await expect(operator.companies('confirm', id)).rejects.toThrow(
      new RegExp(`licence: 123\\n(.*\\n)*.*confirm ${id} ${version}`),
    );
    expect(await stored(id)).toMatchObject({ confirmedAt: null });
    expect(await operator.companies('confirm', id, version)).toEqual([
      ...['name: Aoki Securities', 'country: JP', 'licence: 123', 'authority: FSA', `version: ${version}`],
      `${id} is confirmed.`,
    ]);
    const row = await stored(id);
    expect(row && isConfirmed(row)).toBe(true);
    const told = await api.orm.select().from(mails).where(eq(mails.name, 'companyConfirmed'));
    expect(told).toMatchObject([
      {
        recipient: 'hana@example.com',
        locale: 'ja',
        content: { path: '/company', values: { name: 'Aoki Securities' } },
      },
    ]);
    await expect(operator.companies('confirm', id, version)).rejects.toThrow('is confirmed already');
    expect((await operator.companies('list'))[0]).toMatch(
      new RegExp(`^${id}  .* UTC  JP  confirmed  members 2  Aoki Securities$`),
    );
    expect(await operator.companies('unconfirm', id)).toEqual([`${id} is not confirmed any more.`]);
    await expect(operator.companies('unconfirm', id)).rejects.toThrow('is not confirmed');
    // Who of the operators it was is for operators.
    expect(JSON.stringify(await api.orm.select().from(companyAudit))).not.toContain('Mika');
    expect((await api.orm.select().from(operatorAudit)).every(({ by }) => by === 'Mika Mori')).toBe(true);
  });

  it('does not confirm what was changed after it was shown', async () => {
    const { token } = await api.user();
    const id = await create(token);
    const version = await versionOf(id);
    await put(`${id}/registration`, token, { ...REGISTRATION, licence: '999' });
    await expect(operator.companies('confirm', id, version)).rejects.toThrow(/another one.*\n(.*\n)*licence: 999/);
    expect(await stored(id)).toMatchObject({ confirmedAt: null });
    expect(await versionOf(id)).not.toBe(version);
    expect((await operator.companies('show', id)).join('\n')).toContain('changed  licence: 123 → 999');
    expect((await operator.companies('confirm', id, await versionOf(id))).at(-1)).toContain('is confirmed');
  });

  it('names an administrator where none is left who can act, and nowhere else', async () => {
    const { token, email } = await api.user();
    const id = await create(token);
    const ken = await api.user(KEN);
    const name = (to: string) => operator.companies('administrator', id, to);
    await expect(name(ken.email)).rejects.toThrow('has an administrator');
    await api.orm.delete(users).where(eq(users.email, email));
    await expect(name('nobody@example.com')).rejects.toThrow('No user');
    expect(await name('Ken@example.com')).toEqual([`${id} has an administrator again.`]);
    const shown = await api.ask<CompanyOverview>(`/api/web/company/${id}`, { token: ken.token });
    expect(shown.data.me.administrator).toBe(true);
    const { member } = shown.data.me;
    expect((await noted(id)).slice(1)).toEqual([
      ['memberJoined', { member }],
      ['administratorMade', { member }],
    ]);
    // Who is locked cannot name another; the same member is not added twice.
    await operator.companies('show', id);
    await api.orm.update(userProfiles).set({ lockedAt: new Date() });
    await expect(name(ken.email)).rejects.toThrow('locked');
    await api.user({ email: 'mio@example.com', nickname: 'Mio' });
    await join(id, 'mio@example.com');
    await name('mio@example.com');
    const mio = await userId('mio@example.com');
    expect(await api.orm.$count(companyMembers, eq(companyMembers.user, mio))).toBe(1);
  });

  it('erases a company for good; what was assigned to it is not any more', async () => {
    const { token } = await api.user();
    const id = await create(token);
    await confirm(id);
    const reference = await storeApplication(api.orm, await userId('hana@example.com'));
    await operator.applications('assign', reference, id);
    await join(id, (await api.user(KEN)).email, ['clients.readApplications']);
    await api.ask(`/api/web/company/${id}/departments`, { token, body: { name: 'Sales', parent: null } });
    expect((await operator.companies('erase', id))[0]).toContain(`${id} is erased`);
    expect(await api.orm.$count(companies)).toBe(0);
    expect(await api.orm.$count(companyAudit)).toBe(0);
    expect((await operator.applications('show', reference)).join('\n')).not.toContain('assignedTo');
    await expect(operator.companies('show', id)).rejects.toThrow('There is no company');
    expect((await api.orm.select().from(operatorAudit)).map(({ action }) => action)).toContain('erased');
  });

  it('revokes a key of the company, once, and its audit says that the operator did', async () => {
    const key = await partnerKey(api.orm, await storedUser(api.orm));
    const other = await partnerKey(api.orm, await storedUser(api.orm, 'ken@example.com'), { kind: 'sandbox' });
    const lines = async () =>
      (await operator.companies('show', key.company)).filter((line) => line.startsWith('key: '));
    expect(await lines()).toEqual([`key: ${key.id}  live  active  Order system`]);
    await expect(operator.companies('revoke', key.company, other.id)).rejects.toThrow('has no key');
    expect(await operator.companies('revoke', key.company, key.id)).toEqual([`${key.id} is revoked.`]);
    await expect(operator.companies('revoke', key.company, key.id)).rejects.toThrow('has no key');
    expect(await lines()).toEqual([`key: ${key.id}  live  over  Order system`]);
    expect(await api.orm.$count(partnerKeys, isNull(partnerKeys.revokedAt))).toBe(1);
    expect(await api.orm.select().from(companyAudit)).toMatchObject([
      { company: key.company, by: OPERATOR, action: 'keyRevoked', detail: { key: 'Order system' } },
    ]);
    expect(await api.orm.select().from(operatorAudit).where(eq(operatorAudit.action, 'key revoked'))).toMatchObject([
      { by: 'Mika Mori', reference: key.company, detail: key.id },
    ]);
  });

  it('gets the usage or the fault of a wrong command', async () => {
    const id = 'x'.repeat(24);
    for (const [args, fault] of [
      [['nothing'], /^There is no command 'companies nothing'/],
      [['show'], /needs COMPANY\./],
      [['list', 'x'], /does not take 'x'\./],
      [['erase', id, 'x'], /does not take 'x'\./],
      [['administrator', id], /needs EMAIL\./],
      [['revoke', id], /needs KEY\./],
    ] as const) {
      await expect(operator.companies(...args)).rejects.toThrow(fault);
    }
    await expect(operator.companies('show', 'x')).rejects.toThrow('is no reference');
    for (const action of ['show', 'confirm', 'unconfirm', 'erase']) {
      await expect(operator.companies(action, id)).rejects.toThrow('There is no company');
    }
    expect(await operator.companies('list')).toEqual(['There is no company.']);
  });
});

it('a company of an unknown id answers as one of another', async () => {
  const { token } = await api.user();
  const said = await put('unknown', token, PROFILE);
  expect([said.status, said.code]).toEqual([404, SERVER_CODES.notFound.code]);
});
