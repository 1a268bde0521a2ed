/**
 * What bench:visit measures, on the profile of a phone: 150 ms, 1.6 Mbit/s, a processor four times slower; one click on a
 * desktop without slowing.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { chromium } from '../engines/engines.ts';

const NETWORK = { latency: 150, download: 1_600_000 / 8, upload: 750_000 / 8 };
const SLOWER = 4;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const DESKTOP = { width: 1440, height: 900 };
/** Milliseconds: a finger rests so long on a link, a pointer so long before it presses. */
const PRESS_MS = 80;
const HOVER_MS = 3_000;

export interface Loaded {
  /** Milliseconds to the largest paint */
  largest: number;
  /**
   * Milliseconds over 50 of each task after the first paint, which is when React starts. Most of them are due to the
   * measuring: React makes five errors as it is loaded, for which a driven browser, as one with open developer tools,
   * reads the whole script again to know where it stands. Without, it does not.
   */
  blocking: number;
  shift: number;
}

/** A new browser, because a kept one has what it loaded before. */
async function withPage<T>(measure: (page: Page) => Promise<T>, isDesktop = false): Promise<T> {
  const browser: Browser = await chromium();
  try {
    const page = await browser.newPage();
    await page.setViewport(isDesktop ? DESKTOP : PHONE);
    if (!isDesktop) {
      await page.emulateNetworkConditions(NETWORK);
      await page.emulateCPUThrottling(SLOWER);
    }
    return await measure(page);
  } finally {
    await browser.close();
  }
}

/** Loads a page for the first time. */
export function load(url: string): Promise<Loaded> {
  return withPage(async (page) => {
    await page.evaluateOnNewDocument(() => {
      const seen = { largest: 0, blocking: 0, shift: 0 };
      const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
      watch('largest-contentful-paint', ({ startTime }) => {
        seen.largest = startTime;
      });
      watch('longtask', ({ startTime, duration }) => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (paint && startTime > paint.startTime) seen.blocking += duration - 50;
      });
      watch('layout-shift', (entry) => {
        seen.shift += Number(Reflect.get(entry, 'value'));
      });
      Object.assign(window, { seen });
    });
    await page.goto(url, { waitUntil: 'networkidle0' });
    await setTimeout(1_000);
    return page.evaluate(() => Reflect.get(window, 'seen') as Loaded);
  });
}

export interface Searched {
  /** Bytes that the first search has loaded */
  bytes: number;
  /** Milliseconds from the press of the button to the field, where one types */
  opened: number;
  /** Milliseconds from a query to its first result, the first time and then of a query of other words */
  cold: number;
  warm: number;
}

/**
 * Opens the search on a page that was touched, so that React is there, and types two queries as soon as it can, each at
 * once.
 */
export function searched(url: string, queries: readonly [string, string]): Promise<Searched> {
  return withPage(async (page) => {
    await page.goto(url, { waitUntil: 'networkidle0' });
    await page.touchscreen.tap(1, 1);
    await page.waitForNetworkIdle();
    let bytes = 0;
    const client = await page.createCDPSession();
    await client.send('Network.enable');
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const opened = await page.evaluate(async () => {
      const start = performance.now();
      document.querySelector<HTMLElement>('.search-link')?.click();
      while (!document.activeElement?.matches('#search-query')) await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
    const answer = (query: string) =>
      page.evaluate(async (text) => {
        const input = document.querySelector('#search-query') as HTMLInputElement;
        const titles = () => [...document.querySelectorAll('.search-hit')].map(({ textContent }) => textContent).join();
        const before = titles();
        const start = performance.now();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        while (titles() === before) await new Promise(requestAnimationFrame);
        return performance.now() - start;
      }, query);
    const cold = await answer(queries[0]);
    await setTimeout(1_500);
    const loaded = bytes;
    // The program and the titles are there; a piece of the index that the second query needs is not.
    const warm = await answer(queries[1]);
    return { bytes: loaded, opened, cold, warm };
  });
}

/** How a visitor comes to a link: `known` has seen its page before; `rests` keeps the pointer on it for a while. */
export interface Manner {
  known?: boolean;
  rests?: boolean;
  isDesktop?: boolean;
}

/** Milliseconds from the click on a link to the first paint of its page. */
export function follow(site: string, from: string, to: string, manner: Manner = {}): Promise<number> {
  const { known, rests, isDesktop } = manner;
  return withPage(async (page) => {
    if (known) await page.goto(site + to, { waitUntil: 'networkidle0' });
    await page.goto(site + from, { waitUntil: 'networkidle0' });
    await setTimeout(500);
    // Where the page has no such link in sight, it gets one: all pages are measured alike.
    const { x, y } = await page.evaluate((address) => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = address;
      link.textContent = 'Next';
      link.style.cssText = 'position:fixed;inset:40% auto auto 40%;padding:1rem;z-index:99';
      addEventListener('click', ({ timeStamp }) =>
        sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
      );
      const box = link.getBoundingClientRect();
      return { x: box.x + 5, y: box.y + 5 };
    }, to);
    // A prepared page takes the place of this one before the browser answers that it was clicked.
    const replaced = () => {};
    if (rests) {
      await page.mouse.move(x, y);
      await setTimeout(HOVER_MS);
      await page.mouse.click(x, y).catch(replaced);
    } else {
      const touch = await page.touchscreen.touchStart(x, y);
      await setTimeout(PRESS_MS);
      await touch.end().catch(replaced);
    }
    const end = Date.now() + 15_000;
    while (Date.now() < end) {
      const found = await page.evaluate(painted, to).catch(() => null);
      if (found !== null) return found;
      await setTimeout(100);
    }
    throw new Error(`${to} was not painted`);
  }, isDesktop);
}

function painted(path: string): number | null {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (location.pathname !== path || !paint) return null;
  return performance.timeOrigin + paint.startTime - Number(sessionStorage.getItem('clicked'));
}
