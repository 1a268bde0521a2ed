/** The social log-in with a real OpenID provider. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Me } from '../../../../src/contract/session.ts';
import { type Entered, SOCIAL_CALLBACK_PATH, SOCIAL_START_PATH } from '../../../../src/contract/users.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import {
  userCredentials,
  userLinks,
  userProfiles,
  userSessions,
  userSignIns,
  users,
  userTwoFactors,
} from '../../../../src/server/db/schema.ts';
import { LINK_MS } from '../../../../src/server/users/links.ts';
import { type Answer, type ServedApi, SITE } from '../../../helpers/server/api.ts';
import { type Oidc, startOidc } from '../../../helpers/server/oidc.ts';
import { signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const CALLBACK = SITE + SOCIAL_CALLBACK_PATH;
let now = new Date();
const api = usersApi({ now: () => now });
let oidc: Oidc;
let served: ServedApi;

beforeAll(async () => {
  oidc = await startOidc([CALLBACK]);
});
afterAll(() => oidc.stop());
beforeEach(async () => {
  now = new Date();
  oidc.visitor = { sub: 'at the provider', email: 'Hana@Example.com', email_verified: true, name: 'Hana Sato' };
  served = await api.serving({}, { social: oidc.settings });
});

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.[0] ?? '';
const pairOf = (answer: Answer) => cookieOf(answer).split(';', 1)[0] ?? '';
const locationOf = ({ status, headers }: Answer) => {
  expect(status).toBe(302);
  return String(headers.location);
};

const start = (challenge: string, locale = 'ja') =>
  served.ask(`${SOCIAL_START_PATH}?challenge=${challenge}&locale=${locale}`);

/** Goes through the provider with its cookies. Returns the address to which it leads back. */
async function throughProvider(from: string): Promise<URL> {
  const jar = new Map<string, string>();
  let at = from;
  while (!at.startsWith(CALLBACK)) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const to = response.headers.get('location');
    if (!to) throw new Error(`${at}: ${response.status} ${await response.text()}`);
    at = new URL(to, at).href;
  }
  return new URL(at);
}
const back = (url: URL, cookie: string) => served.ask(url.pathname + url.search, { headers: { cookie } });

/** A whole way to /login. Returns what stands behind '#'. */
async function wayWith(challenge: string): Promise<string> {
  const started = await start(challenge);
  const ended = await back(await throughProvider(locationOf(started)), pairOf(started));
  const { pathname, hash, origin } = new URL(locationOf(ended));
  expect([origin, pathname]).toEqual([SITE, '/ja/login']);
  return hash;
}
const enter = (token: string, verifier: string, given: object = {}) =>
  api.ask<Entered & { challenge?: string }>('social', {
    body: { token, verifier, own: true, device: null, ...given },
    served,
  });
