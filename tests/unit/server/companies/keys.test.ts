/** A company's keys: made, rotated, changed, revoked by whoever may, and what the partner API makes of it at once. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { CompanyKey } from '../../../../src/contract/companyKeys.ts';
import { PARTNER_CODES } from '../../../../src/contract/errors.ts';
import { KEY_LIMITS } from '../../../../src/forms/lists.ts';
import { newId } from '../../../../src/server/companies/rows.ts';
import {
  companies,
  companyAudit,
  companyMembers,
  grants,
  partnerKeys,
  users,
} from '../../../../src/server/db/schema.ts';
import { networkOf } from '../../../../src/server/geo/addresses.ts';
import { callAs, type KeyPair, keyPair, PARTNER_SITE } from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
let token: string;
let company: string;
let pair: KeyPair;

beforeEach(async () => {
  ({ token } = await api.user());
  const registration = { name: 'Aoki Securities', country: 'JP', licence: '123', authority: 'FSA' };
  company = (await api.ask<{ id: string }>('/api/web/company', { token, body: registration })).data.id;
  pair = await keyPair();
});

const path = (rest = '') => `/api/web/company/${company}/keys${rest}`;
const body = (given: object = {}) => ({
  name: 'Order system',
  kind: 'sandbox',
  publicKey: pair.publicKey,
  scopes: ['reference.read'],
  networks: ['127.0.0.1'],
  expiresAt: null,
  ...given,
});
const make = (given: object = {}, as = token) => api.ask<{ id: string }>(path(), { token: as, body: body(given) });
const keys = async () => (await api.ask<{ keys: CompanyKey[] }>(path(), { token })).data.keys;
const send = (rest: string, method: string, sent?: object, as = token) =>
  api.ask(path(rest), { token: as, method, ...(sent && { body: sent }) });
const confirm = () => api.orm.update(companies).set({ confirmedAt: new Date() });
const codeAs = async (id: string, privateKey = pair.privateKey) =>
  (await callAs(api.api, { id, privateKey }, '/key')).code;
const audit = async () =>
  (await api.orm.select().from(companyAudit).orderBy(companyAudit.at)).map(({ action, detail }) => ({
    action,
    detail,
  }));

describe('a key', () => {
  it('is made by its public key, works at once, and is noted', async () => {
    const { status, data } = await make();
    expect(status).toBe(200);
    expect(await codeAs(data.id)).toBe(SUCCESS);
    const [made] = await keys();
    expect(made).toMatchObject({
      id: data.id,
      name: 'Order system',
      kind: 'sandbox',
      scopes: ['reference.read'],
      networks: ['127.0.0.1/32'],
      perMinute: KEY_LIMITS.perMinute,
      expiresAt: null,
      revokedAt: null,
      replaces: null,
      refusals: [],
      member: { nickname: 'Hana' },
      usedAt: expect.any(String),
    });
    expect((await audit()).at(-1)).toEqual({ action: 'keyMade', detail: { key: 'Order system', kind: 'sandbox' } });
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown kind', { kind: 'test' }, 'kind'],
    ['no key', { publicKey: 'A'.repeat(43) }, 'publicKey'],
    ['a private key', { publicKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }, 'publicKey'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['constructor'] }, 'scopes.0'],
    ['no network', { networks: [] }, 'networks'],
    ['a network that is none', { networks: ['203.0.113.0/24', '203.0.113.0/33'] }, 'networks.1'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('is not made with %s', async (_, wrong, field) => {
    const { status, data } = await make(wrong);
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it('is made once by one public key', async () => {
    await make();
    const { status, data } = await make({ name: 'Again' });
    expect([status, data]).toMatchObject([422, { fields: [{ field: 'publicKey' }] }]);
    expect(await keys()).toHaveLength(1);
  });

  it('for live calls needs a confirmed company', async () => {
    expect((await make({ kind: 'live' })).status).toBe(409);
    await confirm();
    expect((await make({ kind: 'live' })).status).toBe(200);
  });

  it('is one of a limited number', async () => {
    const rest = { company, name: 'a', kind: 'sandbox', scopes: [], networks: [], perMinute: 1 } as const;
    const [member] = await api.orm.select().from(companyMembers);
    const row = { ...rest, scopes: [], networks: [], member: String(member?.id), createdAt: new Date() };
    const ids = Array.from({ length: KEY_LIMITS.keys }, newId);
    await api.orm.insert(partnerKeys).values(ids.map((id) => ({ ...row, id, publicKey: id })));
    expect((await make()).status).toBe(409);
    await send(`/${ids[0]}`, 'DELETE');
    expect((await make()).status).toBe(200);
  });

  it('is revoked at once, once, and noted', async () => {
    const { data } = await make();
    expect((await send(`/${data.id}`, 'DELETE')).status).toBe(200);
    expect(await codeAs(data.id)).toBe(PARTNER_CODES.key.code);
    expect((await send(`/${data.id}`, 'DELETE')).status).toBe(200);
    const noted = (await audit()).filter(({ action }) => action === 'keyRevoked');
    expect(noted).toEqual([{ action: 'keyRevoked', detail: { key: 'Order system' } }]);
  });

  it('gets another name, other networks and another limit', async () => {
    const { data } = await make();
    const changed = { name: 'Research', networks: ['2001:DB8::5/32', '10.1.2.3/8', '10.0.0.0/8'] };
    expect((await send(`/${data.id}`, 'PUT', changed)).status).toBe(200);
    expect((await send(`/${data.id}/limit`, 'PUT', { perMinute: 1 })).status).toBe(200);
    expect(await keys()).toMatchObject([{ name: 'Research', networks: ['2001:db8::/32', '10.0.0.0/8'], perMinute: 1 }]);
    expect(await codeAs(data.id)).toBe(PARTNER_CODES.network.code);
    await send(`/${data.id}/limit`, 'PUT', { perMinute: null });
    expect(await keys()).toMatchObject([{ perMinute: KEY_LIMITS.perMinute }]);
    for (const perMinute of [0, KEY_LIMITS.perMinute + 1, 1.5, '5', undefined]) {
      expect((await send(`/${data.id}/limit`, 'PUT', { perMinute })).status, String(perMinute)).toBe(422);
    }
    const noted = (await audit()).filter(({ action }) => action === 'keyChanged');
    expect(noted.map(({ detail }) => detail)).toEqual([
      { key: 'Research', networks: '2001:db8::/32 10.0.0.0/8' },
      { key: 'Research', perMinute: '1' },
      { key: 'Research', perMinute: String(KEY_LIMITS.perMinute) },
    ]);
  });

  it('has its refused calls counted', async () => {
    const { data } = await make();
    const other = await keyPair();
    for (let n = 0; n < 2; n += 1) await codeAs(data.id, other.privateKey);
    const expected = [{ code: PARTNER_CODES.signature.code, calls: 2 }];
    await vi.waitFor(async () => expect((await keys())[0]?.refusals).toEqual(expected));
  });
});

describe('rotation', () => {
  it('adds a key, and ends the old one after some hours', async () => {
    const { data } = await make();
    const next = await keyPair();
    const rotated = await api.ask<{ id: string }>(path(`/${data.id}/rotation`), {
      token,
      body: { publicKey: next.publicKey, overlapHours: 24, expiresAt: null },
    });
    expect(rotated.status).toBe(200);
    expect([await codeAs(data.id), await codeAs(rotated.data.id, next.privateKey)]).toEqual([SUCCESS, SUCCESS]);
    const found = new Map((await keys()).map((key) => [key.id, key]));
    expect(found.get(rotated.data.id)).toMatchObject({ name: 'Order system', replaces: data.id, expiresAt: null });
    const end = Date.parse(String(found.get(data.id)?.expiresAt));
    expect(Math.abs(end - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    const later = await api.serving({}, { site: PARTNER_SITE, now: () => new Date(end) });
    const call = (id: string, { privateKey }: KeyPair) => callAs(later, { id, privateKey }, '/key', { now: end });
    expect((await call(data.id, pair)).code).toBe(PARTNER_CODES.key.code);
    expect((await call(rotated.data.id, next)).code).toBe(SUCCESS);
    expect((await audit()).at(-1)).toEqual({ action: 'keyRotated', detail: { key: 'Order system', hours: '24' } });
  });

  it('ends it no later than it ended before, and at once if asked', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { data } = await make({ expiresAt });
    const rotate = async (overlapHours: unknown) => {
      const { publicKey } = await keyPair();
      return (await send(`/${data.id}/rotation`, 'POST', { publicKey, overlapHours, expiresAt: null })).status;
    };
    expect(await rotate(168)).toBe(200);
    expect((await keys()).find(({ id }) => id === data.id)?.expiresAt).toBe(expiresAt);
    for (const wrong of [-1, 169, 0.5, null]) expect(await rotate(wrong)).toBe(422);
    expect(await rotate(0)).toBe(200);
    expect(await codeAs(data.id)).toBe(PARTNER_CODES.key.code);
    expect(await rotate(0)).toBe(409);
  });

  it('makes a key in the name of who rotates', async () => {
    const { data } = await make();
    const ken = await member('api.rotateKeys');
    const { publicKey } = await keyPair();
    const rotation = { publicKey, overlapHours: 1, expiresAt: null };
    expect((await send(`/${data.id}/rotation`, 'POST', rotation, ken.token)).status).toBe(200);
    expect((await keys()).find(({ replaces }) => replaces === data.id)?.member).toEqual({
      id: ken.id,
      nickname: 'Ken',
    });
  });
});

/** Another member, with one permission. */
async function member(permission?: string): Promise<{ id: string; token: string }> {
  const entered = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  const [user] = await api.orm.select().from(users).where(eq(users.email, entered.email));
  const [id, at] = [newId(), new Date()];
  const row = { id, company, user: String(user?.id), administrator: false, joinedAt: at };
  await api.orm.insert(companyMembers).values(row);
  if (permission) {
    await api.orm.insert(grants).values({ id: newId(), company, permission, member: id, effect: 'allow', by: id, at });
  }
  return { id, token: entered.token };
}

