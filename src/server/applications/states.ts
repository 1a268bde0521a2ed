/** The states of an application. Whoever changes it, the audit says so, the applicant and the company are told. */
import { eq } from 'drizzle-orm';
import { FINAL_STATES, type State } from '../../forms/lists.ts';
import type { Orm } from '../db/database.ts';
import { applicationAudit, applications } from '../db/schema.ts';
import { emit } from '../webhooks/queue.ts';
import { queueChanged } from './mails.ts';
import { beginOpening, tellOpening } from './opening.ts';

export const isFinal = (state: State): boolean => (FINAL_STATES as readonly State[]).includes(state);

/** Changes the state of an application that the transaction has locked. `asked` is the information that is missing. */
export async function setState(
  tx: Orm,
  row: typeof applications.$inferSelect,
  { state, asked, by }: { state: State; asked: string | null; by: string },
  now: Date,
): Promise<void> {
  const { reference } = row;
  const opening = state === 'approved' ? await beginOpening(tx, row, now) : null;
  await tx
    .update(applications)
    .set({ state, opening, updatedAt: now, finalAt: isFinal(state) ? now : null, ...(asked !== null && { asked }) })
    .where(eq(applications.reference, reference));
  const [entry] = await tx
    .insert(applicationAudit)
    .values({ at: now, reference, by, action: 'state', detail: `${row.state} to ${state}` })
    .returning({ id: applicationAudit.id });
  if (!entry) return;
  if (!(await tellOpening(tx, { ...row, state, opening }, entry.id, now))) {
    await queueChanged(tx, row, { state, asked, occasion: entry.id }, now);
  }
  if (row.company === null) return;
  const event = `application.changed ${reference} ${entry.id}`;
  const to = { company: row.company, kind: 'live' } as const;
  await emit(tx, [{ to, type: 'application.changed', event, data: { reference, state } }], now);
}
