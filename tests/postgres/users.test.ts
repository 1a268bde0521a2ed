/** Two processes that get the same code, link or password at once: only one of them takes it. */
import { desc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUCCESS } from '../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../src/contract/errors.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { loginFailures, userSessions, users, userTwoFactors } from '../../src/server/db/schema.ts';
import { sha256 } from '../../src/server/shared/reference.ts';
import { makeLink } from '../../src/server/users/links.ts';
import { MOST_FAILURES } from '../../src/server/users/logIn/logInFailures.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../helpers/serve.ts';
import { appCode } from '../helpers/server/twoStep.ts';
import { PASSWORD, signUpBody, tokenIn } from '../helpers/server/usersApi.ts';

const EMAIL = 'hana@example.com';
const ROUNDS = 5;
const SOCIAL = {
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'finger',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Example ID',
};
let place: Place;
let database: Database;
let servers: Served[];
let token: string;
let secret: string;
let codes: string[];

beforeAll(async () => {
  place = await filledPlace();
  servers = await Promise.all([1, 2].map(() => serve(EMPTY_SITE, { DATABASE_URL: String(place.url), ...SOCIAL })));
  for (const { url } of servers) await untilReady(url);
  database = await connect(place);
  await ask(0, 'signUp', signUpBody({ email: EMAIL }));
  const link = await tokenIn(database, 'userConfirm', EMAIL);
  const entered = await ask(0, 'confirm', { token: link, password: PASSWORD, isNew: false, own: true, device: null });
  token = String(entered.data.token);
  const begun = await ask(0, 'profile/security/twoStep', { password: PASSWORD });
  ({ secret, codes } = begun.data as { secret: string; codes: string[] });
  token = String((await ask(0, 'profile/security/twoStep/on', { code: appCode(secret) })).data.token);
});
afterAll(async () => {
  for (const { stop } of servers) await stop();
  await database.close();
  await place.remove();
});

async function ask(server: number, path: string, body: object) {
  const response = await fetch(`${servers[server]?.url}/api/web/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { token }) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code: number; data: Record<string, unknown> };
}
const both = <T>(work: (server: number) => Promise<T>) => Promise.all([0, 1].map(work));

/** Sends a code to both processes at once, each with a challenge of its own. Returns what they answer. */
async function enterTwice(code: string): Promise<number[]> {
  const body = { email: EMAIL, password: PASSWORD, own: true, device: null };
  const challenges = await both(async (server) => (await ask(server, 'login', body)).data.challenge);
  const said = await both((server) =>
    ask(server, 'login/code', { challenge: challenges[server], code, own: true, device: null }),
  );
  return said.map(({ code }) => code).sort();
}

it('a code of the app', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await database.orm.update(userTwoFactors).set({ lastStep: 0 });
    await database.orm.delete(loginFailures);
    expect(await enterTwice(appCode(secret))).toEqual([SUCCESS, SERVER_CODES.invalid.code]);
  }
});

it('a backup code', async () => {
  for (const code of codes.slice(0, ROUNDS)) {
    await database.orm.delete(loginFailures);
    expect(await enterTwice(code)).toEqual([SUCCESS, SERVER_CODES.invalid.code]);
  }
});

it('the two links of a change of address: one of them makes it, and each works once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [from, to] = round % 2 ? ['b@example.com', EMAIL] : [EMAIL, 'b@example.com'];
    await ask(0, 'profile/security/email', { email: to, password: PASSWORD });
    const links = [await tokenIn(database, 'userEmailOld', from), await tokenIn(database, 'userEmailNew', to)];
    const said = await Promise.all(
      links.flatMap((link) => [0, 1].map((at) => ask(at, 'email/confirm', { token: link }))),
    );
    expect(said.flatMap(({ data }) => data.state ?? []).sort()).toEqual(['changed', 'waiting']);
    expect(await database.orm.$count(users, eq(users.email, to))).toBe(1);
  }
});

/** Logs in at one of the processes without a token. */
const logIn = (server: number, given: object) =>
  ask(server, 'login', { password: PASSWORD, own: true, device: null, ...given });

it('guesses at both count together, also many at once', async () => {
  const wrong = { email: 'nobody@example.com', password: 'Wrong123' };
  const codes: number[] = [];
  for (let n = 0; n <= MOST_FAILURES; n += 1) codes.push((await logIn(n % 2, wrong)).code);
  const expected = Array.from({ length: MOST_FAILURES - 1 }, () => SERVER_CODES.invalid.code);
  expect(codes).toEqual([...expected, USER_CODES.locked.code, USER_CODES.locked.code]);

  const guesses = Array.from({ length: 3 * MOST_FAILURES }, (_, n) => n);
  const other = { ...wrong, email: 'other@example.com' };
  const said = await Promise.all(guesses.map((n) => logIn(n % 2, other)));
  expect(said.filter(({ code }) => code === SERVER_CODES.invalid.code).length).toBeLessThan(MOST_FAILURES);
  const [row] = await database.orm
    .select()
    .from(loginFailures)
    .where(isNotNull(loginFailures.lockedAt))
    .orderBy(desc(loginFailures.lockedAt))
    .limit(1);
  expect(row?.failedAt).toHaveLength(MOST_FAILURES);
});

it('a sign-up, its link and that for a new password', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `both${round}@example.com`;
    const signedUp = await both((server) => ask(server, 'signUp', signUpBody({ email, nickname: `Both ${round}` })));
    expect(signedUp.map(({ code }) => code)).toEqual([SUCCESS, SUCCESS]);
    expect(await database.orm.$count(users, eq(users.email, email))).toBe(1);
    const link = await tokenIn(database, 'userConfirm', email);
    const entering = { token: link, password: PASSWORD, isNew: false, own: true, device: null };
    const confirmed = await both((server) => ask(server, 'confirm', entering));
    expect(confirmed.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.invalid.code]);
    await ask(0, 'password/forgotten', { email, locale: 'en-US' });
    const reset = await tokenIn(database, 'userReset', email);
    const set = await both((server) => ask(server, 'password/reset', { token: reset, password: `Changed${server}` }));
    expect(set.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.invalid.code]);
  }
});

it('the token of a social log-in, and a nickname of two', async () => {
  const emails = ['one@example.com', 'two@example.com'];
  for (const email of emails) await ask(0, 'signUp', signUpBody({ email, nickname: 'Same' }));
  const links = await Promise.all(emails.map((email) => tokenIn(database, 'userConfirm', email)));
  const entering = { password: PASSWORD, isNew: false, own: true, device: null };
  const said = await both((server) => ask(server, 'confirm', { ...entering, token: links[server] }));
  expect(said.map(({ code }) => code)).toEqual([SUCCESS, SUCCESS]);
  const [user] = await database.orm.select().from(users).where(eq(users.email, 'one@example.com'));
  const verifier = 'v'.repeat(43);
  const link = { kind: 'social', userId: String(user?.id), data: { challenge: sha256(verifier) } } as const;
  const once = await makeLink(database.orm, link, new Date());
  const entered = await both((server) => ask(server, 'social', { token: once, verifier, own: true, device: null }));
  expect(entered.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.invalid.code]);
});

it('a change of the password', async () => {
  const said = await both((server) =>
    ask(server, 'profile/security/password', { current: PASSWORD, password: `Changed${server}` }),
  );
  expect(said.map(({ code }) => code).sort()).toEqual([SUCCESS, USER_CODES.revoked.code].sort());
  const [user] = await database.orm.select().from(users).where(eq(users.email, EMAIL));
  expect(await database.orm.$count(userSessions, eq(userSessions.userId, String(user?.id)))).toBe(1);
});
