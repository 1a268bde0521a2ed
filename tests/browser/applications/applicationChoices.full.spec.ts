// cspell:ignore Bernau
/** The form to open an account: country and city, signing, and the texts about high-risk products. */
import type { Locator, Page } from 'playwright/test';
import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { locationCall, SUCCESS } from '../../../src/contract/all.ts';
import { ACCESS_WORDS } from '../../../src/forms/access.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import {
  atStep,
  choice,
  control,
  goToStep,
  INVESTOR,
  openForm,
  openKept,
  submitButton,
  summary,
} from '../../helpers/browser/applicationForm.ts';
import { expect, hydrated, kept, PHONE, test } from '../../helpers/browser/site.ts';

const t = translator('en-US');
const options = (page: Page) => page.locator('.city-list [role="option"]');
const row = (page: Page, key: MessageKey) =>
  page.locator('.review dl > div', { has: page.getByText(t(key), { exact: true }) });

/** The city that the device keeps: its id in the list, and the typed name. */
async function keptCity(page: Page): Promise<[id: unknown, name: unknown]> {
  const { answers } = JSON.parse((await kept(page, ACCOUNT_FORM_KEY)) ?? '{}');
  return [answers.city ?? null, answers.cityName];
}

async function typeCity(page: Page, country: string, name: string): Promise<void> {
  await openKept(page, 'who', { ...INVESTOR, country, city: null, cityName: '' });
  await expect(control(page, 'country')).toHaveValue(country);
  await control(page, 'cityName').pressSequentially(name);
  await expect(options(page).nth(1)).toBeVisible();
}

