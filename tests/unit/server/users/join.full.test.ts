/** Applications and questions with the account of their address: whose they are, and what they never change. */

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { ASK_PATH } from '../../../../src/contract/support.ts';
import type { Entered, UserCenterData } from '../../../../src/contract/users.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import { ROLES } from '../../../../src/forms/lists.ts';
import { MOST_CONFIRMED_A_DAY } from '../../../../src/server/applications/mails.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import {
  applicants,
  applications,
  mails,
  questions,
  userCredentials,
  userProfiles,
  users,
} from '../../../../src/server/db/schema.ts';
import { ERASED_APPLICATIONS, eraseRecord } from '../../../../src/server/shared/erase.ts';
import { tidyUsers, UNCONFIRMED_S } from '../../../../src/server/users/tidy.ts';
import type { ServedApi } from '../../../helpers/server/api.ts';
import { applicationBody, type Body } from '../../../helpers/server/applications.ts';
import { questionBody } from '../../../helpers/server/supportApi.ts';
import { PASSWORD, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
afterEach(() => {
  now = new Date();
});
const on = usersApi({ now: () => now }, { ASK_RATE_LIMIT_PER_MINUTE: '0' });

const EMAIL = 'hana@example.com';
const { privacy, terms } = readRules().versionsOf('ja');
const bodyOf = (given: Body = {}) =>
  applicationBody('developer', { email: EMAIL, agreements: { privacy, terms }, ...given });
/** As the form sends it for whoever is logged in. */
const bodyOfUser = (given: Body = {}) => bodyOf({ email: undefined, password: undefined, ...given });

interface Sending {
  token?: string;
  key?: string;
  served?: ServedApi;
}
async function send(path: string, body: unknown, { token, key = randomUUID(), served = on.api }: Sending = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...(token && { token }) };
  const { status, text } = await served.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status, text, ...(JSON.parse(text) as { code: number; data: Body | null }) };
}
const apply = (body: unknown = bodyOf(), sending: Sending = {}) => send(APPLY_PATH, body, sending);
const ask = (given: Body = {}, sending: Sending = {}) =>
  send(ASK_PATH, questionBody({ email: EMAIL, ...given }), sending);

const rows = () => on.orm.select().from(applications).orderBy(applications.submittedAt);
const owners = async () => (await rows()).map(({ user }) => user);
const askers = async () => (await on.orm.select().from(questions)).map(({ user }) => user);
const account = async (email = EMAIL) => {
  const [row] = await on.orm
    .select()
    .from(users)
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .innerJoin(userCredentials, eq(userCredentials.userId, users.id))
    .where(eq(users.email, email));
  return row;
};
const confirm = async (given: Body = {}, email = EMAIL) =>
  on.ask<Entered>('confirm', {
    body: { token: await on.mailed('userConfirm', email), password: PASSWORD, isNew: false, own: true, ...given },
  });

