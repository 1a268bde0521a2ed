/**
 * Stores what publishers state. A value that a publisher revises stays beside the new one. Every change takes a number
 * of the counter 'series' (db/numbered.ts), one for each series that has changed, which its stream follows.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { numbered } from '../db/numbered.ts';
import { insertRows, rowsOf } from '../db/rows.ts';
import { seriesChanges, seriesPoints, seriesSources } from '../db/schema.ts';
import { createSourceStates, type SourceStates } from '../feeds/states.ts';
import type { Point } from './types.ts';

/** The counter of changes, and the channel of LISTEN and NOTIFY. */
export const CHANNEL = 'series';
/** Different from the ones in db/opening/open.ts and news/store.ts. */
const LOCK = 0x46_69_6e_69;
const BATCH = 5_000;

/** A value that counts. */
export interface StoredPoint extends Point {
  /** ISO 8601: when it was first seen */
  seenAt: string;
}

/** A value that a publisher has replaced. */
export interface ReplacedPoint {
  day: string;
  value: string;
  seenAt: string;
  replacedAt: string;
}

export interface Saved {
  added: number;
  revised: number;
}

export interface SeriesStore extends SourceStates {
  /** Idempotent: a known value is not stored again, and no other value is ever lost. */
  savePoints(points: readonly Point[]): Promise<Saved>;
}

export function createSeriesStore(
  database: Pick<Database, 'orm' | 'pool'>,
  { now = () => new Date() }: { now?: () => Date } = {},
): SeriesStore {
  const { orm } = database;
  return {
    ...createSourceStates(database, seriesSources, LOCK),
    async savePoints(points) {
      // Of values of the same day the last one counts.
      const each = [...new Map(points.map((point) => [keyOf(point), point])).values()];
      let [added, revised] = [0, 0];
      for (let start = 0; start < each.length; start += BATCH) {
        const saved = await saveBatch(orm, each.slice(start, start + BATCH), now());
        added += saved.added;
        revised += saved.revised;
      }
      return { added, revised };
    },
  };
}

/** A series and a day. */
export const keyOf = ({ series, day }: Pick<Point, 'series' | 'day'>) => `${series} ${day}`;

/** Saves all of a batch or nothing of it. Most points of a file are known: they need no lock. */
async function saveBatch(orm: Orm, batch: readonly Point[], now: Date): Promise<Saved> {
  return guarded('saving points', async () => {
    const work = newsOf(batch, await knownOf(orm, batch));
    if (work.length === 0) return { added: 0, revised: 0 };
    const series = [...new Set(work.map((point) => point.series))];
    return numbered(orm, CHANNEL, series.length, async (tx, first) => {
      const known = await knownOf(tx, work);
      const points = newsOf(work, known);
      const rows = points.map((point) => ({
        ...point,
        revision: (known.get(keyOf(point))?.revision ?? 0) + 1,
        seen_at: now.toISOString(),
      }));
      const json = JSON.stringify({ rows });
      await tx.execute(
        sql`update ${seriesPoints} p set replaced_at = ${now.toISOString()}::timestamptz
          from json_populate_recordset(null::${seriesPoints}, ${json}::json -> 'rows') r
          where p.series = r.series and p.day = r.day and p.replaced_at is null`,
      );
      await insertRows(tx, seriesPoints, json);
      const changes = series.map((id, index) => ({ series: id, changed: first + index }));
      await tx.execute(
        sql`insert into ${seriesChanges}
          select * from json_populate_recordset(null::${seriesChanges}, ${JSON.stringify(changes)}::json)
          on conflict (series) do update set changed = excluded.changed`,
      );
      const revised = rows.filter(({ revision }) => revision > 1).length;
      return { added: rows.length - revised, revised };
    });
  });
}

type Known = ReadonlyMap<string, { value: string; revision: number }>;

/** Points that are not known, or have another value. A value that is only padded otherwise is the same. */
const newsOf = (points: readonly Point[], known: Known): Point[] =>
  points.filter((point) => {
    const old = known.get(keyOf(point));
    return !old || unpadded(old.value) !== unpadded(point.value);
  });

const unpadded = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);

