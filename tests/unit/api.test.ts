import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import cn from '../../content/cn/server.json' with { type: 'json' };
import enUS from '../../content/en-US/server.json' with { type: 'json' };
import ja from '../../content/ja/server.json' with { type: 'json' };
import tw from '../../content/tw/server.json' with { type: 'json' };
import { APPLICATION_PATH, APPLY_PATH, LICENCE_PATH } from '../../src/contract/accounts.ts';
import {
  CALLS,
  type CallName,
  envelopeOf,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  fieldErrors,
  healthData,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
  type NewsCallName,
} from '../../src/contract/all.ts';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { createBodies } from '../../src/server/bodies.ts';
import { citiesOf } from '../../src/server/db/cities.ts';
import type { Database } from '../../src/server/db/database.ts';
import { childrenOf, dictionary } from '../../src/server/dictionary.ts';
import { countries, findCountry } from '../../src/server/geo/countries.ts';
import type { Found } from '../../src/server/geo/location.ts';
import { createLog, describeError, type LogEntry } from '../../src/server/log.ts';
import { type Answer, ask, type Question, type ServedApi, serveApi } from '../helpers/api.ts';
import { testDatabase } from '../helpers/database.ts';

const IP = '/api/web/common/ip';
const COUNTRIES = '/api/web/common/country/list';
const LOCATION = '/api/web/common/country/getLocationByIp/';
const CITIES = '/api/web/common/city/cityList/';
const DICTIONARY = '/api/web/common/dict/listByParentId/';

const EVERYWHERE: Record<string, Found> = {
  '203.0.114.9': { countryCode: 'JP', region: 'Tokyo', city: 'Tokyo' },
  '2a00:1450::1': { countryCode: 'GB', region: 'England', city: 'London' },
  '198.51.101.1': { countryCode: 'FR' },
};
const locate = async (ip: string) => EVERYWHERE[ip] ?? null;

let database: Database;
let api: ServedApi;
const others: ServedApi[] = [];

beforeAll(async () => {
  database = await testDatabase();
  api = await serveApi({ database, locate });
}, 60_000);

afterEach(async () => {
  await Promise.all(others.splice(0).map(({ stop }) => stop()));
});

afterAll(async () => {
  await api?.stop();
  await database?.close();
});

/** Another server, stopped after the test. */
async function serving(options: Parameters<typeof serveApi>[0]): Promise<ServedApi> {
  const served = await serveApi(options);
  others.push(served);
  return served;
}

/** `data` of a successful answer, in the shape of its call. */
function dataOf<N extends CallName>(name: N, { status, text, headers }: Answer) {
  expect(status, text.slice(0, 200)).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { code, message, data } = v.parse(envelopeOf(CALLS[name].data), JSON.parse(text));
  expect([code, message]).toEqual([20000, 'OK']);
  return data as v.InferOutput<(typeof CALLS)[N]['data']>;
}

/** Checks an error's envelope, and that it holds nothing else. */
function expectError(answer: Answer, kind: keyof typeof SERVER_CODES, message?: string, field?: string): void {
  const { code, status } = SERVER_CODES[kind];
  const body = v.parse(v.strictObject(envelopeOf(v.unknown()).entries), JSON.parse(answer.text));
  expect([answer.status, body.code]).toEqual([status, code]);
  expect(body.message).toBe(message ?? body.message);
  expect(body.message).not.toBe('');
  if (field) expect(v.parse(fieldErrors, body.data)).toEqual({ fields: [{ field, message: body.message }] });
  else expect(body.data).toBeNull();
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary).toContain('Accept-Language');
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
}

