/**
 * Every call of users, as the contract and the OpenAPI document list them, with every kind of token that is no session,
 * with the ids of another user, and with fields that nobody may set.
 */

import { eq, sql } from 'drizzle-orm';
import { getTableName } from 'drizzle-orm/table';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import * as passkeys from '../../../../src/contract/passkeys.ts';
import * as session from '../../../../src/contract/session.ts';
import type { Entered } from '../../../../src/contract/users.ts';
import * as contract from '../../../../src/contract/users.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import {
  userAvatars,
  userCredentials,
  userDevices,
  userLinks,
  userPasskeys,
  userProfiles,
  userSessions,
  userSignIns,
  users,
  userTwoFactors,
} from '../../../../src/server/db/schema.ts';
import { sha256 } from '../../../../src/server/shared/reference.ts';
import { makeLink } from '../../../../src/server/users/links.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { type ServedApi, SITE } from '../../../helpers/server/api.ts';
import { answerWith, makePasskey } from '../../../helpers/server/passkeys.ts';
import { storeQuestion } from '../../../helpers/server/profiles.ts';
import { appCode } from '../../../helpers/server/twoStep.ts';
import { askUser, PASSWORD, type Said, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const ROOT = '/api/web/user/';
const SOCIAL = { issuer: 'http://127.0.0.1:1', clientId: 'finger', clientSecret: 'secret', name: 'Example ID' };
/** The calls that need no session, each by a decision. */
const OPEN = [
  ...['userAvatarPicture', 'userConfirm', 'userEmailConfirm', 'userLogIn', 'userLogInCode', 'userOptions'],
  ...['userLogInPasskey', 'userPasskeyAsked'],
  ...['userPasswordForgotten', 'userPasswordReset', 'userPublic', 'userSignUp', 'userSocial', 'userSocialCallback'],
  ...['userSocialStart', 'userUnlock'],
];

interface EveryCall {
  id: string;
  path: string;
  method: string;
  needsToken: boolean;
}
type Described = { operationId: string; security?: object[] };

let now = new Date();
const api = usersApi({ now: () => now });
let served: ServedApi;
let every: EveryCall[];
beforeEach(async () => {
  now = new Date();
  served = await api.serving({}, { social: SOCIAL });
  const { paths } = JSON.parse((await served.ask('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, Described>>;
  };
  every = Object.entries(paths)
    .filter(([path]) => path.startsWith(ROOT))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
        id: operationId,
        path: path.slice(ROOT.length),
        method: method.toUpperCase(),
        // An empty requirement means that it is optional.
        needsToken: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      })),
    );
});
const own = () => every.filter(({ needsToken }) => needsToken);
const ask = (call: EveryCall, token: string | undefined, body: unknown = {}, id = 'x'): Promise<Said<unknown>> =>
  askUser(served, call.path.replace(/\{\w+\}/, id), {
    method: call.method,
    ...(token !== undefined && { token }),
    ...(call.method !== 'GET' && { body }),
  });

const TABLES = [
  ...[users, userProfiles, userCredentials, userDevices, userAvatars, userTwoFactors, userPasskeys, userLinks],
  userSignIns,
];
/** Everything that is stored of a user. */
async function stored(userId: string) {
  const kept = TABLES.map(async (table) => {
    const of = table === users ? users.id : (table as typeof userProfiles).userId;
    return [getTableName(table), await api.orm.select().from(table).where(eq(of, userId))];
  });
  return Object.fromEntries(await Promise.all(kept));
}
const idOf = async (email: string) => {
  const [user] = await api.orm.select().from(users).where(eq(users.email, email));
  return String(user?.id);
};

it('are those of the contract', () => {
  const paths = Object.values({ ...session, ...passkeys, ...contract } as Record<string, unknown>).flatMap((one) => {
    const path = typeof one === 'string' ? one : (one as { path?: unknown } | null)?.path;
    return typeof path === 'string' && path.startsWith(ROOT) ? path.slice(ROOT.length) : [];
  });
  expect([...new Set(every.map(({ path }) => path))].sort()).toEqual([...new Set(paths)].sort());
});

