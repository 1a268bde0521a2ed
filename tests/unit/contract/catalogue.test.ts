/** Section 8 of the specification: how the client handles responses, generated from the table in contract/errors.ts. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOptions, call, request } from '../../../src/api/lazy/client.ts';
import { $messages } from '../../../src/browserState/messages.ts';
import { $redirect } from '../../../src/browserState/redirect.ts';
import { $relogin } from '../../../src/browserState/relogin.ts';
import { ipCall, SUCCESS } from '../../../src/contract/all.ts';
import { CODES, DESTINATIONS, FORBIDDEN, type Outcome, type Rule, SERVER_CODES } from '../../../src/contract/errors.ts';
import type { Application } from '../../../src/forms/shapes.ts';
import { ROUTES } from '../../../src/routes.ts';
import { $sending, sendApplication } from '../../../src/stores/applicationSending.ts';
import { type FakeServer, fakeServer, type Reply } from '../../helpers/fakeServer.ts';

const FOUND = { ip: '203.0.113.7' };
const OTHER: Rule = { toast: true, outcome: 'reject' };
const RETURNED: Rule = { toast: false, outcome: 'return' };
const STATUSES = [200, 400, 401, 403, 500];
const isOk = (status: number) => status === 200;
/** The forms of `success` in a response; the first one omits it. */
const FLAGS = [{}, { success: true }, { success: false }];

let api: FakeServer;
beforeAll(async () => {
  api = await fakeServer();
});
afterAll(() => api.stop());

function forget() {
  $redirect.set(null);
  $relogin.set('closed');
  $messages.set([]);
}
afterEach(forget);

/** All effects of one response. */
async function comesOf(reply: Reply, options: Partial<ApiOptions> = {}) {
  forget();
  api.answer = () => reply;
  const ended = await call(ipCall, {}, { base: api.url, lang: 'ja', ...options }).then(
    (returned) => ({ returned }),
    ({ name, kind, code, message, fields }) => (kind ? { failed: kind } : { name, code, message, fields }),
  );
  const messages = $messages.get().map((one) => ('text' in one ? one.text : one.kind));
  return { ended, redirect: $redirect.get(), relogin: $relogin.get(), messages };
}

/** The effects that a rule requires, in the same shape. */
function wanted({ toast, outcome, destination }: Rule, body: Record<string, unknown>, words: string, code = body.code) {
  const message = body.message ?? '';
  return {
    ended: outcome === 'return' ? { returned: body } : { name: 'ApiError', code, message, fields: [] },
    redirect: destination ?? null,
    relogin: outcome === 'relogin' ? 'open' : 'closed',
    messages: toast ? [words] : [],
  };
}

const nothingBut = (failed: string) => ({ ended: { failed }, redirect: null, relogin: 'closed', messages: [failed] });

it('is section 8 of the specification, code by code', () => {
  const rules = (codes: number[], toast: Rule['toast'], outcome: Outcome, to = {}) =>
    codes.map((code) => [code, { toast, outcome, ...to }]);
  const HOME = { destination: '/' };
  expect(CODES, 'a new code belongs to this list too').toEqual(
    Object.fromEntries([
      ...rules([20000], false, 'return'),
      ...rules([50008, 50012, 50014], false, 'relogin'),
      ...rules([28006], 'stays', 'reject', HOME),
      ...rules([28019], true, 'reject', { destination: '/locked' }),
      ...rules([28005, 28020, 20001, 28003, 28010, 28000], true, 'return'),
    ]),
  );
  for (const destination of DESTINATIONS) expect(ROUTES.map(({ path }): string => path)).toContain(destination);
  expect(FORBIDDEN).toEqual({ toast: 'stays', outcome: 'reject', ...HOME });
});

