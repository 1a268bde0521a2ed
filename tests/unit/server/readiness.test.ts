/** Health checks whether the database accepts writes, not only whether it answers. On PGlite's own files. */
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FLASH_PUBLISH_PATH, NEWS_CALLS } from '../../../src/contract/all.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { connect } from '../../../src/server/db/opening/open.ts';
import { mails, rateLimits } from '../../../src/server/db/schema.ts';
import { addEditor } from '../../../src/server/news/editors.ts';
import { filledPlace, type Place } from '../../helpers/database/database.ts';
import { type ServedApi, serveApi } from '../../helpers/server/api.ts';
import { MINUTE, question, queue } from '../../helpers/server/mails.ts';

let place: Place;
let database: Database;
let served: ServedApi;

beforeAll(async () => {
  place = await filledPlace();
  database = await connect(place);
  served = await serveApi({ database });
});
afterAll(async () => {
  await served?.stop();
  await database?.close();
  await place?.remove();
});

const ready = async () => (await served.ask('/api/health/ready')).status;

it('writes a row that stays one, and no more often than once a second, however many ask', async () => {
  const statuses = await Promise.all(Array.from({ length: 100 }, ready));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const written = await database.orm.select().from(rateLimits);
  expect(written).toHaveLength(1);
  expect(await ready()).toBe(200);
  expect(await database.orm.select().from(rateLimits)).toEqual(written);
  expect(await readdir(place.dataDir)).not.toContain('probe');
});

it('fails while the database may only be read, which lists still are, and publishing says when to come again', async () => {
  const token = await addEditor(database.orm, 'Mika');
  const readOnly = (value: 'on' | 'off') => sql`select set_config('default_transaction_read_only', ${value}, false)`;
  const before = served.log.length;
  await database.orm.execute(readOnly('on'));
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  expect((await served.ask(NEWS_CALLS.newsList.path)).status).toBe(200);
  const body = JSON.stringify({ action: 'publish', language: 'en', title: 'One' });
  const refused = await served.ask(FLASH_PUBLISH_PATH, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body,
  });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  await database.orm.execute(readOnly('off'));
  expect(await ready()).toBe(200);
  const logged = served.log.slice(before);
  expect(logged.filter(({ event }) => event === 'health')).toMatchObject([
    { level: 'error', state: 'notReady', error: expect.any(String) },
    { level: 'info', state: 'ready' },
  ]);
  // However often health is asked for, and whatever it answers.
  expect(new Set(logged.flatMap(({ route, level }) => (route === '/api/health/ready' ? level : [])))).toEqual(
    new Set(['debug']),
  );
});

it('fails while the disk of the database takes no file', async () => {
  // A folder with the same name blocks the file that the check writes.
  await mkdir(join(place.dataDir, 'probe'));
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  await rmdir(join(place.dataDir, 'probe'));
  expect(await ready()).toBe(200);
});

it('says that mails are late, but for a recipient that is put off, and nothing else of them', async () => {
  const told = async () => JSON.parse((await served.ask('/api/health')).text).data;
  const isLate = (mailLate: boolean) =>
    expect.poll(told, { timeout: 5_000 }).toEqual({ live: true, ready: true, mailLate });
  await queue(database.orm, new Date(Date.now() - 14 * MINUTE), question('FQ-1'));
  await isLate(false);
  await queue(database.orm, new Date(Date.now() - 16 * MINUTE), question('FQ-2'));
  await isLate(true);
  await database.orm.update(mails).set({ error: 'EENVELOPE 450: later' });
  await isLate(false);
  // The sender is refused: no mail gets out.
  await database.orm.update(mails).set({ error: 'EENVELOPE 553: not your address' });
  await isLate(true);
  await database.orm.delete(mails);
});
