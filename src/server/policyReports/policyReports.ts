/**
 * Collects what browsers report of the content security policy. Anybody may send such reports, true or not: they are limited
 * by network and in size, and kept only as counts by day, directive and host, of which a day has so many.
 */
import { and, count, eq, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { POLICY_REPORT_TYPE, POLICY_REPORTS_PATH, policyReport } from '../../contract/policyReports.ts';
import { type ApiContext, fail } from '../answers.ts';
import { parsed } from '../bodies.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { policyReports } from '../db/schema.ts';
import { addReports, type Collecting } from '../shared/reports.ts';
import { daysBefore } from '../shared/tidy.ts';

/** Rows that a day may have; what comes on top counts as 'other' of its directive. */
export const MOST_ROWS = 200;
export const OTHER = 'other';
/** Days after which counts are removed. */
export const KEEP_DAYS = 90;

export function addPolicyReports(collecting: Collecting): void {
  const { orm, bodies, now } = collecting;
  const take = async (c: ApiContext) => {
    if (c.req.header('content-type')?.split(';')[0]?.trim() !== POLICY_REPORT_TYPE) {
      return fail(c, 'wrongType', 'server.wrongType');
    }
    const read = await bodies.bytes(c);
    if ('refused' in read) return read.refused;
    const report = v.safeParse(policyReport, parsed(read.bytes));
    if (!report.success) return fail(c, 'badRequest', 'server.badRequest');
    await countReport(orm, report.output['csp-report'], now());
    return null;
  };
  addReports(collecting, { path: POLICY_REPORTS_PATH, name: 'policyReports', take });
}

/** Adds one to the count of a directive and of what it stopped on that day. */
export async function countReport(
  orm: Orm,
  { directive, blocked }: { directive: string; blocked: string },
  now: Date,
): Promise<void> {
  const day = dayOf(now);
  await guarded('counting a report', () =>
    orm.transaction(async (tx) => {
      const add = { count: sql`${policyReports.count} + 1` };
      const isSame = and(
        eq(policyReports.day, day),
        eq(policyReports.directive, directive),
        eq(policyReports.blocked, blocked),
      );
      const known = await tx.update(policyReports).set(add).where(isSame).returning({ day: policyReports.day });
      if (known.length > 0) return;
      await tx.delete(policyReports).where(lt(policyReports.day, dayOf(daysBefore(now, KEEP_DAYS))));
      const [rows] = await tx.select({ count: count() }).from(policyReports).where(eq(policyReports.day, day));
      const row = { day, directive, blocked: (rows?.count ?? 0) < MOST_ROWS ? blocked : OTHER, count: 1 };
      await tx
        .insert(policyReports)
        .values(row)
        .onConflictDoUpdate({ target: [policyReports.day, policyReports.directive, policyReports.blocked], set: add });
    }),
  );
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
