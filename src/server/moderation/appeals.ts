/**
 * Appeals, once for each person and decision: of authors against what was refused or withdrawn, of those who have reported
 * against what was left as it is. Another person decides on them than before.
 */
import { and, eq } from 'drizzle-orm';
import type { APPEAL_RULINGS, ReportReason } from '../../forms/lists.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { moderationAudit, moderationDecisions, reports } from '../db/schema.ts';
import { CHANNEL } from '../posts/writing.ts';
import { type Judge, type Outcome, settle } from './deciding.ts';
import { KINDS } from './kinds.ts';
import { mailAppeal, mailReportAppeal, mailReporters } from './moderationMails.ts';

type Decision = typeof moderationDecisions.$inferSelect;
type Report = typeof reports.$inferSelect;

/** Whether a decision leaves public what was reported. */
export const leaves = (outcome: Outcome): boolean => outcome === 'kept' || outcome === 'published';

/** Stores the appeal of a user against a decision, in time. unknown: it is not theirs to appeal against. */
export const appeal = (
  orm: Orm,
  { id, user, words }: { id: string; user: string; words: string },
  now: Date,
): Promise<'done' | 'unknown' | 'twice' | 'late'> =>
  guarded('storing an appeal', () =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(moderationDecisions).where(eq(moderationDecisions.id, id)).for('update');
      if (!row) return 'unknown';
      const isOfReport = leaves(row.outcome);
      const reported = and(eq(reports.decision, id), eq(reports.reporter, user));
      const [appealable] = isOfReport
        ? await tx.select().from(reports).where(reported)
        : row.author === user
          ? [row]
          : [];
      if (!appealable) return 'unknown';
      if (appealable.appealedAt) return 'twice';
      if (now > appealUntil(row.at)) return 'late';
      // What is gone since cannot be taken away.
      if (isOfReport && !isShown((await KINDS[row.kind].lock(tx as Orm, row.item))?.state)) return 'unknown';
      const given = { appealedAt: now, appeal: words };
      if (isOfReport) await tx.update(reports).set(given).where(reported);
      else await tx.update(moderationDecisions).set(given).where(eq(moderationDecisions.id, id));
      return 'done';
    }),
  );

const isShown = (state: string | undefined) => state === 'published' || state === 'waiting';

interface AppealRuling {
  /** Of the decision, or of the report of who appeals */
  id: string;
  ruling: (typeof APPEAL_RULINGS)[number];
  /** Of what an appeal of a reporter takes away */
  reason: ReportReason | null;
  words: string;
}

/** Decides on an appeal: another person than has decided before. reason: it must be named. */
export const decideAppeal = (
  orm: Orm,
  asked: AppealRuling,
  { moderator, by }: Judge,
  now: Date,
): Promise<'done' | 'unknown' | 'own' | 'decided' | 'reason'> =>
  guarded('deciding on an appeal', () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const [report] = await tx.select().from(reports).where(eq(reports.id, asked.id)).for('update');
      const id = report?.decision ?? asked.id;
      const [row] = await tx.select().from(moderationDecisions).where(eq(moderationDecisions.id, id)).for('update');
      const appealed = report ?? row;
      if (!row || !appealed?.appealedAt) return 'unknown';
      if (appealed.appealDecidedAt) return 'decided';
      const reported = await tx.select().from(reports).where(eq(reports.decision, id));
      const concerned = [row.author, ...reported.map(({ reporter }) => reporter)];
      if (by === row.by || (moderator !== null && concerned.includes(moderator))) return 'own';
      if (report && asked.ruling === 'reversed' && asked.reason === null) return 'reason';
      const { ruling } = asked;
      await tx
        .insert(moderationAudit)
        .values({ at: now, reference: `${row.kind} ${row.item}`, by, action: `appeal ${ruling}` });
      if (report) await answerReporter(tx, row, report, { ...asked, by, number }, now);
      else await answerAuthor(tx, row, { ...asked, by, number }, now);
      return 'done';
    }),
  );

type Answer = AppealRuling & { by: string; number: number };

async function answerAuthor(tx: Orm, row: Decision, { ruling, words, by, number }: Answer, now: Date): Promise<void> {
  const kind = KINDS[row.kind];
  const item = ruling === 'reversed' ? await kind.lock(tx, row.item) : null;
  // What its author has changed since was not read: they send it again.
  if (item && item.state === row.outcome && item.savedAt <= row.at) {
    await kind.put(tx, item, { state: 'published', why: null, by, number }, now);
  }
  const decided = { appealDecidedAt: now, appealOutcome: ruling, appealReason: words };
  await tx.update(moderationDecisions).set(decided).where(eq(moderationDecisions.id, row.id));
  const decision = { ...row, ...decided };
  await mailAppeal(tx, decision, now);
  if (ruling === 'reversed') await mailReporters(tx, decision, 'restored', now);
}

/** A decision that takes the thing away answers every appeal that waits; its author can appeal against it in turn. */
async function answerReporter(
  tx: Orm,
  { kind, item: id, title }: Decision,
  report: Report,
  { ruling, reason, words, by, number }: Answer,
  now: Date,
): Promise<void> {
  const item = ruling === 'reversed' ? await KINDS[kind].lock(tx, id) : null;
  if (item && isShown(item.state)) {
    await settle(tx, { kind, item, ruling: 'withdraw', reason, words, by, number }, now);
    return;
  }
  const decided = { appealDecidedAt: now, appealOutcome: ruling, appealReason: words };
  await tx.update(reports).set(decided).where(eq(reports.id, report.id));
  await mailReportAppeal(tx, { ...report, ...decided }, title, now);
}
