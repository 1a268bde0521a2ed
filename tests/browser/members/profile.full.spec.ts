/** Security, trading and account settings: looks, keyboard, other devices, mails, hostile data. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { Locale } from '../../../src/i18n/locales.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import { dialog } from '../../helpers/browser/messages.ts';
import { opener, openOwn, said, setting, submit, switchOf } from '../../helpers/browser/profile.ts';
import { expect, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, PASSWORD, type ServedUsers, serveUsers } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { testViews } from '../../helpers/browser/views.ts';
import { startSmtp } from '../../helpers/server/smtp.ts';
import { appCode } from '../../helpers/server/twoStep.ts';

const server = usersServer();
const PAGES = ['/profile/security', '/profile/trade', '/profile/account'];
const t = translator('en-US');

/** Logs in on the page of the log-in, up to the second step. */
async function logIn(page: Page, { url }: ServedUsers, email: string, password: string, locale: Locale = 'en-US') {
  await page.goto(url + localize('/login', locale));
  await hydrated(page);
  await page.locator('#entry-email').fill(email);
  await page.locator('#entry-password').fill(password);
  await page.locator('.kind-system form [type="submit"]').click();
}

testViews({
  served: () => server,
  enter: async (page) => {
    await logInPage(page, server, await confirmedUser(server));
    return PAGES;
  },
});

test('in ja, at 360 px: a password is changed, a device is named', async ({ page }) => {
  const say = translator('ja');
  await page.setViewportSize(PHONE);
  await logInPage(page, server, await confirmedUser(server));
  await openOwn(page, server, '/profile/security', 'ja');
  const password = setting(page, say('account.password'));
  await opener(password).click();
  await page.locator('#password-current').fill('Wrong123');
  await page.locator('#password-password').fill('Riverside2');
  await page.locator('#password-confirmation').fill('Riverside2');
  await submit(password).click();
  await expect(page.locator('.error-summary')).toContainText(say('account.error.passwordWrong'));
  await page.locator('#password-current').fill(PASSWORD);
  await submit(password).click();
  await expect(said(password)).toHaveText(say('user.security.password.done'));
  const device = page.locator('.setting').filter({ has: page.locator('.device-state[data-current]') });
  await opener(device).click();
  await device.locator('input').fill('台所');
  await submit(device).click();
  await expect(setting(page, '台所')).toBeVisible();
});

test('with two-step verification the log-in asks for a code, and a backup code works once', async ({
  page,
  browser,
}) => {
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/security');
  const twoStep = setting(page, t('user.security.twoStep.app'));
  await opener(twoStep).click();
  await page.locator('#twoStep-password').fill(PASSWORD);
  await submit(twoStep).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('user.security.twoStep.download') }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n');
  const codes = lines.slice(-10);
  await expect(page.locator('.backup-codes li')).toHaveText(codes);
  const secret = (await page.locator('.two-step-secret code').innerText()).replaceAll(' ', '');
  await page.locator('#firstCode-code').fill('000000');
  await submit(twoStep).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.codeWrong'));
  await page.locator('#firstCode-code').fill(appCode(secret));
  await submit(twoStep).click();
  await expect(said(twoStep)).toHaveText(t('user.security.twoStep.turnedOn'));

  // Elsewhere: a backup code, once.
  const [code = ''] = codes;
  for (const works of [true, false]) {
    const context = await browser.newContext({ locale: LOCALES['en-US'].lang });
    const far = await context.newPage();
    await logIn(far, server, user.email, PASSWORD);
    await far.getByRole('button', { name: t('login.code.useBackup') }).click();
    await far.locator('#entry-code').fill(code);
    await far.getByRole('button', { name: t('login.code.submit') }).click();
    if (works) await expect(far).not.toHaveURL(/login/);
    else await expect(far.locator('.error-summary')).toContainText(t('account.error.codeWrong'));
    await context.close();
  }
  await page.reload();
  await expect(page.getByText(t('user.security.twoStep.left', { count: 9 }))).toBeVisible();
  const newCodes = setting(page, t('user.security.twoStep.newCodes'));
  await opener(newCodes).click();
  await page.locator('#newCodes-password').fill(PASSWORD);
  await submit(newCodes).click();
  await expect(newCodes.locator('.backup-codes li')).toHaveCount(10);
  await newCodes.getByRole('button', { name: t('user.security.twoStep.newCodes.done') }).click();
  await expect(newCodes).toContainText(t('user.security.twoStep.left', { count: 10 }));
  await opener(twoStep).click();
  await page.locator('#twoStepOff-password').fill(PASSWORD);
  await submit(twoStep).click();
  await expect(twoStep.locator('.setting-value')).toHaveText(t('account.off'));
});

