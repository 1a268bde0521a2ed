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

it('counts as reached only the feeds that were reached', async () => {
  const company = source({ checkedAt: null, okAt: null });
  const waiting = source({ status: 'waiting', checkedAt: null, okAt: null });
  expect(await read(company, waiting)).toBeNull();
  expect(
    await read(
      ...[company, waiting, source({})],
      ...[LATER, EARLY].map((okAt) => source({ status: 'failing', okAt, failures: 1, lastError: 'timeout' })),
      source({ status: 'failing', okAt: null, lastError: 'name not found' }),
    ),
  ).toEqual({ all: 4, fine: 1, never: 1, failing: { count: 2, since: EARLY }, latest: NOW });
  expect(await read(source({ status: 'failing', okAt: null }))).toEqual({
    all: 1,
    fine: 0,
    never: 1,
    failing: { count: 0, since: null },
    latest: null,
  });
});
