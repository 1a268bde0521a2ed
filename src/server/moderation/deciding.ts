/**
 * Decisions on what waits and on what is reported, and on appeals against them. Each is stored with its mails in one
 * transaction that has locked the thing, so that of two who decide at once one wins.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { OUTCOMES } from '../../contract/moderation.ts';
import { MODERATED, type Moderated, type REPORT_REASONS } from '../../forms/lists.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { moderationAudit, moderationDecisions, reports } from '../db/schema.ts';
import { CHANNEL } from '../posts/writing.ts';
import { KINDS } from './kinds.ts';
import { mailAppeal, mailAuthor, mailReporters } from './moderationMails.ts';

export type Outcome = (typeof OUTCOMES)[number];
export type Decision = typeof moderationDecisions.$inferSelect;

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
  ruling: 'keep' | 'withdraw';
  /** Of what is withdrawn */
  reason: (typeof REPORT_REASONS)[number] | null;
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
      const open = and(eq(reports.kind, kind), eq(reports.item, id), isNull(reports.closedAt));
      const reported = await tx.select().from(reports).where(open);
      if (moderator !== null && [item.author, ...reported.map(({ reporter }) => reporter)].includes(moderator)) {
        return 'own';
      }
      const isNew = item.state === 'waiting';
      // The operator also takes away what nobody has reported.
      const waits =
        isNew || (item.state === 'published' && (reported.length > 0 || (!moderator && ruling === 'withdraw')));
      if (!waits || item.state !== (only ?? item.state)) return { is: item.state };
      const keeps = ruling === 'keep';
      const outcome = keeps ? (isNew ? 'published' : 'kept') : isNew ? 'refused' : 'withdrawn';
      if (outcome !== 'kept') {
        await KINDS[kind].put(tx, item, { state: outcome, why: keeps ? null : words, by, number }, now);
      }
      const { title, author } = item;
      const [decision] = await tx
        .insert(moderationDecisions)
        .values({ kind, item: id, title, author, at: now, by, outcome, reason: keeps ? null : reason, words })
        .returning();
      if (!decision) throw new Error('no decision was stored');
      await tx.update(reports).set({ closedAt: now, decision: decision.id }).where(open);
      await tx.insert(moderationAudit).values({
        ...{ at: now, reference: `${kind} ${id}`, by, action: outcome },
        detail: keeps ? null : reason,
      });
      await mailAuthor(tx, decision, item.post, now);
      await mailReporters(tx, decision, keeps ? 'kept' : 'withdrawn', now);
      return { outcome };
    }),
  );

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

/** Stores the appeal of an author, once, in time. */
export const appeal = (
  orm: Orm,
  { id, author, words }: { id: string; author: string; words: string },
  now: Date,
): Promise<'done' | 'unknown' | 'twice' | 'late'> =>
  guarded('storing an appeal', () =>
    orm.transaction(async (tx) => {
      const mine = and(eq(moderationDecisions.id, id), eq(moderationDecisions.author, author));
      const [row] = await tx.select().from(moderationDecisions).where(mine).for('update');
      if (!row || row.outcome === 'kept' || row.outcome === 'published') return 'unknown';
      if (row.appealedAt) return 'twice';
      if (now > appealUntil(row.at)) return 'late';
      await tx.update(moderationDecisions).set({ appealedAt: now, appeal: words }).where(mine);
      return 'done';
    }),
  );

/** Decides on an appeal: another person than has decided before. */
export async function decideAppeal(
  orm: Orm,
  { id, ruling, words }: { id: string; ruling: 'upheld' | 'restored'; words: string },
  { moderator, by }: Judge,
  now: Date,
): Promise<'done' | 'unknown' | 'own' | 'decided'> {
  const one = eq(moderationDecisions.id, id);
  const [found] = await guarded('looking an appeal up', () => orm.select().from(moderationDecisions).where(one));
  const kind = MODERATED.find((known) => known === found?.kind);
  if (!kind) return 'unknown';
  return guarded('deciding on an appeal', () =>
    numbered(orm, CHANNEL, 1, async (tx, number) => {
      const [row] = await tx.select().from(moderationDecisions).where(one).for('update');
      if (!row?.appealedAt) return 'unknown';
      if (row.appealDecidedAt) return 'decided';
      if (by === row.by || (moderator !== null && moderator === row.author)) return 'own';
      const item = ruling === 'restored' ? await KINDS[kind].lock(tx, row.item) : null;
      // What its author has changed since was not read: they send it again.
      if (item && item.state === row.outcome && item.savedAt <= row.at) {
        await KINDS[kind].put(tx, item, { state: 'published', why: null, by, number }, now);
      }
      const decided = { appealDecidedAt: now, appealOutcome: ruling, appealReason: words };
      await tx.update(moderationDecisions).set(decided).where(one);
      const reference = `${kind} ${row.item}`;
      await tx.insert(moderationAudit).values({ at: now, reference, by, action: `appeal ${ruling}` });
      const decision = { ...row, ...decided };
      await mailAppeal(tx, decision, now);
      if (ruling === 'restored') await mailReporters(tx, decision, 'restored', now);
      return 'done';
    }),
  );
}
