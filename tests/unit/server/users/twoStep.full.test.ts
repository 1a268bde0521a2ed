/** Two-step verification and the second step of a log-in, on the real API. */
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Entered, Security } from '../../../../src/contract/users.ts';
import {
  loginFailures,
  userDevices,
  userProfiles,
  userSessions,
  userSignIns,
  users,
  userTwoFactors,
} from '../../../../src/server/db/schema.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { socialChallenge } from '../../../../src/server/users/logIn/twoStepLogIn.ts';
import { codeAt } from '../../../../src/server/users/security/codes.ts';
import { appCode } from '../../../helpers/server/twoStep.ts';
import { PASSWORD, type Said, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
afterEach(() => {
  vi.useRealTimers();
});

const STEP_MS = 30_000;
const { invalid, conflict } = SERVER_CODES;
const fields = ({ data }: Said<unknown>) =>
  (data as { fields?: { field: string }[] })?.fields?.map(({ field }) => field);
const security = async (token: string) => (await api.ask<Security>('profile/security', { token })).data;
const me = async (token: string) => (await api.ask('me', { token })).code;

interface Begun {
  secret: string;
  address: string;
  codes: string[];
  qr: { path: string; size: number };
}
const begin = (token: string, password = PASSWORD) =>
  api.ask<Begun>('profile/security/twoStep', { token, body: { password } });
const turnOn = (token: string, code: string) =>
  api.ask<Entered>('profile/security/twoStep/on', { token, body: { code } });

/** Lets the codes of now be sent again, since a test does not wait for the next. */
const forgetStep = () => api.orm.update(userTwoFactors).set({ lastStep: 0 });

/** A user whose two-step verification is on. */
async function protectedUser() {
  const user = await api.user();
  const { secret, codes } = (await begin(user.token)).data;
  const { token } = (await turnOn(user.token, appCode(secret))).data;
  await forgetStep();
  return { ...user, token, secret, codes };
}
/** The first step: the challenge. */
const first = async (given: object = {}) => (await api.logIn({ ...given })).data.challenge ?? '';
const second = (challenge: string, code: string, given: object = {}) =>
  api.ask<Entered>('login/code', { body: { challenge, code, own: true, device: null, ...given } });
const outcomes = async () =>
  (await api.orm.select().from(userSignIns).orderBy(userSignIns.at)).map(({ outcome }) => outcome);
/** Lets the app show the next code. */
function later(steps = 1): void {
  const now = Date.now() + steps * STEP_MS;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

it('codes are those of RFC 6238, appendix B', () => {
  const told = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map((s) =>
    codeAt('12345678901234567890', Math.floor(s / 30)),
  );
  expect(told).toEqual(['287082', '081804', '050471', '005924', '279037', '353130']);
});

describe('turning it on', () => {
  it('takes the password and the first code; the session gets a new token and keeps its device and time', async () => {
    const { token } = await api.user({}, { own: false });
    expect(fields(await begin(token, 'Wrong123'))).toEqual(['password']);
    const { data } = await begin(token);
    expect(data.codes).toHaveLength(10);
    expect(data.address).toContain(`secret=${data.secret}`);
    expect(data.qr.path).toMatch(/^(?:M\d+ \d+h\d+v1H\d+z)+$/);
    expect(data.qr.size).toBeGreaterThan(40);
    expect((await security(token)).twoStep).toEqual({ on: false, codesLeft: 0 });
    const [before] = await api.orm.select().from(userSessions);
    expect(fields(await turnOn(token, '000000'))).toEqual(['code']);
    const on = await turnOn(token, appCode(data.secret));
    expect(on).toMatchObject({ code: SUCCESS, data: { device: null, isNew: false } });
    const [after] = await api.orm.select().from(userSessions);
    expect(after?.device).toBe(before?.device);
    expect(Math.abs(Number(after?.expiresAt) - Number(before?.expiresAt))).toBeLessThan(2000);
    expect(await me(token)).toBe(USER_CODES.revoked.code);
    expect(await security(on.data.token)).toMatchObject({ twoStep: { on: true, codesLeft: 10 } });
    expect(await begin(on.data.token)).toMatchObject({ code: conflict.code });
    expect(await turnOn(on.data.token, appCode(data.secret, 1))).toMatchObject({ code: conflict.code });
  });

  it('needs a beginning; another beginning ends the first', async () => {
    const { token } = await api.user();
    expect(await turnOn(token, '123456')).toMatchObject({ code: conflict.code });
    const { data: old } = await begin(token);
    const { data } = await begin(token);
    expect(fields(await turnOn(token, appCode(old.secret)))).toEqual(['code']);
    expect((await turnOn(token, appCode(data.secret))).code).toBe(SUCCESS);
  });

  it('its first code is no second step', async () => {
    const { token } = await api.user();
    const used = appCode((await begin(token)).data.secret);
    expect((await turnOn(token, used)).code).toBe(SUCCESS);
    expect(fields(await second(await first(), used))).toEqual(['code']);
    await forgetStep();
    expect((await second(await first(), used)).code).toBe(SUCCESS);
  });
});

describe('the second step', () => {
  it('follows the right password, and begins the session', async () => {
    const { secret, device } = await protectedUser();
    expect((await api.logIn({ password: 'Wrong123' })).code).toBe(invalid.code);
    const sessions = await api.orm.$count(userSessions);
    const challenge = await first();
    expect(await api.orm.$count(userSessions)).toBe(sessions);
    const entered = await second(challenge, ` ${appCode(secret).replace(/(...)/, '$1 ')} `, { device });
    expect(entered).toMatchObject({ code: SUCCESS, data: { isNew: false, device: null } });
    expect(await me(entered.data.token)).toBe(SUCCESS);
    expect(await api.orm.$count(userDevices)).toBe(1);
    expect((await outcomes()).at(-1)).toBe('entered');
    expect(fields(await second(challenge, appCode(secret, 1)))).toEqual(['challenge']);
  });

  it('takes a code once, and none of an earlier step after it', async () => {
    const { secret } = await protectedUser();
    const challenges = [await first(), await first()];
    const shown = [1, 0, -1].map((by) => appCode(secret, by));
    const both = await Promise.all(challenges.map((one) => second(one, String(shown[0]))));
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, invalid.code].sort());
    for (const code of shown) expect(fields(await second(await first(), code))).toEqual(['code']);
    later(2);
    expect((await second(await first(), appCode(secret))).code).toBe(SUCCESS);
  });

  it('takes a backup code once, also of two requests at once', async () => {
    const { codes, token } = await protectedUser();
    const challenges = [await first(), await first()];
    const both = await Promise.all(challenges.map((one) => second(one, String(codes[0]))));
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, invalid.code].sort());
    expect(fields(await second(await first(), String(codes[0])))).toEqual(['code']);
    const withoutHyphen = String(codes[1]).replace('-', '');
    expect((await second(await first(), withoutHyphen)).code).toBe(SUCCESS);
    expect((await security(token)).twoStep.codesLeft).toBe(8);
  });

  it('is over after one success, five failures or ten minutes, and with a forged challenge', async () => {
    const { secret, codes } = await protectedUser();
    const used = await first();
    const both = await Promise.all([second(used, String(codes[0])), second(used, String(codes[1]))]);
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, invalid.code].sort());
    const tried = await first();
    for (let time = 0; time < 5; time += 1) expect(fields(await second(tried, '000000'))).toEqual(['code']);
    expect(fields(await second(tried, appCode(secret)))).toEqual(['challenge']);
    const [identifier, signature] = (await first()).split('.');
    for (const forged of [identifier, `${identifier}.AAAAAAAA`, `x${identifier}.${signature}`]) {
      expect(fields(await second(String(forged), appCode(secret, 1)))).toEqual(['challenge']);
    }
    const old = await first();
    later(21);
    expect(fields(await second(old, appCode(secret)))).toEqual(['challenge']);
    expect((await second(await first(), appCode(secret))).code).toBe(SUCCESS);
  });

  it('counts wrong codes like wrong passwords, shows them in the history, and spares own devices', async () => {
    const { secret, device, token } = await protectedUser();
    let challenge = '';
    for (let time = 1; time < MOST_FAILURES; time += 1) {
      if (time % 5 === 1) challenge = await first();
      expect(fields(await second(challenge, time % 2 ? '000000' : 'aaaaa-bbbbb'))).toEqual(['code']);
    }
    const failed = (await security(token)).signIns.filter(({ outcome }) => outcome === 'code');
    expect(failed.map(({ times }) => times)).toEqual([9]);
    expect((await second(await first(), '000000')).code).toBe(USER_CODES.locked.code);
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    expect((await outcomes()).at(-1)).toBe('locked');
    expect(await api.waiting()).toContain('userLocked');
    const own = await first({ device });
    expect((await second(own, appCode(secret))).code).toBe(USER_CODES.locked.code);
    expect((await second(own, appCode(secret), { device })).code).toBe(SUCCESS);
    await api.ask('unlock', { body: { token: await api.mailed('userLocked') } });
    expect((await second(await first(), appCode(secret, 1))).code).toBe(SUCCESS);
    expect(await api.orm.$count(loginFailures)).toBe(0);
  });

  it('a link unlocks an own device too', async () => {
    const { device, secret } = await protectedUser();
    for (let time = 0; time < MOST_FAILURES; time += 1) await api.logIn({ device, password: 'Wrong123' });
    expect((await api.logIn({ device })).code).toBe(USER_CODES.locked.code);
    await api.ask('unlock', { body: { token: await api.mailed('userLocked') } });
    expect((await second(await first({ device }), appCode(secret), { device })).code).toBe(SUCCESS);
  });

  it('refuses an account that an operator has locked', async () => {
    const { secret } = await protectedUser();
    const challenge = await first();
    await api.orm.update(userProfiles).set({ lockedAt: new Date() });
    expect((await second(challenge, appCode(secret))).code).toBe(USER_CODES.locked.code);
  });

  it('is over once the password is another', async () => {
    const { secret, token } = await protectedUser();
    const challenge = await first();
    const body = { current: PASSWORD, password: 'Changed1' };
    expect((await api.ask('profile/security/password', { token, body })).code).toBe(SUCCESS);
    expect(fields(await second(challenge, appCode(secret)))).toEqual(['challenge']);
    expect((await second(await first({ password: 'Changed1' }), appCode(secret))).code).toBe(SUCCESS);
  });

  it('follows a social log-in', async () => {
    const { secret } = await protectedUser();
    const [user] = await api.orm.select().from(users);
    const given = { site: 'https://finger.test', now: new Date() };
    const challenge = await socialChallenge(api.orm, String(user?.id), given);
    expect((await second(challenge, appCode(secret))).code).toBe(SUCCESS);
    const [latest] = (await api.orm.select().from(userSignIns).orderBy(userSignIns.at)).slice(-1);
    expect(latest).toMatchObject({ outcome: 'entered', method: 'social' });
  });

  it('has a limit', async () => {
    const served = await api.serving({ LOGIN_RATE_LIMIT_PER_MINUTE: '2' });
    const body = { challenge: 'x'.repeat(20), code: '000000', own: true, device: null };
    const codes = [];
    for (let time = 0; time < 3; time += 1) codes.push((await api.ask('login/code', { served, body })).code);
    expect(codes).toEqual([invalid.code, invalid.code, SERVER_CODES.tooMany.code]);
  });
});

