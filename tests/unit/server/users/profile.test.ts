/** The pages of a profile, on the real API: what they show, what they take, what they refuse. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { General, PersonalAnswer, PublicUser, UserCenterData } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { applicants, userAudit, userProfiles, users } from '../../../../src/server/db/schema.ts';
import { type Body, HOSTILE } from '../../../helpers/server/applications.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const t = translator('en-US');

const idOf = async (email: string) => {
  const [user] = await api.orm.select().from(users).where(eq(users.email, email));
  return user?.id ?? '';
};
const other = { email: 'taro@example.com', nickname: 'Taro' };
const get = <T>(path: string, token: string) => api.ask<T>(path, { token });
const put = <T>(path: string, token: string, body: unknown) => api.ask<T>(path, { method: 'PUT', token, body });
const faultsIn = ({ data }: { data: unknown }) =>
  ((data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []) as {
    field: string;
    message: string;
  }[];
const actions = async () => (await api.orm.select().from(userAudit)).map(({ action }) => action);

describe('general', () => {
  const general = 'profile/general';

  it('shows and changes nickname, language and preferences; what is left out stays', async () => {
    const { token } = await api.user();
    const first = { nickname: 'Hana', address: '/u/hana', avatar: null, locale: 'en-US', preferences: {}, terms: null };
    expect((await get<General>(general, token)).data).toEqual(first);
    const preferences = {
      theme: 'dark',
      timeZone: 'Asia/Tokyo',
      rising: 'red',
      flash: { important: true, include: '日銀', exclude: '', zone: 'local' },
    };
    await put(general, token, { preferences });
    const changed = await put<General>(general, token, {
      nickname: 'ハナ Ｓ',
      locale: 'ja',
      preferences: { rising: 'local' },
    });
    const now = {
      nickname: 'ハナ Ｓ',
      address: `/u/${encodeURIComponent('ハナ s')}`,
      avatar: null,
      locale: 'ja',
      preferences: { ...preferences, rising: 'local' },
      terms: null,
    };
    expect(changed).toMatchObject({ code: SUCCESS, data: now });
    expect((await get<General>(general, token)).data).toEqual(now);
    await put(general, token, { preferences: { flash: null } });
    expect((await get<General>(general, token)).data.preferences.flash).toBeNull();
  });

  it('keeps a nickname for one user, however it is written', async () => {
    await api.user(other);
    const { token } = await api.user();
    for (const nickname of ['Taro', 'TARO', ' taro ', 'ｔａｒｏ', 'Ta\u200dro', 'tar\u00ado']) {
      const refused = await put(general, token, { nickname });
      expect(refused.code, nickname).toBe(SERVER_CODES.invalid.code);
      expect(faultsIn(refused)).toEqual([{ field: 'nickname', message: t(FAULT_WORDS.nicknameTaken) }]);
    }
    expect((await get<General>(general, token)).data.nickname).toBe('Hana');
    expect((await put(general, token, { nickname: 'HANA' })).code).toBe(SUCCESS);
    const both = await Promise.all([
      put(general, token, { nickname: 'Ren' }),
      put(general, (await api.logIn({ email: other.email })).data.token, { nickname: 'ren' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('refuses what is none of the choices', async () => {
    const { token } = await api.user();
    const wrong: [string, Body][] = [
      ['nickname', { nickname: ' ' }],
      ['nickname', { nickname: 'x'.repeat(41) }],
      ['nickname', { nickname: null }],
      ['locale', { locale: 'fr' }],
      ['preferences', { preferences: 'dark' }],
      ['preferences.theme', { preferences: { theme: 'constructor' } }],
      ['preferences.rising', { preferences: { rising: 1 } }],
      ...['Nowhere/City', '+09:00', '__proto__', 'x'.repeat(60), 'UTC; x', 9].map((timeZone): [string, Body] => [
        'preferences.timeZone',
        { preferences: { timeZone } },
      ]),
      ['preferences.flash', { preferences: { flash: 1 } }],
      [
        'preferences.flash.include',
        { preferences: { flash: { important: true, include: 'x'.repeat(501), exclude: '', zone: 'local' } } },
      ],
    ];
    for (const [field, body] of wrong) {
      const refused = await put(general, token, body);
      expect([refused.status, faultsIn(refused)[0]?.field], JSON.stringify(body)).toEqual([422, field]);
    }
    expect((await put(general, token, { preferences: { timeZone: '' } })).code).toBe(SUCCESS);
  });

  it('holds hostile text as text', async () => {
    const { token } = await api.user();
    for (const nickname of HOSTILE) {
      const { status } = await put(general, token, { nickname });
      expect([200, 422], JSON.stringify(nickname)).toContain(status);
      if (status !== 200) continue;
      const { data } = await get<General>(general, token);
      expect(data.nickname).toBe(nickname.trim());
      const { pathname } = new URL(data.address, 'https://www.example.com');
      expect(pathname).toBe(data.address);
      const shown = await api.ask<PublicUser>(`public/${data.address.slice('/u/'.length)}`);
      expect(shown.data.nickname).toBe(nickname.trim());
    }
  });
});

describe('every part of a profile', () => {
  const PARTS = ['profile/general', 'profile/personal', 'profile/trade', 'profile/toggles'];
  const CALLS: [string, string][] = [
    ['GET', 'centre'],
    ...PARTS.flatMap((path): [string, string][] => [
      ['GET', path],
      ['PUT', path],
    ]),
    ['POST', 'profile/avatar'],
    ['DELETE', 'profile/avatar'],
    ['GET', 'profile/data'],
    ['POST', 'profile/close'],
    ['DELETE', 'profile/close'],
  ];

  it('needs a session that is in force', async () => {
    const { token } = await api.user();
    const codesOf = (sent?: string) =>
      Promise.all(
        CALLS.map(async ([method, path]) => (await api.ask(path, { method, ...(sent && { token: sent }) })).code),
      );
    const unknown = CALLS.map(() => USER_CODES.unknown.code);
    expect(await codesOf()).toEqual(unknown);
    expect(await codesOf(`${token}x`)).toEqual(unknown);
    await api.ask('logout', { method: 'POST', token });
    expect(await codesOf(token)).toEqual(unknown);
  });

  it('takes nothing but its own fields, of whoever asks', async () => {
    const { token } = await api.user();
    await api.user(other);
    const taro = await idOf(other.email);
    const before = await api.orm.select().from(users).where(eq(users.id, taro));
    const hana = await idOf('hana@example.com');
    const forbidden = {
      id: taro,
      userId: taro,
      user_id: taro,
      email: 'x@example.com',
      emailVerified: false,
      handle: 'x',
      lockedAt: '2020-01-01',
      erasedAt: '2020-01-01',
      role: 'broker',
      twoFactorEnabled: true,
      passwordHint: 'x',
      createdAt: '2020-01-01',
      agreements: {},
      off: [],
      signed: { forex: { at: '2020', withdrawnAt: null } },
      fixed: [],
      fixedBy: null,
      versions: { forex: 'x' },
      __proto__: { locale: 'ja' },
    };
    for (const path of PARTS) expect((await put(path, token, forbidden)).code, path).toBe(SUCCESS);
    expect(await api.orm.select().from(users).where(eq(users.id, taro))).toEqual(before);
    const [user] = await api.orm.select().from(users).where(eq(users.id, hana));
    const [profile] = await api.orm.select().from(userProfiles).where(eq(userProfiles.userId, hana));
    expect(user).toMatchObject({
      email: 'hana@example.com',
      emailVerified: true,
      name: 'Hana',
      twoFactorEnabled: false,
    });
    expect(profile).toMatchObject({ handle: 'hana', locale: 'en-US', role: null, lockedAt: null, erasedAt: null });
    const [held] = await api.orm.select().from(applicants).where(eq(applicants.user, hana));
    expect(held?.trade.signed).toEqual({});
  });
});

describe('personal information', () => {
  const personal = 'profile/personal';
  const ADDRESS = { line1: '2-2 Ginza', line2: '', city: 'Chuo', region: 'Tokyo', postcode: '104-0061' };

  it('is what the user types, until an application fixes it, and again if that is declined', async () => {
    const { token } = await api.user();
    const own = {
      givenName: 'Hanako',
      country: 'JP',
      phone: '03-1234-5678',
      mobile: '090-1111-2222',
      address: ADDRESS,
    };
    const typed = await put<PersonalAnswer>(personal, token, own);
    expect(typed.data).toEqual({
      personal: {
        givenName: 'Hanako',
        familyName: '',
        birthDate: '',
        gender: '',
        country: 'JP',
        address: ADDRESS,
        phone: '+81312345678',
        mobile: '+819011112222',
      },
      fixedBy: null,
      fixed: [],
    });
    const reference = await storeApplication(api.orm, await idOf('hana@example.com'));
    const fixed = await get<PersonalAnswer>(personal, token);
    expect(fixed.data).toMatchObject({
      personal: {
        givenName: 'Hana',
        familyName: 'Sato',
        birthDate: '1990-02-28',
        gender: 'FEMALE',
        mobile: '+819011112222',
      },
      fixedBy: reference,
      fixed: ['givenName', 'familyName', 'birthDate', 'gender', 'country', 'address'],
    });
    const refused = await put(personal, token, { givenName: 'Eve', phone: '', address: ADDRESS });
    const message = t(FAULT_WORDS.fixedByApplication, { value: reference });
    expect(faultsIn(refused)).toEqual([
      { field: 'givenName', message },
      { field: 'address', message },
    ]);
    const kept = await put<PersonalAnswer>(personal, token, { ...fixed.data.personal, phone: '03-0000-0000' });
    expect(kept.data).toEqual({ ...fixed.data, personal: { ...fixed.data.personal, phone: '+81300000000' } });
    await api.orm.execute(`update applications set state = 'declined'`);
    expect((await get<PersonalAnswer>(personal, token)).data).toMatchObject({
      personal: { givenName: 'Hanako', familyName: '', address: ADDRESS, phone: '+81300000000' },
      fixedBy: null,
    });
  });

  it('refuses impossible values', async () => {
    const { token } = await api.user();
    const wrong: [string, Body][] = [
      ['givenName', { givenName: 'a\u0000b' }],
      ['familyName', { familyName: 'x'.repeat(101) }],
      ['birthDate', { birthDate: '2026-02-30' }],
      ['birthDate', { birthDate: '2999-01-01' }],
      ['gender', { gender: 'X' }],
      ['country', { country: 'XX' }],
      ['country', { country: '__proto__' }],
      ['phone', { phone: 'call me' }],
      ['phone', { phone: '03-1234-5678' }],
      ['mobile', { mobile: '12' }],
      ['address', { address: 'here' }],
      ['address.line1', { address: { line1: 5 } }],
    ];
    for (const [field, body] of wrong) {
      expect(faultsIn(await put(personal, token, body))[0]?.field, JSON.stringify(body)).toBe(field);
    }
    expect(await actions()).toEqual([]);
  });
});

it('the user centre shows own applications with what is missing, and own questions with their answers', async () => {
  const { token } = await api.user();
  await api.user(other);
  const [hana, taro] = [await idOf('hana@example.com'), await idOf(other.email)];
  await storeApplication(api.orm, taro);
  await storeQuestion(api.orm, taro, { question: 'Of another', email: other.email });
  const asked = 'Both sides of the licence';
  const needing = await storeApplication(api.orm, hana, { state: 'needsInformation', asked, role: 'analyst' });
  const older = await storeApplication(api.orm, hana, { state: 'declined', asked, at: new Date(0) });
  const question = await storeQuestion(api.orm, hana);
  const { data } = await get<UserCenterData>('centre', token);
  expect(data).toMatchObject({
    nickname: 'Hana',
    avatar: null,
    email: 'hana@example.com',
    role: 'analyst',
    erasedAt: null,
    twoStep: false,
    applications: [
      { reference: needing, state: 'needsInformation', missing: asked },
      { reference: older, state: 'declined', missing: null },
    ],
    questions: [{ reference: question, state: 'answered', question: 'When?', answers: [{ text: 'Tomorrow.' }] }],
  });
  expect(JSON.stringify(data)).not.toContain('Mika');
});
