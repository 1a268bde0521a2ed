/** The pages of a user or a company, as one changes what is on them. */
import type { Locator, Page } from 'playwright/test';
import { DEFAULT_LOCALE, type Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import type { Served } from '../serve.ts';
import { expect, hydrated } from './site.ts';

/** Opens a page of the user's own, or of a company, and waits for what it loads. */
export async function openOwn(page: Page, { url }: Served, path: string, locale: Locale = DEFAULT_LOCALE) {
  await page.goto(url + localize(path, locale));
  await hydrated(page);
  await expect(page.locator('.profile-section').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A setting by its name; its status says what has been done. */
export const setting = (page: Page, name: string): Locator =>
  page.locator('.setting').filter({ has: page.getByRole('heading', { name, exact: true }) });
export const said = (within: Locator): Locator => within.locator('.setting-said').first();
/** The button of a setting that opens its form. */
export const opener = (within: Locator): Locator => within.locator('button[aria-expanded]');
export const submit = (within: Locator): Locator => within.locator('button[type="submit"]');
export const switchOf = (page: Page, name: string): Locator => page.getByRole('switch', { name, exact: true });
