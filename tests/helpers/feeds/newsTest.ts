import * as v from 'valibot';
import { afterEach, beforeAll, expect } from 'vitest';
import { envelopeOf, fieldErrors, NEWS_CALLS, type NewsCallName, type NewsItem } from '../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import type { Database } from '../../../src/server/db/database.ts';
import {
  audit,
  counters,
  editors,
  feedSources,
  newsItems,
  newsRevisions,
  rateLimits,
} from '../../../src/server/db/schema.ts';
import { createStore, type Draft } from '../../../src/server/news/store.ts';
import { problemOf } from '../../../src/server/openApi.ts';
import { testDatabase } from '../database/database.ts';
import { type Answer, type ServedApi, serveApi } from '../server/api.ts';

export const NEWS = '/api/web/news/list';
export const FLASH = '/api/web/flash/list';
export const NOW = new Date('2026-11-20T12:00:00Z');
export const MINUTE = 60_000;
export const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

export let database: Database;
/** The current time for the server and the store. */
export const clock = { now: NOW };
/** Called after each test, in reverse order. */
export const undo: (() => unknown)[] = [];

/** Opens `database` for the tests of a file, and empties it after each. Call at the top of the file. */
export function withNews(): void {
  beforeAll(async () => {
    database = await testDatabase();
    return () => database.close();
  });

  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    clock.now = NOW;
    for (const table of [newsItems, newsRevisions, feedSources, counters, editors, audit, rateLimits]) {
      await database.orm.delete(table);
    }
  });
}

export const SOURCE = {
  id: 'boe',
  name: 'Bank of England',
  page: 'https://www.bankofengland.co.uk/rss',
  kind: 'news' as const,
};
export async function serving(options: Parameters<typeof serveApi>[0] = {}): Promise<ServedApi> {
  const served = await serveApi({
    database,
    news: { now: () => clock.now, sources: [{ ...SOURCE, language: 'en', category: 'centralBank' }] },
    ...options,
  });
  undo.push(() => served.stop());
  return served;
}

export const store = () => createStore(database, { now: () => clock.now });
export let made = 0;
export const item = (given: Partial<Draft> = {}): Draft => {
  made += 1;
  return {
    sourceId: 'boe',
    kind: 'news',
    guid: `guid ${made}`,
    link: `https://example.com/${made}`,
    title: `Title number ${made}`,
    summary: `What it says, ${made}`,
    language: 'en',
    category: 'centralBank',
    publishedAt: ago(1),
    ...given,
  };
};
export const flash = (given: Partial<Draft> = {}) => item({ kind: 'flash', link: null, category: 'desk', ...given });

/** `data` of a successful response, in the shape of its call. */
export function dataOf<N extends NewsCallName>(name: N, { status, text }: Answer) {
  expect(status, text.slice(0, 200)).toBe(200);
  return v.parse(envelopeOf(NEWS_CALLS[name].data), JSON.parse(text)).data as v.InferOutput<
    (typeof NEWS_CALLS)[N]['data']
  >;
}

export function expectError(answer: Answer, kind: keyof typeof SERVER_CODES, message?: string, field?: string): void {
  const { code, status } = SERVER_CODES[kind];
  const body = v.parse(v.strictObject(problemOf(v.unknown()).entries), JSON.parse(answer.text));
  expect([answer.status, body.code], answer.text).toEqual([status, code]);
  if (message) expect(body.message).toBe(message);
  if (field) expect(v.parse(fieldErrors, body.data).fields[0]).toEqual({ field, message: body.message });
  else expect(body.data).toBeNull();
}

export const titles = (list: readonly NewsItem[]) => list.map(({ title }) => title);
