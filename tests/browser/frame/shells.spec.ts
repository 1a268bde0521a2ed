/** Items and lists that our server writes into pages: read without script, and taken over by the islands. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from 'playwright/test';
import { PAGE_ITEMS } from '../../../src/browserState/keys.ts';
import type { NewsLanguage } from '../../../src/contract/all.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { newFlash, test } from '../../helpers/browser/feeds.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { expect, hydrated, PHONE } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

/** That of pages in tests/build/weight.test.ts */
const MOST_BYTES = 22_100;
/** What lists and an item show, by the element that holds it. */
const PARTS = [
  ['/datahub', '.news-main .news-list'],
  ['/datahub', '.rail-live ol:not(:empty)'],
  ['/datahub/news', '.news-main .news-list'],
  ['/datahub/flash', '.flash-feed'],
] as const;

async function withoutScript<T>(browser: Browser, base: string, read: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: base,
    viewport: { width: 1440, height: 900 },
  });
  try {
    return await read(await context.newPage());
  } finally {
    await context.close();
  }
}

for (const [locale, language] of [
  ['en-US', 'en'],
  ['ja', 'ja'],
] as const satisfies [string, NewsLanguage][]) {
  test(`lists and items say the same with and without script, and are asked for once, ${locale}`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page, browser, feeds }) => {
    const id = await feeds.publish(
      newFlash(`Said twice ${Date.now()}`, {
        language,
        important: true,
        summary: 'With a summary',
        symbols: ['EURUSD'],
      }),
    );
    const title = `Said twice, revised ${Date.now()}`;
    await feeds.publish({ action: 'revise', id, title });
    // A list is the same for two seconds.
    for (const [path] of PARTS.filter(([, part]) => !part.startsWith('.news'))) {
      const read = async () => (await fetch(feeds.site + localize(path, locale))).text();
      await expect.poll(read, path).toContain(title);
    }
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [path, part] of [...PARTS, [`/datahub/flash/${id}`, '.item'], ['/datahub/news/3', '.item']] as const) {
      const address = localize(path, locale);
      const read = await withoutScript(browser, feeds.site, async (quiet) => {
        await quiet.goto(address);
        await expect(quiet.locator(part)).toBeVisible();
        expect(await quiet.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
        return quiet.locator(part).innerText();
      });
      expect(read.length, path).toBeGreaterThan(20);
      await page.goto(address);
      await hydrated(page);
      await expect(page.locator('[data-place]')).toHaveCount(0);
      expect(await page.locator(part).innerText(), `${path} ${part}`).toBe(read);
    }
    expect(asked.filter((path) => /\/api\/web\/(news|flash)\/(list|\d+)$/.test(path))).toEqual([]);
  });

  test(`an item is read without script, one that is gone says so, ${locale}`, async ({ page, browser, feeds }) => {
    const say = translator(locale);
    const title = `Of its own ${Date.now()} <b>`;
    const id = await feeds.publish(newFlash(title, { language }));
    const path = localize(`/datahub/flash/${id}`, locale);
    await withoutScript(browser, feeds.site, async (quiet) => {
      await quiet.goto(path);
      await expect(quiet).toHaveTitle(`${title} · Finger`);
      await expect(quiet.locator('h1')).toHaveText(title);
      await expect(quiet.locator('[name="robots"]')).toHaveCount(0);
      await expect(quiet.locator('[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
      await expect(quiet.getByText(say('item.noScript'))).toHaveCount(0);
      const [graph] = await quiet.locator('[type="application/ld+json"]').allTextContents();
      expect(graph).toContain('"NewsArticle"');
      await feeds.publish({ action: 'withdraw', id });
      const gone = await quiet.goto(path);
      expect(gone?.status()).toBe(410);
      await expect(quiet.locator('h1')).toHaveText(say('item.gone'));
      await expect(quiet.getByText(say('item.goneWhy'))).toBeVisible();
      await expect(quiet.locator('[name="robots"]')).toHaveAttribute('content', 'noindex');
    });
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator('h1:visible')).toHaveText(say('item.gone'));
    await expect(page).toHaveTitle(`${say('item.gone')} · Finger`);
  });
}

test('the lists hold the latest as any page holds its words: within the budget', async ({ feeds, request }) => {
  for (const path of ['/datahub', '/datahub/news', '/datahub/flash', '/datahub/news/3']) {
    const html = await (await request.get(feeds.site + path)).text();
    const words = html.replace(/<style>.*?<\/style>/gs, '');
    const packed = brotliCompressSync(words, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
    expect(packed, path).toBeLessThanOrEqual(MOST_BYTES);
  }
  const html = await (await request.get(`${feeds.site}/datahub/flash`)).text();
  expect(html.match(/class="flash-item"/g)).toHaveLength(PAGE_ITEMS);
});

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('times become those of the reader, and nothing moves', async ({ page }) => {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport);
      for (const path of ['/datahub', '/datahub/news', '/datahub/flash', '/datahub/news/3']) {
        await page.goto(path);
        await hydrated(page);
        // The rail waits until it is near.
        await expect(page.locator(':not(.rail-live) > [data-place]')).toHaveCount(0);
        if (path.includes('news')) await expect(page.locator('.news-facts time').first()).toHaveText(/UTC\+5:45$/);
        expect(await layoutShifts(page), `${path} ${viewport.width}`).toEqual([]);
      }
    }
  });
});
