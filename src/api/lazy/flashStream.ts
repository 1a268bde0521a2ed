import * as v from 'valibot';
import type { Service } from '../../contract/common.ts';
import { FLASH_STREAM_PATH, type NewsItem, type NewsLanguage, newsItem } from '../../contract/news.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { addressOf } from './client.ts';
import { openEvents } from './events.ts';

/** Opens the stream of flashes after a change number. */
export function openFlashes(
  query: { language: NewsLanguage | undefined; after: string },
  { base }: Service,
  tell: (event: StreamEvent<NewsItem>) => void,
): StreamSource {
  return openEvents(
    addressOf(FLASH_STREAM_PATH, {}, { base, query }),
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
