/** Playwright's `test` with the built sites served by the real server, one of each a worker. */
import { test as base, expect, type Page } from 'playwright/test';
import { BUILDS } from './builds.ts';
import { type Served, serve } from './serve.ts';

interface Sites {
  site: string;
  fallback: string;
  configured: string;
}

const served = async (dist: string, use: (url: string) => Promise<void>) => {
  const server: Served = await serve(dist);
  await use(server.url);
  await server.stop();
};

/** `site`, `fallback` and `configured` are origins; relative addresses of a page lead to `site`. */
export const test = base.extend<object, Sites>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  site: [({}, use) => served(BUILDS.site, use), { scope: 'worker' }],
  fallback: [({}, use) => served(BUILDS.fallback, use), { scope: 'worker' }],
  configured: [({}, use) => served(BUILDS.configured, use), { scope: 'worker' }],
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
  baseURL: ({ site }, use) => use(site),
});

export { expect };

/** Waits until every island of the page is hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

/** Collects console errors, uncaught errors and violations of the content security policy. */
export function faults(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}
