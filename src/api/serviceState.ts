import { type Call, healthData } from '../contract/common.ts';
import { newsSourcesCall } from '../contract/news.ts';
import { type ApiOptions, call, successOf } from './client.ts';

const healthCall: Call<typeof healthData> = { path: '/api/health', data: healthData };

/** True if the API answers and its database does too. */
export async function readReadiness(options: ApiOptions): Promise<boolean> {
  return successOf(await call(healthCall, {}, options)).ready;
}

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

/** How the news feeds were when they were last fetched; null if none has been fetched. */
export async function readFeeds(options: ApiOptions): Promise<FeedsState | null> {
  const { list } = successOf(await call(newsSourcesCall, {}, options));
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
