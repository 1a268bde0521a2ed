/** The list of flashes. */
import type { NewsItem } from '../contract/news.ts';
import { longDay, timeOfDay } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import { foreignLang, importance, itemFacts, itemLink, original, summaryOf } from './items.ts';
import type { Page } from './page.ts';

export interface ListedFlash {
  item: NewsItem & { withdrawn?: true; fresh?: true };
  /** The day if the item is the first of its day, else null */
  day: string | null;
  /** The hour if the item is the first of its hour, else null */
  hour: string | null;
}

/** The flashes of a list, the first of a day with the day and the first of an hour with the hour. */
export function listedFlashes(items: readonly ListedFlash['item'][], { lang, zone }: Page): ListedFlash[] {
  let [dayAbove, hourAbove] = ['', ''];
  return items.map((item) => {
    const at = Date.parse(item.publishedAt);
    /** 'Saturday, November 21, 2026' and '14:00', '2:00 p.m.' */
    const [day, hour] = [longDay(at, lang, zone), timeOfDay(at, lang, zone).replace(/:\d\d/, ':00')];
    const isNewDay = day !== dayAbove;
    const isNewHour = isNewDay || hour !== hourAbove;
    [dayAbove, hourAbove] = [day, hour];
    return { item, day: isNewDay ? day : null, hour: isNewHour ? hour : null };
  });
}

/** A flash in the list, below its day and its hour if it is the first of these. `more`: what only an island gives it. */
export function flashEntry({ item, day, hour }: ListedFlash, page: Page, more: Element['attributes'] = {}): Element {
  const { lang, zone, word } = page;
  const itemLang = foreignLang(item, page);
  const id = `flash-${item.id}`;
  return el(
    'article',
    {
      className: 'flash-item',
      'aria-labelledby': id,
      'data-id': item.id,
      'data-fresh': item.fresh,
      'data-important': (item.important && !item.withdrawn) || undefined,
      ...more,
    },
    day && el('h3', 'flash-day', day),
    hour && el('h4', 'flash-hour', hour),
    el(
      'time',
      { className: 'flash-time', dateTime: item.publishedAt },
      // '2:02' above 'p.m.'
      timeOfDay(Date.parse(item.publishedAt), lang, zone).replace('\u00a0', ' '),
    ),
    el(
      'div',
      'flash-body',
      item.withdrawn
        ? el('p', { id, className: 'flash-withdrawn' }, word('flash.withdrawn'))
        : [
            el('p', { className: 'flash-title', id }, importance(item, page), itemLink(item, page, itemLang)),
            summaryOf(item, itemLang),
            el('p', 'news-facts', itemFacts(item, page), original(item, page)),
          ],
    ),
  );
}

/** In which zone the server has written the times, for who reads them without script. */
export const zoneLine = ({ zone, word }: Page): Child => el('div', 'flash-zone-line', word('flash.timesIn', { zone }));
