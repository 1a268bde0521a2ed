/** Servers on one database that follow a publisher of this machine, with a clock that the test moves. */
import type { Database } from '../../../src/server/db/database.ts';
import { run } from '../../../src/server/feeds/schedule.ts';
import { createGatherer } from '../../../src/server/series/fetchRounds.ts';
import { type ServedApi, serveApi } from '../server/api.ts';
import type { Publisher } from './publisher.ts';

export interface SeriesServers {
  apis: ServedApi[];
  /** Moves the clock, and lets every server look whether a publisher is due. */
  comeTo(now: string): void;
  stop(): Promise<void>;
}

/** `dist`: a built site, whose pages are served too. */
export async function startSeriesServers(
  databases: readonly Database[],
  { rows, fetcher }: Publisher,
  start: string,
  dist?: string,
): Promise<SeriesServers> {
  let now = new Date(start);
  const ticks = new Set<() => void>();
  const apis = await Promise.all(
    databases.map((database) =>
      serveApi({
        database,
        ...(dist !== undefined && { dist }),
        series: {
          rows,
          now: () => now,
          startFetching: (orm, store) =>
            run(
              ({ signal }) =>
                createGatherer({
                  rows,
                  orm,
                  store,
                  fetcher,
                  signal,
                  parallel: 2,
                  intervalMs: 60_000,
                  log: () => {},
                  now: () => now,
                  random: () => 0,
                }),
              {
                log: () => {},
                events: { source: 'series', round: 'series' },
                wait: (_, signal) =>
                  new Promise((resolve) => {
                    ticks.add(() => resolve(null));
                    // A server may be stopped within a round, before it waits.
                    if (signal.aborted) resolve(null);
                    signal.addEventListener('abort', resolve);
                  }),
              },
            ),
        },
      }),
    ),
  );
  return {
    apis,
    comeTo(later) {
      now = new Date(later);
      for (const wake of ticks) wake();
    },
    async stop() {
      for (const api of apis) await api.stop();
    },
  };
}
