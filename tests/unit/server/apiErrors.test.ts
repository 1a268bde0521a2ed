import { describe, expect, it } from 'vitest';
import enUS from '../../../content/en-US/server.json' with { type: 'json' };
import type { SERVER_CODES } from '../../../src/contract/errors.ts';
import { UNREADABLE } from '../../../src/server/answers.ts';
import { createBodies } from '../../../src/server/bodies.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { REQUEST_ID } from '../../../src/server/shared/reference.ts';
import type { Question, ServedApi } from '../../helpers/server/api.ts';
import {
  api,
  CITIES,
  COUNTRIES,
  DICTIONARY,
  database,
  dataOf,
  expectError,
  failingDatabase,
  IP,
  LOCATION,
  locate,
  SECRET,
  serving,
  WORDS,
  withApi,
} from '../../helpers/server/apiTest.ts';

withApi();

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
    for (const coding of [{}, { 'transfer-encoding': 'chunked' }]) {
      const headers = { 'content-type': 'application/json', ...coding };
      const answer = await ask('/api/echo', { method: 'POST', headers, body: '{"text":"本文"}' });
      expect([answer.status, answer.text]).toEqual([200, '{"value":{"text":"本文"}}']);
    }
  });

  it('leave calls alone that need no database', async () => {
    const { ask } = await serving({ database: failingDatabase(), locate });
    for (const path of [IP, COUNTRIES, `${LOCATION}203.0.114.9`, `${DICTIONARY}0`, '/api/openapi.json']) {
      expect((await ask(path)).status, path).toBe(200);
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
    const { requestId, ...body } = JSON.parse(answer.text);
    expect([answer.status, body]).toEqual([400, { code: 40000, message: enUS['server.badRequest'], data: null }]);
    expect(requestId).toMatch(REQUEST_ID);
    expect(api.log.at(-1)).toEqual({ level: 'info', event: 'request', route: UNREADABLE, status: 400, requestId });
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

  it('counts the /56 and the /48 around it too, which may call four and eight times as often', async () => {
    const allowed = async (many: number, ip: (n: number) => string) => {
      const { ask } = await limited();
      let found = 0;
      for (let n = 0; n < many; n += 1) if ((await ask(...from(ip(n)))).status === 200) found += 1;
      return { found, next: (await ask(...from('2a00:1450:2::1'))).status };
    };
    expect(await allowed(20, (n) => `2a00:1450:1:${n.toString(16)}::1`)).toEqual({ found: 12, next: 200 });
    expect(await allowed(40, (n) => `2a00:1450:1:${(n * 256).toString(16)}::1`)).toEqual({ found: 24, next: 200 });
    // What is refused of one network uses up nothing of those around it.
    expect(await allowed(40, () => '2a00:1450:2::2')).toEqual({ found: 3, next: 429 });
    expect(await allowed(40, () => '2a00:1450:2:1::2')).toEqual({ found: 3, next: 200 });
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
        expect(headers['access-control-expose-headers']).toBe(
          'Retry-After, X-Request-Id, Finger-Version, RateLimit, RateLimit-Policy, Deprecation, Sunset',
        );
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
        'access-control-allow-headers':
          'token, Idempotency-Key, Application-Secret, Content-Type, Content-Digest, Signature-Input, Signature, Finger-Version, MCP-Protocol-Version',
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
