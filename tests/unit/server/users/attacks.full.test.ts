/** Attacks on accounts, on the real API. What a test allows here, anyone could do. */
// cspell:ignore Ｈａｎａ 𝐇𝐚𝐧𝐚 Ünal Hanä Ирина Арина Ελένη Secretname Newpass
import { asc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Me } from '../../../../src/contract/session.ts';
import type { Entered } from '../../../../src/contract/users.ts';
import { handleOf } from '../../../../src/forms/userForms.ts';
import {
  applicants,
  loginFailures,
  mails,
  userDevices,
  userLinks,
  userProfiles,
  userSessions,
  userSignIns,
  users,
} from '../../../../src/server/db/schema.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { saidIn } from '../../../helpers/server/api.ts';
import { PASSWORD, type Said, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
afterEach(() => later(0));
const later = (ms: number) => {
  now = new Date(Date.now() + ms);
};
const INVALID = SERVER_CODES.invalid.code;
const LOCKED = USER_CODES.locked.code;
const UNKNOWN = USER_CODES.unknown.code;
const TOO_MANY = SERVER_CODES.tooMany.code;
const MAIL_EVERY_MS = 5 * 60_000;

const api = usersApi({ now: () => now }, { TRUSTED_PROXY_HOPS: '1' });
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const me = (token: string) => api.ask<Me>('me', { token });
const confirm = (token: string, given: object = {}) =>
  api.ask<Entered>('confirm', { body: { token, password: PASSWORD, isNew: false, own: true, device: null, ...given } });
const codesOf = (answers: Said<unknown>[]) => answers.map(({ code }) => code).sort();
const times = <T>(number: number, make: (index: number) => T): T[] => Array.from({ length: number }, (_, n) => make(n));

describe('a session', () => {
  it('never gets a token that the browser brought', async () => {
    const { token } = await api.user();
    const chosen = 'chosenByAnAttacker0123456789abcd';
    for (const brought of [chosen, `${chosen}.AAAA`, token]) {
      const headers = {
        authorization: `Bearer ${brought}`,
        cookie: `id.session_token=${brought}; userInfo=${encodeURIComponent(JSON.stringify({ token: brought }))}`,
      };
      const { data } = await api.logIn({}, { token: brought, headers });
      expect(data.token).not.toBe(brought);
      expect(data.token.split('.')[0]).not.toBe(brought.split('.')[0]);
    }
    for (const brought of [chosen, `${chosen}.AAAA`]) expect((await me(brought)).code).toBe(UNKNOWN);
  });

  it('is in the header `token` only', async () => {
    const { token } = await api.user();
    const headers = { authorization: `Bearer ${token}`, cookie: `id.session_token=${encodeURIComponent(token)}` };
    expect((await api.ask('me', { headers })).code).toBe(UNKNOWN);
    expect((await api.ask(`me?token=${encodeURIComponent(token)}`)).code).toBe(UNKNOWN);
  });

  it('does not begin with a session that better-auth has made and nobody has begun', async () => {
    await api.user();
    const [row] = await api.orm.select().from(userSessions);
    expect((await me(String(row?.token))).code).toBe(UNKNOWN);
  });
});

describe('nobody learns whether an address has an account', () => {
  const STATES = ['known', 'unknown', 'unconfirmed', 'locked', 'closed'] as const;
  const addressOf = (state: string) => `${state}@example.com`;
  async function fill(): Promise<void> {
    for (const state of ['known', 'locked', 'closed']) {
      const { email } = await api.user({ email: addressOf(state), nickname: state });
      const [user] = await api.orm.select().from(users).where(eq(users.email, email));
      const set = { lockedAt: state === 'locked' ? now : null, erasedAt: state === 'closed' ? now : null };
      await api.orm
        .update(userProfiles)
        .set(set)
        .where(eq(userProfiles.userId, user?.id ?? ''));
    }
    await api.ask('signUp', { body: signUpBody({ email: addressOf('unconfirmed'), nickname: 'unconfirmed' }) });
  }
  /** What a caller sees of an answer. */
  const seen = ({ status, text, headers: { date: _, 'x-request-id': __, ...headers } }: Said<unknown>) => ({
    status,
    said: saidIn({ text }),
    headers,
  });

  it.each([
    ['signUp', (email: string) => signUpBody({ email, nickname: `New ${email.length}` })],
    ['login', (email: string) => ({ email, password: 'Wrong123', own: true, device: null })],
    ['password/forgotten', (email: string) => ({ email, locale: 'en-US' })],
  ])('by %s', async (path, bodyOf) => {
    await fill();
    const answers = [];
    for (const state of STATES) answers.push(seen(await api.ask(path, { body: bodyOf(addressOf(state)) })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('nor by failing until it is locked, or by the unlocking', async () => {
    await fill();
    const rounds: unknown[][] = [];
    for (const state of STATES) {
      const body = { email: addressOf(state), password: 'Wrong123', own: true, device: null };
      const answers = [];
      for (let time = 0; time < MOST_FAILURES + 2; time += 1) answers.push(seen(await api.ask('login', { body })));
      rounds.push(answers);
    }
    for (const round of rounds) expect(round).toEqual(rounds[0]);
    expect(seen(await api.ask('unlock', { body: { token: 'a'.repeat(32) } })).status).toBe(422);
  });
});

describe('guessing passwords', () => {
  const guess = (email: string, address: string) => api.logIn({ email, password: 'Wrong123' }, from(address));

  it('of one account from many networks ends after ten', async () => {
    await api.user();
    const codes = [];
    for (let n = 0; n < MOST_FAILURES + 5; n += 1) {
      codes.push((await guess(n % 2 ? 'hana@example.com' : 'HANA@Example.com', `198.51.100.${n}`)).code);
    }
    expect(codes.filter((code) => code === INVALID)).toHaveLength(MOST_FAILURES - 1);
    expect(codes.at(-1)).toBe(LOCKED);
    expect((await api.logIn({}, from('203.0.113.1'))).code).toBe(LOCKED);
  });

  it('of many accounts from one network ends at the limit of the network', async () => {
    const served = await api.serving({ LOGIN_RATE_LIMIT_PER_MINUTE: '20' });
    const said = [];
    for (let n = 0; n < 25; n += 1) {
      const body = { email: `user${n}@example.com`, password: 'Wrong123', own: true, device: null };
      said.push(await api.ask('login', { body, served, ...from('198.51.100.7') }));
    }
    expect(said.filter(({ code }) => code === TOO_MANY)).toHaveLength(5);
    const body = { email: 'user@example.com', password: 'Wrong123', own: true, device: null };
    expect((await api.ask('login', { body, served, ...from('198.51.100.8') })).code).toBe(INVALID);
    // A forged X-Forwarded-For before the proxy's own is not believed.
    const forged = { headers: { 'x-forwarded-for': '203.0.113.5, 198.51.100.7' } };
    expect((await api.ask('login', { body, served, ...forged })).code).toBe(TOO_MANY);
  });

  it('of one account many at once ends after ten, too', async () => {
    await api.user();
    await api.orm.delete(loginFailures);
    const guesses = [...times(MOST_FAILURES + 10, () => 'Wrong123'), PASSWORD];
    const said = await Promise.all(guesses.map((password, n) => api.logIn({ password }, from(`198.51.100.${n}`))));
    expect(said.filter(({ code }) => code === INVALID).length).toBeLessThan(MOST_FAILURES);
    expect(said.at(-1)?.code).toBe(LOCKED);
    expect((await api.waiting()).filter((name) => name === 'userLocked')).toHaveLength(1);
  });

  it('does not go on with a device of another user, or one that is revoked', async () => {
    const { device } = await api.user();
    const other = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    for (let n = 0; n <= MOST_FAILURES; n += 1) await guess('hana@example.com', '198.51.100.1');
    expect((await api.logIn({ device: other.device })).code).toBe(LOCKED);
    expect((await api.logIn({ device: 'x'.repeat(32) })).code).toBe(LOCKED);
    expect((await api.logIn({ device })).code).toBe(SUCCESS);
    await api.orm.update(userDevices).set({ secretHash: null });
    expect((await api.logIn({ device })).code).toBe(LOCKED);
  });

  it('on an own device ends after ten, and locks nothing else', async () => {
    const { device, token } = await api.user();
    const codes = [];
    for (let n = 0; n <= MOST_FAILURES; n += 1) codes.push((await api.logIn({ password: 'Wrong123', device })).code);
    expect(codes.at(-1)).toBe(LOCKED);
    expect((await api.logIn({ device })).code).toBe(LOCKED);
    expect((await api.logIn()).code).toBe(SUCCESS);
    expect((await me(token)).code).toBe(SUCCESS);
  });

  it('is not what a right password is that waits for a code', async () => {
    await api.user();
    await api.orm.update(users).set({ twoFactorEnabled: true });
    await api.logIn({ password: 'Wrong123' });
    for (let n = 0; n <= MOST_FAILURES; n += 1) expect((await api.logIn()).data.challenge).toBeTruthy();
    const [row] = await api.orm.select().from(loginFailures);
    expect(row).toMatchObject({ lockedAt: null, failedAt: [expect.any(String)] });
  });

  it('of links gets nowhere', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const token = await api.mailed('userConfirm');
    for (const wrong of [token.slice(0, -1), `${token}a`, token.toLowerCase(), token.replace(/.$/, '_')]) {
      if (wrong !== token) expect((await confirm(wrong)).code).toBe(INVALID);
    }
    // A link of one kind is none of another.
    for (const path of ['unlock', 'password/reset', 'email/confirm']) {
      const { code } = await api.ask(path, { body: { token, password: PASSWORD } });
      expect([INVALID, SERVER_CODES.notFound.code]).toContain(code);
    }
    expect((await confirm(token)).code).toBe(SUCCESS);
  });
});

describe('links', () => {
  it('to confirm end with the first that is used', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const first = await api.mailed('userConfirm');
    later(MAIL_EVERY_MS);
    await api.ask('signUp', { body: signUpBody({ nickname: 'Other' }) });
    const second = await api.mailed('userConfirm');
    expect(second).not.toBe(first);
    expect((await confirm(second)).code).toBe(SUCCESS);
    expect((await confirm(first, { isNew: true, password: 'Attack3r' })).code).toBe(INVALID);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('for a new password end with the first that is used', async () => {
    await api.user();
    const body = { email: 'hana@example.com', locale: 'en-US' };
    await api.ask('password/forgotten', { body });
    const first = await api.mailed('userReset');
    later(MAIL_EVERY_MS);
    await api.ask('password/forgotten', { body });
    const second = await api.mailed('userReset');
    expect(second).not.toBe(first);
    const reset = (token: string, password: string) => api.ask('password/reset', { body: { token, password } });
    expect((await reset(second, 'Newpass1')).code).toBe(SUCCESS);
    expect((await reset(second, 'Attack3r')).code).toBe(INVALID);
    expect((await reset(first, 'Attack3r')).code).toBe(INVALID);
    expect((await api.logIn({ password: 'Newpass1' })).code).toBe(SUCCESS);
  });

  it('that are used twice at once are used once', async () => {
    await api.user();
    await api.ask('password/forgotten', { body: { email: 'hana@example.com', locale: 'en-US' } });
    const token = await api.mailed('userReset');
    const both = await Promise.all(
      ['Newpass1', 'Newpass2'].map((password) => api.ask('password/reset', { body: { token, password } })),
    );
    expect(codesOf(both)).toEqual([SUCCESS, INVALID].sort());
    for (let n = 0; n < MOST_FAILURES; n += 1) await api.logIn({ password: 'Wrong123' });
    const unlock = await api.mailed('userLocked');
    const unlocked = await Promise.all([1, 2].map(() => api.ask('unlock', { body: { token: unlock } })));
    expect(codesOf(unlocked)).toEqual([SUCCESS, INVALID].sort());
  });

  it('are mailed to one address once in five minutes, however often anyone asks', async () => {
    await api.user();
    await api.orm.delete(mails);
    for (let n = 0; n < 4; n += 1) {
      await api.ask('signUp', { body: signUpBody({ nickname: `Other ${n}` }) });
      await api.ask('password/forgotten', { body: { email: 'Hana@example.com', locale: 'en-US' } });
      await api.ask('signUp', { body: signUpBody({ email: 'new@example.com', nickname: `New ${n}` }) });
      await api.ask('password/forgotten', { body: { email: 'new@example.com', locale: 'en-US' } });
    }
    expect((await api.waiting()).sort()).toEqual(['userConfirm', 'userKnown', 'userReset']);
  });

  it('are stored as hashes', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const token = await api.mailed('userConfirm');
    expect(JSON.stringify(await api.orm.select().from(userLinks))).not.toContain(token);
  });
});

it('who signs up a second time changes nothing of the first', async () => {
  await api.ask('signUp', { body: signUpBody() });
  const before = await api.orm.select().from(users);
  const attack = signUpBody({ password: 'Attack3r', nickname: 'Attacker', locale: 'ja', brokerNumber: '666' });
  await api.ask('signUp', { body: attack });
  expect(await api.orm.select().from(users)).toEqual(before);
  expect(await api.orm.select().from(userProfiles)).toMatchObject([{ locale: 'en-US' }]);
  expect(await api.orm.$count(applicants)).toBe(0);
  expect((await confirm(await api.mailed('userConfirm'), { password: 'Attack3r' })).code).toBe(INVALID);
});

it('two sign-ups at once make one user, two confirmations at once one session', async () => {
  const both = await Promise.all(times(2, (n) => api.ask('signUp', { body: signUpBody({ nickname: `Hana ${n}` }) })));
  expect(codesOf(both)).toEqual([SUCCESS, SUCCESS]);
  expect(await api.orm.$count(users)).toBe(1);
  expect(await api.orm.$count(userProfiles)).toBe(1);
  const token = await api.mailed('userConfirm');
  expect(codesOf(await Promise.all([confirm(token), confirm(token)]))).toEqual([SUCCESS, INVALID].sort());
  expect(await api.orm.$count(userSessions)).toBe(1);
});

it('two users who confirm at once do not get the same nickname', async () => {
  const addresses = times(3, (n) => `same${n}@example.com`);
  for (const email of addresses) await api.ask('signUp', { body: signUpBody({ email, nickname: 'Same' }) });
  const tokens = await Promise.all(addresses.map((email) => api.mailed('userConfirm', email)));
  const said = await Promise.all(tokens.map((token) => confirm(token)));
  expect(codesOf(said)).toEqual([SUCCESS, SUCCESS, SUCCESS]);
  const handles = (await api.orm.select().from(userProfiles)).map(({ handle }) => handle);
  expect(new Set(handles).size).toBe(3);
});

describe('what a browser says of itself', () => {
  const AGENTS = [
    'Your bank: call +1 555/1 and say the code',
    '<b>Evil</b>/\u00ff9.1 (x)',
    `${'Mozilla/5.0 '.repeat(40)}Firefox/99999999999999999999.0`,
    'https://evil.example.com/1 x',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/call+15550100.1 Safari/537.36',
  ];

  it('is nothing but the name of a browser that is known, and its number', async () => {
    await api.user();
    for (const agent of AGENTS) {
      await api.logIn({ password: 'Wrong123' }, { headers: { 'user-agent': agent } });
      await api.logIn({ own: false }, { headers: { 'user-agent': agent } });
    }
    const seen = [...(await api.orm.select().from(userSignIns)), ...(await api.orm.select().from(userDevices))];
    const browsers = new Set(seen.map(({ browser }) => browser));
    for (const browser of browsers) expect(browser).toMatch(/^([A-Z][A-Za-z ]{0,30}( \d{1,6})?)?$/);
    expect(JSON.stringify([...browsers])).not.toMatch(/bank|evil|555/i);
  });

  it('is kept, if it is an ordinary browser', async () => {
    await api.user();
    expect(await api.orm.select().from(userSignIns)).toMatchObject([{ browser: 'Firefox 151', system: 'Windows' }]);
  });
});

describe('nicknames that look alike are one', () => {
  it.each([
    ['full-width letters', 'Hana', 'Ｈａｎａ'],
    ['capitals', 'Hana', 'hANA'],
    ['spaces', 'Hana Sato', 'Hana \u00a0 Sato'],
    ['a zero-width space', 'Hana', 'Ha\u200bna'],
    ['a joiner', 'Hana', 'Ha\u200dna'],
    ['a soft hyphen', 'Hana', 'Ha\u00adna'],
    ['a byte order mark', 'Hana', '\ufeffHana'],
    ['a variation selector', 'Hana', 'Hana\ufe0f'],
    ['a Hangul filler', 'Hana', 'Ha\u3164na'],
    ['mathematical letters', 'Hana', '𝐇𝐚𝐧𝐚'],
    ['combining marks', 'Ünal', 'U\u0308nal'],
  ])('%s', async (_, one, other) => {
    expect(handleOf(other)).toBe(handleOf(one));
  });

  it('and those that do not look alike are two', () => {
    const names = ['Hana', 'Hanä', '花', '華', 'はな', 'ハナ', '한아', 'Ирина', 'Арина', 'Ελένη', 'ไทย', 'हना'];
    expect(new Set(names.map(handleOf)).size).toBe(names.length);
    for (const name of names) expect(handleOf(name)).not.toBe('');
  });

  it('signs that turn text around, and letters of two alphabets, are refused', async () => {
    const mixed = ['H\u0430n\u0430', '\u0397ana'];
    for (const nickname of [
      ...mixed,
      '\u202eanaH',
      'Ha\u2066na',
      '\u200f\u200e',
      '\u200b',
      ' ',
      '...',
      'Ha\nna',
      'Ha\u0000na',
    ]) {
      expect((await api.ask('signUp', { body: signUpBody({ nickname }) })).code).toBe(INVALID);
    }
  });
});

it('no log holds an address, a token, a password or a nickname', async () => {
  const { token } = await api.user({ email: 'secret.person@example.com', nickname: 'Secretname' });
  await api.logIn({ email: 'secret.person@example.com', password: 'Wrong123' });
  await api.ask('password/forgotten', { body: { email: 'secret.person@example.com', locale: 'en-US' } });
  await me(token);
  const logged = JSON.stringify(api.log);
  for (const secret of ['secret', 'Secretname', PASSWORD, token.split('.')[0] ?? '', 'Wrong123']) {
    expect(logged).not.toContain(secret);
  }
});

it('the database holds no password, no secret of a device and no signed token', async () => {
  const { token, device } = await api.user();
  await api.logIn({ password: 'Wrong123' });
  const rows = JSON.stringify([
    await api.orm.select().from(users),
    await api.orm.select().from(userDevices),
    await api.orm.select().from(userSessions),
    await api.orm.select().from(loginFailures).orderBy(asc(loginFailures.address)),
  ]);
  for (const secret of [PASSWORD, String(device), token, 'Wrong123']) expect(rows).not.toContain(secret);
  expect(JSON.stringify(await api.orm.select().from(loginFailures))).not.toContain('hana');
});
