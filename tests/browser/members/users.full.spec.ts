/** Signing up and logging in, in two languages and sizes: faults, links of mails, tabs, the dialog, keyboard, layout. */
import type { Page } from 'playwright/test';
import { legalVersions } from '../../../src/catalogue/legal.ts';
import { SUCCESS } from '../../../src/contract/common.ts';
import { FAULT_WORDS } from '../../../src/forms/faultWords.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { dialog } from '../../helpers/browser/messages.ts';
import { expect, hydrated, open, PHONE, test } from '../../helpers/browser/site.ts';
import {
  confirmedUser,
  face,
  field,
  linkIn,
  logInPage,
  PASSWORD,
  signUp,
  submit,
} from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';

const served = usersServer();

const NEW_PASSWORD = 'Bcdefgh2';
const openPage = async (page: Page, path: string, locale: Locale = 'en-US') => {
  await open(page, served.url + localize(path, locale));
  await hydrated(page);
};
const heading = (page: Page) => page.locator('.entry h2').first();
const logIn = async (page: Page, email: string, password = PASSWORD) => {
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(password);
  await submit(page);
};
const post = (path: string, body: object, token = '') =>
  fetch(`${served.url}/api/web/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US', ...(token && { token }) },
    body: JSON.stringify(body),
  });

for (const [locale, size] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  const t = translator(locale);

  test.describe(locale, () => {
    test.use({ viewport: size });

    test('terms that have changed are asked for at log-in; who puts it off is asked again in the user center', async ({
      page,
    }) => {
      const { email } = await confirmedUser(served);
      // The terms that the server has do not change while it runs.
      const changed = { accepted: '2020-01-01', current: legalVersions(locale).terms };
      let isAccepted = false;
      await page.route(/\/user\/(profile\/general|centre)$/, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        if (!isAccepted) json.data.terms = changed;
        await route.fulfill({ response, json });
      });
      await openPage(page, '/login', locale);
      await logIn(page, email);
      await expect(heading(page)).toHaveText(t('terms.title'));
      await expect(heading(page)).toBeFocused();
      expect(await violations(page, '.entry')).toEqual([]);
      await page.getByRole('button', { name: t('terms.later') }).click();
      await page.waitForURL(served.url + localize('/userCenter', locale));
      const asked = page.locator('#terms');
      await expect(asked).toContainText(t('terms.without'));
      expect(await violations(page, '#terms')).toEqual([]);
      const sent = page.waitForResponse((response) => response.url().endsWith('/user/terms'));
      isAccepted = true;
      await asked
        .locator('..')
        .getByRole('button', { name: t('terms.accept') })
        .click();
      expect((await (await sent).json()).code).toBe(SUCCESS);
      await expect(asked).toHaveCount(0);
    });

    test('the form to sign up names what is wrong, and that no mail is sent', async ({ page }) => {
      await openPage(page, '/signUp', locale);
      await submit(page);
      const faults = page.locator('.error-summary');
      await expect(faults).toBeFocused();
      for (const key of ['emailEmpty', 'passwordEmpty', 'nicknameEmpty', 'privacyUnaccepted'] as const) {
        await expect(faults).toContainText(t(FAULT_WORDS[key]));
      }
      expect(await violations(page, '.entry')).toEqual([]);
      await field(page, 'password').fill(PASSWORD);
      await field(page, 'confirmation').fill(NEW_PASSWORD);
      await submit(page);
      await expect(faults).toContainText(t('account.error.confirmationDiffers'));
      await signUp(page, { email: `${locale}@example.com`, nickname: `New ${locale}` });
      await expect(heading(page)).toHaveText(t('signUp.noMail.title'));
      await expect(heading(page)).toBeFocused();
      await expect(page.locator('.entry')).toContainText(t('entering.noMail'));
      expect(await violations(page, '.entry')).toEqual([]);
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).not.toContain(PASSWORD);

      const token = await linkIn(served, 'confirm');
      await page.goto(`${served.url}${localize('/login', locale)}#confirm=${token}`);
      await expect(heading(page)).toHaveText(t('login.confirm.title'));
      await field(page, 'password').fill(NEW_PASSWORD);
      await submit(page);
      await expect(page.locator('.error-summary')).toContainText(t('account.error.passwordOther'));
      await page.getByRole('button', { name: t('login.confirm.useNew') }).click();
      await field(page, 'password').fill(NEW_PASSWORD);
      await field(page, 'confirmation').fill(NEW_PASSWORD);
      await submit(page);
      await page.waitForURL(served.url + localize('/welcome', locale));
      expect(await violations(page, '.entry')).toEqual([]);

      await page.goto(`${served.url}${localize('/login', locale)}#confirm=${token}`);
      await expect(heading(page)).toHaveText(t('login.confirm.title'));
      await field(page, 'password').fill(NEW_PASSWORD);
      await submit(page);
      await expect(heading(page), 'a link works once').toHaveText(t('login.over.title'));
      await expect(page.locator('.entry')).toContainText(t('account.error.linkUsed'));
    });

    test('a forgotten password is set anew by the link of a mail', async ({ page }) => {
      const { email } = await confirmedUser(served);
      await openPage(page, '/login', locale);
      await field(page, 'email').fill(email);
      await page.getByRole('button', { name: t('login.forgotten') }).click();
      await expect(heading(page)).toBeFocused();
      await expect(field(page, 'email'), 'what was typed stays').toHaveValue(email);
      await submit(page);
      await expect(heading(page)).toHaveText(t('login.sent.title'));
      await page.goto(`${served.url}${localize('/login', locale)}#reset=${await linkIn(served, 'reset')}`);
      await expect(heading(page)).toHaveText(t('login.reset.title'));
      expect(page.url()).not.toContain('reset');
      await field(page, 'password').fill(NEW_PASSWORD);
      await field(page, 'confirmation').fill(NEW_PASSWORD);
      await submit(page);
      await expect(heading(page)).toHaveText(t('login.done.reset.title'));
      await page
        .locator('.entry')
        .getByRole('button', { name: t('login.submit') })
        .click();
      await logIn(page, email, NEW_PASSWORD);
      await page.waitForURL(served.url + localize('/userCenter', locale));
    });

    test('ten wrong passwords lead to the page of locked accounts, and a mail unlocks', async ({ page }) => {
      const { email } = await confirmedUser(served);
      for (let failed = 0; failed < 9; failed += 1) await post('login', { email, password: 'x', own: false });
      await openPage(page, '/login', locale);
      await logIn(page, email, 'x');
      await page.waitForURL(served.url + localize('/locked', locale));
      await hydrated(page);
      expect(await violations(page)).toEqual([]);
      await page.goto(`${served.url}${localize('/login', locale)}#unlock=${await linkIn(served, 'unlock')}`);
      await expect(heading(page)).toHaveText(t('login.done.unlock.title'));
      await page
        .locator('.entry')
        .getByRole('button', { name: t('login.submit') })
        .click();
      await logIn(page, email);
      await page.waitForURL(served.url + localize('/userCenter', locale));
    });

    test('the bar shows the user without a shift, and its menu works by keyboard', async ({ page }) => {
      const user = await confirmedUser(served, { nickname: `Ada ${locale} Lovelace` });
      await logInPage(page, served, user);
      for (const path of ['/info', '/login', '/signUp', '/welcome']) {
        await openPage(page, path, locale);
        if (path === '/info') expect(await layoutShifts(page)).toEqual([]);
      }
      if (size === PHONE) await page.locator('.hamburger').click();
      await expect(face(page)).toHaveText('AL');
      await expect(page.locator('.account-links')).toBeHidden();
      await page.locator('.user-menu summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(page.locator('.user-menu').getByRole('link', { name: t('route.userCenter') })).toBeFocused();
      expect(await violations(page, '.site-header')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator('.user-menu summary')).toBeFocused();
      await page.keyboard.press('Enter');
      const logOut = page.locator('.user-menu').getByRole('button', { name: t('nav.logOut') });
      const isThere = () => logOut.evaluate((button) => button === document.activeElement);
      while (!(await isThere())) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).not.toHaveAttribute('data-user');
    });

    test('the pages have no violations and do not shift', async ({ page }) => {
      for (const path of ['/login', '/signUp', '/welcome', '/locked']) {
        await openPage(page, path, locale);
        expect(await violations(page), path).toEqual([]);
        expect(await layoutShifts(page), path).toEqual([]);
      }
    });
  });
}

