/** Without a mail server: what the log says of mails that wait. */
import { expect, it } from 'vitest';
import { announceWaiting, QUIET_MS } from '../../../../src/server/mail/announceWaiting.ts';
import { mailsTest, question, RECIPIENT } from '../../../helpers/server/mails.ts';

const on = mailsTest();

function announce() {
  const announced = announceWaiting({
    database: on.database,
    log: (entry) => on.log.push(entry),
    now: () => on.clock.now,
  });
  on.undo.push(announced.close);
  return announced;
}
const counts = () => on.log.map((entry) => entry.counts?.waiting);

it('one line says that mails wait and how to read them, without an address', async () => {
  const announced = announce();
  await announced.tick();
  expect(on.log).toEqual([]);
  await on.queue(question(), question('FQ-2'));
  await announced.tick();
  await announced.tick();
  expect(on.log).toEqual([
    {
      level: 'info',
      event: 'mail',
      state: 'waiting',
      counts: { waiting: 2 },
      message: expect.stringContaining('npm run admin -- mail show'),
    },
  ]);
  expect(JSON.stringify(on.log)).not.toContain(RECIPIENT);
});

it('further mails are announced after a minute, and none twice', async () => {
  await on.queue(question());
  const announced = announce();
  await announced.tick();
  on.clock.now = new Date(on.clock.now.getTime() + QUIET_MS - 1);
  await on.queue(question('FQ-2'));
  await announced.tick();
  expect(counts()).toEqual([1]);
  on.clock.now = new Date(on.clock.now.getTime() + 1);
  await announced.tick();
  expect(counts()).toEqual([1, 2]);
  on.clock.now = new Date(on.clock.now.getTime() + QUIET_MS);
  await announced.tick();
  expect(counts()).toEqual([1, 2]);
});

it('a mail that is queued while the process starts or stops breaks nothing', async () => {
  const announced = announce();
  await announced.close();
  await on.queue(question());
  await announced.tick();
  expect(on.log).toEqual([]);
});
