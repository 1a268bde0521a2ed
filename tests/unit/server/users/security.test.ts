/** The page of security: password, hint, mobile number, devices, on the real API. */

import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Entered, Security } from '../../../../src/contract/users.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import {
  endedSessions,
  userCredentials,
  userDevices,
  userProfiles,
  userSessions,
} from '../../../../src/server/db/schema.ts';
import { hintTells } from '../../../../src/server/users/security/security.ts';
import { PASSWORD, type Said, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { invalid, internal, notFound, tooMany } = SERVER_CODES;
const NEW = 'Changed1';

const fields = ({ data }: Said<unknown>) =>
  (data as { fields?: { field: string }[] })?.fields?.map(({ field }) => field);
const security = async (token: string) => (await api.ask<Security>('profile/security', { token })).data;
const me = async (token: string) => (await api.ask('me', { token })).code;
const change = (token: string, current = PASSWORD, password = NEW) =>
  api.ask<Entered>('profile/security/password', { token, body: { current, password } });
const setHint = (token: string, hint: string, password = PASSWORD) =>
  api.ask('profile/security/hint', { method: 'PUT', token, body: { hint, password } });
const setMobile = (token: string, mobile: string) =>
  api.ask('profile/security/mobile', { method: 'PUT', token, body: { mobile } });
const other = () => api.user({ email: 'taro@example.com', nickname: 'Taro' });

describe('the page', () => {
  it('shows what protects the account', async () => {
    const { token } = await api.user();
    await api.logIn({ password: 'Wrong123' });
    await api.logIn({ own: false });
    const shown = await security(token);
    expect(shown).toMatchObject({
      email: 'hana@example.com',
      newEmail: null,
      mobile: '',
      hasPassword: true,
      hint: '',
      twoStep: { on: false, codesLeft: 0 },
      signIns: [{ outcome: 'entered' }, { outcome: 'password' }, { outcome: 'entered', method: 'confirmed' }],
    });
    expect(shown.devices).toMatchObject([
      { own: false, active: true, current: false },
      { own: true, active: true, current: true, browser: 'Firefox 151', system: 'Windows', country: null, city: null },
    ]);
  });

  it('is of nobody else', async () => {
    const { token } = await api.user();
    const { token: others } = await other();
    expect(await security(others)).toMatchObject({ email: 'taro@example.com', devices: [{ current: true }] });
    expect((await security(token)).signIns).toHaveLength(1);
    for (const path of ['', '/password', '/email', '/mobile', '/hint', '/twoStep', '/twoStep/on', '/twoStep/codes']) {
      const method = path ? (/mobile|hint/.test(path) ? 'PUT' : 'POST') : 'GET';
      const { code } = await api.ask(`profile/security${path}`, { method, ...(path && { body: {} }) });
      expect([path, code]).toEqual([path, USER_CODES.unknown.code]);
    }
  });
});

describe('a new password', () => {
  it('takes the current one, rotates the token and ends every other device', async () => {
    const { token } = await api.user({}, { own: false });
    const { data: phone } = await api.logIn();
    const stranger = await other();
    await setHint(token, 'my first');
    expect(fields(await change(token, 'Wrong123'))).toEqual(['current']);
    expect(fields(await change(token, PASSWORD, 'short'))).toEqual(['password']);
    const [before] = await api.orm.select().from(userDevices).where(eq(userDevices.own, false));
    const changed = await change(token);
    expect(changed).toMatchObject({ code: SUCCESS, data: { device: null, isNew: false } });
    const { seconds } = changed.data;
    expect(SESSION_S.other - seconds).toBeLessThan(60);
    expect(await me(changed.data.token)).toBe(SUCCESS);
    expect([await me(token), await me(phone.token)]).toEqual(Array(2).fill(USER_CODES.revoked.code));
    expect(await me(stranger.token)).toBe(SUCCESS);
    const shown = await security(changed.data.token);
    expect(shown).toMatchObject({ hint: '', devices: [{ id: before?.id, current: true, active: true }] });
    expect(await api.waiting()).toContain('userPassword');
    expect((await api.logIn()).code).toBe(invalid.code);
    // The device is a new one, whose secret nobody knows.
    expect((await api.logIn({ password: NEW, device: phone.device })).data.device).toBeTruthy();
  });

  it('keeps the time of a session on an own device', async () => {
    const { token } = await api.user();
    expect(SESSION_S.own - (await change(token)).data.seconds).toBeLessThan(60);
  });

  it('ends links for a new password, and unlocks', async () => {
    const { token, device } = await api.user();
    await api.ask('password/forgotten', { body: { email: 'hana@example.com', locale: 'en-US' } });
    for (let time = 0; time < 10; time += 1) await api.logIn({ password: 'Wrong123' });
    expect((await api.logIn({ device })).code).toBe(SUCCESS);
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    await change(token);
    const body = { token: await api.mailed('userReset'), password: 'Attack3r' };
    expect(fields(await api.ask('password/reset', { body }))).toEqual(['token']);
    expect((await api.logIn({ password: NEW })).code).toBe(SUCCESS);
  });

  it('of two at once is one', async () => {
    const { token } = await api.user();
    const both = await Promise.all([change(token, PASSWORD, 'Changed1'), change(token, PASSWORD, 'Changed2')]);
    const codes = both.map(({ code }) => code);
    expect(codes.sort()).toEqual([SUCCESS, USER_CODES.revoked.code].sort());
    expect(await api.orm.$count(userSessions)).toBe(1);
  });

  it('is none if the mail about it cannot be queued', async () => {
    const { token } = await api.user();
    await api.orm.execute(sql`alter table mails rename to mails_away`);
    const changed = await change(token).finally(() => api.orm.execute(sql`alter table mails_away rename to mails`));
    expect(changed.code).toBe(internal.code);
    expect(await me(token)).toBe(SUCCESS);
    expect(await api.orm.$count(endedSessions)).toBe(0);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('cannot be guessed with a session, from whatever network', async () => {
    const { token } = await api.user();
    const served = await api.serving({ LOGIN_RATE_LIMIT_PER_MINUTE: '3', TRUSTED_PROXY_HOPS: '1' });
    const codes = [];
    for (let time = 1; time <= 4; time += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${time}` };
      const body = { current: 'Wrong123', password: NEW };
      codes.push((await api.ask('profile/security/password', { served, token, headers, body })).code);
    }
    expect(codes).toEqual([...Array(3).fill(invalid.code), tooMany.code]);
  });

  it('is none for an account that has only ever logged in socially', async () => {
    const { token } = await api.user();
    await api.orm.update(userCredentials).set({ providerId: 'social', password: null });
    expect((await security(token)).hasPassword).toBe(false);
    expect(fields(await change(token))).toEqual(['current']);
    expect(fields(await setHint(token, 'x'))).toEqual(['password']);
  });
});

describe('the hint', () => {
  it('takes the password, and never tells it', async () => {
    const { token } = await api.user();
    expect(fields(await setHint(token, 'my cat', 'Wrong123'))).toEqual(['password']);
    expect(fields(await setHint(token, `It is ${PASSWORD}`))).toEqual(['hint']);
    expect((await setHint(token, 'my cat')).code).toBe(SUCCESS);
    expect((await security(token)).hint).toBe('my cat');
    expect((await setHint(token, '')).code).toBe(SUCCESS);
    expect((await security(token)).hint).toBe('');
  });

  it('tells with a part of the password in any case and spelling', () => {
    for (const hint of ['Sunflower42', 'SUNFLOWER', 'a flow', 's u-n.f l', 'er42!', 'Ｆ l o w', 'sun', '42']) {
      expect([hint, hintTells(hint, 'Sunflower42')]).toEqual([hint, true]);
    }
    for (const hint of ['', 'a sun', 'my garden in 1942', '花']) {
      expect([hint, hintTells(hint, 'Sunflower42')]).toEqual([hint, false]);
    }
  });
});

it('a mobile number is stored with the code of its country', async () => {
  const { token } = await api.user();
  expect((await setMobile(token, '+81 90-1234-5678')).data).toEqual({ mobile: '+819012345678' });
  for (const bad of ['090-1234-5678', '+81', 'abc', '+81 90 1234 5678 9999 9']) {
    expect([bad, fields(await setMobile(token, bad))]).toEqual([bad, ['mobile']]);
  }
  const personal = { country: 'JP' } as typeof userProfiles.$inferSelect.personal;
  await api.orm.update(userProfiles).set({ personal });
  expect((await setMobile(token, '080-1234-5678')).data).toEqual({ mobile: '+818012345678' });
  expect((await security(token)).mobile).toBe('+818012345678');
  expect((await setMobile(token, '')).data).toEqual({ mobile: '' });
});

describe('a device', () => {
  const at = (id: string) => `profile/security/devices/${id}`;

  it('can be named and ended; its next call says so', async () => {
    const { token } = await api.user();
    const { data: phone } = await api.logIn();
    const id = String((await security(phone.token)).devices.find(({ current }) => current)?.id);
    const named = await api.ask(at(id), { method: 'PUT', token, body: { name: ' My phone ' } });
    expect(named.code).toBe(SUCCESS);
    expect((await security(token)).devices.find((one) => one.id === id)).toMatchObject({ name: 'My phone' });
    expect((await api.ask(at(id), { method: 'DELETE', token })).code).toBe(SUCCESS);
    expect(await me(phone.token)).toBe(USER_CODES.revoked.code);
    expect((await security(token)).devices).toMatchObject([{ current: true }]);
    expect((await api.ask(at(id), { method: 'DELETE', token })).code).toBe(notFound.code);
    // Its secret is unknown from now on.
    expect((await api.logIn({ device: phone.device })).data.device).toBeTruthy();
  });

  it('of another user is like one that does not exist', async () => {
    const { token } = await api.user();
    const { token: theirs } = await other();
    const id = String((await security(theirs)).devices[0]?.id);
    for (const sending of [{ method: 'PUT', body: { name: 'Mine' } }, { method: 'DELETE' }]) {
      const [known, unknown] = [
        await api.ask(at(id), { ...sending, token }),
        await api.ask(at('x'), { ...sending, token }),
      ];
      const { code, message, data } = unknown;
      expect(known).toMatchObject({ code: notFound.code, message, data });
      expect(code).toBe(notFound.code);
    }
    expect(await me(theirs)).toBe(SUCCESS);
    expect((await security(theirs)).devices).toMatchObject([{ name: '' }]);
  });

  it('stays alone when all others are ended', async () => {
    const { token } = await api.user();
    const { data: phone } = await api.logIn();
    const { data: desk } = await api.logIn({ own: false });
    const stranger = await other();
    expect((await api.ask('profile/security/devices', { method: 'DELETE', token })).code).toBe(SUCCESS);
    expect([await me(phone.token), await me(desk.token)]).toEqual(Array(2).fill(USER_CODES.revoked.code));
    expect([await me(token), await me(stranger.token)]).toEqual([SUCCESS, SUCCESS]);
    expect((await security(token)).devices).toMatchObject([{ current: true }]);
  });

  it('can end itself', async () => {
    const { token } = await api.user();
    const [device] = (await security(token)).devices;
    expect((await api.ask(at(String(device?.id)), { method: 'DELETE', token })).code).toBe(SUCCESS);
    expect(await me(token)).toBe(USER_CODES.revoked.code);
  });
});

it('nothing of it is logged', async () => {
  const { token, device } = await api.user();
  await setHint(token, 'my cat');
  await setMobile(token, '+819012345678');
  const { data } = await change(token);
  await change(data.token, 'Wrong123', 'Another1');
  const log = JSON.stringify(api.log);
  for (const hidden of [PASSWORD, NEW, 'Another1', 'my cat', '819012345678', token, data.token, device, 'hana']) {
    expect(log).not.toContain(hidden);
  }
});
