/** The calls of partners: what they answer, and their OpenAPI document. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { allExchanges } from '../../../../src/catalogue/exchanges.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import * as contract from '../../../../src/contract/partner.ts';
import { newId } from '../../../../src/server/companies/rows.ts';
import { companyMemberRoles, companyMembers, companyRoles, grants } from '../../../../src/server/db/schema.ts';
import { childrenOf } from '../../../../src/server/dictionary.ts';
import { countries } from '../../../../src/server/geo/countries.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
let key: PartnerKey;

beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm));
});
const call = (path: string, given: Parameters<typeof callAs>[3] = {}) => callAs(api.api, key, path, given);

it('the key says whose it is', async () => {
  const { status, code, data } = await call('/key');
  expect([status, code]).toEqual([200, SUCCESS]);
  expect(v.parse(contract.partnerKeyCall.data, data)).toMatchObject({
    id: key.id,
    kind: 'live',
    member: key.member,
    perMinute: 300,
    networks: ['127.0.0.0/8'],
    expiresAt: null,
    company: { id: key.company, confirmed: true },
  });
});

describe('reference data', () => {
  it('countries, cities and the dictionary are those of the public calls', async () => {
    expect((await call('/countries')).data).toEqual({ list: countries });
    const own = await call('/cities/JP');
    expect(own.data).toEqual((await api.ask('/api/web/common/city/cityList/JP')).data);
    expect((await call('/cities/392')).text).toBe(own.text);
    expect((await call('/dictionary/0')).data).toEqual({ list: childrenOf(0) });
    expect(own.headers['cache-control']).toMatch(/^private/);
    for (const path of ['/cities/XX', '/cities/1%2f', '/dictionary/x', '/dictionary/999999999']) {
      expect((await call(path)).status, path).toBe(404);
    }
  });

  it('exchanges have their sessions and holidays', async () => {
    const { data } = await call('/exchanges');
    const { list } = v.parse(contract.partnerExchangesCall.data, data);
    expect(list.map(({ mic }) => mic)).toEqual(allExchanges().map(({ mic }) => mic));
    expect(list.find(({ mic }) => mic === 'XTKS')).toMatchObject({
      zone: 'Asia/Tokyo',
      week: [[], ...Array.from({ length: 5 }, () => [{ opens: '09:00', closes: '11:30' }, expect.anything()]), []],
    });
  });

  it('HEAD has no body', async () => {
    const { status, text, headers } = await call('/countries', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  });
});

describe('the permission check', () => {
  const check = (body: object) => call('/permissions/check', { body: JSON.stringify(body) });
  let ken: string;
  beforeEach(async () => {
    ken = newId();
    const role = newId();
    const at = new Date();
    const user = await storedUser(api.orm, 'ken@example.com');
    await api.orm
      .insert(companyMembers)
      .values({ id: ken, company: key.company, user, administrator: false, joinedAt: at });
    await api.orm.insert(companyRoles).values({ id: role, company: key.company, name: 'Trainee' });
    const grant = { company: key.company, permission: 'orders.cancel', by: key.member, at };
    await api.orm.insert(grants).values([
      { ...grant, id: newId(), member: ken, effect: 'allow' },
      { ...grant, id: newId(), role, effect: 'deny' },
      { ...grant, id: newId(), permission: 'orders.amend', member: ken, effect: 'allow' },
    ]);
  });

  it('says for each permission whether and why, by id and by address', async () => {
    const permissions = ['orders.cancel', 'orders.enter', 'orders.amend'];
    const { status, data } = await check({ member: ken, permissions });
    expect(status).toBe(200);
    const { member, decisions } = v.parse(contract.permissionCheckData, data);
    expect(member).toBe(ken);
    expect(decisions.map(({ permission, allowed }) => [permission, allowed])).toEqual([
      ['orders.cancel', true],
      ['orders.enter', false],
      ['orders.amend', true],
    ]);
    expect(decisions[0]?.reasons).toEqual([
      { kind: 'member', name: '', effect: 'allow', until: null, inherited: false },
    ]);
    expect((await check({ email: 'Ken@Example.com', permissions })).data).toEqual(data);
  });

  it('names the role that denies', async () => {
    const [role] = await api.orm.select().from(companyRoles);
    await api.orm.insert(companyMemberRoles).values({ member: ken, role: String(role?.id) });
    const { data } = await check({ member: ken, permissions: ['orders.cancel'] });
    expect(data).toMatchObject({ decisions: [{ allowed: false, reasons: [{ kind: 'role', name: 'Trainee' }, {}] }] });
  });

  it.each([
    [
      'both a member and an address',
      { member: 'abcdefgh', email: 'ken@example.com', permissions: ['orders.enter'] },
      'member',
    ],
    ['neither', { permissions: ['orders.enter'] }, 'member'],
    ['no permissions', { email: 'ken@example.com', permissions: [] }, 'permissions'],
    [
      'an unknown permission',
      { email: 'ken@example.com', permissions: ['orders.enter', 'orders.none'] },
      'permissions.1',
    ],
  ])('is refused with %s', async (_, body, field) => {
    const { status, data } = await check(body);
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it('knows members of the own company only', async () => {
    const other = await partnerKey(api.orm, await storedUser(api.orm, 'rika@example.com'));
    for (const whose of [{ member: other.member }, { email: 'rika@example.com' }, { member: 'unknownMember' }]) {
      expect((await check({ ...whose, permissions: ['orders.enter'] })).status).toBe(404);
    }
    await api.orm.update(companyMembers).set({ leftAt: new Date() });
    await api.orm.update(companyMembers).set({ leftAt: null }).where(eq(companyMembers.id, key.member));
    expect((await check({ member: ken, permissions: ['orders.enter'] })).status).toBe(404);
  });
});

describe('the OpenAPI document', () => {
  it('has every call with its scope, and the document of the site has none of them', async () => {
    const { paths, components, servers } = JSON.parse((await api.api.ask(contract.PARTNER_OPENAPI_PATH)).text);
    const calls = Object.values(contract).flatMap((one) =>
      typeof one === 'object' && 'path' in one ? String(one.path) : [],
    );
    expect(Object.keys(paths).sort()).toEqual([...new Set(calls)].sort());
    expect(servers).toEqual([{ url: PARTNER_SITE }]);
    expect(Object.keys(components.securitySchemes)).toEqual(['signature']);
    const check = paths[contract.permissionCheckCall.path].post;
    expect(check.security).toEqual([{ signature: ['permissions.check'] }]);
    expect(check.requestBody.content['application/json'].schema.properties.permissions).toMatchObject({
      description: expect.any(String),
      examples: [['orders.enter', 'orders.cancel']],
    });
    expect(paths[contract.partnerCitiesCall.path].get.parameters).toMatchObject([{ name: 'country', in: 'path' }]);
    const site = JSON.parse((await api.api.ask('/api/openapi.json')).text);
    expect(Object.keys(site.paths).filter((path) => path.startsWith(contract.PARTNER_ROOT))).toEqual([]);
  });

  it('other methods get 405, unsigned too', async () => {
    const { status, headers } = await api.api.ask(contract.permissionCheckCall.path);
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});
