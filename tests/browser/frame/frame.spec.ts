/** The frame of every kind of page: the size of targets, and what floats over the page. */
import type { Page } from 'playwright/test';
import { LOCALE_KEY } from '../../../src/browserState/keys.ts';
import { CONTROLS, coveredControls, layOutAll, smallTargets } from '../../helpers/browser/looks.ts';
import { dialog, list, listButton, says, toasts } from '../../helpers/browser/messages.ts';
import {
  addressOfEachKind,
  expect,
  hamburger,
  keep,
  languageButton,
  open,
  PHONE,
  picker,
  test,
} from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const WIDE = { width: 1440, height: 900 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The look-up of the place gets this response. */
const answer = (page: Page, code: number, message = 'A message') =>
  page.route('**/api/web/common/**', (route) => route.fulfill({ json: says(code, message).body }));

for (const locale of ['en-US', 'ja'] as const) {
  test(`every target is 40 px high on a phone, on each kind of page in ${locale}`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const small: string[] = [];
    for (const { path } of addressOfEachKind(locale)) {
      await open(page, path);
      small.push(...(await smallTargets(page, CONTROLS)).map((one) => `${path} ${one}`));
    }
    await languageButton(page).click();
    await expect(picker(page)).toBeVisible();
    small.push(...(await smallTargets(page, CONTROLS)));
    await page.keyboard.press('Escape');
    await open(page, '/technology');
    await hamburger(page).click();
    for (const summary of await page.locator('#site-menu summary:visible').all()) {
      await summary.click();
      small.push(...(await smallTargets(page, CONTROLS)));
    }
    expect(small).toEqual([]);
  });
}

for (const viewport of [PHONE, WIDE]) {
  test(`what floats covers no control for good, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await answer(page, 5);
    // A notice of the failure of a chunk on each page.
    await page.addInitScript(() => {
      addEventListener('load', () => dispatchEvent(new CustomEvent('vite:preloadError')));
    });
    await keep(page, LOCALE_KEY, 'ja');
    const covered: string[] = [];
    for (const { path } of addressOfEachKind('en-US')) {
      await page.evaluate(() => sessionStorage.clear());
      await open(page, path);
      await expect(page.locator('.chunk-failure')).toBeVisible();
      await expect(listButton(page)).toBeVisible();
      await layOutAll(page);
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
      covered.push(...(await coveredControls(page)).map((one) => `the end of ${path}: ${one}`));
      // What stays until the visitor acts leaves the header and the first actions free.
      await page.locator('.chunk-failure [data-close]').click();
      if ((await toasts(page).count()) > 0) await toasts(page).locator('button').click();
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const first = await coveredControls(
        page,
        '.site-header :is(a, button), .notices :is(a, button), .opening .button',
      );
      covered.push(...first.map((one) => `the start of ${path}: ${one}`));
    }
    expect(covered).toEqual([]);
  });

  test(`the list of messages covers no toast, and shadows are not cut, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await answer(page, 28006); // Its toast stays.
    await open(page, '/');
    const box = async (of: string) =>
      page.locator(of).evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    const [area, toast] = [await box('.toasts'), await box('.toast')];
    expect(area.bottom - toast.bottom).toBeGreaterThanOrEqual(32);
    expect(area.right - toast.right).toBeGreaterThanOrEqual(16);
    await listButton(page).click();
    await expect(list(page)).toBeVisible();
    const isHidden = await page.locator('.toasts').evaluate((of) => getComputedStyle(of).clipPath !== 'none');
    expect(isHidden || (await box('#message-list')).right <= toast.left).toBe(true);
  });
}

test('the dialog of an ended session keeps the gutter of a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await answer(page, 50008);
  await open(page, '/technology');
  await expect(dialog(page)).toBeVisible();
  const { left, right } = await dialog(page).evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
  expect(left).toBeGreaterThanOrEqual(16);
  expect(right).toBeLessThanOrEqual(PHONE.width - 16);
});
