/** The server process prints only its log on stdout, one JSON object per line, also when it starts or fails. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import { administerAnywhere } from '../../../src/server/admin.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import type { LogEntry } from '../../../src/server/log.ts';
import { emptyFolder } from '../../helpers/database/database.ts';
import { ask } from '../../helpers/server/api.ts';
import { applicationBody } from '../../helpers/server/applications.ts';
import { answer, startSmtp } from '../../helpers/server/smtp.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const NOISE = join(import.meta.dirname, '../../helpers/server/noisyProcess.ts');

let folder: string;
beforeEach(async () => {
  const { path, remove } = await emptyFolder();
  onTestFinished(() => remove());
  folder = path;
  for (const file of ['_headers', '_redirects']) await writeFile(join(path, file), '');
});

/** Starts main.ts, by default on a new database, with DIST, DATA_DIR and the working folder in `folder`. */
function start(env: Record<string, string> = {}) {
  const settings = { PORT: '0', DIST: folder, DATA_DIR: join(folder, 'db'), FEEDS: 'off', MARKET_CLOCK: 'none' };
  const child = spawn(process.execPath, ['--import', NOISE, MAIN], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, err: said.err, entries: entries() }));
  const entries = () =>
    said.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogEntry & { time: string });
  return { child, ended, entries };
}

it('from a first start with a new database to a crash, with no words of packages in it', {
  timeout: 120_000,
}, async () => {
  const { child, ended, entries } = start();
  await expect.poll(entries, { timeout: 60_000 }).not.toEqual([]);
  const [first] = entries();
  expect(first).toMatchObject({ level: 'info', event: 'start' });
  const port = Number(/:(\d+)$/.exec(first?.message ?? '')?.[1]);
  await expect
    .poll(async () => (await ask(port, '/api/health/ready')).status, { timeout: 100_000, interval: 200 })
    .toBe(200);
  child.kill('SIGUSR2');
  const events = (event: string) => entries().filter((entry) => entry.event === event);
  await expect.poll(() => events('warning')).toHaveLength(2);
  child.kill('SIGUSR2');
  const { code, err } = await ended;
  expect([code, err]).toEqual([1, '']);
  const at = expect.stringMatching(/^noisyProcess\.ts:\d+$/);
  expect(events('console')).toMatchObject([
    { level: 'info', at },
    { level: 'error', at },
  ]);
  expect(events('warning')).toMatchObject([
    { error: 'DeprecationWarning', code: 'DEP9999' },
    { error: 'ExperimentalWarning' },
  ]);
  expect(entries().at(-1)).toMatchObject({ level: 'error', event: 'crash', error: 'Error', at });
  for (const entry of entries()) expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(JSON.stringify(entries())).not.toContain('secret');
});

it('of an application and its mail: neither password nor address is in it', { timeout: 120_000 }, async () => {
  let isKnown = false;
  const smtp = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) => {
      if (isKnown && password === 'swordfish') callback(null, { user: username });
      else callback(answer(535, `wrong password ${password}`));
      isKnown = true;
    },
  });
  onTestFinished(() => smtp.stop());
  const { child, ended, entries } = start({
    SMTP_URL: smtp.url.replace('//', '//finger:swordfish@'),
    MAIL_FROM: 'Finger <support@example.com>',
  });
  await expect.poll(entries, { timeout: 60_000 }).not.toEqual([]);
  const port = Number(/:(\d+)$/.exec(entries()[0]?.message ?? '')?.[1]);
  await expect
    .poll(async () => (await ask(port, '/api/health/ready')).status, { timeout: 100_000, interval: 200 })
    .toBe(200);
  const { privacy, terms } = readRules().versionsOf('ja');
  const { status, text } = await ask(port, APPLY_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(applicationBody('developer', { agreements: { privacy, terms } })),
  });
  expect([status, JSON.parse(text).data.mail]).toEqual([200, true]);
  const of = () => entries().filter(({ event }) => event === 'mail');
  await expect.poll(of, { timeout: 30_000 }).toMatchObject([{ state: 'waiting', code: 'EAUTH 535' }]);
  await administerAnywhere(
    { DATABASE_URL: undefined, DATA_DIR: join(folder, 'db') },
    { command: 'mail retry', by: 'Mika' },
  );
  await smtp.until(1);
  await expect.poll(of, { timeout: 30_000 }).toMatchObject([{ state: 'waiting' }, { state: 'sent' }]);
  expect(smtp.received[0]?.to).toEqual(['hana.sato@example.com']);
  child.kill('SIGTERM');
  expect((await ended).err).toBe('');
  expect(JSON.stringify(entries())).not.toMatch(/swordfish|hana|FA-/);
});

it('of a start that fails for a file .env that cannot be read', async () => {
  await mkdir(join(folder, '.env'));
  const { code, err, entries } = await start().ended;
  expect([code, err]).toEqual([1, '']);
  expect(entries).toMatchObject([{ level: 'error', event: 'start', message: expect.stringContaining('.env') }]);
});