/** Each call with the permission that it needs. */
const CALLS = [
  ['api.viewKeys', '', 'GET', undefined],
  ['api.createSandboxKeys', '', 'POST', () => body({ publicKey: 'other' })],
  ['api.createLiveKeys', '', 'POST', () => body({ publicKey: 'other', kind: 'live' })],
  ['api.rotateKeys', '/KEY/rotation', 'POST', () => ({ publicKey: 'other', overlapHours: 1, expiresAt: null })],
  ['api.changeNetworks', '/KEY', 'PUT', () => ({ name: 'a1', networks: ['::1'] })],
  ['api.setLimits', '/KEY/limit', 'PUT', () => ({ perMinute: 7 })],
  ['api.revokeKeys', '/KEY', 'DELETE', undefined],
] as const;

describe.each(CALLS)('%s', (permission, rest, method, sent) => {
  it('is what the call needs, and it finds keys of the own company only', async () => {
    await confirm();
    const { data } = await make();
    const { publicKey } = await keyPair();
    const given = () => sent && { ...sent(), ...('publicKey' in sent() && { publicKey }) };
    const ken = await member();
    const call = (id: string) => send(rest.replace('KEY', id), method, given(), ken.token);
    const { status, data: refused } = await call(data.id);
    expect([status, refused]).toMatchObject([403, { fields: [{ field: permission }] }]);
    const grant = { id: newId(), company, permission, member: ken.id, effect: 'allow', by: ken.id } as const;
    await api.orm.insert(grants).values({ ...grant, at: new Date() });
    if (rest) expect((await call('unknownUnknown_1')).status).toBe(404);
    expect((await call(data.id)).status).toBe(200);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9/32'],
  [' 203.0.113.9/24 ', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0::1/64', '2001:db8::/64'],
  ['::1', '::1/128'],
  ['::ffff:203.0.113.9', '203.0.113.9/32'],
  ['::ffff:203.0.113.9/120', null],
  ['203.0.113.0/33', null],
  ['203.0.113.0/', null],
  ['203.0.113.0/24/1', null],
  ['203.0.113.0/-1', null],
  ['203.0.113', null],
  ['0x7f.0.0.1', null],
  ['fe80::1%eth0', null],
  ['example.com', null],
  ['', null],
])('the network %j is %j', (text, expected) => {
  expect(networkOf(text)).toBe(expected);
});
