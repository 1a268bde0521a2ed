/** What the server says of itself when metrics are asked for: streams, queues, connections, sources. */
import { type SQL, sql } from 'drizzle-orm';
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import { OVERDUE_MS } from '../../markets/feedsState.ts';
import { valueFreshness } from '../../markets/freshness.ts';
import type { Database, Orm } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { deliveries, mails, webhooks } from '../db/schema.ts';
import { type SourceState, statusOf } from '../feeds/states.ts';
import type { Hub, StreamChange } from '../hub.ts';
import { createStore } from '../news/store.ts';
import { workingDaysLate } from '../series/fetchTimes.ts';
import { lastPoints } from '../series/store.ts';
import { withTimeout } from '../timeout.ts';

/** Prometheus waits ten seconds by default. */
const PATIENCE_MS = 4_000;

export const STREAMS = ['flash', 'posts', 'market'] as const;

export interface Queue {
  queue: 'mails' | 'webhooks';
  waiting: number;
  /** Seconds since the oldest waits; 0 if none does */
  oldest: number;
  /** Seconds since the first should have been tried; 0 if none is due */
  overdue: number;
}

/** live: nothing newer is expected; late: something newer should have come; none: nothing ever came */
const STATES = ['live', 'late', 'none'] as const;
type State = (typeof STATES)[number];

export interface Sources {
  kind: 'feeds' | 'series';
  state: State;
  number: number;
}

export interface Readings {
  /** `lag`: seconds for which a change may have waited to be sent */
  streams: { stream: (typeof STREAMS)[number]; open: number; lag: number }[];
  /** Null with the embedded database, which has one connection */
  pool: { size: number; busy: number; idle: number; waiting: number } | null;
  /** Null if the database does not answer. No sources if this process fetches none */
  stored: { queues: Queue[]; sources: Sources[] } | null;
}

export interface ReadingsOptions {
  database: Database;
  hubs: Record<(typeof STREAMS)[number], Pick<Hub<StreamChange, never>, 'clients' | 'lag'>>;
  /** Ids of feeds, and the series; null if this process fetches none */
  fetched: { feeds: readonly string[]; series: readonly SeriesRow[] } | null;
  now?: () => Date;
}

/** The returned function never rejects. */
export function createReadings({
  database,
  hubs,
  fetched,
  now = () => new Date(),
}: ReadingsOptions): () => Promise<Readings> {
  const { orm, pool } = database;

  async function stored(): Promise<Readings['stored']> {
    const at = now();
    const queues = await readQueues(orm, at);
    if (!fetched) return { queues, sources: [] };
    const sources = [
      ...counted('feeds', await feedStates(orm, fetched.feeds, at)),
      ...counted('series', await seriesStates(orm, fetched.series, at)),
    ];
    return { queues, sources };
  }

  return async () => {
    // Read before this takes connections itself.
    const connections = pool && {
      size: pool.options.max,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    };
    const streams = STREAMS.map(async (stream) => ({
      stream,
      open: hubs[stream].clients(),
      lag: (await hubs[stream].lag()) / 1000,
    }));
    return {
      streams: await Promise.all(streams),
      pool: connections,
      stored: await withTimeout(stored(), PATIENCE_MS).catch(() => null),
    };
  };
}

async function readQueues(orm: Orm, now: Date): Promise<Queue[]> {
  /** Seconds since a time; 0 if there is none, or it is in the future. */
  const since = (time: SQL) =>
    sql`greatest(extract(epoch from ${now.toISOString()}::timestamptz - ${time}), 0)::float8`;
  return rowsOf<Queue>(
    orm,
    sql`select 'mails' as queue, count(*)::int as waiting, ${since(sql`min(${mails.waitsSince})`)} as oldest,
        ${since(sql`min(${mails.nextAt})`)} as overdue
      from ${mails} where ${mails.state} in ('waiting', 'sending')
      union all
      select 'webhooks', count(*)::int, ${since(sql`min(${deliveries.at})`)},
        ${since(sql`min(greatest(${deliveries.nextAt}, ${webhooks.pausedUntil})) filter (where ${webhooks.active})`)}
      from ${deliveries} join ${webhooks} on ${webhooks.id} = ${deliveries.webhook}
      where ${deliveries.state} in ('waiting', 'sending')`,
  );
}

async function feedStates(orm: Orm, ids: readonly string[], now: Date): Promise<State[]> {
  const states = new Map((await createStore({ orm, pool: null }).readSources()).map((state) => [state.id, state]));
  return ids.map((id) => feedState(states.get(id), now));
}

/** A feed counts as late while it fails: it is tried again within a day, whatever its interval. */
function feedState(state: SourceState | undefined, now: Date): State {
  if (!state?.okAt) return 'none';
  const isOverdue = now.getTime() - (state.nextAt?.getTime() ?? 0) > OVERDUE_MS;
  return isOverdue || statusOf(state) === 'failing' ? 'late' : 'live';
}

async function seriesStates(orm: Orm, rows: readonly SeriesRow[], now: Date): Promise<State[]> {
  const points = await lastPoints(
    orm,
    rows.map(({ id }) => id),
    1,
  );
  return rows.map((row) => {
    const [newest] = points.get(row.id) ?? [];
    if (!newest) return 'none';
    const late = workingDaysLate(row, newest.day, now);
    return valueFreshness({ kind: row.kind, late }) === 'live' ? 'live' : 'late';
  });
}

const counted = (kind: Sources['kind'], states: readonly State[]): Sources[] =>
  STATES.map((state) => ({ kind, state, number: states.filter((one) => one === state).length }));
