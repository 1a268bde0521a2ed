import * as v from 'valibot';
import { FLASH_STREAM_PATH, type NewsItem, newsItem } from '../contract/news.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { type ApiOptions, addressOf } from './client.ts';
import { openEvents } from './events.ts';
import type { FlashQuery } from './flash.ts';

/** Opens the stream of flashes after a change number. */
export function openFlashes(
  { language, after }: FlashQuery,
  { base }: ApiOptions,
  tell: (event: StreamEvent<NewsItem>) => void,
): StreamSource {
  return openEvents(
    addressOf(FLASH_STREAM_PATH, {}, { base, query: { language, after } }),
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
