/** Webhooks of a company over the API: who may do what, the log, sending again; the keys that the site publishes. */
import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CallData } from '../../../../src/contract/common.ts';
import {
  type DeliveryDetail,
  type deliveriesData,
  KEYS_PATH,
  KEYS_TYPE,
  MOST_WEBHOOKS,
  WEBHOOK_EVENTS,
  type Webhook,
} from '../../../../src/contract/webhooks.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { companyAudit, deliveries, grants, webhooks } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { publicKeys, webhookSecrets } from '../../../../src/server/webhooks/keys.ts';
import { createPoster } from '../../../../src/server/webhooks/post.ts';
import { type Emitted, emit } from '../../../../src/server/webhooks/queue.ts';
import { createWebhooks } from '../../../../src/server/webhooks/sending.ts';
import { emptyFolder } from '../../../helpers/database/database.ts';
import { SITE, serveApi } from '../../../helpers/server/api.ts';
import { companiesOf, REGISTRATION } from '../../../helpers/server/companies.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';
import { startReceiver } from '../../../helpers/server/webhooks.ts';

const api = usersApi();
const { operator, create, confirm, join, userId } = companiesOf(api);
const KEN = { email: 'ken@example.com', nickname: 'Ken' };
const URL_ = 'https://hooks.example.com/finger?secret=1';
const BODY = { url: URL_, kind: 'sandbox', events: ['news.published', 'key.expiring'] };
const NEWS = { id: 1, language: 'en', title: 'Rates', importance: 'high' };
const published = (id: string): Emitted => ({
  to: { company: id, kind: 'sandbox' },
  type: 'news.published',
  event: 'x',
  data: NEWS,
});
type Deliveries = CallData<{ path: string; data: typeof deliveriesData }>;

async function company() {
  const { token } = await api.user();
  const id = await create(token);
  const path = `/api/web/company/${id}/webhooks`;
  const ask = <T>(below = '', sending: Parameters<typeof api.ask>[1] = {}) =>
    api.ask<T>(path + below, { token, ...sending });
  const add = async (given: object = {}) => {
    const added = await ask<{ id: string }>('', { body: { ...BODY, ...given } });
    return added.data.id;
  };
  const list = async () => (await ask<{ webhooks: Webhook[] }>()).data.webhooks;
  return { id, token, ask, add, list };
}

