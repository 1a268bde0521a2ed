/** The mails of decisions: to the author with reason and appeal, to those who have reported without who decided. */
import { eq } from 'drizzle-orm';
import type { MailName } from '../../catalogue/mails.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { type moderationDecisions, reports } from '../db/schema.ts';
import { serverMessage } from '../messages.ts';
import { mailUser } from '../users/mails.ts';

type Decision = typeof moderationDecisions.$inferSelect;

/** Where authors read decisions and appeal. */
const DECISIONS_PATH = '/profile/moderation#decisions';
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
  const { id, title, author, appealOutcome, appealReason } = decision;
  if (author === null || !appealOutcome) return;
  const values = (locale: Locale) => ({
    title,
    outcome: serverMessage(`server.moderation.appeal.${appealOutcome}`, locale),
    words: appealReason ?? '',
  });
  await mailUser(tx, author, { name: 'moderationAppeal', occasion: id, path: DECISIONS_PATH, values }, now);
}

export async function mailReporters(
  tx: Orm,
  { id, title }: Decision,
  outcome: 'kept' | 'withdrawn' | 'restored',
  now: Date,
): Promise<void> {
  const rows = await tx.select({ reporter: reports.reporter }).from(reports).where(eq(reports.decision, id));
  const values = (locale: Locale) => ({
    title,
    outcome: serverMessage(`server.moderation.report.${outcome}`, locale),
  });
  for (const { reporter } of rows) {
    if (reporter === null) continue;
    const occasion = `${id} ${outcome}`;
    await mailUser(tx, reporter, { name: 'moderationReport', occasion, path: RULES_PATH, values }, now);
  }
}
