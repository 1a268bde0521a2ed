/** What pages open with: the cost panel of home, the drawing of the others. */
import { figureById } from '../../../src/authoring/figures/facts.ts';
import { costOf, dollars, TRADE } from '../../../src/components/drawings/prices/live/tradeCost.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { addressOfEachKind, expect, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

/** The least that the broker asks for the trade of the panel */
const FEE = TRADE.shares * Number(figureById('stockFee').value);

test('the cost of a trade follows the spread that the visitor enters', { tag: SHORT }, async ({ page }) => {
  await open(page, '/');
  const spread = page.locator('.cost input');
  const shown = (part: string) => page.locator(`[data-cost="${part}"]`);
  await spread.fill('0.1');
  await expect(shown('spread')).toHaveText(dollars(costOf(0.1, FEE).spread, 'en-US'));
  await expect(shown('total')).toHaveText(dollars(costOf(0.1, FEE).total, 'en-US'));
  await spread.fill('-1');
  await expect(shown('total')).toHaveText('–');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  for (const locale of ['en-US', 'ja'] as const) {
    test(`home is at most 7,500 px high in ${locale}, and its map is one touch away`, async ({ page }) => {
      await open(page, localize('/', locale));
      // What is far from the window has an estimated height, and a line on an outdated translation is not home's.
      const height = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { content-visibility: visible !important } .outdated { display: none }');
        document.adoptedStyleSheets.push(sheet);
        return document.documentElement.scrollHeight;
      });
      expect(height).toBeLessThanOrEqual(7_500);
      const map = page.locator('.drawing-exchanges.world');
      await expect(map).toBeHidden();
      await page.locator('.exchanges > .fold summary').click();
      await expect(map).toBeVisible();
    });
  }

  test('a drawing of an opening takes at most 40 % of the height', async ({ page }) => {
    const heights: Record<string, number> = {};
    for (const { path } of addressOfEachKind('ja')) {
      await page.goto(path);
      const hero = page.locator('.hero');
      if (await hero.count()) heights[path] = (await hero.boundingBox())?.height ?? 0;
    }
    expect(Object.keys(heights).length).toBeGreaterThan(3);
    expect(Object.entries(heights).filter(([, height]) => height > 0.4 * PHONE.height)).toEqual([]);
  });
});
