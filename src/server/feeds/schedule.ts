/** Runs the feeds of a server, round after round until it is stopped, and logs the results. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedSource } from '../../catalogue/sources.ts';
import { COMPANY } from '../../site.ts';
import type { Config } from '../config.ts';
import { describeError, type Log } from '../log.ts';
import type { ItemStore } from '../news/items.ts';
import { createFetcher, type Fetcher } from './fetch.ts';
import { createIngester, type Round, refusedItems } from './ingest.ts';

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
  /** Waits that long, or until the signal aborts; tests pass one that does not wait */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often to check which sources are due. */
const TICK_MS = 60_000;

/** Starts at once. `stop` aborts the current work and resolves after the last write. */
export function startFeeds(options: FeedsOptions): { stop: () => Promise<void> } {
  const { sources, store, config, log, now, random } = options;
  const { wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }) } = options;
  const stopped = new AbortController();
  const ingester = createIngester({
    sources,
    store,
    fetcher: options.fetcher ?? fetcherOf(config),
    parallel: config.FEEDS_PARALLEL,
    intervalMs: config.FEEDS_INTERVAL_MINUTES * 60_000,
    log,
    signal: stopped.signal,
    ...(now && { now }),
    ...(random && { random }),
  });
  const tell = teller(log);
  const running = run();
  return {
    stop() {
      stopped.abort();
      return running;
    },
  };

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const started = performance.now();
      try {
        const round = await ingester.round();
        if (round && !stopped.signal.aborted) tell(round, Math.round(performance.now() - started));
      } catch (error) {
        log({ level: 'error', event: 'feeds', ...describeError(error) });
      }
      await wait(TICK_MS, stopped.signal).catch(() => {});
    }
  }
}

/** The fetcher for these settings; `npm run feeds:check` uses it too. */
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
function teller(log: Log): (round: Round, ms: number) => void {
  const known = new Map<string, string>();
  let wasOffline = false;
  return ({ outcomes, isOffline }, ms) => {
    if (outcomes.length === 0) return;
    if (isOffline) {
      if (!wasOffline) log({ level: 'info', event: 'feeds', state: 'offline', counts: { sources: outcomes.length } });
      wasOffline = true;
      return;
    }
    wasOffline = false;
    for (const { source, state, items, refused } of outcomes) {
      const isRead = state === 'changed' || state === 'unchanged';
      const shown = !isRead ? state : refused > 0 ? refusedItems(refused) : 'ok';
      if (known.get(source.id) !== shown) {
        log({ level: 'info', event: 'feed', source: source.id, state: shown, counts: { items } });
      }
      known.set(source.id, shown);
    }
    const sum = (key: 'added' | 'revised') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const counts = { sources: outcomes.length, added: sum('added'), revised: sum('revised') };
    if (counts.added + counts.revised > 0) log({ level: 'info', event: 'feeds', state: 'read', counts, ms });
  };
}
