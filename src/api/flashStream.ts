import * as v from 'valibot';
import { FLASH_STREAM_PATH, type NewsItem, newsItem } from '../contract/news.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { type ApiOptions, addressOf } from './client.ts';
import { openEvents, streamWindows } from './events.ts';
import type { FlashQuery } from './flash.ts';
import type { Windows } from './sharedStream.ts';

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
