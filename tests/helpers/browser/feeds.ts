/** Tests of pages with news and flashes, on the site of feedsSite.ts. */
import type { Locator, Page } from 'playwright/test';
import type { FlashPublication } from '../../../src/contract/all.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { BUILDS } from '../builds.ts';
import { expect, faults, hydrated, test as siteTest } from './site.ts';

export { HOSTILE, ingested, NEWS_COUNT } from './feedsSite.ts';
export const t = translator('en-US');

export const test = siteTest.extend<{ quiet: undefined }>({
  baseURL: ({ feeds }, use) => use(feeds.site),
  // Chromium's own log entry for a page with status 404 is not a fault of the page.
  quiet: [
    async ({ page }, use) => {
      const found = faults(page);
      await use(undefined);
      expect(found.filter((fault) => !/^Failed to load resource: |ViewTransition/.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

export const newFlash = (title: string, own = {}): FlashPublication => ({
  action: 'publish',
  language: 'en',
  title,
  summary: null,
  link: null,
  category: 'desk',
  important: false,
  symbols: [],
  ...own,
});

export const entries = (page: Page) => page.locator('.news-main .news-list .news-entry');
export const feedEntries = (page: Page) => page.locator('.news-main .news-list .original');
export const flashes = (page: Page) => page.locator('.flash-item');
export const pill = (page: Page) => page.locator('.flash-news button');
export const freshness = (page: Page) => page.locator('.freshness');
export const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/**
 * Lets a page come as it is built, as from a host without our server: its island asks the API for what it shows. `file`:
 * the page that serves the address.
 */
export async function asBuilt(page: Page, path: string, file = path): Promise<void> {
  const built = { path: `${BUILDS.site}${file}.html`, contentType: 'text/html; charset=utf-8' };
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill(built),
  );
}

export async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/datahub/news${search}`);
  await hydrated(page);
  await expect(page.locator('.news-main .news-list')).toHaveAttribute('aria-busy', 'false');
}

export async function openFlash(page: Page, address = '/datahub/flash'): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
}
