/** What waits for the staff of the operator: how many, since when, and the command that shows it. Names nobody. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Topic } from '../../forms/lists.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { dayAndTime } from '../../markets/zone.ts';
import type { Orm } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { applications, companies, deliveries, mails, questions } from '../db/schema.ts';
import { type ServerMessage, serverMessage } from '../messages.ts';
import { daysBefore } from '../shared/tidy.ts';

/** Topics of questions that cannot wait for the digest */
const URGENT_TOPICS: readonly Topic[] = ['security', 'fraud'];
export const isUrgent = (topic: Topic): boolean => URGENT_TOPICS.includes(topic);

interface OpenWork {
  words: ServerMessage;
  table: PgTable;
  /** Since when a row waits */
  since: SQL;
  /** Which rows wait */
  waits: (now: Date) => SQL | undefined;
  /** What is counted, if it is not the rows */
  counted?: SQL;
  command: string;
}

const isOpen = and(eq(questions.state, 'received'), isNull(questions.company));

/** What is assigned to a company waits for that. */
export const OPEN_WORK = {
  urgentQuestions: {
    words: 'server.staff.urgentQuestions',
    table: questions,
    since: sql`${questions.askedAt}`,
    waits: () => and(isOpen, inArray(questions.topic, [...URGENT_TOPICS])),
    command: 'questions list --state received',
  },
  questions: {
    words: 'server.staff.questions',
    table: questions,
    since: sql`${questions.askedAt}`,
    waits: () => isOpen,
    command: 'questions list --state received',
  },
  applications: {
    words: 'server.staff.applications',
    table: applications,
    since: sql`${applications.submittedAt}`,
    waits: () => and(inArray(applications.state, ['received', 'inReview']), isNull(applications.company)),
    command: 'applications list',
  },
  companies: {
    words: 'server.staff.companies',
    table: companies,
    since: sql`${companies.createdAt}`,
    waits: () => isNull(companies.confirmedAt),
    command: 'companies list',
  },
  mails: {
    words: 'server.staff.mails',
    table: mails,
    since: sql`${mails.waitsSince}`,
    waits: () => inArray(mails.state, ['refused', 'failed']),
    command: 'mail list',
  },
  /** Those whose deliveries were given up within a day: only the company can mend them. */
  webhooks: {
    words: 'server.staff.webhooks',
    table: deliveries,
    since: sql`${deliveries.at}`,
    waits: (now) =>
      and(
        eq(deliveries.state, 'failed'),
        sql`coalesce(${deliveries.triedAt}, ${deliveries.at}) >= ${daysBefore(now, 1).toISOString()}::timestamptz`,
      ),
    counted: sql`distinct ${deliveries.webhook}`,
    command: 'webhooks failing',
  },
} as const satisfies Record<string, OpenWork>;
export type OpenWorkName = keyof typeof OPEN_WORK;
/** What staff are told of at once */
export type UrgentWork = Extract<OpenWorkName, 'urgentQuestions' | 'mails' | 'webhooks'>;

/** Work in words, and its command; null if nothing waits. */
export async function describeOpenWork(
  tx: Orm,
  name: OpenWorkName,
  { now, locale, timeZone }: { now: Date; locale: Locale; timeZone: string },
): Promise<{ what: string; command: string } | null> {
  const { words, table, since, waits, counted = sql`*`, command }: OpenWork = OPEN_WORK[name];
  const [row] = await rowsOf<{ number: number; oldest: string | Date | null }>(
    tx,
    sql`select count(${counted})::int as number, min(${since}) as oldest from ${table} where ${waits(now)}`,
  );
  if (!row?.number || row.oldest === null) return null;
  const time = dayAndTime(new Date(row.oldest), LOCALES[locale].lang, timeZone);
  return {
    what: serverMessage(words, locale, { count: String(row.number), time }),
    command: `npm run admin -- ${command}`,
  };
}
