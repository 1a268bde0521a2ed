/** What a stranger sends with the address of an account: it changes nothing until the owner of the address says yes. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Companies } from '../../../../src/contract/companies.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { ASK_PATH } from '../../../../src/contract/support.ts';
import type { PersonalAnswer, PublicUser, Toggles, Trade, UserCenterData } from '../../../../src/contract/users.ts';
import { HIGH_RISK, keysOf, NOTIFICATIONS, PRIVACY_PARTS } from '../../../../src/forms/lists.ts';
import { administer } from '../../../../src/server/admin.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { MOST_ADMINISTERED } from '../../../../src/server/companies/company.ts';
import { applications, companies, mails, questions, users } from '../../../../src/server/db/schema.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { applicationBody, type Body, signature } from '../../../helpers/server/applications.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { questionBody } from '../../../helpers/server/supportApi.ts';
import { PASSWORD, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const on = usersApi({}, { ASK_RATE_LIMIT_PER_MINUTE: '0', APPLY_RATE_LIMIT_PER_MINUTE: '0' });
const { operator } = companiesOf(on);
const EMAIL = 'hana@example.com';
const MALLORY = { email: 'mallory@example.com', nickname: 'Mallory' };
const { privacy, terms, ...versions } = readRules().versionsOf('ja');

const OFF = Object.fromEntries(keysOf(NOTIFICATIONS).map((name) => [name, false]));
const PUBLIC = Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'public']));
const DEFAULTS: Toggles = {
  notifications: { ...NOTIFICATIONS },
  privacy: Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'private'])) as Toggles['privacy'],
};

async function send(path: string, body: Body, token?: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(token && { token }) };
  const { text } = await on.api.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, data } = JSON.parse(text) as { code: number; data: { reference: string } };
  expect([code, code === SUCCESS ? '' : text]).toEqual([SUCCESS, '']);
  return data.reference;
}
const stranger = { email: EMAIL, password: 'Stranger1', nickname: 'Evil', brokerNumber: 'EVIL-1', givenName: 'Victim' };
const known = { agreements: { privacy, terms }, ...stranger };
/** An application of a stranger that would change all that an application can change. */
function attack(given: Body = {}): Promise<string> {
  const highRisk = Object.fromEntries(
    HIGH_RISK.map((product) => [product, { ...signature(versions[product]), name: 'Victim Sato' }]),
  );
  const { trading, ...rest } = applicationBody('investor', { ...known, notifications: OFF, privacy: PUBLIC });
  const products = ['stocks', ...HIGH_RISK];
  return send(APPLY_PATH, { ...rest, trading: { ...(trading as Body), products, highRisk }, ...given });
}
const house = (given: Body = {}, token?: string) =>
  send(APPLY_PATH, applicationBody('brokerageHouse', { ...known, ...given }), token);
const asUser = { email: undefined, password: undefined };
const ask = (given: Body = {}) => send(ASK_PATH, questionBody({ email: EMAIL, ...given }));

const centre = async (token: string) => (await on.ask<UserCenterData>('centre', { token })).data;
const offered = async (token: string) => (await centre(token)).offers.map(({ reference }) => reference);
const toggles = async (token: string) => (await on.ask<Toggles>('profile/toggles', { token })).data;
const personal = async (token: string) => (await on.ask<PersonalAnswer>('profile/personal', { token })).data;
const trade = async (token: string) => (await on.ask<Trade>('profile/trade', { token })).data;
const publicOf = async (nickname: string) => (await on.ask<PublicUser>(`public/${encodeURIComponent(nickname)}`)).data;
const companiesIn = async (token: string) => (await on.ask<Companies>('/api/web/company', { token })).data.companies;
const answer = (token: string | undefined, isTheirs: boolean, ...references: string[]) =>
  on.ask('offers', { body: { references, isTheirs }, ...(token && { token }) });
const counted = async (token: string) => (await centre(token)).referral?.counted;
const linkOf = async (token: string) =>
  (await on.ask<{ code: string }>('referral', { token, method: 'POST' })).data.code;
const waiting = async (name: string) =>
  (await on.orm.select().from(mails)).filter((mail) => mail.name === name).map(({ content }) => content?.path);

