/** Passkeys on the real API, with an authenticator in software that can lie. */
import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { MOST_PASSKEYS } from '../../../../src/contract/passkeys.ts';
import type { Entered, Security } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import {
  mails,
  userAudit,
  userCredentials,
  userDevices,
  userPasskeys,
  userProfiles,
  userSessions,
  userSignIns,
  userVerifications,
} from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { FRESH_MS } from '../../../../src/server/users/security/securityChange.ts';
import { PASSKEY_MS } from '../../../../src/server/users/security/webauthn.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { answerWith, type Lies, makePasskey, type SoftPasskey } from '../../../helpers/server/passkeys.ts';
import { appCode } from '../../../helpers/server/twoStep.ts';
import { PASSWORD, type Said, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ now: () => now });
const t = translator('en-US');

type Begun = Parameters<typeof makePasskey>[0];
type Asked = Parameters<typeof answerWith>[1];
const { invalid, conflict, notFound } = SERVER_CODES;
const words = ({ data }: Said<unknown>) =>
  (data as { fields?: { message: string }[] } | null)?.fields?.map(({ message }) => message);
const said = (key: 'passkeyOver' | 'passkeyRefused' | 'passkeyUnknown' | 'challengeOver') => [t(FAULT_WORDS[key])];

const begin = (token: string, password = PASSWORD) =>
  api.ask<Begun>('profile/security/passkeyOptions', { token, body: { password } });
const add = (token: string, passkey: unknown, name = 'Telephone') =>
  api.ask<{ id: string }>('profile/security/passkeys', { token, body: { name, passkey } });
const asked = async (challenge?: string) =>
  (await api.ask<Asked>('login/passkey/options', { body: challenge ? { challenge } : {} })).data;
const enter = (passkey: unknown, given: object = {}) =>
  api.ask<Entered>('login/passkey', { body: { passkey, own: true, device: null, ...given } });
const security = async (token: string) => (await api.ask<Security>('profile/security', { token })).data;
const mailed = async () => (await api.orm.select().from(mails)).map(({ name }) => name);
const did = async () => (await api.orm.select().from(userAudit)).map(({ action }) => action);
const signIns = async () =>
  (await api.orm.select().from(userSignIns).orderBy(userSignIns.at)).map(({ outcome, method }) => [outcome, method]);

/** A user with a passkey. */
async function owner(given: Record<string, unknown> = {}, lies: Lies = {}) {
  const user = await api.user(given);
  const { made, answer } = makePasskey((await begin(user.token)).data, SITE, lies);
  const { data } = await add(user.token, answer);
  return { ...user, passkey: made, id: data.id };
}
/** Logs in with a passkey alone. */
const logIn = async (passkey: SoftPasskey, lies: Lies = {}, given: object = {}) =>
  enter(answerWith(passkey, await asked(), SITE, lies), given);
/** Turns two-step verification on, and takes the first step. */
async function firstStep(user: Entered) {
  const { secret } = (
    await api.ask<{ secret: string }>('profile/security/twoStep', { token: user.token, body: { password: PASSWORD } })
  ).data;
  await api.ask('profile/security/twoStep/on', { token: user.token, body: { code: appCode(secret) } });
  return (await api.logIn()).data as unknown as { challenge: string; passkey: boolean };
}

