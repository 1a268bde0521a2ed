/**
 * Counts how fast pages were in the browsers of a sample of visits. Anybody may send such figures, true or not: they
 * are limited by network and in size, and kept only as counts by week, kind of page, figure and class of values, so
 * that there are never more rows than these have combinations. What a visitor forbids by their browser is not counted.
 */
import { lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { METRICS, type Metric, VITALS_PATH, type VitalsReport } from '../../contract/vitals.ts';
import { ROUTE_KINDS } from '../../routes.ts';
import { type ApiContext, fail } from '../answers.ts';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { vitals } from '../db/schema.ts';
import type { Log } from '../log.ts';
import { addReports, type Collecting } from '../shared/reports.ts';
import { daysBefore, tidyHourly } from '../shared/tidy.ts';
import { classOf } from './classes.ts';

const upTo = (most: number) => v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(most)));
/** Ten minutes; nobody waits longer for a page. */
const time = upTo(600_000);
/** A field that is not named here is refused. */
const reportShape = v.strictObject({
  kind: v.picklist(ROUTE_KINDS),
  figures: v.pipe(
    v.strictObject({ LCP: time, INP: time, CLS: upTo(100), TTFB: time } satisfies Record<Metric, typeof time>),
    v.check((figures) => Object.keys(figures).length > 0),
  ),
});

export function addVitals(collecting: Collecting): void {
  const { orm, bodies, now } = collecting;
  const take = async (c: ApiContext) => {
    const read = await bodies.json(c);
    if ('refused' in read) return read.refused;
    const report = v.safeParse(reportShape, read.value);
    if (!report.success) return fail(c, 'badRequest', 'server.badRequest');
    // Pages ask the browser first; an extension or a proxy may say it in a header alone.
    const isForbidden = c.req.header('dnt') === '1' || c.req.header('sec-gpc') === '1';
    if (!isForbidden) await countFigures(orm, report.output, now());
    return null;
  };
  addReports(collecting, { path: VITALS_PATH, name: 'vitals', take });
}

/** Adds one to the count of the class of each figure in this week. */
export async function countFigures(orm: Orm, { kind, figures }: VitalsReport, now: Date): Promise<void> {
  const week = weekOf(now);
  // Always in this order, so that two reports at a time never wait for each other's rows.
  const rows = METRICS.flatMap((metric) => {
    const value = figures[metric];
    return value === undefined ? [] : [{ week, kind, metric, least: classOf(metric, value), count: 1 }];
  });
  await guarded('counting figures of a page', () =>
    orm
      .insert(vitals)
      .values(rows)
      .onConflictDoUpdate({
        target: [vitals.week, vitals.kind, vitals.metric, vitals.least],
        set: { count: sql`${vitals.count} + 1` },
      }),
  );
}

/** Removes counts of weeks that have ended `keepDays` days ago. Returns how many. */
export async function tidyVitals(orm: Orm, keepDays: number, now: Date): Promise<number> {
  const gone = await orm
    .delete(vitals)
    .where(lt(vitals.week, weekOf(daysBefore(now, keepDays))))
    .returning({ week: vitals.week });
  return gone.length;
}

/** Removes what is too old while the server runs, also where nothing is measured any more. */
export function keepVitals({ database, log, keepDays }: { database: Database; log: Log; keepDays: number }) {
  const close = tidyHourly({
    database,
    log,
    event: 'vitals',
    tidies: true,
    tidy: async ({ orm }) => ({ vitals: await tidyVitals(orm, keepDays, new Date()) }),
  });
  return { close };
}

/** The Monday of a time's week, in UTC, as YYYY-MM-DD. */
export function weekOf(at: Date): string {
  return daysBefore(at, (at.getUTCDay() + 6) % 7)
    .toISOString()
    .slice(0, 10);
}
