/** Fills in the form to open an account as a visitor does. The words come from content. */
import type { Locator, Page } from 'playwright/test';
import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import type { Step } from '../../../src/forms/applicationSteps.ts';
import { HIGH_RISK, hasLicense, type Role } from '../../../src/forms/lists.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { expect, keep, open } from './site.ts';

export const PASSWORD = 'Abcdefg1';
export const FORM_PAGE = '/openAccountForm';
/** The URL pattern of sending an application, for page.route(). */
export const APPLY = `**${APPLY_PATH}`;

export const control = (page: Page, field: string): Locator => page.locator(`#account-${field.replaceAll('.', '-')}`);
export const choice = (page: Page, field: string, value: string): Locator =>
  page.locator(`input[name="${field}"][value="${value}"]`);
export const summary = (page: Page): Locator => page.locator('.error-summary');
export const submitButton = (page: Page): Locator => page.locator('.account form button[type="submit"]');
export const reference = (page: Page): Locator => page.locator('.reference');
/** The message shown when an application could not be sent. */
export const failure = (page: Page): Locator => page.locator('.send-failed');
export const button = (page: Page, key: MessageKey, locale: Locale = 'en-US'): Locator =>
  page.getByRole('button', { name: translator(locale)(key), exact: true });
export const stepHeading = (page: Page): Locator => page.locator('.account-main h1');

/** Opens the page of the form, or one of its steps. */
export async function openForm(page: Page, locale: Locale = 'en-US', step?: Step, origin = ''): Promise<void> {
  const path = localize(FORM_PAGE, locale);
  // Another page first, because a new hash alone loads nothing.
  await page.goto(`${origin}/robots.txt`);
  await open(page, origin + path + (step ? `#step-${step}` : ''));
}

/** Goes to a step as a link of the form does. */
export async function goToStep(page: Page, step: Step): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#step-${step}`);
}

export async function atStep(page: Page, step: Step, locale: Locale = 'en-US'): Promise<void> {
  await expect(stepHeading(page)).toHaveText(translator(locale)(`account.step.${step}`));
}

export async function fillWho(page: Page, role: Role): Promise<void> {
  await choice(page, 'role', role).check();
  await expect(control(page, 'country').locator('option[value="JP"]')).toBeAttached();
  await control(page, 'country').selectOption('JP');
  await control(page, 'cityName').fill('Osaka');
  const found = page.locator('.city-list [role="option"]').first();
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // It is named in the script of the language.
  await expect(found).toBeHidden();
}

/** Whoever is logged in, `email` null, has an address and a password. */
export async function fillLogin(page: Page, email: string | null): Promise<void> {
  if (email !== null) {
    await control(page, 'email').fill(email);
    await fillPassword(page);
  }
  await control(page, 'mobile').fill('090 1234-5678');
}

export async function fillPassword(page: Page): Promise<void> {
  await control(page, 'password').fill(PASSWORD);
  await control(page, 'confirmation').fill(PASSWORD);
}

async function fillAbout(page: Page, role: Role): Promise<void> {
  for (const [field, text] of [
    ['givenName', 'Hana'],
    ['familyName', 'Sato'],
    ['nickname', 'hana'],
    ['address.line1', '1-1 Chiyoda'],
    ['address.postcode', '100-0001'],
  ] as const) {
    await control(page, field).fill(text);
  }
  for (const [part, text] of [
    ['year', '1990'],
    ['month', '2'],
    ['day', '28'],
  ] as const) {
    await page.locator(`[data-part="${part}"]`).fill(text);
  }
  await choice(page, 'gender', 'FEMALE').check();
  if (role === 'brokerageHouse') await control(page, 'company.name').fill('Sato Securities');
  if (hasLicense(role)) {
    await control(page, 'licence').check();
    await expect(control(page, 'licence.type').locator('option[value="LICENSE_BROKER"]')).toBeAttached();
    await control(page, 'licence.type').selectOption('LICENSE_BROKER');
    await control(page, 'licence.number').fill('A-123');
    await control(page, 'licence.authority').fill('FSA');
  }
}

