/** Passwords that are known from breaches: what is asked of whom, and which calls refuse them. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { createIsBreached } from '../../../../src/server/shared/breachedPasswords.ts';
import { type FakeServer, fakeServer } from '../../../helpers/fakeServer.ts';
import { applicationBody } from '../../../helpers/server/applications.ts';
import { PASSWORD, type Said, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const BREACHED = 'Sunflower42';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const suffixOf = (password: string) => hashOf(password).slice(5);
const OTHER = '0018A45C4D1DEF81644B54AB7F969B88D65';
const PADDING = `${OTHER}:3\r\n${'F'.repeat(35)}:0`;
const range = (...lines: string[]) => ({ body: [...lines, PADDING].join('\r\n') });

let server: FakeServer;
let log: LogEntry[] = [];
let time = 0;
beforeAll(async () => {
  server = await fakeServer();
});
beforeEach(() => {
  server.asked.length = 0;
  log = [];
  time = 0;
});
afterAll(() => server.stop());

const created = (path = '/range') =>
  createIsBreached({ url: server.url + path, log: (entry) => log.push(entry), patienceMs: 300, now: () => time });

describe('the range of a password', () => {
  it('is asked for by five digits of the hash and nothing else', async () => {
    server.answer = () => range(`${suffixOf(BREACHED)}:7`);
    expect(await created('/range/')(BREACHED)).toBe(true);
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: 'GET', path: `/range/${hashOf(BREACHED).slice(0, 5)}` });
    expect(asked?.headers).toMatchObject({ 'add-padding': 'true' });
    const sent = JSON.stringify(asked).toUpperCase();
    expect(sent).not.toContain(suffixOf(BREACHED).slice(0, 5));
    expect(sent).not.toContain(BREACHED.toUpperCase());
  });

  it.each([
    ['has it', `${suffixOf(BREACHED)}:1`, true],
    ['has it in lowercase', `${suffixOf(BREACHED).toLowerCase()}:12`, true],
    ['has it as padding', `${suffixOf(BREACHED)}:0`, false],
    ['has others', `${OTHER}:99`, false],
  ])('%s', async (_, line, isBreached) => {
    server.answer = () => range(line);
    expect(await created()(BREACHED)).toBe(isBreached);
    expect(log).toEqual([]);
  });

  it.each([
    ['an error', { status: 503 }, 'HTTP_503'],
    ['no such address', { status: 404 }, 'HTTP_404'],
    ['nothing', {}, 'NO_RANGE'],
    ['a page', { body: '<html>' }, 'NO_RANGE'],
    ['a line that is cut off', { body: `${suffixOf(BREACHED)}:7\r\n0018A4` }, 'NO_RANGE'],
    ['a word for a count', { body: `${suffixOf(BREACHED)}:many` }, 'NO_RANGE'],
    ['more than a range', { body: `${OTHER}:1\n`.repeat(30_000) }, 'TOO_LONG'],
    ['another address', { status: 302, headers: { Location: '/elsewhere' } }, null],
    ['a reset', { fault: 'reset' as const }, null],
    ['half an answer', { body: `${suffixOf(BREACHED)}:7`, fault: 'cut' as const }, null],
    ['silence', { fault: 'silent' as const }, null],
    ['no end', { body: `${suffixOf(BREACHED)}:7`, fault: 'stuck' as const }, null],
  ])('takes any password after %s', async (_, reply, code) => {
    server.answer = () => reply;
    const before = performance.now();
    expect(await created()(BREACHED)).toBe(false);
    expect(performance.now() - before).toBeLessThan(1500);
    expect(server.asked).toHaveLength(1);
    expect(log).toMatchObject([{ level: 'error', event: 'breached', ...(code && { code }) }]);
    expect(JSON.stringify(log)).not.toContain(hashOf(BREACHED).slice(0, 5));
  });

  it('takes any password if nobody listens', async () => {
    const isBreached = createIsBreached({ url: 'http://127.0.0.1:1', log: (entry) => log.push(entry) });
    expect(await isBreached(BREACHED)).toBe(false);
    expect(log).toHaveLength(1);
  });

  it('that fails is logged once in ten minutes', async () => {
    server.answer = () => ({ status: 500 });
    const isBreached = created();
    for (const minute of [0, 1, 9.9, 10, 11]) {
      time = minute * 60_000;
      await isBreached(BREACHED);
    }
    expect([server.asked.length, log.length]).toEqual([5, 2]);
  });
});

describe('a password that is known from a breach', () => {
  const api = usersApi({ isBreached: (password) => created()(password) });
  beforeEach(() => {
    server.answer = () => range(`${suffixOf(BREACHED)}:7`);
  });
  const REFUSED = [{ field: 'password', message: translator('en-US')('account.error.passwordBreached') }];
  const fields = ({ data }: Said<unknown>) => (data as { fields?: unknown[] } | null)?.fields;
  const forgotten = async () => {
    await api.ask('password/forgotten', { body: { email: 'hana@example.com', locale: 'en-US' } });
    return api.mailed('userReset');
  };

  it('is refused to whoever signs up, whether or not the address is known', async () => {
    expect(fields(await api.ask('signUp', { body: signUpBody({ password: BREACHED }) }))).toEqual(REFUSED);
    expect(await api.waiting()).toEqual([]);
    await api.user();
    const again = signUpBody({ password: BREACHED, nickname: 'Taro' });
    expect(fields(await api.ask('signUp', { body: again }))).toEqual(REFUSED);
  });

  it('is refused in a confirmation with another password, whose link stays', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const token = await api.mailed('userConfirm');
    const confirm = (password: string) =>
      api.ask('confirm', { body: { token, password, isNew: true, own: true, device: null } });
    expect(fields(await confirm(BREACHED))).toEqual(REFUSED);
    expect((await confirm('Another1')).code).toBe(SUCCESS);
  });

  it('is refused by a link for a new password, which stays', async () => {
    await api.user();
    const token = await forgotten();
    const reset = (password: string) => api.ask('password/reset', { body: { token, password } });
    expect(fields(await reset(BREACHED))).toEqual(REFUSED);
    expect((await reset('Another1')).code).toBe(SUCCESS);
  });

  it('is refused in a change', async () => {
    const { token } = await api.user();
    const body = { current: PASSWORD, password: BREACHED };
    expect(fields(await api.ask('profile/security/password', { token, body }))).toEqual(REFUSED);
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('is refused in an application without an account', async () => {
    const { privacy, terms } = readRules().versionsOf('ja');
    const body = applicationBody('developer', { password: BREACHED, agreements: { privacy, terms } });
    const headers = { 'idempotency-key': randomUUID() };
    expect(fields(await api.ask(APPLY_PATH, { body, headers }))).toEqual(REFUSED);
    const other = { ...body, password: PASSWORD };
    expect((await api.ask(APPLY_PATH, { body: other, headers })).code).toBe(SUCCESS);
  });

  it('still logs in: nobody is asked then', async () => {
    server.answer = () => range();
    await api.user({ password: BREACHED });
    server.answer = () => range(`${suffixOf(BREACHED)}:7`);
    server.asked.length = 0;
    expect((await api.logIn({ password: BREACHED })).code).toBe(SUCCESS);
    expect(server.asked).toEqual([]);
  });

  it('is taken while nobody answers', async () => {
    server.answer = () => ({ fault: 'silent' });
    const { token } = await api.user({ password: BREACHED });
    expect(token).toBeTruthy();
    expect(log.length).toBeGreaterThan(0);
  });
});
