/** Starts the official series as the settings say. */
import { resolve } from 'node:path';
import { seriesRows } from '../../catalogue/officialSeries.ts';
import type { Config } from '../config.ts';
import type { Database, Orm } from '../db/database.ts';
import { fetcherOf, pace, run } from '../feeds/schedule.ts';
import type { Log } from '../log.ts';
import { fillFromContent } from './fill.ts';
import { createGatherer } from './gather.ts';
import { createSeries, type Series } from './service.ts';
import type { SeriesStore } from './store.ts';

/** Relative to the source, since the server may be started from another folder. */
const CONTENT = resolve(import.meta.dirname, '../../../content');

export interface StartOptions {
  database: Database;
  config: Config;
  log: Log;
}

/** Throws one line if content/series.yml is faulty. */
export function startSeries({ database, config, log }: StartOptions): Series {
  const rows = seriesRows(CONTENT);
  return createSeries({
    ...{ database, log, rows },
    streamsPerNetwork: config.STREAMS_PER_NETWORK,
    fill: (orm, store) => fillFromContent(rows, CONTENT, { orm, store }),
    ...(config.FEEDS && {
      startFetching: (orm: Orm, store: SeriesStore) =>
        run(
          ({ signal }) =>
            createGatherer({ rows, store, orm, fetcher: fetcherOf(config), ...pace(config), log, signal }),
          { log, events: { one: 'series', all: 'series' } },
        ),
    }),
  });
}
