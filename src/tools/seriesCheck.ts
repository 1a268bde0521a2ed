/**
 * npm run admin -- series check [ID …]: asks every address of content/series.yml as the server would, and prints what answers
 * and which series are late. Saves nothing. An id is that of any series of a file. Exit code 1 if an address fails, a
 * value cannot be read or a series is late, 2 if an id is unknown or the file is faulty.
 */
import pMap from 'p-map';
import { z } from 'zod';
import { addressAt, type SeriesRow, seriesRows } from '../catalogue/officialSeries.ts';
import { LATE_FROM_DAYS } from '../markets/freshness.ts';
import { readConfig } from '../server/config.ts';
import { type FaultKind, FeedFault, isNoWayOut } from '../server/feeds/errors.ts';
import type { Fetcher } from '../server/feeds/fetch.ts';
import { fetcherOf } from '../server/feeds/schedule.ts';
import { filesOf, readFile, type SeriesFile } from '../server/series/fetchRounds.ts';
import { workingDaysLate } from '../server/series/fetchTimes.ts';
import { remedyOf } from '../server/series/formats/values.ts';
import type { Point } from '../server/series/types.ts';
import { faulty, type Work } from './command.ts';

export interface CheckOptions {
  rows: readonly SeriesRow[];
  fetcher: Fetcher;
  /** Addresses asked at the same time */
  parallel: number;
  now: Date;
}

interface Checked {
  id: string;
  /** 'ok', or what is wrong */
  state: string;
  /** Why the address gave nothing */
  fault: FaultKind | null;
  points: readonly Point[];
  /** Texts that name a fault and its remedy */
  faults: readonly string[];
  late: readonly { id: string; days: number; newest: string }[];
  ms: number;
}

const OFFLINE =
  'No address can be reached: check this machine’s connection, its name server and firewall (outgoing HTTPS). Until then the server shows what it has stored.';

export const seriesCheck: Work = async (ids, env) => {
  let rows: SeriesRow[];
  let config: ReturnType<typeof readConfig>;
  try {
    rows = seriesRows();
    config = readConfig(env);
  } catch (error) {
    const faults = error instanceof z.ZodError && z.prettifyError(error);
    throw faulty(
      faults ? `${faults}\nnpm run content names the lines in content/series.yml` : (error as Error).message,
    );
  }
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id && row.address !== null));
  if (unknown.length > 0) {
    throw faulty(`No series in content/series.yml that has an address is called ${unknown.join(', ')}`);
  }
  const addresses = new Set(rows.filter(({ id }) => ids.includes(id)).map(({ address }) => address));
  const wanted = ids.length > 0 ? rows.filter(({ address }) => addresses.has(address)) : rows;
  const options = { fetcher: fetcherOf(config), parallel: config.FEEDS_PARALLEL, now: new Date() };
  const { lines, isGood } = await checkSeries({ rows: wanted, ...options });
  if (!isGood) process.exitCode = 1;
  return lines;
};

/** Asks the addresses of series. Returns the lines to print, and whether all is well. */
export async function checkSeries(options: CheckOptions): Promise<{ lines: string[]; isGood: boolean }> {
  const { rows, parallel, now } = options;
  // The longer file too: it is asked for only when days are missing, and would otherwise be tried in need.
  const files = filesOf(rows).flatMap((file) => [
    { ...file, isLonger: false },
    ...(file.history ? [{ ...file, address: file.history, isLonger: true }] : []),
  ]);
  const found = await pMap(files, (file) => check(file, options), { concurrency: parallel });
  const isOffline = found.every(({ fault }) => isNoWayOut(fault));
  const width = Math.max(6, ...found.map(({ id }) => id.length));
  const lines = found.flatMap(({ id, state, points, faults, late, ms }) => {
    const newest =
      points
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? '';
    const numbers = `${String(points.length).padStart(6)}  ${newest.padEnd(10)}  ${String(ms).padStart(6)}`;
    return [
      `${id.padEnd(width)}  ${state.padEnd(18)}  ${numbers}`,
      ...(isOffline ? [] : faults).map((fault) => `  ${fault}`),
      ...late.map((row) => `  ${row.id}: ${row.days} working days late, the newest value is of ${row.newest}`),
    ];
  });
  const bad = found.filter(({ state, faults, late }) => state !== 'ok' || faults.length > 0 || late.length > 0);
  return {
    lines: [
      `${'series'.padEnd(width)}  ${'state'.padEnd(18)}  points  newest          ms`,
      ...lines,
      ...(isOffline ? [OFFLINE] : []),
      `${found.length - bad.length} of ${found.length} addresses of ${now.toISOString().slice(0, 10)} are in order`,
    ],
    isGood: bad.length === 0,
  };
}

async function check(file: SeriesFile & { isLonger: boolean }, { fetcher, now }: CheckOptions): Promise<Checked> {
  const started = performance.now();
  const id = `${file.id}${file.isLonger ? ' (longer)' : ''}`;
  const remedy = remedyOf(file.address, file.rows[0]?.page ?? '');
  const checked = (state: string, part: Partial<Checked> = {}): Checked => ({
    id,
    state,
    fault: null,
    points: [],
    faults: [],
    late: [],
    ...part,
    ms: Math.round(performance.now() - started),
  });
  try {
    const fetched = await fetcher.fetch(addressAt(file.address, now), { etag: null, lastModified: null });
    if (!fetched) return checked('failed', { faults: [remedy] });
    const { points, faults } = readFile(file, fetched);
    return checked('ok', { points, faults, late: file.isLonger ? [] : lateOf(file, points, now) });
  } catch (error) {
    if (error instanceof FeedFault) return checked(error.kind, { fault: error.kind, faults: [remedy] });
    return checked('no series', { faults: [(error as Error).message] });
  }
}

/** The series of a file that are late. */
function lateOf({ rows }: SeriesFile, points: readonly Point[], now: Date): Checked['late'] {
  return rows.flatMap((row) => {
    const newest = points
      .filter(({ series }) => series === row.id)
      .map(({ day }) => day)
      .sort()
      .at(-1);
    const days = newest === undefined ? 0 : workingDaysLate(row, newest, now);
    return newest !== undefined && days >= LATE_FROM_DAYS ? [{ id: row.id, days, newest }] : [];
  });
}
