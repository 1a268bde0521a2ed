import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, getElsewhere, isSuccess } from '../../../src/api/lazy/client.ts';
import { findPlace } from '../../../src/api/lazy/location.ts';
import { $messages } from '../../../src/browserState/messages.ts';
import { leavePage, returnToPage } from '../../../src/browserState/page.ts';
import { $redirect } from '../../../src/browserState/redirect.ts';
import { $relogin } from '../../../src/browserState/relogin.ts';
import { ipCall, ipData, locationCall, SUCCESS } from '../../../src/contract/all.ts';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { type Asked, type FakeServer, fakeServer, type Reply } from '../../helpers/fakeServer.ts';

const TOKEN = 'secret-token';
const lang = 'ja';
const success = (data: unknown): Reply => ({ body: { code: SUCCESS, message: '', data } });
const IP = success({ ip: '203.0.113.7' });
const isLocation = ({ path }: Asked) => path.startsWith('/api/web/common/country/getLocationByIp/');

let api: FakeServer;
let elsewhere: FakeServer;

beforeEach(async () => {
  [api, elsewhere] = await Promise.all([fakeServer(), fakeServer()]);
  vi.stubGlobal('document', { cookie: `other=1; userInfo=${encodeURIComponent(JSON.stringify({ token: TOKEN }))}` });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  returnToPage();
  $messages.set([]);
  await Promise.all([api.stop(), elsewhere.stop()]);
});

const ask = () => call(ipCall, {}, { base: api.url, lang });
/** The error of a call that must fail. */
async function failureOf(
  made: Promise<unknown>,
): Promise<{ name: string; kind?: string; status?: number; code?: number }> {
  return made.then(
    (answer) => {
      throw new Error(`The call succeeded: ${JSON.stringify(answer)}`);
    },
    (error) => error,
  );
}

