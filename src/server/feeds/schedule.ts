/** Runs the sources of a server, round after round until it is stopped, and logs the results. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedSource } from '../../catalogue/sources.ts';
import { COMPANY } from '../../site.ts';
import type { Config } from '../config.ts';
import { describeError, type Log } from '../log.ts';
import type { ItemStore } from '../news/items.ts';
import { createFetcher, type Fetcher } from './fetch.ts';
import { createIngester } from './ingest.ts';
import { type Round, type Rounds, refusedItems } from './rounds.ts';

export type FeedsConfig = Pick<
  Config,
  | 'FEEDS_INTERVAL_MINUTES'
  | 'FEEDS_PARALLEL'
  | 'FEEDS_TIMEOUT_SECONDS'
  | 'FEEDS_MAX_MEGABYTES'
  | 'FEEDS_CONTACT'
  | 'FEEDS_ALLOW_PRIVATE'
>;

export interface FeedsOptions {
  sources: readonly FeedSource[];
  store: ItemStore;
  config: FeedsConfig;
  log: Log;
  fetcher?: Fetcher;
  now?: () => Date;
  random?: () => number;
  wait?: RunOptions['wait'];
}

/** How often to check which sources are due. */
const TICK_MS = 60_000;

/** Starts at once. `stop` aborts the current work and resolves after the last write. */
export function startFeeds({ sources, store, config, log, fetcher, wait, ...clock }: FeedsOptions): Running {
  return run(
    ({ signal }) =>
      createIngester({
        sources,
        store,
        fetcher: fetcher ?? fetcherOf(config),
        ...pace(config),
        log,
        signal,
        ...clock,
      }),
    { log, wait, events: { source: 'feed', round: 'feeds' } },
  );
}

export interface Running {
  stop: () => Promise<void>;
}

/** How often and how many at a time by these settings. */
export const pace = ({ FEEDS_PARALLEL, FEEDS_INTERVAL_MINUTES }: FeedsConfig) => ({
  parallel: FEEDS_PARALLEL,
  intervalMs: FEEDS_INTERVAL_MINUTES * 60_000,
});

interface RunOptions {
  log: Log;
  /** Waits that long, or until the signal aborts; tests pass one that does not wait */
  wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** What a source and a round are called in the log */
  events: { source: string; round: string };
}

/** Runs rounds at once, and whenever sources may be due. `stop` aborts them and resolves after the last write. */
export function run<S extends { id: string }>(
  create: (stopped: AbortController) => Rounds<S>,
  { log, events, wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }) }: RunOptions,
): Running {
  const stopped = new AbortController();
  const { round } = create(stopped);
  const tell = teller<S>(log, events);
  const running = go();
  return {
    stop() {
      stopped.abort();
      return running;
    },
  };

  async function go(): Promise<void> {
    while (!stopped.signal.aborted) {
      const started = performance.now();
      try {
        const done = await round();
        if (done && !stopped.signal.aborted) tell(done, Math.round(performance.now() - started));
      } catch (error) {
        log({ level: 'error', event: events.round, ...describeError(error) });
      }
      await wait(TICK_MS, stopped.signal).catch(() => {});
    }
  }
}

/** The fetcher for these settings; `npm run admin -- feeds check` uses it too. */
export function fetcherOf(config: FeedsConfig): Fetcher {
  const contact = config.FEEDS_CONTACT ? ` (+${config.FEEDS_CONTACT})` : '';
  return createFetcher({
    limits: { bytes: config.FEEDS_MAX_MEGABYTES * 1024 * 1024, ms: config.FEEDS_TIMEOUT_SECONDS * 1000, redirects: 5 },
    userAgent: `${COMPANY}-feed-reader/1.0${contact}`,
    allowPrivate: config.FEEDS_ALLOW_PRIVATE,
  });
}

/**
 * Logs a line for each source whose state has changed (at first, for every source), and a line for each round that
 * brought changes. While the machine is offline, it logs a single line.
 */
function teller<S extends { id: string }>(
  log: Log,
  events: RunOptions['events'],
): (round: Round<S>, ms: number) => void {
  const known = new Map<string, string>();
  let wasOffline = false;
  return ({ outcomes, isOffline }, ms) => {
    if (outcomes.length === 0) return;
    if (isOffline) {
      if (!wasOffline)
        log({ level: 'info', event: events.round, state: 'offline', counts: { sources: outcomes.length } });
      wasOffline = true;
      return;
    }
    wasOffline = false;
    for (const { source, state, items, refused } of outcomes) {
      const isRead = state === 'changed' || state === 'unchanged';
      const shown = !isRead ? state : refused > 0 ? refusedItems(refused) : 'ok';
      if (known.get(source.id) !== shown) {
        log({ level: 'info', event: events.source, source: source.id, state: shown, counts: { items } });
      }
      known.set(source.id, shown);
    }
    const sum = (key: 'added' | 'revised') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const counts = { sources: outcomes.length, added: sum('added'), revised: sum('revised') };
    if (counts.added + counts.revised > 0) log({ level: 'info', event: events.round, state: 'read', counts, ms });
  };
}
