/** Every page that a search engine should know, with its languages. Fallbacks and duplicates are left out. */
import { articlePaths, builtRoutes, newsPaths, translatedLocales } from '../authoring/pages/pages.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { contentPath } from '../routes.ts';
import { settings } from '../settings.ts';

export async function GET(): Promise<Response> {
  const routes = builtRoutes().filter((route) => route.indexed !== false && !route.shows);
  const pages = await Promise.all([
    ...routes.map(async (route) => ({
      path: route.path,
      locales: await translatedLocales('pages', contentPath(route)),
    })),
    ...(await newsPaths()).map(async (id) => ({
      path: `/datahub/news/${id}`,
      locales: await translatedLocales('news', id),
    })),
    ...(await articlePaths()).map(async (id) => ({
      path: `/support/anserpage/${id}`,
      locales: await translatedLocales('support', id),
    })),
  ]);
  const address = (path: string, locale: Locale) =>
    new URL(localize(path, locale), settings.SITE_URL).href.replace(/\/$/, '').replaceAll('&', '&amp;');
  const urls = pages.flatMap(({ path, locales }) => {
    const alternates = locales
      .flatMap((locale) =>
        LOCALES[locale].hreflang.map(
          (hreflang) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(path, locale)}"/>`,
        ),
      )
      .join('');
    return locales.map((locale) => `<url><loc>${address(path, locale)}</loc>${alternates}</url>`);
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
  ].join('\n');
  return new Response(`${xml}\n`, { headers: { 'Content-Type': 'application/xml' } });
}