it('need a session, but for those that are open by a decision', () => {
  const open = every.filter(({ needsToken }) => !needsToken).map(({ id }) => id);
  expect(open.sort(), 'name in OPEN a call that needs no session').toEqual(OPEN.toSorted());
});

describe('every call that needs a session', () => {
  it('refuses a token that is none', async () => {
    const { token, email } = await api.user();
    const other = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const [plain = '', signature = ''] = token.split('.');
    const [otherPlain = '', otherSignature = ''] = other.token.split('.');
    const before = await stored(await idOf(email));
    const forged = [
      ...[undefined, '', ' ', '.', 'null', 'undefined', '{}', '%00', "' or 1=1 --", 'x'.repeat(2000)],
      ...[plain, `${plain}.`, `.${signature}`, `${plain}.${otherSignature}`, `${otherPlain}.${signature}`],
      ...[`${plain}.${signature.slice(0, -2)}`, `${plain}.${signature.toLowerCase()}`, `${plain}x.${signature}`],
      ...[`Bearer ${token}`, `${token},${other.token}`, `${token.slice(1)}`, sha256(plain)],
    ];
    for (const call of own()) {
      // All of them at one call: the others have the same gate.
      for (const wrong of call.id === 'userMe' ? forged : [undefined, '', plain, `${plain}.${otherSignature}`]) {
        const { code, status } = await ask(call, wrong);
        expect([call.id, wrong, code, status]).toEqual([call.id, wrong, USER_CODES.unknown.code, 401]);
      }
    }
    expect(await stored(await idOf(email))).toEqual(before);
  });

  it.each([
    ['expired', 'expired'],
    ['revoked', 'revoked'],
    ['logged out', 'unknown'],
    ['locked', 'locked'],
  ] as const)('refuses a session that is %s', async (how, kind) => {
    const first = await api.user();
    const id = await idOf(first.email);
    const { data } = await api.logIn({ own: false });
    if (how === 'expired') now = new Date(Date.now() + SESSION_S.other * 1000 + 1000);
    if (how === 'revoked') await api.ask('profile/security/devices', { method: 'DELETE', token: first.token });
    if (how === 'logged out') await api.ask('logout', { method: 'POST', token: data.token });
    if (how === 'locked') await api.orm.update(userProfiles).set({ lockedAt: now });
    const before = await stored(id);
    for (const call of own()) {
      const { code, status } = await ask(call, data.token);
      expect([call.id, code, status]).toEqual([call.id, USER_CODES[kind].code, USER_CODES[kind].status]);
    }
    expect(await stored(id)).toEqual(before);
  });

  it('does nothing to another user, whatever of theirs it names', async () => {
    const victim = await api.user();
    const id = await idOf(victim.email);
    const [device] = await api.orm.select().from(userDevices);
    const [session] = await api.orm.select().from(userSessions);
    await api.orm
      .insert(userAvatars)
      .values({ id: 'a'.repeat(32), userId: id, bytes: Buffer.from('x'), createdAt: now });
    const attacker = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const before = await stored(id);
    const names = [id, device?.id, session?.id, 'a'.repeat(32), victim.email, 'hana'].map(String);
    const withId = own().filter(({ path }) => path.includes('{'));
    expect(withId.length).toBeGreaterThan(0);
    for (const call of withId) {
      for (const name of names) {
        const { code } = await ask(
          call,
          attacker.token,
          { name: 'stolen', password: PASSWORD },
          encodeURIComponent(name),
        );
        expect([call.id, name, code]).toEqual([call.id, name, SERVER_CODES.notFound.code]);
      }
    }
    expect(await stored(id)).toEqual(before);
    expect((await api.ask('me', { token: victim.token })).code).toBe(SUCCESS);
  });
});

