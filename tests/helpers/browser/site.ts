/** Playwright's `test` with the built sites, each served once per worker by the real server. */
import { readdirSync } from 'node:fs';
import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { ROUTES, type Route, type RouteKind } from '../../../src/routes.ts';
import { BUILDS, REMOTE_BUILD, remoteApiPort, VITALS_SHARE } from '../builds.ts';
import { filledPlace } from '../database/database.ts';
import { type ReverseProxy, startProxy } from '../proxy.ts';
import { serve, untilReady } from '../serve.ts';
import { type FeedsSite, startFeedsSite } from './feedsSite.ts';
import { type MarketSite, startMarketSite } from './marketSite.ts';
import { type ServedUsers, serveUsers } from './users.ts';

interface Sites {
  site: string;
  fallback: string;
  configured: string;
  remote: Remote;
  feeds: FeedsSite;
  market: MarketSite;
  /** The site on a database of its own, in which the worker's tests make users */
  users: ServedUsers;
  phone: BrowserContext;
}

/** A site whose API is a separate server behind a proxy. */
interface Remote {
  site: string;
  api: ReverseProxy;
  /** Where the API keeps its data */
  database: { DATABASE_URL: string; DATA_DIR: string };
}

/** Lends out what is stopped after the last test of the worker. */
async function lend<T extends { stop: () => Promise<void> }>(starting: Promise<T>, use: (it: T) => Promise<void>) {
  const started = await starting;
  await use(started);
  await started.stop();
}
const served = (dist: string, use: (url: string) => Promise<void>) => lend(serve(dist), ({ url }) => use(url));

/** The API allows the site's origin and trusts one proxy. One worker at a time, because its port is in the build. */
async function servedRemote(use: (remote: Remote) => Promise<void>): Promise<void> {
  const site = await serve(REMOTE_BUILD);
  const place = await filledPlace();
  const database = { DATABASE_URL: place.url ?? '', DATA_DIR: place.dataDir };
  const server = await serve(REMOTE_BUILD, {
    ...database,
    VITALS_SHARE,
    ALLOWED_ORIGINS: site.url,
    TRUSTED_PROXY_HOPS: '1',
  });
  await untilReady(server.url);
  const api = await startProxy(await remoteApiPort(), server.url);
  await use({ site: site.url, api, database });
  await api.stop();
  await Promise.all([site.stop(), server.stop()]);
  await place.remove();
}

/**
 * `site`, `fallback` and `configured` are origins; relative addresses of a page lead to `site`. `phone` is a narrow
 * browser context for many pages, whose cache saves a third of the time. What a worker holds stands here and nowhere
 * else: Playwright starts a new worker, with new servers, for tests with other fixtures of workers.
 */
export const test = base.extend<object, Sites>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  site: [({}, use) => served(BUILDS.site, use), { scope: 'worker' }],
  fallback: [({}, use) => served(BUILDS.fallback, use), { scope: 'worker' }],
  configured: [({}, use) => served(BUILDS.configured, use), { scope: 'worker' }],
  remote: [({}, use) => servedRemote(use), { scope: 'worker' }],
  users: [({}, use) => lend(serveUsers(), use), { scope: 'worker' }],
  feeds: [({}, use) => lend(startFeedsSite(), use), { scope: 'worker' }],
  market: [({}, use) => lend(startMarketSite(), use), { scope: 'worker' }],
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
  phone: [
    async ({ browser, site }, use) => {
      const context = { viewport: PHONE, reducedMotion: 'reduce', locale: 'en-US', baseURL: site } as const;
      const phone = await browser.newContext(context);
      await use(phone);
      await phone.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site),
  // What a script throws may take an island away without a trace on the page.
  page: async ({ page }, use) => {
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    await use(page);
    expect(thrown, 'errors thrown by scripts').toEqual([]);
  },
});

export { expect };

/** The narrowest phone that the site supports. */
export const PHONE = { width: 360, height: 740 };

/** Replaces `{id}` in the addresses below. It mixes cases, because the case of an id must not change. */
export const SOME_ID = 'Ab7';

