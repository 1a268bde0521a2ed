import type { FeedsState } from '../api/serviceState.ts';

export interface ServiceState {
  /** Null if it is unknown */
  ready: boolean | null;
  feeds: FeedsState | null;
}

/** How API and feeds are, as far as they say so. Never throws. */
export async function readServiceState(service: { base: string; lang: string }): Promise<ServiceState> {
  const options = { ...service, quiet: true };
  try {
    const { readFeeds, readReadiness } = await import('../api/serviceState.ts');
    const [ready, feeds] = await Promise.all([
      readReadiness(options).catch(() => null),
      readFeeds(options).catch(() => null),
    ]);
    return { ready, feeds };
  } catch {
    return { ready: null, feeds: null }; // The script did not load.
  }
}
