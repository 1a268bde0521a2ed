/** The seven layers as a table: each broken alone, and before each that follows it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import { SUCCESS } from '../../../../src/contract/common.ts';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { SCOPES } from '../../../../src/contract/partner.ts';
import {
  companies,
  companyMembers,
  partnerKeys,
  partnerNonces,
  partnerRefusals,
  userProfiles,
} from '../../../../src/server/db/schema.ts';
import { tidyPartner } from '../../../../src/server/partner/keyRows.ts';
import type { Layer } from '../../../../src/server/partner/layers.ts';
import {
  callAs,
  type KeyPair,
  keyPair,
  type PartnerKey,
  partnerKey,
  storedUser,
} from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const SITE = 'https://www.example.com';
/** In the middle of a second: `created` is in whole ones. */
const NOW = Date.parse('2026-11-23T08:30:30.500Z');
const api = usersApi({ site: SITE, now: () => new Date(NOW) }, { TRUSTED_PROXY_HOPS: '1' });
let key: PartnerKey;
let other: KeyPair;

type Given = Parameters<typeof callAs>[3];
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
const call = (path: string, { headers = {}, ...given }: Given = {}, as = key) =>
  callAs(api.api, as, path, { site: SITE, now: NOW, ...given, headers: { ...PROXIED, ...headers } });
const codeOf = async (...given: Parameters<typeof call>) => (await call(...given)).code;
const change = (set: Partial<typeof partnerKeys.$inferInsert>) =>
  api.orm.update(partnerKeys).set(set).where(eq(partnerKeys.id, key.id));

beforeEach(async () => {
  await api.orm.delete(partnerNonces);
  await api.orm.delete(partnerRefusals);
  const row = { networks: ['203.0.113.0/24', '2001:db8::/32'], scopes: ['reference.read'] };
  key = await partnerKey(api.orm, await storedUser(api.orm), row);
  other = await keyPair();
});

const NONCE = 'a-nonce-that-was-used';
/** How each layer is broken: what is sent otherwise. */
const BREAKS: Record<Layer, () => Given & { as?: Partial<PartnerKey>; path?: string }> = {
  tls: () => ({ headers: { 'x-forwarded-proto': 'http' } }),
  unsigned: () => ({ headers: { signature: undefined } }),
  key: () => ({ as: { id: 'unknownUnknown_1' } }),
  network: () => ({ headers: { 'x-forwarded-for': '198.51.100.7' } }),
  time: () => ({ parameters: { created: Math.floor(NOW / 1000) - 61 } }),
  nonce: () => ({ parameters: { nonce: NONCE } }),
  signature: () => ({ privateKey: other.privateKey }),
  scope: () => ({ path: '/permissions/check' }),
};
const LAYERS = Object.keys(PARTNER_CODES) as Layer[];
/** As they are asked: whether there is a signature at all comes after TLS. */
const ORDER: Layer[] = ['tls', 'unsigned', ...LAYERS.filter((layer) => layer !== 'tls' && layer !== 'unsigned')];

/** Calls with some layers broken. */
async function broken(...layers: Layer[]) {
  const parts = layers.map((layer) => BREAKS[layer]());
  const { as, path = '/countries', ...given } = Object.assign({}, ...parts);
  given.headers = Object.assign({}, ...parts.map(({ headers }) => headers));
  given.parameters = Object.assign({}, ...parts.map(({ parameters }) => parameters));
  const body = path === '/countries' ? {} : { body: JSON.stringify({ permissions: ['orders.enter'] }) };
  if (layers.includes('nonce')) await call('/countries', { parameters: { nonce: NONCE } });
  return call(path, { ...given, ...body }, { ...key, ...as });
}

/** What a caller learns: all but the id of the request, which is never the same. */
const told = ({ status, code, message, data }: Awaited<ReturnType<typeof call>>) => ({ status, code, message, data });

