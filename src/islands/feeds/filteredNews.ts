/** The house's articles and the items of feeds as one list, as far as they match a filter. */

import { HOUSE_CATEGORY, HOUSE_SOURCE, holdsWords, type NewsFilter } from '../../browserState/newsFilter.ts';
import type { HouseArticle } from '../../contract/news.ts';
import { type ListedNews, newsInOrder } from '../../shells/newsInOrder.ts';
import type { NewsList } from '../../stores/news.ts';

export const filteredNews = (articles: readonly HouseArticle[], list: NewsList, filter: NewsFilter): ListedNews[] =>
  newsInOrder(
    articles.filter((article) => fits(article, filter)),
    list,
    articles,
  );

/** Notes about the site have a category of their own, and are in no list that is not asked for them. */
function fits({ title, description, house }: HouseArticle, { category, source, q }: NewsFilter): boolean {
  if (category && (category !== HOUSE_CATEGORY || !house)) return false;
  if (house && !category && !source && !q) return false;
  if (source && source !== HOUSE_SOURCE) return false;
  return holdsWords(`${title} ${description}`, q);
}
