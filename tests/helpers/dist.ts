/** The built sites for the build tests: pages parsed once, files by address, words by locale. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { parseSource } from '../../src/catalogue/content.ts';
import { fileInForce } from '../../src/catalogue/legal.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localize, splitLocale } from '../../src/i18n/urls.ts';
import { memo } from '../../src/memo.ts';
import { contentPath, filePath, ROUTES, type Route } from '../../src/routes.ts';
import { parseHeaders, parseRedirects } from '../../src/server/hosting.ts';
import { settings as ownSettings } from '../../src/settings.ts';
import { movedPages, readSettings, type Settings } from '../../src/site.ts';
import { BUILDS, ENVIRONMENT } from './builds.ts';

export type Build = keyof typeof BUILDS;
export type Document = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Node = Document['children'][number];

export const ROUTE_ROWS: readonly Route[] = ROUTES;

export interface Page {
  /** Relative to the folder of the build, such as ja/service/forex.html */
  file: string;
  /** The pathname it is served at, such as /ja/service/forex */
  address: string;
  locale: Locale;
  html: string;
  document: Document;
}

export interface Site {
  dir: string;
  settings: Settings;
  locales: readonly Locale[];
  /** Every file, with slashes and without a leading one */
  files: ReadonlySet<string>;
  pages: readonly Page[];
  headers: ReturnType<typeof parseHeaders>;
  redirects: ReturnType<typeof parseRedirects>;
}

const sites = new Map<Build, Site>();

export function site(build: Build = 'site'): Site {
  const known = sites.get(build);
  if (known) return known;
  const dir = BUILDS[build];
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(dir).length + 1)
        .replaceAll('\\', '/'),
    );
  const settings = build === 'site' ? ownSettings : readSettings({ ...process.env, ...ENVIRONMENT[build] });
  const found: Site = {
    dir,
    settings,
    locales: LOCALE_IDS.filter((locale) => settings.LOCALES.includes(locale)),
    files: new Set(files),
    pages: files.filter((file) => file.endsWith('.html')).map((file) => readPage(dir, file)),
    headers: parseHeaders(readFileSync(join(dir, '_headers'), 'utf8')),
    redirects: parseRedirects(readFileSync(join(dir, '_redirects'), 'utf8')),
  };
  sites.set(build, found);
  return found;
}

function readPage(dir: string, file: string): Page {
  const html = readFileSync(join(dir, file), 'utf8');
  const address = `/${file.replace(/(^index)?\.html$/, '')}`;
  return { file, address, locale: splitLocale(address).locale, html, document: parseDocument(html) };
}

/** The page of an address. Throws if there is none. */
export function pageAt(of: Site, address: string): Page {
  const page = pagesByAddress(of).get(address);
  if (!page) throw new Error(`${of.dir} has no page ${address}`);
  return page;
}

const pagesByAddress = memo(({ pages }: Site) => new Map(pages.map((page) => [page.address, page])));

/** The configured address that replaces a page, or undefined. */
export function movedTo({ settings }: Site, path: string): string | undefined {
  return movedPages(settings).get(path);
}

/** True for the page of one item of news, or of one help article: pages that no route lists. */
export const isItemPage = ({ address }: Page) => /\/(datahub\/news|support\/anserpage)\/(?!id$)[^/]+$/.test(address);

/** The routes that have their own page and are not a redirect. */
export function builtRoutes(of: Site): Route[] {
  return ROUTE_ROWS.filter(({ path }) => !movedTo(of, path));
}

export interface RoutePage {
  route: Route;
  locale: Locale;
  page: Page;
}

/** The pages of all routes in the given locales. Missing pages are left out: a separate test reports them. */
export function routePages(of: Site, locales: readonly Locale[] = of.locales): RoutePage[] {
  return locales.flatMap((locale) =>
    builtRoutes(of).flatMap((route) => {
      const page = pagesByAddress(of).get(addressOf(route, locale));
      return page ? [{ route, locale, page }] : [];
    }),
  );
}

/** The address of a route's file; for a route with an id, that of its shell. */
export function addressOf(route: Route, locale: Locale): string {
  return localize(filePath(route), locale);
}

/** Where a link to a site path leads: a configured outside address replaces some pages. */
export function targetOf(of: Site, path: string, locale: Locale): string {
  const outside = path === '/openAccountForm' ? of.settings.SIGNUP_URL : movedTo(of, path);
  return outside ?? localize(path, locale);
}

/** The file that a host serves for a pathname, or undefined: /ja → ja.html, /robots.txt → robots.txt. */
export function fileAt({ files }: Site, pathname: string): string | undefined {
  const path = decodeURI(pathname).slice(1) || 'index';
  return [path, `${path}.html`].find((file) => files.has(file) && !/^_(headers|redirects)$/.test(file));
}

/** The URL of a reference on a page, or null if it leads to another origin or is not an address. */
export function ownUrl({ settings }: Site, href: string, base = '/'): URL | null {
  const url = new URL(href, settings.SITE_URL + base);
  return url.origin === settings.SITE_URL ? url : null;
}

/** Absolute address in the form that canonical links, alternates and the sitemap use. */
export function absolute({ settings }: Site, pathname: string): string {
  return settings.SITE_URL + (pathname === '/' ? '' : pathname);
}

const contentDir = (build: Build) => ENVIRONMENT[build].CONTENT_DIR ?? 'content';

/** True if a file is not a fallback in a locale: it has its own translation, or is an overlay of English. */
export function isTranslated(build: Build, room: string, path: string, locale: Locale): boolean {
  const own = join(contentDir(build), locale, room, `${path}.mdx`);
  return locale === DEFAULT_LOCALE || LOCALES[locale].overlay || existsSync(own);
}

