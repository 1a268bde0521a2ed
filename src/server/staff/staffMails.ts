/**
 * Mails to the staff of the operator, to the addresses of content/operator.yml: once a day what waits, and at once what
 * cannot. Both are queued like all mails, so a process that dies loses none, and of several processes one sends it.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MailName, MailValues } from '../../catalogue/mails.ts';
import { type Operator, operatorPath, readOperator } from '../../catalogue/operator.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { CONTENT } from '../content.ts';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { counters } from '../db/schema.ts';
import type { Log } from '../log.ts';
import { queueMail } from '../mail/queue.ts';
import { createWorker, type Worker } from '../shared/worker.ts';
import { describeOpenWork, OPEN_WORK, type OpenWorkName, type UrgentWork } from './openWork.ts';

/** What the mails are about, in the queue */
export const STAFF = 'staff';
/** The counter that holds the day of the last digest: 20261127 */
const COUNTER = 'staffDigest';
const HOUR_MS = 3_600_000;

export interface StaffSettings {
  mails: readonly string[];
  hour: number;
  timeZone: string;
  locale: Locale;
}

/** Null: no address is set, and no mail goes to staff. */
export function staffSettings({ staff }: Operator): StaffSettings | null {
  if (!staff) return null;
  const { mails, hour, timeZone, language } = staff;
  return { mails, hour: hour ?? 8, timeZone: timeZone ?? 'UTC', locale: language ?? DEFAULT_LOCALE };
}

const settingsIn = memo((_path: string) => staffSettings(readOperator(CONTENT)));
const current = () => settingsIn(operatorPath(CONTENT));

async function queueStaff<N extends Extract<MailName, `staff${string}`>>(
  tx: Orm,
  { mails, locale }: StaffSettings,
  { name, occasion, values }: { name: N; occasion: string; values: MailValues<N> },
  now: Date,
): Promise<void> {
  for (const recipient of mails) {
    // The event stays when the mail is sent: it holds no address.
    const mark = createHash('sha256').update(recipient).digest('hex').slice(0, 12);
    const mail = { name, about: STAFF, occasion: `${occasion} ${mark}`, locale, recipient, path: '/', values };
    await queueMail(tx, mail, now);
  }
}

/**
 * Tells staff of something urgent, in the transaction that stores it. Of each kind one mail an hour: the next digest counts
 * the rest.
 */
export async function tellStaff(tx: Orm, work: UrgentWork, now: Date, settings = current()): Promise<void> {
  const values = settings && (await describeOpenWork(tx, work, { now, ...settings }));
  if (!values) return;
  const occasion = `${work} ${Math.floor(now.getTime() / HOUR_MS)}`;
  await queueStaff(tx, settings, { name: 'staffUrgent', occasion, values }, now);
}

/** The day and the hour in a time zone. */
function dayIn(timeZone: string, now: Date): { day: number; hour: number } {
  const format = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' };
  const parts = new Intl.DateTimeFormat('en', format as Intl.DateTimeFormatOptions).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: Number(of('year') + of('month') + of('day')), hour: Number(of('hour')) };
}

/** Queues the digest of a day, unless a process has done so or nothing waits. */
async function queueDigest(orm: Orm, day: number, settings: StaffSettings, now: Date): Promise<void> {
  await guarded('queueing the digest for staff', () =>
    orm.transaction(async (tx) => {
      const claimed = await rowsOf(
        tx,
        sql`insert into ${counters} as c (name, value) values (${COUNTER}, ${day}::bigint)
          on conflict (name) do update set value = excluded.value where c.value < excluded.value returning value`,
      );
      if (claimed.length === 0) return;
      const lines: string[] = [];
      for (const name of Object.keys(OPEN_WORK) as OpenWorkName[]) {
        // They are among the questions.
        if (name === 'urgentQuestions') continue;
        const work = await describeOpenWork(tx, name, { now, ...settings });
        if (work) lines.push(`${work.what}\n${work.command}`);
      }
      if (lines.length === 0) return;
      const { locale, timeZone } = settings;
      const date = new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone }).format(now);
      const values = { date, list: lines.join('\n\n') };
      await queueStaff(tx, settings, { name: 'staffDigest', occasion: String(day), values }, now);
    }),
  );
}

/** Queues the digest of each day at its hour, or later that day if no process ran. */
export function createStaffDigest({
  database,
  log,
  settings = current(),
  now = () => new Date(),
}: {
  database: Pick<Database, 'orm'>;
  log: Log;
  settings?: StaffSettings | null;
  now?: () => Date;
}): Worker {
  let done = 0;
  return createWorker<never>({
    log,
    event: 'staff',
    now,
    claim: async () => {
      if (!settings) return null;
      const { day, hour } = dayIn(settings.timeZone, now());
      if (day <= done || hour < settings.hour) return null;
      await queueDigest(database.orm, day, settings, now());
      done = day;
      return null;
    },
    work: async () => {},
  });
}
