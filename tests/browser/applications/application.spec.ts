/** The form to open an account, in the built site with the real API, up to the reference. */

import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { APPLICATION_PATH, APPLY_PATH, REFERENCE } from '../../../src/contract/applications.ts';
import { type Step, stepsFor } from '../../../src/forms/applicationSteps.ts';
import { ROLES, type Role } from '../../../src/forms/lists.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import {
  atStep,
  button,
  control,
  FORM_PAGE,
  fillForm,
  INVESTOR,
  openForm,
  openKept,
  PASSWORD,
  readyToSend,
  reference,
  stepHeading,
  submitButton,
} from '../../helpers/browser/applicationForm.ts';
import { expect, faults, foreignRequests, hydrated, kept, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');

/** A role with disclosures. applicationSending.spec.ts sends a license, unit tests cover the steps and record of each role. */
const IN_SHORT: Role = 'investor';

for (const role of ROLES) {
  test(`a ${role} gets from the beginning to a reference`, { tag: role === IN_SHORT ? SHORT : [] }, async ({
    page,
    site,
  }) => {
    const found = faults(page);
    const foreign = foreignRequests(page, site);
    await openForm(page);
    await expect(page.locator('.opening h1')).toBeVisible();
    await button(page, 'account.start').click();
    await expect(page.locator('.opening h1')).toBeHidden();
    await fillForm(page, role);
    await expect(page.locator('.account-steps li')).toHaveCount(stepsFor(role).length);
    await expect(page.locator('.review .field-error')).toHaveCount(0);
    await submitButton(page).click();
    await expect(reference(page)).toHaveText(REFERENCE);
    await expect(page.locator('.account-done h1')).toBeFocused();
    await expect(page.locator('.account-done')).toContainText(t('account.state.received'));
    await expect(page.locator('.account-done')).toContainText(t('account.stateAbout.received'));
    // This server has no mail server.
    await expect(page.locator('.account-done')).not.toContainText(t('account.next.mail'));
    await expect(page.locator('.record')).toContainText(`${role}@example.com`);
    await expect(page.locator('.record')).not.toContainText(PASSWORD);
    expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain('@example.com');
    expect(foreign).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('the page says what is needed and how long it is before anyone begins, also without script', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const locale of ['en-US', 'ja'] as const) {
    await page.goto(site + localize(FORM_PAGE, locale));
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText(translator(locale)('account.noScript'))).toBeVisible();
    await expect(page.locator('.prose h2').first()).toBeVisible();
    await expect(page.locator('.account-length li')).toHaveCount(ROLES.length);
    await expect(page.locator('.account-loading')).toBeHidden();
  }
  await context.close();
});

test('on a wide screen the start stays beside what it takes, and a step has the page to itself', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openForm(page);
  const box = async (part: string) => (await page.locator(part).boundingBox()) ?? { x: 0, width: 0 };
  const [account, text, whole] = [await box('.account'), await box('.columns'), await box('.language-bar')];
  expect(text.x).toBeGreaterThan(account.x + account.width);
  await page.locator('.prose > .actions').scrollIntoViewIfNeeded();
  await expect(page.locator('.account-start .button')).toBeInViewport({ ratio: 1 });
  await page.locator('.account-start .button').click();
  await atStep(page, 'who');
  expect((await box('.account')).width).toBeGreaterThan(whole.width - 200);
});

test('the answers on paper have no controls', async ({ page }) => {
  await openKept(page, 'check');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.review').first()).toBeVisible();
  for (const control of await page.locator('.review-change, .account-steps, .account-keeping, .actions').all())
    await expect(control).toBeHidden();
});

test('the whole way of an investor by keyboard alone', async ({ page }) => {
  test.slow();
  await openForm(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses Tab until a control has the focus. */
  const to = async (field: string) => {
    for (let stops = 0; stops < 80; stops++) {
      const id = await page.evaluate(() => document.activeElement?.id);
      if (id === `account-${field.replaceAll('.', '-')}`) return;
      await press('Tab');
    }
    throw new Error(`The keyboard does not reach ${field}`);
  };
  const type = async (field: string, text: string) => {
    await to(field);
    await page.keyboard.type(text);
  };
  const go = async (step: Step) => {
    await press('Enter');
    await atStep(page, step);
    await expect(stepHeading(page)).toBeFocused();
  };
  await page.locator('.opening h1').waitFor();
  await button(page, 'account.start').focus();
  await go('who');
  await to('role');
  await press('Space');
  await to('country');
  await expect(control(page, 'country').locator('option[value="JP"]')).toBeAttached();
  await page.keyboard.type('Japan');
  await to('cityName');
  await page.keyboard.type('Osaka');
  await expect(page.locator('.city-list [role="option"]').first()).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(page.locator('.city-list [role="option"]')).toHaveCount(0);
  await go('login');
  await type('email', 'keyboard@example.com');
  await type('password', PASSWORD);
  await type('confirmation', PASSWORD);
  await type('mobile', '09012345678');
  await go('about');
  for (const [field, text] of [
    ['givenName', 'Hana'],
    ['familyName', 'Sato'],
    ['nickname', 'hana'],
    ['birthDate', '2'],
  ] as const) {
    await type(field, text);
  }
  await press('Tab');
  await page.keyboard.type('28');
  await press('Tab');
  await page.keyboard.type('1990');
  await to('gender');
  await press('Space');
  await type('address.line1', '1-1 Chiyoda');
  await go('trading');
  await to('trading.products');
  await press('Space');
  for (const field of ['experience', 'employment', 'income', 'netWorth']) {
    await expect(control(page, `trading.${field}`).locator('option').nth(2)).toBeAttached();
    await to(`trading.${field}`);
    await press('ArrowDown', 'ArrowDown');
  }
  await to('trading.sourceOfFunds');
  await press('Space');
  // Enter submits the form from a text field, but not from a checkbox.
  await submitButton(page).focus();
  await go('notifications');
  await submitButton(page).focus();
  await go('check');
  for (const field of ['agreements.privacy', 'agreements.terms', 'declaration']) {
    await to(field);
    await press('Space');
  }
  await submitButton(page).focus();
  await press('Enter');
  await expect(reference(page)).toBeVisible();
});

test('the end: state from the server, the record after a reload, print, and a new beginning', async ({ page }) => {
  // As a server with a mail server answers.
  await page.route(`**${APPLY_PATH}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, mail: true } } });
  });
  await readyToSend(page, { ...INVESTOR, email: 'done@example.com' });
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(reference(page)).toBeVisible();
  await expect(page.locator('.record')).toContainText('done@example.com');
  await expect(page.getByText(t('account.next.mail'))).toBeVisible();
  const state = `**${APPLICATION_PATH.replace('{reference}', '*')}`;
  await page.route(state, (route) => route.abort(), { times: 1 });
  await button(page, 'account.asking.ask').click();
  await expect(page.getByText(t('account.asking.failed'))).toBeVisible();
  await button(page, 'account.asking.ask').click();
  await expect(page.getByText(t('account.asking.failed'))).toHaveCount(0);
  const paper = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await paper();
  await page.locator('.theme-switch').click();
  await expect.poll(paper).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  expect(await paper()).toBe('rgb(255, 255, 255)');
  await expect(reference(page)).toBeVisible();
  await expect(page.locator('.record')).toBeVisible();
  await expect(button(page, 'account.print')).toBeHidden();
  await expect(page.locator('.language-bar')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.yes').click();
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toMatch(/done@|"reference"/);
});
