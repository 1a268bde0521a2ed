import { Agent } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import enUS from '../../../content/en-US/server.json' with { type: 'json' };
import { envelopeOf, healthData } from '../../../src/contract/all.ts';
import { citiesOf } from '../../../src/server/db/cities.ts';
import { childrenOf, dictionary } from '../../../src/server/dictionary.ts';
import { countries, findCountry } from '../../../src/server/geo/countries.ts';
import { random as seeded } from '../../helpers/durability.ts';
import type { Answer, ServedApi } from '../../helpers/server/api.ts';
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
  serving,
  withApi,
} from '../../helpers/server/apiTest.ts';

withApi();

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

  it('names cities in the language asked for, and tells caches that it does', async () => {
    const ja = await api.ask(`${CITIES}JP`, { headers: { 'accept-language': 'ja' } });
    expect(ja.headers.vary).toMatch(/Accept-Language/i);
    const { list } = dataOf('cityList', ja);
    expect(list).toEqual(await citiesOf(database, 'JP', 'ja'));
    expect(list[0]).toMatchObject({ name: '東京都', region: '東京都', otherNames: expect.arrayContaining(['Tokyo']) });
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
      // A zone is part of IPv6 and local to one machine; Node treats it as part of the address.
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

describe('health', () => {
  const state = async ({ ask }: ServedApi, path: string) => {
    const { status, text, headers } = await ask(path);
    expect(headers['cache-control']).toBe('private, no-store');
    const { code, data } = v.parse(envelopeOf(healthData), JSON.parse(text));
    expect(code).toBe(status === 200 ? 20000 : 50300);
    return [status, data];
  };

  it('is ready while the database answers', async () => {
    const served = await serving({ database });
    expect(await state(served, '/api/health/ready')).toEqual([200, { live: true, ready: true }]);
    expect(await state(served, '/api/health')).toEqual([200, { live: true, ready: true }]);
  });

  it('is not ready while the database fails', async () => {
    const served = await serving({ database: failingDatabase() });
    expect(await state(served, '/api/health/ready')).toEqual([503, { live: true, ready: false }]);
    expect((await state(served, '/api/health/live'))[0]).toBe(200);
  });
});
