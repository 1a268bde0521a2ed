/** The tools of the desk, on the database of DATABASE_URL or on PGlite, with the server running and stopped. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import { FLASH_STREAM_PATH, flashListCall, LANGUAGE_OF, SUCCESS } from '../../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { admin } from '../../../../src/tools/admin.ts';
import { flash } from '../../../../src/tools/flash.ts';
import { call, envOf, run } from '../../../helpers/command.ts';
import { emptyFolder, filledPlace, type Place } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { fakeServer } from '../../../helpers/fakeServer.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { EMPTY_SITE, serve, untilReady } from '../../../helpers/serve.ts';

async function startServer({ url, dataDir }: Place) {
  const served = await serve(EMPTY_SITE, { DATABASE_URL: url ?? '', DATA_DIR: dataDir, MARKET_CLOCK: 'none' });
  onTestFinished(() => served.stop());
  await untilReady(served.url);
  return served;
}

it('editors publish while the server runs, and readers hear of it at once', async () => {
  const where = await take(filledPlace());
  const server = await startServer(where);
  const edit = (...args: string[]) => call(admin, envOf(where), 'editors', ...args);

  const added = await edit('add', 'Mika', 'Mori');
  expect(added).toMatchObject({ code: 0, err: '' });
  const [, token = ''] = added.out.split('\n');
  expect(token).toMatch(/^finger_[\w-]{43}$/);
  expect(await edit('add', 'Mika Mori')).toEqual({
    code: 1,
    out: '',
    err: "'Mika Mori' has a token already: revoke it first.",
  });
  expect((await edit('list')).out).toMatch(/^Mika Mori {2}since \d{4}-\d\d-\d\d$/);

  const client = await openEvents(`${server.url}${FLASH_STREAM_PATH}?language=ja`);
  onTestFinished(() => client.close());
  const env = { FLASH_TOKEN: token, PORT: new URL(server.url).port };
  const say = (...args: string[]) => call(flash, env, ...args);
  const { out } = await run('flash', env, '--lang', 'ja', '--important', '速報です');
  expect(out).toMatch(/^publish \d+$/);
  const id = out.replace('publish ', '');
  expect(await client.next()).toMatchObject({ event: 'flash', data: { id, title: '速報です', important: true } });
  expect(await say('--revise', id, '訂正です')).toMatchObject({ code: 0, out: `revise ${id}` });
  expect(await client.next()).toMatchObject({ data: { id, title: '訂正です', important: true, revision: 2 } });
  expect(await say('--withdraw', id)).toMatchObject({ code: 0, out: `withdraw ${id}` });
  expect(await client.next()).toMatchObject({ event: 'withdraw', data: { id } });

  expect(await say('--withdraw', id)).toMatchObject({ code: 1, err: 'This item has been withdrawn.' });
  expect(await say('--lang', 'fr', 'x')).toMatchObject({
    code: 1,
    err: 'The field language is none of en, ja, zh-Hant and zh-Hans.',
  });
  const { out: published } = await say('--lang', 'tw', '快訊');
  const list = await fetch(`${server.url}${flashListCall.path}?language=${LANGUAGE_OF.tw}`);
  expect(await list.json()).toMatchObject({
    data: { list: [{ id: published.replace('publish ', ''), title: '快訊' }] },
  });
  expect((await edit('revoke', 'Mika Mori')).code).toBe(0);
  expect(await say('x')).toMatchObject({ code: 1, err: enUS['server.unauthorized'] });

  // An open stream does not prevent the server from stopping.
  await server.stop();
  await client.ended;
}, 120_000);

it('editors are made while no server runs, and the folder is left as it was', async () => {
  const where = await take(filledPlace());
  const added = await call(admin, envOf(where), 'editors', 'add', 'Mika');
  expect(added).toMatchObject({ code: 0, err: '' });
  if (!where.url) expect(await readdir(where.dataDir)).toEqual(['postgres']);
  expect(await call(admin, envOf(where), 'editors', 'add')).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs NAME'),
  });
  expect(await call(flash, {}, 'x')).toMatchObject({ code: 1, err: expect.stringContaining('FLASH_TOKEN') });
  const nobody = await call(flash, { FLASH_TOKEN: 'x' }, '--to', 'http://127.0.0.1:1', 'x');
  expect(nobody).toMatchObject({
    code: 1,
    err: 'Nothing answers at http://127.0.0.1:1: start the server, or name it by --to.',
  });
}, 120_000);

it('says in plain words why nothing was published', async () => {
  const server = await fakeServer();
  onTestFinished(() => server.stop());
  const { code, status } = SERVER_CODES.conflict;
  for (const [reply, err] of [
    [{ status, body: { code, message: enUS['server.keyUsed'], data: null } }, enUS['server.keyUsed']],
    [{ status, body: { code, message: enUS['server.keyUsed'] } }, enUS['server.keyUsed']],
    [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'HTTP 502'],
    [{ status: 502, body: 'null' }, 'HTTP 502'],
    [{ status: 500, body: { code, message: '' } }, 'HTTP 500'],
  ] as const) {
    server.answer = () => reply;
    expect(await call(flash, { FLASH_TOKEN: 'x' }, '--to', server.url, 'x')).toEqual({ code: 1, out: '', err });
  }
}, 60_000);

it('a command that got no answer has the same key when it is repeated, another one a new key', async () => {
  const { path, remove } = await emptyFolder();
  onTestFinished(() => remove());
  const server = await fakeServer();
  onTestFinished(() => server.stop());
  const say = (title: string) =>
    call(flash, { FLASH_TOKEN: 'x', DATA_DIR: join(path, 'db') }, '--to', server.url, title);
  const done = { body: { code: SUCCESS, message: 'OK', data: { id: '1' } } };
  for (const [title, reply] of [
    ['Rates', { fault: 'reset' }],
    ['Rates', { status: 503, body: { code: SERVER_CODES.notReady.code, message: '', data: null } }],
    ['Other', done],
    ['Rates', done],
    ['Rates', done],
  ] as const) {
    server.answer = () => reply;
    await say(title);
  }
  const [first, second, other, third, later] = server.asked.map(({ headers }) => headers['idempotency-key']);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, other, later]).size).toBe(3);
  expect(await readdir(join(path, 'flash'))).toEqual([]);
}, 60_000);