async function fillTrading(page: Page, { highRisk = HIGH_RISK as readonly string[] } = {}): Promise<void> {
  await control(page, 'trading.products').check();
  for (const product of highRisk) {
    await control(page, `trading.products.${product}`).check();
    const disclosure = page.locator(`[data-field="trading.highRisk.${product}"]`);
    const opened = page.waitForEvent('popup');
    await disclosure.locator('a').click();
    await (await opened).close();
    await disclosure.locator('input').fill('Hana Sato');
    await disclosure.locator('button').click();
    await expect(disclosure.locator('.signed')).toBeVisible();
  }
  if (highRisk.length > 0) {
    await choice(page, 'trading.accreditedInvestor', 'none').check();
    await choice(page, 'trading.qualifiedPurchaser', 'none').check();
  }
  for (const [field, value] of [
    ['trading.experience', 'EXPERIENCE_3Y_TO_5Y'],
    ['trading.employment', 'EMPLOYED_FULL_TIME'],
  ] as const) {
    await expect(control(page, field).locator(`option[value="${value}"]`)).toBeAttached();
    await control(page, field).selectOption(value);
  }
  // The amounts are in the currency of the language: the third, whatever it is.
  for (const field of ['trading.income', 'trading.netWorth']) {
    await expect(control(page, field).locator('option').nth(3)).toBeAttached();
    await control(page, field).selectOption({ index: 3 });
  }
  await choice(page, 'trading.sourceOfFunds', 'FUNDS_SALARY').check();
}

export async function fillCheck(page: Page): Promise<void> {
  for (const field of ['agreements.privacy', 'agreements.terms', 'declaration']) await control(page, field).check();
}

/** Fills the whole form in, up to the button that sends it; for who is logged in, `email` is null. */
export async function fillForm(
  page: Page,
  role: Role,
  {
    locale = 'en-US' as Locale,
    email = `${role}@example.com` as string | null,
    highRisk = HIGH_RISK as readonly string[],
  } = {},
): Promise<void> {
  const go = async (step: Step) => {
    await submitButton(page).click();
    await atStep(page, step, locale);
  };
  await atStep(page, 'who', locale);
  await fillWho(page, role);
  await go('login');
  await fillLogin(page, email);
  await go('about');
  await fillAbout(page, role);
  if (role === 'investor') {
    await go('trading');
    await fillTrading(page, { highRisk });
  }
  await go('notifications');
  await go('check');
  await fillCheck(page);
}

/** Answers as the device keeps them, for tests that begin in the middle. */
export function keptAnswers(answers: Record<string, unknown>): string {
  const given = Object.fromEntries(Object.keys(answers).map((field) => [field, 1]));
  return JSON.stringify({ begun: 0, saved: Date.now(), answers, given, key: '', keyed: 0, sent: null, kept: 'device' });
}

/** Opens a step with the answers of an earlier visit. */
export async function openKept(page: Page, step: Step, answers = INVESTOR, locale: Locale = 'en-US'): Promise<void> {
  await keep(page, ACCOUNT_FORM_KEY, keptAnswers(answers));
  await openForm(page, locale, step);
  await atStep(page, step, locale);
}

/** Opens the check with everything filled in, ready to send. */
export async function readyToSend(page: Page, answers = INVESTOR): Promise<void> {
  await openKept(page, 'login', answers);
  await fillPassword(page);
  await goToStep(page, 'check');
  await atStep(page, 'check');
  await fillCheck(page);
}

/** Every answer of an investor, except the password and the questions of the check. */
export const INVESTOR: Record<string, unknown> = {
  role: 'investor',
  country: 'JP',
  city: 1853909,
  cityName: 'Osaka',
  email: 'hana@example.com',
  mobile: '090-1234-5678',
  givenName: 'Hana',
  familyName: 'Sato',
  nickname: 'hana',
  birthDate: '1990-02-28',
  gender: 'FEMALE',
  'address.line1': '1-1 Chiyoda',
  'trading.products': ['stocks'],
  'trading.experience': 'EXPERIENCE_3Y_TO_5Y',
  'trading.employment': 'EMPLOYED_FULL_TIME',
  'trading.income': 'INCOME_50K_TO_100K',
  'trading.netWorth': 'NET_WORTH_100K_TO_250K',
  'trading.sourceOfFunds': ['FUNDS_SALARY'],
  'own.step': 'check',
};
