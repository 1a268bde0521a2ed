/** Security, trading and account settings on the built site with the real API: one way through each. */

import { readFile } from 'node:fs/promises';
import { tokenFromCookies } from '../../../src/browserState/session.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { serverMessage } from '../../../src/server/messages.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { storedSession } from '../../helpers/browser/messages.ts';
import { opener, openOwn, said, setting, submit, switchOf } from '../../helpers/browser/profile.ts';
import { expect, faults, foreignRequests, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, PASSWORD } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { appCode } from '../../helpers/server/twoStep.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();
const t = translator('en-US');

test('a user changes password and hint, turns two-step verification on, names the device', { tag: SHORT }, async ({
  page,
}) => {
  const found = faults(page);
  const foreign = foreignRequests(page, server.url);
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/security');

  const password = setting(page, t('account.password'));
  await opener(password).click();
  await expect(page.locator('#password-current')).toBeFocused();
  await page.locator('#password-current').fill(PASSWORD);
  await page.locator('#password-password').fill('Riverside2');
  await page.locator('#password-confirmation').fill('Riverside3');
  await submit(password).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.confirmationDiffers'));
  await page.locator('#password-confirmation').fill('Riverside2');
  await submit(password).click();
  await expect(said(password)).toHaveText(t('user.security.password.done'));
  await expect(opener(password)).toBeFocused();
  const stored = await storedSession(page.context());
  const token = tokenFromCookies(`userInfo=${stored}`);
  expect(token).not.toBeNull();
  expect(token).not.toBe(user.token);

  const hint = setting(page, t('user.security.hint'));
  await opener(hint).click();
  await page.locator('#hint-hint').fill('it is riverside');
  await page.locator('#hint-password').fill('Riverside2');
  await submit(hint).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.hintTells'));
  await page.locator('#hint-hint').fill('the boat');
  await submit(hint).click();
  await expect(said(hint)).toHaveText(t('user.security.hint.done'));
  await expect(hint.locator('.setting-value')).toHaveText('the boat');

  const twoStep = setting(page, t('user.security.twoStep.app'));
  await opener(twoStep).click();
  await page.locator('#twoStep-password').fill('Riverside2');
  await submit(twoStep).click();
  await expect(page.getByRole('img', { name: t('user.security.twoStep.qr') })).toBeVisible();
  await expect(page.locator('.backup-codes li')).toHaveCount(10);
  const secret = (await page.locator('.two-step-secret code').innerText()).replaceAll(' ', '');
  await page.locator('#firstCode-code').fill(appCode(secret));
  await submit(twoStep).click();
  await expect(said(twoStep)).toHaveText(t('user.security.twoStep.turnedOn'));
  await expect(page.getByText(t('user.security.twoStep.left', { count: 10 }))).toBeVisible();

  const device = page.locator('.setting').filter({ has: page.locator('.device-state[data-current]') });
  await opener(device).click();
  await device.locator('input').fill('Kitchen');
  await submit(device).click();
  await expect(setting(page, 'Kitchen')).toBeVisible();
  const log = page.locator('#history .sign-ins');
  // The newest is in it, because the session has a new token.
  await expect(log.locator('li').first()).toContainText(serverMessage('server.log.twoStepOn', 'en-US'));
  await expect(log).toContainText(t('user.signIn.entered'));
  await page.locator('#log-kind').selectOption('signIns');
  await expect(log.locator('li').first()).toContainText(t('user.signIn.entered'));
  await expect(log).not.toContainText(serverMessage('server.log.twoStepOn', 'en-US'));
  await page.locator('#log-kind').selectOption('data');
  await expect(page.locator('#history')).toContainText(t('user.log.none'));
  await page.locator('#log-kind').selectOption('');
  await expect(log).toContainText(serverMessage('server.log.hint', 'en-US'));

  await page.reload();
  await expect(setting(page, 'Kitchen')).toBeVisible();
  await expect(setting(page, t('user.security.twoStep.app')).locator('.setting-value')).toHaveText(t('account.on'));
  expect(await violations(page, 'main')).toEqual([]);
  expect(foreign).toEqual([]);
  // The refused hint is an answer of status 422, which browsers log.
  expect(found.filter((one) => !one.includes('422'))).toEqual([]);
});

test('a user chooses products, signs a disclosure and withdraws it, declares the status', async ({ page }) => {
  const found = faults(page);
  await logInPage(page, server, await confirmedUser(server));
  await openOwn(page, server, '/profile/trade');
  await page.locator('#products').getByLabel(t('account.product.stocks')).check();
  await page.locator('#products button[type="submit"]').click();
  await expect(page.locator('#products .profile-saved')).toHaveText(t('user.frame.saved'));

  const forex = setting(page, t('account.product.forex'));
  await expect(forex).toContainText(t('user.trade.notSigned'));
  await opener(forex).click();
  const opened = page.waitForEvent('popup');
  await forex.locator('.disclosure a').click();
  await (await opened).close();
  await forex.locator('.disclosure input').fill('Hana Sato');
  await forex.locator('.disclosure button').click();
  await expect(said(forex)).toHaveText(t('user.trade.signed.done', { product: t('account.product.forex') }));
  await expect(forex.locator('.setting-value')).toContainText('Hana Sato');
  await expect(forex).toContainText(t('account.access.off', { product: t('account.product.forex') }));

  const status = setting(page, t('account.accredited'));
  await opener(status).click();
  await status.locator('input[value="professional"]').check();
  await submit(status).click();
  await expect(said(status)).toHaveText(t('user.trade.declared.done'));
  await expect(status.locator('.setting-value')).toContainText(t('account.accredited.professional'));

  await opener(forex).click();
  await forex.getByRole('button', { name: t('user.trade.withdraw.yes') }).click();
  await expect(said(forex)).toHaveText(t('user.trade.withdrawn.done', { product: t('account.product.forex') }));
  await page.reload();
  await expect(forex).toContainText(t('user.trade.notSigned'));
  await expect(page.locator('#products').getByLabel(t('account.product.stocks'))).toBeChecked();
  expect(await violations(page, 'main')).toEqual([]);
  expect(found).toEqual([]);
});

test('a user switches an alert, downloads all data, closes the account and opens it again', async ({ page }) => {
  const found = faults(page);
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/account');
  const alert = switchOf(page, t('account.notify.login'));
  await expect(alert).toBeChecked();
  await alert.click();
  await expect(page.locator('#notifications .setting-said')).toHaveText(
    t('user.settings.saved', { name: t('account.notify.login') }),
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('user.settings.data.json') }).click();
  const data = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(JSON.stringify(data)).toContain(user.email);

  const closing = setting(page, t('user.settings.close'));
  await expect(closing).toContainText(t('user.settings.close.about', { days: 14 }));
  await opener(closing).click();
  await page.locator('#close-password').fill(PASSWORD);
  await submit(closing).click();
  await expect(page.locator('#close')).toContainText(t('user.settings.closed'));
  await page.reload();
  await expect(alert).not.toBeChecked();
  await page.getByRole('button', { name: t('user.settings.reopen') }).click();
  await expect(closing).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  expect(found).toEqual([]);
});
