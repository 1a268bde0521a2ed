import { afterEach, beforeEach, expect, it } from 'vitest';
import { readServiceState } from '../../../src/api/serviceState.ts';
import { type NewsSource, SUCCESS } from '../../../src/contract/all.ts';
import { type FakeServer, fakeServer } from '../../helpers/fakeServer.ts';

const [EARLY, LATER, NOW] = ['2026-11-24T01:00:00.000Z', '2026-11-24T02:00:00.000Z', '2026-11-24T03:00:00.000Z'];

let api: FakeServer;
beforeEach(async () => {
  api = await fakeServer();
});
afterEach(() => api.stop());

const source = (fields: Partial<NewsSource>): NewsSource => ({
  id: 'x',
  name: 'x',
  page: null,
  kind: 'news',
  language: 'en',
  category: null,
  status: 'ok',
  checkedAt: NOW,
  okAt: NOW,
  nextAt: null,
  failures: 0,
  lastError: null,
  itemsSeen: 0,
  ...fields,
});
async function read(...list: NewsSource[]) {
  api.answer = () => ({ body: { code: SUCCESS, message: '', data: { list } } });
  return (await readServiceState({ base: api.url, lang: 'en-US' })).feeds;
}

const MINUTE = 60_000;
const soon = () => new Date(Date.now() + MINUTE).toISOString();
const longAgo = () => new Date(Date.now() - 20 * MINUTE).toISOString();
const reached = (okAt: string) => source({ okAt, checkedAt: okAt, nextAt: soon() });
const lost = (okAt: string | null) => source({ status: 'failing', okAt, nextAt: soon(), lastError: 'timeout' });
const company = source({ checkedAt: null, okAt: null });
const waiting = source({ status: 'waiting', checkedAt: null, okAt: null });

it('knows nothing of the feeds before one is fetched', async () => {
  expect(await read(company, waiting)).toBeNull();
});

it.each([
  [
    'up',
    [company, waiting, reached(LATER), lost(EARLY), lost(null)],
    { freshness: 'live', all: 3, fine: 1, latest: LATER },
  ],
  ['late', [source({ nextAt: longAgo() })], { freshness: 'delayed', all: 1, fine: 1, latest: NOW }],
  ['down', [lost(EARLY), lost(LATER), lost(null)], { freshness: 'last', all: 3, fine: 0, latest: LATER }],
  ['never reached', [lost(null), lost(null)], { freshness: 'none', all: 2, fine: 0, latest: null }],
])('feeds that are %s', async (_, list, expected) => {
  expect(await read(...list)).toEqual(expected);
});