describe('an application with an address that has no account', () => {
  it.each(ROLES)('of a %s makes one with the chosen password, which is theirs once they confirm', async (role) => {
    const { forex } = readRules().versionsOf('ja');
    const body = applicationBody(role, { email: 'Hana@Example.com', agreements: { privacy, terms } });
    const trading = body.trading as { highRisk: { forex: Body } } | undefined;
    if (trading) trading.highRisk.forex.version = forex;
    expect((await apply(body)).code).toBe(SUCCESS);
    const [application] = await rows();
    const made = await account();
    expect(made).toMatchObject({
      users: { name: 'hana', email: EMAIL, emailVerified: false },
      // What else it says is filled in once they confirm with this password.
      user_profiles: { role: null, mobile: '', locale: 'ja', handle: null },
      user_credentials: { providerId: 'credential', password: application?.passwordHash },
    });
    expect(made?.user_profiles.agreements).toMatchObject({ privacy, terms });
    expect(await on.waiting()).toEqual(['applicationReceived', 'userConfirm']);
    expect(await owners()).toEqual([null]);
    expect((await on.logIn()).code).toBe(SERVER_CODES.invalid.code);

    expect((await confirm()).code).toBe(SUCCESS);
    expect(await owners()).toEqual([made?.users.id]);
    const { notifications, privacy: shown } = body;
    expect((await account())?.user_profiles).toMatchObject({
      role,
      mobile: '+819012345678',
    });
    // The record of the application is the user's from now on.
    expect(await on.orm.select().from(applicants)).toMatchObject([
      { user: made?.users.id, application: null, toggles: { notifications, privacy: shown } },
    ]);
    expect((await on.logIn()).code).toBe(SUCCESS);
  });

  it('makes one account, however many arrive at once', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => apply()));
    expect(sent.map(({ code }) => code)).toEqual(Array(6).fill(SUCCESS));
    expect(await on.orm.$count(users, eq(users.email, EMAIL))).toBe(1);
    expect(await on.orm.$count(userCredentials)).toBe(1);
    await confirm();
    expect((await owners()).filter(Boolean)).toEqual([(await account())?.users.id]);
  });

  it('is theirs who confirm with its password: nothing else that was sent with the address is', async () => {
    await ask({ email: 'HANA@example.com' });
    await apply();
    await apply(bodyOf({ nickname: 'Other', password: 'Other123' }));
    await apply(bodyOf());
    await apply(bodyOf({ email: 'other@example.com' }));
    await confirm();
    expect(await owners()).toEqual([(await account())?.users.id, null, null, null]);
    expect(await askers()).toEqual([null]);
  });

  it('makes none, and no mail, if it is refused', async () => {
    expect((await apply(bodyOf({ country: 'JP', city: 5128581 }))).status).toBe(422);
    const key = randomUUID();
    await apply(bodyOf(), { key });
    expect((await apply(bodyOf({ email: 'other@example.com' }), { key })).code).toBe(SERVER_CODES.conflict.code);
    expect(await account('other@example.com')).toBeUndefined();
  });

  it('makes none where visitors log in elsewhere', async () => {
    const served = await on.serving({}, { elsewhere: true });
    expect((await apply(bodyOf(), { served, token: 'not.ours' })).code).toBe(SUCCESS);
    expect(await account()).toBeUndefined();
    expect(await on.waiting()).toEqual(['applicationReceived']);
  });

  it('is mailed to only so often a day', async () => {
    for (let sent = 0; sent < MOST_CONFIRMED_A_DAY + 2; sent += 1) await apply();
    const waiting = await on.waiting();
    expect(waiting.filter((name) => name === 'applicationReceived')).toHaveLength(MOST_CONFIRMED_A_DAY);
    expect(waiting.filter((name) => name === 'userConfirm').length).toBeLessThanOrEqual(MOST_CONFIRMED_A_DAY);
  });
});

it('an account that nobody confirms is removed after a while, but not before the application that has made it', async () => {
  await apply();
  await on.ask('signUp', { body: signUpBody({ email: 'other@example.com', nickname: 'Other' }) });
  await on.user({ email: 'kept@example.com', nickname: 'Kept' });
  const emails = async () => (await on.orm.select().from(users)).map(({ email }) => email).sort();
  const soon = new Date(Date.now() + UNCONFIRMED_S * 1000 - 60_000);
  const later = new Date(Date.now() + UNCONFIRMED_S * 1000 + 60_000);
  expect((await tidyUsers(on.orm, soon)).unconfirmed).toBe(0);
  expect((await tidyUsers(on.orm, later)).unconfirmed).toBe(1);
  expect(await emails()).toEqual([EMAIL, 'kept@example.com']);
  const [row] = await rows();
  await eraseRecord(ERASED_APPLICATIONS, on.orm, on.dataDir, String(row?.reference), 'Mika', later);
  expect((await tidyUsers(on.orm, later)).unconfirmed).toBe(1);
  expect(await emails()).toEqual(['kept@example.com']);
  expect((await on.orm.select().from(mails)).map(({ recipient }) => recipient)).toEqual(['kept@example.com']);
});

describe('an application with an address that has an account', () => {
  it('that is confirmed belongs to nobody yet, changes nothing of the account, and is answered like any other', async () => {
    await on.user({ nickname: 'Hana' });
    const before = await account();
    const known = await apply(bodyOf({ nickname: 'Other', password: 'Other123', brokerNumber: '7' }));
    expect(await owners()).toEqual([null]);
    expect(await account()).toEqual(before);
    expect(await on.waiting()).toEqual(['userConfirm', 'applicationOffered']);
    expect((await on.logIn({ password: 'Other123' })).code).toBe(SERVER_CODES.invalid.code);
    expect((await on.logIn()).code).toBe(SUCCESS);

    const unknown = await apply(bodyOf({ email: 'new@example.com' }));
    const shapeOf = ({ data, ...rest }: typeof known) => ({ ...rest, text: '', data: Object.keys(data ?? {}) });
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
  });

  it('takes no shorter than one without', async () => {
    const minimumMs = 400;
    const served = await on.serving({}, { minimumMs });
    await on.user();
    for (const email of [EMAIL, 'new@example.com']) {
      const started = performance.now();
      expect((await apply(bodyOf({ email }), { served })).code).toBe(SUCCESS);
      expect(performance.now() - started).toBeGreaterThanOrEqual(minimumMs - 1);
    }
  });

  it('that is not confirmed waits, and its password stays', async () => {
    await on.ask('signUp', { body: signUpBody() });
    const before = await account();
    await apply(bodyOf({ password: 'Other123' }));
    expect(await account()).toEqual(before);
    expect(await owners()).toEqual([null]);
    expect((await confirm({ password: 'Other123' })).code).toBe(SERVER_CODES.invalid.code);
    await confirm();
    expect(await owners()).toEqual([null]);
  });
});