export interface Address {
  route: Route;
  locale: Locale;
  /** Pathname with SOME_ID in place of an id */
  path: string;
  /** Status of the response; ids of news, flash and users do not exist yet */
  status: 200 | 404;
}

/** An address of every route in the given locales. */
export function addresses(locales: readonly Locale[] = LOCALE_IDS): Address[] {
  return locales.flatMap((locale) => ROUTES.map((route) => addressOf(route, locale)));
}

/** The locales with words of their own. Pages of the United Kingdom are those of the United States but for their spelling. */
export const WORDED = LOCALE_IDS.filter((locale) => locale !== 'en-GB');

/** One address of each kind of page in a locale. */
export function addressOfEachKind(locale: Locale): Address[] {
  const kinds = [...new Set(ROUTES.map(({ kind }) => kind))];
  return kinds.map((kind) => addressOf(firstOf(kind), locale));
}

/** The first route of a kind that has its own page. */
export function firstOf(kind: RouteKind): Route {
  const rows: readonly Route[] = ROUTES;
  const route = rows.find((row) => row.kind === kind && !row.shows);
  if (!route) throw new Error(`No route of the kind '${kind}'`);
  return route;
}

function addressOf(route: Route, locale: Locale): Address {
  const unknown = route.path === '/404' || /^\/(datahub\/.*|u\/)\{id\}$/.test(route.path);
  const path = localize(route.path.replace('{id}', SOME_ID), locale);
  return { route, locale, path, status: unknown ? 404 : 200 };
}

/** Moves the pointer over a page, whose islands then load. */
export async function touch(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Scrolls to an island that is loaded when a visitor comes near, and waits until it is hydrated. */
export async function comeNear(page: Page, selector: string): Promise<void> {
  const part = page.locator(selector);
  await part.evaluate((element) => element.scrollIntoView());
  await expect(page.locator('astro-island[ssr]').filter({ has: part })).toHaveCount(0);
}

/**
 * Touches the page and waits until its islands are hydrated, but for those that wait to be seen, and their effects have
 * run.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    dispatchEvent(new Event('pointerdown')); // Again, because the page may not have begun to listen.
    return document.querySelector(`astro-island[ssr]:not([opts*='"seen"'], [opts*='"near"'])`) === null;
  });
  await idle(page);
}

/** Waits until the page is idle: React's scheduled work runs before idle callbacks. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
}

/** Opens an address, waits until it is hydrated, and returns the status. */
export async function open(page: Page, address: string): Promise<number | undefined> {
  const response = await page.goto(address);
  await hydrated(page);
  return response?.status();
}

/** Collects console errors, uncaught errors and violations of the content security policy. */
export function faults(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

/** Collects the requests of a page to other origins than its site's. */
export function foreignRequests(page: Page, origin: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(request.url());
  });
  return found;
}

/** Puts a value into the localStorage of an origin, as an earlier visit would. The page is then at robots.txt. */
export async function keep(page: Page, key: string, value: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, value]);
}

export function kept(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** File names of the scripts behind an island of a page, as its HTML names them. */
export async function islandScripts(page: Page, name: string): Promise<{ component: string; renderer: string }> {
  const island = page.locator(`astro-island[component-url*="/${name}."]`);
  const fileName = async (attribute: string) => (await island.getAttribute(attribute))?.split('/').pop() ?? '';
  return { component: await fileName('component-url'), renderer: await fileName('renderer-url') };
}

/** File name of a script that a build's islands load by import(), such as 'apiClient'. */
export function lazyChunk(dist: string, name: string): string {
  const found = readdirSync(`${dist}/_astro`).find((file) => new RegExp(`^${name}\\..+\\.js$`).test(file));
  if (!found) throw new Error(`${dist} has no script '${name}'`);
  return found;
}

export const menu = (page: Page): Locator => page.locator('#site-menu');
export const hamburger = (page: Page): Locator => page.locator('.hamburger');
export const picker = (page: Page): Locator => page.locator('#language-picker');
export const languageButton = (page: Page): Locator => page.locator('.language-button');
