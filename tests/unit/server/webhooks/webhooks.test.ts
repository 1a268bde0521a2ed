/** Events that go to a real receiver: signed, tried again, given up; addresses that are refused. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import {
  companies,
  companyMembers,
  deliveries,
  mails,
  serverKeys,
  users,
  webhooks,
} from '../../../../src/server/db/schema.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { publicKeys, rotateKey, webhookSecrets } from '../../../../src/server/webhooks/keys.ts';
import { createPoster, type PosterOptions } from '../../../../src/server/webhooks/post.ts';
import {
  CLAIM_MS,
  claimDelivery,
  type Emitted,
  emit,
  GIVE_UP_MS,
  KEEP_MS,
  SWITCH_OFF_MS,
  tidyDeliveries,
} from '../../../../src/server/webhooks/queue.ts';
import { createWebhooks } from '../../../../src/server/webhooks/sending.ts';
import { COMPANY } from '../../../../src/site.ts';
import { emptyFolder, testDatabase } from '../../../helpers/database/database.ts';
import { storedUser } from '../../../helpers/server/partner.ts';
import {
  type Answering,
  addCompany,
  addWebhook,
  type Receiver,
  startReceiver,
} from '../../../helpers/server/webhooks.ts';

const SITE = 'https://www.example.com';
const MINUTE = 60_000;
const START = new Date('2026-11-23T05:00:00Z');
let database: Database;
let clock = START;
const log: LogEntry[] = [];
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  for (const table of [companies, serverKeys]) await database.orm.delete(table);
  clock = START;
  log.length = 0;
});
afterAll(() => database.close());

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const rows = () => database.orm.select().from(deliveries).orderBy(asc(deliveries.at), asc(deliveries.event));
const webhook = async (id: string) => (await database.orm.select().from(webhooks).where(eq(webhooks.id, id)))[0];
const assigned = (given: Partial<Emitted> = {}) =>
  ({
    to: { company: 'acme', kind: 'live' },
    type: 'application.assigned',
    event: 'application.assigned FA-1',
    data: { reference: 'FA-1' },
    ...given,
  }) as Emitted;
const store = (...list: Emitted[]) =>
  database.orm.transaction(async (tx) => {
    await emit(tx, list, clock);
  });

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  undo.push(started.stop);
  return started;
}

/** A process that sends. */
function room(options: Partial<PosterOptions> = {}) {
  const made = createWebhooks({
    database,
    log: (entry) => log.push(entry),
    post: createPoster({ site: SITE, allowPrivate: true, now: () => clock, ...options }),
    now: () => clock,
  });
  undo.push(made.close);
  return made;
}

/** A company with one webhook at a receiver. */
async function listening(...given: Parameters<typeof startReceiver>) {
  const at = await receiver(...given);
  await addCompany(database.orm);
  return { ...at, id: await addWebhook(database.orm, at.url) };
}