describe('what a stranger sends with the address of an account', () => {
  it('changes nothing of it: privacy, alerts, profile, signatures, companies, personal links, questions', async () => {
    const mallory = await on.user(MALLORY);
    const referral = await linkOf(mallory.token);
    const { token } = await on.user();
    const references = [await attack({ referral }), await house({ referral }), await ask()];

    expect(await publicOf('hana')).toMatchObject({ email: null, base: null });
    expect(await toggles(token)).toEqual(DEFAULTS);
    expect(await personal(token)).toMatchObject({ fixed: [], fixedBy: null, personal: { givenName: '' } });
    const own = { givenName: 'Hana', birthDate: '1990-02-28', country: 'JP' };
    expect((await on.ask('profile/personal', { method: 'PUT', token, body: own })).code).toBe(SUCCESS);
    expect(await trade(token)).toMatchObject({ brokerNumber: '', products: [], signed: {}, accreditedInvestor: null });
    expect(await companiesIn(token)).toEqual([]);
    expect(await counted(mallory.token)).toBe(0);
    expect(await centre(token)).toMatchObject({ role: null, applications: [], questions: [] });
    expect((await offered(token)).sort()).toEqual(references.sort());

    expect(await waiting('userDevice')).toEqual([]);
    await on.logIn();
    expect(await waiting('userDevice')).toHaveLength(1);
  });

  it('makes its owner no administrator, however often it is sent', async () => {
    const { token } = await on.user();
    for (let sent = 0; sent < 3; sent += 1) await house();
    expect(await on.orm.$count(companies)).toBe(0);
    const registration = { name: 'Own', country: 'JP', licence: '1', authority: 'FSA' };
    expect((await on.ask('/api/web/company', { token, body: registration })).code).toBe(SUCCESS);
  });

  it('before they sign up, stays out of the account that they confirm with a password of their own', async () => {
    const mallory = await on.user(MALLORY);
    const reference = await attack({ referral: await linkOf(mallory.token) });
    const other = await house();
    await on.ask('signUp', { body: signUpBody() });
    const confirmed = await on.ask<{ token: string }>('confirm', {
      body: { token: await on.mailed('userConfirm'), password: PASSWORD, isNew: true, own: true },
    });
    const { token } = confirmed.data;
    const { nickname, ...shown } = await centre(token);
    expect(nickname).not.toBe(stranger.nickname);
    expect(shown).toMatchObject({ role: null, applications: [] });
    expect(shown.offers.map((one) => one.reference).sort()).toEqual([reference, other].sort());
    expect(await toggles(token)).toEqual(DEFAULTS);
    expect(await personal(token)).toMatchObject({ fixed: [], personal: { givenName: '', mobile: '' } });
    expect(await trade(token)).toMatchObject({ brokerNumber: '', signed: {} });
    expect(await companiesIn(token)).toEqual([]);
    expect(await counted(mallory.token)).toBe(0);
    expect((await on.ask(`public/${stranger.nickname}`)).code).toBe(SERVER_CODES.notFound.code);
    expect(await publicOf(nickname)).toMatchObject({ email: null, base: null });
  });

  it('is mailed to them with a link that leads to the question and answers nothing', async () => {
    await on.user();
    await attack();
    await ask();
    expect(await waiting('applicationReceived')).toEqual([]);
    expect(await waiting('applicationOffered')).toEqual(['/userCenter#offers']);
    expect(await waiting('questionReceived')).toEqual([]);
    expect(await waiting('questionOffered')).toEqual(['/userCenter#offers']);
  });

  it('is told without what it says', async () => {
    const { token } = await on.user();
    await attack();
    await ask({ question: 'See https://evil.example' });
    const { offers } = await centre(token);
    expect(offers.map((one) => Object.keys(one).sort())).toEqual(
      expect.arrayContaining([
        ['at', 'reference', 'role'],
        ['at', 'reference', 'topic'],
      ]),
    );
    const { text } = await on.api.ask('/api/web/user/profile/data', { headers: { token } });
    expect((JSON.parse(text) as UserCenterData).offers).toEqual(offers);
    expect(text).not.toMatch(/evil|EVIL|Victim/);
  });
});

describe('yes', () => {
  it('joins an application: it fixes the profile, makes its company and counts; privacy and notifications stay', async () => {
    const mallory = await on.user(MALLORY);
    const { token } = await on.user();
    const reference = await attack({ referral: await linkOf(mallory.token) });
    expect((await answer(token, true, reference)).code).toBe(SUCCESS);
    expect(await centre(token)).toMatchObject({ offers: [], applications: [{ reference }], role: 'investor' });
    expect(await personal(token)).toMatchObject({ fixedBy: reference, personal: { givenName: 'Victim' } });
    expect(Object.keys((await trade(token)).signed).sort()).toEqual([...HIGH_RISK].sort());
    expect(await counted(mallory.token)).toBe(1);
    expect(await toggles(token)).toEqual(DEFAULTS);
    expect(await publicOf('hana')).toMatchObject({ email: null, base: null });

    const firm = await house();
    await answer(token, true, firm);
    expect(await companiesIn(token)).toMatchObject([{ administrator: true, confirmed: false }]);
    expect(await counted(mallory.token)).toBe(1);
  });

  it('joins a question, and the next answer is told by mail', async () => {
    const { token } = await on.user();
    const reference = await ask({ email: 'HANA@example.com' });
    await answer(token, true, reference);
    expect((await centre(token)).questions).toMatchObject([{ reference }]);
    await operator.questions('answer', reference);
    expect(await waiting('questionAnswered')).toHaveLength(1);
  });

  it('creates no more companies than a user may administer, however it is sent', async () => {
    const { token } = await on.user();
    for (let sent = 0; sent < MOST_ADMINISTERED - 1; sent += 1) await house(asUser, token);
    const last = [await house(), await house()];
    await Promise.all(last.map((reference) => answer(token, true, reference)));
    await house(asUser, token);
    expect(await companiesIn(token)).toHaveLength(MOST_ADMINISTERED);
    expect((await centre(token)).applications).toHaveLength(MOST_ADMINISTERED + 2);
  });
});

