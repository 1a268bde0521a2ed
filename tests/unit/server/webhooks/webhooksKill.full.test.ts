/** Processes that send to a webhook and are killed, one after the other and at the same time. */
import { expect, it, onTestFinished } from 'vitest';
import { deliveries } from '../../../../src/server/db/schema.ts';
import { CLAIM_MS, emit } from '../../../../src/server/webhooks/queue.ts';
import { filledPlace, type Place, POSTGRES_URL } from '../../../helpers/database/database.ts';
import { type DatabaseProcess, startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { inspect, take } from '../../../helpers/database/databaseTest.ts';
import { addCompany, addWebhook, startReceiver } from '../../../helpers/server/webhooks.ts';
import { KILLS } from '../../../helpers/short.ts';

const NEWS = { id: 1, language: 'en', title: 'Rates', importance: 'high' };
const PUBLISHED = { to: 'all', type: 'news.published', data: NEWS } as const;

const start = (place: Place, aheadMs = 0) => startDatabaseProcess('webhook', { ...place, aheadMs });

/** Stores events for webhooks at an address, `each` for each of them. */
const fill = (place: Place, url: string, webhooks: number, each: number) =>
  inspect(place, async ({ orm }) => {
    await addCompany(orm);
    for (let number = 0; number < webhooks; number += 1) await addWebhook(orm, url);
    const events = Array.from({ length: each }, (_, number) => ({ ...PUBLISHED, event: `news ${number}` }));
    await emit(orm, events, new Date());
  });

it(`killed ${KILLS} time(s) between sending and noting: the event is sent again, with the same id, until it is noted`, async () => {
  const place = await take(filledPlace());
  let sending: DatabaseProcess | undefined;
  let kills = 0;
  const { url, received, stop } = await startReceiver(async (response) => {
    if (kills < KILLS) {
      kills += 1;
      // The receiver has the event; who has sent it never learns that.
      sending?.child.kill('SIGKILL');
      await sending?.ended;
    }
    response.end();
  });
  onTestFinished(() => stop());
  await fill(place, url, 1, 1);
  for (let round = 0; round <= KILLS; round += 1) {
    // The claims of those that were killed have ended.
    sending = start(place, round * (CLAIM_MS + 1000));
    if (round < KILLS) await sending.ended;
    else expect(await sending.line(0)).toBe('delivered');
  }
  sending?.child.kill('SIGKILL');
  await sending?.ended;
  const [row] = await inspect(place, ({ orm }) => orm.select().from(deliveries));
  expect(row).toMatchObject({ state: 'delivered', attempts: KILLS + 1 });
  expect(received.map(({ parameters }) => parameters.nonce)).toEqual(Array(KILLS + 1).fill(row?.id));
});

// PGlite has one process.
const itTwice = POSTGRES_URL ? it : () => {};
itTwice('two processes at once send each event once', async () => {
  const place = await take(filledPlace());
  const { url, received, stop } = await startReceiver();
  onTestFinished(() => stop());
  await fill(place, url, 5, 20);
  start(place);
  start(place);
  await expect
    .poll(() => inspect(place, ({ orm }) => orm.select({ state: deliveries.state }).from(deliveries)), {
      timeout: 30_000,
    })
    .toEqual(Array(100).fill({ state: 'delivered' }));
  expect(received).toHaveLength(100);
  expect(new Set(received.map(({ parameters }) => parameters.nonce)).size).toBe(100);
});