async function knownOf(orm: Orm, points: readonly Point[]): Promise<Known> {
  const keys = JSON.stringify(points.map(({ series, day }) => ({ series, day })));
  const rows = await rowsOf<Point & { revision: number }>(
    orm,
    sql`select p.series, p.day::text as day, p.value, p.revision
      from json_to_recordset(${keys}::json) as k(series text, day date)
      join series_points p on p.series = k.series and p.day = k.day and p.replaced_at is null`,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const POINT = sql`p.series, p.day::text as day, p.value, ${instant('p.seen_at')} as "seenAt"`;

/** The last points of some series, newest first, of all days or up to one. */
export async function lastPoints(
  orm: Orm,
  series: readonly string[],
  most: number,
  until?: string,
): Promise<ReadonlyMap<string, StoredPoint[]>> {
  const rows = await guarded('reading points', () =>
    rowsOf<StoredPoint>(
      orm,
      sql`select ${POINT} from json_array_elements_text(${JSON.stringify(series)}::json) as k(id)
        cross join lateral (select * from series_points where series = k.id and replaced_at is null${within({ to: until })}
          order by day desc limit ${most}) p order by p.series, p.day desc`,
    ),
  );
  return Map.groupBy(rows, (row) => row.series);
}

/** Days, both included; a missing one is no limit. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** The points of a series, oldest first. */
export async function pointsOf(orm: Orm, series: string, range: Range): Promise<{ day: string; value: string }[]> {
  return guarded('reading a series', () =>
    rowsOf(
      orm,
      sql`select day::text as day, value from series_points
        where series = ${series} and replaced_at is null${within(range)} order by day`,
    ),
  );
}

/** The values of a series that were replaced, by day, oldest first. */
export async function replacedPoints(orm: Orm, series: string, range: Range): Promise<ReplacedPoint[]> {
  return guarded('reading replaced values', () =>
    rowsOf(
      orm,
      sql`select day::text as day, value, ${instant('seen_at')} as "seenAt", ${instant('replaced_at')} as "replacedAt"
        from series_points where series = ${series} and replaced_at is not null${within(range)}
        order by series_points.day, revision`,
    ),
  );
}

function within({ from, to }: Range): SQL {
  return sql`${from ? sql` and day >= ${from}::date` : sql``}${to ? sql` and day <= ${to}::date` : sql``}`;
}

/** Of series in a file that begins with `oldest`: whether older points are stored, and how many since a day. */
export async function heldOf(
  orm: Orm,
  files: readonly { series: string; oldest: string; since: string }[],
): Promise<{ series: string; older: boolean; recent: number }[]> {
  return guarded('counting points', () =>
    rowsOf(
      orm,
      sql`select k.series,
          exists (select from series_points p where p.series = k.series and p.replaced_at is null and p.day < k.oldest)
            as older,
          (select count(*)::int from series_points p
            where p.series = k.series and p.replaced_at is null and p.day > k.since) as recent
        from json_to_recordset(${JSON.stringify(files)}::json) as k(series text, oldest date, since date)`,
    ),
  );
}

/** A series that has changed, with its newest point. */
export interface SeriesChange {
  number: number;
  point: StoredPoint;
}

/** The last change of each series after a number, oldest first. */
export async function changesAfter(orm: Orm, number: number, most: number): Promise<SeriesChange[]> {
  return changes(orm, sql`changed > ${number}::bigint order by changed limit ${most}`);
}

/** The last changes, oldest first. */
export async function lastChanges(orm: Orm, most: number): Promise<SeriesChange[]> {
  return changes(orm, sql`true order by changed desc limit ${most}`);
}

async function changes(orm: Orm, which: SQL): Promise<SeriesChange[]> {
  const rows = await guarded('following the series', () =>
    rowsOf<StoredPoint & { number: string | number }>(
      orm,
      sql`select c.changed as number, ${POINT}
        from (select * from series_changes where ${which}) c
        cross join lateral (select * from series_points where series = c.series and replaced_at is null
          order by day desc limit 1) p order by c.changed`,
    ),
  );
  return rows.map(({ number, ...point }) => ({ number: Number(number), point }));
}
