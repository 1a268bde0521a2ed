/** Looks that no other test covers: drawn icons, last lines, print, the visitor's own colors and fonts. */
import type { Locator } from 'playwright/test';
import sharp from 'sharp';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { openForm } from '../../helpers/browser/applicationForm.ts';
import { layOutAll } from '../../helpers/browser/looks.ts';
import { expect, hamburger, menu, open, PHONE, test } from '../../helpers/browser/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Luminance 0 to 255 of each pixel, row by row. */
async function pixels(box: Locator): Promise<number[][]> {
  const { data, info } = await sharp(await box.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) => [...data.subarray(y * info.width, (y + 1) * info.width)]);
}

/** First and last index with pixels that differ from the ground by more than `contrast`, and their number. */
function extent(lines: readonly (readonly number[])[], ground: number, contrast = 100) {
  const drawn = lines.map((line) => line.filter((value) => Math.abs(value - ground) > contrast).length);
  return {
    first: drawn.findIndex((count) => count > 0),
    last: drawn.findLastIndex((count) => count > 0),
    count: drawn.reduce((total, count) => total + count, 0),
  };
}
const turned = (rows: readonly (readonly number[])[]) => (rows[0] ?? []).map((_, x) => rows.map((row) => row[x] ?? 0));

test('the sign that closes the menu is a cross whose arms meet in the middle', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, '/');
  await hamburger(page).click();
  await expect(menu(page)).toBeVisible();
  const rows = await pixels(hamburger(page));
  const ground = rows[0]?.[0] ?? 0;
  const [down, across] = [extent(rows, ground), extent(turned(rows), ground)];
  expect(down.count).toBeGreaterThan(20);
  expect(down.last - down.first).toBe(across.last - across.first);
  const middle = rows[Math.round((down.first + down.last) / 2)] ?? [];
  const at = Math.round((across.first + across.last) / 2);
  expect(Math.abs((middle[at] ?? ground) - ground)).toBeGreaterThan(100);
});

