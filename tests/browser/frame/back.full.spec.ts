import type { Page } from 'playwright/test';
import { translator } from '../../../src/i18n/messages.ts';
import { BROWSER_ARGS, browserPath } from '../../helpers/browser/browser.ts';
import { expect, hamburger, lazyChunk, menu, open, PHONE, test } from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';

// Only a whole Chromium has a back/forward cache, and Playwright switches it off.
test.use({
  viewport: PHONE,
  launchOptions: {
    executablePath: await browserPath({ whole: true }),
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

async function leaveAndComeBack(page: Page, leave: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.documentElement.setAttribute('data-came', `${persisted}`));
  });
  await leave();
  await expect(page).toHaveURL('/download');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/technology');
  await expect(page.locator('html'), 'the page was kept in the cache').toHaveAttribute('data-came', 'true');
}

test('on a page that is restored by going back the panel of the small screen is closed, and the API answers', async ({
  page,
}) => {
  const ways = [
    () => menu(page).locator('a[href="/download"]').click(),
    () => page.evaluate(() => location.assign('/download')),
  ];
  for (const leave of ways) {
    await open(page, '/technology');
    await hamburger(page).click();
    await menu(page).locator('summary').first().click();
    await expect(menu(page).locator('details').first()).toHaveAttribute('open');
    await leaveAndComeBack(page, leave);
    await expect(menu(page)).toBeHidden();
    await expect(hamburger(page)).toHaveAccessibleName(translator('en-US')('nav.menu'));
    await hamburger(page).click();
    await expect(menu(page)).toBeVisible();
    await expect(menu(page).locator('details[open]')).toHaveCount(0);
  }

  // Its requests were aborted when it was left; now it can send requests again.
  const url = `/_astro/${lazyChunk(BUILDS.site, 'apiClient')}`;
  const outcome = await page.evaluate(async (client) => {
    type Part = { findPlace?: (options: object) => Promise<unknown> } | undefined;
    const parts: Part[] = Object.values(await import(client));
    return parts
      .find((part) => part?.findPlace)
      ?.findPlace?.({ base: '', lang: 'en' })
      .then(
        () => 'answered',
        ({ name }: Error) => name,
      );
  }, url);
  expect(outcome).toBe('answered');
});
