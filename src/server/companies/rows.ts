/** The rows of companies: their ids, and their audit. */
import { randomBytes } from 'node:crypto';
import type { AuditAction } from '../../contract/companies.ts';
import type { Orm } from '../db/database.ts';
import { type companies, companyAudit } from '../db/schema.ts';

export type CompanyRow = typeof companies.$inferSelect;

/** An id that cannot be guessed. Operators type it: it has no '-', which a command would read as an option. */
export const newId = (): string => randomBytes(12).toString('hex');

/** Who acts, in the audit that members read: which operator it was stays with the operators. */
export const OPERATOR = 'operator';

/** Writes one entry of a company's audit. `by`: a member's id, a key's id, or 'operator'. */
export async function noteIn(
  tx: Orm,
  { company, by, now }: { company: string; by: string; now: Date },
  action: AuditAction,
  detail: Record<string, string> = {},
): Promise<void> {
  await tx.insert(companyAudit).values({ company, by, at: now, action, detail });
}
