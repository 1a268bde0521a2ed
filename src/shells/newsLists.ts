/** The list of news: items of feeds and articles of the house. */
import type { HouseArticle } from '../contract/news.ts';
import { type Element, el } from './element.ts';
import { foreignLang, importance, itemFacts, itemLink, itemTime, original, summaryOf } from './items.ts';
import type { ListedNews } from './newsInOrder.ts';
import type { Page } from './page.ts';

/** Headlines where only these are shown. */
export const BRIEF = 8;

/** An entry of the list. `brief`: its headline only. */
export function newsEntry(entry: ListedNews, company: string, brief: boolean, page: Page): Element {
  if (entry.kind === 'house') return houseEntry(entry.article, company, { brief });
  const { item } = entry;
  const lang = foreignLang(item, page);
  return el(
    'article',
    { className: 'news-entry', 'data-important': item.important || undefined },
    el('h3', { lang }, itemLink(item, page)),
    el('p', 'news-facts', itemTime(item, page), importance(item, page), itemFacts(item, page, { brief })),
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
    lead ? 'news-lead' : 'news-entry',
    el(lead ? 'h2' : 'h3', { lang }, el('a', { href }, title)),
    el('p', 'news-facts', el('time', { dateTime: date }, day), el('span', {}, company), el('span', {}, readingTime)),
    !brief && el('p', { className: 'news-summary', lang }, description),
  );
}

/** The list on a page, as the server and the build write it. */
export const newsItems = (entries: readonly ListedNews[], company: string, brief: boolean, page: Page): Element[] =>
  entries.map((entry) => el('li', { 'data-key': entry.key }, newsEntry(entry, company, brief, page)));
