/** The form to open an account: the kept answers, in one tab and in two. */

import type { Page } from 'playwright/test';
import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { ROLE_QUERY } from '../../../src/forms/lists.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import {
  atStep,
  button,
  choice,
  control,
  fillLogin,
  fillWho,
  goToStep,
  INVESTOR,
  keptAnswers,
  openForm,
  openKept,
  PASSWORD,
  submitButton,
} from '../../helpers/browser/applicationForm.ts';
import { expect, hydrated, keep, kept, languageButton, open, picker, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');
const keeping = (page: Page) => page.locator('.account-keeping');

test('answers survive reload, back and forward, and another language; the password does not', { tag: SHORT }, async ({
  page,
}) => {
  await openForm(page, 'en-US', 'who');
  await fillWho(page, 'broker');
  await submitButton(page).click();
  await atStep(page, 'login');
  await fillLogin(page, 'kept@example.com');
  await page.goBack();
  await atStep(page, 'who');
  await expect(choice(page, 'role', 'broker')).toBeChecked();
  await page.goForward();
  await atStep(page, 'login');
  await expect(control(page, 'password')).toHaveValue(PASSWORD);
  await page.reload();
  await hydrated(page);
  await atStep(page, 'login');
  await expect(control(page, 'email')).toHaveValue('kept@example.com');
  await expect(control(page, 'password')).toHaveValue('');
  await languageButton(page).click();
  await picker(page).locator(`a[lang="${LOCALES.ja.lang}"]`).click();
  await expect(page).toHaveURL(/\/ja\/openAccountForm#step-login$/);
  await hydrated(page);
  await atStep(page, 'login', 'ja');
  await expect(control(page, 'email')).toHaveValue('kept@example.com');
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain(PASSWORD);
  // A later visit finds them, and a button to continue.
  await openForm(page, 'ja');
  await button(page, 'account.continueKept', 'ja').click();
  await atStep(page, 'login', 'ja');
});

test('the page of an audience chooses the role, once', async ({ page }) => {
  await open(page, '/service/analyst');
  await page.locator('.closing .button').click();
  await hydrated(page);
  await expect(page).toHaveURL(/\/openAccountForm$/);
  await button(page, 'account.start').click();
  await expect(choice(page, 'role', 'analyst')).toBeChecked();
  await choice(page, 'role', 'broker').check();
  await page.reload();
  await hydrated(page);
  await expect(choice(page, 'role', 'broker')).toBeChecked();
  // A word that is no role chooses none.
  await open(page, `/openAccountForm?${ROLE_QUERY}=constructor#step-who`);
  await expect(choice(page, 'role', 'broker')).toBeChecked();
});

test('start again asks, and then nothing is left', async ({ page }) => {
  await openKept(page, 'about');
  await expect(control(page, 'givenName')).toHaveValue('Hana');
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.no').click();
  await expect(control(page, 'givenName')).toHaveValue('Hana');
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.yes').click();
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain('Hana');
  await button(page, 'account.start').click();
  await expect(choice(page, 'role', 'investor')).not.toBeChecked();
  await goToStep(page, 'about');
  await expect(control(page, 'givenName')).toHaveValue('');
});

test('not to be kept on this device: the answers live as long as the tab', async ({ page, context }) => {
  await openKept(page, 'about');
  await button(page, 'account.keeping.notHere').click();
  await expect(keeping(page)).toContainText(t('account.keeping.tab'));
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  await control(page, 'nickname').fill('other');
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'nickname')).toHaveValue('other');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  const next = await context.newPage();
  await openForm(next);
  await expect(button(next, 'account.start')).toBeVisible();
  await button(page, 'account.keeping.here').click();
  expect(await kept(page, ACCOUNT_FORM_KEY)).toContain('other');
});

test('answers that are too old are gone, whichever page comes next', async ({ page }) => {
  const old = JSON.parse(keptAnswers(INVESTOR)) as { saved: number };
  const ago = (days: number) => JSON.stringify({ ...old, saved: Date.now() - days * 86_400_000 });
  await keep(page, ACCOUNT_FORM_KEY, ago(29));
  await page.goto('/adv');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toContain(String(INVESTOR.email));
  await keep(page, ACCOUNT_FORM_KEY, ago(31));
  await page.goto('/info/securityInfo');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  await openForm(page);
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
});

test('two tabs: the later answer to a field counts in both, and nobody is interrupted while typing', async ({
  page,
  context,
}) => {
  await openKept(page, 'about');
  const other = await context.newPage();
  await openForm(other, 'ja', 'about');
  await control(page, 'familyName').fill('Tanaka');
  await expect(control(other, 'familyName')).toHaveValue('Tanaka');
  // The field in which the visitor types does not change with the other tab; afterwards the later answer wins.
  await control(page, 'nickname').focus();
  await control(other, 'nickname').fill('there');
  await control(page, 'nickname').pressSequentially('!');
  await expect(control(page, 'nickname')).toHaveValue('hana!');
  await control(other, 'givenName').focus();
  await expect(control(other, 'nickname')).toHaveValue('hana!');
  await button(other, 'account.startAgain', 'ja').click();
  await button(other, 'account.startAgain.yes', 'ja').click();
  await control(page, 'familyName').focus();
  await expect(control(page, 'givenName')).toHaveValue('');
  // The check closes when another tab deletes the answers.
  await goToStep(page, 'check');
  await atStep(page, 'check');
  await page.reload();
  await atStep(page, 'check');
  await openForm(other, 'ja', 'who');
  await button(other, 'account.startAgain', 'ja').click();
  await button(other, 'account.startAgain.yes', 'ja').click();
  await expect(button(page, 'account.start')).toBeVisible();
});

test('change links lead to their field, and from there back to the check', async ({ page }) => {
  await openKept(page, 'check');
  const row = page.locator('.review dl > div', { hasText: t('account.nickname') });
  await row.getByRole('link').click();
  await atStep(page, 'about');
  await expect(control(page, 'nickname')).toBeFocused();
  await control(page, 'nickname').fill('changed');
  await submitButton(page).click();
  await atStep(page, 'check');
  await expect(row).toContainText('changed');
});
