/** The other builds of builds.ts: missing translations, and configured addresses. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALES, type Locale, openGraphOf } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { contentPath, type Route, routeAt } from '../../src/routes.ts';
import { headersFor, matchRedirect } from '../../src/server/hosting.ts';
import { API_ORIGIN, CONFIGURED, FALLBACK_CONTENT, UNTRANSLATED, UNTRANSLATED_ARTICLE } from '../helpers/builds.ts';
import {
  absolute,
  all,
  type Build,
  byId,
  byTag,
  canonicalOf,
  clusterOf,
  directives,
  type Element,
  expectedCluster,
  metas,
  only,
  type Page,
  pageAt,
  pageWords,
  ROUTE_ROWS,
  routePages,
  site,
  sitemapOf,
  targetOf,
  textOf,
  withoutCode,
  wordsOf,
} from '../helpers/dist.ts';

const notices = (page: Page) =>
  all(page.document, ({ attribs }) => attribs.class?.split(' ').includes('untranslated') === true);
const hrefsOf = (page: Page) => byTag(page.document, 'a').map(({ attribs }) => attribs.href ?? '');

describe('a page whose translation is missing', () => {
  const built = site('fallback');
  const locale = 'ja' satisfies Locale;
  const { lang } = LOCALES[locale];
  const t = translator(locale);
  const listed = new Set(sitemapOf(built).map(({ address }) => address));
  const routes = ROUTE_ROWS.filter((route) => UNTRANSLATED.includes(contentPath(route)));
  const written = built.locales.filter((id) => id !== locale);

  /** Checks everything that must hold for the fallback of a page or a news item. */
  function expectFallback(path: string, shown: string, title: string): void {
    const page = pageAt(built, localize(path, locale));
    const main = only(page.document, 'main');
    expect(only(page.document, 'html').attribs.lang).toBe(lang);
    expect(main.attribs.lang).toBe(LOCALES[DEFAULT_LOCALE].lang);
    expect(notices(page).map((notice) => [notice.attribs.lang, textOf(notice)])).toEqual([
      [lang, t('page.notTranslated')],
    ]);
    expect(all(main, (element) => notices(page).includes(element))).toHaveLength(1);
    expect(textOf(only(main, 'h1'))).toBe(title);
    expect(canonicalOf(page)).toBe(absolute(built, shown));
    expect(clusterOf(page)).toEqual({});
    expect(metas(page, 'og:locale')).toEqual([openGraphOf(DEFAULT_LOCALE)]);
    expect(listed).not.toContain(absolute(built, page.address));
  }

  it.each(routes.map((route) => [route.path, route] as const))('%s shows English under a notice', (path, route) => {
    const { title, heading = title } = wordsOf('fallback', 'pages', contentPath(route), DEFAULT_LOCALE);
    expectFallback(path, route.shows ?? path, heading);
  });

  it.each(routes.filter(({ shows }) => !shows).map(({ path }) => path))(
    '%s is listed in its other languages',
    (path) => {
      for (const id of written) {
        const page = pageAt(built, localize(path, id));
        expect(clusterOf(page), page.file).toEqual(expectedCluster(built, path, written));
        expect(metas(page, 'og:locale:alternate'), page.file).not.toContain(openGraphOf(locale));
        expect(notices(page), page.file).toEqual([]);
        expect(listed).toContain(absolute(built, page.address));
      }
      for (const { address, cluster } of sitemapOf(built)) {
        expect(Object.values(cluster), address).not.toContain(absolute(built, localize(path, locale)));
      }
    },
  );

  it('keeps its menu, footer and links in the language of the visitor', () => {
    for (const { path } of routes) {
      const page = pageAt(built, localize(path, locale));
      expect(textOf(only(page.document, 'footer'))).toContain(t('footer.company'));
      expect(hrefsOf(page)).toContain(localize('/service/forex', locale));
    }
  });

  it('no other page of the locale is marked', () => {
    const fallbacks = new Set(routes.map(({ path }) => path));
    for (const { route, page } of routePages(built, [locale])) {
      if (!fallbacks.has(route.path)) expect(notices(page), page.file).toEqual([]);
    }
  });

  it('a news item that is translated is a page of its own, with both languages in its cluster', () => {
    const path = '/datahub/news/first-item';
    const page = pageAt(built, localize(path, locale));
    const words = wordsOf('fallback', 'news', 'first-item', locale);
    expect(textOf(only(page.document, 'h1'))).toBe(words.title);
    expect(only(page.document, 'main').attribs.lang).toBeUndefined();
    expect(notices(page)).toEqual([]);
    expect(canonicalOf(page)).toBe(absolute(built, page.address));
    expect(clusterOf(page)).toEqual(expectedCluster(built, path, built.locales));
    expect(metas(page, 'robots')).toEqual([]);
    expect(metas(page, 'og:type')).toEqual(['article']);
    expect(listed).toContain(absolute(built, page.address));
    expect(hrefsOf(page)).toContain(localize('/service/stocks#costs', locale));
  });

  it('a news item that is not translated falls back as pages do', () => {
    const path = '/datahub/news/second-item';
    expectFallback(path, path, wordsOf('fallback', 'news', 'second-item', DEFAULT_LOCALE).title);
    expect(clusterOf(pageAt(built, path))).toEqual(expectedCluster(built, path, written));
  });

  it('a news item of a later day is neither built nor named', () => {
    expect([...built.files].filter((file) => file.includes('later-item'))).toEqual([]);
    const naming = [...built.files].filter((file) => /\.(?:html|xml|json)$/.test(file));
    expect(naming.filter((file) => readFileSync(join(built.dir, file), 'utf8').includes('later-item'))).toEqual([]);
  });

  it('a help article that is not translated falls back as pages do', () => {
    const path = `/support/anserpage/${UNTRANSLATED_ARTICLE}`;
    expectFallback(path, path, wordsOf('fallback', 'support', UNTRANSLATED_ARTICLE, DEFAULT_LOCALE).title);
    expect(clusterOf(pageAt(built, path))).toEqual(expectedCluster(built, path, written));
  });

  it('the address of an item with a page is served as it is, not by the shell', () => {
    for (const path of ['/datahub/news/first-item', `/support/anserpage/${UNTRANSLATED_ARTICLE}`]) {
      for (const id of built.locales) {
        const address = localize(path, id);
        expect(matchRedirect(built.redirects, address)).toEqual({ to: address, status: 200 });
      }
    }
  });
});