async function logIn() {
  const verifier = newVerifier();
  const hash = await wayWith(challengeOf(verifier));
  expect(hash).toMatch(/^#social=[\w-]{32}$/);
  return enter(hash.slice('#social='.length), verifier);
}

describe('a new user', () => {
  it('is confirmed, has a profile and is logged in', async () => {
    const { code, data } = await logIn();
    expect([code, data.isNew]).toEqual([SUCCESS, true]);
    expect((await api.ask<Me>('me', { token: data.token })).data.nickname).toBe('Hana Sato');
    const [user] = await api.orm.select().from(users);
    expect(user).toMatchObject({ email: 'hana@example.com', emailVerified: true });
    const [profile] = await api.orm.select().from(userProfiles);
    const { privacy, terms } = readRules().versionsOf('ja');
    expect(profile?.agreements).toMatchObject({ privacy, terms });
    expect(profile).toMatchObject({ handle: 'hana sato', locale: 'ja' });
    const [credential] = await api.orm.select().from(userCredentials);
    expect(credential).toMatchObject({
      accountId: 'at the provider',
      accessToken: null,
      idToken: null,
      password: null,
    });
    expect(await api.orm.select().from(userSignIns)).toMatchObject([{ outcome: 'entered', method: 'social' }]);
    // No session but the one that has begun
    expect(await api.orm.$count(userSessions)).toBe(1);

    oidc.visitor = { sub: 'at the provider', email: 'elsewhere@example.com' };
    expect((await logIn()).data.isNew).toBe(false);
    expect(await api.orm.$count(users)).toBe(1);
  });

  it('gets a nickname by the rule, and one that is free', async () => {
    await api.user({ email: 'first@example.com', nickname: 'Hana Sato' });
    await logIn();
    oidc.visitor = { sub: 'two', email: 'two@example.com', email_verified: true, nickname: 'x'.repeat(80) };
    await logIn();
    oidc.visitor = { sub: 'three', email: 'three@example.com', email_verified: true, name: 'three@example.com' };
    await logIn();
    oidc.visitor = { sub: 'four', email: 'four@example.com', email_verified: true, name: '\u202eevil', nickname: ' ' };
    await logIn();
    const names = (await api.orm.select().from(users).orderBy(users.createdAt)).map(({ name }) => name);
    expect(names).toEqual([
      'Hana Sato',
      'Hana Sato 2',
      'x'.repeat(36),
      expect.stringMatching(/^ユーザー\d{4}$/),
      expect.stringMatching(/^ユーザー\d{4}$/),
    ]);
  });
});

describe('a user with the same address', () => {
  it('is joined if both have confirmed it', async () => {
    await api.user();
    const { code, data } = await logIn();
    expect([code, data.isNew]).toEqual([SUCCESS, false]);
    expect(await api.orm.$count(users)).toBe(1);
    expect((await api.orm.select().from(userCredentials)).map(({ providerId }) => providerId).sort()).toEqual([
      'credential',
      'oidc',
    ]);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('is not joined by a provider that does not vouch for it', async () => {
    await api.user();
    for (const said of [{}, { email_verified: false }]) {
      oidc.visitor = { sub: 'attacker', email: 'hana@example.com', ...said };
      expect(await wayWith(challengeOf(newVerifier()))).toBe('#error=unverified');
    }
    expect(await api.orm.$count(userCredentials)).toBe(1);
  });

  it('is not joined before it is confirmed here', async () => {
    await api.ask('signUp', { body: signUpBody({ password: 'Attack3r' }) });
    expect(await wayWith(challengeOf(newVerifier()))).toBe('#error=unconfirmed');
    expect(await api.orm.$count(userCredentials)).toBe(1);
    expect(await api.orm.select().from(users)).toMatchObject([{ emailVerified: false }]);
  });

  it('nobody is made of an address that the provider does not vouch for, or without one', async () => {
    oidc.visitor = { sub: 'somebody', email: 'somebody@example.com', email_verified: false };
    expect(await wayWith(challengeOf(newVerifier()))).toBe('#error=unverified');
    oidc.visitor = { sub: 'somebody' };
    expect(await wayWith(challengeOf(newVerifier()))).toBe('#error=failed');
    expect(await api.orm.$count(users)).toBe(0);
  });

  it('of two log-ins at once there is one user', async () => {
    const ways = await Promise.all([1, 2].map(() => wayWith(challengeOf(newVerifier()))));
    for (const hash of ways) expect(hash).toMatch(/^#social=/);
    expect(await api.orm.$count(users)).toBe(1);
    expect(await api.orm.$count(userCredentials)).toBe(1);
  });
});

describe('the callback', () => {
  it('needs the cookie of the browser that began', async () => {
    const mine = await start(challengeOf(newVerifier()));
    const url = await throughProvider(locationOf(mine));
    const other = await start(challengeOf(newVerifier()));
    for (const cookie of ['', 'socialLogIn=x', pairOf(other), `${pairOf(mine).slice(0, -3)}AAA`]) {
      expect(locationOf(await back(url, cookie))).toMatch(/\/login#error=failed$/);
    }
    expect(await api.orm.$count(users)).toBe(0);
    expect(locationOf(await back(url, pairOf(mine)))).toContain('#social=');
  });

  it('keeps the cookie to itself, and takes it back', async () => {
    const started = await start(challengeOf(newVerifier()));
    const attributes = cookieOf(started).split('; ').slice(1);
    expect(attributes.sort()).toEqual(
      ['HttpOnly', 'Max-Age=600', `Path=${SOCIAL_CALLBACK_PATH}`, 'SameSite=Lax', 'Secure'].sort(),
    );
    expect(started.headers['cache-control']).toContain('no-store');
    expect(cookieOf(await back(await throughProvider(locationOf(started)), pairOf(started)))).toContain('Max-Age=0');
  });

  it('takes a code once', async () => {
    const started = await start(challengeOf(newVerifier()));
    const url = await throughProvider(locationOf(started));
    expect(locationOf(await back(url, pairOf(started)))).toContain('#social=');
    expect(locationOf(await back(url, pairOf(started)))).toMatch(/#error=failed$/);
    expect(await api.orm.$count(userLinks)).toBe(1);
  });

  it('takes no code of another log-in, and none from another issuer', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => start(challengeOf(newVerifier()))));
    if (!one || !two) throw new Error();
    const stolen = await throughProvider(locationOf(one));
    const own = await throughProvider(locationOf(two));
    own.searchParams.set('code', String(stolen.searchParams.get('code')));
    expect(locationOf(await back(own, pairOf(two)))).toMatch(/#error=failed$/);
    const third = await start(challengeOf(newVerifier()));
    const url = await throughProvider(locationOf(third));
    url.searchParams.set('iss', 'https://other.example.com');
    expect(locationOf(await back(url, pairOf(third)))).toMatch(/#error=failed$/);
  });

  it('says when the visitor has cancelled', async () => {
    oidc.visitor = null;
    expect(await wayWith(challengeOf(newVerifier()))).toBe('#error=cancelled');
  });

  it('leads nowhere else, whatever it is asked', async () => {
    for (const query of ['', '?challenge=x&locale=ja', `?challenge=${'a'.repeat(43)}&locale=//evil.example.com`]) {
      expect(locationOf(await served.ask(SOCIAL_START_PATH + query))).toBe(`${SITE}/login#error=failed`);
    }
    expect(locationOf(await served.ask(`${SOCIAL_CALLBACK_PATH}?code=x`))).toBe(`${SITE}/login#error=failed`);
  });
});

describe('the token', () => {
  it('works once, and with the verifier of the page that began', async () => {
    const verifier = newVerifier();
    const token = (await wayWith(challengeOf(verifier))).slice('#social='.length);
    expect((await enter(token, newVerifier())).code).toBe(SERVER_CODES.invalid.code);
    expect((await enter(token, challengeOf(verifier))).code).toBe(SERVER_CODES.invalid.code);
    const both = await Promise.all([enter(token, verifier), enter(token, verifier)]);
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.invalid.code].sort());
    expect((await enter(token, verifier)).code).toBe(SERVER_CODES.invalid.code);
    expect(await api.orm.$count(userSessions)).toBe(1);
  });

  it('works for a minute', async () => {
    const verifier = newVerifier();
    const token = (await wayWith(challengeOf(verifier))).slice('#social='.length);
    now = new Date(Date.now() + LINK_MS.social + 1);
    expect((await enter(token, verifier)).code).toBe(SERVER_CODES.invalid.code);
  });

  it('does not let in who is locked by the operator', async () => {
    await logIn();
    await api.orm.update(userProfiles).set({ lockedAt: now });
    expect((await logIn()).code).toBe(USER_CODES.locked.code);
    expect(await api.orm.$count(userSessions)).toBe(1);
  });

  it('asks for the second step of who has one', async () => {
    await logIn();
    await api.orm.update(users).set({ twoFactorEnabled: true });
    const [user] = await api.orm.select().from(users);
    await api.orm.insert(userTwoFactors).values({ id: 'x', userId: user?.id ?? '', secret: '', backupCodes: '' });
    const { code, data } = await logIn();
    expect(code).toBe(SUCCESS);
    expect(data).toEqual({ challenge: expect.any(String), passkey: false });
    expect(await api.orm.$count(userSessions)).toBe(1);
  });
});

it('a provider that is down is asked again', async () => {
  const gone = await startOidc([CALLBACK]);
  const { settings } = gone;
  await gone.stop();
  served = await api.serving({}, { social: settings });
  expect(locationOf(await start(challengeOf(newVerifier())))).toBe(`${SITE}/ja/login#error=failed`);
  expect(served.log).toContainEqual(expect.objectContaining({ level: 'error', event: 'social' }));
  const again = await startOidc([CALLBACK], Number(new URL(settings.issuer).port));
  const began = await start(challengeOf(newVerifier()));
  await again.stop();
  expect(locationOf(began)).toContain(settings.issuer);
  expect(locationOf(await back(new URL(`${CALLBACK}?state=x&code=x`), pairOf(began)))).toMatch(/#error=failed$/);
  expect(JSON.stringify(served.log)).not.toContain(settings.clientSecret);
});

it('a provider that calls itself otherwise is none', async () => {
  served = await api.serving(
    {},
    { social: { ...oidc.settings, issuer: oidc.settings.issuer.replace('127.0.0.1', 'localhost') } },
  );
  expect(locationOf(await start(challengeOf(newVerifier())))).toBe(`${SITE}/ja/login#error=failed`);
});

it('the provider is discovered once', async () => {
  oidc.requests.length = 0;
  await logIn();
  await logIn();
  expect(oidc.requests.filter((path) => path.includes('openid-configuration'))).toHaveLength(1);
});

it('its name is among the options, and without one there are no such calls', async () => {
  expect((await api.ask('options', { served })).data).toMatchObject({ social: oidc.settings.name });
  expect((await api.ask('options')).data).toMatchObject({ social: null });
  expect((await api.ask('social', { body: { token: 'x', verifier: 'x' } })).status).toBe(404);
});
