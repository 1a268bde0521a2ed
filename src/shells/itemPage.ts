/** The page of one item of news or flash. */
import type * as v from 'valibot';
import type { itemData, NewsItem } from '../contract/news.ts';
import { lookUp } from '../lookUp.ts';
import { dayAndTime } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import {
  categoryName,
  foreignLang,
  importance,
  itemFacts,
  itemLink,
  itemTime,
  languageMark,
  original,
  publisher,
  summaryOf,
} from './items.ts';
import type { Page } from './page.ts';

export type ItemData = v.InferOutput<typeof itemData>;

export interface Around {
  /** Address of the list that contains the item */
  back: string;
  /** Address of the page with the official series, and the series of each symbol */
  data: string;
  series: Readonly<Record<string, string>>;
}

export function itemPage({ item, revisions, related, newer, older }: ItemData, around: Around, page: Page): Element {
  const { lang, zone, word } = page;
  const { back, data, series } = around;
  const itemLang = foreignLang(item, page);
  const symbolOf = (symbol: string) => {
    const id = lookUp(series, symbol);
    return el('li', {}, id === undefined ? symbol : el('a', { href: `${data}#${id}` }, symbol));
  };
  const next: (readonly ['newer' | 'older', NewsItem])[] = [];
  if (item.kind === 'flash' && newer) next.push(['newer', newer]);
  if (item.kind === 'flash' && older) next.push(['older', older]);
  return el(
    'article',
    { className: 'wrap item', 'data-important': item.important || undefined },
    el(
      'header',
      'opening',
      el(
        'p',
        'item-importance',
        el('span', {}, categoryName(item.category, word)),
        importance(item, page),
        item.important && el('a', { href: `${back}#importance-rules` }, word('item.page.rules')),
      ),
      el('h1', { lang: itemLang }, item.title),
      summaryOf(item, itemLang, 'lead'),
      el('p', 'news-facts', itemFacts(item, page, { brief: true, before: itemTime(item, page) })),
      item.company && el('p', 'item-company', word('item.page.published', { name: item.company.name })),
      item.symbols.length > 0 && el('ul', 'item-symbols', item.symbols.map(symbolOf)),
      el('p', 'actions', original(item, page, true), el('a', { href: back }, word('item.page.back'))),
    ),
    revisions.length > 0 &&
      el(
        'section',
        'item-revisions',
        el('h2', {}, word('item.page.earlier')),
        el(
          'ol',
          {},
          revisions.map(({ title, summary, changedAt }) =>
            el(
              'li',
              { lang: itemLang },
              el(
                'p',
                { className: 'news-facts', lang },
                word('item.page.until', { time: dayAndTime(changedAt, lang, zone) }),
              ),
              el('p', {}, title),
              summary && el('p', 'news-summary', summary),
            ),
          ),
        ),
      ),
    (next.length > 0 || related.length > 0) &&
      el(
        'div',
        'item-side',
        next.length > 0 && el('div', 'item-next', newsList(next.map((one) => neighbor(one, page)))),
        related.length > 0 &&
          el(
            'section',
            'related',
            el('h2', {}, word('item.page.related')),
            newsList(related.map((one) => relative(one, page))),
          ),
      ),
  );
}

const newsList = (entries: readonly Child[][]): Element =>
  el(
    'ul',
    'news-list',
    entries.map((entry) => el('li', {}, entry)),
  );

const neighbor = ([side, item]: readonly ['newer' | 'older', NewsItem], page: Page): Child[] => [
  el('p', 'news-facts', page.word(`item.page.${side}`)),
  el('p', 'flash-title', itemLink(item, page)),
];

const relative = (item: NewsItem, page: Page): Child[] => [
  el(
    'article',
    'news-entry',
    el('h3', { lang: foreignLang(item, page) }, itemLink(item, page)),
    el('p', 'news-facts', itemTime(item, page), publisher(item, page), languageMark(item, page)),
  ),
];