describe('a British file that is left out', () => {
  const built = site('fallback');
  const left = routePages(built, ['en-GB']).filter(
    ({ route }) => !existsSync(join(FALLBACK_CONTENT, 'en-GB', 'pages', `${contentPath(route)}.mdx`)),
  );
  const listed = new Set(sitemapOf(built).map(({ address }) => address));

  it('is a full page with the American words, its own address and no notice', () => {
    expect(left.length).toBeGreaterThan(0);
    for (const { route, page } of left) {
      const { title, heading = title } = pageWords('fallback', route, DEFAULT_LOCALE);
      expect(textOf(only(page.document, 'h1')), page.file).toBe(heading);
      expect(only(page.document, 'html').attribs.lang, page.file).toBe(LOCALES['en-GB'].lang);
      expect(only(page.document, 'main').attribs.lang, page.file).toBeUndefined();
      expect(notices(page), page.file).toEqual([]);
      if (route.indexed === false || route.shows) continue;
      const own = absolute(built, page.address);
      expect(canonicalOf(page), page.file).toBe(own);
      expect(clusterOf(page)['en-GB'], page.file).toBe(own);
      expect(clusterOf(pageAt(built, route.path))['en-GB'], page.file).toBe(own);
      expect(listed, page.file).toContain(own);
    }
  });
});

const OUTSIDE = { '/login': 'LOGIN_URL', '/openAccountForm': 'SIGNUP_URL', '/support': 'SUPPORT_URL' } as const;

