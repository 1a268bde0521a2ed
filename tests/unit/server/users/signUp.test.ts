/** Signing up, confirming, logging in and out, on the real API. */

import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Me } from '../../../../src/contract/session.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import { userDevices, userSessions, users } from '../../../../src/server/db/schema.ts';
import { LINK_MS } from '../../../../src/server/users/links.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { PASSWORD, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
afterEach(() => later(0));
const api = usersApi({ now: () => now });
const later = (ms: number) => {
  now = new Date(Date.now() + ms);
};
const fields = (data: unknown) => (data as { fields?: { field: string }[] })?.fields?.map(({ field }) => field);
const me = (token: string) => api.ask<Me>('me', { token });

describe('signing up', () => {
  it('needs a confirmed address before the first log-in', async () => {
    expect((await api.ask('signUp', { body: signUpBody() })).code).toBe(SUCCESS);
    expect((await api.logIn()).code).toBe(SERVER_CODES.invalid.code);
    const token = await api.mailed('userConfirm');
    const confirmed = await api.ask<{ token: string; isNew: boolean }>('confirm', {
      body: { token, password: PASSWORD, isNew: false, own: true },
    });
    expect(confirmed).toMatchObject({ code: SUCCESS, data: { isNew: true, seconds: SESSION_S.own } });
    expect((await me(confirmed.data.token)).data.nickname).toBe('Hana');
    expect(await api.logIn()).toMatchObject({ code: SUCCESS, data: { isNew: false } });
  });

  it('answers alike for a known address, and its owner gets a mail', async () => {
    const first = await api.ask('signUp', { body: signUpBody() });
    await api.ask('confirm', {
      body: { token: await api.mailed('userConfirm'), password: PASSWORD, isNew: false, own: true },
    });
    const again = await api.ask('signUp', { body: signUpBody({ nickname: 'Other', password: 'Other123' }) });
    expect({ ...again, headers: null }).toEqual({ ...first, headers: null });
    expect(await api.waiting()).toEqual(['userConfirm', 'userKnown']);
    expect((await api.logIn({ password: 'Other123' })).code).toBe(SERVER_CODES.invalid.code);
  });

  it('who confirms may replace a password that another has chosen', async () => {
    await api.ask('signUp', { body: signUpBody({ password: 'Attack3r' }) });
    const token = await api.mailed('userConfirm');
    const other = await api.ask('confirm', { body: { token, password: PASSWORD, isNew: false, own: true } });
    expect(fields(other.data)).toEqual(['password']);
    expect((await api.ask('confirm', { body: { token, password: PASSWORD, isNew: true, own: true } })).code).toBe(
      SUCCESS,
    );
    expect((await api.logIn({ password: 'Attack3r' })).code).toBe(SERVER_CODES.invalid.code);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('a link works once and not for ever', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const body = { token: await api.mailed('userConfirm'), password: PASSWORD, isNew: false, own: true };
    later(LINK_MS.confirm + 1);
    expect(fields((await api.ask('confirm', { body })).data)).toEqual(['token']);
    later(0);
    const both = await Promise.all([api.ask('confirm', { body }), api.ask('confirm', { body })]);
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.invalid.code].sort());
  });

  it('a nickname belongs to the first who confirms', async () => {
    await api.user();
    const taken = await api.ask('signUp', { body: signUpBody({ email: 'b@example.com', nickname: 'HANA' }) });
    expect(fields(taken.data)).toEqual(['nickname']);
    for (const email of ['c@example.com', 'd@example.com'])
      await api.ask('signUp', { body: signUpBody({ email, nickname: 'Taro' }) });
    for (const email of ['c@example.com', 'd@example.com']) {
      const token = await api.mailed('userConfirm', email);
      await api.ask('confirm', { body: { token, password: PASSWORD, isNew: false, own: true } });
    }
    const names = (await api.orm.select().from(users)).map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
  });
});

