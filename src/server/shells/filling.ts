/** How our server fills a built page. */
import { LANGUAGE_OF, type NewsLanguage } from '../../contract/all.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { el } from '../../shells/element.ts';
import { toHtml } from '../../shells/html.ts';
import type { Page } from '../../shells/page.ts';
import { dataElement, fillPlace } from '../../shells/place.ts';
import { COMPANY } from '../../site.ts';
import { pageMessage, type ServerMessage, serverMessage } from '../messages.ts';
import { localeOfItem } from '../news/feedsOut.ts';

const LONGEST_DESCRIPTION = 300;

export interface FilledItem {
  /** 404: there was no such item. 410: there was */
  status: 200 | 404 | 410;
  html: string;
}

/** Times are in UTC: only a browser knows the zone of its reader. */
export const pageIn = (locale: Locale): Page => ({
  locale,
  lang: LOCALES[locale].lang,
  language: LANGUAGE_OF[locale],
  zone: 'UTC',
  word: (key, values) => pageMessage(key, locale, values as Record<string, string> | undefined),
});

/** An item has the locales of its language; on a page of another language, it belongs to the first of these. */
export function addressesOf(path: string, language: NewsLanguage, locale: Locale, site: string) {
  const absolute = (of: Locale) => site + localize(path, of);
  const locales = LOCALE_IDS.filter((of) => LANGUAGE_OF[of] === language);
  const isOwn = locales.includes(locale);
  return {
    canonical: absolute(isOwn ? locale : localeOfItem(language)),
    alternates: isOwn
      ? locales.flatMap((of) => LOCALES[of].hreflang.map((hreflang) => ({ hreflang, href: absolute(of) })))
      : [],
  };
}

/** Nothing waits any more for the answer of the API. */
export const filledList = (html: string, name: 'news' | 'flash', data: unknown): string =>
  atEnd(marked(html.replaceAll(' data-waiting="true"', ''), 'data-filled'), dataElement(name, data));

/** The page with an item, which nothing waits for and nothing says to be missing. */
export function withFilled(built: string, item: string): string {
  const html = fillPlace(fillPlace(fillPlace(built, 'item', item), 'missing', ''), 'no-script', '');
  return marked(html, 'data-filled');
}

/** The page that says that there is no such item (Item.css shows it). */
export const withoutItem = (built: string): string =>
  marked(fillPlace(fillPlace(built, 'item', ''), 'no-script', ''), 'data-missing');

/** The page that says that there was one. */
export function withGone(html: string, locale: Locale, [title, why]: readonly [ServerMessage, ServerMessage]): string {
  const heading = serverMessage(title, locale);
  return fillPlace(html, 'missing', (built) =>
    built
      .replace(/(<h1[^>]*>).*?(<\/h1>)/s, (_, start, end) => start + toHtml(heading) + end)
      .replace(/(<p class="lead">).*?(<\/p>)/s, (_, start, end) => start + toHtml(serverMessage(why, locale)) + end),
  ).replace(/<title>[^<]*<\/title>/, () => toHtml(el('title', {}, `${heading} · ${COMPANY}`)));
}

export const marked = (html: string, attribute: 'data-filled' | 'data-missing'): string =>
  html.includes(` ${attribute} `) ? html : html.replace('<html ', `<html ${attribute} `);

export const atEnd = (html: string, element: string): string => html.replace('</body>', () => `${element}</body>`);

export const shortened = (text: string): string =>
  text.length <= LONGEST_DESCRIPTION
    ? text
    : `${text
        .slice(0, LONGEST_DESCRIPTION - 1)
        .toWellFormed()
        .trimEnd()}…`;