describe('an event', () => {
  it('is posted once, signed by the published key', async () => {
    const { url, received } = await listening();
    const event = assigned();
    await store(event, event);
    const sending = room();
    await sending.tick();
    await store(event);
    await sending.tick();
    expect(received).toHaveLength(1);
    const [one] = received;
    const [row] = await rows();
    expect(one?.body).toEqual({
      id: event.event,
      type: event.type,
      at: START.toISOString(),
      company: 'acme',
      data: event.data,
    });
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `${COMPANY}-webhooks/1.0 (+${SITE})`,
    });
    expect(one?.headers['content-length']).toBe(String(Buffer.byteLength(one?.text ?? '')));
    const keys = await publicKeys(database.orm);
    expect(one?.parameters).toEqual({
      created: String(START.getTime() / 1000),
      keyid: keys[0]?.kid,
      alg: 'ed25519',
      nonce: row?.id,
    });
    expect(one?.isSignedBy(keys)).toBe(true);
    expect(one?.isSignedBy(keys, `${url}&b=2`)).toBe(false);
    expect(row).toMatchObject({ state: 'delivered', answer: '204', attempts: 1, deliveredAt: START });
    expect(log).toEqual([{ level: 'info', event: 'webhook', state: 'delivered', code: '204' }]);
  });

  it('is verified by the library of Standard Webhooks with the secret of its webhook, and by no other', async () => {
    const { id, received } = await listening();
    // The library looks at the clock.
    clock = new Date();
    await store(assigned());
    await room().tick();
    const [one] = received;
    const headers = one?.headers as Record<string, string>;
    const secretOf = await webhookSecrets(database.orm);
    const verify = (secret: string, text = one?.text ?? '', changed: Record<string, string> = {}) =>
      new StandardWebhook(secret).verify(text, { ...headers, ...changed });
    expect(verify(secretOf(id))).toEqual(one?.body);
    const [row] = await rows();
    expect(headers['webhook-id']).toBe(row?.id);
    expect(() => verify(secretOf('another'))).toThrow('No matching signature');
    expect(() => verify(secretOf(id), `${one?.text} `)).toThrow('No matching signature');
    expect(() => verify(secretOf(id), one?.text, { 'webhook-id': 'another' })).toThrow('No matching signature');
    expect(() => verify(secretOf(id), one?.text, { 'webhook-timestamp': '1' })).toThrow('too old');
  });

  it('is not stored if what it reports is not', async () => {
    await listening();
    const undone = database.orm.transaction(async (tx) => {
      await emit(tx, [assigned()], clock);
      throw new Error('not stored');
    });
    await expect(undone).rejects.toThrow('not stored');
    expect(await rows()).toEqual([]);
  });

  it('goes to the webhooks that want it, of its company and its kind; what is public to all that are confirmed', async () => {
    const { orm } = database;
    for (const [id, confirmed] of [
      ['acme', true],
      ['berg', true],
      ['new', false],
    ] as const) {
      await addCompany(orm, id, { confirmed });
      for (const kind of ['live', 'sandbox'] as const)
        await addWebhook(orm, SITE, { id: `${id} ${kind}`, company: id, kind });
    }
    await addWebhook(orm, SITE, { id: 'off', active: false });
    await addWebhook(orm, SITE, { id: 'other', events: ['key.expiring'] });
    const told = async (event: Emitted) => {
      await store(event);
      const found = (await rows()).map((row) => row.webhook).sort();
      await orm.delete(deliveries);
      return found;
    };
    expect(await told(assigned())).toEqual(['acme live']);
    expect(await told(assigned({ to: { company: 'acme', kind: 'sandbox' } }))).toEqual(['acme sandbox']);
    expect(await told(assigned({ to: { company: 'new', kind: 'live' } }))).toEqual([]);
    expect(await told(assigned({ to: { company: 'new', kind: 'sandbox' } }))).toEqual(['new sandbox']);
    expect(await told(assigned({ to: 'all', type: 'news.published' }))).toEqual([
      ...['acme live', 'acme sandbox', 'berg live', 'berg sandbox'],
    ]);
  });

  it('is signed by the new key after a rotation; the key before stays published, the one before that does not', async () => {
    const { received } = await listening();
    const sending = room();
    const [first] = await publicKeys(database.orm);
    await store(assigned());
    await sending.tick();
    const second = await rotateKey(database.orm);
    await store(assigned({ event: 'two' }));
    await sending.tick();
    expect(second.map(({ kid }) => kid)).toEqual([received[1]?.parameters.keyid, first?.kid]);
    expect(received.map((one) => one.isSignedBy(second))).toEqual([true, true]);
    const third = await rotateKey(database.orm);
    expect(third).toHaveLength(2);
    expect(received.map((one) => one.isSignedBy(third))).toEqual([false, true]);
  });
});

