/** Every page of every locale, loaded once on a phone. What needs a loaded page of each looks at it here. */
import type { Page } from 'playwright/test';
import { isEastAsian } from '../../../src/i18n/conventions.ts';
import { LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import {
  brokenHeadings,
  brokenPieces,
  drawingFaults,
  inEachVariant,
  lonelyEnds,
  tableFaults,
} from '../../helpers/browser/looks.ts';
import {
  addresses,
  addressOfEachKind,
  test as base,
  expect,
  faults,
  foreignRequests,
  open,
  PHONE,
  WORDED,
} from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const KINDS = addressOfEachKind('ja').map(({ path }) => path);
/** npm test loads every page in English, and one of each kind in Japanese. */
const isShort = (locale: Locale, path: string) => locale === 'en-US' || KINDS.includes(path);
const SWEPT = [...addresses(WORDED), ...addressOfEachKind('en-GB')];

/** Each page in a tab of its own, all of a worker in one browser context. */
const test = base.extend({
  page: async ({ phone }, use) => {
    const page = await phone.newPage();
    await use(page);
    await page.close();
  },
});

test.describe.configure({ mode: 'parallel' });

/** Requests of the page that got no response or an error status. */
function failedRequests(page: Page): string[] {
  const found: string[] = [];
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') found.push(`${request.url()} ${reason}`); // The page was left.
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (!isPage && response.status() >= 400) found.push(`${response.url()} ${response.status()}`);
  });
  return found;
}

for (const { path, locale, status } of SWEPT) {
  test(`${path} is there, whole, without a fault, and fits a phone`, {
    tag: isShort(locale, path) ? SHORT : [],
  }, async ({ page, site }) => {
    const errors = faults(page);
    const foreign = foreignRequests(page, site);
    const failed = failedRequests(page);
    expect(await open(page, path)).toBe(status);

    await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
    await expect(page.locator('h1')).toHaveCount(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    if (isEastAsian(locale)) {
      expect(await brokenHeadings(page, locale)).toEqual([]);
      expect(await lonelyEnds(page)).toEqual([]);
    }
    expect(await brokenPieces(page)).toEqual([]);
    expect(
      await inEachVariant(page, async () => [...(await tableFaults(page)), ...(await drawingFaults(page))]),
    ).toEqual([]);
    if ((await page.locator('main .table').count()) > 0) {
      for (const other of [768, 1440]) {
        await page.setViewportSize({ width: other, height: PHONE.height });
        expect(await tableFaults(page), `${other} px`).toEqual([]);
      }
    }

    // Chromium logs an error for the page's own status 404.
    const own = status === 404 ? errors.findIndex((error) => error.includes('status of 404')) : -1;
    if (own >= 0) errors.splice(own, 1);
    expect([...errors, ...foreign, ...failed]).toEqual([]);
  });
}

test('a crushed cell and a cut table would be noticed', async ({ page }) => {
  await open(page, localize('/service/stocks', 'ja'));
  await page
    .locator('main .ledger [role=cell]')
    .nth(1)
    .evaluate((cell) => {
      (cell as HTMLElement).style.setProperty('width', '1em');
      (cell as HTMLElement).style.setProperty('word-break', 'break-all');
    });
  await page
    .locator('main .ledger [role=table]')
    .first()
    .evaluate((table) => {
      (table as HTMLElement).style.setProperty('width', '800px');
    });
  expect((await tableFaults(page)).join('\n')).toMatch(/px for '.*\n.*table is cut off/s);
});

test('words that leave or cover each other in a variant that is not chosen would be noticed', async ({ page }) => {
  await open(page, localize('/service/etf', 'ja'));
  const figure = page.locator('.figure-etfPrice');
  const hidden = figure.locator('svg.variant').last();
  await expect(hidden).toBeHidden();
  await hidden.evaluate((drawing) => {
    const [first, second, third] = drawing.querySelectorAll('text');
    first?.setAttribute('x', '100%');
    second?.setAttribute('y', third?.getAttribute('y') ?? '');
    second?.setAttribute('x', '24');
    third?.setAttribute('font-size', '9');
    third?.style.setProperty('font-size', '9px');
  });
  await figure
    .locator('.variant [role=cell]:last-child')
    .last()
    .evaluate((cell) => {
      (cell as HTMLElement).style.setProperty('width', '1em');
      cell.textContent = '50.0000000';
    });
  const faults = await inEachVariant(page, async () => [...(await tableFaults(page)), ...(await drawingFaults(page))]);
  expect(faults.join('\n')).toMatch(/'50\.0000000'.*leaves its drawing.*9\.0 px.*lies on/s);
});

test('a heading broken within a word and a lonely last character would be noticed', async ({ page }) => {
  await open(page, localize('/service/stocks', 'tw'));
  await page.evaluate(() => {
    const heading = document.querySelector('main h1');
    const [first = '', ...rest] = heading?.textContent ?? '';
    heading?.replaceChildren(first, document.createElement('br'), rest.join(''));
    const text = document.querySelector('main .prose p');
    const last = text?.textContent?.replaceAll(/[\p{P}\s]/gu, '').at(-1) ?? '';
    text?.append(document.createElement('br'), last);
  });
  expect(await brokenHeadings(page, 'tw')).toHaveLength(1);
  expect(await lonelyEnds(page)).toHaveLength(1);
});