/** Fields that nobody may set. As text, so that they are found wherever they are stored. */
const MARK = 'smuggled';
const SMUGGLED = {
  ...Object.fromEntries(
    [
      ...['id', 'userId', 'user_id', 'user', 'handle', 'role', 'image', 'isAdmin', 'admin', 'state', 'status'],
      ...['secret', 'secretHash', 'backupCodes', 'tokenHash', 'pair', 'kind', 'accountId', 'providerId', 'accessToken'],
      ...['passwordHint', 'network', 'browser', 'system', 'fixedBy', 'fixed', 'reference', 'hash', 'salt', 'twoStep'],
    ].map((name) => [name, MARK]),
  ),
  emailVerified: true,
  email_verified: true,
  twoFactorEnabled: true,
  lastStep: 1,
  lockedAt: null,
  erasedAt: '2001-02-03T04:05:06Z',
  createdAt: '2001-02-03T04:05:06Z',
  expiresAt: '2101-02-03T04:05:06Z',
  updatedAt: '2001-02-03T04:05:06Z',
  verified: true,
  constructor: { prototype: { admin: MARK } },
};
/** A body with these fields in it, at every depth. */
function smuggling(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const own = Object.entries(body).map(([name, value]) => [name, smuggling(value)]);
  return { ...SMUGGLED, ...Object.fromEntries(own) };
}