describe.each(STATUSES)('with HTTP %i', (status) => {
  const rows = Object.entries(CODES).filter(([code]) => Number(code) !== SUCCESS);

  it.each(rows)('the code %s has its own rule, with and without data and success: %j', async (code, rule) => {
    for (const flag of FLAGS) {
      for (const data of [{}, { data: null }, { data: FOUND }, { data: [1] }]) {
        const body = { code: Number(code), message: 'Told', ...flag, ...data };
        expect(await comesOf({ status, body }), JSON.stringify(body)).toEqual(wanted(rule, body, 'Told'));
      }
    }
  });

  it('a success is returned as it is, and needs its data', async () => {
    for (const flag of FLAGS) {
      const body = { code: SUCCESS, message: 'OK', ...flag };
      expect(await comesOf({ status, body: { ...body, data: FOUND } })).toEqual(
        wanted(RETURNED, { ...body, data: FOUND }, ''),
      );
      for (const data of [{}, { data: null }, { data: { ip: 7 } }]) {
        const failed = status >= 500 ? 'server' : 'wrongShape';
        expect(await comesOf({ status, body: { ...body, ...data } })).toEqual(nothingBut(failed));
      }
    }
  });

  const others = [1, 0, -1, 12_345, ...Object.values(SERVER_CODES).map(({ code }) => code)];
  it.each(others)('the code %i has none', async (code) => {
    for (const flag of FLAGS) {
      for (const data of [{}, { data: null }, { data: FOUND }]) {
        const body = { code, message: 'Told', ...flag, ...data };
        const isReturned = flag.success === false && !isOk(status);
        const rule = status === 403 ? FORBIDDEN : isReturned ? RETURNED : OTHER;
        expect(await comesOf({ status, body }), JSON.stringify(body)).toEqual(wanted(rule, body, 'Told'));
      }
    }
  });

  it('what has no code is a transport failure, but for HTTP 403 and success: false', async () => {
    for (const flag of FLAGS) {
      for (const more of [{}, { message: 'Told' }, { data: FOUND }, { code: '50008' }, { code: null }, { code: 0.5 }]) {
        const body = { ...flag, ...more };
        const failed = status >= 500 ? 'server' : 'wrongShape';
        const isReturned = flag.success === false && !isOk(status);
        const rule = status === 403 ? FORBIDDEN : isReturned ? RETURNED : null;
        expect(await comesOf({ status, body }), JSON.stringify(body)).toEqual(
          rule ? wanted(rule, body, 'forbidden', 403) : nothingBut(failed),
        );
      }
    }
    for (const body of ['', '<h1>No</h1>', 'null', '[1]', '"success"']) {
      const isJson = !['', '<h1>No</h1>'].includes(body);
      const failed = status >= 500 ? 'server' : isJson ? 'wrongShape' : 'notJson';
      expect(await comesOf({ status, body }), body).toEqual(
        status === 403 ? wanted(FORBIDDEN, {}, 'forbidden', 403) : nothingBut(failed),
      );
    }
  });
});

it('a code without a message has words of its kind', async () => {
  for (const [code, words] of [
    [28006, 'forbidden'],
    [28019, 'server'],
    [28005, 'server'],
    [1, 'server'],
  ] as const) {
    for (const message of [{}, { message: '' }, { message: null }, { message: 7 }]) {
      expect(await comesOf({ body: { code, ...message } }), `${code}`).toMatchObject({ messages: [words] });
    }
  }
});

it('names like those of every object are no codes', async () => {
  for (const code of ['constructor', 'toString', '__proto__']) {
    expect(await comesOf({ body: `{"code":"${code}","message":"Told"}` })).toEqual(nothingBut('wrongShape'));
    expect(await comesOf({ body: `{"${code}":{"code":50008},"message":"Told"}` })).toEqual(nothingBut('wrongShape'));
  }
});

it('a caller that tells of failures itself is spared the toast, but not the reason of a way elsewhere', async () => {
  for (const [code, rule] of [...Object.entries(CODES), ['1', OTHER] as const]) {
    if (Number(code) === SUCCESS) continue;
    const leads = rule.destination !== undefined;
    const body = { code: Number(code), message: 'Told' };
    expect(await comesOf({ body }, { quiet: true }), code).toEqual(wanted({ ...rule, toast: leads }, body, 'Told'));
  }
  expect(await comesOf({ status: 500 }, { quiet: true })).toMatchObject({ messages: [] });
});

it('a caller that can do nothing with what is returned to it gets it as an error', async () => {
  const fields = [{ field: 'source', message: 'Not this one' }];
  api.answer = () => ({ body: { code: 28005, message: 'Told', data: { fields } } });
  await expect(request(ipCall, { base: api.url, lang: 'ja' })).rejects.toMatchObject({
    name: 'ApiError',
    code: 28005,
    message: 'Told',
    fields,
  });
  api.answer = () => ({ status: 400, body: { success: false } });
  await expect(request(ipCall, { base: api.url, lang: 'ja' })).rejects.toMatchObject({ name: 'ApiError', code: 0 });
});

it('the form to open an account says what a refusal says, and that the service has a problem where it says nothing', async () => {
  const fields = [{ field: 'email', message: 'Not this one' }];
  const text = { status: 'failed', why: { text: 'Told' } };
  const silent = { status: 'failed', why: 'server' };
  for (const [reply, sending] of [
    [{ body: { code: 28005, message: 'Told' } }, text],
    [{ body: { code: 28005, message: 'Told', data: { fields } } }, { status: 'refused', fields }],
    [{ status: 400, body: { success: false, message: 'Told' } }, text],
    [{ status: 400, body: { success: false } }, silent],
    [{ body: { code: 1 } }, silent],
    [{ status: 422, body: { code: SERVER_CODES.conflict.code } }, { status: 'changed' }],
  ] as const) {
    api.answer = () => reply;
    await sendApplication({} as Application, { base: api.url, lang: 'ja' });
    expect($sending.get(), JSON.stringify(reply)).toEqual(sending);
  }
});
