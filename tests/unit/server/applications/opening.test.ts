// cspell:ignore Testland
/** What follows approval: a decision for each product, the broker, its steps; the user, the company and its key read it. */
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { readMails } from '../../../../src/catalogue/mails.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { AssignedApplicationDetail, OpeningNow } from '../../../../src/contract/companyWork.ts';
import type { UserCenterData } from '../../../../src/contract/users.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applicationAudit, applications, companies, mails } from '../../../../src/server/db/schema.ts';
import { render } from '../../../../src/server/mail/sending.ts';
import { signature } from '../../../helpers/server/applications.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { callAs, PARTNER_SITE, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const FILLED = 'tests/fixtures/operator/operator.yml';
/** Times differ by a millisecond at least. */
const tick = () => setTimeout(5);
afterEach(() => vi.unstubAllEnvs());
const api = usersApi({ site: PARTNER_SITE });
const { operator, join, userId } = companiesOf(api);
const VERSION = readRules().versionsOf('ja').forex;
const forex = { ...signature(VERSION), locale: 'ja' };
const TRADING = {
  products: ['stocks', 'bonds', 'forex'],
  highRisk: { forex },
  accreditedInvestor: 'income',
  qualifiedPurchaser: 'ownInvestments',
};

async function scene(trading: object = TRADING) {
  const { token, email } = await api.user({ email: 'mio@example.com', nickname: 'Mio' });
  const reference = await storeApplication(api.orm, await userId(email), {
    at: new Date(Date.now() - 60_000),
    given: { email, trading },
  });
  await tick();
  const opening = async () =>
    (await api.ask<UserCenterData>('centre', { token })).data.applications[0]?.opening as OpeningNow;
  const product = async (name: string) => (await opening()).products.find((one) => one.product === name);
  const change = (body: object) => api.ask('profile/trade', { method: 'PUT', token, body });
  const told = async () => {
    const queued = await api.orm.select().from(mails).where(eq(mails.about, reference)).orderBy(mails.waitsSince);
    return queued.map((mail) => ({ name: mail.name, text: render(mail, PARTNER_SITE, readMails())?.text }));
  };
  return { reference, opening, product, change, told };
}

it('an operator without a broker is told so, with the remedy, and nothing is approved', async () => {
  const { reference, opening, told } = await scene();
  const refused = operator.applications('status', reference, 'approved');
  await expect(refused).rejects.toThrow(
    /operator\.yml names no broker that takes applicants of JP.*brokers.*assign FA-/s,
  );
  expect(await opening()).toBeNull();
  expect(await told()).toEqual([]);
  // Who does not trade needs none.
  const developer = await storeApplication(api.orm, null, { role: 'developer' });
  expect(await operator.applications('status', developer, 'approved')).toEqual([`${developer}: received to approved`]);
});

it('an approval names the broker, what is enabled and what waits, by mail and in the user center', async () => {
  vi.stubEnv('OPERATOR_FILE', FILLED);
  const { reference, opening, told } = await scene({ ...TRADING, accreditedInvestor: 'none' });
  await operator.applications('status', reference, 'approved');
  expect(await opening()).toMatchObject({
    broker: {
      name: 'Example Broker Inc.',
      number: 'B-000003',
      contact: 'clients@broker.example.com',
      agreement: 'https://broker.example.com/agreement',
    },
    steps: { agreement: null, payIn: null },
    products: [
      { product: 'stocks', state: 'enabled', missing: null },
      // The broker does not have it.
      { product: 'bonds', state: 'waiting', missing: null },
      { product: 'forex', state: 'waiting', missing: 'status' },
    ],
  });
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail?.name).toBe('applicationOpening');
  for (const said of [
    'Example Broker Inc.',
    'テストランド委員会',
    'broker.example.com/agreement',
    '銀行振込',
    '/ja/userCenter',
  ]) {
    expect(mail?.text).toContain(said);
  }
  expect((await operator.applications('show', reference)).join('\n')).toContain(
    'opening.products.stocks.state: enabled',
  );
});

it('the operator decides on each product with a reason, and notes the steps', async () => {
  vi.stubEnv('OPERATOR_FILE', FILLED);
  const { reference, opening, product, told } = await scene();
  const decide = (...typed: string[]) => operator.applications('product', reference, ...typed);
  await expect(decide('bonds', 'declined', '--why', 'No.')).rejects.toThrow('approve the application first');
  await operator.applications('status', reference, 'approved');
  await expect(decide('bonds', 'declined')).rejects.toThrow('--why');
  await expect(decide('options', 'enabled')).rejects.toThrow('does not want this product');
  await tick();
  await decide('bonds', 'declined', '--why', 'Not offered in Japan.');
  expect(await product('bonds')).toMatchObject({
    state: 'declined',
    reason: 'Not offered in Japan.',
    at: expect.any(String),
  });
  await tick();
  await operator.applications('step', reference, 'agreement', 'done');
  expect((await opening()).steps).toEqual({ agreement: expect.any(String), payIn: null });
  const mailed = await told();
  expect(mailed).toHaveLength(3);
  expect(mailed.at(-1)?.text).toContain('Not offered in Japan.');
  expect(mailed.at(-1)?.text).not.toContain('broker.example.com/agreement');
  const audit = await api.orm.select().from(applicationAudit).where(eq(applicationAudit.action, 'products'));
  expect(audit.map(({ detail }) => detail)).toEqual(['bonds declined', 'agreement done']);
});

