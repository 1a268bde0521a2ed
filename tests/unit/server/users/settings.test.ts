/** Trade settings and toggles of a profile, and the public page that they make. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PublicUser, Toggles, Trade } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { NOTIFICATIONS } from '../../../../src/forms/lists.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { userAudit, userProfiles, users } from '../../../../src/server/db/schema.ts';
import { saidIn } from '../../../helpers/server/api.ts';
import { signature } from '../../../helpers/server/applications.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const t = translator('en-US');
const VERSIONS = readRules().versionsOf('ja');

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

describe('trade settings', () => {
  const trade = 'profile/trade';
  const sign = (version: string = VERSIONS.forex) => ({ ...signature(version), locale: 'ja' });

  it('take a high-risk product with its disclosure signed as it is now, and never without', async () => {
    const { token } = await api.user();
    expect((await get<Trade>(trade, token)).data).toMatchObject({ products: [], signed: {}, accreditedInvestor: null });
    const missing = [{ field: 'signatures.forex', message: t(FAULT_WORDS.signatureMissing) }];
    expect(faultsIn(await put(trade, token, { products: ['stocks', 'forex'] }))).toEqual(missing);
    const old = await put(trade, token, { products: ['forex'], signatures: { forex: sign('2020-01-01') } });
    expect(faultsIn(old)).toEqual([
      { field: 'signatures.forex.version', message: t(FAULT_WORDS.textOld, { value: VERSIONS.forex }) },
    ]);
    const unwanted = await put(trade, token, { products: ['stocks'], signatures: { forex: sign() } });
    expect(faultsIn(unwanted)).toEqual([
      { field: 'signatures.forex', message: t(FAULT_WORDS.signatureWithoutProduct) },
    ]);
    for (const forex of [null, 'yes', {}, { ...sign(), name: ' ' }, { ...sign(), locale: 'constructor' }]) {
      expect((await put(trade, token, { products: ['forex'], signatures: { forex } })).status).toBe(422);
    }
    expect((await get<Trade>(trade, token)).data.products).toEqual([]);

    const body = { products: ['stocks', 'forex', 'stocks'], signatures: { forex: sign() }, brokerNumber: 'B-7' };
    const { data } = await put<Trade>(trade, token, body);
    expect(data).toMatchObject({
      brokerNumber: 'B-7',
      products: ['stocks', 'forex'],
      off: ['forex'],
      signed: { forex: { version: VERSIONS.forex, locale: 'ja', name: 'Hana Sato', withdrawnAt: null } },
    });
    const declared = { accreditedInvestor: 'income', qualifiedPurchaser: 'ownInvestments' };
    expect((await put<Trade>(trade, token, declared)).data.off).toEqual([]);
    expect((await put<Trade>(trade, token, { products: ['forex'] })).data.products).toEqual(['forex']);
  });

  it('end what is withdrawn at once, keep its dates, and ask for a new signature', async () => {
    const { token } = await api.user();
    const declared = { accreditedInvestor: 'income', qualifiedPurchaser: 'ownInvestments' };
    await put(trade, token, { products: ['stocks', 'forex'], signatures: { forex: sign() }, ...declared });
    const status = await put<Trade>(trade, token, { withdraw: ['accreditedInvestor'] });
    expect(status.data).toMatchObject({
      products: ['stocks', 'forex'],
      off: ['forex'],
      accreditedInvestor: { value: 'income', withdrawnAt: expect.any(String) },
      qualifiedPurchaser: { withdrawnAt: null },
    });
    const renewed = await put<Trade>(trade, token, { accreditedInvestor: 'netWorth' });
    expect(renewed.data).toMatchObject({ off: [], accreditedInvestor: { value: 'netWorth', withdrawnAt: null } });
    const gone = await put<Trade>(trade, token, { withdraw: ['forex'] });
    expect(gone.data).toMatchObject({ products: ['stocks'], signed: { forex: { withdrawnAt: expect.any(String) } } });
    expect((await put(trade, token, { products: ['forex'] })).status).toBe(422);
    expect((await put(trade, token, { withdraw: ['forex'], products: ['stocks', 'forex'] })).status).toBe(422);
    expect((await put(trade, token, { withdraw: ['everything'] })).status).toBe(422);

    const rows = await api.orm.select().from(userAudit);
    expect(rows.map(({ action }) => action)).toEqual([
      ...['declared', 'declared', 'signed', 'products', 'withdrawn', 'declared', 'withdrawn'],
    ]);
    expect(rows.every(({ by, reference }) => by === 'user' && reference.length > 10)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/Hana|Sato|income|netWorth|hana@/);
  });

  it('begin as the newest application has them', async () => {
    const { token } = await api.user();
    const id = await idOf('hana@example.com');
    const at = new Date('2026-11-20T10:00:00Z');
    await storeApplication(api.orm, id, { at, given: { brokerNumber: 'B-1' } });
    const { data } = await get<Trade>(trade, token);
    const status = { value: 'none', at: at.toISOString(), withdrawnAt: null };
    expect(data).toMatchObject({
      brokerNumber: 'B-1',
      products: ['stocks', 'forex'],
      off: ['forex'],
      accreditedInvestor: status,
      signed: { forex: { at: at.toISOString(), version: signature().version, name: 'Hana Sato', withdrawnAt: null } },
    });
    expect((await put<Trade>(trade, token, { brokerNumber: '' })).data).toMatchObject({ ...data, brokerNumber: '' });
    await storeApplication(api.orm, id, { given: { brokerNumber: 'B-2' } });
    expect((await get<Trade>(trade, token)).data.brokerNumber).toBe('B-2');
  });
});

describe('toggles', () => {
  const toggles = 'profile/toggles';

  it('begin with the defaults, whatever an application says; one can be changed alone', async () => {
    const { token } = await api.user();
    const privacy = { email: 'private', baseInformation: 'private', trading: 'private', holdings: 'private' };
    const defaults = { notifications: NOTIFICATIONS, privacy };
    const given = { notifications: { ...NOTIFICATIONS, promotions: true }, privacy: { ...privacy, email: 'public' } };
    await storeApplication(api.orm, await idOf('hana@example.com'), { given });
    expect((await get<Toggles>(toggles, token)).data).toEqual(defaults);
    await put(toggles, token, { notifications: { login: false } });
    const { data } = await put<Toggles>(toggles, token, { privacy: { email: 'public' } });
    expect(data).toEqual({
      notifications: { ...NOTIFICATIONS, login: false },
      privacy: { ...privacy, email: 'public' },
    });
    for (const body of [{ notifications: { login: 'no' } }, { privacy: { email: 'friends' } }, { privacy: [] }]) {
      const { status } = await put(toggles, token, body);
      expect([200, 422]).toContain(status);
    }
    expect((await get<Toggles>(toggles, token)).data).toEqual(data);
  });
});

describe('the public page', () => {
  const shown = (nickname: string) => api.ask<PublicUser>(`public/${nickname}`);

  it('shows the nickname, and of the rest what the user has made public', async () => {
    const { token } = await api.user();
    expect((await shown('HANA')).data).toEqual({
      nickname: 'Hana',
      avatar: null,
      email: null,
      base: null,
      license: null,
    });
    await put('profile/personal', token, { country: 'JP', givenName: 'Hanako' });
    await put('profile/toggles', token, { privacy: { email: 'public', baseInformation: 'public' } });
    const { data, text } = await shown('hana');
    expect(data).toEqual({
      nickname: 'Hana',
      avatar: null,
      email: 'hana@example.com',
      base: { role: null, country: 'JP', since: expect.any(String) },
      license: null,
    });
    expect(text).not.toContain('Hanako');
  });

  it('is the same 404 for nobody, an unconfirmed, a closed and a locked user', async () => {
    await api.ask('signUp', {
      body: {
        locale: 'en-US',
        email: 'ren@example.com',
        password: 'Abcdefg1',
        nickname: 'Ren',
        brokerNumber: '',
        website: '',
        agreements: VERSIONS,
      },
    });
    await api.user();
    await api.user(other);
    await api.orm.update(userProfiles).set({ lockedAt: new Date() }).where(eq(userProfiles.handle, 'hana'));
    await api.orm.update(userProfiles).set({ erasedAt: new Date() }).where(eq(userProfiles.handle, 'taro'));
    const answers = await Promise.all(['nobody', 'ren', 'hana', 'taro', '%00', '__proto__', '%F0%9F'].map(shown));
    expect(new Set(answers.map(saidIn)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });
});
