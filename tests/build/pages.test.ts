import { describe, expect, it } from 'vitest';
import { HOME_MARKETS } from '../../src/i18n/homeMarkets.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { footerLinks, LIVE_MENU, MENU, type MenuLink, memberSections, panelLinks } from '../../src/menus.ts';
import { COMPANY, COPYRIGHT_YEAR, GEOLOCATION_SOURCE } from '../../src/site.ts';
import {
  addressOf,
  all,
  blocksOf,
  builtRoutes,
  byId,
  byTag,
  type Element,
  isItemPage,
  metas,
  only,
  pageAt,
  pageWords,
  ROUTE_ROWS,
  routePages,
  site,
  targetOf,
  textOf,
  wordsOf,
} from '../helpers/dist.ts';

const built = site();
const FOOTER_RISKS = ['risk-trading', 'risk-information', 'risk-service'];

/** The menu links that are marked as the section of a page. */
const SECTIONS: Record<string, string[]> = {
  '/': [],
  '/technology': [],
  '/technology/finger': ['/technology'],
  '/technology/visual': ['/technology'],
  '/service': ['/service/stocks'],
  '/service/stocks': ['/service'],
  '/service/forex': ['/service'],
  '/info/howFinger': [],
  '/datahub': [],
};

/** The letters and digits of a text, which markup and typographic quotes do not change. */
const bare = (text: string) => text.replace(/\]\([^)]*\)|<[^>]*>|[^\p{L}\p{N}]/gu, '');
/** Links as [address, words]. */
const named = (within: Element) => byTag(within, 'a').map((link) => [link.attribs.href, textOf(link)]);
const menuOf = (page: { document: Parameters<typeof byId>[0] }) => byId(page.document, 'site-menu');

it('dist holds the pages of the route table, of the news and of help articles, and no others', () => {
  const routes = built.locales.flatMap((locale) => builtRoutes(built).map((route) => addressOf(route, locale)));
  expect(
    built.pages
      .filter((page) => !isItemPage(page))
      .map(({ address }) => address)
      .sort(),
  ).toEqual(routes.sort());
});

/** Search engines are kept from them, but visitors look for them. */
const WAYS_IN: readonly string[] = ['/login', '/signUp'];