describe('webhooks', () => {
  it('are added, listed, changed, removed, and noted without the address', async () => {
    const { id, ask, add, list } = await company();
    const webhook = await add();
    expect(await list()).toMatchObject([{ ...BODY, id: webhook, active: true, offBecause: null, failingSince: null }]);
    const changed = { events: ['flash.published'], active: false };
    expect((await ask(`/${webhook}`, { method: 'PUT', body: changed })).status).toBe(200);
    expect(await list()).toMatchObject([{ id: webhook, ...changed }]);
    expect((await ask(`/${webhook}`, { method: 'DELETE' })).status).toBe(200);
    expect(await list()).toEqual([]);
    const audit = await api.orm
      .select()
      .from(companyAudit)
      .where(eq(companyAudit.company, id))
      .orderBy(companyAudit.at);
    const host = 'hooks.example.com';
    expect(audit.slice(1).map(({ action, detail }) => [action, detail])).toEqual([
      ['webhookAdded', { host, kind: 'sandbox', events: 'news.published, key.expiring' }],
      ['webhookChanged', { host, events: 'flash.published', active: 'false' }],
      ['webhookRemoved', { host }],
    ]);
  });

  it.each([
    ['http://example.com/', 'url'],
    ['https://127.0.0.1/', 'url'],
    ['https://example.com:8443/', 'url'],
    ['https://user:secret@example.com/', 'url'],
    ['https://example.com/#a', 'url'],
    ['example.com', 'url'],
  ])('are not added at %s', async (url, field) => {
    const { ask } = await company();
    const { status, data } = await ask('', { body: { ...BODY, url } });
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it.each([
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['ping'] }, 'events.0'],
    ['an unknown kind', { kind: 'test' }, 'kind'],
  ])('are not added with %s', async (_, wrong, field) => {
    const { ask } = await company();
    const { status, data } = await ask('', { body: { ...BODY, ...wrong } });
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it('are live only for a company that is confirmed, and no more than some', async () => {
    const { id, ask, add } = await company();
    const live = { body: { ...BODY, kind: 'live' } };
    expect(await ask('', live)).toMatchObject({
      status: 409,
      message: serverMessage('server.company.unconfirmed', 'en-US'),
    });
    await confirm(id);
    expect((await ask('', live)).status).toBe(200);
    for (let number = 1; number < MOST_WEBHOOKS; number += 1) await add();
    expect(await ask('', { body: BODY })).toMatchObject({
      status: 409,
      message: serverMessage('server.webhook.tooMany', 'en-US'),
    });
  });

  it('belong to their company', async () => {
    const { add, token } = await company();
    const webhook = await add();
    const other = await create(token, { ...REGISTRATION, name: 'Berg' });
    for (const [below, method] of [
      ['', 'PUT'],
      ['', 'DELETE'],
      ['/test', 'POST'],
      ['/deliveries', 'GET'],
    ] as const) {
      const sent = method === 'PUT' ? { body: { active: false } } : {};
      const { status } = await api.ask(`/api/web/company/${other}/webhooks/${webhook}${below}`, {
        token,
        method,
        ...sent,
      });
      expect(status, below + method).toBe(404);
    }
  });

  it('need a permission: to manage, or only to see', async () => {
    const { id, ask, add } = await company();
    const webhook = await add();
    const { token } = await api.user(KEN);
    const member = await join(id, KEN.email);
    const grant = (permission: string) =>
      api.orm
        .insert(grants)
        .values({ id: permission, company: id, permission, member, effect: 'allow', by: member, at: new Date() });
    const tried = async () => {
      const results: Record<string, number> = {};
      for (const [name, below, sending] of [
        ['list', '', {}],
        ['add', '', { body: BODY }],
        ['change', `/${webhook}`, { method: 'PUT', body: {} }],
        ['test', `/${webhook}/test`, { method: 'POST' }],
        ['log', `/${webhook}/deliveries`, {}],
        ['one', `/${webhook}/deliveries/x`, {}],
        ['retry', `/${webhook}/deliveries/x`, { method: 'POST' }],
        ['remove', '/unknown', { method: 'DELETE' }],
      ] as const) {
        results[name] = (await ask(below, { ...sending, token })).status;
      }
      return results;
    };
    const none = { list: 403, add: 403, change: 403, test: 403, log: 403, one: 403, retry: 403, remove: 403 };
    expect(await tried()).toEqual(none);
    await grant('api.viewDeliveries');
    expect(await tried()).toEqual({ ...none, list: 200, log: 200, one: 404 });
    const secrets = async () =>
      (await ask<{ webhooks: Webhook[] }>('', { token })).data.webhooks.map(({ secret }) => secret);
    expect(await secrets()).toEqual([null]);
    await api.orm.delete(grants);
    await grant('api.manageWebhooks');
    const secretOf = await webhookSecrets(api.orm);
    expect(await secrets()).toEqual([secretOf(webhook)]);
    expect(secretOf(webhook)).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(secretOf('another')).not.toBe(secretOf(webhook));
    expect(await tried()).toEqual({ ...none, list: 200, add: 200, change: 200, test: 200, retry: 404, remove: 404 });
  });
});

describe('the log of deliveries', () => {
  it('says the same of a name that nobody knows and of one in our own network', async () => {
    const { ask, add } = await company();
    const webhook = await add();
    await ask(`/${webhook}/test`, { method: 'POST' });
    const said = [];
    for (const answer of ['private address', 'name not found', 'certificate']) {
      await api.orm.update(deliveries).set({ answer });
      const [row] = (await ask<Deliveries>(`/${webhook}/deliveries`)).data.deliveries;
      said.push([row?.answer, (await ask<DeliveryDetail>(`/${webhook}/deliveries/${row?.id}`)).data.answer]);
    }
    expect(said).toEqual([...Array(2).fill(Array(2).fill('no public address')), Array(2).fill('certificate')]);
  });

  it('shows a test from its request to its answer, its body, and sends it again', async () => {
    const receiver = await startReceiver();
    try {
      const { id, ask, add } = await company();
      const webhook = await add();
      await api.orm.update(webhooks).set({ url: receiver.url });
      const { data } = await ask<{ id: string }>(`/${webhook}/test`, { method: 'POST' });
      const path = `/${webhook}/deliveries`;
      const log = async (query = '') => (await ask<Deliveries>(path + query)).data;
      expect(await log()).toMatchObject({
        deliveries: [{ id: data.id, type: 'ping', state: 'waiting', attempts: 0, answer: null, triedAt: null }],
        next: null,
      });
      const opened = { orm: api.orm } as never;
      const post = createPoster({ site: SITE, allowPrivate: true });
      const sending = createWebhooks({ database: opened, log: () => {}, post });
      await sending.tick();
      expect((await log()).deliveries).toMatchObject([
        { id: data.id, state: 'delivered', attempts: 1, answer: '204', nextAt: null },
      ]);
      const shown = await ask<DeliveryDetail>(`${path}/${data.id}`);
      expect(shown.data.body).toBe(receiver.received[0]?.text);
      expect(JSON.parse(shown.data.body)).toMatchObject({ id: shown.data.event, type: 'ping', company: id, data: {} });
      expect((await ask(`${path}/${data.id}`, { method: 'POST' })).status).toBe(200);
      await sending.tick();
      await sending.close();
      expect(receiver.received.map(({ parameters }) => parameters.nonce)).toEqual([data.id, data.id]);
      expect((await log('?state=failed')).deliveries).toEqual([]);
      expect(await ask(`${path}/unknown`)).toMatchObject({ status: 404 });
    } finally {
      await receiver.stop();
    }
  });

  it('comes in pages, newest first', async () => {
    const { id, ask, add } = await company();
    const webhook = await add();
    for (let number = 0; number < 60; number += 1) {
      const event = `news ${number}`;
      const at = new Date(Date.UTC(2026, 10, 23, 5, 0, Math.floor(number / 2)));
      await emit(api.orm, [{ ...published(id), event }], at);
    }
    const first = (await ask<Deliveries>(`/${webhook}/deliveries`)).data;
    const second = (await ask<Deliveries>(`/${webhook}/deliveries?after=${first.next}`)).data;
    expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([50, 10, null]);
    const all = [...first.deliveries, ...second.deliveries];
    expect(new Set(all.map(({ event }) => event)).size).toBe(60);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
  });

  it('of a webhook that is switched off says that nothing is sent any more, until it is switched on', async () => {
    const { id, ask, add, list } = await company();
    const webhook = await add();
    await emit(api.orm, [published(id)], new Date());
    await api.orm.update(webhooks).set({ failingSince: new Date() });
    await ask(`/${webhook}`, { method: 'PUT', body: { active: false } });
    const [row] = await api.orm.select().from(deliveries);
    expect(row?.state).toBe('failed');
    const off = { status: 409, message: serverMessage('server.webhook.off', 'en-US') };
    expect(await ask(`/${webhook}/test`, { method: 'POST' })).toMatchObject(off);
    expect(await ask(`/${webhook}/deliveries/${row?.id}`, { method: 'POST' })).toMatchObject(off);
    await ask(`/${webhook}`, { method: 'PUT', body: { active: true } });
    expect(await list()).toMatchObject([{ active: true, failingSince: null, offBecause: null }]);
    expect((await ask(`/${webhook}/deliveries/${row?.id}`, { method: 'POST' })).status).toBe(200);
    expect((await api.orm.select().from(deliveries))[0]?.state).toBe('waiting');
  });
});

it('a company is told of what is assigned to it, what becomes of it, and not of the rest', async () => {
  const { id, add } = await company();
  await confirm(id);
  await add({ kind: 'live', events: WEBHOOK_EVENTS });
  await add({ kind: 'sandbox', events: WEBHOOK_EVENTS });
  await api.user(KEN);
  const client = await userId(KEN.email);
  const application = await storeApplication(api.orm, client, { given: { email: KEN.email } });
  const question = await storeQuestion(api.orm, client, { email: KEN.email });
  await operator.applications('status', application, 'inReview');
  expect(await api.orm.select().from(deliveries)).toEqual([]);
  await operator.applications('status', application, 'received');
  await operator.applications('assign', application, id);
  await operator.questions('assign', question, id);
  await operator.applications('status', application, 'inReview');
  await operator.questions('answer', question);
  const told = await api.orm.select().from(deliveries).orderBy(deliveries.at);
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['application.assigned', { reference: application }],
    ['question.assigned', { reference: question }],
    ['application.changed', { reference: application, state: 'inReview' }],
    ['question.answered', { reference: question }],
  ]);
});

it('the public keys are published at the origin of the site, and nothing of the private ones', async () => {
  const folder = await emptyFolder();
  for (const file of ['_headers', '_redirects']) await writeFile(`${folder.path}/${file}`, '');
  const database = { orm: api.orm } as Database;
  const served = await serveApi({ database, dist: folder.path, env: { DATA_DIR: api.dataDir } });
  try {
    const keys = await publicKeys(api.orm);
    for (const path of [KEYS_PATH, `http://www.example.com${KEYS_PATH}?a=/b`]) {
      const { status, headers, text } = await served.ask(path);
      expect([status, headers['content-type']]).toEqual([200, KEYS_TYPE]);
      expect(JSON.parse(text)).toEqual({ keys });
    }
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect((await served.ask(KEYS_PATH, { method: 'POST' })).status).toBe(405);
    expect((await served.ask(`${KEYS_PATH}/`)).text).not.toContain('kid');
  } finally {
    await served.stop();
    await folder.remove();
  }
});