it('a revoked signature ends what was enabled at once; signed again, it waits for a new decision', async () => {
  vi.stubEnv('OPERATOR_FILE', FILLED);
  const { reference, product, change } = await scene();
  await operator.applications('status', reference, 'approved');
  expect(await product('forex')).toMatchObject({ state: 'enabled' });
  await tick();
  await change({ withdraw: ['accreditedInvestor'] });
  expect(await product('forex')).toMatchObject({ state: 'waiting', missing: 'status' });
  await expect(operator.applications('product', reference, 'forex', 'enabled')).rejects.toThrow('signed or declared');
  await tick();
  await change({ accreditedInvestor: 'netWorth' });
  expect(await product('forex')).toMatchObject({ state: 'waiting', missing: null });
  await tick();
  await operator.applications('product', reference, 'forex', 'enabled');
  expect(await product('forex')).toMatchObject({ state: 'enabled', missing: null });
});

it('a company that holds the application decides on its page and by its key, and is the broker', async () => {
  const { reference, opening, product } = await scene();
  const granted = ['clients.readApplications', 'clients.decideApplications'];
  const key = await partnerKey(api.orm, await storedUser(api.orm), { granted });
  await api.orm.update(applications).set({ company: key.company }).where(eq(applications.reference, reference));
  const ken = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  await join(key.company, ken.email, granted);
  const page = `/api/web/company/${key.company}/applications/${reference}`;
  const bonds = (reason: string) => ({ products: [{ product: 'bonds', decision: 'waiting', reason }] });
  const put = (body: object) => api.ask<OpeningNow>(`${page}/products`, { method: 'PUT', token: ken.token, body });
  expect((await put(bonds('Soon.'))).status).toBe(409);
  await api.ask(`${page}/decision`, { method: 'POST', token: ken.token, body: { decision: 'accept' } });
  await tick();
  expect((await put({ products: [{ product: 'bonds', decision: 'declined' }] })).status).toBe(422);
  expect((await put({ products: [{ product: 'options', decision: 'enabled' }] })).status).toBe(409);
  expect((await put({ ...bonds('Soon.'), steps: { payIn: true } })).code).toBe(SUCCESS);
  expect(await product('bonds')).toMatchObject({ state: 'waiting', reason: 'Soon.' });
  expect((await opening()).broker).toMatchObject({ contact: null, agreement: null });
  const path = `/applications/${reference}/products`;
  const byKey = await callAs(api.api, key, path, { method: 'PUT', body: JSON.stringify(bonds('Next year.')) });
  expect(byKey.status).toBe(200);
  const { data } = await api.ask<AssignedApplicationDetail>(page, { token: ken.token });
  const read = (await callAs(api.api, key, `/applications/${reference}`)).data as unknown as AssignedApplicationDetail;
  expect(data.opening).toEqual(await opening());
  expect(read.opening?.products).toEqual(data.opening?.products);
  expect(await product('bonds')).toMatchObject({ reason: 'Next year.' });
});

it('the page and the key of a company read the words of the broker in the language that they ask for', async () => {
  vi.stubEnv('OPERATOR_FILE', FILLED);
  const { reference } = await scene();
  await operator.applications('status', reference, 'approved');
  const granted = ['clients.readApplications', 'clients.decideApplications'];
  const key = await partnerKey(api.orm, await storedUser(api.orm), { granted });
  await api.orm.update(applications).set({ company: key.company }).where(eq(applications.reference, reference));
  const broker = { authority: 'Commission of Testland', licence: 'B-000003' };
  await api.orm.update(companies).set(broker).where(eq(companies.id, key.company));
  const ken = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  await join(key.company, ken.email, granted);
  const page = `/api/web/company/${key.company}/applications/${reference}`;
  const body = JSON.stringify({ products: [{ product: 'bonds', decision: 'waiting', reason: 'Soon.' }] });
  for (const [language, authority, payIn] of [
    ['en-US', 'Commission of Testland', 'By bank transfer.'],
    ['ja', 'テストランド委員会', '銀行振込'],
    ['zh-Hant-TW, ja;q=0.5', '測試國委員會', '銀行匯款'],
    ['fr', 'Commission of Testland', 'By bank transfer.'],
  ] as const) {
    const headers = { 'accept-language': language };
    const read = await callAs(api.api, key, `/applications/${reference}`, { headers });
    const decided = await callAs(api.api, key, `/applications/${reference}/products`, { method: 'PUT', body, headers });
    const shown = await api.ask<AssignedApplicationDetail>(page, { token: ken.token, language });
    const { opening } = read.data as unknown as AssignedApplicationDetail;
    const brokers = [opening?.broker, (decided.data as unknown as OpeningNow).broker, shown.data.opening?.broker];
    expect(brokers).toMatchObject(Array(3).fill({ name: 'Example Broker Inc.', authority, payIn }));
  }
});
