/** What passes between the fetcher of feeds (src/server/feeds) and the store of news (store.ts). */
import type { NewsLanguage } from '../../contract/all.ts';

export { NEWS_LANGUAGES, type NewsLanguage } from '../../contract/all.ts';

/** An entry of a feed, or of the market clock, made safe: plain text, an absolute http(s) link. */
export interface FeedItem {
  sourceId: string;
  kind: 'news' | 'flash';
  /** Unique within its source, and the same at every fetch. */
  guid: string;
  link: string;
  title: string;
  /** Null where the source allows the title only. */
  summary: string | null;
  language: NewsLanguage;
  category: string;
  /** Null where the feed gives none: then the time of first sight counts. */
  publishedAt: Date | null;
}

/** What readers are told of a feed; content/sources.opml holds it. */
export interface SourceInfo {
  id: string;
  name: string;
  /** The public page that announces the feed */
  page: string | null;
  kind: 'news' | 'flash';
  language: NewsLanguage;
  category: string;
}

/**
 * What is known of a source between two fetches. `lastError` is a kind, never a message: a message may hold an address. It
 * is '2 refused' where the feed was read and two of its items could not be stored.
 */
export interface SourceState {
  id: string;
  etag: string | null;
  lastModified: string | null;
  checkedAt: Date | null;
  okAt: Date | null;
  failures: number;
  nextAt: Date | null;
  lastError: string | null;
  itemsSeen: number;
}

export interface ItemStore {
  /**
   * Idempotent: an item already there is not added again, and a changed title or summary makes a revision. `refused` has
   * an error for each item that cannot be stored; where none can, or the database does not answer, it throws.
   */
  saveItems(items: readonly FeedItem[]): Promise<{ added: number; revised: number; refused: unknown[] }>;
  readSources(): Promise<SourceState[]>;
  saveSource(state: SourceState): Promise<void>;
  /** Does the work in one process of many; null where another process is at it. */
  withIngestLock<T>(work: () => Promise<T>): Promise<T | null>;
}
