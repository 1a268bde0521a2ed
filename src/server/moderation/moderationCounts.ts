/** The public counts of reports, decisions and appeals. */
import { sql } from 'drizzle-orm';
import type { ModerationYear } from '../../contract/moderation.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { moderationDecisions, reports } from '../db/schema.ts';

const yearOf = (column: string) => sql.raw(`extract(year from ${column} at time zone 'UTC')::int`);

type Count = { year: number; count: string | number };

/** Counts by year, in UTC. */
export async function moderationCounts(orm: Orm, now: Date): Promise<ModerationYear[]> {
  type Decided = Count & ModerationYear['decisions'][number];
  type Appealed = typeof moderationDecisions | typeof reports;
  const appealed = (table: Appealed) =>
    rowsOf<Count>(
      orm,
      sql`select ${yearOf('appealed_at')} as year, count(*) from ${table} where appealed_at is not null group by 1`,
    );
  const reversed = (table: Appealed) =>
    rowsOf<Count>(
      orm,
      sql`select ${yearOf('appeal_decided_at')} as year, count(*) from ${table}
        where appeal_outcome = 'reversed' group by 1`,
    );
  const [reported, decided, appeals, restored, reportAppeals, withdrawn] = await guarded('counting decisions', () =>
    Promise.all([
      rowsOf<Count>(orm, sql`select ${yearOf('at')} as year, count(*) from ${reports} group by 1`),
      rowsOf<Decided>(
        orm,
        sql`select ${yearOf('at')} as year, kind, outcome, reason, count(*) from ${moderationDecisions}
          group by 1, 2, 3, 4 order by 2, 3, 4`,
      ),
      appealed(moderationDecisions),
      reversed(moderationDecisions),
      appealed(reports),
      reversed(reports),
    ]),
  );
  const years = new Set([
    now.getUTCFullYear(),
    ...[...reported, ...decided, ...appeals, ...restored, ...reportAppeals, ...withdrawn].map((one) => one.year),
  ]);
  const of = (list: Count[], year: number) => Number(list.find((one) => one.year === year)?.count ?? 0);
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => ({
      year,
      reports: of(reported, year),
      decisions: decided
        .filter((one) => one.year === year)
        .map(({ kind, outcome, reason, count }) => ({ kind, outcome, reason, count: Number(count) })),
      appeals: of(appeals, year),
      restored: of(restored, year),
      reportAppeals: of(reportAppeals, year),
      withdrawn: of(withdrawn, year),
    }));
}