describe('the layers', () => {
  it('let a right call pass', async () => {
    expect((await broken()).code).toBe(SUCCESS);
  });

  it.each(ORDER)('%s, broken alone, is what refuses, in its words', async (layer) => {
    const { status, code, message } = await broken(layer);
    expect({ status, code }).toEqual({ status: PARTNER_CODES[layer].status, code: PARTNER_CODES[layer].code });
    expect(message).toBe(enUS[`server.partner.${layer}`]);
  });

  it.each(ORDER.flatMap((first, at) => ORDER.slice(at + 1).map((second) => [first, second] as const)))(
    '%s refuses before %s',
    async (first, second) => {
      expect((await broken(first, second)).code).toBe(PARTNER_CODES[first].code);
    },
  );

  it('tell no more than what refuses', async () => {
    for (const layer of ORDER) {
      const { data } = await broken(layer);
      const field = [{ field: 'permissions.check', message: enUS['server.partner.scope'] }];
      expect(data, layer).toEqual(layer === 'scope' ? { fields: field } : null);
    }
  });

  it('are counted by minute, for keys that may be used by key', async () => {
    for (const layer of [...ORDER, 'key'] as const) await broken(layer);
    const known = (layer: Layer) => !['tls', 'unsigned', 'key'].includes(layer);
    const expected = ORDER.map((layer) => ({
      minute: new Date('2026-11-23T08:30:00Z'),
      key: known(layer) ? key.id : '',
      code: PARTNER_CODES[layer].code,
      calls: layer === 'key' ? 2 : 1,
    }));
    const counted = () => api.orm.select().from(partnerRefusals).orderBy(partnerRefusals.code);
    await vi.waitFor(async () => expect(await counted()).toEqual(expected.sort((a, b) => a.code - b.code)));
  });
});

describe('TLS', () => {
  const passes = async (headers: Record<string, string | undefined>, env: Record<string, string>, site = SITE) => {
    const served = await api.serving(env, { site });
    const sent = { ...PROXIED, ...headers };
    await change({ networks: ['0.0.0.0/0'] });
    return (await callAs(served, key, '/key', { site, now: NOW, headers: sent })).code === SUCCESS;
  };

  it.each([
    ['https', 1, true],
    ['HTTPS', 1, true],
    ['http', 1, false],
    ['', 1, false],
    [undefined, 1, false],
    ['https, http', 1, false],
    ['http, https', 1, true],
    // The visitor wrote the first, our two proxies the others.
    ['http, https, http', 2, true],
    ['https, http, https', 2, false],
    // The inner proxy passes on what the outer one wrote.
    ['https', 2, true],
    ['http', 2, false],
    ['https', 0, false],
  ])('X-Forwarded-Proto %j behind %i proxies: %j', async (proto, hops, expected) => {
    expect(await passes({ 'x-forwarded-proto': proto }, { TRUSTED_PROXY_HOPS: String(hops) })).toBe(expected);
  });

  it('is not needed on this machine, for an API at an address of this machine', async () => {
    const direct = { 'x-forwarded-proto': undefined, 'x-forwarded-for': undefined };
    const env = { TRUSTED_PROXY_HOPS: '0' };
    for (const site of ['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321']) {
      expect(await passes(direct, env, site), site).toBe(true);
    }
    expect(await passes(direct, env, 'http://example.com')).toBe(false);
    expect(await passes(direct, { TRUSTED_PROXY_HOPS: '1' }, 'http://localhost:4321')).toBe(false);
  });
});

describe('the key', () => {
  it('that may not be used, for whatever reason, gets the answer of an unknown one', async () => {
    const unknown = await broken('key');
    const at = new Date(NOW);
    const reasons: Record<string, () => PromiseLike<unknown>> = {
      revoked: () => change({ revokedAt: at }),
      over: () => change({ revokedAt: null, expiresAt: at }),
      'of a company that is not confirmed': () =>
        change({ expiresAt: null }).then(() => api.orm.update(companies).set({ confirmedAt: null })),
      'of a member who has left': () =>
        api.orm
          .update(companies)
          .set({ confirmedAt: at })
          .then(() => api.orm.update(companyMembers).set({ leftAt: at })),
      'of a user who is locked': () =>
        api.orm
          .update(companyMembers)
          .set({ leftAt: null })
          .then(() => api.orm.update(userProfiles).set({ lockedAt: at })),
      'of a user who has closed the account': () =>
        api.orm.update(userProfiles).set({ lockedAt: null, erasedAt: new Date(NOW + 1000) }),
      'of a user who is erased': () =>
        api.orm
          .update(userProfiles)
          .set({ erasedAt: null })
          .then(() => api.orm.update(companyMembers).set({ user: null })),
    };
    for (const [reason, change] of Object.entries(reasons)) {
      await change();
      expect(told(await call('/key')), reason).toEqual(told(unknown));
    }
    for (const id of ['', 'short', 'x'.repeat(500), "'; drop table users"]) {
      expect(told(await call('/key', {}, { ...key, id })), id).toEqual(told(unknown));
    }
  });

  it('works until its end, and a sandbox key before its company is confirmed', async () => {
    await change({ expiresAt: new Date(NOW + 1), kind: 'sandbox' });
    await api.orm.update(companies).set({ confirmedAt: null });
    expect(await codeOf('/key')).toBe(SUCCESS);
  });

  it('has its last use noted to the minute', async () => {
    await call('/key');
    await call('/key');
    const [row] = await api.orm.select().from(partnerKeys);
    expect(row?.usedAt).toEqual(new Date('2026-11-23T08:30:00Z'));
  });
});

