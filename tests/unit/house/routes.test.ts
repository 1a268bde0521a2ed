import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { FOOTER_COLUMNS, footerLinks, LIVE_MENU, MENU, type MenuItem, panelLinks } from '../../../src/menus.ts';
import {
  ancestors,
  contentPath,
  filePath,
  LESSONS,
  OWN_ROUTES,
  ROUTES,
  type Route,
  routeAt,
} from '../../../src/routes.ts';

const routes: readonly Route[] = ROUTES;
const paths = routes.map(({ path }) => path);
const isShell = ({ path }: Route) => path.includes('{id}');
const menuItems = [...MENU, ...LIVE_MENU].flatMap((item) => [item, ...panelLinks(item)]);

/** The pages as the specification names them. */
const SPELLINGS = `/ /download /info /info/aIRobot /info/aPIinfo /info/butlerService /info/fingerSocial /info/howFinger
  /info/manageSystem /info/securityInfo /info/workForMyself /service /service/stocks /service/forex /service/futures
  /service/funds /service/bonds /service/etf /service/broker /service/analyst /service/brokerageHouse
  /service/developer /service/developer/reference /technology /technology/finger /technology/dataHub /technology/visual /datahub /datahub/news
  /datahub/flash /datahub/news/{id} /datahub/flash/{id} /openAccountForm /adv /login /locked /support
  /support/anserpage/{id} /404`.split(/\s+/);

