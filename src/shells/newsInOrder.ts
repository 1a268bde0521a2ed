/** Items of feeds and articles of the house as one list. */
import type { HouseArticle, NewsItem } from '../contract/news.ts';
import { LOCALE_IDS } from '../i18n/locales.ts';

export type ListedNews =
  | { kind: 'house'; key: string; at: string; article: HouseArticle }
  | { kind: 'feed'; key: string; at: string; item: NewsItem };

/**
 * Articles and items as one list, each once, newest first. If more items follow, articles older than the last item are left
 * out for now. An item whose link leads to an article of `all` is left out, because the article stands for it.
 */
export function newsInOrder(
  articles: readonly HouseArticle[],
  { items, next }: { items: readonly NewsItem[]; next: string | null },
  all = articles,
): ListedNews[] {
  const paths = new Set(all.map(({ id }) => `/datahub/news/${id}`));
  const last = next === null ? '' : (items.at(-1)?.publishedAt ?? '');
  const entries: ListedNews[] = [
    ...items
      .filter(({ link }) => link === null || !paths.has(sitePath(link)))
      .map((item) => ({ kind: 'feed' as const, key: item.id, at: item.publishedAt, item })),
    ...articles
      .map((article) => ({ kind: 'house' as const, key: article.id, at: `${article.date}T00:00:00.000Z`, article }))
      .filter(({ at }) => at >= last),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const LOCALE_PREFIX = new RegExp(`^/(${LOCALE_IDS.join('|')})(?=/)`);

/** The path of an address of this site without its locale; the address of another site never equals one. */
function sitePath(link: string): string {
  return URL.parse(link)?.pathname.replace(LOCALE_PREFIX, '') ?? link;
}
