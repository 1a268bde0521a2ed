/** How locks begin and end, what the history says of strangers' failures, and what guessing in a session comes to. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Security } from '../../../../src/contract/users.ts';
import { loginFailures, userSessions, userSignIns } from '../../../../src/server/db/schema.ts';
import { LOCK_MS, MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { tidyUsers } from '../../../../src/server/users/tidy.ts';
import { PASSWORD, type Said, usersApi } from '../../../helpers/server/usersApi.ts';

const HOUR_MS = 3_600_000;
const HANA = 'hana@example.com';
const { invalid } = SERVER_CODES;
const { locked, revoked } = USER_CODES;
let now: Date;
const api = usersApi({ now: () => now }, { TRUSTED_PROXY_HOPS: '1' });
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const wrong = (email: string, ip = '192.0.2.1') =>
  api.logIn({ email, password: 'Wrong123' }, { headers: { 'x-forwarded-for': ip } });
const times = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let n = 0; n < count; n += 1) done.push(await work(n));
  return done;
};
const codesOf = (said: readonly Said<unknown>[]) => said.map(({ code }) => code);
const UNTIL_LOCKED = [...Array(MOST_FAILURES - 1).fill(invalid.code), locked.code];

beforeEach(() => {
  // At noon, so that an hour more is the same day.
  now = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
});

describe('a lock', () => {
  it('looks the same at each step for an address with an account and one without, and ends after the same time', async () => {
    await api.user();
    const whole = async (email: string) => {
      const start = now;
      const said = await times(MOST_FAILURES + 1, () => wrong(email));
      pass(LOCK_MS - 1);
      said.push(await wrong(email));
      pass(1);
      said.push(...(await times(MOST_FAILURES, () => wrong(email))));
      pass(LOCK_MS);
      said.push(await wrong(email));
      now = start;
      return said.map(({ status, code, message, data }) => ({ status, code, message, data }));
    };
    const known = await whole(HANA);
    expect(known.map(({ code }) => code)).toEqual([
      ...[...UNTIL_LOCKED, locked.code],
      locked.code,
      ...UNTIL_LOCKED,
      invalid.code,
    ]);
    expect(await whole('nobody@example.com')).toEqual(known);
  });

  it('is over for its owner by itself', async () => {
    await api.user();
    await times(MOST_FAILURES, () => wrong(HANA));
    expect((await api.logIn()).code).toBe(locked.code);
    pass(LOCK_MS);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('of an address that had no account yet ends with its confirmation', async () => {
    await times(MOST_FAILURES, () => wrong(HANA));
    await api.user();
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('of an address that a user changes to ends with its confirmation', async () => {
    const { token } = await api.user();
    const email = 'new@example.com';
    await times(MOST_FAILURES, () => wrong(email));
    await api.ask('profile/security/email', { token, body: { email, password: PASSWORD } });
    for (const link of [await api.mailed('userEmailOld'), await api.mailed('userEmailNew', email)]) {
      await api.ask('email/confirm', { body: { token: link } });
    }
    expect((await api.logIn({ email })).code).toBe(SUCCESS);
  });

  it('leaves no row once it is over, nor do failures', async () => {
    await api.user();
    const rows = () => api.orm.$count(loginFailures);
    await wrong('once@example.com');
    for (const email of [HANA, 'nobody@example.com']) await times(MOST_FAILURES, () => wrong(email));
    // A right password with a second step takes its attempt back, and leaves a row without a failure.
    await api.orm.insert(loginFailures).values({ address: 'empty', failedAt: [] });
    pass(HOUR_MS + 1);
    await tidyUsers(api.orm, now);
    expect(await rows()).toBe(2);
    pass(LOCK_MS - HOUR_MS);
    await tidyUsers(api.orm, now);
    expect(await rows()).toBe(0);
  });
});

describe('the history', () => {
  const listed = async (token: string) => (await api.ask<Security>('profile/security', { token })).data.signIns;

  it('has one line for failures of a day and a network, with their number', async () => {
    const { token } = await api.user();
    const later = (ip?: string) => {
      pass(1);
      return wrong(HANA, ip);
    };
    await times(30, () => later());
    await later('192.0.2.2');
    const failed = (await listed(token)).filter(({ outcome }) => outcome !== 'entered');
    expect(failed.map(({ outcome, times: often }) => [outcome, often])).toEqual([
      ['locked', 1],
      ['locked', 20],
      ['password', MOST_FAILURES],
    ]);
    pass(LOCK_MS);
    await later();
    expect((await listed(token))[0]).toMatchObject({ outcome: 'password', times: 1, at: now.toISOString() });
  });

  it('keeps what its user did in sight, and has an end, however many networks strangers come from', async () => {
    const { token } = await api.user();
    await times(130, (n) => {
      pass(1);
      return wrong(HANA, `198.51.100.${n}`);
    });
    const signIns = await listed(token);
    expect(signIns.filter(({ outcome }) => outcome === 'entered')).toHaveLength(1);
    expect(signIns).toHaveLength(11);
    expect(signIns[0]).toMatchObject({ outcome: 'locked', at: now.toISOString() });
    expect(await api.orm.$count(userSignIns)).toBe(101);
  });
});

describe('a session in which passwords are guessed', () => {
  const guesses: ((password: string) => [string, string, object])[] = [
    (password) => ['PUT', 'profile/security/hint', { hint: 'Cat', password }],
    (password) => ['POST', 'profile/security/twoStep', { password }],
    (password) => ['DELETE', 'profile/security/twoStep', { password }],
    (password) => ['POST', 'profile/security/email', { email: 'new@example.com', password }],
    (current) => ['POST', 'profile/security/password', { current, password: 'Changed12' }],
    (password) => ['POST', 'profile/close', { password }],
  ];
  const guess = (token: string, n: number, password = 'Wrong123') => {
    const [method = '', path = '', body] = guesses[n % guesses.length]?.(password) ?? [];
    return api.ask(path, { method, token, body });
  };

  it('ends with the tenth wrong one, whichever call it is in; others go on, and nobody is locked', async () => {
    const { token } = await api.user();
    const { token: other } = (await api.logIn()).data;
    const said = await times(MOST_FAILURES, (n) => guess(token, n));
    expect(codesOf(said)).toEqual([...Array(MOST_FAILURES - 1).fill(invalid.code), revoked.code]);
    expect((await guess(token, 0, PASSWORD)).code).toBe(revoked.code);
    expect((await api.ask('me', { token })).code).toBe(revoked.code);
    expect((await api.ask('me', { token: other })).code).toBe(SUCCESS);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('ends with ten at once, too', async () => {
    const { token } = await api.user();
    const said = await Promise.all(Array.from({ length: MOST_FAILURES + 5 }, () => guess(token, 0)));
    expect(codesOf(said).filter((code) => code === invalid.code).length).toBeLessThan(MOST_FAILURES);
    expect((await api.ask('me', { token })).code).toBe(revoked.code);
  });

  it('goes on where a right one comes between; an answer that checks none clears nothing', async () => {
    const { token } = await api.user();
    await times(MOST_FAILURES - 1, () => guess(token, 0));
    expect((await guess(token, 0, PASSWORD)).code).toBe(SUCCESS);
    await times(MOST_FAILURES - 1, () => guess(token, 0));
    // Nothing is begun: it is refused before any code is looked at.
    const none = await api.ask('profile/security/twoStep/on', { token, body: { code: '123456' } });
    expect(none.code).toBe(SERVER_CODES.conflict.code);
    expect((await guess(token, 0)).code).toBe(revoked.code);
    expect(await api.orm.select().from(userSessions).where(eq(userSessions.token, token))).toEqual([]);
  });
});