describe('a passkey is registered', () => {
  it('with the password, and is listed, named and removed; mails and audit say so', async () => {
    const { token } = await api.user();
    expect((await begin(token, 'Wrong123')).code).toBe(invalid.code);
    const options = (await begin(token)).data;
    expect(options).toMatchObject({
      rp: { id: new URL(SITE).hostname },
      user: { name: 'hana@example.com', displayName: 'Hana' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { made, answer } = makePasskey(options, SITE);
    const { code, data } = await add(token, answer);
    expect(code).toBe(SUCCESS);
    expect((await begin(token)).data.excludeCredentials).toEqual([
      { id: made.id, type: 'public-key', transports: ['internal'] },
    ]);
    const path = `profile/security/passkeys/${data.id}`;
    expect((await api.ask(path, { method: 'PUT', token, body: { name: 'Key' } })).code).toBe(SUCCESS);
    expect((await security(token)).passkeys).toEqual([
      { id: data.id, name: 'Key', createdAt: now.toISOString(), lastAt: null, disabledAt: null },
    ]);
    expect((await api.ask(path, { method: 'DELETE', token, body: { password: 'Wrong123' } })).code).toBe(invalid.code);
    expect((await api.ask(path, { method: 'DELETE', token, body: { password: PASSWORD } })).code).toBe(SUCCESS);
    expect((await api.ask(path, { method: 'DELETE', token, body: { password: PASSWORD } })).code).toBe(notFound.code);
    expect((await security(token)).passkeys).toEqual([]);
    expect(await mailed()).toEqual(expect.arrayContaining(['userPasskeyAdded', 'userPasskeyRemoved']));
    expect(await did()).toEqual(expect.arrayContaining(['passkey added', 'passkey removed']));
    expect((await logIn(made)).code).toBe(invalid.code);
  });

  it('and removed without a password, which who logs in at a provider has none of, just after a log-in', async () => {
    const { token } = await api.user();
    // A fresh log-in stands for no password that there is.
    expect(words(await begin(token, ''))).toEqual([t('account.error.passwordEmpty')]);
    await api.orm.update(userCredentials).set({ providerId: 'oidc', password: null });
    const { data } = await add(token, makePasskey((await begin(token, '')).data, SITE).answer);
    const remove = () =>
      api.ask(`profile/security/passkeys/${data.id}`, { method: 'DELETE', token, body: { password: '' } });
    const aged = (ms: number) => api.orm.update(userSessions).set({ createdAt: new Date(now.getTime() - ms) });
    await aged(FRESH_MS);
    for (const refused of [await begin(token, ''), await begin(token), await remove()]) {
      expect(refused).toMatchObject({ code: conflict.code, message: serverMessage('server.logInAgain', 'en-US') });
    }
    await aged(FRESH_MS - 30_000);
    expect((await begin(token, '')).code).toBe(SUCCESS);
    expect((await remove()).code).toBe(SUCCESS);
    expect(await mailed()).toEqual(expect.arrayContaining(['userPasskeyAdded', 'userPasskeyRemoved']));
  });

  it('not with an answer that lies, nor twice, nor late', async () => {
    const { token } = await api.user();
    const lies: Lies[] = [
      { origin: 'https://evil.example.com' },
      { rpId: 'evil.example.com' },
      { type: 'webauthn.get' },
      // Nobody has proved to be its user.
      { flags: 0x41 },
      { challenge: 'x'.repeat(43) },
    ];
    for (const lie of lies) {
      const { answer } = makePasskey((await begin(token)).data, SITE, lie);
      expect([lie, (await add(token, answer)).code]).toEqual([lie, invalid.code]);
    }
    const options = (await begin(token)).data;
    const { answer } = makePasskey(options, SITE);
    const garbled = { ...answer, response: { ...answer.response, attestationObject: 'oA' } };
    expect(words(await add(token, garbled))).toEqual(said('passkeyUnknown'));
    // A wrong answer has used the challenge up.
    expect(words(await add(token, answer))).toEqual(said('passkeyOver'));
    const late = makePasskey((await begin(token)).data, SITE);
    now = new Date(now.getTime() + PASSKEY_MS + 1000);
    expect(words(await add(token, late.answer))).toEqual(said('passkeyOver'));
    expect(await api.orm.$count(userPasskeys)).toBe(0);
  });

  it("not with a challenge of another user, of another session or of a log-in, nor another's passkey", async () => {
    const hana = await owner();
    const taro = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const options = (await begin(hana.token)).data;
    expect(words(await add(taro.token, makePasskey(options, SITE).answer))).toEqual(said('passkeyOver'));
    const { token } = (await api.logIn()).data;
    expect(words(await add(token, makePasskey(options, SITE).answer))).toEqual(said('passkeyOver'));
    const lie = { challenge: (await asked()).challenge };
    expect(words(await add(hana.token, makePasskey(options, SITE, lie).answer))).toEqual(said('passkeyOver'));
    const path = `profile/security/passkeys/${hana.id}`;
    for (const method of ['PUT', 'DELETE']) {
      const body = { name: 'Stolen', password: PASSWORD };
      expect((await api.ask(path, { method, token: taro.token, body })).code).toBe(notFound.code);
    }
    expect(await api.orm.select().from(userPasskeys)).toMatchObject([{ name: 'Telephone' }]);
  });

  it('up to a number', async () => {
    const { token, id } = await owner();
    const [row] = await api.orm.select().from(userPasskeys).where(eq(userPasskeys.id, id));
    if (!row) throw new Error('There is no passkey');
    const late = makePasskey((await begin(token)).data, SITE);
    const others = Array.from({ length: MOST_PASSKEYS - 1 }, (_, n) => ({ ...row, id: `${n}`, credentialId: `${n}` }));
    await api.orm.insert(userPasskeys).values(others);
    expect((await begin(token)).code).toBe(conflict.code);
    expect((await add(token, late.answer)).code).toBe(conflict.code);
  });
});

describe('a log-in with a passkey alone', () => {
  it('begins a session on a device as others do, without a second step', async () => {
    const user = await owner();
    await firstStep(user);
    const { code, data } = await logIn(user.passkey);
    expect(code).toBe(SUCCESS);
    expect(data).toMatchObject({ device: expect.any(String), isNew: false });
    expect((await security(data.token)).passkeys).toMatchObject([{ lastAt: now.toISOString() }]);
    expect(await signIns()).toContainEqual(['entered', 'passkey']);
    expect(await api.orm.$count(userDevices)).toBe(2);
    expect(await mailed()).toContain('userDevice');
  });

  it('is refused for whatever is wrong, each with the same words', async () => {
    const { passkey } = await owner();
    const lies: Lies[] = [
      { origin: 'https://evil.example.com' },
      { rpId: 'evil.example.com' },
      { type: 'webauthn.create' },
      { flags: 1 },
      { userHandle: Buffer.from('another').toString('base64url') },
      { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    ];
    for (const lie of lies) {
      expect([lie, words(await logIn(passkey, { counter: 50, ...lie }))]).toEqual([lie, said('passkeyUnknown')]);
    }
    expect(words(await logIn({ ...passkey, id: 'unknown' }))).toEqual(said('passkeyUnknown'));
    expect(await api.orm.select().from(userPasskeys)).toMatchObject([{ counter: 1, disabledAt: null }]);
    expect((await logIn(passkey)).code).toBe(SUCCESS);
  });

  it('takes an answer once, in ten minutes, and only to a challenge of its own', async () => {
    const user = await owner();
    const answer = answerWith(user.passkey, await asked(), SITE);
    const both = await Promise.all([enter(answer), enter(answer)]);
    expect(both.map(({ code }) => code).sort()).toEqual([SUCCESS, invalid.code].sort());
    expect(words(await enter(answer))).toEqual(said('passkeyOver'));
    const late = answerWith(user.passkey, await asked(), SITE);
    now = new Date(now.getTime() + PASSKEY_MS + 1000);
    expect(words(await enter(late))).toEqual(said('passkeyOver'));
    for (const challenge of [(await begin(user.token)).data.challenge, '', 'x'.repeat(43)]) {
      expect(words(await logIn(user.passkey, { challenge }))).toEqual(said('passkeyOver'));
    }
  });

  it('disables a passkey whose counter does not grow, once it is signed; its user is told once', async () => {
    const { passkey } = await owner({}, { counter: 7 });
    expect((await logIn(passkey)).code).toBe(SUCCESS);
    expect(words(await logIn(passkey, { counter: 8 }))).toEqual(said('passkeyRefused'));
    expect(words(await logIn(passkey, { counter: 99 }))).toEqual(said('passkeyRefused'));
    const refused = (await mailed()).filter((name) => name === 'userPasskeyRefused');
    expect(refused).toHaveLength(1);
    expect(await did()).toContain('passkey refused');
    expect(await signIns()).toContainEqual(['passkey', 'passkey']);
    const { data } = await api.logIn();
    expect((await security(data.token)).passkeys).toMatchObject([{ disabledAt: now.toISOString() }]);
  });

  it('of passkeys that do not count the counter stays 0, and may not begin to shrink', async () => {
    const { passkey } = await owner({}, { counter: 0 });
    for (let n = 0; n < 2; n += 1) expect((await logIn(passkey)).code).toBe(SUCCESS);
    expect((await logIn(passkey, { counter: 3 })).code).toBe(SUCCESS);
    expect(words(await logIn(passkey, { counter: 0 }))).toEqual(said('passkeyRefused'));
  });

  it('is not kept out by who guesses at the password, but by an operator', async () => {
    const { passkey } = await owner();
    for (let n = 0; n <= MOST_FAILURES; n += 1) await api.logIn({ password: 'Wrong123' });
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    expect((await logIn(passkey)).code).toBe(SUCCESS);
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    await api.orm.update(userProfiles).set({ lockedAt: now });
    expect((await logIn(passkey)).code).toBe(USER_CODES.locked.code);
  });
});

describe('a passkey as the second step', () => {
  it('takes the place of the code', async () => {
    const user = await owner();
    const { challenge, passkey } = await firstStep(user);
    expect(passkey).toBe(true);
    const options = await asked(challenge);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([user.passkey.id]);
    const answer = answerWith(user.passkey, options, SITE);
    const { code } = await enter(answer, { challenge });
    expect(code).toBe(SUCCESS);
    expect((await signIns()).filter(([, method]) => method === 'passkey')).toEqual([]);
    // Both challenges are used up.
    expect(words(await enter(answer, { challenge }))).toEqual(said('challengeOver'));
    const again = await api.ask('login/code', { body: { challenge, code: '123456', own: true, device: null } });
    expect(words(again)).toEqual(said('challengeOver'));
  });

  it("is not another's, nor an answer to the other kind of challenge", async () => {
    const user = await owner();
    const taro = await owner({ email: 'taro@example.com', nickname: 'Taro' });
    const { challenge } = await firstStep(user);
    const stranger = answerWith(taro.passkey, await asked(challenge), SITE);
    expect(words(await enter(stranger, { challenge }))).toEqual(said('passkeyUnknown'));
    const alone = answerWith(user.passkey, await asked(), SITE);
    expect(words(await enter(alone, { challenge }))).toEqual(said('passkeyOver'));
    const second = answerWith(user.passkey, await asked(challenge), SITE);
    expect(words(await enter(second))).toEqual(said('passkeyOver'));
    expect(words(await enter(second, { challenge: `2fa-${'x'.repeat(30)}.y` }))).toEqual(said('challengeOver'));
  });

  it('is offered only to who has one that is accepted', async () => {
    const user = await api.user();
    expect((await firstStep(user)).passkey).toBe(false);
  });
});

it('challenges are removed when their time is over', async () => {
  await asked();
  const [row] = await api.orm.select().from(userVerifications);
  expect(row?.expiresAt).toEqual(new Date(now.getTime() + PASSKEY_MS));
});
