/** What a user signs, declares and revokes at /profile/trade holds at once for all who read their applications. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { AssignedApplicationDetail } from '../../../../src/contract/companyWork.ts';
import type { Trade } from '../../../../src/contract/users.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applicationAudit, applications, companies, deliveries, webhooks } from '../../../../src/server/db/schema.ts';
import { applicationBody, signature } from '../../../helpers/server/applications.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { callAs, PARTNER_SITE, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

let now: Date;
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ site: PARTNER_SITE, now: () => now });
const { operator, join, userId } = companiesOf(api);
const VERSIONS = readRules().versionsOf('ja');
const sign = (product: 'forex' | 'options') => ({ ...signature(VERSIONS[product]), locale: 'ja' });
const SIGNED = {
  products: ['stocks', 'forex'],
  highRisk: { forex: sign('forex') },
  accreditedInvestor: 'income',
  qualifiedPurchaser: 'ownInvestments',
  experience: 'EXPERIENCE_3Y_TO_5Y',
};

/** A client with an application, assigned to a company with a member and a key that may read it. */
async function scene(trading: object = SIGNED, at = new Date(Date.now() - 60_000)) {
  const client = await api.user({ email: 'mio@example.com', nickname: 'Mio' });
  const given = { email: client.email, brokerNumber: 'B-1', trading };
  const application = await storeApplication(api.orm, await userId(client.email), { at, given });
  const key = await partnerKey(api.orm, await storedUser(api.orm), { granted: ['clients.readApplications'] });
  await api.orm.update(applications).set({ company: key.company });
  const ken = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  await join(key.company, ken.email, ['clients.readApplications']);
  const path = `/api/web/company/${key.company}/applications/${application}`;
  const change = (body: object) => api.ask<Trade>('profile/trade', { method: 'PUT', token: client.token, body });
  /** What each of them reads, by name; they all read the same. */
  const read = async () => {
    const lines = await operator.applications('show', application);
    const shown = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
    const { answers } = (await api.ask<AssignedApplicationDetail>(path, { token: ken.token })).data;
    const partners = await callAs(api.api, key, `/applications/${application}`);
    expect((partners.data as unknown as AssignedApplicationDetail).answers).toEqual(answers);
    const all = JSON.parse((await operator.applications('export', '--format', 'json')).join('\n'));
    const exported = all.find(({ reference }: { reference: string }) => reference === application);
    expect(exported.productsOn.join(' ')).toBe(answers.productsOn);
    for (const [name, value] of Object.entries(answers).filter(([one]) =>
      /trading|products|revoked|broker/.test(one),
    )) {
      expect([name, shown[name]]).toEqual([name, value]);
    }
    const listed = await operator.applications('list');
    return { ...answers, listed: listed.join('\n') };
  };
  return { client, application, change, read };
}

it('a revoked signature and a revoked declaration', async () => {
  const { change, read } = await scene();
  expect(await read()).toMatchObject({ productsOn: 'stocks forex', 'trading.highRisk.forex.name': 'Hana Sato' });

  await change({ withdraw: ['qualifiedPurchaser'] });
  const declared = await read();
  expect(declared).toMatchObject({
    productsOn: 'stocks',
    productsOff: 'forex',
    listed: expect.stringContaining('off forex'),
    'trading.qualifiedPurchaser': 'none',
    'revoked.trading.qualifiedPurchaser': now.toISOString(),
    'trading.accreditedInvestor': 'income',
  });

  await change({ withdraw: ['forex'] });
  const revoked = await read();
  expect(revoked).toMatchObject({
    productsOn: 'stocks',
    productsOff: '',
    'trading.products': 'stocks',
    'revoked.trading.highRisk.forex': now.toISOString(),
    // What the profile does not hold stays as it was sent.
    'trading.experience': 'EXPERIENCE_3Y_TO_5Y',
  });
  expect(Object.keys(revoked).filter((name) => name.startsWith('trading.highRisk'))).toEqual([]);
});

it('what was signed, declared or entered since', async () => {
  const { change, read } = await scene({ ...SIGNED, accreditedInvestor: 'none' });
  expect(await read()).toMatchObject({ productsOff: 'forex', brokerNumber: 'B-1' });
  const products = ['stocks', 'forex', 'options'];
  const body = {
    products,
    signatures: { options: sign('options') },
    accreditedInvestor: 'netWorth',
    brokerNumber: 'B-7',
  };
  expect((await change(body)).data.off).toEqual([]);
  expect(await read()).toMatchObject({
    productsOn: 'stocks options forex',
    brokerNumber: 'B-7',
    'trading.accreditedInvestor': 'netWorth',
    'trading.highRisk.options.signedAt': now.toISOString(),
  });
});

