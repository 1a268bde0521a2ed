/** The list of news: items of feeds and articles of the house. */
import type { HouseArticle, NewsItem } from '../contract/news.ts';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { type Element, el } from './element.ts';
import { foreignLang, importance, itemFacts, itemLink, itemTime, original, summaryOf } from './items.ts';
import type { Page } from './page.ts';

/** Headlines where only these are shown. */
export const BRIEF = 8;

export type ListedNews =
  | { kind: 'house'; key: string; at: string; article: HouseArticle }
  | { kind: 'feed'; key: string; at: string; item: NewsItem };

/**
 * Articles and items as one list, each once, newest first. If more items follow, articles older than the last item are left
 * out for now. An item whose link leads to an article of `all` is left out, because the article stands for it.
 */
export function mergedNews(
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

/** An entry of the list. `brief`: its headline only. */
export function newsEntry(entry: ListedNews, company: string, brief: boolean, page: Page): Element {
  if (entry.kind === 'house') return houseEntry(entry.article, company, { brief });
  const { item } = entry;
  const lang = foreignLang(item, page);
  return el(
    'article',
    { className: 'news-entry', 'data-important': item.important || undefined },
    el('h3', { lang }, itemLink(item, page)),
    el(
      'p',
      { className: 'news-facts' },
      itemTime(item, page),
      importance(item, page),
      itemFacts(item, page, { brief }),
    ),
    !brief && summaryOf(item, lang),
    !brief && original(item, page),
  );
}

/** An article of the house; the lead is shown large at the top. */
export function houseEntry(
  { title, description, date, day, href, readingTime, lang }: HouseArticle,
  company: string,
  { lead = false, brief = false },
): Element {
  return el(
    'article',
    { className: lead ? 'news-lead' : 'news-entry' },
    el(lead ? 'h2' : 'h3', { lang }, el('a', { href }, title)),
    el(
      'p',
      { className: 'news-facts' },
      el('time', { dateTime: date }, day),
      el('span', {}, company),
      el('span', {}, readingTime),
    ),
    !brief && el('p', { className: 'news-summary', lang }, description),
  );
}

/** The list on a page, as the server and the build write it. */
export const newsItems = (entries: readonly ListedNews[], company: string, brief: boolean, page: Page): Element[] =>
  entries.map((entry) => el('li', { 'data-key': entry.key }, newsEntry(entry, company, brief, page)));
