import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { LOCALE_KEY } from '../../src/visit/keys.ts';
import { FULL } from '../helpers/full.ts';
import {
  addresses,
  addressOfEachKind,
  expect,
  hamburger,
  keep,
  languageButton,
  menu,
  open,
  PHONE,
  picker,
  test,
} from '../helpers/site.ts';

/** What axe finds on the page as it is now, one line each. */
async function violationsOn(page: Page): Promise<string[]> {
  // No rule that runs needs the stylesheets' texts, and what passes is of no interest: both cost half of the time.
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const html = page.locator('html');
  const isDark = (await html.getAttribute('data-theme')) === 'dark';
  if (isDark !== (theme === 'dark')) await page.locator('.theme-switch').click();
  await expect(html).toHaveCSS('color-scheme', theme);
}

for (const locale of ['en-US', 'ja'] as const) {
  const kinds = addressOfEachKind(locale).map(({ path }) => path);
  for (const { path, shown } of addresses([locale])) {
    test(`axe finds no violation on ${path}, light and dark`, { tag: kinds.includes(path) ? [] : FULL }, async ({
      page,
    }) => {
      await open(page, path, shown);
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme);
        expect(await violationsOn(page), theme).toEqual([]);
      }
    });
  }
}

for (const [width, opened] of [
  [PHONE.width, 'menu'],
  [1280, 'menu'],
  [PHONE.width, 'picker'],
  [1280, 'picker'],
] as const) {
  test(`axe finds no violation in the open ${opened}, ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    for (const theme of ['light', 'dark'] as const) {
      await open(page, '/technology');
      await setTheme(page, theme);
      if (opened === 'picker') {
        await languageButton(page).click();
        await expect(picker(page)).toBeVisible();
      } else {
        if (width === PHONE.width) await hamburger(page).click();
        await menu(page).locator('summary').last().click();
        await expect(menu(page).locator('details').last()).toHaveAttribute('open');
      }
      expect(await violationsOn(page), theme).toEqual([]);
    }
  });
}

test('axe finds no violation in the notice of a failure and the offer of a language, light and dark', async ({
  page,
}) => {
  await keep(page, LOCALE_KEY, 'ja');
  await page.route('**/_astro/Navigation.*', (route) => route.abort());
  await page.goto('/technology');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('.language-offer')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    expect(await violationsOn(page), theme).toEqual([]);
  }
});

test('axe would notice', async ({ page }) => {
  await open(page, '/locked');
  await page.locator('h1').evaluate((heading) => {
    heading.append(document.createElement('button'));
  });
  expect((await violationsOn(page)).join()).toContain('button-name');
});

interface Stop {
  region: string;
  name: string;
  outlined: boolean;
}

test('the keyboard walks through a page from its top to its end, always seen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // What is focused is scrolled to at once.
  await open(page, '/service/forex');
  const expected = await page
    .locator('main')
    .locator('a[href]:visible, summary:visible, button:visible, [tabindex="0"]:visible')
    .count();
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: focused } = document;
      if (!focused || focused === document.body) return null;
      const regions = ['.skip', '.language-bar', '.logo', '.menu', 'main', 'footer'];
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused);
      const box = focused.getBoundingClientRect();
      return {
        region: regions.find((region) => focused.closest(region)) ?? focused.outerHTML,
        name: focused.outerHTML.slice(0, 100),
        outlined:
          outlineStyle === 'solid' &&
          Number.parseFloat(outlineWidth) >= 2 &&
          outlineColor !== getComputedStyle(document.body).backgroundColor &&
          box.width > 0 &&
          box.bottom > 0 &&
          box.top < innerHeight,
      };
    });
    if (!stop) break;
    stops.push(stop);
  }
  const regions = stops.map(({ region }) => region).filter((region, index, all) => region !== all[index - 1]);
  expect(regions).toEqual(['.skip', '.language-bar', '.logo', '.menu', 'main', 'footer']);
  expect(stops.filter(({ outlined }) => !outlined)).toEqual([]);
  expect(stops.filter(({ region }) => region === 'main')).toHaveLength(expected);
});

test('the skip link is the first stop, is seen there, and leads to the content', async ({ page }) => {
  for (const path of ['/', '/openAccountForm']) {
    await open(page, path);
    const skip = page.locator('.skip');
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  }
});
