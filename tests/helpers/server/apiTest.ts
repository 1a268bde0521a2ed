import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import cn from '../../../content/cn/server.json' with { type: 'json' };
import enUS from '../../../content/en-US/server.json' with { type: 'json' };
import ja from '../../../content/ja/server.json' with { type: 'json' };
import tw from '../../../content/tw/server.json' with { type: 'json' };
import { CALLS, type CallName, envelopeOf, fieldErrors } from '../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { FoundPlace } from '../../../src/server/geo/location.ts';
import { problemOf } from '../../../src/server/openApi.ts';
import { testDatabase } from '../database/database.ts';
import { type Answer, type ServedApi, serveApi } from './api.ts';

export const IP = '/api/web/common/ip';
export const COUNTRIES = '/api/web/common/country/list';
export const LOCATION = '/api/web/common/country/getLocationByIp/';
export const CITIES = '/api/web/common/city/cityList/';
export const DICTIONARY = '/api/web/common/dict/listByParentId/';

export const EVERYWHERE: Record<string, FoundPlace> = {
  '203.0.114.9': { countryCode: 'JP', region: 'Tokyo', city: 'Tokyo' },
  '2a00:1450::1': { countryCode: 'GB', region: 'England', city: 'London' },
  '198.51.101.1': { countryCode: 'FR' },
};
export const locate = async (ip: string) => EVERYWHERE[ip] ?? null;

export let database: Database;
export let api: ServedApi;
const others: ServedApi[] = [];

/** Serves `api` on `database` for the tests of a file. Call at the top of the file. */
export function withApi(): void {
  beforeAll(async () => {
    database = await testDatabase();
    api = await serveApi({ database, locate });
  });

  afterEach(async () => {
    await Promise.all(others.splice(0).map(({ stop }) => stop()));
  });

  afterAll(async () => {
    await api.stop();
    await database.close();
  });
}

/** Starts another server, which is stopped after the test. */
export async function serving(options: Parameters<typeof serveApi>[0]): Promise<ServedApi> {
  const served = await serveApi(options);
  others.push(served);
  return served;
}

/** `data` of a successful response, in the shape of its call. */
export function dataOf<N extends CallName>(name: N, { status, text, headers }: Answer) {
  expect(status, text.slice(0, 200)).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { code, message, data } = v.parse(envelopeOf(CALLS[name].data), JSON.parse(text));
  expect([code, message]).toEqual([20000, 'OK']);
  return data as v.InferOutput<(typeof CALLS)[N]['data']>;
}

/** Checks the envelope of an error, and that it contains nothing else. */
/** The envelope of a problem, and nothing besides. */
const problemShape = v.strictObject(problemOf(v.unknown()).entries);

export function expectError(answer: Answer, kind: keyof typeof SERVER_CODES, message?: string, field?: string): void {
  const { code, status } = SERVER_CODES[kind];
  const body = v.parse(problemShape, JSON.parse(answer.text));
  expect([answer.status, body.code]).toEqual([status, code]);
  expect(body.message).toBe(message ?? body.message);
  expect(body.message).not.toBe('');
  if (field) expect(v.parse(fieldErrors, body.data)).toEqual({ fields: [{ field, message: body.message }] });
  else expect(body.data).toBeNull();
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary).toContain('Accept-Language');
  expect(answer.headers['x-request-id']).toBe(body.requestId);
}

export const SECRET = 'swordfish-198.51.100.77';

/** A database whose every query fails with an error that contains secrets. */
export function failingDatabase(): Database {
  const fail = () => {
    const cause = Object.assign(new Error(`duplicate key value (${SECRET})`), { code: '23505' });
    throw Object.assign(new Error(`Failed query: select ${SECRET}\nparams: ${SECRET}`, { cause }), { query: SECRET });
  };
  const orm = new Proxy({} as Database['orm'], { get: fail });
  return { kind: 'pglite', orm, pool: null, pglite: null, close: async () => {} };
}

export const WORDS = [
  [undefined, enUS],
  ['fr', enUS],
  ['en-GB', enUS],
  ['ja', ja],
  ['zh-TW, en;q=0.5', tw],
  ['zh', cn],
] as const;
