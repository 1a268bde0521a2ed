/**
 * Rounds over the files of publishers: each is fetched at the hour of its next value, read and stored. If days are
 * missing, the publisher's longer file is read too.
 */
import { addressAt, type SeriesRow } from '../../catalogue/officialSeries.ts';
import { workingDaysBetween } from '../../markets/workingDays.ts';
import type { Orm } from '../db/database.ts';
import { FeedFault } from '../feeds/errors.ts';
import type { Fetched } from '../feeds/fetch.ts';
import { createRounds, type Rounds, type RoundsOptions, type Taken } from '../feeds/rounds.ts';
import { nextFetch } from './fetchTimes.ts';
import { readBytes } from './formats/readers.ts';
import { heldOf, keyOf, lastPoints, type SeriesStore } from './store.ts';
import type { Point, Reading } from './types.ts';

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A file of a publisher, which may hold many series. */
export interface SeriesFile {
  /** The id of its first series */
  id: string;
  address: string;
  history: string | null;
  rows: readonly SeriesRow[];
}

/** The files at an address, each once. */
export function filesOf(rows: readonly SeriesRow[]): SeriesFile[] {
  const byAddress = Map.groupBy(
    rows.filter(({ address }) => address !== null),
    ({ address }) => address,
  );
  return [...byAddress.values()].flatMap((group) => {
    const [first] = group;
    return first?.address ? [{ id: first.id, address: first.address, history: first.history, rows: group }] : [];
  });
}

/** What a fetched file says. Throws a FeedFault if it is cut off, else what its reader throws. */
export function readFile({ rows }: SeriesFile, { bytes, incomplete }: Fetched): Reading {
  if (incomplete) throw new FeedFault(incomplete);
  return readBytes(bytes, rows);
}

export interface GatherOptions
  extends Pick<RoundsOptions<SeriesFile>, 'fetcher' | 'parallel' | 'intervalMs' | 'log' | 'now' | 'random' | 'signal'> {
  rows: readonly SeriesRow[];
  store: SeriesStore;
  orm: Orm;
}

const DAY_MS = 86_400_000;
/** One dead publisher does not make this machine offline if another has answered within a day. */
const LATELY_MS = 26 * 3_600_000;
/** The days before a file in which points are counted, and how many may be missing: holidays at the turn of the year. */
const RECENT_DAYS = 28;
const MOST_MISSING = 4;
/** A day later than this is a mistake, which would stand as the newest for ever. */
const MOST_AHEAD_MS = DAY_MS;

export function createGatherer({ rows, store, orm, ...options }: GatherOptions): Rounds<SeriesFile> {
  const { fetcher, intervalMs, random = Math.random, now = () => new Date(), signal } = options;
  return createRounds({
    ...options,
    sources: filesOf(rows),
    addressOf: ({ address }) => addressAt(address, now()),
    states: store,
    event: 'series',
    latelyMs: LATELY_MS,
    take,
    nextAt: async ({ rows: fileRows }, at) => {
      const [first] = fileRows;
      if (!first) return at;
      const newest = await newestDay(fileRows);
      return nextFetch(first, newest, at, { intervalMs, random });
    },
  });

  async function newestDay(fileRows: readonly SeriesRow[]): Promise<string | null> {
    const last = await lastPoints(
      orm,
      fileRows.map(({ id }) => id),
      1,
    );
    const days = [...last.values()].flatMap(([point]) => point?.day ?? []);
    return days.sort().at(-1) ?? null;
  }

  async function take(file: SeriesFile, fetched: Fetched, at: Date): Promise<Taken> {
    const taken = await save(file, fetched, at);
    if (!file.history || !(await isMissingDays(orm, taken.points))) return taken;
    try {
      const longer = await fetchWhole(file.history, at);
      const earlier = await save(file, longer, at, taken.points);
      return {
        items: taken.items + earlier.items,
        added: taken.added + earlier.added,
        revised: taken.revised + earlier.revised,
        refused: [...taken.refused, ...earlier.refused],
      };
    } catch (error) {
      // What is new counts, whatever the longer file is; it is tried again at the next fetch.
      return { ...taken, refused: [...taken.refused, error] };
    }
  }

  async function fetchWhole(address: string, at: Date): Promise<Fetched> {
    const found = await fetcher.fetch(addressAt(address, at), { etag: null, lastModified: null }, signal);
    if (!found) throw new FeedFault('failed');
    return found;
  }

  /** `newer`: points of a newer file, which the longer one does not revise */
  async function save(file: SeriesFile, fetched: Fetched, at: Date, newer: readonly Point[] = []) {
    const known = new Set(newer.map(keyOf));
    const read = readOrRefuse(file, fetched);
    const latest = dayAt(at.getTime() + MOST_AHEAD_MS);
    const points = read.points.filter((point) => point.day <= latest && !known.has(keyOf(point)));
    const ahead = read.points.filter(({ day }) => day > latest).map(({ series, day }) => `${series} of ${day}`);
    const refused = [...read.faults, ...ahead].map((fault) => new Error(fault));
    return { points, items: points.length, refused, ...(await store.savePoints(points)) };
  }
}

function readOrRefuse(file: SeriesFile, fetched: Fetched): Reading {
  try {
    return readFile(file, fetched);
  } catch (error) {
    if (error instanceof FeedFault) throw error;
    throw new FeedFault('no series');
  }
}

/** True if nothing older than a file is stored of one of its series, or if recent days are missing. */
async function isMissingDays(orm: Orm, points: readonly Point[]): Promise<boolean> {
  const bySeries = Map.groupBy(points, ({ series }) => series);
  const files = [...bySeries].map(([series, seriesPoints]) => {
    const days = seriesPoints.map(({ day }) => day).sort();
    const [oldest = '', newest = ''] = [days[0], days.at(-1)];
    const since = dayAt(Date.parse(newest) - RECENT_DAYS * DAY_MS);
    return { series, oldest, since, expected: workingDaysBetween(since, newest) };
  });
  const held = new Map((await heldOf(orm, files)).map((stretch) => [stretch.series, stretch]));
  return files.some(({ series, expected }) => {
    const { older = false, recent = 0 } = held.get(series) ?? {};
    return !older || recent < expected - MOST_MISSING;
  });
}
