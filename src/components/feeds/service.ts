/** What the islands of news, flash and series call and offer: the address of the API, the language, the categories. */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { type FeedSource, readSources } from '../../catalogue/sources.ts';
import { LANGUAGE_OF, NEWS_FEED_PATHS } from '../../contract/all.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { settings } from '../../settings.ts';
import type { MarketService } from '../../stores/market.ts';
import type { FeedService } from '../../stores/news.ts';
import type { PostService } from '../../stores/posts.ts';

/** Null if the site has no API. */
export function feedService(locale: Locale): FeedService | null {
  const { API_BASE } = settings;
  if (API_BASE === undefined) return null;
  return { base: API_BASE, lang: LOCALES[locale].lang, language: LANGUAGE_OF[locale] };
}

/** Null if the site has no API. */
export function postService(locale: Locale): PostService | null {
  const service = feedService(locale);
  return service && { ...service, socket: settings.SOCIAL_SOCKET_URL ?? null };
}

/** Null if the site has no API. */
export function marketService(locale: Locale): MarketService | null {
  const { API_BASE, MARKET_SOCKET_URL = null } = settings;
  return API_BASE === undefined ? null : { base: API_BASE, lang: LOCALES[locale].lang, socket: MARKET_SOCKET_URL };
}

/** The sources that are read in the language of a locale. */
export function sourcesOf(kind: 'news' | 'flash', locale: Locale): FeedSource[] {
  return readSources(CONTENT_DIR).filter((source) => source.kind === kind && source.language === LANGUAGE_OF[locale]);
}

export function sourceCategories(kind: 'news' | 'flash', locale: Locale): string[] {
  return [...new Set(sourcesOf(kind, locale).map(({ category }) => category))];
}

/** Addresses of the feeds that the server offers to feed readers; null if the site has no API. */
export function feedLinks(kind: 'news' | 'flash', locale: Locale): { rss: string; json: string } | null {
  const { API_BASE } = settings;
  if (API_BASE === undefined) return null;
  const address = (path: string) => API_BASE + path.replace('{locale}', locale);
  return { rss: address(NEWS_FEED_PATHS[`${kind}Rss`]), json: address(NEWS_FEED_PATHS[`${kind}Json`]) };
}
