/** Chromium prepares the next page when the pointer rests on a link to it. Playwright's connection switches that off. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { THEME_KEY } from '../../src/browserState/keys.ts';
import { BUILDS } from '../helpers/builds.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { chromium } from './engines.ts';

let served: Served;
let browser: Browser;
let page: Page;
/** The API's addresses that were called. */
let calls: string[];

beforeAll(async () => {
  served = await serve(BUILDS.site);
  await untilReady(served.url);
});
afterAll(() => served?.stop());

// A browser for each test: after a prepared page is shown, the connection no longer follows the window.
beforeEach(async () => {
  browser = await chromium();
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  calls = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
});
afterEach(() => browser?.close());

/** Rests the pointer on a link until its page may be prepared. Returns a function that follows the link. */
async function rest(from: string, to: string): Promise<() => Promise<void>> {
  await page.goto(served.url + from, { waitUntil: 'networkidle0' });
  for (const link of await page.$$(`a[href="${to}"]`)) {
    if (!(await link.isVisible())) continue;
    await link.scrollIntoView();
    await link.hover();
    await setTimeout(1_500);
    return () => link.click();
  }
  throw new Error(`${from} has no link to ${to}`);
}

/** Reads from the page that is shown, as soon as there is one with this path. */
async function read<T>(path: string, expression: string): Promise<T> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const found = await page
      .evaluate(`location.pathname === '${path}' && !document.prerendering && { value: ${expression} }`)
      .catch(() => null);
    if (found) return (found as { value: T }).value;
  }
  throw new Error(`${path} was not shown`);
}

const PREPARED_MS = 'performance.getEntriesByType("navigation")[0].activationStart';

it.each([
  ['/technology', '/datahub', 2],
  ['/', '/datahub/flash', 2],
])('from %s, %s is ready before it is opened, and calls nothing until then', async (from, to, count) => {
  const follow = await rest(from, to);
  const before = calls.length;
  await setTimeout(500);
  expect(calls.slice(before)).toEqual([]);
  await follow();
  expect(await read<number>(to, PREPARED_MS)).toBeGreaterThan(0);
  await expect.poll(() => calls.length - before).toBeGreaterThanOrEqual(count);
});

it('slides a prepared page in', async () => {
  const follow = await rest('/service/stocks', '/service/forex');
  await follow();
  const animations = 'document.getAnimations().map((one) => one.animationName)';
  await expect.poll(() => read<string[]>('/service/forex', animations)).toContain('slide-in-left');
});

it('prepares neither the form nor the log-in', async () => {
  const follow = await rest('/', '/openAccountForm');
  await follow();
  expect(await read<number>('/openAccountForm', PREPARED_MS)).toBe(0);
});

it('shows a prepared page in the theme that was chosen meanwhile', async () => {
  const follow = await rest('/service/stocks', '/service/forex');
  await page.evaluate(`localStorage.setItem('${THEME_KEY}', 'dark')`);
  await follow();
  expect(await read('/service/forex', 'document.documentElement.dataset.theme')).toBe('dark');
});
