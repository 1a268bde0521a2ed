/** Rounds over the feeds: what they hold is parsed, cleaned and saved. Throws only if the store is unavailable. */
import type { FeedSource } from '../../catalogue/sources.ts';
import type { FeedItem, ItemStore } from '../news/items.ts';
import { cleanTitle, excerpt } from './clean.ts';
import { decodeFeed } from './decode.ts';
import type { Fetched } from './fetch.ts';
import { type ParsedEntry, parseFeed } from './parse.ts';
import { createRounds, type Rounds, type RoundsOptions } from './rounds.ts';

export interface IngestOptions
  extends Pick<
    RoundsOptions<FeedSource>,
    'sources' | 'fetcher' | 'parallel' | 'intervalMs' | 'log' | 'now' | 'random' | 'signal'
  > {
  store: ItemStore;
}

export function createIngester({ store, ...options }: IngestOptions): Rounds<FeedSource> {
  return createRounds({
    ...options,
    event: 'feed',
    states: store,
    addressOf: ({ xmlUrl }) => xmlUrl,
    take: async (source, fetched, at) => {
      const items = readItems(source, fetched, at);
      return { items: items.length, ...(await store.saveItems(items)) };
    },
  });
}

/** The items of a fetched feed, cleaned and ready to save. Throws a FeedFault if it is not a feed. */
export function readItems(source: FeedSource, { bytes, contentType, url }: Fetched, now: Date): FeedItem[] {
  const { language } = source;
  const { text } = decodeFeed(bytes, { contentType, language });
  return parseFeed(text, { url, language, now }).flatMap((entry) => itemOf(source, entry) ?? []);
}

/** Returns null for an entry of which nothing may be shown. */
function itemOf({ id, kind, language, category, reuse }: FeedSource, entry: ParsedEntry): FeedItem | null {
  const { guid, link, publishedAt } = entry;
  const words = reuse === 'excerpt' && entry.summary ? excerpt(entry.summary.value, entry.summary.isHtml) : '';
  const heading = entry.title ? cleanTitle(entry.title.value, entry.title.isHtml) : '';
  const title = heading || words;
  if (!title) return null;
  const summary = words === '' || words === title ? null : words;
  return { sourceId: id, kind, guid, link, title, summary, language, category, publishedAt };
}
