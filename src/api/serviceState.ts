/** How the API and the news feeds are. */
import type { Service } from '../contract/common.ts';
import type { NewsSource } from '../contract/news.ts';
import type { Freshness } from '../markets/freshness.ts';

export interface FeedsState {
  /** delayed: none is fetched any more; last: none was reached at the last fetch; none: never */
  freshness: Freshness;
  /** Feeds that have been fetched */
  all: number;
  /** Those that were reached at the last fetch */
  fine: number;
  /** The last time that a feed was reached; null if none ever was */
  latest: string | null;
}

export interface ServiceState {
  /** True if the API answers and its database does too; null if it is unknown */
  ready: boolean | null;
  /** How the feeds were when they were last fetched; null if it is unknown or none has been fetched */
  feeds: FeedsState | null;
}

/** How API and feeds are, as far as they say so. Never throws. */
export async function readServiceState(service: Service): Promise<ServiceState> {
  try {
    const { healthCall, newsSourcesCall, request } = await import('./healthCalls.ts');
    const [health, sources] = await Promise.all([
      request(healthCall, service).catch(() => null),
      request(newsSourcesCall, service).catch(() => null),
    ]);
    return { ready: health?.ready ?? null, feeds: sources && feedsState(sources.list) };
  } catch {
    return { ready: null, feeds: null }; // The script did not load.
  }
}

/** A feed whose fetch is due for so long is not fetched any more. */
const OVERDUE_MS = 15 * 60_000;

function feedsState(list: readonly NewsSource[]): FeedsState | null {
  const fetched = list.filter(({ checkedAt }) => checkedAt !== null);
  if (fetched.length === 0) return null;
  const fine = fetched.filter(({ status, okAt }) => status === 'ok' && okAt !== null).length;
  const latest =
    fetched
      .flatMap(({ okAt }) => okAt ?? [])
      .sort()
      .at(-1) ?? null;
  const overdue = Date.now() - OVERDUE_MS;
  const isFetched = fetched.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) > overdue);
  const freshness = latest === null ? 'none' : fine === 0 ? 'last' : isFetched ? 'live' : 'delayed';
  return { freshness, all: fetched.length, fine, latest };
}
