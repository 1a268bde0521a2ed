/** The motif of the band at the end of a page, and the definitions at their words. */

import type { Page } from 'playwright/test';
import { termById } from '../../../src/authoring/pages/glossary.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { expect, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

test('the motif is never cut and never under text', async ({ page }) => {
  let shown = 0;
  for (const path of ['/service/stocks', '/ja/service/forex', '/404', '/tw/service/broker']) {
    await open(page, path);
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.locator('.closing').evaluate((band) => {
        const box = band.querySelector('.motif path')?.getBoundingClientRect() ?? new DOMRect();
        const frame = band.getBoundingClientRect();
        const inside = box.left >= 0 && box.right <= innerWidth && box.top >= frame.top && box.bottom <= frame.bottom;
        const texts: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          for (const rect of range.getClientRects()) {
            const isApart =
              rect.right <= box.left || rect.left >= box.right || rect.bottom <= box.top || rect.top >= box.bottom;
            const isSeen = rect.width > 1 && node.parentElement?.checkVisibility();
            if (!isApart && isSeen && node.textContent?.trim()) texts.push(node.textContent);
          }
        }
        return { isShown: box.width > 0, inside: box.width === 0 || inside, texts: box.width > 0 ? texts : [] };
      });
      expect(found, `${path} at ${width}`).toMatchObject({ inside: true, texts: [] });
      shown += Number(found.isShown);
    }
  }
  expect(shown).toBeGreaterThan(4);
});

const FOREX = '/service/forex';
const card = (page: Page) => page.locator('.term-card');
const term = (page: Page) => page.locator('main p a.term').first();
/** A lesson has its definitions from the glossary. */
const definition = termById('currencyPair', 'en-US').definition;

test('a definition opens at its word by keyboard, and Escape leads back', { tag: SHORT }, async ({ page }) => {
  await open(page, FOREX);
  // Waits until the page has scrolled to it.
  await term(page).click({ trial: true });
  await term(page).focus();
  const top = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeVisible();
  await expect(card(page).locator('dd')).toHaveText(definition);
  const [word, box] = [await term(page).boundingBox(), await card(page).boundingBox()];
  if (!word || !box) throw new Error('no box');
  // Below the word, or above it where there is no room below.
  const gaps = [box.y - (word.y + word.height), word.y - (box.y + box.height)];
  expect(Math.min(...gaps.map(Math.abs))).toBeLessThan(24);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await expect(term(page)).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('link', { name: translator('en-US')('page.termsAll') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/glossary#term-currencyPair');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a definition is a sheet at the lower edge, and a touch elsewhere closes it', async ({ page }) => {
    // This page has its definitions itself.
    await open(page, '/info/howFinger');
    await term(page).tap();
    await expect(card(page)).toBeVisible();
    const listed = page.locator(`${await term(page).getAttribute('href')} dd`);
    await expect(card(page).locator('dd')).toHaveText((await listed.textContent()) ?? '');
    const box = await card(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width: PHONE.width });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height);
    await page.locator('.bar').tap({ position: { x: 180, y: 30 } });
    await expect(card(page)).toBeHidden();
  });
});

test('where popovers are unknown, a term leads to its definition', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
  await page.goto(FOREX);
  await expect(page.locator('astro-island[component-url*="TermCard"]:not([ssr])')).toBeAttached();
  await term(page).click();
  await expect(page).toHaveURL('/glossary#term-currencyPair');
});
