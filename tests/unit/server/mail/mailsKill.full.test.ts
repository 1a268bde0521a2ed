/** Processes that send mails and are killed, one after the other and at the same time. */
import { expect, it, onTestFinished } from 'vitest';
import { mails } from '../../../../src/server/db/schema.ts';
import { CLAIM_MS } from '../../../../src/server/mail/queue.ts';
import { filledPlace, type Place, POSTGRES_URL } from '../../../helpers/database/database.ts';
import { type DatabaseProcess, startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { inspect, take } from '../../../helpers/database/databaseTest.ts';
import { question, queue } from '../../../helpers/server/mails.ts';
import { startSmtp } from '../../../helpers/server/smtp.ts';
import { KILLS } from '../../../helpers/short.ts';

const start = (place: Place, smtp: string, aheadMs = 0) => startDatabaseProcess('mail', { ...place, smtp, aheadMs });

it(`killed ${KILLS} time(s) between sending and noting: the mail is sent again, with the same id, until it is noted`, async () => {
  const place = await take(filledPlace());
  let sending: DatabaseProcess | undefined;
  let kills = 0;
  const smtp = await startSmtp({}, async () => {
    if (kills === KILLS) return;
    kills += 1;
    // The server has the mail; whoever has sent it never learns that.
    sending?.child.kill('SIGKILL');
    await sending?.ended;
  });
  onTestFinished(() => smtp.stop());
  await inspect(place, ({ orm }) => queue(orm, new Date(), question()));
  for (let round = 0; round <= KILLS; round += 1) {
    // The claims of those that were killed have ended.
    sending = start(place, smtp.url, round * (CLAIM_MS + 1000));
    if (round < KILLS) await sending.ended;
    else expect(await sending.line(0)).toBe('sent');
  }
  sending?.child.kill('SIGKILL');
  await sending?.ended;
  const [row] = await inspect(place, ({ orm }) => orm.select().from(mails));
  expect(row).toMatchObject({ state: 'sent', attempts: KILLS + 1, recipient: null, content: null });
  expect(smtp.received.map(({ header }) => header('Message-ID'))).toEqual(Array(KILLS + 1).fill(row?.messageId));
  expect(row?.messageId).toMatch(/^<[\da-f-]{36}@example\.com>$/);
});

// PGlite has one process.
const itTwice = POSTGRES_URL ? it : () => {};
itTwice('two processes at once send each mail once', async () => {
  const place = await take(filledPlace());
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  await inspect(place, ({ orm }) =>
    queue(orm, new Date(), ...Array.from({ length: 40 }, (_, number) => question(`FQ-${number}`))),
  );
  const processes = [start(place, smtp.url), start(place, smtp.url)];
  await Promise.all(processes.map(({ line }) => line(0)));
  await expect
    .poll(() => inspect(place, ({ orm }) => orm.select({ state: mails.state }).from(mails)), { timeout: 30_000 })
    .toEqual(Array(40).fill({ state: 'sent' }));
  expect(new Set(smtp.received.map(({ header }) => header('Message-ID'))).size).toBe(40);
  expect(smtp.received).toHaveLength(40);
});
