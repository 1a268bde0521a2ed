/** Tables and ledgers on a phone, readable also in scripts that allow a line break between any two characters. */
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';
import { tableFaults } from '../../helpers/browser/looks.ts';
import { expect, open, PHONE, test } from '../../helpers/browser/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the hours of exchanges fit a phone in every language, and are still a table', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/datahub/flash', locale));
    expect(await tableFaults(page), locale).toEqual([]);
    const hours = page.getByRole('table', { name: translator(locale)('flashPage.sessions') });
    await expect(hours.getByRole('row')).toHaveCount(MAIN_EXCHANGES.length + 1);
    await expect(hours.getByRole('columnheader')).toHaveCount(4);
    await expect(hours.getByRole('rowheader')).toHaveCount(MAIN_EXCHANGES.length);
  }
});

test('a table of three columns stands in lines on a phone, and is still a table', async ({ page }) => {
  for (const { width, lines } of [
    { width: PHONE.width, lines: 2 },
    { width: 768, lines: 1 },
  ]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await open(page, localize('/service/stocks', 'ja'));
    const table = page.locator('.prose > .ledger').getByRole('table').first();
    await expect(table.getByRole('rowgroup')).toHaveCount(2);
    await expect(table.getByRole('row').first().getByRole('columnheader')).toHaveCount(3);
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveCount(3);
    const tops = await cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${width} px`).toBe(lines);
  }
});

test('no column of a wide table in an article is hidden without a sign, at any width', async ({ page }) => {
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/datahub/news/2026-11-year-end-hours', locale));
    await expect(page.locator('.wide').first()).toBeVisible();
    for (const width of [320, PHONE.width, 768, 1440]) {
      await page.setViewportSize({ width, height: PHONE.height });
      expect(await tableFaults(page), `${locale}, ${width} px`).toEqual([]);
    }
  }
});

test('figures of a ledger stand at its right edge, on a line of their own too', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const locale of ['ja', 'tw', 'cn', 'en-US'] as const) {
    await open(page, localize('/service/analyst', locale));
    const gaps = await page.locator('.fact-ledger dl > div').evaluateAll((rows) =>
      rows.map((row) => {
        const figure = row.querySelector('dd')?.getBoundingClientRect().right ?? 0;
        return Math.round(row.getBoundingClientRect().right - figure);
      }),
    );
    expect(new Set(gaps), locale).toEqual(new Set([0]));
  }
});

test('the way back to the top is at the end of a page on a phone, else beside the page', async ({ page }) => {
  for (const { width, height } of [PHONE, { width: 768, height: 900 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize({ width, height });
    await open(page, '/service/forex#costs');
    const beside = page.locator('.back-to-top');
    const atEnd = page.locator('.to-top');
    await expect(beside).toBeVisible({ visible: width >= 768 });
    await expect(atEnd).toBeVisible({ visible: width < 768 });
    if (width < 768) continue;
    const [control, content] = await Promise.all([beside.boundingBox(), page.locator('.columns').boundingBox()]);
    expect(control?.x ?? 0, `${width} px`).toBeGreaterThanOrEqual((content?.x ?? 0) + (content?.width ?? width));
    expect((control?.x ?? 0) + (control?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
  }
});

test('on paper a table is a table', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 }); // A4 with its margins
  await page.emulateMedia({ media: 'print' });
  await open(page, localize('/info/howFinger', 'ja'));
  await expect(page.locator('main .table tr').first()).toHaveCSS('display', 'table-row');
  expect(await tableFaults(page)).toEqual([]);
});
