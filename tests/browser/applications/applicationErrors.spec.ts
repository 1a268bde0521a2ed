/** The form to open an account: the messages about missing or wrong answers, and how visitors fix them. */

import { countryListCall } from '../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import {
  APPLY,
  atStep,
  button,
  control,
  INVESTOR,
  openForm,
  openKept,
  PASSWORD,
  readyToSend,
  reference,
  submitButton,
  summary,
} from '../../helpers/browser/applicationForm.ts';
import { expect, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');

test('errors: summary with focus above the heading, links to fields, the same words at each, and in the title', {
  tag: SHORT,
}, async ({ page }) => {
  await openForm(page, 'en-US', 'login');
  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${t('form.errorPrefix')} ${t('account.step.login')} · `));
  const said = await summary(page).locator('li').allTextContents();
  expect(said).toEqual([
    t('account.error.emailEmpty'),
    t('account.error.passwordEmpty'),
    t('account.error.mobileEmpty'),
  ]);
  expect(said.slice(0, 2)).toEqual(['please enter email address', 'please enter your password']);
  const isAbove = await summary(page).evaluate(
    (box) => (box.compareDocumentPosition(document.querySelector('.account-main h1') ?? box) & 4) > 0,
  );
  expect(isAbove).toBe(true);
  await summary(page).getByRole('link').first().press('Enter');
  await expect(control(page, 'email')).toBeFocused();
  await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'true');
  await expect(control(page, 'email')).toHaveAccessibleDescription(new RegExp(t('account.error.emailEmpty')));
  // The message changes with the answer, and disappears as soon as it is fixed.
  await page.keyboard.type('nobody');
  await expect(page.locator('[data-field="email"] .field-error')).toContainText(
    t('account.error.emailFormat', { value: 'name@example.com' }),
  );
  await page.keyboard.type('@example.com');
  await expect(page.locator('[data-field="email"] .field-error')).toHaveCount(0);
  await control(page, 'password').fill('abc');
  await control(page, 'confirmation').fill('abd');
  await submitButton(page).click();
  await expect(summary(page).locator('li')).toHaveText([
    t('account.error.passwordRule'),
    t('account.error.confirmationDiffers'),
    t('account.error.mobileEmpty'),
  ]);
});

test('a step says what is missing in the order in which the page asks', async ({ page }) => {
  const says = async (locale: Locale, ...keys: MessageKey[]) => {
    await submitButton(page).click();
    await expect(summary(page)).toBeFocused();
    const said = await summary(page).locator('a').allTextContents();
    expect(said.slice(0, keys.length)).toEqual(keys.map((key) => translator(locale)(key)));
    for (const message of said) await expect(page.locator('.field-error', { hasText: message }).first()).toBeVisible();
  };
  const answers = { 'trading.products': ['futures'], 'trading.experience': null, 'trading.income': null };
  await openKept(page, 'trading', { ...INVESTOR, ...answers });
  await says(
    'en-US',
    'account.error.signatureMissing',
    'account.error.accreditedEmpty',
    'account.error.qualifiedEmpty',
    'account.error.experienceEmpty',
    'account.error.incomeEmpty',
  );
  await openKept(page, 'about', { role: 'developer', country: 'JP' }, 'ja');
  await says('ja', 'account.error.familyNameEmpty', 'account.error.givenNameEmpty');
});

test('the rules of a password stand before it is typed and are ticked off; it can be shown and pasted', async ({
  page,
}) => {
  await openForm(page, 'en-US', 'login');
  const rules = page.locator('.password-rules li');
  await expect(rules).toHaveCount(5);
  await expect(page.locator('.password-rules [data-met="true"]')).toHaveCount(0);
  const password = control(page, 'password');
  await password.fill('Abcdefg1!');
  await expect(page.locator('.password-rules [data-met="false"]')).toHaveText(t('account.password.rule.plain'));
  await control(page, 'email').fill(PASSWORD);
  await control(page, 'email').press('ControlOrMeta+a');
  await control(page, 'email').press('ControlOrMeta+x');
  await password.press('ControlOrMeta+a');
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue(PASSWORD);
  await expect(page.locator('.password-rules [data-met="true"]')).toHaveCount(5);
  await expect(password).toHaveAttribute('type', 'password');
  await page.locator('.password button').first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(page.locator('.password button').first()).toHaveAttribute('aria-pressed', 'true');
});

test('what the server refuses lands on its field, at its step, and can be sent once it is mended', async ({ page }) => {
  await readyToSend(page, { ...INVESTOR, email: 'refused@example.com' });
  const { code, status } = SERVER_CODES.invalid;
  const fields = [{ field: 'mobile', message: 'Not a number of this country' }];
  await page.route(APPLY, (route) => route.fulfill({ status, json: { code, message: 'x', data: { fields } } }), {
    times: 1,
  });
  await submitButton(page).click();
  await atStep(page, 'login');
  await expect(summary(page)).toBeFocused();
  await expect(page.locator('[data-field="mobile"] .field-error')).toContainText('Not a number of this country');
  await summary(page).getByRole('link').click();
  await expect(control(page, 'mobile')).toBeFocused();
  await control(page, 'mobile').fill('080-1234-5678');
  await expect(page.locator('[data-field="mobile"] .field-error')).toHaveCount(0);
  await submitButton(page).click();
  await atStep(page, 'check');
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
});

test('a list that does not come can be asked for again', async ({ page }) => {
  await page.route(`**${countryListCall.path}`, (route) => route.abort(), { times: 1 });
  await openForm(page, 'en-US', 'who');
  await expect(page.getByText(t('account.listFailed'))).toBeVisible();
  // The page is whole: nothing is to be reloaded.
  await expect(page.locator('.chunk-failure')).toHaveCount(0);
  await button(page, 'account.listAgain').click();
  await expect(control(page, 'country').locator('option[value="JP"]')).toBeAttached();
});
