/** How the news feeds are, from what the API says of each. */
import type { Freshness } from './freshness.ts';

/** What is known of a feed; times as ISO 8601 */
export interface FetchedFeed {
  status: 'ok' | 'failing' | 'waiting';
  checkedAt: string | null;
  okAt: string | null;
  nextAt: string | null;
}

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

/** A feed whose fetch is due for so long is not fetched any more. */
export const OVERDUE_MS = 15 * 60_000;

/** Null if none has been fetched. */
export function feedsState(list: readonly FetchedFeed[]): FeedsState | null {
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
