/** An applicant and their account: applying while logged in, an ended session, and the account that an application makes. */
import type { Page } from 'playwright/test';
import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import type { Entered } from '../../../src/contract/users.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { administerAnywhere } from '../../../src/server/admin.ts';
import {
  atStep,
  control,
  failure,
  fillCheck,
  fillPassword,
  goToStep,
  INVESTOR,
  keptAnswers,
  openForm,
  PASSWORD,
  reference,
  submitButton,
} from '../../helpers/browser/applicationForm.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { dialog } from '../../helpers/browser/messages.ts';
import { expect, keep, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, linkIn, logInPage, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';

const served = usersServer();

/** Opens a step with the answers of an earlier visit, which have another address than the account. */
async function openStep(page: Page, step: 'login' | 'check', locale: Locale = 'en-US'): Promise<void> {
  await keep(page, ACCOUNT_FORM_KEY, keptAnswers(INVESTOR), served.url);
  await openForm(page, locale, step, served.url);
  await atStep(page, step, locale);
}

const done = (page: Page) => page.locator('.account-done');
/** What the operator sees of an application. */
const shown = async (page: Page): Promise<string[]> => {
  const request = { command: 'applications show', by: 'test' };
  const config = { DATABASE_URL: undefined, DATA_DIR: served.dataDir };
  return administerAnywhere(config, { ...request, reference: await reference(page).innerText() });
};

const logOut = ({ token }: TestUser) =>
  fetch(`${served.url}/api/web/user/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: '{}',
  });

for (const [locale, size] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  const t = translator(locale);
  const says = (page: Page, key: MessageKey) => done(page).getByText(t(key));

  test(`${locale}: whoever is logged in is not asked for address and password, and sees where the state is`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const user = await confirmedUser(served);
    await logInPage(page, served, user);
    await openStep(page, 'login', locale);
    await expect(control(page, 'own.account')).toContainText(user.email);
    await expect(page.locator('.account form').locator('[type="password"], [type="email"]')).toHaveCount(0);
    await expect(control(page, 'mobile')).toHaveValue(String(INVESTOR.mobile));
    expect(await violations(page, 'main')).toEqual([]);

    await goToStep(page, 'check');
    await fillCheck(page);
    await expect(page.locator('.review').getByText(user.email)).toBeVisible();
    const sending = page.waitForRequest((request) => request.url().endsWith(APPLY_PATH));
    await submitButton(page).click();
    const body = (await sending).postDataJSON();
    expect(body).not.toHaveProperty('email');
    expect(body).not.toHaveProperty('password');
    await expect(says(page, 'account.next.centre')).toBeVisible();
    await expect(says(page, 'account.next.confirm')).toHaveCount(0);
    const link = done(page).getByRole('link', { name: t('account.next.toCentre') });
    await expect(link).toHaveAttribute('href', localize('/userCenter', locale));
    expect(await violations(page, 'main')).toEqual([]);
    expect(await shown(page)).toContain(`email: ${user.email}`);
  });

  test(`${locale}: a first application makes an account, which its applicant confirms with the chosen password`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const email = `first.${locale}@example.com`.toLowerCase();
    await openStep(page, 'login', locale);
    await control(page, 'email').fill(email);
    await fillPassword(page);
    await goToStep(page, 'check');
    await fillCheck(page);
    await submitButton(page).click();
    await expect(says(page, 'account.next.confirm')).toBeVisible();
    expect(await shown(page)).toContain(`email: ${email}`);

    const confirm = await fetch(`${served.url}/api/web/user/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: await linkIn(served, 'confirm'),
        password: PASSWORD,
        isNew: false,
        own: true,
        device: null,
      }),
    });
    const { data } = (await confirm.json()) as { data: Entered };
    await logInPage(page, served, data);
    await page.reload();
    await expect(says(page, 'account.next.centre')).toBeVisible();
    await expect(says(page, 'account.next.confirm')).toHaveCount(0);
  });
}

test('an application with an ended session asks to log in again and loses nothing', async ({ page }) => {
  const user = await confirmedUser(served);
  await logInPage(page, served, user);
  await openStep(page, 'check');
  await fillCheck(page);
  await expect(page.locator('.review').getByText(user.email)).toBeVisible();
  await logOut(user);
  await submitButton(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(failure(page)).toBeVisible();
  for (const field of ['agreements.privacy', 'agreements.terms', 'declaration']) {
    await expect(control(page, field)).toBeChecked();
  }
  // After a log-in it is sent as it is.
  const again = await confirmedUser(served);
  await logInPage(page, served, again);
  await submitButton(page).click();
  await expect(done(page)).toBeVisible();
  expect(await shown(page)).toContain(`email: ${again.email}`);
});
