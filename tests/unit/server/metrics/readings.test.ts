/** What the server reads when metrics are asked for: queues, feeds and series of the database, streams of the process. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SeriesRow } from '../../../../src/catalogue/officialSeries.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { noDatabase } from '../../../../src/server/db/none.ts';
import { companies, deliveries, feedSources, mails, seriesPoints } from '../../../../src/server/db/schema.ts';
import { createHub, type Followed, type StreamChange } from '../../../../src/server/hub.ts';
import { claimMail } from '../../../../src/server/mail/queue.ts';
import { createReadings } from '../../../../src/server/metrics/readings.ts';
import { claimDelivery, emitPing, noteAnswer } from '../../../../src/server/webhooks/queue.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { MINUTE, question, queue } from '../../../helpers/server/mails.ts';
import { addCompany, addWebhook } from '../../../helpers/server/webhooks.ts';

const START = Date.parse('2026-11-23T10:00:00Z');
const at = (minutes: number) => new Date(START + minutes * MINUTE);

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const table of [mails, deliveries, companies, feedSources, seriesPoints]) await database.orm.delete(table);
});
afterAll(() => database.close());

const still = { clients: () => 3, lag: async () => 2_500 };
const hubs = { flash: still, posts: still, market: still };

/** The readings at a time; null if the database does not answer. */
const storedAt = async (minutes: number, fetched: Parameters<typeof createReadings>[0]['fetched'] = null) =>
  (await createReadings({ database, hubs, fetched, now: () => at(minutes) })()).stored;

describe('queues', () => {
  const NONE = { waiting: 0, oldest: 0, overdue: 0 };
  const queuesAt = async (minutes: number) =>
    Object.fromEntries(((await storedAt(minutes))?.queues ?? []).map(({ queue, ...one }) => [queue, one]));

  it('are empty at first', async () => {
    expect(await queuesAt(0)).toEqual({ mails: NONE, webhooks: NONE });
  });

  it('have the number of mails that wait, the age of the oldest, and since when it should have been tried', async () => {
    await queue(database.orm, at(0), question('FQ-1'));
    await queue(database.orm, at(4), question('FQ-2'), question('FQ-3'));
    expect((await queuesAt(10)).mails).toEqual({ waiting: 3, oldest: 600, overdue: 600 });
    // A mail that is being sent still waits, but is not due.
    await claimMail(database.orm, 'example.com', at(10));
    expect((await queuesAt(11)).mails).toEqual({ waiting: 3, oldest: 660, overdue: 420 });
    await database.orm.update(mails).set({ state: 'sent' });
    expect((await queuesAt(12)).mails).toEqual(NONE);
  });

  it('have the deliveries that wait; of a webhook that pauses or is off, none is due', async () => {
    await addCompany(database.orm);
    const fails = await addWebhook(database.orm, 'https://a.example');
    await emitPing(database.orm, fails, at(0));
    expect((await queuesAt(1)).webhooks).toEqual({ waiting: 1, oldest: 60, overdue: 60 });
    const claimed = await claimDelivery(database.orm, at(1));
    if (!claimed) throw new Error('Nothing was due');
    await noteAnswer(database.orm, claimed, '500', at(1));
    expect((await queuesAt(1.5)).webhooks).toEqual({ waiting: 1, oldest: 90, overdue: 0 });
    const off = await addWebhook(database.orm, 'https://b.example', { active: false });
    await emitPing(database.orm, off, at(0));
    expect((await queuesAt(1.5)).webhooks).toEqual({ waiting: 2, oldest: 90, overdue: 0 });
    expect((await queuesAt(600)).webhooks?.overdue).toBeGreaterThan(9 * 3600);
  });
});

describe('sources', () => {
  const series = (id: string, kind: 'fixing' | 'monthly') => ({ id, kind, published: null }) as unknown as SeriesRow;
  const fetched = {
    feeds: ['fine', 'failing', 'forgotten', 'never', 'unknown'],
    series: [series('fresh', 'fixing'), series('old', 'fixing'), series('missing', 'monthly')],
  };

  it('are live, late or none', async () => {
    const row = { failures: 0, itemsSeen: 0, checkedAt: at(0), okAt: at(0), nextAt: at(15) };
    await database.orm.insert(feedSources).values([
      { ...row, id: 'fine' },
      { ...row, id: 'failing', okAt: at(-60), failures: 2, nextAt: at(60) },
      { ...row, id: 'forgotten', nextAt: at(-14) },
      { ...row, id: 'never', okAt: null },
      { ...row, id: 'of another content folder' },
    ]);
    const point = { revision: 1, value: '1.0850', seenAt: at(0) };
    await database.orm.insert(seriesPoints).values([
      { ...point, series: 'fresh', day: '2026-11-20' },
      { ...point, series: 'old', day: '2026-11-02' },
    ]);
    const sources = (await storedAt(2, fetched))?.sources;
    expect(Object.fromEntries((sources ?? []).map(({ kind, state, number }) => [`${kind} ${state}`, number]))).toEqual({
      'feeds live': 1,
      'feeds late': 2,
      'feeds none': 2,
      'series live': 1,
      'series late': 1,
      'series none': 1,
    });
  });

  it('are left out where none is fetched', async () => {
    expect((await storedAt(0))?.sources).toEqual([]);
  });
});

it('a database that does not answer leaves what the process knows by itself', async () => {
  const readings = await createReadings({ database: noDatabase, hubs, fetched: null })();
  const stream = { open: 3, lag: 2.5 };
  expect(readings).toEqual({
    streams: [
      { stream: 'flash', ...stream },
      { stream: 'posts', ...stream },
      { stream: 'market', ...stream },
    ],
    pool: null,
    stored: null,
  });
});

describe('the lag of a stream', () => {
  let changes: StreamChange[] = [];
  let fails = false;
  const read = async (after: number) => {
    if (fails) throw new Error('The store does not answer');
    return changes.filter(({ number }) => number > after);
  };
  const followed: Followed<StreamChange, never> = {
    channel: 'lag',
    last: () => read(0),
    after: (_, number) => read(number),
    fits: () => true,
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('is 0 if nothing waits, else the time since the store was read; also if nobody knows', async () => {
    const hub = createHub({ database, log: () => {}, followed });
    await hub.catchUp();
    await wait(60);
    expect(await hub.lag()).toBe(0);
    changes = [{ number: 1, id: 'a', text: '' }];
    await wait(60);
    expect(await hub.lag()).toBeGreaterThanOrEqual(55);
    await hub.catchUp();
    expect([await hub.lag(), hub.last()]).toEqual([0, 1]);
    fails = true;
    await wait(60);
    expect(await hub.lag()).toBeGreaterThanOrEqual(55);
    await hub.close();
  });
});