describe.each(built.locales)('%s', (locale) => {
  const t = translator(locale);
  const pages = routePages(built, [locale]);
  const framed = pages.filter(({ route }) => route.kind !== 'form');
  /** Those with the whole footer */
  const informing = framed.filter(({ route }) => !memberSections(route));

  it.each(pages.map((found) => [found.route.path, found] as const))(
    '%s has the title, description, heading and lead of its file, and the language of the locale',
    (_, { route, page }) => {
      const { title, heading = title, description, lead } = pageWords('site', route, locale);
      const { document } = page;
      expect(page.html).toMatch(/^<!doctype html>/i);
      const { lang, 'data-route-index': index } = only(document, 'html').attribs;
      expect([lang, index]).toEqual([LOCALES[locale].lang, String(route.index)]);
      expect(textOf(only(document, 'title'))).toBe(route.path === '/' ? COMPANY : `${title} · ${COMPANY}`);
      expect(metas(page, 'description')).toEqual([description]);
      expect(textOf(only(document, 'h1'))).toBe(heading);
      expect(bare(textOf(only(document, 'main')))).toContain(bare(lead));
    },
  );

  it.each(['title', 'description'] as const)('no two pages have the same %s, doubles left out', (field) => {
    const texts = pages
      .filter(({ route }) => !route.shows)
      .map(({ page }) => (field === 'title' ? textOf(only(page.document, 'title')) : metas(page, field)[0]));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('a double says what the page says that it shows', () => {
    for (const { route, page } of pages) {
      if (!route.shows) continue;
      const shown = pageAt(built, localize(route.shows, locale));
      for (const name of ['title', 'h1']) {
        expect(textOf(only(page.document, name)), page.file).toBe(textOf(only(shown.document, name)));
      }
    }
  });

  it('no page is a fallback', () => {
    const notice = t('page.notTranslated');
    const marked = pages.filter(({ page }) => only(page.document, 'main').attribs.lang || page.html.includes(notice));
    expect(marked.map(({ page }) => page.file)).toEqual([]);
  });

  it('high risk is named where the route table says so, and nowhere else', () => {
    const { title } = wordsOf('site', 'notices', 'high-risk', locale);
    for (const { route, page } of pages) {
      const notices = byTag(page.document, 'aside').filter(({ attribs }) => attribs.id === 'high-risk');
      const brief = `${t('highRisk.brief')} ${t('highRisk.eligible')}`;
      const expected = { high: [title], brief: [brief], none: [] }[route.risk ?? 'none'];
      expect(
        notices.map((notice) => textOf(byTag(notice, 'p')[0])),
        page.file,
      ).toEqual(expected);
    }
  });

  it('every menu and submenu link stands in the HTML of every page with a menu', () => {
    const texts = ({ href, label, line }: MenuLink) => [
      targetOf(built, href, locale),
      [label, line].flatMap((key) => (key ? t(key) : [])).join(' '),
    ];
    const menu = [...MENU, ...LIVE_MENU].flatMap((item) => {
      const links = panelLinks(item);
      return [links.length > 0 ? { href: item.href, label: item.label } : item, ...links];
    });
    const account = [
      { href: '/login', label: 'nav.login' },
      { href: '/openAccountForm', label: 'nav.openAccount' },
      // Shown instead to whoever is logged in.
      { href: '/userCenter', label: 'route.userCenter' },
      { href: '/profile/general', label: 'route.profile' },
      { href: '/company', label: 'route.companyHome' },
    ] as const;
    const expected = [...menu, ...account].map(texts);
    for (const { page } of framed) {
      const nav = menuOf(page);
      const rates = byTag(nav as Element, 'li').filter(({ attribs }) => attribs['data-pair']);
      expect(
        rates.map(({ attribs }) => attribs['data-pair']),
        page.file,
      ).toEqual(HOME_MARKETS[locale].rates.slice(0, 3));
      const ofRates = new Set(rates.flatMap((row) => byTag(row, 'a')));
      const links = byTag(nav as Element, 'a').filter((link) => !ofRates.has(link));
      expect(
        links.map((link) => [link.attribs.href, textOf(link)]),
        page.file,
      ).toEqual(expected);
    }
  });

  it('the menu marks the page itself, and the section that it is in', () => {
    for (const { page } of framed) {
      const links = byTag(menuOf(page) as Element, 'a');
      const marked = (mark: string) => links.filter(({ attribs }) => attribs['aria-current'] === mark);
      expect(marked('page'), page.file).toEqual(links.filter(({ attribs }) => attribs.href === page.address));
    }
    for (const [path, sections] of Object.entries(SECTIONS)) {
      const nav = menuOf(pageAt(built, localize(path, locale))) as Element;
      const marked = byTag(nav, 'a').filter(({ attribs }) => attribs['aria-current'] === 'true');
      expect([...new Set(marked.map(({ attribs }) => attribs.href))].sort(), path).toEqual(
        sections.map((section) => localize(section, locale)),
      );
    }
  });

  it('the logo leads home', () => {
    for (const { page } of pages) {
      const [logo] = all(page.document, ({ attribs }) => attribs.class === 'logo');
      expect(logo?.attribs.href, page.file).toBe(localize('/', locale));
    }
  });

  it('every page offers every language and marks its own', () => {
    const expected = built.locales.map((id) => [LOCALES[id].lang, id === locale]);
    for (const { route, page } of pages) {
      const links = all(page.document, ({ name, attribs }) => name === 'a' && attribs.hreflang !== undefined);
      const entries = links.filter(({ parent }) => parent && 'name' in parent && parent.name !== 'aside'); // No offers
      const found = entries.map(({ attribs }) => [attribs.hreflang, attribs['aria-current'] !== undefined]);
      // The slim footer of members' pages has them again.
      expect(found, page.file).toEqual(memberSections(route) ? [...expected, ...expected] : expected);
    }
  });

  it('the account form has neither menu nor footer', () => {
    const { document } = pageAt(built, localize('/openAccountForm', locale));
    expect(byTag(document, 'footer')).toEqual([]);
    expect(byTag(document, 'nav').map(({ attribs }) => attribs.id)).toEqual([]);
  });

  it('the pages of members have their sections, with theirs marked, one heading and a footer of the law only', () => {
    const members = pages.filter(({ route }) => memberSections(route));
    expect(members.length).toBe(20);
    for (const { route, page } of members) {
      const [nav] = byTag(only(page.document, 'main'), 'nav');
      if (!nav) throw new Error(page.file);
      const sections = (memberSections(route) ?? []).flat();
      expect(named(nav), page.file).toEqual(sections.map(({ href, label }) => [localize(href, locale), t(label)]));
      const current = byTag(nav, 'a').filter(({ attribs }) => attribs['aria-current'] === 'page');
      const here = sections.filter(({ href }) => href === (route.shows ?? route.path));
      expect(current.map(textOf), page.file).toEqual(here.map(({ label }) => t(label)));
      expect(byTag(page.document, 'h1'), page.file).toHaveLength(1);
      const footer = only(page.document, 'footer');
      const law = footerLinks('legal').map(({ path, label }) => [localize(path, locale), t(label)]);
      expect(named(footer), page.file).toEqual(expect.arrayContaining(law));
      expect(byTag(footer, 'h2'), page.file).toEqual([]);
    }
  });

  it('the footer has three risk paragraphs, the statement on private assets and the copyright', () => {
    const risks = FOOTER_RISKS.map((name) => wordsOf('site', 'notices', name, locale));
    const assets = wordsOf('site', 'notices', 'private-assets', locale);
    for (const { page } of informing) {
      const footer = only(page.document, 'footer');
      const paragraphs = byTag(footer, 'p').map((paragraph) => bare(textOf(paragraph)));
      for (const { title, body } of risks) {
        expect(byTag(footer, 'h2').map(textOf), page.file).toContain(title);
        expect(paragraphs, page.file).toContain(bare(body));
      }
      expect(paragraphs, page.file).toContain(bare(assets.body));
      expect(blocksOf(footer, LOCALES[locale].lang), page.file).toContain(
        t('footer.copyright', { company: COMPANY, year: COPYRIGHT_YEAR }),
      );
    }
  });

  it('the footer lists every public route once, and the ways in', () => {
    const open = ROUTE_ROWS.filter(
      ({ path, indexed, shows }) => path !== '/' && (indexed !== false || WAYS_IN.includes(path)) && !shows,
    );
    const expected = open.map(({ path, label }) => [targetOf(built, path, locale), t(label)]);
    const [first = []] = informing.map(({ page }) => named(only(only(page.document, 'footer'), 'nav')));
    expect(first).toHaveLength(expected.length);
    expect(first).toEqual(expect.arrayContaining(expected));
    // In the same order everywhere.
    for (const { page } of informing) {
      expect(named(only(only(page.document, 'footer'), 'nav')), page.file).toEqual(first);
    }
  });

  it('the sources of places and cities are named where privacy is told, and on every page that asks for the place', () => {
    const { document } = pageAt(built, localize('/info/securityInfo', locale));
    const told = named(only(document, 'main')).map(([href]) => href);
    expect(told).toEqual(expect.arrayContaining([GEOLOCATION_SOURCE, 'https://www.geonames.org']));
    for (const { page } of framed) {
      expect(named(only(page.document, 'footer')), page.file).toContainEqual([
        GEOLOCATION_SOURCE,
        t('footer.geolocation'),
      ]);
    }
  });

  it('a page of the system has a way out in its text', () => {
    for (const { route, page } of pages) {
      if (route.kind !== 'system' && route.kind !== 'shell') continue;
      expect(byTag(only(page.document, 'main'), 'a'), page.file).not.toEqual([]);
    }
  });
});
