/**
 * The license of an analyst or a broker: who checks it, and what others see of it. It is part of the record of the
 * applicant (record.ts), which an application writes.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { operatorPath, readOperator, wordsIn } from '../../catalogue/operator.ts';
import type { License } from '../../contract/companyWork.ts';
import type { LicenseChange } from '../../forms/companyForms.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { COMPANY } from '../../site.ts';
import { CONTENT } from '../content.ts';
import type { Orm } from '../db/database.ts';
import { applicants, applicationAudit, applications, userProfiles } from '../db/schema.ts';
import { queueChanged } from './mails.ts';
import { heldBy, heldFor, keep, licenseOf, tell } from './record.ts';
import { isFinal } from './states.ts';

type Row = typeof applications.$inferSelect;

/** The operator does not change while the server runs. */
const operatorIn = memo((_path: string) => readOperator(CONTENT).name ?? COMPANY);

/** As its owner sees it, and who checks it. */
export function licenseData(license: License, locale: Locale): License {
  const { checkedAt, checkedBy } = license;
  return {
    ...license,
    checkedBy: checkedAt === null ? null : (checkedBy ?? wordsIn(operatorIn(operatorPath(CONTENT)), locale)),
  };
}

/** As everyone sees it. */
export function shownLicense(license: License, locale: Locale): License {
  const all = licenseData(license, locale);
  if (all.state === 'checked') return all;
  const given = { ...all, reason: '' };
  if (all.state === 'submitted') return { ...given, number: '' };
  return { ...given, state: 'none', type: '', number: '', authority: '', checkedAt: null, checkedBy: null };
}

/** The license of a user if everyone may see it: an application for the role that it belongs to is approved. */
export const publicLicense = (user: SQL | PgColumn) =>
  sql<License | null>`(select r.licence from applicants r where r.user_id = ${user} and exists (select from applications a
    where a.user_id = r.user_id and a.role = r.licence->>'role' and a.state = 'approved'))`;

/** Whether a user may not publish yet: they are an analyst or a broker, and have submitted no license that holds. */
export async function needsLicense(orm: Orm, userId: string): Promise<boolean> {
  const state = (await heldBy(orm, userId)).licence?.state;
  return state === 'none' || state === 'refused';
}

/**
 * Checks or refuses the license that an application states; the transaction has locked the application. `company` is the
 * one that does it, null for the operator. Null if there is nothing to check: it states none or not who issued it, or
 * another one was stated since.
 */
export async function checkLicense(
  tx: Orm,
  row: Row,
  change: LicenseChange,
  { by, company }: { by: string; company: string | null },
  now: Date,
): Promise<License | null> {
  const { user, reference } = row;
  // As changeProfile() does: one change at a time.
  if (user) {
    await tx.select({ id: userProfiles.userId }).from(userProfiles).where(eq(userProfiles.userId, user)).for('update');
  }
  const held = await heldFor(tx, row);
  const before = licenseOf({ ...row, held });
  if (!before?.authority) return null;
  const { state } = change;
  const reason = 'reason' in change ? change.reason : '';
  const licence: License = { ...before, state, reason, checkedAt: now.toISOString(), checkedBy: company };
  if (user) await keep(tx, user, { ...held, licence }, now);
  else {
    await tx.update(applicants).set({ licence, changedAt: now }).where(eq(applicants.application, reference));
    await tell(tx, eq(applications.reference, reference), now);
  }
  const [entry] = await tx
    .insert(applicationAudit)
    .values({ at: now, reference, by, action: `license ${state}` })
    .returning({ id: applicationAudit.id });
  // Of a decided application, the user center tells.
  if (reason && !isFinal(row.state)) {
    await queueChanged(tx, row, { state: row.state, asked: reason, occasion: String(entry?.id) }, now);
  }
  return licence;
}