describe('a session', () => {
  it('lasts 12 hours on another device, and 30 days from its last use on an own one', async () => {
    const own = await api.user();
    const { data: other } = await api.logIn({ own: false });
    later(SESSION_S.other * 1000 + 1000);
    expect((await me(other.token)).code).toBe(USER_CODES.expired.code);
    expect((await me(own.token)).data.seconds).toBe(SESSION_S.own);
    later(SESSION_S.own * 1000 + 1000);
    expect((await me(own.token)).code).toBe(SUCCESS);
    later(2 * SESSION_S.own * 1000 + 3000);
    expect((await me(own.token)).code).toBe(USER_CODES.expired.code);
  });

  it('ends at log-out, with its device if that is not the own one', async () => {
    await api.user();
    const { data } = await api.logIn({ own: false });
    expect(await api.orm.$count(userDevices)).toBe(2);
    expect((await api.ask('logout', { method: 'POST', token: data.token })).code).toBe(SUCCESS);
    expect((await me(data.token)).code).toBe(USER_CODES.unknown.code);
    expect(await api.orm.$count(userDevices)).toBe(1);
  });

  it('is none without a token, with a forged one, and with one that has not begun', async () => {
    const { token } = await api.user();
    expect((await api.ask('me')).code).toBe(USER_CODES.unknown.code);
    for (const forged of [token.split('.')[0], `${token.split('.')[0]}.AAAA`, `x${token}`, 'x']) {
      expect((await me(String(forged))).code).toBe(USER_CODES.unknown.code);
    }
    await api.orm.update(userSessions).set({ device: null });
    expect((await me(token)).code).toBe(USER_CODES.unknown.code);
  });
});

describe('failed log-ins', () => {
  const fail = async (email: string, times: number) => {
    const codes = [];
    for (let time = 0; time < times; time += 1) codes.push((await api.logIn({ email, password: 'Wrong123' })).code);
    return codes;
  };
  const LOCKS = [
    ...Array(MOST_FAILURES - 1).fill(SERVER_CODES.invalid.code),
    USER_CODES.locked.code,
    USER_CODES.locked.code,
  ];

  it('lock a known and an unknown address alike, but neither an own device nor a session', async () => {
    const { token, device } = await api.user();
    expect(await fail('hana@example.com', MOST_FAILURES + 1)).toEqual(LOCKS);
    expect(await fail('nobody@example.com', MOST_FAILURES + 1)).toEqual(LOCKS);
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    expect((await api.logIn({ device })).code).toBe(SUCCESS);
    expect((await me(token)).code).toBe(SUCCESS);
    expect(await api.ask('unlock', { body: { token: await api.mailed('userLocked') } })).toMatchObject({
      code: SUCCESS,
    });
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('count for an hour', async () => {
    await api.user();
    await fail('hana@example.com', MOST_FAILURES - 1);
    later(3_600_001);
    expect(await fail('hana@example.com', 1)).toEqual([SERVER_CODES.invalid.code]);
  });
});

it('a new password by mail ends all sessions and unlocks; the link works once', async () => {
  const { token } = await api.user();
  const { data } = await api.ask('password/forgotten', { body: { email: 'hana@example.com', locale: 'en-US' } });
  const unknown = await api.ask('password/forgotten', { body: { email: 'nobody@example.com', locale: 'en-US' } });
  expect(unknown.data).toEqual(data);
  const body = { token: await api.mailed('userReset'), password: 'Newpass1' };
  expect((await api.ask('password/reset', { body })).code).toBe(SUCCESS);
  expect((await me(token)).code).toBe(USER_CODES.revoked.code);
  expect(fields((await api.ask('password/reset', { body })).data)).toEqual(['token']);
  expect((await api.logIn()).code).toBe(SERVER_CODES.invalid.code);
  expect((await api.logIn({ password: 'Newpass1' })).code).toBe(SUCCESS);
});

it('answers that must not tell whether an address is known take as long as is said', async () => {
  const minimumMs = 400;
  const served = await api.serving({}, { minimumMs });
  const started = performance.now();
  await Promise.all([
    api.ask('signUp', { body: signUpBody(), served }),
    api.ask('password/forgotten', { body: { email: 'nobody@example.com', locale: 'en-US' }, served }),
    api.logIn({ password: 'Wrong123' }, { served }),
  ]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(minimumMs - 1);
});

it('a log-in from an unknown device is mailed, unless it is the first', async () => {
  const { device } = await api.user();
  await api.logIn({ device });
  expect(await api.waiting()).toEqual(['userConfirm']);
  await api.logIn();
  expect(await api.waiting()).toEqual(['userConfirm', 'userDevice']);
});

it('stores no address of the network and no password, and logs neither', async () => {
  await api.user();
  const [session] = await api.orm.select().from(userSessions);
  expect(session).toMatchObject({ userAgent: null });
  expect(session?.ipAddress || null).toBeNull();
  const [user] = await api.orm.select().from(users).where(eq(users.email, 'hana@example.com'));
  expect(JSON.stringify([user, api.log])).not.toContain(PASSWORD);
  expect(JSON.stringify(api.log)).not.toContain('hana');
});
