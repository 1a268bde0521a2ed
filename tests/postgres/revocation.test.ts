/**
 * A user revokes a signature at one process: the company, its key and the operator read the new record at another at
 * once, and the company's system is told once.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AssignedApplicationDetail } from '../../src/contract/companyWork.ts';
import type { Trade } from '../../src/contract/users.ts';
import { administer } from '../../src/server/admin.ts';
import { readRules } from '../../src/server/applications/tables.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { applications, deliveries, users } from '../../src/server/db/schema.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../helpers/serve.ts';
import { signature } from '../helpers/server/applications.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, storedUser } from '../helpers/server/partner.ts';
import { storeApplication } from '../helpers/server/profiles.ts';
import { storeMember } from '../helpers/server/staff.ts';
import { PASSWORD, signUpBody, tokenIn } from '../helpers/server/usersApi.ts';
import { addWebhook, type Receiver, startReceiver } from '../helpers/server/webhooks.ts';

const FOREX = { ...signature(readRules().versionsOf('ja').forex), locale: 'ja' };
let place: Place;
let database: Database;
let servers: Served[];
let receiver: Receiver;
let key: PartnerKey;
let client: string;
let staff: string;
let application: string;

beforeAll(async () => {
  place = await filledPlace();
  const env = { DATABASE_URL: String(place.url), SITE_URL: PARTNER_SITE, WEBHOOKS_ALLOW_PRIVATE: 'on' };
  servers = await Promise.all([1, 2].map(() => serve(EMPTY_SITE, env)));
  for (const { url } of servers) await untilReady(url);
  database = await connect(place);
  receiver = await startReceiver();
  const granted = ['clients.readApplications'];
  key = await partnerKey(database.orm, await storedUser(database.orm), {
    granted,
    networks: ['127.0.0.0/8', '::1/128'],
  });
  client = await userAt(0, 'mio@example.com');
  staff = await userAt(1, 'ken@example.com');
  await storeMember(database.orm, key.company, await idOf('ken@example.com'), { permissions: granted });
  const trading = {
    products: ['stocks', 'forex'],
    highRisk: { forex: FOREX },
    accreditedInvestor: 'income',
    qualifiedPurchaser: 'ownInvestments',
  };
  application = await storeApplication(database.orm, await idOf('mio@example.com'), {
    at: new Date(Date.now() - 60_000),
    given: { email: 'mio@example.com', trading },
  });
  await database.orm.update(applications).set({ company: key.company });
  await addWebhook(database.orm, receiver.url, { company: key.company });
});
afterAll(async () => {
  for (const { stop } of servers) await stop();
  await receiver.stop();
  await database.close();
  await place.remove();
});

const idOf = async (email: string) => {
  const [user] = await database.orm.select().from(users).where(eq(users.email, email));
  return String(user?.id);
};
async function ask<T>(server: number, path: string, { token = '', body, method }: Asked = {}): Promise<T> {
  const response = await fetch(`${servers[server]?.url}/api/web/${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data } = (await response.json()) as { data: T };
  expect([path, response.status]).toEqual([path, 200]);
  return data;
}
interface Asked {
  token?: string;
  body?: object;
  method?: string;
}
/** Returns the token of a new user. */
async function userAt(server: number, email: string): Promise<string> {
  await ask(server, 'user/signUp', { body: signUpBody({ email, nickname: email.slice(0, 3) }) });
  const token = await tokenIn(database, 'userConfirm', email);
  const body = { token, password: PASSWORD, isNew: false, own: true, device: null };
  return (await ask<{ token: string }>(server, 'user/confirm', { body })).token;
}
const change = (server: number, body: object) =>
  ask<Trade>(server, 'user/profile/trade', { token: client, method: 'PUT', body });

/** The products that each of them reads now. */
async function productsAt(server: number): Promise<Record<string, string | undefined>> {
  const path = `company/${key.company}/applications/${application}`;
  const served = {
    ask: async (target: string, { headers }: { headers?: Record<string, string> } = {}) => {
      const response = await fetch(String(servers[server]?.url) + target, { ...(headers && { headers }) });
      return { status: response.status, headers: {}, body: Buffer.alloc(0), text: await response.text() };
    },
  };
  const partner = await callAs(served, key, `/applications/${application}`);
  const on = { orm: database.orm, dataDir: '', site: PARTNER_SITE };
  const shown = await administer(on, { command: 'applications show', by: 'Mika', reference: application });
  return {
    company: (await ask<AssignedApplicationDetail>(server, path, { token: staff })).answers.productsOn,
    partner: (partner.data as unknown as AssignedApplicationDetail).answers.productsOn,
    operator: shown.find((line) => line.startsWith('productsOn: '))?.slice(12),
  };
}
const all = (products: string) => ({ company: products, partner: products, operator: products });

/** Waits until all that is to be posted has been, and finds so many changes, each received once. */
async function told(times: number): Promise<void> {
  const each = (word: string) => Array.from({ length: times }, () => word);
  const states = async () => (await database.orm.select().from(deliveries)).map(({ state }) => state);
  await expect.poll(states, { timeout: 30_000 }).toEqual(each('delivered'));
  expect(receiver.received.map(({ body }) => body.type)).toEqual(each('applicant.changed'));
}

it('a revocation is read at the other process at once, and told once', async () => {
  expect(await productsAt(1)).toEqual(all('stocks forex'));
  await change(0, { withdraw: ['forex'] });
  expect(await productsAt(1)).toEqual(all('stocks'));
  await told(1);

  // Signed again at the other, then revoked at both at once: that is one change.
  await change(1, { products: ['stocks', 'forex'], signatures: { forex: FOREX } });
  expect(await productsAt(0)).toEqual(all('stocks forex'));
  await Promise.all([0, 1].map((server) => change(server, { withdraw: ['forex'] })));
  for (const server of [0, 1]) expect(await productsAt(server)).toEqual(all('stocks'));
  await told(3);
});