export interface Words {
  title: string;
  heading?: string;
  description: string;
  lead: string;
  actions?: { text: string; href: string }[];
  body: string;
}

/** Front matter and body of the content file that readers see, in en-US if the locale has none. */
export function wordsOf(build: Build, room: string, path: string, locale: Locale): Words {
  const fileIn = (of: Locale) => fileInForce(of, `${room}/${path}`, contentDir(build))?.file;
  const { frontMatter, body } = parseSource(readFileSync(fileIn(locale) ?? fileIn(DEFAULT_LOCALE) ?? '', 'utf8'));
  return { ...(frontMatter as Omit<Words, 'body'>), body };
}

export function pageWords(build: Build, route: Route, locale: Locale): Words {
  return wordsOf(build, 'pages', contentPath(route), locale);
}

/** Elements below a node that pass a test, in order. */
export function all(within: Document | Element, test: (element: Element) => boolean): Element[] {
  return DomUtils.filter((node) => isElement(node) && test(node), within.children) as Element[];
}

export function byTag(within: Document | Element, ...names: string[]): Element[] {
  return all(within, ({ name }) => names.includes(name));
}

export function byRole(within: Document | Element, ...roles: string[]): Element[] {
  return all(within, ({ attribs }) => roles.includes(attribs.role ?? ''));
}

/** The only element of a name. Throws if there are none or several. */
export function only(within: Document | Element, name: string): Element {
  const [first, ...others] = byTag(within, name);
  if (!first || others.length > 0) throw new Error(`${first ? 'several' : 'no'} <${name}>`);
  return first;
}

export function byId(within: Document | Element, id: string): Element | undefined {
  return elementsById(within).get(id);
}

const elementsById = memo(
  (within: Document | Element) =>
    // The first of an id counts, as in a browser.
    new Map(
      all(within, ({ attribs }) => attribs.id !== undefined)
        .reverse()
        .map((element) => [element.attribs.id ?? '', element]),
    ),
);

export function isElement(node: Node): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** All text below an element, white space folded. */
export function textOf(element: Element | undefined): string {
  return element ? fold(DomUtils.textContent(element)) : '';
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Content of `<meta name=…>` or `<meta property=…>`, in order. */
export function metas({ document }: Page, name: string): string[] {
  return byTag(document, 'meta')
    .filter(({ attribs }) => (attribs.name ?? attribs.property ?? attribs['http-equiv']) === name)
    .map(({ attribs }) => attribs.content ?? '');
}

/** Addresses of `<link rel=…>`, in order. */
export function links({ document }: Page, rel: string): Element[] {
  return byTag(document, 'link').filter(({ attribs }) => attribs.rel?.split(' ').includes(rel));
}

export function canonicalOf(page: Page): string | undefined {
  return links(page, 'canonical')[0]?.attribs.href;
}

/** hreflang → address, as the page declares it, without the feeds, which have a type. */
export function clusterOf(page: Page): Record<string, string> {
  return Object.fromEntries(
    links(page, 'alternate')
      .filter(({ attribs }) => attribs.type === undefined)
      .map(({ attribs }) => [attribs.hreflang ?? '', attribs.href ?? '']),
  );
}

/** hreflang → address, as expected for a page that exists in these locales. */
export function expectedCluster(of: Site, path: string, written: readonly Locale[]): Record<string, string> {
  return Object.fromEntries(
    written.flatMap((locale) =>
      LOCALES[locale].hreflang.map((hreflang) => [hreflang, absolute(of, localize(path, locale))]),
    ),
  );
}

export interface SitemapEntry {
  address: string;
  cluster: Record<string, string>;
}

export function sitemapOf({ dir }: Site): SitemapEntry[] {
  const xml = parseDocument(readFileSync(join(dir, 'sitemap.xml'), 'utf8'), { xmlMode: true });
  return byTag(xml, 'url').map((url) => ({
    address: textOf(only(url, 'loc')),
    cluster: Object.fromEntries(
      byTag(url, 'xhtml:link').map(({ attribs }) => [attribs.hreflang ?? '', attribs.href ?? '']),
    ),
  }));
}

/** The directives of a content security policy, by name. */
export function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
}

const INLINE = new Set(
  'a abbr astro-island b bdi br cite code data del dfn em i ins kbd mark q s small span'.split(' '),
);
for (const name of 'strong sub sup time tspan u var wbr'.split(' ')) INLINE.add(name);
const WORDLESS = new Set(['script', 'style', 'code']);
const SPOKEN = ['alt', 'aria-label', 'placeholder', 'title'];

/** A page without its code: programs name one's own machine and have comments with asterisks. */
export const withoutCode = (html: string): string => html.replace(/<code.*?<\/code>/gs, '');

/**
 * The texts that a reader meets below an element, one string per block (paragraph, heading, cell, drawn label, spoken
 * attribute), with inline elements joined as shown. Parts marked as another language than `lang` are left out.
 */
export function blocksOf(element: Element, lang: string): string[] {
  const blocks: string[] = [];
  let open = '';
  const close = () => {
    if (fold(open)) blocks.push(fold(open));
    open = '';
  };
  const walk = (node: Node) => {
    if (node.type === 'text') open += (node as unknown as { data: string }).data;
    if (!isElement(node) || WORDLESS.has(node.name) || (node.attribs.lang ?? lang) !== lang) return;
    blocks.push(...SPOKEN.map((name) => node.attribs[name] ?? '').filter(Boolean));
    const inline = INLINE.has(node.name);
    if (!inline) close();
    for (const child of node.children) walk(child);
    if (!inline) close();
  };
  for (const child of element.children) walk(child);
  close();
  return blocks;
}
