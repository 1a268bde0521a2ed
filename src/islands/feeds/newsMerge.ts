/** The house's articles and the items of feeds as one list, each once, newest first. */

import { HOUSE_CATEGORY, HOUSE_SOURCE, holdsWords, type NewsFilter } from '../../browserState/newsFilter.ts';
import type { NewsItem } from '../../contract/all.ts';
import type { HouseArticle } from '../../contract/news.ts';
import { LOCALE_IDS } from '../../i18n/locales.ts';
import type { NewsList } from '../../stores/news.ts';

export type ListedNews =
  | { kind: 'house'; key: string; at: string; article: HouseArticle }
  | { kind: 'feed'; key: string; at: string; item: NewsItem };

/**
 * The entries to show. If more items follow, articles older than the last item are left out for now. An item whose
 * link leads to an article of the house is left out, because the article stands for it.
 */
export function mergeNews(articles: readonly HouseArticle[], list: NewsList, filter: NewsFilter): ListedNews[] {
  const matching = articles.filter((article) => fits(article, filter));
  const paths = new Set(articles.map(({ id }) => `/datahub/news/${id}`));
  const items = list.items.filter(({ link }) => link === null || !paths.has(sitePath(link)));
  const last = list.next === null ? '' : (list.items.at(-1)?.publishedAt ?? '');
  const entries: ListedNews[] = [
    ...items.map((item) => ({ kind: 'feed' as const, key: item.id, at: item.publishedAt, item })),
    ...matching
      .map((article) => ({ kind: 'house' as const, key: article.id, at: `${article.date}T00:00:00.000Z`, article }))
      .filter(({ at }) => at >= last),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Notes about the site have a category of their own, and are in no list that is not asked for them. */
function fits({ title, description, house }: HouseArticle, { category, source, q }: NewsFilter): boolean {
  if (category && (category !== HOUSE_CATEGORY || !house)) return false;
  if (house && !category && !source && !q) return false;
  if (source && source !== HOUSE_SOURCE) return false;
  return holdsWords(`${title} ${description}`, q);
}

const LOCALE_PREFIX = new RegExp(`^/(${LOCALE_IDS.join('|')})(?=/)`);

/** The path of an address of this site without its locale; the address of another site never equals one. */
function sitePath(link: string): string {
  return URL.parse(link)?.pathname.replace(LOCALE_PREFIX, '') ?? link;
}