describe('the route table', () => {
  it('holds every page of the specification, spelt exactly', () => {
    expect(paths).toEqual(expect.arrayContaining(SPELLINGS));
  });

  it('holds no page twice, however it is written', () => {
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  it('gives every page its own meta index, a whole number', () => {
    const indexes = routes.map(({ index }) => index);
    const twice = routes.filter(({ index }, place) => indexes.indexOf(index) !== place);
    const last = Math.max(...indexes);
    const free = Array.from({ length: last + 2 }, (_, index) => index).filter((index) => !indexes.includes(index));
    expect(
      twice.map(({ path, index }) => `${path} has the index ${index} of a page above it`),
      `free: ${free.join(' ')}`,
    ).toEqual([]);
    expect(indexes.filter((index) => !Number.isInteger(index) || index < 0)).toEqual([]);
  });

  it('writes paths with one leading slash, no trailing one, and an id only at the end', () => {
    for (const path of paths) expect(path).toMatch(/^\/$|^(\/[A-Za-z0-9]+)+(\/\{id\})?$/);
  });

  it('begins no path with a locale, which would hide it', () => {
    for (const path of paths) expect(path).not.toMatch(new RegExp(`^/(${LOCALE_IDS.join('|')})(/|$)`, 'i'));
  });

  it('makes shells of exactly the paths with an id, and keeps them from search engines', () => {
    for (const route of routes) expect(route.kind === 'shell', route.path).toBe(isShell(route));
    for (const route of routes.filter(isShell)) expect(route.indexed, route.path).toBe(false);
  });

  it('shows only pages that stand for themselves, of the same kind', () => {
    for (const route of routes.filter(({ shows }) => shows)) {
      const shown = routeAt(route.shows ?? '');
      expect(shown.shows, route.path).toBeUndefined();
      expect(shown.kind, route.path).toBe(route.kind);
    }
  });

  it('has the notice on high-risk products in full on their lessons and disclosures, on How Finger works and the form', () => {
    const full = routes.filter(({ risk }) => risk === 'high').map(({ path }) => path);
    const products = ['options', 'futures', 'forex'];
    const expected = [
      ...products.flatMap((product) => [`/service/${product}`, `/legal/${product}Risk`]),
      '/info/howFinger',
      '/openAccountForm',
    ];
    expect(full.sort()).toEqual(expected.sort());
  });
});

describe('menus', () => {
  it('lead to routes that exist and are no shell', () => {
    for (const { href } of menuItems) expect(isShell(routeAt(href)), href).toBe(false);
  });

  it('have the four entries of the specification in its order, and what is live beside them', () => {
    expect(MENU.map(({ href }) => href)).toEqual(['/technology', '/download', '/service', '/support']);
    expect(LIVE_MENU.map(({ href }) => href)).toEqual(['/datahub/news', '/datahub/flash']);
  });

  it('have panels that begin with their page, name no page of a group twice, and say what is where', () => {
    for (const { href, groups } of MENU) {
      for (const { links } of groups ?? []) {
        const hrefs = [href, ...links.map((link) => link.href)];
        expect(new Set(hrefs).size).toBe(hrefs.length);
      }
    }
    for (const item of MENU) {
      const links = panelLinks(item);
      expect(links[0]?.href).toBe(item.groups && item.href);
      for (const { line, label } of links) expect(line, label).toBeDefined();
    }
  });

  it('have a door to every lesson, to the roles of the specification, to the glossary and to Social', () => {
    const service = panelLinks(MENU[2] as MenuItem).map(({ href }) => href);
    expect(service).toEqual(expect.arrayContaining(LESSONS.map(({ path }) => path)));
    const roles = ['stocks', 'broker', 'analyst', 'brokerageHouse', 'developer'].map((role) => `/service/${role}`);
    expect(service.slice(-roles.length)).toEqual(roles);
    expect(menuItems.map(({ href }) => href)).toEqual(expect.arrayContaining(['/glossary', '/datahub']));
  });

  it('hold every page below /technology', () => {
    const hrefs = menuItems.map(({ href }) => href as string);
    expect(hrefs).toEqual(expect.arrayContaining(paths.filter((path) => path.startsWith('/technology'))));
  });
});

describe('the footer', () => {
  it('has a column for every column that a route names, each once and none empty', () => {
    const ids = FOOTER_COLUMNS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(routes.flatMap(({ footer }) => footer ?? []))).toEqual(new Set(ids));
  });

  it('lists every public page, itself or as the page it shows', () => {
    const unlisted = routes.filter(
      (route) => route.indexed !== false && route.kind !== 'home' && !routeAt(route.shows ?? route.path).footer,
    );
    expect(unlisted.map(({ path }) => path)).toEqual([]);
  });

  it('lists no page that search engines are kept from, except those by which users enter, and no double', () => {
    const entries = ['/signUp', '/login'];
    const wrong = routes.filter(
      ({ path, footer, indexed, shows }) => footer && ((indexed === false && !entries.includes(path)) || shows),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('routeAt', () => {
  it('finds every route', () => {
    for (const route of routes) expect(routeAt(route.path)).toBe(route);
  });

  it.each(['/nothing', '', 'toString', '/Download', '/download/'])('throws on %j and names it', (path) => {
    expect(() => routeAt(path)).toThrow(`'${path}'`);
  });
});

describe('contentPath and filePath', () => {
  const dir = new URL(`../../../content/${DEFAULT_LOCALE}/pages/`, import.meta.url).pathname;
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mdx'));

  it('name exactly the files that the default language has', () => {
    expect([...new Set(routes.map(contentPath))].map((path) => `${path}.mdx`).sort()).toEqual(files.sort());
  });

  it('share a file only between a page and what it shows', () => {
    const own = routes.filter(({ shows }) => !shows).map(contentPath);
    expect(new Set(own).size).toBe(own.length);
    for (const route of routes.filter(({ shows }) => shows)) {
      expect(contentPath(route)).toBe(contentPath(routeAt(route.shows ?? '')));
    }
  });

  it.each([
    ['/', 'index', '/'],
    ['/service', 'service/stocks', '/service'],
    ['/technology/finger', 'technology/index', '/technology/finger'],
    ['/service/brokerageHouse', 'service/brokerageHouse', '/service/brokerageHouse'],
    ['/datahub/news', 'datahub/news/index', '/datahub/news'],
    ['/datahub/news/{id}', 'datahub/news/id', '/datahub/news/id'],
    ['/support/anserpage/{id}', 'support/anserpage', '/support/anserpage'],
    ['/404', '404', '/404'],
  ])('%s has its words in %s and lies at %s', (path, content, file) => {
    expect(contentPath(routeAt(path))).toBe(content);
    expect(filePath(routeAt(path))).toBe(file);
  });

  it('put no two pages at one place, and no brace in a file name', () => {
    const places = routes.map(filePath);
    expect(new Set(places.map((place) => place.toLowerCase())).size).toBe(places.length);
    expect(places.filter((place) => /[{}]/.test(place))).toEqual([]);
  });
});

describe('ancestors', () => {
  it.each([
    ['/', []],
    ['/download', []],
    ['/service/forex', ['/service']],
    ['/datahub/news/{id}', ['/datahub', '/datahub/news']],
    ['/support/anserpage/{id}', ['/support']],
  ])('of %s are %j', (path, expected) => {
    expect(ancestors(routeAt(path)).map((route) => route.path)).toEqual(expected);
  });

  it('each begin the path, outermost first, and never hold the route itself', () => {
    for (const route of routes) {
      let above = '';
      for (const { path } of ancestors(route)) {
        expect(route.path.startsWith(`${path}/`), route.path).toBe(true);
        expect(path.startsWith(above)).toBe(true);
        above = path;
      }
    }
  });
});

describe('lessons', () => {
  const lessons = routes.filter(({ kind, shows }) => kind === 'lesson' && !shows).map(({ path }) => path);

  it('are every lesson once', () => {
    expect(LESSONS.map(({ path }) => path).sort()).toEqual(lessons.sort());
    const others = routes.filter(({ footer, kind }) => footer === 'invest' && kind !== 'lesson');
    expect(footerLinks('invest')).toEqual([...LESSONS, ...others]);
  });

  it('begin with the products that everyone may trade', () => {
    const own = LESSONS.filter(({ path }) => OWN_ROUTES.some((route) => route.path === path));
    const optIn = own.map(({ path }) => ['options', 'futures', 'forex'].some((one) => path.endsWith(one)));
    expect(optIn).toEqual([...optIn].sort());
  });
});
