/** The grid of text pages: one right edge, the margin, the contents; figures that can be turned; paper. */
import { localize } from '../../src/i18n/urls.ts';
import { expect, open, PHONE, test } from '../helpers/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PAGES = ['/service/stocks', '/service/forex', '/info/howFinger', '/info/securityInfo'];

test('figures and tables end where the text ends, and their captions are in the margin', async ({ page }) => {
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES) {
      await page.goto(path);
      const { ends, text, captions, margin } = await page.evaluate(() => {
        const box = (of: Element) => of.getBoundingClientRect();
        const all = (selector: string) => [...document.querySelectorAll(`.prose > ${selector}`)];
        return {
          ends: all(':is(.figure, .ledger, .fact-ledger) > :is(.plate, .table, dl)').map((of) => box(of).right),
          text: Math.max(...all('p').map((of) => box(of).right)),
          captions: all(':is(.figure, .ledger, .fact-ledger) > :is(figcaption, .source)').map((of) => ({
            left: box(of).left,
            right: box(of).right,
          })),
          margin: document.querySelector('.prose')?.getBoundingClientRect().right ?? 0,
        };
      });
      const where = `${path}, ${width} px`;
      expect(ends.length, where).toBeGreaterThan(1);
      expect(captions.length, where).toBe(ends.length);
      expect(Math.max(...ends) - Math.min(...ends), where).toBeLessThanOrEqual(1);
      expect(Math.abs(text - Math.max(...ends)), where).toBeLessThanOrEqual(1);
      for (const { left, right } of captions) {
        expect(left, where).toBeGreaterThan(text + 24);
        expect(Math.abs(right - margin), where).toBeLessThanOrEqual(1);
      }
    }
  }
});

test('below the width of the margin, captions are with their figures', async ({ page }) => {
  await page.setViewportSize({ width: 1099, height: 900 });
  await page.goto('/service/stocks');
  const [plate, caption] = await Promise.all(
    ['.plate', '.plate + figcaption'].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(caption?.x).toBe(plate?.x);
  expect(caption?.y ?? 0).toBeGreaterThanOrEqual((plate?.y ?? 0) + (plate?.height ?? 0));
});

test('the contents mark the section that is read', async ({ page }) => {
  await open(page, '/service/stocks#orders');
  const marked = page.locator('.contents a:target-current');
  await expect(marked).toHaveAttribute('href', '#orders');
  const colorOf = (link: string) =>
    page
      .locator(link)
      .first()
      .evaluate((of) => getComputedStyle(of).borderInlineStartColor);
  expect(await colorOf('.contents a:target-current')).not.toBe(await colorOf('.contents a:not(:target-current)'));
});

test('links of the breadcrumb are large enough for a finger', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/info/howFinger');
  for (const link of await page.locator('.breadcrumb a').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the keyboard turns a figure: its drawing and its row', async ({ page }) => {
    await page.goto('/service/stocks');
    const plate = page.locator('.figure-orderBook .plate');
    const radios = plate.getByRole('radio');
    const rows = plate.locator('[role="row"].variant');
    await expect(radios).toHaveCount(3);
    await radios.first().focus();
    for (const chosen of [0, 1, 2]) {
      await expect(radios.nth(chosen)).toBeChecked();
      for (const index of [0, 1, 2]) {
        await expect(rows.nth(index)).toBeVisible({ visible: index === chosen });
        await expect(plate.locator('svg.variant').nth(index)).toBeVisible({ visible: index === chosen });
      }
      await page.keyboard.press('ArrowRight');
    }
  });

  test('paper shows name, address, closed answers and all rows of a figure', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    const path = localize('/service/stocks', 'ja');
    await page.goto(path);
    await expect(page.locator('.logo')).toBeVisible();
    await expect(page.locator('.page-address')).toHaveText(new RegExp(`${path}$`));
    await expect(page.locator('.page-address')).toBeVisible();
    const answer = page.locator('.question:not([open]) > p').first();
    expect((await answer.boundingBox())?.height).toBeGreaterThan(16);
    await expect(answer).toBeVisible();
    for (const row of await page.locator('.figure-orderBook [role="row"].variant').all())
      await expect(row).toBeVisible();
  });
});
