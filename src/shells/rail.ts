/** The newest flashes beside the news. */
import type { NewsItem } from '../contract/news.ts';
import { longDay, timeOfDay } from '../markets/times.ts';
import { type Element, el } from './element.ts';
import { importantMark, itemLink } from './items.ts';
import type { Page } from './page.ts';

/** As many as fit beside the headlines. */
export const IN_RAIL = 10;

/** The rows beside the news; a row on another day than the one above has its day. */
export function railRows(items: readonly NewsItem[], page: Page): { item: NewsItem; row: Element }[] {
  const { lang, zone } = page;
  const dayOf = ({ publishedAt }: NewsItem) => longDay(Date.parse(publishedAt), lang, zone);
  return items.map((item, index) => {
    const above = items[index - 1];
    const row = el(
      'li',
      { 'data-important': item.important || undefined },
      above && dayOf(above) !== dayOf(item) && el('p', 'rail-day', dayOf(item)),
      el('time', { dateTime: item.publishedAt }, timeOfDay(Date.parse(item.publishedAt), lang, zone)),
      el('p', 'flash-title', importantMark(item, page), itemLink(item, page)),
    );
    return { item, row };
  });
}
