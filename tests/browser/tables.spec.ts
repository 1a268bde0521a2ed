/** Tables and ledgers on a phone: readable in scripts in which a line may break between any two characters. */
import type { Page } from 'playwright/test';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { MAIN_EXCHANGES } from '../../src/markets/main.ts';
import { addresses, expect, open, PHONE, test } from '../helpers/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Cells without room for two characters where they hold more, cells left by their words, and frames that cut off. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
    for (const cell of document.querySelectorAll('main :is(td, th, [role=cell], [role$=header])')) {
      const words = cell.textContent?.trim() ?? '';
      const { fontSize, paddingLeft, paddingRight, clipPath } = getComputedStyle(
        cell.closest('.hours > :first-child') ?? cell,
      );
      if (!words || clipPath !== 'none') continue; // A head that is there for screen readers alone.
      const box = cell.getBoundingClientRect();
      const room = box.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (words.length > 2 && room < 2 * Number.parseFloat(fontSize))
        found.push(`${Math.round(room)} px for '${words}'`);
      const range = document.createRange();
      range.selectNodeContents(cell);
      if (range.getBoundingClientRect().right > box.right + 1) found.push(`'${words}' leaves its cell`);
    }
    for (const frame of document.querySelectorAll(
      'main :is(.table, .ledger, .fact-ledger, .figures-used, .exchanges-table, .sessions)',
    )) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(frame).overflowX);
      // Scroll bars of phones hide themselves: only a frame without anything to scroll is not cut off.
      if (frame.scrollWidth > frame.clientWidth + 1) found.push(`${frame.className} is cut off, scrolls: ${scrolls}`);
    }
    return found;
  });

for (const locale of ['ja', 'tw', 'cn'] as const) {
  test(`no cell is crushed and no table cut off on a phone in ${locale}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(PHONE);
    const found: string[] = [];
    let tables = 0;
    for (const { path, shown } of addresses([locale])) {
      await open(page, path, shown);
      tables += await page.locator('main .table').count();
      found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(tables).toBeGreaterThan(5);
  });
}

test('the hours of exchanges fit a phone in every language, and are still a table', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/datahub/flash', locale));
    expect(await faultsOf(page), locale).toEqual([]);
    const hours = page.getByRole('table', { name: translator(locale)('flash.sessions') });
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
    const table = page.locator('.prose').getByRole('table').first();
    await expect(table.getByRole('rowgroup')).toHaveCount(2);
    await expect(table.getByRole('row').first().getByRole('columnheader')).toHaveCount(3);
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveCount(3);
    const tops = await cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${width} px`).toBe(lines);
  }
});

test('a crushed cell and a cut table would be noticed', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, localize('/service/stocks', 'ja'));
  await page
    .locator('main .table [role=cell]')
    .nth(1)
    .evaluate((cell) => {
      (cell as HTMLElement).style.setProperty('width', '1em');
      (cell as HTMLElement).style.setProperty('word-break', 'break-all');
    });
  await page
    .locator('main .table [role=table]')
    .first()
    .evaluate((table) => {
      (table as HTMLElement).style.setProperty('width', '800px');
    });
  expect((await faultsOf(page)).join('\n')).toMatch(/px for '.*\n.*table is cut off/s);
});

test('figures of a ledger stand at its right edge, on a line of their own too', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const locale of ['ja', 'tw', 'cn', 'en-US'] as const) {
    await open(page, localize('/', locale));
    const gaps = await page.locator('.fact-ledger dl > div').evaluateAll((rows) =>
      rows.map((row) => {
        const figure = row.querySelector('dd')?.getBoundingClientRect().right ?? 0;
        return Math.round(row.getBoundingClientRect().right - figure);
      }),
    );
    expect(new Set(gaps), locale).toEqual(new Set([0]));
  }
});

test('the last words of a page are not under the way back to its top', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const locale of ['ja', 'en-US'] as const) {
    await open(page, localize('/service/forex', locale));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const control = page.locator('.back-to-top');
    await expect(control).toBeVisible();
    const words = await page.locator('.footer-end p').last().boundingBox();
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual((await control.boundingBox())?.y ?? 0);
  }
});

test('on paper a table is a table', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 }); // A4 with its margins
  await page.emulateMedia({ media: 'print' });
  await open(page, localize('/info/howFinger', 'ja'));
  await expect(page.locator('main .table [role=row]').first()).toHaveCSS('display', 'table-row');
  expect(await faultsOf(page)).toEqual([]);
});