for (const width of [PHONE.width, 1440]) {
  test(`figures have as much space above as below, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1200 });
    for (const path of [
      '/adv',
      '/service/forex',
      '/service/stocks',
      '/service/etf',
      '/info/manageSystem',
      '/info/aPIinfo',
    ]) {
      await open(page, path);
      await page.evaluate(() => document.querySelector('.back-to-top')?.remove());
      await layOutAll(page);
      for (const plate of await page.locator('.plate').all()) {
        // Without the rules at both ends.
        const rows = (await pixels(plate)).slice(4, -4);
        const { first, last } = extent(rows, rows[0]?.[0] ?? 0, 25);
        expect(Math.abs(first - (rows.length - 1 - last)), `${path} ${first} ${last}`).toBeLessThanOrEqual(7);
      }
    }
  });
}

test('matrices fill their figures, and only long heads are turned', async ({ page }) => {
  for (const { width, height, turns } of [
    { ...PHONE, turns: true },
    { width: 768, height: 1000, turns: false },
    { width: 1440, height: 1000, turns: false },
  ]) {
    await page.setViewportSize({ width, height });
    for (const locale of LOCALE_IDS) {
      const found: string[] = [];
      for (const path of ['/info', '/datahub/rules']) {
        await open(page, localize(path, locale));
        const matrix = page.locator('.matrix').first();
        const [own, plate] = await Promise.all([matrix.boundingBox(), matrix.locator('..').boundingBox()]);
        expect(own?.width, `${path} ${locale} ${width}`).toBeCloseTo(plate?.width ?? 0, 0);
        const heads = await matrix
          .locator('thead span')
          .evaluateAll((all) =>
            all
              .filter((head) => getComputedStyle(head).writingMode !== 'horizontal-tb')
              .map((head) => head.textContent),
          );
        found.push(...heads);
      }
      expect(
        found.every((head) => turns && head.length > 4),
        `${locale} ${width}: ${found}`,
      ).toBe(true);
      if (turns && locale === 'en-US') expect(found).not.toEqual([]);
    }
  }
});

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' } });

  /** The luminance difference between the darkest and the brightest pixel. */
  const range = async (box: Locator) => {
    const all = (await pixels(box)).flat();
    return Math.max(...all) - Math.min(...all);
  };

  test('what is drawn by backgrounds is there, and words on buttons are read', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await open(page, '/');
    expect(await range(hamburger(page)), 'the sign of the menu').toBeGreaterThan(100);
    expect(await range(page.locator('.logo svg')), 'the mark').toBeGreaterThan(100);
    await page.locator('.exchanges > .fold summary').click();
    expect(await range(page.locator('.drawing-exchanges.world')), 'the map').toBeGreaterThan(100);
    // Measures inside the padding, where only the words are visible.
    const button = page.locator('.opening .button').first();
    await button.evaluate((of) => {
      const words = document.createElement('span');
      words.append(...of.childNodes);
      of.append(words);
    });
    expect(await range(button.locator('span')), 'the words of the button').toBeGreaterThan(100);
  });

  test('only the tab of the page is marked', async ({ page }) => {
    await open(page, '/datahub/news');
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const lines = await page
      .locator('.masthead nav a')
      .evaluateAll((all) =>
        all.map((tab) => [tab.hasAttribute('aria-current'), getComputedStyle(tab).borderBottomColor] as const),
      );
    expect(lines.map(([isCurrent]) => isCurrent)).toEqual([true, false, false]);
    for (const [isCurrent, color] of lines) expect(color === paper).toBe(!isCurrent);
  });
  test('the contents mark one section, and a list shows that it opens', async ({ page }) => {
    await open(page, '/service/stocks#orders');
    const border = (of: Element) => getComputedStyle(of).borderInlineStartColor;
    const marked = await page.locator('.contents a:target-current').evaluate(border);
    for (const other of await page.locator('.contents a:not(:target-current)').all())
      expect(await other.evaluate(border)).not.toBe(marked);
    await openForm(page, 'en-US', 'who');
    await expect(page.locator('select.input').first()).toHaveCSS('appearance', 'auto');
  });
});

test('the lists of the latest have no hole at their end', async ({ page }) => {
  for (const width of [PHONE.width, 1440]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await open(page, localize('/', 'ja'));
    const holes = await page.locator('.latest ul').evaluateAll((lists) =>
      lists.map((list) => {
        const last = [...list.children].findLast((entry) => entry.checkVisibility());
        return Math.round(list.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0));
      }),
    );
    expect(holes, `${width} px`).toEqual([0, 0]);
  }
});

test("the company's name has its own font, texts have theirs in Latin letters, and no other is loaded", async ({
  page,
}) => {
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/login', locale));
    const family = await page
      .locator('.logo')
      .evaluate((logo) => getComputedStyle(logo).fontFamily.split(',')[0]?.replaceAll('"', ''));
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family);
    });
    // A font that comes late leaves the text to its fallback, which is a font of the system.
    const own = loaded.map((name) => name.replaceAll('"', '')).filter((name) => !name.endsWith(' fallback'));
    expect(own, locale).toEqual(locale.startsWith('en') ? [family, 'Plex'] : [family]);
    const fonts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
    );
    const font = fonts.find((address) => address.includes(String(family).toLowerCase()));
    const { length } = await (await page.request.get(font ?? 'none')).body();
    if (!locale.startsWith('en')) expect(length, locale).toBeLessThan(3_000);
  }
});

test('facts of a lesson that break into lines have no mark between them at either end', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, '/service/forex');
  const facts = page.locator('.lesson-facts');
  const lines = await facts.locator('span').evaluateAll((all) => {
    const rows = Map.groupBy(all, (fact) => Math.round(fact.getBoundingClientRect().top));
    return [...rows.values()].map((row) => row.length);
  });
  expect(lines.length).toBeGreaterThan(1);
  // The left edge cuts off the separator of the first item of a line; the last item of a line has none after it.
  await expect(facts).toHaveCSS('overflow-x', 'clip');
  expect(
    await facts
      .locator('span')
      .last()
      .evaluate((last) => getComputedStyle(last, '::after').content),
  ).toBe('none');
});

for (const width of [718, 1047]) {
  test(`on paper a page is its text, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 718 }); // A4 upright and across
    await page.emulateMedia({ media: 'print' });
    await open(page, '/service/broker');
    for (const pressed of ['.language-bar', '.hamburger', '.breadcrumb', '.actions', '.contents', '.site-footer']) {
      await expect(page.locator(pressed).first(), pressed).toBeHidden();
    }
    await expect(page.locator('.checklist').first()).toBeVisible();
    const { x = 0, width: taken = 0 } = (await page.locator('.prose').boundingBox()) ?? {};
    expect(taken).toBeGreaterThan(width - 2 * x - 1);
  });
}