it('nobody sets what no form has: each call with a body takes its own fields and leaves out others', async () => {
  const email = 'mass@example.com';
  const says = new Map<string, Said<Record<string, unknown>>>();
  let token: string | undefined;
  async function send(id: string, body: unknown, of?: string): Promise<Record<string, unknown>> {
    const call = every.find((one) => one.id === id);
    if (!call) throw new Error(`There is no call ${id}`);
    const [device] = await api.orm.select().from(userDevices);
    // JSON.stringify would leave out '__proto__' of an object literal.
    const text = JSON.stringify(smuggling(body)).replace('{', `{"__proto__":{"admin":"${MARK}"},`);
    const { status, text: answered } = await served.ask(ROOT + call.path.replace(/\{\w+\}/, of ?? device?.id ?? 'x'), {
      method: call.method,
      headers: { 'content-type': 'application/json', 'accept-language': 'en-US', ...(token && { token }) },
      body: text,
    });
    const said = { status, ...(JSON.parse(answered) as object) } as Said<Record<string, unknown>>;
    says.set(id, said);
    expect([id, said.status, said.status === 200 ? '' : answered]).toEqual([id, 200, '']);
    if (typeof said.data?.token === 'string') token = said.data.token;
    return said.data ?? {};
  }
  const entering = { own: true, device: null };

  await send('userSignUp', signUpBody({ email, nickname: 'Mass' }));
  expect(await api.orm.select().from(users)).toMatchObject([{ emailVerified: false, twoFactorEnabled: false }]);
  const confirming = { token: await api.mailed('userConfirm', email), password: PASSWORD, isNew: false, ...entering };
  await send('userConfirm', confirming);
  const [made] = await api.orm.select().from(users);
  await send('userLogIn', { email, password: PASSWORD, ...entering });
  await send('userGeneralChange', { nickname: 'Mass', preferences: { theme: 'dark' } });
  await send('userPersonalChange', { givenName: 'Hana', address: { line1: '1 Main Street' } });
  await send('userTradeChange', { brokerNumber: '1', products: [] });
  await send('userTogglesChange', { notifications: { login: false }, privacy: { email: 'private' } });
  const { terms } = readRules().versionsOf('en-US');
  await send('userTermsAccept', { terms });
  await send('userHint', { hint: 'a hint', password: PASSWORD });
  await send('userMobile', { mobile: '' });
  await send('userDeviceName', { name: 'Desk' });
  await send('userOffersAnswer', { references: [await storeQuestion(api.orm, null, { email })], isTheirs: true });
  await send('userPassword', { current: PASSWORD, password: PASSWORD.replace('1', '2') });
  await send('userPasswordForgotten', { email, locale: 'en-US' });
  await send('userPasswordReset', { token: await api.mailed('userReset', email), password: PASSWORD });
  await send('userLogIn', { email, password: PASSWORD, ...entering });
  await send('userEmail', { email: 'next@example.com', password: PASSWORD });
  await send('userEmailConfirm', { token: await api.mailed('userEmailOld', email) });
  await send('userClose', { password: PASSWORD });
  const open = every.find(({ id }) => id === 'userReopen');
  if (open) await ask(open, token);
  for (let n = 0; n < MOST_FAILURES; n += 1) await api.logIn({ email, password: 'Wrong123' });
  await send('userUnlock', { token: await api.mailed('userLocked', email) });
  const verifier = 'v'.repeat(43);
  const link = { kind: 'social', userId: String(made?.id), data: { challenge: sha256(verifier) } } as const;
  await send('userSocial', { token: await makeLink(api.orm, link, now), verifier, ...entering });
  const begun = await send('userPasskeyBegin', { password: PASSWORD });
  const { made: passkey, answer } = makePasskey(begun as unknown as Parameters<typeof makePasskey>[0], SITE);
  const added = await send('userPasskeyAdd', { name: 'Telephone', passkey: answer });
  await send('userPasskeyName', { name: 'Key' }, String(added.id));
  const wanted = await send('userPasskeyAsked', {});
  const used = answerWith(passkey, wanted as unknown as Parameters<typeof answerWith>[1], SITE);
  await send('userLogInPasskey', { passkey: used, ...entering });
  const { secret } = await send('userTwoStepBegin', { password: PASSWORD });
  await send('userTwoStepOn', { code: appCode(String(secret)) });
  const { codes } = await send('userBackupCodes', { password: PASSWORD });
  const { challenge } = await send('userLogIn', { email, password: PASSWORD, ...entering });
  await send('userLogInCode', { challenge, code: (codes as string[])[0], ...entering });
  await send('userTwoStepEnd', { password: PASSWORD });

  const withBody = every.filter(({ method, id }) => ['POST', 'PUT'].includes(method) && id !== 'userAvatar');
  const WITHOUT = ['userLogOut', 'userReferral'];
  expect(
    withBody
      .map(({ id }) => id)
      .filter((id) => !says.has(id))
      .sort(),
    'send a new call with a body above',
  ).toEqual(WITHOUT);

  const tables = await rowsOf(
    api.orm,
    sql`select table_name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { table_name: name } of tables as { table_name: string }[]) {
    const rows = await rowsOf(
      api.orm,
      sql`select * from ${sql.identifier(name)} where ${sql.identifier(name)}::text like ${`%${MARK}%`}`,
    );
    expect([name, rows]).toEqual([name, []]);
  }
  expect(await api.orm.select().from(users)).toMatchObject([
    { id: made?.id, email, emailVerified: true, twoFactorEnabled: false, createdAt: made?.createdAt, image: null },
  ]);
  expect(await api.orm.select().from(userProfiles)).toMatchObject([
    { handle: 'mass', role: null, lockedAt: null, erasedAt: null },
  ]);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
  expect([...says.values()].some(({ data }) => JSON.stringify(data ?? null).includes(MARK))).toBe(false);
  const entered = says.get('userLogIn')?.data as Partial<Entered>;
  expect(entered).not.toHaveProperty('user');
}, 60_000);

it('every call answers other methods with 405', async () => {
  for (const path of new Set(every.map((one) => one.path))) {
    const known = every.filter((one) => one.path === path).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
      const { status } = await served.ask(ROOT + path.replace(/\{\w+\}/, 'x'), { method });
      expect([path, method, status]).toEqual([path, method, 405]);
    }
  }
});
