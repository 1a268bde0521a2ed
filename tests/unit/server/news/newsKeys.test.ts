/** Publishing with an Idempotency-Key: once per body, however often and from wherever it is sent. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import { FLASH_PUBLISH_PATH } from '../../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { audit, counters, editors, newsItems, newsRevisions, rateLimits } from '../../../../src/server/db/schema.ts';
import { addEditor } from '../../../../src/server/news/editors.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { type ServedApi, serveApi } from '../../../helpers/server/api.ts';

const HELLO = { action: 'publish', language: 'ja', title: '速報です' };
const USED = { status: SERVER_CODES.conflict.status, code: SERVER_CODES.conflict.code, data: null };

let database: Database;
let api: ServedApi;
let token = '';

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
beforeEach(async () => {
  api = await serveApi({ database });
  token = await addEditor(database.orm, 'Mika');
});
afterEach(async () => {
  await api.stop();
  for (const table of [newsItems, newsRevisions, counters, editors, audit, rateLimits])
    await database.orm.delete(table);
});

async function send(body: unknown, key?: string, by = token) {
  const { status, text } = await api.ask(FLASH_PUBLISH_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: by, ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { status, ...JSON.parse(text) };
}

async function publish(...given: Parameters<typeof send>): Promise<{ id: string; revision: number }> {
  const { status, data } = await send(...given);
  expect(status).toBe(200);
  expect(data.id).toMatch(/^\d+$/);
  return data;
}

/** How many times something was published, and the items that exist now. */
async function published() {
  const rows = await database.orm.select().from(audit);
  const items = await database.orm.select().from(newsItems);
  const count = rows.filter(({ action }) => action === 'publish').length;
  return { count, titles: items.map(({ title, revision }) => `${title} ${revision}`).sort() };
}

it('publishes once under one key', async () => {
  const first = await publish(HELLO, 'k1');
  expect(await publish(HELLO, 'k1')).toEqual(first);
  expect(await publish({ ...HELLO, title: ' 速報です ', category: 'desk', link: null, symbols: [] }, 'k1')).toEqual(
    first,
  );
  expect(await published()).toEqual({ count: 1, titles: ['速報です 1'] });
  expect((await publish(HELLO)).id).not.toBe(first.id);
  expect((await publish(HELLO, 'k2')).id).not.toBe(first.id);
  expect((await publish(HELLO, 'k1', await addEditor(database.orm, 'Ken'))).id).not.toBe(first.id);
});

it('gives the first one again when it was reworded or withdrawn meanwhile', async () => {
  const { id } = await publish(HELLO, 'k1');
  expect(await publish({ action: 'revise', id, title: '訂正です' }, 'k1')).toEqual({ id, revision: 2 });
  expect(await publish(HELLO, 'k1')).toEqual({ id, revision: 2 });
  expect(await send({ ...HELLO, title: '訂正です' }, 'k1')).toMatchObject(USED);
  await publish({ action: 'withdraw', id });
  expect(await publish(HELLO, 'k1')).toEqual({ id, revision: 2 });
  expect(await published()).toEqual({ count: 1, titles: ['訂正です 2'] });
});

it.each<[string, object]>([
  ['title', { title: '別の速報' }],
  ['summary', { summary: 's' }],
  ['link', { link: 'https://example.com/' }],
  ['language', { language: 'en' }],
  ['category', { category: 'market' }],
  ['importance', { important: true }],
  ['symbols', { symbols: ['7203'] }],
])('refuses a used key with another %s, and changes nothing', async (_, change) => {
  await publish(HELLO, 'k1');
  expect(await send({ ...HELLO, ...change }, 'k1')).toMatchObject({ ...USED, message: enUS['server.keyUsed'] });
  expect(await published()).toEqual({ count: 1, titles: ['速報です 1'] });
});

it('takes one of many that come at once under one key', async () => {
  const bodies = Array.from({ length: 12 }, (_, index) => ({ ...HELLO, title: index % 2 ? 'Other' : 'One' }));
  const answers = await Promise.all(bodies.map((body) => send(body, 'k1')));
  const taken = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => JSON.stringify(data)));
  expect([...taken]).toEqual([expect.stringMatching(/^\{"id":"\d+","revision":1\}$/)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), ...Array(6).fill(409)]);
  expect((await published()).count).toBe(1);
  expect((await published()).titles).toEqual([expect.stringMatching(/^(One|Other) 1$/)]);
});

it.each(['', 'x'.repeat(201)])('refuses a key that is empty or too long', async (key) => {
  expect(await send(HELLO, key)).toMatchObject({
    status: SERVER_CODES.invalid.status,
    data: { fields: [{ field: 'Idempotency-Key', message: enUS['server.idempotencyKey'] }] },
  });
});

it.each(['\u0000', '\u202a \u2069', '\u0085'])('refuses a title in which nothing is to be read, %#', async (title) => {
  const { id } = await publish(HELLO);
  for (const body of [
    { ...HELLO, title },
    { action: 'revise', id, title },
  ]) {
    expect(await send(body, 'k1')).toMatchObject({
      status: SERVER_CODES.invalid.status,
      data: { fields: [{ field: 'title', message: enUS['server.title'] }] },
    });
  }
  expect(await publish({ action: 'revise', id, title: 'a\u0000b', summary: '\u0000' })).toEqual({ id, revision: 2 });
  expect(await published()).toEqual({ count: 1, titles: ['a b 2'] });
});
