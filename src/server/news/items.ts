/** Types shared by the feed fetcher (src/server/feeds), the editors and the news store (store.ts). */
import type { NewsLanguage } from '../../contract/all.ts';
import type { SourceStates } from '../feeds/states.ts';

export { NEWS_LANGUAGES, type NewsLanguage } from '../../contract/all.ts';

/** An entry of a feed or of the market clock, made safe: plain text, an absolute http(s) link. */
export interface FeedItem {
  sourceId: string;
  kind: 'news' | 'flash';
  /** Unique within its source, and the same at every fetch. */
  guid: string;
  link: string;
  title: string;
  /** Null if the source allows only the title. */
  summary: string | null;
  language: NewsLanguage;
  category: string;
  /** Null if the feed gives none; then the time of first sight applies. */
  publishedAt: Date | null;
}

/** Public information about a feed, from content/sources.opml. */
export interface SourceInfo {
  id: string;
  name: string;
  /** The public page that announces the feed */
  page: string | null;
  kind: 'news' | 'flash';
  language: NewsLanguage;
  category: string;
}

export interface ItemStore extends SourceStates {
  /**
   * Idempotent: an existing item is not added again; a changed title or summary creates a revision. `refused` has an
   * error for each item that cannot be stored. Throws if none can be stored or the database does not respond.
   */
  saveItems(items: readonly FeedItem[]): Promise<{ added: number; revised: number; refused: unknown[] }>;
}

export const MOST_LINK = 4_000;

/** Text that Postgres and readers can handle: whole characters, no control characters, no direction overrides. */
export function plain(text: string, most = MOST_LINK): string {
  const tidy = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Postgres refuses U+0000
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return tidy.length <= most
    ? tidy
    : `${tidy
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}
