/** What is known of each source, for /api/web/news/sources. */
import type { FeedSource } from '../../authoring/sources.ts';
import type { SourceState } from '../news/items.ts';

export interface SourceStatus {
  id: string;
  title: string;
  htmlUrl: string;
  language: FeedSource['language'];
  category: FeedSource['category'];
  kind: FeedSource['kind'];
  /** waiting: not asked yet */
  status: 'ok' | 'failing' | 'waiting';
  checkedAt: Date | null;
  /** When it last answered */
  okAt: Date | null;
  /** Kind of the last fault, see errors.ts */
  lastError: string | null;
  itemsSeen: number;
}

/** In the order of content/sources.opml; states of sources that are no longer there are left out. */
export function sourceStatuses(sources: readonly FeedSource[], states: readonly SourceState[]): SourceStatus[] {
  const known = new Map(states.map((state) => [state.id, state]));
  return sources.map(({ id, title, htmlUrl, language, category, kind }) => {
    const { checkedAt = null, okAt = null, lastError = null, itemsSeen = 0 } = known.get(id) ?? {};
    const status = lastError ? 'failing' : checkedAt ? 'ok' : 'waiting';
    return { id, title, htmlUrl, language, category, kind, status, checkedAt, okAt, lastError, itemsSeen };
  });
}