describe('with configured addresses', () => {
  const built = site('configured');
  const local = (path: string) => built.locales.map((locale) => localize(path, locale));

  it.each(Object.entries(OUTSIDE))('every link to %s leads to %s', (path, name) => {
    for (const page of built.pages) {
      const strays = byTag(page.document, 'a').filter(
        ({ attribs }) => !attribs.hreflang && local(path).includes(attribs.href ?? ''),
      );
      expect(strays.map(textOf), page.file).toEqual([]);
    }
    for (const locale of built.locales) {
      const route: Route = routeAt(path);
      expect(targetOf(built, path, locale)).toBe(CONFIGURED[name]);
      const home = pageAt(built, localize('/', locale));
      const links = byTag(only(home.document, 'footer'), 'a').map((link) => [link.attribs.href, textOf(link)]);
      expect(links).toContainEqual([CONFIGURED[name], translator(locale)(route.label)]);
    }
  });

  it.each([
    ['/login', CONFIGURED.LOGIN_URL],
    ['/support', CONFIGURED.SUPPORT_URL],
  ])('%s is a redirect to %s and no file', (path, to) => {
    for (const address of local(path)) {
      expect(built.pages.map((page) => page.address)).not.toContain(address);
      expect(matchRedirect(built.redirects, address)).toEqual({ to, status: 302 });
      expect(sitemapOf(built).map((entry) => entry.address)).not.toContain(absolute(built, address));
    }
  });

  it.each([
    ['nav.login', CONFIGURED.LOGIN_URL],
    ['nav.openAccount', CONFIGURED.SIGNUP_URL],
    ['nav.assets', CONFIGURED.SUPPORT_URL],
  ] as const)('%s of the menu leads to %s', (label, to) => {
    for (const locale of built.locales) {
      const menu = byId(pageAt(built, localize('/', locale)).document, 'site-menu');
      const links = byTag(menu as Element, 'a').filter((link) => textOf(link).startsWith(translator(locale)(label)));
      expect(links.map(({ attribs }) => attribs.href)).toEqual([to]);
    }
  });

  it('no help article is a page, and only the butler and the page for advertisers take questions', () => {
    expect(built.pages.filter(({ address }) => /\/support\/anserpage\/./.test(address))).toEqual([]);
    const asking = built.pages.filter(({ document }) => byId(document, 'ask')).map(({ address }) => address);
    expect(asking.sort()).toEqual([...local('/info/butlerService'), ...local('/adv')].sort());
  });

  it('the support article goes on to the support address', () => {
    for (const locale of built.locales) {
      const page = pageAt(built, localize('/support/anserpage', locale));
      expect(
        byTag(page.document, 'astro-island')
          .map(({ attribs }) => attribs.props)
          .join(),
      ).toContain(CONFIGURED.SUPPORT_URL);
    }
  });

  it('the download page links both stores', () => {
    for (const locale of built.locales) {
      const hrefs = hrefsOf(pageAt(built, localize('/download', locale)));
      expect(hrefs).toEqual(expect.arrayContaining([CONFIGURED.APP_STORE_URL, CONFIGURED.PLAY_STORE_URL]));
    }
  });

  it('the policy lets pages call the API and the market socket and nothing else, and insists on https', () => {
    const headers = headersFor(built.headers, '/');
    const policy = directives(headers['Content-Security-Policy'] ?? '');
    expect(policy['connect-src']).toEqual(["'self'", API_ORIGIN, new URL(CONFIGURED.MARKET_SOCKET_URL).origin]);
    expect(policy['form-action']).toEqual(["'self'", API_ORIGIN]);
    expect(policy['upgrade-insecure-requests']).toEqual([]);
    expect(headers['Strict-Transport-Security']).toMatch(/^max-age=\d{8}/);
    expect(matchRedirect(built.redirects, '/api/web/x')).toEqual({ to: `${API_ORIGIN}/api/web/x`, status: 200 });
  });

  it('addresses for machines begin with SITE_URL', () => {
    for (const page of built.pages) {
      const named = [canonicalOf(page), ...Object.values(clusterOf(page)), ...metas(page, 'og:image')];
      for (const href of named) {
        if (href !== undefined) expect(new URL(href).origin, page.file).toBe(CONFIGURED.SITE_URL);
      }
    }
    expect(built.pages.filter(({ html }) => withoutCode(html).includes('//localhost')).map(({ file }) => file)).toEqual(
      [],
    );
  });
});

describe.each(['fallback', 'site'] satisfies Build[])('without configured addresses, as in the %s build,', (build) => {
  const built = site(build);

  it('links stay on the site', () => {
    const outside = Object.values(CONFIGURED).filter((address) =>
      built.pages.some(({ html }) => html.includes(address)),
    );
    expect(outside).toEqual([]);
    for (const locale of built.locales) {
      const home = hrefsOf(pageAt(built, localize('/', locale)));
      expect(home).toEqual(
        expect.arrayContaining(['/openAccountForm', '/support'].map((path) => localize(path, locale))),
      );
    }
  });

  it('no store is offered, no API is reached and nothing is redirected away', () => {
    for (const locale of built.locales) {
      const download = pageAt(built, localize('/download', locale));
      const stores = ['download.appStore', 'download.playStore'] as const;
      const texts = byTag(download.document, 'a').map(textOf);
      for (const key of stores) expect(texts).not.toContain(translator(locale)(key));
    }
    const headers = headersFor(built.headers, '/');
    expect(directives(headers['Content-Security-Policy'] ?? '')['connect-src']).toEqual(["'self'"]);
    expect(headers).not.toHaveProperty('Strict-Transport-Security');
    expect(built.redirects.filter(({ status, to }) => status === 302 || !to.startsWith('/'))).toEqual([]);
  });
});