describe('a call of the API', () => {
  it('keeps the request id of a problem, beside its message and in the error', async () => {
    const refusal = { code: 50000, message: 'Down', data: null };
    for (const requestId of ['FR-0000-0000-0001', undefined]) {
      $messages.set([]);
      api.answer = () => ({ status: 500, body: { ...refusal, requestId } });
      expect(await failureOf(ask())).toMatchObject({ code: 50000, requestId });
      expect($messages.get()).toMatchObject([{ text: 'Down', requestId }]);
    }
  });

  it('shows a problem that comes again once, with the newest request id', async () => {
    for (const requestId of ['FR-0000-0000-0001', 'FR-0000-0000-0002']) {
      api.answer = () => ({ status: 500, body: { code: 50000, message: 'Down', data: null, requestId } });
      await failureOf(ask());
    }
    expect($messages.get()).toMatchObject([{ text: 'Down', count: 2, requestId: 'FR-0000-0000-0002' }]);
  });

  it('is one GET of its path with token and language, and resolves with the envelope', async () => {
    api.answer = () => IP;
    const answer = await ask();
    expect(answer).toEqual({ code: SUCCESS, message: '', data: { ip: '203.0.113.7' } });
    expect(isSuccess(answer)).toBe(true);
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({
      method: 'GET',
      path: ipCall.path,
      headers: { token: TOKEN, 'accept-language': lang, accept: 'application/json' },
    });
  });

  it('says the language of the page, for every locale', async () => {
    api.answer = () => IP;
    for (const locale of LOCALE_IDS) await call(ipCall, {}, { base: api.url, lang: LOCALES[locale].lang });
    expect(api.asked.map(({ headers }) => headers['accept-language'])).toEqual(
      LOCALE_IDS.map((id) => LOCALES[id].lang),
    );
  });

  it.each(['', 'userInfo=broken', 'userInfo={"token":""}', 'token=secret-token'])(
    'sends no token where nobody is logged in: %j',
    async (cookie) => {
      vi.stubGlobal('document', { cookie });
      api.answer = () => IP;
      await ask();
      expect(api.asked[0]?.headers).not.toHaveProperty('token');
    },
  );

  it('sends no token where there is no page', async () => {
    vi.unstubAllGlobals();
    api.answer = () => IP;
    await ask();
    expect(api.asked[0]?.headers).not.toHaveProperty('token');
  });

  it('never sends cookies, not even those the API sets', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    api.answer = () => ({ ...IP, headers: { 'Set-Cookie': 'a=b; Path=/' } });
    await ask();
    await ask();
    for (const { headers } of api.asked) expect(headers).not.toHaveProperty('cookie');
    expect(sent.mock.calls).toHaveLength(2);
    for (const [request] of sent.mock.calls) expect((request as Request).credentials).toBe('omit');
  });

  it('keeps the token from an origin that the API redirects to', async () => {
    elsewhere.answer = () => IP;
    api.answer = () => ({ status: 307, headers: { Location: `${elsewhere.url}/stolen` } });
    expect(await failureOf(ask())).toMatchObject({ name: 'TransportError' });
    expect(api.asked[0]?.headers.token).toBe(TOKEN);
    expect(JSON.stringify(elsewhere.asked)).not.toContain(TOKEN);
  });

  it.each([
    ['2001:db8::1', '2001%3Adb8%3A%3A1'],
    ['::ffff:203.0.113.7', '%3A%3Affff%3A203.0.113.7'],
    ['fe80::1%eth0', 'fe80%3A%3A1%25eth0'],
    ['../../admin', '..%2F..%2Fadmin'],
    ['a/b?c=d#e', 'a%2Fb%3Fc%3Dd%23e'],
    ['東京', '%E6%9D%B1%E4%BA%AC'],
  ])('writes the parameter %j as one part of the path', async (ip, encoded) => {
    api.answer = () => success({ list: { city: null, country: null } });
    await call(locationCall, { ip }, { base: api.url, lang });
    expect(api.asked[0]?.path).toBe(locationCall.path.replace('{ip}', encoded));
  });

  it('asks nothing while the browser prepares the page unseen', async () => {
    const page = Object.assign(new EventTarget(), { prerendering: true, cookie: '' });
    vi.stubGlobal('document', page);
    api.answer = () => IP;
    const answer = ask();
    await new Promise((done) => setTimeout(done, 20));
    expect(api.asked).toEqual([]);
    page.dispatchEvent(new Event('prerenderingchange'));
    await answer;
    expect(api.asked).toHaveLength(1);
  });

  it('keeps the path of a base that has one', async () => {
    api.answer = () => IP;
    await call(ipCall, {}, { base: `${api.url}/v2`, lang });
    expect(api.asked[0]?.path).toBe(`/v2${ipCall.path}`);
  });
});

describe('an API that misbehaves', () => {
  it.each([408, 413, 429, 500, 502, 503, 504])('is asked once and not again on HTTP %i', async (status) => {
    api.answer = () => ({ status, headers: { 'Retry-After': '0' }, body: '' });
    expect(await failureOf(ask())).toMatchObject({ name: 'TransportError', status });
    expect(api.asked).toHaveLength(1);
  });

  it.each(['reset', 'cut'] as const)('is asked once where the connection is %s', async (fault) => {
    api.answer = () => ({ ...IP, fault });
    expect(await failureOf(ask())).toMatchObject({ name: 'TransportError', kind: 'unreachable' });
    expect(api.asked).toHaveLength(1);
  });

  it('is unreachable where nobody listens', async () => {
    const { url } = elsewhere;
    await elsewhere.stop();
    expect(await failureOf(call(ipCall, {}, { base: url, lang }))).toMatchObject({ kind: 'unreachable', status: 0 });
    elsewhere = await fakeServer();
  });
});

describe('the time limit', () => {
  it.each(['silent', 'stuck'] as const)('ends a call whose answer stays %s, once and for all', async (fault) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    api.answer = () => ({ ...IP, fault });
    let ended = false;
    const made = failureOf(ask()).finally(() => {
      ended = true;
    });
    await vi.waitUntil(() => api.asked.length === 1);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await made).toMatchObject({ name: 'TransportError', kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.asked).toHaveLength(1);
  });
});

