/** The mails about questions, in the language of the question. Their link holds the secret behind '#'. */
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { readOperator } from '../../catalogue/operator.ts';
import { threadPath } from '../../contract/questionLink.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../i18n/locales.ts';
import { CONTENT } from '../content.ts';
import type { Orm } from '../db/database.ts';
import { questions } from '../db/schema.ts';
import { queueMail } from '../mail/queue.ts';
import { serverMessage } from '../messages.ts';
import { secretOf, serverKey } from '../shared/reference.ts';
import { OFFERS_PATH } from '../users/mails.ts';

const DAY_MS = 86_400_000;
/** Anyone can ask with the address of another person, whom this protects: further questions are not confirmed. */
export const MOST_CONFIRMED_A_DAY = 5;

type Row = Pick<typeof questions.$inferSelect, 'reference' | 'locale' | 'email' | 'deniedAt'>;
type NewRow = Omit<Row, 'deniedAt'>;

/**
 * Confirms a question, which the transaction has stored. `isOffered`: who has sent it was not logged in, and the owner of
 * the address is asked whether it is theirs.
 */
export async function queueReceived(tx: Orm, row: NewRow, isOffered: boolean, now: Date): Promise<void> {
  const isTheirs = eq(sql`lower(${questions.email})`, row.email.toLowerCase());
  const today = and(isTheirs, gt(questions.askedAt, new Date(now.getTime() - DAY_MS)));
  const [counted] = await tx.select({ number: count() }).from(questions).where(today);
  if ((counted?.number ?? 0) > MOST_CONFIRMED_A_DAY) return;
  const mail = await mailAbout(tx, row);
  const { reference } = row;
  if (isOffered) {
    await queueMail(tx, { ...mail, name: 'questionOffered', path: OFFERS_PATH, values: { reference } }, now);
    return;
  }
  const values = { reference, answerTime: answerTime(mail.locale) };
  await queueMail(tx, { ...mail, name: 'questionReceived', values }, now);
}

/** Tells of the answer with this id, unless the owner of the address has denied the question. */
export async function queueAnswered(tx: Orm, row: Row, id: string, now: Date): Promise<void> {
  if (row.deniedAt) return;
  const mail = { ...(await mailAbout(tx, row)), occasion: id };
  await queueMail(tx, { ...mail, name: 'questionAnswered', values: { reference: row.reference } }, now);
}

async function mailAbout(tx: Orm, { reference, locale, email }: NewRow) {
  const path = threadPath(reference, secretOf(reference, await serverKey(tx)));
  return { about: reference, locale: isLocale(locale) ? locale : DEFAULT_LOCALE, recipient: email, path };
}

/** A sentence on when an answer can be expected; '' if the operator has set no time. */
function answerTime(locale: Locale): string {
  const { hours, businessDays } = readOperator(CONTENT).answer ?? {};
  const [singular, plural] = hours
    ? (['server.answerHour', 'server.answerHours'] as const)
    : (['server.answerDay', 'server.answerDays'] as const);
  const number = hours ?? businessDays;
  return number ? serverMessage(number === 1 ? singular : plural, locale, String(number)) : '';
}
