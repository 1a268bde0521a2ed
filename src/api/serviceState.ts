import { type Call, healthData } from '../contract/common.ts';
import { newsSourcesCall } from '../contract/news.ts';
import { type ApiOptions, call, successOf } from './client.ts';

const healthCall: Call<typeof healthData> = { path: '/api/health', data: healthData };

/** True if the API answers and its database does too. */
export async function readReadiness(options: ApiOptions): Promise<boolean> {
  return successOf(await call(healthCall, {}, options)).ready;
}

/** How the news feeds were when they were last fetched; null if none has been fetched. */
export async function readFeeds(
  options: ApiOptions,
): Promise<{ fine: number; all: number; latest: string | null } | null> {
  const { list } = successOf(await call(newsSourcesCall, {}, options));
  const fetched = list.filter(({ checkedAt }) => checkedAt !== null);
  if (fetched.length === 0) return null;
  return {
    fine: fetched.filter(({ status }) => status === 'ok').length,
    all: fetched.length,
    latest:
      fetched
        .flatMap(({ okAt }) => okAt ?? [])
        .sort()
        .at(-1) ?? null,
  };
}
