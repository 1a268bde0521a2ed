/** How the API and the news feeds are. */
import type { Service } from '../contract/common.ts';
import type { NewsSource } from '../contract/news.ts';

export interface FeedsState {
  /** Feeds that have been fetched */
  all: number;
  /** Those that were reached at the last fetch */
  fine: number;
  /** Those that have never been reached */
  never: number;
  /** Those that were reached before, but not at the last fetch; `since`: the earliest time from which one is silent */
  failing: { count: number; since: string | null };
  /** The last time that a feed was reached; null if none was */
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

function feedsState(list: readonly NewsSource[]): FeedsState | null {
  const fetched = list.filter(({ checkedAt }) => checkedAt !== null);
  if (fetched.length === 0) return null;
  const reached = (status: 'ok' | 'failing') =>
    fetched.flatMap((source) => (source.status === status && source.okAt) || []).sort();
  const [fine, failing] = [reached('ok'), reached('failing')];
  return {
    all: fetched.length,
    fine: fine.length,
    never: fetched.length - fine.length - failing.length,
    failing: { count: failing.length, since: failing[0] ?? null },
    latest: [...fine, ...failing].sort().at(-1) ?? null,
  };
}