test('a device that is logged out on one is asked to log in again on the other', async ({ page, browser }) => {
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  const context = await browser.newContext({ locale: LOCALES['en-US'].lang });
  const far = await context.newPage();
  await logIn(far, server, user.email, PASSWORD);
  await expect(far).not.toHaveURL(/login/);
  await openOwn(far, server, '/profile/trade');

  await openOwn(page, server, '/profile/security');
  await expect(page.locator('#devices .setting')).toHaveCount(2);
  await page.getByRole('button', { name: t('user.security.devices.others') }).click();
  await expect(page.locator('#devices')).toContainText(t('user.security.devices.othersOut'));
  await expect(page.locator('#devices .setting')).toHaveCount(1);

  await far.locator('#broker-brokerNumber').fill('B-1');
  await far.locator('#broker button[type="submit"]').click();
  await expect(dialog(far)).toBeVisible();
  await context.close();
  // This one is still logged in.
  await page.reload();
  await expect(page.locator('#devices .setting')).toHaveCount(1);
});

test('an address changes once both links of the mails are opened; before, it can be taken back', async ({ page }) => {
  const smtp = await startSmtp();
  const mailed = await serveUsers({ SMTP_URL: smtp.url, MAIL_FROM: 'support@example.com' });
  try {
    const { privacy, terms } = readRules().versionsOf('en-US');
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${mailed.url}/api/web/user/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { data: { token: string } }).data;
    };
    const tokenTo = (to: string, kind: string) => {
      const mail = smtp.received.findLast((one) => one.to.includes(to) && one.text.includes(`#${kind}=`));
      return new RegExp(`#${kind}=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
    };
    const email = 'old@example.com';
    await post('signUp', {
      locale: 'en-US',
      email,
      password: PASSWORD,
      nickname: 'Mover',
      brokerNumber: '',
      website: '',
      agreements: { privacy, terms },
    });
    await expect.poll(() => tokenTo(email, 'confirm')).not.toBe('');
    const token = tokenTo(email, 'confirm');
    const entered = await post('confirm', { token, password: PASSWORD, isNew: false, own: true, device: null });
    await logInPage(page, mailed, entered);
    await openOwn(page, mailed, '/profile/security');

    const change = setting(page, t('account.email'));
    const ask = async (to: string) => {
      await opener(change).click();
      await page.locator('#email-email').fill(to);
      await page.locator('#email-password').fill(PASSWORD);
      await submit(change).click();
      await expect(page.getByText(t('user.security.email.waiting', { email: to }))).toBeVisible();
    };
    await ask('wrong@example.com');
    await expect.poll(() => tokenTo('wrong@example.com', 'email')).not.toBe('');
    const stale = tokenTo('wrong@example.com', 'email');
    await page.getByRole('button', { name: t('user.security.email.takeBack') }).click();
    await expect(opener(change)).toBeVisible();

    await ask('new@example.com');
    await expect.poll(() => tokenTo('new@example.com', 'email')).not.toBe('');
    const follow = async (link: string, title: string) => {
      await page.goto(`${mailed.url}/robots.txt`);
      await page.goto(`${mailed.url}/login#email=${link}`);
      await expect(page.getByText(title)).toBeVisible();
      expect(page.url()).not.toContain('#');
    };
    await follow(stale, t('login.over.title'));
    await follow(tokenTo('new@example.com', 'email'), t('login.done.waiting.title'));
    await follow(tokenTo(email, 'email'), t('login.done.changed.title'));
    await openOwn(page, mailed, '/profile/security');
    await expect(change.locator('.setting-value')).toHaveText('new@example.com');
  } finally {
    await mailed.stop();
    await smtp.stop();
  }
});

