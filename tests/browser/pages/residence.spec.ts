/** The country of residence: chosen in the picker of languages or on a lesson, kept, and the preset of the account form. */
import type { Page } from 'playwright/test';
import { countryRules } from '../../../src/authoring/pages/countryRules.ts';
import { LOCATION_KEY, RESIDENCE_KEY } from '../../../src/browserState/keys.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import { locationCall } from '../../../src/contract/common.ts';
import { PRODUCTS, type Product } from '../../../src/forms/lists.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { rulesFor } from '../../../src/islands/residence/rules.ts';
import { control, openForm } from '../../helpers/browser/applicationForm.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { coveredControls, smallTargets } from '../../helpers/browser/looks.ts';
import { expect, faults, keep, kept, languageButton, open, PHONE, picker, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const rules = (locale: Locale) => countryRules(locale);
const textsOf = (locale: Locale, country: string, product: Product) =>
  rulesFor(rules(locale).rules, country, product).flatMap(({ texts }) => texts);
const nameOf = (locale: Locale, country: string) => new Map(rules(locale).countries).get(country) ?? '';
const inPicker = (page: Page) => picker(page).locator('.residence select');
const onLesson = (page: Page) => page.locator('main .residence');
const said = (page: Page) => onLesson(page).locator('dd p:not(.residence-source)');
const lesson = (product: Product, locale: Locale = 'en-US') => localize(`/service/${product}`, locale);
const RULES = /\/_astro\/countryRules\./;

/** The look-up finds a place in this country. */
async function live(page: Page, countryCode: string): Promise<void> {
  const list = { city: 'Springfield', country: 'Somewhere', countryCode, region: null };
  await page.route(`**${locationCall.path.replace('{ip}', '*')}`, (route) =>
    route.fulfill({ json: { code: SUCCESS, message: 'OK', data: { list } } }),
  );
}

/**
 * Reads down to the switch of a lesson, which loads before it comes into view: a screen at a time, since a jump lands
 * where nothing is laid out.
 */
async function toSwitch(page: Page) {
  await onLesson(page).evaluate(async (element) => {
    for (let before = -1; before !== scrollY; ) {
      before = scrollY;
      scrollBy(0, Math.min(element.getBoundingClientRect().top - innerHeight - 200, innerHeight));
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
  });
  await expect(onLesson(page).locator('select')).toBeAttached();
  await onLesson(page).locator('select').scrollIntoViewIfNeeded();
}

test('the country is that of the look-up, is changed in the picker, kept, and the preset of the account form', {
  tag: SHORT,
}, async ({ page }) => {
  const found = faults(page);
  const loaded: string[] = [];
  page.on('request', (request) => RULES.test(request.url()) && loaded.push(request.url()));
  await live(page, 'JP');
  await open(page, lesson('forex'));
  expect(loaded, 'nothing is loaded before use').toEqual([]);

  await languageButton(page).click();
  await expect(inPicker(page)).toHaveValue('');
  await expect(inPicker(page).locator('option').first()).toHaveText(
    rules('en-US').words.detected.join(nameOf('en-US', 'JP')),
  );
  expect(await violations(page, '.language-picker')).toEqual([]);
  await page.keyboard.press('Escape');
  await toSwitch(page);
  await expect(said(page)).toHaveText(textsOf('en-US', 'JP', 'forex'));

  // By keyboard: letters and arrows choose a country, and no language.
  await languageButton(page).click();
  await inPicker(page).focus();
  await page.keyboard.type('United S');
  await expect(inPicker(page)).toBeFocused();
  await expect(inPicker(page)).toHaveValue('US');
  await page.keyboard.press('Escape');
  await toSwitch(page);
  await expect(said(page)).toHaveText(textsOf('en-US', 'US', 'forex'));
  expect(await violations(page, 'main .residence')).toEqual([]);
  expect(await kept(page, RESIDENCE_KEY)).toBe('US');
  expect(loaded).toHaveLength(1);

  await openForm(page, 'en-US', 'who');
  await expect(control(page, 'country')).toHaveValue('US');
  expect(found).toEqual([]);
});

test('the account form follows a later choice until it is answered otherwise', async ({ page }) => {
  await live(page, 'JP');
  await openForm(page, 'en-US', 'who');
  const country = control(page, 'country');
  await expect(country).toHaveValue('JP');
  // On the page of the form, then on another.
  await languageButton(page).click();
  await inPicker(page).selectOption('TW');
  await page.keyboard.press('Escape');
  await expect(country).toHaveValue('TW');
  await open(page, lesson('bonds'));
  await toSwitch(page);
  await onLesson(page).locator('select').selectOption('GB');
  await openForm(page, 'en-US', 'who');
  await expect(country).toHaveValue('GB');

  await country.selectOption('BR');
  await languageButton(page).click();
  await inPicker(page).selectOption('US');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(inPicker(page)).toHaveCount(0);
  await expect(country).toHaveValue('BR');
});

test('an applicant who travels keeps the country of residence', async ({ page }) => {
  await live(page, 'JP');
  await openForm(page, 'en-US', 'who');
  await expect(control(page, 'country')).toHaveValue('JP');
  await page.evaluate((key) => sessionStorage.removeItem(key), LOCATION_KEY);
  await live(page, 'DE');
  await openForm(page, 'en-US', 'who');
  await languageButton(page).click();
  await expect(inPicker(page).locator('option').first()).toContainText(nameOf('en-US', 'DE'));
  await expect(control(page, 'country')).toHaveValue('JP');
});

test('a choice on a lesson is taken back by the first entry of the list', async ({ page }) => {
  await live(page, 'TW');
  await open(page, lesson('forex', 'tw'));
  await toSwitch(page);
  const choice = onLesson(page).locator('select');
  await choice.selectOption('CN');
  await expect(said(page)).toHaveText(textsOf('tw', 'CN', 'forex'));
  await choice.selectOption('');
  await expect(said(page)).toHaveText(textsOf('tw', 'TW', 'forex'));
  expect(await kept(page, RESIDENCE_KEY)).toBeNull();
});

for (const locale of ['en-US', 'ja'] as const) {
  test(`each lesson tells residents of the United States their rules in ${locale}`, async ({ page }) => {
    await keep(page, RESIDENCE_KEY, 'US');
    // The words of each lesson are read once; a wide screen shows them as a phone does.
    for (const [viewport, products] of [
      [PHONE, PRODUCTS],
      [{ width: 1440, height: 900 }, PRODUCTS.slice(0, 1)],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const product of products) {
        await open(page, lesson(product, locale));
        await toSwitch(page);
        const texts = textsOf(locale, 'US', product);
        if (texts.length > 0) await expect(said(page), product).toHaveText(texts);
        else await expect(onLesson(page)).toContainText(rules(locale).words.none);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), product).toBe(true);
        expect(await layoutShifts(page), product).toEqual([]);
      }
      expect(await violations(page, 'main .residence')).toEqual([]);
      expect(await smallTargets(page, '.residence :is(select, a)')).toEqual([]);
      await languageButton(page).click();
      await expect(inPicker(page)).toHaveValue('US');
      // All of it is in the picker, which covers nothing.
      expect(await picker(page).evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
      expect(await coveredControls(page)).toEqual([]);
      expect(await violations(page, '.language-picker')).toEqual([]);
    }
  });
}

test('without an API the country is chosen by hand, and with no country the lesson asks for it', async ({
  page,
  fallback,
}) => {
  await open(page, fallback + lesson('stocks'));
  await toSwitch(page);
  await expect(onLesson(page)).toContainText(rules('en-US').words.unknown);
  await expect(onLesson(page).locator('option').first()).toHaveText(rules('en-US').words.unset);
  await onLesson(page).locator('select').selectOption('JP');
  await expect(onLesson(page)).not.toContainText(rules('en-US').words.unknown);
});

test('a page whose rules cannot be loaded lacks only these, and the next page tries again', async ({ page }) => {
  await page.route(RULES, (route) => route.abort());
  await open(page, lesson('bonds'));
  await languageButton(page).click();
  await expect(picker(page).locator('.residence')).toBeAttached();
  await expect(inPicker(page)).toHaveCount(0);
  await page.unroute(RULES);
  await page.keyboard.press('Escape');
  await open(page, lesson('bonds'));
  await languageButton(page).click();
  await expect(inPicker(page)).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('a lesson is as it is for all, without a switch that does nothing', async ({ page }) => {
    await page.goto(lesson('forex'));
    await expect(page.locator('#sources')).toBeVisible();
    await expect(onLesson(page)).toBeEmpty();
    await expect(page.locator('.residence select')).toHaveCount(0);
  });
});