it.each([
  ['203.0.113.255', true],
  ['203.0.114.0', false],
  ['::ffff:203.0.113.9', true],
  ['2001:db8:ffff::1', true],
  ['2001:db9::1', false],
])('the network of %s: %j', async (ip, expected) => {
  const code = await codeOf('/key', { headers: { 'x-forwarded-for': ip } });
  expect(code).toBe(expected ? SUCCESS : PARTNER_CODES.network.code);
});

describe('the time stamp', () => {
  const now = Math.floor(NOW / 1000);
  it.each([
    [{ created: now - 60 }, true],
    [{ created: now - 61 }, false],
    [{ created: now + 60 }, true],
    [{ created: now + 61 }, false],
    [{ created: undefined }, false],
    [{ created: 0 }, false],
    [{ created: -now }, false],
    [{ expires: now }, true],
    [{ expires: now - 1 }, false],
    [{ expires: now + 3600 }, true],
  ])('%j: %j', async (parameters, expected) => {
    expect(await codeOf('/key', { parameters })).toBe(expected ? SUCCESS : PARTNER_CODES.time.code);
  });
});

describe('the nonce', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['x'.repeat(15), false],
    ['x'.repeat(16), true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['\';--\\\\ \\" spaces too', true],
  ])('%j: %j', async (nonce, expected) => {
    expect(await codeOf('/key', { parameters: { nonce } })).toBe(expected ? SUCCESS : PARTNER_CODES.nonce.code);
  });

  it('is used up by a right signature only, and by key', async () => {
    const parameters = { nonce: NONCE };
    const stranger = await keyPair();
    expect(await codeOf('/key', { parameters, privateKey: stranger.privateKey })).toBe(PARTNER_CODES.signature.code);
    expect(await api.orm.$count(partnerNonces)).toBe(0);
    expect(await codeOf('/key', { parameters })).toBe(SUCCESS);
    expect(await codeOf('/key', { parameters })).toBe(PARTNER_CODES.nonce.code);
    const second = await partnerKey(api.orm, await storedUser(api.orm, 'ken@example.com'), {
      networks: ['0.0.0.0/0'],
    });
    expect(await codeOf('/key', { parameters }, second)).toBe(SUCCESS);
  });

  it('of many calls at once passes once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf('/key', { parameters: { nonce: NONCE } })));
    expect(codes.sort()).toEqual([SUCCESS, ...Array.from({ length: 7 }, () => PARTNER_CODES.nonce.code)]);
  });

  it('is kept for longer than its time stamp is accepted', async () => {
    await call('/key', { parameters: { nonce: NONCE, created: Math.floor(NOW / 1000) + 60 } });
    await tidyPartner(api.orm, new Date(NOW + 121_000));
    expect(await api.orm.$count(partnerNonces)).toBe(1);
    await tidyPartner(api.orm, new Date(NOW + 3_600_000));
    expect(await api.orm.$count(partnerNonces)).toBe(0);
  });
});

describe('the limit of a key', () => {
  it('counts calls that its holder makes, and no stranger uses it up', async () => {
    await change({ perMinute: 2 });
    for (let n = 0; n < 5; n += 1) {
      expect(await codeOf('/key', { privateKey: other.privateKey })).toBe(PARTNER_CODES.signature.code);
    }
    const passed = [await call('/key'), await call('/key')];
    expect(passed.map(({ code }) => code)).toEqual([SUCCESS, SUCCESS]);
    expect(passed.map(({ headers }) => headers.ratelimit)).toEqual([
      expect.stringMatching(/^"key";r=1;t=\d+$/),
      expect.stringMatching(/^"key";r=0;t=\d+$/),
    ]);
    const { status, code, headers } = await call('/key', { parameters: { nonce: NONCE } });
    expect([status, code]).toEqual([429, SERVER_CODES.tooMany.code]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers).toMatchObject({
      'ratelimit-policy': '"key";q=2;w=60',
      ratelimit: `"key";r=0;t=${headers['retry-after']}`,
    });
    expect(await api.orm.$count(partnerNonces)).toBe(2);
  });
});

it('a call needs the permission of the member in whose name the key calls', async () => {
  const user = await storedUser(api.orm, 'ken@example.com');
  const row = { networks: ['0.0.0.0/0'], scopes: [...SCOPES] };
  const trainee = await partnerKey(api.orm, user, { ...row, granted: ['staff.viewMembers'] });
  const body = JSON.stringify({ email: 'ken@example.com', permissions: ['orders.enter'] });
  const { code, data } = await call('/permissions/check', { body }, trainee);
  expect([code, data]).toMatchObject([PARTNER_CODES.scope.code, { fields: [{ field: 'staff.viewPermissions' }] }]);
});