/** Presses and releases the mouse at the position of an element, as a hand does, without waiting for the element. */
async function clickAt(page: Page, target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to click');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
}

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`with the list of cities open, Continue is where it is seen and continues, ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await typeCity(page, 'DE', 'Berlin');
    await clickAt(page, submitButton(page));
    await atStep(page, 'login');
    expect(await keptCity(page)).toEqual([null, 'Berlin']);
  });
}

test('a city is chosen by a click or Enter on it and by nothing else; leaving the field closes the list', async ({
  page,
}) => {
  await typeCity(page, 'DE', 'Berlin');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(options(page)).toHaveCount(0);
  expect(await keptCity(page)).toEqual([null, 'Berlin']);

  await control(page, 'cityName').focus();
  await options(page).nth(1).click();
  await expect(control(page, 'cityName')).toHaveValue('Bernau bei Berlin');
  await expect(options(page)).toHaveCount(0);
  const [id] = await keptCity(page);
  expect(id).toEqual(expect.any(Number));

  // A typed name is free text, not a city of the list.
  await control(page, 'cityName').fill('Berlin');
  expect(await keptCity(page)).toEqual([null, 'Berlin']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(options(page)).toHaveCount(0);
  const [largest] = await keptCity(page);
  expect([typeof largest, largest === id]).toEqual(['number', false]);
  await page.keyboard.press('Enter');
  await atStep(page, 'login');
});

test('cities end in no code; those of one name are told apart', async ({ page }) => {
  await typeCity(page, 'DE', 'Berlin');
  expect((await options(page).allTextContents()).filter((text) => /\d/.test(text))).toEqual([]);
  expect((await options(page).allTextContents()).slice(0, 2)).toEqual(['Berlin', 'Bernau bei Berlin']);
  await typeCity(page, 'US', 'Springfield');
  const namesakes = await options(page).allTextContents();
  expect(namesakes).toContain('Springfield Missouri');
  expect(new Set(namesakes).size).toBe(namesakes.length);
});

test('what is mended leaves the summary too: after signing it says nothing of a missing signature', async ({
  page,
}) => {
  await openKept(page, 'trading', { ...INVESTOR, 'trading.products': ['forex'], 'trading.experience': null });
  await submitButton(page).click();
  await expect(summary(page)).toContainText(t('account.error.signatureMissing'));
  const disclosure = page.locator('[data-field="trading.highRisk.forex"]');
  const opened = page.waitForEvent('popup');
  await disclosure.locator('a').click();
  await (await opened).close();
  await disclosure.locator('input').fill('Hana Sato');
  await disclosure.locator('button').click();
  await expect(disclosure.locator('.signed')).toBeVisible();
  await expect(summary(page).locator('li')).toHaveText([
    t('account.error.accreditedEmpty'),
    t('account.error.qualifiedEmpty'),
    t('account.error.experienceEmpty'),
  ]);

  for (const field of ['trading.accreditedInvestor', 'trading.qualifiedPurchaser']) {
    await choice(page, field, 'none').check();
  }
  await expect(summary(page).locator('li')).toHaveText([t('account.error.experienceEmpty')]);
  await control(page, 'trading.experience').selectOption('EXPERIENCE_3Y_TO_5Y');
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(new RegExp(`^${t('form.errorPrefix')}`));

  // The form says what "No" means, and the check says what happens to the product.
  await expect(page.locator('.high-risk')).toContainText(t(ACCESS_WORDS));
  await submitButton(page).click();
  await atStep(page, 'notifications');
  await submitButton(page).click();
  await atStep(page, 'check');
  const off = t('account.access.off', { product: t('account.product.forex') });
  await expect(row(page, 'account.products').locator('.review-line')).toHaveText([off]);
  await expect(page.locator('.review', { hasText: t('account.error.signatureMissing') })).toHaveCount(0);
});

test('the country is that of the visitor’s address until another is chosen, and brings its cities and dial code', async ({
  page,
}) => {
  const list = { city: 'Osaka', country: 'Japan', countryCode: 'JP', region: null };
  await page.route(`**${locationCall.path.replace('{ip}', '*')}`, (route) =>
    route.fulfill({ json: { code: SUCCESS, message: 'OK', data: { list } } }),
  );
  await openForm(page, 'en-US', 'who');
  await expect(control(page, 'country')).toHaveValue('JP');
  await expect(page.getByText(t('account.country.detected'))).toBeVisible();
  await control(page, 'country').selectOption('BR');
  await control(page, 'cityName').fill('sao pau');
  await page.locator('.city-list [role="option"]', { hasText: 'São Paulo' }).first().click();
  await expect(control(page, 'cityName')).toHaveValue('São Paulo');
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'country')).toHaveValue('BR');
  await goToStep(page, 'login');
  await expect(page.locator('.prefix')).toHaveText('+55');
  await control(page, 'mobile').fill('(11) 96123-4567');
  await expect(page.getByText(t('account.mobile.read', { number: '+5511961234567' }))).toBeVisible();
  await control(page, 'mobile').fill('+81 90 1234 5678');
  await expect(page.getByText(t('account.mobile.read', { number: '+819012345678' }))).toBeVisible();
  // A city of the list is deleted when the country changes; a typed name stays.
  await goToStep(page, 'who');
  await expect(control(page, 'cityName')).toHaveValue('São Paulo');
  await control(page, 'country').selectOption('JP');
  await expect(control(page, 'cityName')).toHaveValue('');
  await control(page, 'cityName').fill('Nowhere-on-Sea');
  await control(page, 'country').selectOption('BR');
  await expect(control(page, 'cityName')).toHaveValue('Nowhere-on-Sea');
});

test('a high-risk product is off, needs its disclosure opened and signed, and loses the signature with the product', async ({
  page,
}) => {
  await openKept(page, 'trading');
  for (const product of ['futures', 'options', 'forex']) {
    await expect(control(page, `trading.products.${product}`)).not.toBeChecked();
  }
  await control(page, 'trading.products.forex').check();
  const disclosure = page.locator('[data-field="trading.highRisk.forex"]');
  await disclosure.locator('input').fill('Hana Sato');
  await disclosure.locator('button').click();
  const product = t('account.product.forex');
  await expect(disclosure).toContainText(t('account.sign.openFirst', { product }));
  const opened = page.waitForEvent('popup');
  await disclosure.locator('a').click();
  await expect(await opened).toHaveURL(/\/legal\/forexRisk$/);
  await disclosure.locator('button').click();
  await expect(disclosure.locator('.signed')).toContainText('Hana Sato');
  await page.reload();
  await hydrated(page);
  await expect(disclosure.locator('.signed')).toContainText('Hana Sato');
  await control(page, 'trading.products.forex').uncheck();
  await control(page, 'trading.products.forex').check();
  await expect(disclosure.locator('.signed')).toHaveCount(0);
});
