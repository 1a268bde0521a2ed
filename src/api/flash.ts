import type { CallData } from '../contract/common.ts';
import { flashListCall } from '../contract/news.ts';
import { type ApiOptions, call, successOf } from './client.ts';

export interface FlashQuery {
  language?: string | undefined;
  important?: 'true' | undefined;
  /** A category that is left out */
  without?: string | undefined;
  /** Words of the title or the summary */
  q?: string | undefined;
  /** Cursor of the previous page */
  before?: string | undefined;
  /** Only changes since the `last` of an earlier response */
  after?: string | undefined;
  limit?: string | undefined;
}

export type FlashPage = CallData<typeof flashListCall>;

/** A page of flashes, or with `after` the changes. Rejects as call() does, and if the response is not a success. */
export async function readFlashes(query: FlashQuery, options: ApiOptions): Promise<FlashPage> {
  return successOf(await call(flashListCall, {}, { ...options, query: { ...query } }));
}
