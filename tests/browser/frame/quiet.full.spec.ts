/** Going from page to page leaves no error on the console, even if the browser aborts a transition. */
import type { Page } from 'playwright/test';
import { LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { expect, faults, hydrated, languageButton, open, picker, test } from '../../helpers/browser/site.ts';

const go = (page: Page, ...addresses: string[]) =>
  page.evaluate((all) => {
    for (const address of all) location.assign(address);
  }, addresses);

test('a language switch, redirects and a page that is left at once leave no error', async ({ page }) => {
  const found = faults(page);
  await open(page, '/download');
  for (const locale of ['en-GB', 'ja', 'en-US'] satisfies Locale[]) {
    const { lang, prefix } = LOCALES[locale];
    await languageButton(page).click();
    await picker(page).locator(`a[hreflang="${lang}"]`).click();
    await expect(page).toHaveURL(`${prefix}/download`);
    await hydrated(page);
  }
  for (const [address, shown] of [
    ['/support/anserpage/7', '/support/anserpage/7'],
    ['/Service/Forex/', '/service/forex'],
    ['/support/anserpage/8/', '/support/anserpage/8'],
  ] as const) {
    await go(page, address);
    await expect(page).toHaveURL(shown);
    await hydrated(page);
  }
  await go(page, '/technology', '/info');
  await expect(page).toHaveURL('/info');
  await hydrated(page);
  expect(found).toEqual([]);
});
