/**
 * Decisions on what waits and on what is reported. Each is stored with its mails in one transaction that has locked the
 * thing, so that of two who decide at once one wins.
 */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { OUTCOMES } from '../../contract/moderation.ts';
import type { Moderated, ReportReason } from '../../forms/lists.ts';
import type { RULINGS } from '../../forms/moderationForms.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { moderationAudit, moderationDecisions, reports } from '../db/schema.ts';
import { CHANNEL } from '../posts/writing.ts';
import { type Item, KINDS } from './kinds.ts';
import { mailAuthor, mailKept, mailReportAppeal, mailReporters } from './moderationMails.ts';

export type Outcome = (typeof OUTCOMES)[number];

/** Who decides. Nobody decides on their own posts, reports and decisions. */
export interface Judge {
  /** Null if it is the operator */
  moderator: string | null;
  /** For the audits */
  by: string;
}

interface Ruling {
  kind: Moderated;
  id: number;
  ruling: (typeof RULINGS)[number];
  /** Of what is withdrawn */
  reason: ReportReason | null;
  words: string;
  /** Only what is in this state */
  only?: 'waiting' | 'published';
}

/** Decides. `is`: nothing waits, or no longer, and the thing is in this state. */
export const decide = (
  orm: Orm,
  { kind, id, ruling, reason, words, only }: Ruling,
  { moderator, by }: Judge,
  now: Date,
): Promise<{ outcome: Outcome } | { is: string } | 'unknown' | 'own'> =>
  guarded('deciding on a post', () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const item = await KINDS[kind].lock(tx, id);
      if (!item || item.state === 'hidden') return 'unknown';
      const waitingFor = or(isNull(reports.closedAt), appealWaits(reports));
      const asked = await tx
        .select()
        .from(reports)
        .where(and(eq(reports.kind, kind), eq(reports.item, id), waitingFor));
      const reported = asked.filter(({ closedAt }) => closedAt === null);
      if (moderator !== null && [item.author, ...asked.map(({ reporter }) => reporter)].includes(moderator)) {
        return 'own';
      }
      // The operator also takes away what nobody has reported.
      const waits =
        item.state === 'waiting' ||
        (item.state === 'published' && (reported.length > 0 || (!moderator && ruling === 'withdraw')));
      if (!waits || item.state !== (only ?? item.state)) return { is: item.state };
      return { outcome: await settle(tx, { kind, item, ruling, reason, words, by, number }, now) };
    }),
  );

const openReports = (kind: Moderated, id: number) =>
  and(eq(reports.kind, kind), eq(reports.item, id), isNull(reports.closedAt));

/**
 * Puts a locked thing that waits or is public into its state, and stores the decision with the reports and appeals that it
 * answers, its audit and mails.
 */
export async function settle(
  tx: Orm,
  {
    kind,
    item,
    ruling,
    reason,
    words,
    by,
    number,
  }: Pick<Ruling, 'kind' | 'ruling' | 'reason' | 'words'> & { item: Item; by: string; number: number },
  now: Date,
): Promise<Outcome> {
  const { id, title, author, state, post } = item;
  const isNew = state === 'waiting';
  const keeps = ruling === 'keep';
  const outcome = keeps ? (isNew ? 'published' : 'kept') : isNew ? 'refused' : 'withdrawn';
  if (outcome !== 'kept') {
    await KINDS[kind].put(tx, item, { state: outcome, why: keeps ? null : words, by, number }, now);
  }
  const [decision] = await tx
    .insert(moderationDecisions)
    .values({ kind, item: id, title, author, at: now, by, outcome, reason: keeps ? null : reason, words })
    .returning();
  if (!decision) throw new Error('no decision was stored');
  await tx.update(reports).set({ closedAt: now, decision: decision.id }).where(openReports(kind, id));
  await tx.insert(moderationAudit).values({
    at: now,
    reference: `${kind} ${id}`,
    by,
    action: outcome,
    detail: keeps ? null : reason,
  });
  await mailAuthor(tx, decision, post, now);
  if (keeps) await mailKept(tx, decision, now);
  else {
    await mailReporters(tx, decision, 'withdrawn', now);
    // Whoever has reported it before and has appealed gets what they asked for.
    const waits = and(eq(reports.kind, kind), eq(reports.item, id), appealWaits(reports));
    const answer = { appealDecidedAt: now, appealOutcome: 'reversed', appealReason: words } as const;
    const answered = await tx.update(reports).set(answer).where(waits).returning();
    for (const report of answered) await mailReportAppeal(tx, report, title, now);
  }
  return outcome;
}

/** The condition of appeals that nobody has decided on. Those of whoever is erased have no words, and wait no longer. */
export const appealWaits = ({ appealedAt, appeal, appealDecidedAt }: typeof reports | typeof moderationDecisions) =>
  and(isNotNull(appealedAt), isNotNull(appeal), isNull(appealDecidedAt));

/** How the operator decides by the number of a thing: shows or refuses what waits, withdraws what is public. */
export const decideAs =
  (kind: Moderated) =>
  async (
    orm: Orm,
    {
      id,
      to,
      reason,
      by,
    }: { id: number; to: 'published' | 'refused' | 'withdrawn'; reason: string | null; by: string },
    now: Date,
  ): Promise<string> => {
    const only = to === 'withdrawn' ? 'published' : 'waiting';
    const ruling = to === 'published' ? 'keep' : 'withdraw';
    const asked = { kind, id, ruling, reason: 'other', words: reason ?? '', only } as const;
    const done = await decide(orm, asked, { moderator: null, by }, now);
    return typeof done === 'string' ? 'unknown' : 'is' in done ? done.is : only;
  };