describe('no', () => {
  it('cuts it off for good: nothing joins, no mail is sent any more, the operator sees it', async () => {
    const { token } = await on.user();
    const [application, question] = [await attack(), await ask()];
    expect((await answer(token, false, application, question)).code).toBe(SUCCESS);
    expect(await centre(token)).toMatchObject({ offers: [], applications: [], questions: [] });
    expect((await answer(token, true, application)).code).toBe(SERVER_CODES.notFound.code);
    expect((await answer(token, true, question)).code).toBe(SERVER_CODES.notFound.code);

    const before = await on.waiting();
    expect(before.filter((name) => name.endsWith('Offered'))).toEqual([]);
    await operator.applications('status', application, 'declined');
    await operator.questions('answer', question);
    expect(await on.waiting()).toEqual(before);
    const denied = /denied by the owner of its address/;
    for (const [tool, reference] of [
      ['applications', application],
      ['questions', question],
    ] as const) {
      expect((await operator[tool]('list')).join('\n')).toMatch(denied);
      const lines = await operator[tool]('show', reference);
      expect(lines).toContainEqual(expect.stringMatching(/^account: denied by the owner of its address/));
      expect(lines).toContainEqual(expect.stringMatching(/user {2}denied$/));
    }
  });

  it('does not keep the owner’s own application from counting', async () => {
    const mallory = await on.user(MALLORY);
    const referral = await linkOf(mallory.token);
    const { token } = await on.user();
    await answer(token, false, await attack());
    await send(APPLY_PATH, applicationBody('developer', { ...known, ...asUser, referral }), token);
    expect(await counted(mallory.token)).toBe(1);
  });

  it('takes the company away that an older version had made of it', async () => {
    const { token } = await on.user();
    const reference = await house(asUser, token);
    // As the migration leaves what an address alone had joined
    await on.orm.update(applications).set({ user: null }).where(eq(applications.reference, reference));
    expect(await companiesIn(token)).toHaveLength(1);
    await answer(token, false, reference);
    expect(await companiesIn(token)).toEqual([]);
  });
});

describe('an answer', () => {
  it('counts from the owner of the address alone', async () => {
    const mallory = await on.user(MALLORY);
    await on.user();
    const [application, question] = [await attack(), await ask()];
    for (const isTheirs of [true, false]) {
      expect((await answer(mallory.token, isTheirs, application, question)).code).toBe(SERVER_CODES.notFound.code);
      expect((await answer(undefined, isTheirs, application)).code).toBe(USER_CODES.unknown.code);
      expect((await answer(mallory.token, isTheirs, 'FA-\0')).status).toBe(422);
    }
    expect((await on.orm.select().from(applications))[0]).toMatchObject({ user: null, deniedAt: null });
    expect((await on.orm.select().from(questions))[0]).toMatchObject({ user: null, deniedAt: null });
  });

  it('is the first one of two at once', async () => {
    const { token } = await on.user();
    const reference = await attack();
    const said = await Promise.all([true, false].map((isTheirs) => answer(token, isTheirs, reference)));
    expect(said.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.notFound.code].sort());
  });
});

it('the operator sees what is offered, and what was accepted', async () => {
  const { token } = await on.user();
  const [user] = await on.orm.select().from(users);
  const reference = await attack();
  const shown = () => operator.applications('show', reference);
  expect(await shown()).toContain('account: offered to the owner of its address');
  const show = { command: 'users show', by: 'Mika', user: EMAIL };
  const lines = () => administer({ orm: on.orm, dataDir: on.dataDir, site: SITE }, show);
  expect(await lines()).toContain(`sent with the address, joined to no user: ${reference}`);
  await answer(token, true, reference);
  expect(await shown()).toContain(`account: ${user?.id}`);
  expect(await shown()).toContainEqual(expect.stringMatching(/user {2}accepted$/));
  expect(await lines()).toContain(`application: ${reference}`);
});
