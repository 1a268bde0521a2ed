/** The time of lists of series, and of saving, at two sizes of the table of points. */
import { sql } from 'drizzle-orm';
import { seriesRows } from '../../src/catalogue/officialSeries.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { latestRates, seriesList, seriesPoints } from '../../src/server/series/answers.ts';
import { createSeries } from '../../src/server/series/series.ts';
import { createSeriesStore } from '../../src/server/series/store.ts';
import { filledPlace } from '../helpers/database/database.ts';
import { median } from './feedLists.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 40;
/** Highest accepted ratio of the times at both sizes; smaller ratios can be noise of a busy machine */
const MOST_RATIO = 2;
const NEVER_TOO_MUCH_MS = 2;
const LAST_DAY = '2026-11-20';
const DAY_MS = 86_400_000;

const dayBefore = (days: number) => new Date(Date.parse(LAST_DAY) - days * DAY_MS).toISOString().slice(0, 10);

export async function benchSeries(scale: number): Promise<string[]> {
  const place = await filledPlace();
  const database = await connect(place);
  try {
    const sizes = [SMALL, Math.max(SMALL, Math.round(LARGE * scale))] as const;
    await fill(database, sizes[0]);
    // Once for nothing: code and caches that are cold would make the small table look slow.
    await measure(database);
    const small = await measure(database);
    await fill(database, sizes[1]);
    const large = await measure(database);
    console.log(`${sizes[1]} points in ${database.kind}`);
    console.log(
      `${'milliseconds, medians'.padEnd(26)} ${sizes.map((size) => String(size).padStart(10)).join(' ')}  ratio`,
    );
    return Object.entries(small).flatMap(([name, before]) => {
      const after = large[name] ?? Number.NaN;
      const ratio = after / before;
      const times = [before, after].map((ms) => ms.toFixed(2).padStart(10)).join(' ');
      console.log(`${name.padEnd(26)} ${times}  ${ratio.toFixed(2)}`);
      const isSlow = ratio > MOST_RATIO && after - before > NEVER_TOO_MUCH_MS;
      return isSlow ? [`${name} takes ${ratio.toFixed(2)} times as long`] : [];
    });
  } finally {
    await database.close();
    await place.remove();
  }
}

/** As many days of every series up to the last day as make so many points. */
async function fill({ orm, pool }: Database, points: number): Promise<void> {
  const ids = seriesRows().map(({ id }) => id);
  await orm.execute(sql`delete from series_points`);
  await orm.execute(
    sql`insert into series_points (series, day, revision, value, seen_at)
      select id, ${LAST_DAY}::date - n, 1, (1 + n % 1000 / 10000.0)::numeric(8, 4)::text, now()
      from generate_series(0, ${Math.round(points / ids.length) - 1}::int) n
      cross join json_array_elements_text(${JSON.stringify(ids)}::json) as k(id)`,
  );
  await orm.execute(pool ? sql`vacuum analyze series_points` : sql`analyze series_points`);
}

async function measure(database: Database): Promise<Record<string, number>> {
  const { orm } = database;
  const rows = seriesRows();
  const series = createSeries({ database, log: () => {}, rows });
  await series.filled;
  const [row] = rows;
  if (!row) throw new Error('content/series.yml has no series');
  const store = createSeriesStore(database);
  let round = 0;
  const newPoints = (value: string) =>
    rows.slice(0, 30).map(({ id }) => ({ series: id, day: dayBefore(-1 - (round % ROUNDS)), value }));
  const work: Record<string, () => Promise<unknown>> = {
    'all series': () => seriesList(series, orm, 'en-US', {}),
    'series of a group': () => seriesList(series, orm, 'en-US', { group: 'yield' }),
    'rates of a base': () => latestRates(series, orm, 'en-US', 'USD', undefined),
    'the last 30 days': () => seriesPoints(series, orm, 'en-US', row, { from: dayBefore(29) }),
    '30 days in the past': () => seriesPoints(series, orm, 'en-US', row, { from: dayBefore(60), to: dayBefore(31) }),
    'saving 30 new points': () => {
      round += 1;
      return store.savePoints(newPoints(String(round)));
    },
    'saving 30 known points': () => store.savePoints(newPoints(String(round))),
  };
  const times: Record<string, number> = {};
  for (const [name, one] of Object.entries(work)) times[name] = await median(ROUNDS, one);
  await series.close();
  await orm.execute(sql`delete from series_points where day > ${LAST_DAY}::date`);
  return times;
}