it('an application that is sent after the change counts as it says, and can be revoked in turn', async () => {
  const { client, change, read } = await scene();
  await change({ withdraw: ['forex', 'qualifiedPurchaser'] });
  now = new Date(now.getTime() + 1_000);
  await storeApplication(api.orm, await userId(client.email), { at: now, given: { trading: SIGNED } });
  expect(await read()).toMatchObject({ productsOn: 'stocks forex' });
  const { data } = await api.ask<Trade>('profile/trade', { token: client.token });
  expect(data).toMatchObject({ off: [], signed: { forex: { withdrawnAt: null, at: now.toISOString() } } });
  now = new Date(now.getTime() + 1_000);
  await change({ withdraw: ['forex'] });
  expect(await read()).toMatchObject({ 'trading.products': 'stocks' });
});

it('the time of a signature is that of the server', async () => {
  const { token } = await api.user();
  const { privacy, terms } = VERSIONS;
  const body = applicationBody('investor', {
    trading: { ...(applicationBody().trading as object), ...SIGNED },
    agreements: { privacy, terms },
    email: undefined,
    password: undefined,
  });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expect((await api.ask('/api/web/account/apply', { token, body, headers })).status).toBe(200);
  const [row] = await api.orm.select().from(applications);
  const signedAt = row?.submittedAt.toISOString();
  expect(row?.answers).toMatchObject({ trading: { highRisk: { forex: { signedAt } } } });
  const noted = await api.orm.select().from(applicationAudit).where(eq(applicationAudit.action, 'signed'));
  expect(noted.map(({ detail }) => JSON.parse(String(detail)))).toEqual([
    { product: 'forex', version: VERSIONS.forex, locale: 'ja' },
  ]);
});

it('each company that holds an application is told, and no other', async () => {
  const { client, application, change } = await scene();
  const [row] = await api.orm.select().from(applications).where(eq(applications.reference, application));
  const other = await partnerKey(api.orm, await storedUser(api.orm, 'other@example.com'));
  const events: WebhookEvent[] = ['applicant.changed'];
  for (const company of [String(row?.company), other.company]) {
    await api.orm.update(companies).set({ confirmedAt: now });
    const url = 'https://hooks.example.com/';
    await api.orm
      .insert(webhooks)
      .values({ id: `hook ${company}`, company, url, kind: 'live', events, active: true, by: 'Ken', createdAt: now });
  }
  await change({ withdraw: ['forex'] });
  const put = (body: object) => api.ask('profile/toggles', { method: 'PUT', token: client.token, body });
  // Nothing that a company reads.
  await put({ notifications: { login: false }, privacy: { email: 'public' } });
  await put({ notifications: { trade: false } });
  expect(await api.orm.select().from(deliveries)).toMatchObject([
    { webhook: `hook ${row?.company}`, type: 'applicant.changed', data: { reference: application } },
    { webhook: `hook ${row?.company}`, type: 'applicant.changed', data: { reference: application } },
  ]);
});

it('experience and means can be renewed', async () => {
  const { change, read } = await scene();
  const means = {
    experience: 'EXPERIENCE_FROM_10Y',
    income: 'INCOME_FROM_1M',
    netWorth: 'NET_WORTH_FROM_5M',
    employment: 'RETIRED',
    sourceOfFunds: ['FUNDS_SAVINGS', 'FUNDS_PENSION'],
  };
  expect((await change({ means })).data.means).toEqual({ ...means, at: now.toISOString() });
  expect(await read()).toMatchObject({
    'trading.experience': 'EXPERIENCE_FROM_10Y',
    'trading.sourceOfFunds': 'FUNDS_SAVINGS FUNDS_PENSION',
  });
  expect((await change({ means: { ...means, income: 'constructor' } })).code).not.toBe(SUCCESS);
});

it('a signature has the name that was given', async () => {
  const { change } = await scene();
  const signed = (name: string) => ({ products: ['options'], signatures: { options: { ...sign('options'), name } } });
  expect(JSON.stringify(await change(signed('Taro Sato')))).toContain('signatures.options.name');
  expect((await change(signed('ＳＡＴＯ　hana'))).code).toBe(SUCCESS);
});
