/** The pages of a user or a company in every view. */
import type { Page } from 'playwright/test';
import type { Served } from '../serve.ts';
import { violationsInBothThemes } from './axe.ts';
import { CONTROLS, smallTargets } from './looks.ts';
import { openOwn } from './profile.ts';
import { expect, PHONE, test } from './site.ts';

const VIEWS = [
  { locale: 'en-US', width: 1440 },
  { locale: 'ja', width: PHONE.width },
  { locale: 'tw', width: 768 },
  { locale: 'cn', width: PHONE.width },
] as const;

/**
 * Tests pages in every view, with all their forms open. `served` is called within the tests, as the server starts before them;
 * `enter` logs the visitor in and returns the paths; `shown` waits for what a page shows late.
 */
export function testViews({
  served,
  enter,
  shown = async () => {},
}: {
  served: () => Served;
  enter: (page: Page) => Promise<readonly string[]>;
  shown?: (page: Page, path: string) => Promise<void>;
}): void {
  for (const [at, { locale, width }] of VIEWS.entries()) {
    // The first two have what axe sees: a wide screen and a phone. Languages differ in the width of their words.
    const isSeenByAxe = at < 2;
    const seen = isSeenByAxe ? ', and axe finds nothing' : '';
    test(`nothing is wider than the page or too small${seen}: ${locale}, ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: PHONE.height });
      for (const path of await enter(page)) {
        await openOwn(page, served(), path, locale);
        await shown(page, path);
        await openForms(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        // Members' pages have not yet the 40 px of the others.
        expect(await smallTargets(page, CONTROLS, 24), path).toEqual([]);
        if (isSeenByAxe) expect(await violationsInBothThemes(page, 'main'), path).toEqual([]);
      }
    });
  }
}

async function openForms(page: Page): Promise<void> {
  // What was read by opening has forms of its own.
  for (let round = 0; round < 2; round += 1) {
    // Each button then says that it closes its form.
    await page
      .locator('main :is(.setting-line button[aria-expanded="false"], details:not([open]) > summary)')
      .evaluateAll((openers) => {
        for (const opener of openers) if (opener instanceof HTMLElement) opener.click();
      });
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
}