test('two tabs agree who is logged in', async ({ context }) => {
  const { email } = await confirmedUser(served, { nickname: 'Two Tabs' });
  const [one, two] = [await context.newPage(), await context.newPage()];
  await openPage(one, '/login');
  await openPage(two, '/info');
  await expect(face(two)).toBeHidden();
  await logIn(one, email);
  await one.waitForURL(`${served.url}/userCenter`);
  await expect(face(two)).toHaveText('TT');
  await two.locator('.user-menu summary').click();
  await two.getByRole('button', { name: translator('en-US')('nav.logOut') }).click();
  await expect(face(two)).toBeHidden();
  await expect(one.locator('html')).not.toHaveAttribute('data-user');
  // A page of the back/forward cache looks at the cookie when it comes back.
  await openPage(two, '/info/howFinger');
  await openPage(one, '/login');
  await logIn(one, email);
  await expect(face(two)).toHaveText('TT');
  await two.goBack();
  await expect(face(two)).toHaveText('TT');
});

test('the dialog of an ended session leads to the log-in and back', async ({ page }) => {
  const t = translator('ja');
  const user = await confirmedUser(served);
  await post('logout', {}, user.token);
  await logInPage(page, served, user);
  await openPage(page, '/datahub/flash?important=true', 'ja');
  await expect(dialog(page)).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: t('relogin.again') })
    .click();
  await page.waitForURL((url) => url.pathname === localize('/login', 'ja'));
  await hydrated(page);
  await logIn(page, user.email);
  await page.waitForURL(`${served.url}/ja/datahub/flash?important=true`);
});

test('a way back to another site is ignored', async ({ page }) => {
  const { email } = await confirmedUser(served);
  await openPage(page, `/login?to=${encodeURIComponent('//evil.example/')}`);
  await logIn(page, email);
  await page.waitForURL(`${served.url}/userCenter`);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the pages say that they need it, and the bar leads to the log-in', async ({ page }) => {
    const t = translator('en-US');
    await logInPage(page, served, { token: 'some' });
    for (const path of ['/login', '/signUp', '/welcome']) {
      await page.goto(served.url + path);
      await expect(page.getByText(t('entry.noScript'))).toBeVisible();
      await expect(page.locator('.entry-form')).toBeHidden();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator('.account-links').getByRole('link', { name: t('nav.login') })).toBeVisible();
    await expect(face(page)).toBeHidden();
  });
});