describe('turning it off, and new codes', () => {
  it('take the password', async () => {
    const { token, codes } = await protectedUser();
    const ask = (path: string, method: string, password: string) =>
      api.ask<{ codes: string[] }>(`profile/security/${path}`, { method, token, body: { password } });
    expect(fields(await ask('twoStep/codes', 'POST', 'Wrong123'))).toEqual(['password']);
    expect(fields(await ask('twoStep', 'DELETE', 'Wrong123'))).toEqual(['password']);
    const { data } = await ask('twoStep/codes', 'POST', PASSWORD);
    expect(new Set([...codes, ...data.codes]).size).toBe(20);
    expect(fields(await second(await first(), String(codes[0])))).toEqual(['code']);
    expect((await second(await first(), String(data.codes[0]))).code).toBe(SUCCESS);
    expect(await ask('twoStep', 'DELETE', PASSWORD)).toMatchObject({ code: SUCCESS, data: null });
    expect(await me(token)).toBe(SUCCESS);
    expect(await api.orm.$count(userTwoFactors)).toBe(0);
    expect((await api.logIn()).data.token).toBeTruthy();
    expect(await ask('twoStep/codes', 'POST', PASSWORD)).toMatchObject({ code: conflict.code });
  });
});

it('nothing of it is logged, and the database holds neither secret nor codes', async () => {
  const { secret, codes, token } = await protectedUser();
  const challenge = await first();
  const code = appCode(secret);
  const { data } = await second(challenge, code);
  const [row] = await api.orm.select().from(userTwoFactors).where(eq(userTwoFactors.verified, true));
  const held = JSON.stringify([row, api.log]);
  for (const hidden of [secret, codes[0], token, data.token, challenge, PASSWORD]) expect(held).not.toContain(hidden);
});
