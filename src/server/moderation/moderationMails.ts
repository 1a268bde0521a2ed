/**
 * The mails of decisions: to the author with reason and appeal; to those who have reported without who decided, and with the
 * appeal if nothing was done.
 */
import { eq } from 'drizzle-orm';
import type { MailName } from '../../catalogue/mails.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { type moderationDecisions, reports } from '../db/schema.ts';
import { serverMessage } from '../messages.ts';
import { mailUser } from '../users/mails.ts';

type Decision = typeof moderationDecisions.$inferSelect;
type Report = typeof reports.$inferSelect;

/** Where authors and those who have reported read decisions and appeal. */
const DECISIONS_PATH = '/profile/moderation#decisions';
const REPORTS_PATH = '/profile/moderation#reports';
const RULES_PATH = '/datahub/rules';

const dayIn = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

export async function mailAuthor(tx: Orm, decision: Decision, post: number, now: Date): Promise<void> {
  const { id, title, author, outcome, reason, words } = decision;
  if (author === null || outcome === 'kept') return;
  if (outcome === 'published') {
    const path = `/datahub/posts/${post}`;
    await mailUser(tx, author, { name: 'moderationPublished', occasion: id, path, values: () => ({ title }) }, now);
    return;
  }
  const name = { refused: 'moderationRefused', withdrawn: 'moderationWithdrawn' } as const satisfies Record<
    string,
    MailName
  >;
  const values = (locale: Locale) => ({
    title,
    reason: serverMessage(`report.reason.${reason ?? 'other'}`, locale),
    words,
    date: dayIn(locale, appealUntil(decision.at)),
  });
  await mailUser(tx, author, { name: name[outcome], occasion: id, path: DECISIONS_PATH, values }, now);
}

export async function mailAppeal(tx: Orm, decision: Decision, now: Date): Promise<void> {
  await mailAppellant(tx, { ...decision, user: decision.author, path: DECISIONS_PATH }, now);
}

/** To who has reported something with this title, and has appealed because nothing was done. */
export async function mailReportAppeal(tx: Orm, report: Report, title: string, now: Date): Promise<void> {
  await mailAppellant(tx, { ...report, title, user: report.reporter, path: REPORTS_PATH }, now);
}

async function mailAppellant(
  tx: Orm,
  {
    id,
    title,
    user,
    path,
    appealOutcome,
    appealReason,
  }: Pick<Decision, 'id' | 'title' | 'appealOutcome' | 'appealReason'> & { user: string | null; path: string },
  now: Date,
): Promise<void> {
  if (user === null || !appealOutcome) return;
  const values = (locale: Locale) => ({
    title,
    outcome: serverMessage(`server.moderation.appeal.${appealOutcome}`, locale),
    words: appealReason ?? '',
  });
  await mailUser(tx, user, { name: 'moderationAppeal', occasion: id, path, values }, now);
}

/** To those whose reports led to nothing, with the appeal. */
export async function mailKept(tx: Orm, { id, title, at }: Decision, now: Date): Promise<void> {
  const values = (locale: Locale) => ({ title, date: dayIn(locale, appealUntil(at)) });
  for (const reporter of await reportersOf(tx, id)) {
    await mailUser(tx, reporter, { name: 'moderationKept', occasion: id, path: REPORTS_PATH, values }, now);
  }
}

async function reportersOf(tx: Orm, decision: string): Promise<string[]> {
  const rows = await tx.select({ reporter: reports.reporter }).from(reports).where(eq(reports.decision, decision));
  return rows.flatMap(({ reporter }) => reporter ?? []);
}

export async function mailReporters(
  tx: Orm,
  { id, title }: Decision,
  outcome: 'withdrawn' | 'restored',
  now: Date,
): Promise<void> {
  const values = (locale: Locale) => ({
    title,
    outcome: serverMessage(`server.moderation.report.${outcome}`, locale),
  });
  for (const reporter of await reportersOf(tx, id)) {
    const occasion = `${id} ${outcome}`;
    await mailUser(tx, reporter, { name: 'moderationReport', occasion, path: RULES_PATH, values }, now);
  }
}
