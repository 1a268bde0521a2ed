/** Official series of one process: first fill, fetching, the stream of new days. */
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import type { Database, Orm } from '../db/database.ts';
import { createHub } from '../hub.ts';
import { describeError, type Log } from '../log.ts';
import { createSeriesStore, type SeriesStore } from './store.ts';
import { followedSeries, type MarketHub } from './stream.ts';

export interface SeriesOptions {
  database: Database;
  log: Log;
  rows?: readonly SeriesRow[];
  /** Stores what comes with the site, before anything is fetched */
  fill?: (orm: Orm, store: SeriesStore) => Promise<void>;
  /** Starts fetching into the store when the store is available; returns how to stop it */
  startFetching?: (orm: Orm, store: SeriesStore) => { stop: () => Promise<void> };
  /** Most live streams per network, such as an IPv4 address; 0 sets no limit */
  streamsPerNetwork?: number;
  now?: () => Date;
}

export interface Series {
  hub: MarketHub;
  /** By id, in the order of content/series.yml */
  rows: ReadonlyMap<string, SeriesRow>;
  now: () => Date;
  /** Resolves when the first fill is done, or has failed. */
  filled: Promise<void>;
  /** Ends the streams and all work, so that the server can stop. */
  close(): Promise<void>;
}

export function createSeries({
  database,
  log,
  rows = [],
  fill = async () => {},
  startFetching,
  streamsPerNetwork = 0,
  now = () => new Date(),
}: SeriesOptions): Series {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const hub = createHub({ database, log, followed: followedSeries(byId), mostPerNetwork: streamsPerNetwork, now });
  const ends: (() => Promise<void>)[] = [() => hub.close()];
  let isClosed = false;

  async function begin(): Promise<void> {
    const store = createSeriesStore(database, { now });
    await fill(database.orm, store).catch((error) => log({ level: 'error', event: 'series', ...describeError(error) }));
    if (startFetching && !isClosed) ends.push(startFetching(database.orm, store).stop);
  }

  const filled = begin();
  return {
    hub,
    rows: byId,
    now,
    filled,
    async close() {
      isClosed = true;
      await filled;
      await Promise.all(ends.splice(0).map((end) => end()));
    },
  };
}