it('what was sent with an address is offered to who makes it their new one', async () => {
  const { token } = await on.user();
  const email = 'new@example.com';
  await apply(bodyOf({ email }));
  await ask({ email });
  await on.ask('profile/security/email', { body: { email, password: PASSWORD }, token });
  for (const [name, to] of [['userEmailOld', EMAIL] as const, ['userEmailNew', email] as const]) {
    await on.ask('email/confirm', { body: { token: await on.mailed(name, to) } });
  }
  expect(await account(email)).toBeDefined();
  expect([...(await owners()), ...(await askers())]).toEqual([null, null]);
  expect((await on.ask<UserCenterData>('centre', { token })).data.offers).toHaveLength(2);
});

describe('an application of whoever is logged in', () => {
  it('needs neither address nor password, and fills in what the profile does not say', async () => {
    const { token } = await on.user({ brokerNumber: 'B-1' });
    const before = await account();
    expect((await apply(bodyOfUser({ brokerNumber: 'B-2' }), { token })).code).toBe(SUCCESS);
    const [row] = await rows();
    expect(row).toMatchObject({
      user: before?.users.id,
      passwordHash: null,
      emailKey: EMAIL,
      answers: { email: EMAIL },
    });
    const after = await account();
    expect(after?.user_profiles).toMatchObject({ role: 'developer', mobile: '+819012345678' });
    expect(await on.orm.select().from(applicants)).toMatchObject([
      { user: before?.users.id, brokerNumber: 'B-1', toggles: { notifications: bodyOf().notifications } },
    ]);
    expect(after?.user_credentials).toEqual(before?.user_credentials);
    expect(await on.waiting()).toEqual(['userConfirm', 'applicationReceived']);

    await apply(bodyOfUser({ role: 'developer', mobile: '+819011111111' }), { token });
    expect((await account())?.user_profiles).toEqual(after?.user_profiles);
  });

  it('has the address of the account, whatever the body says', async () => {
    const { token } = await on.user();
    await apply(bodyOf({ email: 'other@example.com', password: 'Other123' }), { token });
    expect(await rows()).toMatchObject([{ emailKey: EMAIL, passwordHash: null, answers: { email: EMAIL } }]);
    expect(JSON.stringify(await rows())).not.toMatch(/other@|Other123/);
    expect(await account('other@example.com')).toBeUndefined();
  });

  it('is answered again to them alone', async () => {
    const { token } = await on.user();
    const other = await on.user({ email: 'other@example.com', nickname: 'Other' });
    const key = randomUUID();
    const first = await apply(bodyOfUser(), { token, key });
    expect((await apply(bodyOfUser(), { token, key })).text).toBe(first.text);
    expect((await apply(bodyOfUser(), { token: other.token, key })).code).toBe(SERVER_CODES.conflict.code);
    expect((await apply(bodyOfUser(), { key })).code).toBe(SERVER_CODES.conflict.code);
    expect(await rows()).toHaveLength(1);
  });

  it('is refused with the code of a session that is over, and stores nothing', async () => {
    const { token } = await on.user();
    await on.ask('logout', { body: {}, token });
    expect(await apply(bodyOfUser(), { token })).toMatchObject({ status: 401, code: USER_CODES.unknown.code });
    expect((await apply(bodyOfUser(), { token: 'no.token' })).code).toBe(USER_CODES.unknown.code);
    const again = await on.logIn();
    now = new Date(Date.now() + (SESSION_S.own + 60) * 1000);
    expect((await apply(bodyOfUser(), { token: again.data.token })).code).toBe(USER_CODES.expired.code);
    expect(await rows()).toEqual([]);
    expect((await apply(bodyOfUser())).status).toBe(422);
  });
});

describe('a question', () => {
  it('of whoever is logged in is theirs, whatever its address', async () => {
    const { token } = await on.user();
    await ask({ email: 'other@example.com' }, { token });
    expect(await askers()).toEqual([(await account())?.users.id]);
  });

  it('with a confirmed address belongs to nobody yet; one whose session is over is taken all the same', async () => {
    const { token } = await on.user();
    await ask();
    await on.ask('logout', { body: {}, token });
    expect((await ask({ email: 'new@example.com' }, { token })).code).toBe(SUCCESS);
    expect(await askers()).toEqual([null, null]);
  });
});