describe('leaving the page', () => {
  it('ends its calls without a word', async () => {
    api.answer = () => ({ fault: 'silent' });
    const made = failureOf(ask());
    await vi.waitUntil(() => api.asked.length === 1);
    leavePage();
    expect(await made).toMatchObject({ name: 'AbortError' });
    expect($messages.get()).toEqual([]);
    expect(await failureOf(ask()), 'nothing is asked on a page that is left').toMatchObject({ name: 'AbortError' });
    expect(api.asked).toHaveLength(1);
  });

  it('and coming back to it: it may ask again', async () => {
    leavePage();
    returnToPage();
    api.answer = () => IP;
    expect(isSuccess(await ask())).toBe(true);
  });
});

describe('another address', () => {
  it('gets neither token nor cookies nor the address of the page', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    elsewhere.answer = () => ({ body: { ip: '203.0.113.7' } });
    expect(await getElsewhere(`${elsewhere.url}/json?x=1`, ipData)).toEqual({ ip: '203.0.113.7' });
    const [asked] = elsewhere.asked;
    expect(asked).toMatchObject({ method: 'GET', path: '/json?x=1' });
    for (const header of ['token', 'cookie', 'referer']) expect(asked?.headers).not.toHaveProperty(header);
    expect(JSON.stringify(asked)).not.toContain(TOKEN);
    const request = sent.mock.calls[0]?.[0] as Request;
    expect([request.credentials, request.referrerPolicy]).toEqual(['omit', 'no-referrer']);
  });

  it.each([
    ['HTTP 500', { status: 500, body: { ip: '203.0.113.7' } }],
    ['no JSON', { body: '203.0.113.7 ' }],
    ['a cut connection', { body: { ip: '203.0.113.7' }, fault: 'cut' }],
  ] as const)('is asked once where it answers %s, and the call rejects', async (_, reply) => {
    elsewhere.answer = () => reply;
    expect(await failureOf(getElsewhere(elsewhere.url, ipData))).toMatchObject({ name: 'TransportError' });
    expect(elsewhere.asked).toHaveLength(1);
  });

  const FOUND = { ip: '198.51.100.4' };
  it.each<[string, Reply, object]>([
    ['another code', { body: { code: 1, message: 'No', data: FOUND } }, { code: 1, message: 'No' }],
    ['another code and HTTP 400', { status: 400, body: { code: 1, message: 'No' } }, { code: 1, message: 'No' }],
    ['the end of a session', { body: { code: 50008, message: 'No' } }, { code: 50008 }],
    ['a way home', { status: 403, body: { code: 28006, message: 'No' } }, { code: 28006 }],
    ['HTTP 403', { status: 403, body: FOUND }, { kind: 'wrongShape', status: 403 }],
    ['HTTP 403 that is no JSON', { status: 403, body: '<h1>No</h1>' }, { kind: 'notJson', status: 403 }],
    ['success: false', { body: { success: false } }, { kind: 'wrongShape' }],
    ['a success without data', { body: { code: SUCCESS, message: 'OK' } }, { kind: 'wrongShape' }],
    ['another shape', { body: { address: FOUND.ip } }, { kind: 'wrongShape' }],
  ])('that answers %s refuses, and the visitor hears of it and stays', async (_, reply, error) => {
    elsewhere.answer = () => reply;
    expect(await failureOf(getElsewhere(elsewhere.url, ipData))).toMatchObject(error);
    expect($messages.get()).toMatchObject(['code' in error ? { text: 'No' } : { kind: expect.any(String) }]);
    expect([$redirect.get(), $relogin.get()]).toEqual([null, 'closed']);
    await failureOf(getElsewhere(elsewhere.url, ipData, {}, true));
    expect($messages.get(), 'nor said twice where the caller says it').toMatchObject([{ count: 1 }]);
  });
});