test('the data is saved as a page in which nothing of the user runs', async ({ page }) => {
  const user = await confirmedUser(server, { nickname: '<script>alert(1)</script>' });
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/account');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('user.settings.data.html') }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.html$/);
  const html = await readFile(await file.path(), 'utf8');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(html).toContain(user.email);
});

test('a toggle that cannot be saved goes back and says why', async ({ page }) => {
  await logInPage(page, server, await confirmedUser(server));
  await openOwn(page, server, '/profile/account');
  const promotions = switchOf(page, t('account.notify.promotions'));
  await page.route('**/profile/toggles', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await promotions.click();
  await expect(page.locator('#notifications .field-error')).toHaveText(t('error.unreachable'));
  await expect(promotions).not.toBeChecked();
});

test('a closed account has no public page, and its user opens it again after a log-in', async ({ page }) => {
  const user = await confirmedUser(server, { nickname: 'Gone' });
  await logInPage(page, server, user);
  const isPublic = async () => (await fetch(`${server.url}/api/web/user/public/gone`)).status;
  expect(await isPublic()).toBe(200);
  await openOwn(page, server, '/profile/account');
  const closing = setting(page, t('user.settings.close'));
  await opener(closing).click();
  await page.locator('#close-password').fill('Wrong123');
  await submit(closing).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.passwordWrong'));
  await page.locator('#close-password').fill(PASSWORD);
  await submit(closing).click();
  await expect(page.locator('#close [role="status"][tabindex]')).toBeFocused();
  expect(await isPublic()).toBe(404);
  await page.context().clearCookies();
  await logIn(page, server, user.email, PASSWORD);
  await expect(page).not.toHaveURL(/login/);
  await openOwn(page, server, '/profile/account');
  await page.getByRole('button', { name: t('user.settings.reopen') }).click();
  await expect(closing).toBeVisible();
  expect(await isPublic()).toBe(200);
});

test('a form is opened, filled in and left by keyboard alone', async ({ page }) => {
  await logInPage(page, server, await confirmedUser(server));
  await openOwn(page, server, '/profile/security');
  const mobile = setting(page, t('account.mobile'));
  await opener(mobile).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#mobile-mobile')).toBeFocused();
  await page.keyboard.type('+81 90 1234 5678');
  await page.keyboard.press('Enter');
  await expect(said(mobile)).toHaveText(t('user.security.mobile.done'));
  await expect(opener(mobile)).toBeFocused();
  await expect(mobile.locator('.setting-value')).toHaveText('+819012345678');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#mobile-mobile')).toHaveCount(0);
  await expect(opener(mobile)).toBeFocused();
});

test('whoever is not logged in is led to the log-in and back', async ({ page }) => {
  const user = await confirmedUser(server);
  for (const path of PAGES) {
    await page.goto(server.url + path);
    await expect(page.getByText(t('user.frame.out'))).toBeVisible();
  }
  await page.locator('.profile-said a').click();
  await expect(page).toHaveURL(/login/);
  await hydrated(page);
  await page.locator('#entry-email').fill(user.email);
  await page.locator('#entry-password').fill(PASSWORD);
  await page.locator('.kind-system form [type="submit"]').click();
  await expect(page).toHaveURL(`${server.url}/profile/account`);
  await expect(switchOf(page, t('account.notify.login'))).toBeVisible();
});
