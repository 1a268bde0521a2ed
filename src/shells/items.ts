/** What is shown of every item of news and flash, in lists and on its page. */
import type { NewsItem } from '../contract/news.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { dayAndTime } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import type { Page, Word } from './page.ts';

/** The name of a category; its id if the site has no words for it. */
export const categoryName = (category: string, word: Word): string => word(`news.category.${category}`) ?? category;

/** The `lang` of an item if it is not the language of the page, else undefined. */
export const foreignLang = (item: NewsItem, { language }: Page): string | undefined =>
  item.language === language ? undefined : item.language;

/** The address if it is safe to follow, else null. The server stores only safe ones; this is a second check. */
export function httpLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The address of an item on this site. It saves bytes by not using localize(), which no other page's script needs. */
export function itemHref({ kind, id }: Pick<NewsItem, 'kind' | 'id'>, locale: Locale): string {
  return `${LOCALES[locale].prefix}/datahub/${kind}/${encodeURIComponent(id)}`;
}

export const itemLink = (item: NewsItem, { locale }: Page, lang?: string): Element =>
  el('a', { href: itemHref(item, locale), lang }, item.title);

export const itemTime = ({ publishedAt }: NewsItem, { lang, zone }: Page): Element =>
  el('time', { dateTime: publishedAt }, dayAndTime(publishedAt, lang, zone));

/** A link to the original on another site, labelled as external. `button`: it is what there is to do on the page. */
export function original(item: NewsItem, { word }: Page, button = false): Child {
  const href = httpLink(item.link);
  const className = button ? 'button quiet original' : 'original';
  return (
    href !== null &&
    el(
      'a',
      { className, href, target: '_blank', rel: 'noopener external' },
      word('news.item.original'),
      el('span', 'unseen', ` ${word('news.item.external')}`),
    )
  );
}

export const importantMark = ({ important }: NewsItem, { word }: Page): Child =>
  important && el('b', 'important', word('news.item.important'));

/** Says that an item is important and by which rule. */
export const importance = (item: NewsItem, page: Page): Child =>
  item.important && el('span', 'importance', importantMark(item, page), page.word(`item.reason.${item.reason}`));

/** Who has published an item: its source, with the license if it is a company, and that of the person who wrote there. */
export const publisher = ({ source, company, license }: NewsItem, { word }: Pick<Page, 'word'>): Child[] => [
  el('span', {}, source.name),
  company && el('span', {}, word('news.item.company', company)),
  license && el('span', {}, word(`news.item.license.${license.role}.${license.state}`, license)),
];

/** What stands beside the time of an item: who has published it, its category unless it is left out, its marks. */
export const itemFacts = (item: NewsItem, page: Page, { brief = false, before = null as Child } = {}): Child[] => [
  ...publisher(item, page),
  !brief && el('span', {}, categoryName(item.category, page.word)),
  before,
  languageMark(item, page),
  item.revision > 1 && el('span', 'mark', page.word('news.item.revised')),
];

export const languageMark = (item: Pick<NewsItem, 'language'>, { lang, language }: Page): Child =>
  item.language !== language &&
  el('span', 'language-mark', new Intl.DisplayNames(lang, { type: 'language' }).of(item.language));

export const summaryOf = ({ summary }: NewsItem, lang: string | undefined, className = 'news-summary'): Child =>
  summary && el('p', { className, lang }, summary);
