/** The ledger of official rates in a page. */
import { expect, type Locator, type Page } from 'playwright/test';
import type { Wanted } from '../../../src/authoring/figures/rates.ts';
import { builtTexts } from '../../../src/components/rates/built.ts';
import { HOME_MARKETS } from '../../../src/i18n/homeMarkets.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';

const PARTS = ['value', 'change'] as const;

export const rateOf = (page: Page, pair: string): Locator => page.locator(`.rates [data-pair="${pair}"]`);
export const partOf = (row: Locator, part: (typeof PARTS)[number]): Locator => row.locator(`[data-part="${part}"]`);

/** Expects the six rates of the last month that content/data has. */
export async function expectBuiltRates(page: Page, locale: Locale): Promise<void> {
  const { rates } = HOME_MARKETS[locale];
  await expect(page.locator('.rates [data-rate]')).toHaveCount(rates.length);
  for (const pair of rates) await expectBuiltRate(page, pair, locale);
}

async function expectBuiltRate(page: Page, pair: Wanted & string, locale: Locale): Promise<void> {
  const { series, direction, ...texts } = builtTexts(pair, locale);
  const row = rateOf(page, pair);
  for (const part of PARTS) await expect(partOf(row, part), `${pair} ${part}`).toHaveText(texts[part]);
  await expect(row).toHaveAttribute('data-direction', direction);
  await expect(row.getByRole('link')).toHaveAttribute('href', `${localize('/technology/dataHub', locale)}#${series}`);
}
