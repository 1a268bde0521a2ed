/** How the API and the news feeds are. */
import type { Service } from '../contract/common.ts';
import { type FeedsState, feedsState } from '../markets/feedsState.ts';

export interface ServiceState {
  /** True if the API answers and its database does too; null if it is unknown */
  ready: boolean | null;
  /** How the feeds were when they were last fetched; null if it is unknown or none has been fetched */
  feeds: FeedsState | null;
}

/** How API and feeds are, as far as they say so. Never throws. */
export async function readServiceState(service: Service): Promise<ServiceState> {
  try {
    const { healthCall, newsSourcesCall, request } = await import('./lazy/health.ts');
    const [health, sources] = await Promise.all([
      request(healthCall, service).catch(() => null),
      request(newsSourcesCall, service).catch(() => null),
    ]);
    return { ready: health?.ready ?? null, feeds: sources && feedsState(sources.list) };
  } catch {
    return { ready: null, feeds: null }; // The script did not load.
  }
}
