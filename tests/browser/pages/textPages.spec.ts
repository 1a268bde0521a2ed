/** The grid of text pages: one right edge, the margin, the contents; figures that can be turned; paper. */
import { localize } from '../../../src/i18n/urls.ts';
import { expect, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The figures that can be turned, where they are, and how many variants they have. */
const TURNED = [
  ['orderBook', '/service/stocks', 3],
  ['pip', '/service/forex', 2],
  ['leverage', '/service/forex', 4],
  ['feeDrag', '/service/funds', 4],
  ['bondPrice', '/service/bonds', 4],
  ['etfPrice', '/service/etf', 3],
] as const;
const PAGES = ['/service/stocks', '/service/forex', '/info/howFinger', '/info/securityInfo'];

test('figures and tables end where the text ends, and their captions are in the margin', async ({ page }) => {
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES) {
      await page.goto(path);
      const { ends, captioned, text, captions, margin } = await page.evaluate(() => {
        const box = (of: Element) => of.getBoundingClientRect();
        const all = (selector: string) => [...document.querySelectorAll(`.prose > ${selector}`)];
        return {
          ends: all(':is(.figure, .ledger, .fact-ledger) > :is(.plate, .table, dl)').map((of) => box(of).right),
          captioned: all(':is(.figure, .ledger)').length,
          text: Math.max(...all('p').map((of) => box(of).right)),
          captions: all(':is(.figure, .ledger) > figcaption').map((of) => ({
            left: box(of).left,
            right: box(of).right,
          })),
          margin: document.querySelector('.prose')?.getBoundingClientRect().right ?? 0,
        };
      });
      const where = `${path}, ${width} px`;
      expect(ends.length, where).toBeGreaterThan(1);
      expect(captions.length, where).toBe(captioned);
      expect(Math.max(...ends) - Math.min(...ends), where).toBeLessThanOrEqual(1);
      expect(Math.abs(text - Math.max(...ends)), where).toBeLessThanOrEqual(1);
      for (const { left, right } of captions) {
        expect(left, where).toBeGreaterThan(text + 24);
        expect(Math.abs(right - margin), where).toBeLessThanOrEqual(1);
      }
    }
  }
});

test('what takes the margin too ends where it ends', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const right = (of: Element) => Math.round(of.getBoundingClientRect().right);
  for (const [path, parts] of [
    ['/service/developer', ['.api-calls', '.api-feeds']],
    ['/service/broker', ['.terms']],
  ] as const) {
    await page.goto(path);
    const end = await page.locator('.prose').evaluate(right);
    for (const part of parts) expect(await page.locator(`.prose ${part}`).evaluate(right), part).toBe(end);
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

test('the contents mark the section that is read', { tag: SHORT }, async ({ page }) => {
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

  for (const [figure, path, count] of TURNED) {
    test(`the keyboard turns the figure ${figure}: its drawing and its row`, async ({ page }) => {
      await page.goto(path);
      const plate = page.locator(`.figure-${figure} .plate`);
      const radios = plate.getByRole('radio');
      await expect(radios).toHaveCount(count);
      await plate.getByRole('radio', { checked: true }).focus();
      const first = await radios.evaluateAll((all) => all.findIndex((radio) => (radio as HTMLInputElement).checked));
      for (let turn = 0; turn < count; turn += 1) {
        const chosen = (first + turn) % count;
        await expect(radios.nth(chosen)).toBeChecked();
        for (let index = 0; index < count; index += 1) {
          const parts = await plate.locator(`.variant[data-of="${index + 1}"]`).all();
          expect(parts.length).toBeGreaterThan(1);
          for (const part of parts) await expect(part).toBeVisible({ visible: index === chosen });
        }
        await page.keyboard.press('ArrowRight');
      }
    });
  }

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