describe('findPlace', () => {
  const find = (ipLookup?: string) => findPlace({ base: api.url, lang }, ipLookup);
  const place = { city: 'Osaka', country: 'Japan' };
  /** An API that answers both calls, the second one with `list`. */
  const answering =
    (list: unknown, ip: Reply = IP) =>
    (asked: Asked) =>
      isLocation(asked) ? success({ list }) : ip;

  it('asks the API who the caller is and then where', async () => {
    api.answer = answering(place);
    expect(await find()).toEqual(place);
    expect(api.asked.map(({ path }) => path)).toEqual([ipCall.path, locationCall.path.replace('{ip}', '203.0.113.7')]);
  });

  it('writes an IPv6 address as one part of the path', async () => {
    api.answer = answering(place, success({ ip: '2001:db8::1' }));
    expect(await find()).toEqual(place);
    expect(api.asked[1]?.path).toBe(locationCall.path.replace('{ip}', '2001%3Adb8%3A%3A1'));
  });

  it('takes a list of one for the place itself', async () => {
    api.answer = answering([place]);
    expect(await find()).toEqual(place);
  });

  it('takes what it needs of a place that says more', async () => {
    api.answer = answering({ ...place, countryCode: 'JP', region: null, other: 1 });
    expect(await find()).toEqual({ ...place, countryCode: 'JP' });
  });

  it.each([
    [{ city: null, country: null }],
    [{ city: 'Osaka', country: null }],
    [{ city: null, country: 'Japan' }],
    [{ city: '', country: '' }],
    [[{ city: null, country: null }]],
  ])('is null for a private or unknown address, without a word: %j', async (list) => {
    api.answer = answering(list);
    expect(await find()).toBeNull();
    expect($messages.get()).toEqual([]);
  });

  it.each([[[]], ['Osaka'], [null], [{ city: 7, country: 'Japan' }], [{ city: 'Osaka' }]])(
    'rejects a place of another shape: %j',
    async (list) => {
      api.answer = answering(list);
      expect(await failureOf(find())).toMatchObject({ kind: 'wrongShape' });
    },
  );

  it.each([
    ['bare', { ip: '198.51.100.4' }],
    ['with more beside it', { ip: '198.51.100.4', country: 'XX' }],
    ['in an envelope', { code: SUCCESS, message: '', data: { ip: '198.51.100.4' } }],
  ])('asks a configured service for the address instead, which answers it %s', async (_, body) => {
    elsewhere.answer = () => ({ body });
    api.answer = answering(place);
    expect(await find(`${elsewhere.url}/json`)).toEqual(place);
    expect(api.asked.map(({ path }) => path)).toEqual([locationCall.path.replace('{ip}', '198.51.100.4')]);
    expect(api.asked[0]?.headers.token).toBe(TOKEN);
    expect(elsewhere.asked).toHaveLength(1);
    expect(JSON.stringify(elsewhere.asked)).not.toContain(TOKEN);
  });

  it.each([['nothing'], [{ ip: 'nowhere' }], [{ address: '198.51.100.4' }], [null], [[]]])(
    'asks no further where the service answers %j',
    async (body) => {
      elsewhere.answer = () => ({ body: JSON.stringify(body) });
      api.answer = answering(place);
      expect(await find(elsewhere.url).catch(() => null)).toBeNull();
      expect(api.asked).toEqual([]);
    },
  );

  it.each([
    ['who', (asked: Asked) => !isLocation(asked), 1],
    ['where', isLocation, 2],
  ] as const)('rejects where the API fails to say %s, and asks nothing twice', async (_, fails, requests) => {
    api.answer = (asked) => (fails(asked) ? { status: 503 } : IP);
    expect(await failureOf(find())).toMatchObject({ name: 'TransportError', status: 503 });
    expect(api.asked).toHaveLength(requests);
  });
});
