import * as v from 'valibot';
import type { CallData } from '../contract/common.ts';
import { FLASH_STREAM_PATH, flashListCall, type NewsItem, newsItem } from '../contract/news.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { type ApiOptions, addressOf, call, successOf } from './client.ts';
import { openEvents, streamWindows } from './events.ts';
import type { Windows } from './sharedStream.ts';

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

/** Opens the stream of flashes after a change number. */
export function openFlashes(
  { language, after }: FlashQuery,
  { base }: ApiOptions,
  tell: (event: StreamEvent<NewsItem>) => void,
): StreamSource {
  return openEvents(
    streamAddress({ language, after }, base),
    {
      flash: (data) => {
        const item = v.safeParse(newsItem, data);
        return item.success ? { kind: 'item', item: item.output as NewsItem } : null;
      },
      withdraw: (data) => {
        const found = v.safeParse(v.object({ id: v.string() }), data);
        return found.success ? { kind: 'withdraw', id: found.output.id } : null;
      },
    },
    tell,
  );
}

/** The windows of this browser that follow the flashes of a language. */
export const flashWindows = ({ language }: FlashQuery, { base }: ApiOptions): Windows<NewsItem> | null =>
  streamWindows(streamAddress({ language }, base), newsItem as v.GenericSchema<unknown, NewsItem>);

const streamAddress = (query: { language?: string | undefined; after?: string | undefined }, base: string) =>
  addressOf(FLASH_STREAM_PATH, {}, { base, query });
