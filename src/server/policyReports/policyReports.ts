/**
 * Collects what browsers report of the content security policy. Anybody may send such reports, true or not: they are limited
 * by network and in size, and kept only as counts by day, directive and host, of which a day has so many.
 */
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { POLICY_REPORT_TYPE, POLICY_REPORTS_PATH, policyReport } from '../../contract/policyReports.ts';
import { type ApiContext, type ApiEnv, fail, tooMany } from '../answers.ts';
import { type Bodies, parsed } from '../bodies.ts';
import { refuseOtherMethods } from '../calls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { policyReports } from '../db/schema.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { daysBefore } from '../shared/tidy.ts';

/** Reports that a network may send in a minute: a page that breaks a rule in several places sends one for each. */
const PER_MINUTE = 30;
/** Rows that a day may have; what comes on top counts as 'other' of its directive. */
export const MOST_ROWS = 200;
export const OTHER = 'other';
/** Days after which counts are removed. */
export const KEEP_DAYS = 90;

interface Part {
  api: Hono<ApiEnv>;
  orm: Orm;
  bodies: Bodies;
  createLimit: CreateLimit;
  networkOf: (c: ApiContext) => string;
  now: () => Date;
}

export function addPolicyReports({ api, orm, bodies, createLimit, networkOf, now }: Part): void {
  const limit = createLimit(PER_MINUTE, 'policyReports');
  api.post(POLICY_REPORTS_PATH, async (c) => {
    const wait = await limit(networkOf(c));
    if (wait > 0) return tooMany(c, wait);
    if (c.req.header('content-type')?.split(';')[0]?.trim() !== POLICY_REPORT_TYPE) {
      return fail(c, 'wrongType', 'server.wrongType');
    }
    const read = await bodies.bytes(c);
    if ('refused' in read) return read.refused;
    const report = v.safeParse(policyReport, parsed(read.bytes));
    if (!report.success) return fail(c, 'badRequest', 'server.badRequest');
    await countReport(orm, report.output['csp-report'], now());
    return c.body(null, 204);
  });
  refuseOtherMethods(api, POLICY_REPORTS_PATH, ['post']);
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
