/** Fills built pages with what the database holds, so that they are read without script and by search engines. */
import type * as v from 'valibot';
import { type SeriesRow, seriesBySymbol } from '../../catalogue/officialSeries.ts';
import {
  type flashListData,
  type HouseArticle,
  LANGUAGE_OF,
  NEWS_LANGUAGES,
  type NewsItem,
  type NewsLanguage,
  type newsListData,
} from '../../contract/all.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { el } from '../../shells/element.ts';
import { flashEntry, listedFlashes, zoneLine } from '../../shells/flashLists.ts';
import { type Head, withHead } from '../../shells/head.ts';
import { toHtml } from '../../shells/html.ts';
import { type ItemData, itemPage } from '../../shells/itemPage.ts';
import { newsInOrder } from '../../shells/newsInOrder.ts';
import { BRIEF, newsItems } from '../../shells/newsLists.ts';
import { newsSitemap } from '../../shells/newsSitemap.ts';
import type { Page } from '../../shells/page.ts';
import { dataElement, fillPlace, hasPlace, withoutHouse } from '../../shells/place.ts';
import { IN_RAIL, railRows } from '../../shells/rail.ts';
import { COMPANY } from '../../site.ts';
import type { Orm } from '../db/database.ts';
import { localeOfItem } from '../news/feedsOut.ts';
import { newsSince, wasRemoved } from '../news/lists.ts';
import type { News } from '../news/news.ts';
import { flashQuery, newsQuery } from '../news/queries.ts';
import { flashList, itemOf, newsList } from '../news/reading.ts';
import {
  addressesOf,
  atEnd,
  type FilledItem,
  filledList,
  pageIn,
  shortened,
  withFilled,
  withGone,
  withoutItem,
} from './filling.ts';
import { createPostShells } from './postShells.ts';

export interface Shells {
  /** A list; null if the database does not answer. */
  list(path: ListPath, locale: Locale, built: string): Promise<string | null>;
  /** An item; null if the database does not answer. */
  item(kind: 'news' | 'flash' | 'post' | 'user', id: string, locale: Locale, built: string): Promise<FilledItem | null>;
  /** News of the last two days; null if the database does not answer. */
  sitemap(): Promise<string | null>;
}

/** The lists, and the queries of their addresses by which islands ask for other items than the server has. */
export const LISTS = {
  '/datahub': {},
  '/datahub/news': newsQuery.entries,
  '/datahub/flash': flashQuery.entries,
} as const;
export type ListPath = keyof typeof LISTS;

/** The address of the sitemap of news, which robots.txt names. */
export const NEWS_SITEMAP = '/sitemap-news.xml';

/** As many as islands ask for at once. */
const LISTED = 30;
const SITEMAP_MS = 2 * 86_400_000;
/** More is not read. */
const MOST_IN_SITEMAP = 1000;
/** The languages of the sitemap's format, where they are not ours. */
const SITEMAP_LANGUAGES: Partial<Record<NewsLanguage, string>> = { 'zh-Hant': 'zh-tw', 'zh-Hans': 'zh-cn' };

interface Options {
  news: News;
  orm: Orm;
  /** The official series */
  rows: readonly SeriesRow[];
}

