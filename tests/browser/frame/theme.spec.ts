import type { Page } from 'playwright/test';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { expect, faults, keep, kept, open, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');
const themeSwitch = (page: Page) => page.locator('.theme-switch');

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const dark = theme === 'dark';
  if (dark) await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  else await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
  await expect(themeSwitch(page)).toHaveAttribute('aria-pressed', String(dark));
  await expect(themeSwitch(page)).toHaveAccessibleName(t(dark ? 'theme.toLight' : 'theme.toDark'));
}

test('is light by default, whatever the system prefers', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, '/');
    await expectTheme(page, 'light');
    expect(await kept(page, THEME_KEY)).toBeNull();
  }
});

test('is remembered when it is changed, on every page', { tag: SHORT }, async ({ page }) => {
  await open(page, '/');
  const paper = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await paper();
  for (const theme of ['dark', 'light'] as const) {
    await themeSwitch(page).click();
    await expectTheme(page, theme);
    expect(await kept(page, THEME_KEY)).toBe(theme);
    await open(page, '/service/forex');
    await expectTheme(page, theme);
    expect((await paper()) === light).toBe(theme === 'light');
  }
});

test('does not flash: a dark page is dark before its body is there, even without any script file', {
  tag: SHORT,
}, async ({ page }) => {
  await keep(page, THEME_KEY, 'dark');
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { themeAtFirst: document.documentElement.dataset.theme ?? 'light' });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.route('**/_astro/*.js*', (route) => route.abort());
  await page.goto('/');
  expect(await page.evaluate(() => Reflect.get(window, 'themeAtFirst'))).toBe('dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('is the same in all tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await open(page, '/');
  await open(other, '/service/forex');
  await themeSwitch(page).click();
  await expectTheme(other, 'dark');
  await themeSwitch(other).click();
  await expectTheme(page, 'light');
});

/** Functions that run in the page before its scripts. */
const STORAGE = {
  forbidden: () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked', 'SecurityError');
        },
      });
    }
  },
  full: () => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`filling ${size}`, 'x'.repeat(size));
      } catch {
        // The next, smaller size may fit.
      }
    }
  },
};

for (const [state, make] of Object.entries(STORAGE)) {
  test(`can be changed on a page whose storage is ${state}`, async ({ page }) => {
    const found = faults(page);
    await page.addInitScript(make);
    await open(page, '/');
    await expectTheme(page, 'light');
    await themeSwitch(page).click();
    await expectTheme(page, 'dark');
    expect(found).toEqual([]);
  });
}
