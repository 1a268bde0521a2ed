/** The queue of mails on one database for all tests of a file. Each test finds it empty. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database, Orm } from '../../../src/server/db/database.ts';
import { applicationAudit, mails } from '../../../src/server/db/schema.ts';
import type { LogEntry } from '../../../src/server/log.ts';
import { type NewMail, queueMail } from '../../../src/server/mail/queue.ts';
import { createMails } from '../../../src/server/mail/sending.ts';
import { createSender, type Sender } from '../../../src/server/mail/transport.ts';
import type { Worker } from '../../../src/server/shared/worker.ts';
import type { StaffSettings } from '../../../src/server/staff/staffMails.ts';
import { testDatabase } from '../database/database.ts';
import { type Smtp, startSmtp } from './smtp.ts';

export const FROM = { name: 'Finger', address: 'support@example.com' };
export const SITE = 'https://www.example.com';
export const RECIPIENT = 'hana.sato@example.com';
export const MINUTE = 60_000;

/** A mail about a question. */
export const question = (reference = 'FQ-1', given: Partial<NewMail<'questionAnswered'>> = {}) => ({
  name: 'questionAnswered' as const,
  about: reference,
  locale: 'ja' as const,
  recipient: RECIPIENT,
  path: `/support/question/${reference}#hidden`,
  values: { reference },
  ...given,
});

/** Queues mails in a transaction, as whoever stores the event does. */
export const queue = (orm: Orm, now: Date, ...list: NewMail<'questionAnswered'>[]) =>
  orm.transaction(async (tx) => {
    for (const one of list) await queueMail(tx, one, now);
  });

/** Call at the top of a test file. */
export function mailsTest() {
  let database: Database;
  const undo: (() => unknown)[] = [];
  const log: LogEntry[] = [];
  /** The current time of the processes */
  const clock = { now: new Date('2026-11-21T12:00:00Z') };

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    for (const table of [mails, applicationAudit]) await database.orm.delete(table);
    log.length = 0;
    clock.now = new Date('2026-11-21T12:00:00Z');
  });
  afterAll(() => database.close());

  return {
    undo,
    log,
    clock,
    get database() {
      return database;
    },
    rows: () => database.orm.select().from(mails).orderBy(mails.event),
    queue: (...list: NewMail<'questionAnswered'>[]) => queue(database.orm, clock.now, ...list),
    pass: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * MINUTE);
    },
    async smtp(...given: Parameters<typeof startSmtp>): Promise<Smtp> {
      const server = await startSmtp(...given);
      undo.push(server.stop);
      return server;
    },
    /** A process that sends by a mail server. `stepMs` is the longest time for one step of an attempt. */
    room(by: string | Sender, stepMs?: number, staff: StaffSettings | null = null): Worker {
      const room = createMails({
        database,
        log: (entry) => log.push(entry),
        site: SITE,
        sender: typeof by === 'string' ? createSender({ SMTP_URL: by, MAIL_FROM: FROM }, stepMs) : by,
        staff,
        now: () => clock.now,
      });
      undo.push(room.close);
      return room;
    },
  };
}