export function createShells({ news, orm, rows }: Options): Shells {
  const { site } = news;
  const series = seriesBySymbol(rows);
  const posts = createPostShells({ orm, site, rows, series });
  const absolute = (path: string, locale: Locale) => site + localize(path, locale);

  async function readList(path: ListPath, locale: Locale, built: string): Promise<string> {
    const page = pageIn(locale);
    const { language } = page;
    const limit = String(LISTED);
    let { page: html, house } = withoutHouse<HouseArticle>(built);
    const brief = path === '/datahub';
    if (hasPlace(html, 'posts')) html = await posts.front(html, locale);
    if (hasPlace(html, 'news')) {
      const list = await newsList(news, orm, { language, limit: brief ? String(2 * BRIEF) : limit });
      if (list.list.length > 0) html = withNews(html, list, house, brief, page);
    }
    const flashPlace = (['flash', 'rail'] as const).find((name) => hasPlace(html, name));
    if (flashPlace) {
      const list = await flashList(news, orm, { language, limit });
      if (list.list.length > 0) html = withFlashes(html, list, flashPlace, page);
    }
    return html;
  }

  async function readItem(kind: 'news' | 'flash', id: string, locale: Locale, built: string): Promise<FilledItem> {
    const found = await itemOf(news, orm, kind, id);
    if (typeof found !== 'string') return { status: 200, html: withItem(built, found, locale) };
    if (found === 'unknown' && !(await wasRemoved(orm, id, news.keepDays))) {
      return { status: 404, html: withoutItem(built) };
    }
    return { status: 410, html: withGone(withoutItem(built), locale, ['item.gone', 'item.goneWhy']) };
  }

  function withItem(built: string, data: ItemData, locale: Locale): string {
    const { kind } = data.item;
    const around = {
      back: localize(`/datahub/${kind}`, locale),
      data: localize('/technology/dataHub', locale),
      series,
    };
    const html = withFilled(built, toHtml(itemPage(data, around, pageIn(locale))));
    return atEnd(withHead(html, headOf(data.item, locale), COMPANY), dataElement('item', data));
  }

  function headOf(item: NewsItem, locale: Locale): Head {
    const { kind, id, title, summary, source, language, link } = item;
    const path = `/datahub/${kind}/${id}`;
    const { canonical, alternates } = addressesOf(path, language, locale, site);
    const description = shortened(summary ?? `${source.name}: ${title}`);
    const by = { '@type': 'Organization', name: source.name };
    return {
      title,
      description,
      canonical,
      alternates,
      published: item.publishedAt,
      data: {
        '@type': 'NewsArticle',
        headline: title,
        description,
        url: canonical,
        mainEntityOfPage: canonical,
        inLanguage: language,
        datePublished: item.publishedAt,
        dateModified: item.updatedAt,
        author: by,
        publisher: by,
        ...(link !== null && { isBasedOn: link }),
      },
    };
  }

  async function readSitemap(): Promise<string> {
    const since = news.now().getTime() - SITEMAP_MS;
    const lists = await Promise.all(NEWS_LANGUAGES.map((language) => newsSince(orm, language, since, MOST_IN_SITEMAP)));
    const items = lists.flat().map(({ id, title, language, publishedAt }) => ({ id, title, language, publishedAt }));
    const house = NEWS_LANGUAGES.map(localeOfItem).flatMap((locale) =>
      news
        .houseNews(locale)
        // One that is not translated is in the list of the language in which it is.
        .filter(({ lang, date }) => lang === LOCALES[locale].lang && Date.parse(date) >= since)
        .map(({ id, title, date }) => ({ id, title, locale, publishedAt: date })),
    );
    const entries = [...house, ...items.map((item) => ({ ...item, locale: localeOfItem(item.language) }))].map(
      ({ id, title, locale, publishedAt }) => {
        const language = LANGUAGE_OF[locale];
        const address = absolute(`/datahub/news/${id}`, locale);
        return { address, title, language: SITEMAP_LANGUAGES[language] ?? language, published: publishedAt };
      },
    );
    entries.sort((one, other) => other.published.localeCompare(one.published));
    return newsSitemap(entries.slice(0, MOST_IN_SITEMAP), COMPANY);
  }

  const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
  return {
    list: (path, locale, built) => orNull(readList(path, locale, built)),
    item: (kind, id, locale, built) =>
      orNull(kind === 'post' || kind === 'user' ? posts[kind](id, locale, built) : readItem(kind, id, locale, built)),
    sitemap: () => orNull(readSitemap()),
  };
}

function withNews(
  built: string,
  list: v.InferOutput<typeof newsListData>,
  house: readonly HouseArticle[],
  brief: boolean,
  page: Page,
): string {
  const onMarkets = house.filter((article) => !article.house);
  // The front shows the newest of these above the list.
  const lead = brief ? onMarkets[0] : undefined;
  const entries = newsInOrder(onMarkets, { items: list.list, next: list.next }, house).filter(
    ({ key }) => key !== lead?.id,
  );
  const rows = newsItems(brief ? entries.slice(0, BRIEF) : entries, COMPANY, brief, page);
  return filledList(fillPlace(built, 'news', toHtml(...rows)), 'news', list);
}

function withFlashes(
  built: string,
  list: v.InferOutput<typeof flashListData>,
  name: 'flash' | 'rail',
  page: Page,
): string {
  const shown =
    name === 'flash'
      ? el(
          'div',
          'flash-feed',
          listedFlashes(list.list, page).map((entry) => flashEntry(entry, page)),
        )
      : el(
          'ol',
          {},
          railRows(list.list.slice(0, IN_RAIL), page).map(({ row }) => row),
        );
  return filledList(fillPlace(built, name, toHtml(zoneLine(page), shown)), 'flash', list);
}
