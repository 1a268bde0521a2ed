/** Chromium prepares the next page when the pointer rests on a link to it. Playwright's connection switches that off. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { THEME_KEY } from '../../src/browserState/keys.ts';
import { BUILDS } from '../helpers/builds.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { chromium } from './engines.ts';

/** A slide lasts until a test has seen it. */
const SLOW_SLIDE = '[data-slide] main { animation-duration: 60s !important }';

/** How many elements are held back. */
const HELD = "document.querySelectorAll('[style*=content-visibility]').length";

/** Counts them in the first frame of a page, its frames, and how far its elements move. */
const COUNTING = `
if (!('shift' in window)) {
  window.shift = window.painted = 0;
  const paint = () => {
    if (!window.painted) window.held = ${HELD};
    window.painted += 1;
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
    .observe({ type: 'layout-shift' });
}`;

let served: Served;
/** Stands before the server, and notes what is asked for. */
let front: Server;
let origin: string;
/** The paths that Chromium fetched ahead. */
const ahead: string[] = [];
/** The API's addresses that were called. */
const calls: string[] = [];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  served = await serve(BUILDS.site);
  await untilReady(served.url);
  front = createServer((req, res) => {
    const path = req.url as string;
    if (req.headers['sec-purpose']) ahead.push(path);
    if (path.startsWith('/api/')) calls.push(path);
    const added = path.endsWith('.css') ? SLOW_SLIDE : path.endsWith('.js') ? COUNTING : '';
    const headers = { ...req.headers, ...(added && { 'accept-encoding': 'identity' }) };
    const passed = request(served.url + path, { method: req.method, headers }, (answer) => {
      // The file is longer than the server says.
      const { 'content-length': _, ...sent } = answer.headers;
      res.writeHead(answer.statusCode as number, sent);
      answer.pipe(res, { end: !added });
      if (added) answer.on('end', () => res.end(added));
    });
    res.on('close', () => passed.destroy());
    req.pipe(passed.on('error', () => res.destroy()));
  }).listen(0);
  await once(front, 'listening');
  origin = `http://localhost:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  front?.closeAllConnections();
  front?.close();
  await served?.stop();
});

// A browser for each test: after a prepared page is shown, the connection no longer follows the window.
beforeEach(async () => {
  ahead.length = 0;
  calls.length = 0;
  browser = await chromium();
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
});
afterEach(() => browser?.close());

/** Opens a page and returns its link to another. */
async function linkFrom(from: string, to: string): Promise<ElementHandle<Element>> {
  await page.goto(origin + from, { waitUntil: 'networkidle0' });
  for (const link of await page.$$(`a[href="${to}"]:not(details a)`)) if (await link.isVisible()) return link;
  throw new Error(`${from} has no link to ${to}`);
}

/** Rests the pointer on a link until its page, at a path, is fetched and may be rendered. */
async function prepare(link: ElementHandle<Element>, path: string): Promise<void> {
  // Again and again: the page may still move beneath the pointer.
  const rest = async () => {
    await link.hover();
    return ahead;
  };
  await expect.poll(rest, { timeout: 10_000, interval: 300 }).toContain(path);
  // It renders the page meanwhile, of which nothing is seen from outside.
  await setTimeout(500);
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
  const link = await linkFrom(from, to);
  const before = calls.length;
  await prepare(link, to);
  expect(calls.slice(before)).toEqual([]);
  await link.click();
  expect(await read<number>(to, PREPARED_MS)).toBeGreaterThan(0);
  await expect.poll(() => calls.length - before).toBeGreaterThanOrEqual(count);
});

it('slides a prepared page in', async () => {
  const link = await linkFrom('/service/stocks', '/service/forex');
  await prepare(link, '/service/forex');
  await link.click();
  const animations = 'document.getAnimations().map((one) => one.animationName)';
  await expect.poll(() => read<string[]>('/service/forex', animations), { timeout: 10_000 }).toContain('slide-left');
});

it.each([
  ['/service/stocks', '/service/forex', 360],
  ['/', '/datahub', 1280],
])(
  'first paints what is in the window of a prepared page, and moves nothing: from %s, %s at %i px',
  async (from, to, width) => {
    await page.setViewport({ width, height: 800 });
    const link = await linkFrom(from, to);
    await prepare(link, to);
    await link.click();
    await expect.poll(() => read(to, 'window.held')).toBeGreaterThan(0);
    await expect.poll(() => read(to, HELD)).toBe(0);
    // What moves by that is told after the next frame.
    const painted = await read<number>(to, 'window.painted');
    await expect.poll(() => read(to, 'window.painted')).toBeGreaterThan(painted + 1);
    expect(await read(to, 'window.shift')).toBe(0);
  },
);

it('fetches the form, and does not render it', async () => {
  const link = await linkFrom('/', '/openAccountForm');
  await prepare(link, '/openAccountForm');
  await link.click();
  expect(await read<number>('/openAccountForm', PREPARED_MS)).toBe(0);
});

it('shows a prepared page in the theme that was chosen meanwhile', async () => {
  const link = await linkFrom('/service/stocks', '/service/forex');
  await prepare(link, '/service/forex');
  await page.evaluate(`localStorage.setItem('${THEME_KEY}', 'dark')`);
  await link.click();
  expect(await read('/service/forex', 'document.documentElement.dataset.theme')).toBe('dark');
});