describe('each call', () => {
  it("answers with the caller's address", async () => {
    const answer = await api.ask(IP);
    expect(dataOf('ip', answer)).toEqual({ ip: '127.0.0.1' });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('answers with every country', async () => {
    const { list } = dataOf('countryList', await api.ask(COUNTRIES));
    expect(list).toEqual(countries);
    expect(list).toContainEqual({
      id: 392,
      code: 'JP',
      names: { 'en-US': 'Japan', 'en-GB': 'Japan', ja: '日本', tw: '日本', cn: '日本' },
      dialCode: '+81',
      currency: 'JPY',
    });
  });

  it.each([
    ['203.0.114.9', 'en-US', 'Tokyo', 'Japan', 'JP', 'Tokyo'],
    ['203.0.114.9', 'ja', '東京', '日本', 'JP', 'Tokyo'],
    ['::ffff:203.0.114.9', 'zh-TW', '東京', '日本', 'JP', 'Tokyo'],
    ['2a00:1450::1', 'zh-CN', '伦敦', '英国', 'GB', 'England'],
    ['2A00:1450:0:0::1', 'en-GB', 'London', 'United Kingdom', 'GB', 'England'],
    ['2a00%3A1450%3A%3A1', 'fr', 'London', 'United Kingdom', 'GB', 'England'],
    ['198.51.101.1', 'ja', null, 'フランス', 'FR', null],
    ['10.0.0.1', 'ja', null, null, null, null],
    ['127.0.0.1', 'en', null, null, null, null],
    ['fe80::1%25eth0', 'en', null, null, null, null],
    ['9.9.9.9', 'en', null, null, null, null],
  ])('says where %s is, in %s', async (ip, language, city, country, countryCode, region) => {
    const answer = await api.ask(LOCATION + ip, { headers: { 'accept-language': language } });
    expect(dataOf('location', answer)).toEqual({ list: { city, country, countryCode, region } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.vary).toBe('Accept-Language');
  });

  it('reads the locations of the package where nothing else is given', async () => {
    const real = await serving({ database });
    const { list } = dataOf('location', await real.ask(`${LOCATION}8.8.8.8`));
    expect(list).toMatchObject({ country: 'United States', countryCode: 'US' });
  });

  it('answers with the cities of a country, largest first, by its number or its code', async () => {
    const answers = await Promise.all(['392', 'JP', 'jp'].map((id) => api.ask(CITIES + id)));
    for (const answer of answers) {
      const { list } = dataOf('cityList', answer);
      expect(list).toEqual(await citiesOf(database, 'JP'));
      expect(list[0]).toMatchObject({ name: 'Tokyo' });
      expect(list.length).toBeGreaterThan(500);
      const sizes = list.map(({ population }) => population);
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(answer.headers.etag).toBe(answers[0]?.headers.etag);
    }
  });

  it('answers with no cities where a country has none', async () => {
    expect(dataOf('cityList', await api.ask(`${CITIES}BV`))).toEqual({ list: [] });
  });

  it('answers with the dictionary, level by level, whole', async () => {
    const seen: number[] = [];
    const visit = async (id: number): Promise<void> => {
      const { list } = dataOf('dictionary', await api.ask(DICTIONARY + id));
      expect(list).toEqual(childrenOf(id));
      for (const entry of list) {
        seen.push(entry.id);
        await visit(entry.id);
      }
    };
    await visit(0);
    expect(seen.sort((a, b) => a - b)).toEqual(dictionary.map(({ id }) => id).sort((a, b) => a - b));
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const path of [
      IP,
      COUNTRIES,
      `${LOCATION}8.8.8.8`,
      `${CITIES}JP`,
      `${DICTIONARY}0`,
      `${CITIES}ZZ`,
      '/api/x',
    ]) {
      const [get, head] = await Promise.all([api.ask(path), api.ask(path, { method: 'HEAD' })]);
      const stable = ({ headers }: Answer) => ({ ...headers, date: '', 'x-request-id': '' });
      expect(head.status, path).toBe(get.status);
      expect(stable(head), path).toEqual(stable(get));
      expect(head.text, path).toBe('');
    }
  });
});

describe('caches', () => {
  const STATIC = [COUNTRIES, `${CITIES}JP`, `${DICTIONARY}0`, '/api/openapi.json'];

  it.each(STATIC)('may keep %s, and learn by ETag that it is the same', async (path) => {
    const first = await api.ask(path);
    const { etag = '', vary } = first.headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api.ask(path, { headers: { 'if-none-match': known } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, 'cache-control': first.headers['cache-control'] });
      expect(again.headers.vary).toBe(vary);
    }
    for (const known of ['"other"', etag.slice(1, -1), '']) {
      expect((await api.ask(path, { headers: { 'if-none-match': known } })).status, known).toBe(200);
    }
  });

  it('get each encoding under an ETag of its own', async () => {
    const plain = await api.ask(COUNTRIES);
    expect(plain.headers.vary).toBe('Accept-Encoding');
    for (const [accepted, coding, unpack] of [
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
      ['BR', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.0', undefined, (body: Buffer) => body],
      ['deflate', undefined, (body: Buffer) => body],
    ] as const) {
      const answer = await api.ask(COUNTRIES, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding'], accepted).toBe(coding);
      expect(unpack(answer.body).toString()).toBe(plain.text);
      expect(answer.headers.etag === plain.headers.etag).toBe(coding === undefined);
      expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    }
  });

  it('get the same answer again, under every spelling of an id, and an error where there was one', async () => {
    const fresh = await serving({ database });
    for (const path of [...STATIC, `${CITIES}jp`, `${CITIES}392`, `${CITIES}XX`, `${DICTIONARY}x`]) {
      const { 'x-request-id': _, date: __, ...headers } = (await fresh.ask(path)).headers;
      const again = await fresh.ask(path);
      expect(again.headers, path).toMatchObject(headers);
      expect(again.status).toBe((await api.ask(path)).status);
    }
  });

  it('get the same bytes and ETags from another process', async () => {
    const other = await serving({ database });
    for (const path of STATIC) {
      const [one, two] = await Promise.all([api.ask(path), other.ask(path)]);
      expect(two.headers.etag, path).toBe(one.headers.etag);
      expect(two.body.equals(one.body), path).toBe(true);
    }
  });
});

const NOT_OPEN = new Promise<never>(() => {});
const SECRET = 'swordfish-198.51.100.77';

/** A database whose every query fails with an error that holds what nobody may see. */
function failingDatabase(): Database {
  const fail = () => {
    const cause = Object.assign(new Error(`duplicate key value (${SECRET})`), { code: '23505' });
    throw Object.assign(new Error(`Failed query: select ${SECRET}\nparams: ${SECRET}`, { cause }), { query: SECRET });
  };
  const orm = new Proxy({} as Database['orm'], { get: fail });
  return { kind: 'pglite', orm, pool: null, pglite: null, close: async () => {} };
}

const WORDS = [
  [undefined, enUS],
  ['fr', enUS],
  ['en-GB', enUS],
  ['ja', ja],
  ['zh-TW, en;q=0.5', tw],
  ['zh', cn],
] as const;

describe('errors', () => {
  it.each<
    [
      string,
      () => Promise<ServedApi> | ServedApi,
      string,
      Question,
      keyof typeof SERVER_CODES,
      keyof typeof enUS,
      string?,
    ]
  >([
    ['404', () => api, '/api/unknown', {}, 'notFound', 'server.notFound'],
    ['404', () => api, '/api', {}, 'notFound', 'server.notFound'],
    ['404', () => api, '/api/', { method: 'POST', body: 'x' }, 'notFound', 'server.notFound'],
    ['404', () => api, `${IP}/`, {}, 'notFound', 'server.notFound'],
    ['404', () => api, CITIES, {}, 'notFound', 'server.notFound'],
    ['404', () => api, `${CITIES}JP/1`, {}, 'notFound', 'server.notFound'],
    ['404', () => api, `${CITIES}ZZ`, {}, 'notFound', 'server.unknownCountry', 'id'],
    ['404', () => api, `${CITIES}999`, {}, 'notFound', 'server.unknownCountry', 'id'],
    ['404', () => api, `${DICTIONARY}987654321`, {}, 'notFound', 'server.unknownEntry', 'id'],
    ['405', () => api, IP, { method: 'POST', body: '{}' }, 'methodNotAllowed', 'server.methodNotAllowed'],
    ['413', () => api, IP, { method: 'POST', body: 'x'.repeat(70_000) }, 'tooLarge', 'server.tooLarge'],
    ['422', () => api, `${LOCATION}nowhere`, {}, 'invalid', 'server.ip', 'ip'],
    ['422', () => api, `${LOCATION}%ff`, {}, 'invalid', 'server.ip', 'ip'],
    ['422', () => api, `${LOCATION}1.2.3.4%2F8`, {}, 'invalid', 'server.ip', 'ip'],
    ['422', () => api, `${CITIES}JPN`, {}, 'invalid', 'server.countryId', 'id'],
    ['422', () => api, `${CITIES}-1`, {}, 'invalid', 'server.countryId', 'id'],
    ['422', () => api, `${CITIES}%27%20or%201=1--`, {}, 'invalid', 'server.countryId', 'id'],
    ['422', () => api, `${DICTIONARY}1.5`, {}, 'invalid', 'server.dictionaryId', 'id'],
    ['422', () => api, `${DICTIONARY}__proto__`, {}, 'invalid', 'server.dictionaryId', 'id'],
    ['500', () => serving({ database: failingDatabase() }), `${CITIES}JP`, {}, 'internal', 'server.internal'],
    ['503', () => serving({ database: NOT_OPEN }), `${CITIES}JP`, {}, 'notReady', 'server.notReady'],
  ])('%s %#: envelope and words in each language', async (_, at, path, question, kind, key, field) => {
    const { ask } = await at();
    for (const [language, words] of WORDS) {
      const headers = language ? { 'accept-language': language } : {};
      expectError(await ask(path, { ...question, headers }), kind, words[key], field);
    }
  });

  it('name the methods that an address takes', async () => {
    for (const path of [IP, COUNTRIES, `${LOCATION}1.1.1.1`, `${CITIES}JP`, `${DICTIONARY}0`, '/api/health/live']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const answer = await api.ask(path, { method });
        expectError(answer, 'methodNotAllowed');
        expect(answer.headers.allow, `${method} ${path}`).toBe('GET, HEAD');
      }
    }
  });

  it('refuse a body whose length is over 64 KiB, and read none where none is asked for', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expectError(await api.ask(IP, { method, body: 'x'.repeat(65_537) }), 'tooLarge');
      expectError(await api.ask(IP, { method, body: 'x'.repeat(65_536) }), 'methodNotAllowed');
      expectError(await api.ask(IP, { method, headers: chunked, body: 'x'.repeat(65_537) }), 'methodNotAllowed');
    }
    expectError(await api.ask(IP, { body: 'x'.repeat(65_537) }), 'tooLarge');
    expectError(await api.ask(IP, { method: 'POST', body: 'x'.repeat(1_000_000) }), 'tooLarge');
  });

  it('leave a body that is not too large to its handler', async () => {
    const { ask } = await serving({
      routes: (app) => app.post('/api/echo', async (c) => c.json(await createBodies(() => '').json(c))),
    });
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await ask('/api/echo', { method: 'POST', headers, body: '{"text":"本文"}' });
      expect([answer.status, answer.text]).toEqual([200, '{"value":{"text":"本文"}}']);
    }
  });

  it('tell when to come again', async () => {
    const starting = await serving({ database: NOT_OPEN });
    expect((await starting.ask(`${CITIES}JP`)).headers['retry-after']).toBe('1');
  });

  it('leave calls alone that need no database', async () => {
    for (const broken of [() => NOT_OPEN, failingDatabase, () => Promise.reject(new Error(SECRET))]) {
      const { ask } = await serving({ database: broken(), locate });
      for (const path of [IP, COUNTRIES, `${LOCATION}203.0.114.9`, `${DICTIONARY}0`, '/api/openapi.json']) {
        expect((await ask(path)).status, path).toBe(200);
      }
    }
  });

  it('are not remembered: the database fails, then answers', async () => {
    let fails = true;
    const broken = failingDatabase();
    const { ask } = await serving({
      database: {
        ...database,
        get orm() {
          return fails ? broken.orm : database.orm;
        },
      },
    });
    expect((await ask(`${CITIES}JP`)).status).toBe(500);
    fails = false;
    expect((await ask(`${CITIES}JP`)).status).toBe(200);
  });

  it('say nothing of what went wrong inside, neither to the caller nor in the log', async () => {
    const { ask, log } = await serving({ database: failingDatabase() });
    const answer = await ask(`${CITIES}JP?token=${SECRET}`, { headers: { token: SECRET, cookie: SECRET } });
    expectError(answer, 'internal');
    const told = JSON.stringify([answer.headers, answer.text, log]);
    for (const secret of [SECRET, 'select', 'params', 'duplicate', 'Error:', 'node_modules', '127.0.0.1']) {
      expect(told).not.toContain(secret);
    }
    expect(log).toMatchObject([
      { level: 'error', event: 'failure', requestId: answer.headers['x-request-id'], error: expect.any(String) },
      { level: 'error', event: 'request', status: 500, requestId: answer.headers['x-request-id'] },
    ]);
  });

  it('echo nothing of the request', async () => {
    for (const path of [`/api/${SECRET}`, LOCATION + SECRET, CITIES + SECRET, DICTIONARY + SECRET, `${IP}?${SECRET}`]) {
      const answer = await api.ask(path, { method: 'PUT', headers: { token: SECRET }, body: SECRET });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify([answer.headers, answer.text])).not.toContain(SECRET);
    }
  });

  it('stand in the envelope where the request cannot be read', async () => {
    const answer = await api.ask(IP, { headers: { host: 'a b' } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { code: 40000, message: enUS['server.badRequest'], data: null },
    ]);
  });
});

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('whatever is asked', { timeout: 30_000 }, () => {
  const random = seeded(20261121);
  const below = (limit: number) => Math.floor(random() * limit);
  const some = (most: number, make: () => string) => Array.from({ length: below(most) }, make).join('');
  const oneOf = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 8 });
  const all = (paths: string[]) => Promise.all(paths.map((path) => api.ask(path, { agent: keepAlive })));

  const hex = () => oneOf([...'0123456789abcdefABCDEF']);
  const garbage = [
    () => some(12, () => oneOf([...'0123456789abcdefx.:%-+/ \'"<>\\{}日é\u0000'])),
    () => some(6, () => String.fromCodePoint(below(0xd7ff))),
    () => Array.from({ length: 2 + below(4) }, () => below(400)).join('.'),
    () => Array.from({ length: 1 + below(9) }, () => some(6, hex)).join(':'),
    () => some(5, () => String(below(10))),
    () => oneOf(['constructor', '__proto__', 'NaN', '1e3', '0x10', '١٢', '+1', '-0', ' 1', '1;2', 'null', 'JP ', '٣']),
    () => oneOf(countries).code,
  ];
  const inputs = () => Array.from({ length: 400 }, () => oneOf(garbage)()).filter((text) => !/^\.{0,2}$/.test(text));

  afterAll(() => keepAlive.destroy());

  it('an address is found to be one, or refused by name', async () => {
    const texts = inputs();
    const answers = await all(texts.map((text) => LOCATION + encodeURIComponent(text)));
    for (const [index, answer] of answers.entries()) {
      const text = texts[index] ?? '';
      // A zone belongs to IPv6 and to one machine; Node takes it for a part of the address.
      if (isIPv4(text) || isIPv6(text.replace(/%.*$/, ''))) dataOf('location', answer);
      else expectError(answer, 'invalid', enUS['server.ip'], 'ip');
    }
  });

  it('an address is the same however it is written', async () => {
    const groups = Array.from({ length: 40 }, () => Array.from({ length: 8 }, () => below(0x10000) * below(2)));
    const seen: string[] = [];
    const noting = await serving({
      locate: async (ip) => {
        seen.push(ip);
        return null;
      },
    });
    for (const group of groups) {
      const long = group.map((part) => part.toString(16).padStart(4, '0')).join(':');
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      for (const text of [long, long.toUpperCase(), short]) {
        dataOf('location', await noting.ask(LOCATION + text, { agent: keepAlive }));
      }
      expect(new Set(seen.splice(0)).size, long).toBe(1);
    }
  });

  it('a country is found, unknown, or refused by name', async () => {
    const texts = inputs();
    const answers = await all(texts.map((text) => CITIES + encodeURIComponent(text)));
    for (const [index, answer] of answers.entries()) {
      const text = texts[index] ?? '';
      if (!/^([0-9]{1,3}|[A-Z]{2})$/i.test(text)) expectError(answer, 'invalid', enUS['server.countryId'], 'id');
      else if (findCountry(text)) expect(answer.status).toBe(200);
      else expectError(answer, 'notFound', enUS['server.unknownCountry'], 'id');
    }
  });

  it('a dictionary entry is found, unknown, or refused by name', async () => {
    const texts = [...inputs(), ...dictionary.map(({ id }) => String(id))];
    const answers = await all(texts.map((text) => DICTIONARY + encodeURIComponent(text)));
    for (const [index, answer] of answers.entries()) {
      const text = texts[index] ?? '';
      if (!/^[0-9]{1,9}$/.test(text)) expectError(answer, 'invalid', enUS['server.dictionaryId'], 'id');
      else if (childrenOf(Number(text))) dataOf('dictionary', answer);
      else expectError(answer, 'notFound', enUS['server.unknownEntry'], 'id');
    }
  });

  it('headers of any kind do no harm', async () => {
    const value = () => some(40, () => String.fromCharCode(32 + below(95)));
    for (let round = 0; round < 100; round++) {
      const names = ['accept-language', 'accept-encoding', 'if-none-match', 'x-forwarded-for', 'origin', 'token'];
      const headers = Object.fromEntries(names.map((name) => [name, value()]));
      const { status } = await api.ask(oneOf([IP, COUNTRIES, `${LOCATION}1.1.1.1`]), { headers, agent: keepAlive });
      expect([200, 304], JSON.stringify(headers)).toContain(status);
    }
  });
});

