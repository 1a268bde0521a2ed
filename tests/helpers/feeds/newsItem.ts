import type { NewsItem } from '../../../src/contract/all.ts';

/** An item as the API returns it. Higher ids have later times. */
export function newsItem(id: number, own: Partial<NewsItem> = {}): NewsItem {
  const at = new Date(Date.UTC(2026, 10, 20) + id * 60_000).toISOString();
  return {
    id: String(id),
    kind: 'news',
    source: { id: 'boj', name: 'Bank of Japan' },
    language: 'en',
    category: 'central-bank',
    title: `Item ${id}`,
    summary: null,
    link: `https://www.example.org/${id}`,
    important: false,
    reason: null,
    symbols: [],
    publishedAt: at,
    firstSeenAt: at,
    updatedAt: at,
    revision: 1,
    cluster: String(id),
    ...own,
  };
}