describe('a receiver', () => {
  const statuses = (...list: number[]): Answering => {
    return (response) => response.writeHead(list.length > 1 ? (list.shift() ?? 0) : (list[0] ?? 0)).end();
  };

  it('that fails gets it again, ever later, under the same id', async () => {
    const { received, id } = await listening(statuses(500, 404, 200));
    await store(assigned());
    const sending = room();
    await sending.tick();
    expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 1, answer: '500' });
    expect(await webhook(id)).toMatchObject({ failingSince: START, active: true });
    pass(MINUTE - 1);
    await sending.tick();
    expect(received).toHaveLength(1);
    pass(1);
    await sending.tick();
    pass(MINUTE);
    await sending.tick();
    expect(received).toHaveLength(2);
    pass(MINUTE);
    await sending.tick();
    expect((await rows())[0]).toMatchObject({ state: 'delivered', attempts: 3, answer: '200' });
    expect(await webhook(id)).toMatchObject({ failingSince: null, pausedUntil: null });
    expect(new Set(received.map(({ parameters }) => parameters.nonce)).size).toBe(1);
    expect(new Set(received.map(({ parameters }) => parameters.created)).size).toBe(3);
  });

  it('that fails for three days does not get it, and after a week it is switched off', async () => {
    const { received, id } = await listening(statuses(503));
    await store(assigned());
    const sending = room();
    await sending.tick();
    while ((await rows())[0]?.state === 'waiting') {
      pass(60 * MINUTE);
      await sending.tick();
    }
    const lasted = clock.getTime() - START.getTime();
    expect(lasted).toBeGreaterThan(GIVE_UP_MS - 9 * 60 * MINUTE);
    expect(lasted).toBeLessThanOrEqual(GIVE_UP_MS + 60 * MINUTE);
    expect((await rows())[0]).toMatchObject({ state: 'failed', answer: '503' });
    expect(received.length).toBeGreaterThan(8);
    expect(await webhook(id)).toMatchObject({ active: true });
    pass(SWITCH_OFF_MS);
    await store(assigned({ event: 'two' }), assigned({ event: 'three' }));
    await sending.tick();
    expect(await webhook(id)).toMatchObject({ active: false, offBecause: 'failing' });
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  });

  it('that answers 410 is switched off at once, and the administrators get a mail that does not hold its path', async () => {
    const { received, id } = await listening(statuses(410));
    const { orm } = database;
    for (const [user, administrator] of [
      [await storedUser(orm), true],
      [await storedUser(orm, 'ken@example.com'), false],
    ] as const) {
      undo.push(() => orm.delete(users).where(eq(users.id, user)));
      await orm.insert(companyMembers).values({ id: user, company: 'acme', user, administrator, joinedAt: START });
    }
    await store(assigned());
    const sending = room();
    await sending.tick();
    await store(assigned({ event: 'two' }));
    pass(60 * MINUTE);
    await sending.tick();
    expect(received).toHaveLength(1);
    expect(await webhook(id)).toMatchObject({ active: false, offBecause: 'gone' });
    expect((await rows()).map(({ state, answer }) => [state, answer])).toEqual([['failed', '410']]);
    const { host } = new URL(String((await webhook(id))?.url));
    expect(await orm.select().from(mails)).toMatchObject([
      {
        name: 'companyWebhookOff',
        recipient: 'hana@example.com',
        locale: 'en-US',
        content: { path: '/company/webhooks', values: { name: 'acme', host } },
      },
    ]);
    await orm.delete(mails);
  });

  it('is not followed elsewhere', async () => {
    const other = await receiver();
    await listening((response) => response.writeHead(307, { Location: other.url }).end());
    await store(assigned());
    await room().tick();
    expect(other.received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'waiting', answer: '307' });
  });

  it('that says nothing is left in time', async () => {
    await listening(() => {});
    await store(assigned());
    await room({ ms: 100 }).tick();
    expect((await rows())[0]).toMatchObject({ state: 'waiting', answer: 'timeout' });
  });

  it('may answer without an end: nobody reads on', async () => {
    let sent = 0;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await listening((response) => {
      response.once('close', resolve);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000))) sent += 64_000;
        response.once('drain', more);
      };
      more();
    });
    await store(assigned());
    await room().tick();
    await closed;
    expect((await rows())[0]).toMatchObject({ state: 'delivered', answer: '200' });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('gets one at a time, and holds up no other', async () => {
    const { promise: free, resolve } = Promise.withResolvers<void>();
    const slow = await listening(async (response) => {
      await free;
      response.end();
    });
    const quick = await receiver();
    await addWebhook(database.orm, quick.url);
    await store(...Array.from({ length: 5 }, (_, number) => assigned({ event: `n${number}` })));
    const done = room().tick();
    await expect.poll(() => quick.received.length).toBe(5);
    expect(slow.received).toHaveLength(1);
    resolve();
    await done;
    expect(slow.received.map(({ body }) => body.id)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  });

  it('gets each once from two processes', async () => {
    const { received } = await listening();
    await store(...Array.from({ length: 20 }, (_, number) => assigned({ event: `n${number}` })));
    const rooms = [room(), room()];
    await Promise.all(rooms.map((one) => one.tick()));
    await rooms[0]?.tick();
    expect(received).toHaveLength(20);
    expect(new Set(received.map(({ body }) => body.id)).size).toBe(20);
  });

  it('gets it again when a process died before it noted the answer', async () => {
    const { received } = await listening();
    await store(assigned());
    expect(await claimDelivery(database.orm, clock)).toMatchObject({ state: 'sending', attempts: 1 });
    const sending = room();
    await sending.tick();
    expect(received).toEqual([]);
    pass(CLAIM_MS);
    await sending.tick();
    expect(received).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

it('a certificate that nobody has signed does not count', async () => {
  const folder = await emptyFolder();
  undo.push(folder.remove);
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const { received } = await listening(undefined, { key: readFileSync(key), cert: readFileSync(cert) });
  await store(assigned());
  await room().tick();
  expect(received).toEqual([]);
  expect((await rows())[0]).toMatchObject({ state: 'waiting', answer: 'certificate' });
});

it('deliveries are kept for 30 days', async () => {
  await listening();
  await store(assigned());
  pass(1);
  await store(assigned({ event: 'two' }));
  pass(KEEP_MS);
  expect(await tidyDeliveries(database.orm, clock)).toBe(1);
  expect((await rows()).map(({ event }) => event)).toEqual(['two']);
});