describe('the rate limit', () => {
  const from = (ip: string, path = IP): [string, Question] => [path, { headers: { 'x-forwarded-for': ip } }];
  const limited = () => serving({ database, locate, env: { RATE_LIMIT_PER_MINUTE: '3', TRUSTED_PROXY_HOPS: '1' } });

  it('counts each address for itself, and says when to come again', async () => {
    const { ask, log } = await limited();
    for (const ip of ['203.0.113.1', '203.0.113.2']) {
      for (const path of [IP, COUNTRIES, '/api/unknown']) {
        expect((await ask(...from(ip, path))).status).toBe(path === '/api/unknown' ? 404 : 200);
      }
    }
    const refused = await ask(...from('203.0.113.1'));
    for (const [language, words] of WORDS) {
      const headers = { 'x-forwarded-for': '203.0.113.1', ...(language && { 'accept-language': language }) };
      expectError(await ask(IP, { headers }), 'tooMany', words['server.tooMany']);
    }
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expectError(await ask(...from('203.0.113.2', COUNTRIES)), 'tooMany');
    expect((await ask(...from('203.0.113.3'))).status).toBe(200);
    expect(JSON.stringify(log)).not.toContain('203.0.113');
  });

  it('cannot be escaped by X-Forwarded-For', async () => {
    const { ask } = await limited();
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await ask(...from(`1.2.3.${call}, 203.0.113.1`))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('counts the /64 of an IPv6 address as one', async () => {
    const { ask } = await limited();
    const statuses = [];
    for (let host = 0; host < 4; host++) statuses.push((await ask(...from(`2a00:1450:1:2::${host}`))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await ask(...from('2a00:1450:1:3::1'))).status).toBe(200);
  });

  it('leaves health and preflights alone', async () => {
    const { ask } = await serving({
      database,
      env: { RATE_LIMIT_PER_MINUTE: '1', ALLOWED_ORIGINS: 'https://www.example.com' },
    });
    const headers = { origin: 'https://www.example.com', 'access-control-request-method': 'GET' };
    for (let call = 0; call < 3; call++) {
      expect((await ask('/api/health/ready')).status).toBe(200);
      expect((await ask(IP, { method: 'OPTIONS', headers })).status).toBe(204);
    }
    expect((await ask(IP)).status).toBe(200);
    expect((await ask(IP)).status).toBe(429);
  });

  it('goes on by itself while Postgres does not answer', async () => {
    class Pool {
      query = () => Promise.reject(new Error(SECRET));
    }
    const { ask, log } = await serving({
      database: { ...database, kind: 'postgres', pool: new Pool() as unknown as Database['pool'] },
      env: { RATE_LIMIT_PER_MINUTE: '3' },
    });
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await ask(IP)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(JSON.stringify(log)).not.toContain(SECRET);
  });

  it('is off at 0', async () => {
    const statuses = await Promise.all(Array.from({ length: 700 }, () => api.ask(IP).then(({ status }) => status)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('proxies', () => {
  const headers = { 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 198.51.100.2' };

  it.each([
    [undefined, '127.0.0.1'],
    ['1', '198.51.100.2'],
    ['2', '203.0.113.9'],
    ['3', '1.2.3.4'],
    ['4', '127.0.0.1'],
  ])('trusted: %s, the caller is %s', async (hops, ip) => {
    const { ask } = await serving({ env: hops ? { TRUSTED_PROXY_HOPS: hops } : {} });
    expect(dataOf('ip', await ask(IP, { headers }))).toEqual({ ip });
  });

  const CDN = { GEO_COUNTRY_HEADER: 'CF-IPCountry', GEO_CITY_HEADER: 'CF-IPCity', TRUSTED_PROXY_HOPS: '1' };
  const caller = { 'x-forwarded-for': '203.0.114.9', 'accept-language': 'ja' };

  it.each([
    ['the caller', '203.0.114.9', { 'cf-ipcountry': 'GB', 'cf-ipcity': 'London' }, 'ロンドン', 'イギリス'],
    ['the caller otherwise written', '::ffff:203.0.114.9', { 'cf-ipcountry': 'GB' }, null, 'イギリス'],
    ['the caller, country alone and ours', '203.0.114.9', { 'cf-ipcountry': 'JP' }, '東京', '日本'],
    ['the caller, unknown to the CDN', '203.0.114.9', { 'cf-ipcountry': 'XX', 'cf-ipcity': 'London' }, '東京', '日本'],
    ['the caller, without the headers', '203.0.114.9', {}, '東京', '日本'],
    ['someone else', '2a00:1450::1', { 'cf-ipcountry': 'FR', 'cf-ipcity': 'Paris' }, 'ロンドン', 'イギリス'],
  ])("a CDN's headers speak of %s", async (_, ip, sent, city, country) => {
    const { ask } = await serving({ env: CDN, locate });
    const answer = await ask(LOCATION + ip, { headers: { ...caller, ...sent } });
    expect(dataOf('location', answer).list).toMatchObject({ city, country });
  });

  it("headers of a CDN that is not configured are a visitor's", async () => {
    const { ask } = await serving({ env: { TRUSTED_PROXY_HOPS: '1' }, locate });
    const answer = await ask(`${LOCATION}203.0.114.9`, { headers: { ...caller, 'cf-ipcountry': 'GB' } });
    expect(dataOf('location', answer).list).toMatchObject({ country: '日本' });
  });
});

describe('pages of other origins', () => {
  const ALLOWED = 'https://www.example.com';
  const shared = () =>
    serving({
      database,
      locate,
      env: { ALLOWED_ORIGINS: `${ALLOWED}, http://localhost:8080`, RATE_LIMIT_PER_MINUTE: '50' },
    });
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'token,idempotency-key,content-type',
    },
  });

  it('may call where they are listed, and read errors too', async () => {
    const { ask } = await shared();
    for (const origin of [ALLOWED, 'http://localhost:8080']) {
      for (const path of [IP, COUNTRIES, `${CITIES}ZZ`, '/api/unknown', `${LOCATION}x`, '/api/health']) {
        const { headers } = await ask(path, { headers: { origin } });
        expect(headers['access-control-allow-origin'], path).toBe(origin);
        expect(headers['access-control-expose-headers']).toBe('Retry-After, X-Request-Id');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
        expect(headers.vary).toMatch(/^Origin(,|$)/);
      }
    }
    const { etag = '' } = (await ask(COUNTRIES)).headers;
    const again = await ask(COUNTRIES, { headers: { origin: ALLOWED, 'if-none-match': etag } });
    expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, ALLOWED]);
  });

  it('are told by a preflight what they may send', async () => {
    const { ask } = await shared();
    for (const path of [IP, '/api/later']) {
      const { status, headers, text } = await ask(path, preflight(ALLOWED));
      expect([status, text]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': ALLOWED,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'token, Idempotency-Key, Application-Secret, Content-Type',
        'access-control-max-age': '7200',
        vary: 'Origin',
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it.each(['https://evil.example', 'https://www.example.com.evil.example', 'http://www.example.com', 'null'])(
    'may not call from "%s"',
    async (origin) => {
      const { ask } = await shared();
      for (const question of [{ headers: { origin } }, preflight(origin)]) {
        const { headers } = await ask(IP, question);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(headers.vary).toBe('Origin');
      }
    },
  );

  it('may not call at all where none is listed', async () => {
    for (const question of [{ headers: { origin: ALLOWED } }, preflight(ALLOWED)]) {
      const { headers } = await api.ask(IP, question);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.vary).toBeUndefined();
    }
  });
});

describe('health', () => {
  const state = async ({ ask }: ServedApi, path: string) => {
    const { status, text, headers } = await ask(path);
    expect(headers['cache-control']).toBe('private, no-store');
    const { code, data } = v.parse(envelopeOf(healthData), JSON.parse(text));
    expect(code).toBe(status === 200 ? 20000 : 50300);
    return [status, data];
  };

  it('is ready once the database is open and answers', async () => {
    const opening = Promise.withResolvers<Database>();
    const served = await serving({ database: opening.promise });
    expect(await state(served, '/api/health/live')).toEqual([200, { live: true, ready: false }]);
    expect(await state(served, '/api/health/ready')).toEqual([503, { live: true, ready: false }]);
    expect(await state(served, '/api/health')).toEqual([200, { live: true, ready: false }]);
    opening.resolve(database);
    expect(await state(served, '/api/health/ready')).toEqual([200, { live: true, ready: true }]);
    expect(await state(served, '/api/health')).toEqual([200, { live: true, ready: true }]);
  });

  it('is not ready while the database fails', async () => {
    const served = await serving({ database: failingDatabase() });
    expect(await state(served, '/api/health/ready')).toEqual([503, { live: true, ready: false }]);
    expect((await state(served, '/api/health/live'))[0]).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  interface Operation {
    parameters?: { name: string; in: string; required?: boolean }[];
    responses: Record<string, { content: Record<string, { schema: unknown }> }>;
  }
  let paths: Record<string, { get: Operation }>;

  beforeAll(async () => {
    const document = JSON.parse((await api.ask('/api/openapi.json')).text);
    expect(document.openapi).toMatch(/^3\.1\./);
    paths = document.paths;
  });

  const schemaOf = (shape: v.GenericSchema) => {
    const { $schema: _, ...schema } = toJsonSchema(shape, { errorMode: 'ignore' });
    return schema;
  };
  const answered = (operation: Operation | undefined, status: number) =>
    operation?.responses[status]?.content['application/json']?.schema;

  it('holds the calls of the client and health, and nothing else', () => {
    const health = ['/api/health', '/api/health/live', '/api/health/ready'];
    const calls = [...Object.values(CALLS), ...Object.values(NEWS_CALLS)].map(({ path }) => path);
    const news = [...Object.values(NEWS_FEED_PATHS), FLASH_STREAM_PATH, FLASH_PUBLISH_PATH];
    const posts: string[] = [FLASH_PUBLISH_PATH, APPLY_PATH, LICENCE_PATH];
    const account = [APPLY_PATH, LICENCE_PATH, APPLICATION_PATH];
    expect(Object.keys(paths).sort()).toEqual([...calls, ...news, ...account, ...health].sort());
    for (const [path, methods] of Object.entries(paths)) {
      expect(Object.keys(methods)).toEqual([posts.includes(path) ? 'post' : 'get']);
    }
  });

  it.each(Object.keys(CALLS) as CallName[])('has the shape of %s that the client checks, and its errors', (name) => {
    const { path, data } = CALLS[name];
    const operation = paths[path]?.get;
    expect(answered(operation, 200)).toEqual(schemaOf(envelopeOf(data)));
    for (const status of [429, 500]) expect(answered(operation, status)).toEqual(schemaOf(envelopeOf(v.null())));
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(operation?.parameters?.map((parameter) => parameter.name) ?? []).toEqual(parameters);
    for (const parameter of operation?.parameters ?? [])
      expect(parameter).toMatchObject({ in: 'path', required: true });
    if (parameters.length > 0) expect(answered(operation, 422)).toEqual(schemaOf(envelopeOf(fieldErrors)));
    expect(operation?.responses).not.toHaveProperty('400');
  });

  it.each(Object.keys(NEWS_CALLS) as NewsCallName[])('has the shape of %s, and the names of its query', (name) => {
    const { path, data } = NEWS_CALLS[name];
    const operation = paths[path]?.get;
    expect(answered(operation, 200)).toEqual(schemaOf(envelopeOf(data)));
    const names = operation?.parameters?.map((parameter) => parameter.name) ?? [];
    const paging = name === 'newsList' ? ['cursor'] : ['important', 'without', 'include', 'exclude', 'before', 'after'];
    const query = ['language', 'category', 'source', 'q', 'limit', ...paging];
    expect(new Set(names)).toEqual(new Set(name.endsWith('List') ? query : name.endsWith('Item') ? ['id'] : []));
  });
});

describe('the log', () => {
  it('has a line for each request, with its pattern and nothing of its values', async () => {
    const { ask, log } = await serving({ database, locate });
    const headers = { token: SECRET, cookie: SECRET, 'user-agent': SECRET, 'x-forwarded-for': SECRET, origin: SECRET };
    for (const [path, method, route, status] of [
      [`${IP}?a=${SECRET}`, 'GET', IP, 200],
      [`${LOCATION}203.0.114.9`, 'GET', `${LOCATION}:ip`, 200],
      [`${CITIES}${SECRET}`, 'GET', `${CITIES}:id`, 422],
      [`${CITIES}JP`, 'HEAD', `${CITIES}:id`, 200],
      [`${CITIES}JP?a=${SECRET}`, 'GET', `${CITIES}:id`, 200],
      [`${CITIES}JP`, 'DELETE', `${CITIES}:id`, 405],
      [IP, 'DELETE', IP, 405],
      [`/api/${SECRET}`, 'GET', '/*', 404],
    ] as const) {
      await ask(path, { method, headers });
      const [entry, ...more] = log.splice(0);
      expect(more).toEqual([]);
      expect(entry).toEqual({
        level: 'info',
        event: 'request',
        method,
        route,
        status,
        ms: expect.any(Number),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    }
  });

  it('is written a JSON object a line, many at once', async () => {
    const written: string[] = [];
    const wrote = Promise.withResolvers<void>();
    const { log } = createLog((lines) => {
      written.push(lines);
      wrote.resolve();
    });
    log({ level: 'info', event: 'request', status: 200 });
    log({ level: 'error', event: 'failure' });
    await wrote.promise;
    expect(written).toHaveLength(1);
    const entries = written
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LogEntry);
    expect(entries).toEqual([
      { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), level: 'info', event: 'request', status: 200 },
      { time: expect.any(String), level: 'error', event: 'failure' },
    ]);
  });

  it('tells errors apart without their messages', () => {
    class DrizzleQueryError extends Error {}
    const cause = Object.assign(new Error(SECRET), { code: '23505' });
    const described = describeError(new DrizzleQueryError(`at x (${SECRET}.ts:1:1)\n at ${SECRET}.ts:2`, { cause }));
    expect(described).toEqual({
      error: 'DrizzleQueryError',
      code: '23505',
      at: expect.stringMatching(/^api\.test\.ts:\d+$/),
    });
    expect(describeError(Object.assign(new Error(''), { code: SECRET }))).not.toHaveProperty('code');
    expect(describeError(SECRET)).toEqual({ error: 'string' });
    const rewritten = new Error('first');
    rewritten.message = SECRET;
    rewritten.stack = `Error: ${SECRET}.ts:1`;
    expect(JSON.stringify(describeError(rewritten))).not.toContain(SECRET);
  });
});

describe('a development server', () => {
  it('has the API under /api/ and leaves other addresses to the pages', async () => {
    const { devApi } = await import('../../src/integrations/devApi.ts');
    const hooks = devApi({ DATABASE_URL: 'postgres://localhost:1/none' }).hooks;
    type Middleware = (request: unknown, response: unknown, next: () => void) => void;
    let middleware: Middleware | undefined;
    const errors: string[] = [];
    const failed = Promise.withResolvers<void>();
    const setup = hooks['astro:server:setup'] as unknown as (options: unknown) => void;
    setup({
      server: {
        middlewares: {
          use: (added: Middleware) => {
            middleware = added;
          },
        },
      },
      logger: {
        error: (line: string) => {
          errors.push(line);
          failed.resolve();
        },
      },
    });
    const server = createServer((request, response) => middleware?.(request, response, () => response.end('page')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await ask(port, '/')).text).toBe('page');
    expect((await ask(port, '/apical')).text).toBe('page');
    expect(dataOf('ip', await ask(port, IP))).toEqual({ ip: '127.0.0.1' });
    expect((await ask(port, '/api/unknown')).status).toBe(404);
    expect((await ask(port, `${CITIES}JP`)).status).toBe(503);
    await failed.promise;
    expect(errors).toHaveLength(1);
    server.close();
    await (hooks['astro:server:done'] as unknown as () => Promise<void>)();
  });
});
