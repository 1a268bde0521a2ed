/** Passkeys in Chromium, with its virtual authenticator: registered, and used in one gesture. */
import type { Page } from 'playwright/test';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { authenticator } from '../../helpers/browser/authenticator.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import {
  confirmedUser,
  field,
  logInPage,
  PASSWORD,
  type ServedUsers,
  submit as send,
  serveUsers,
} from '../../helpers/browser/users.ts';
import { freePort } from '../../helpers/runTests.ts';
import { appCode } from '../../helpers/server/twoStep.ts';

/** Passkeys belong to the origin of the site, which is therefore known before it is served. */
let server: ServedUsers;
test.beforeAll(async () => {
  const port = String(await freePort());
  server = await serveUsers({ PORT: port, SITE_URL: `http://localhost:${port}` });
});
test.afterAll(() => server?.stop());

/** A user on the page of security, who adds a passkey. */
async function addOne(page: Page, locale: Locale) {
  const say = translator(locale);
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/security', locale);
  const adding = setting(page, say('user.security.passkeys.new'));
  await opener(adding).click();
  await page.locator('#passkey-name').fill('Finger');
  await page.locator('#passkey-password').fill(PASSWORD);
  await submit(adding).click();
  await expect(said(adding)).toHaveText(say('user.security.passkeys.added'));
  await expect(setting(page, 'Finger')).toContainText(say('user.security.passkeys.unused'));
  return { user, say };
}

async function toLogIn(page: Page, locale: Locale): Promise<void> {
  await page.context().clearCookies();
  await page.goto(server.url + localize('/login', locale));
  await hydrated(page);
}

for (const locale of ['en-US', 'ja'] as const) {
  test(`in ${locale}: a passkey is added, and logs in in one gesture, from the address field`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const { cdp, id } = await authenticator(page);
    await addOne(page, locale);
    expect(await violations(page, '#passkeys')).toEqual([]);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: false });
    await toLogIn(page, locale);
    await expect(field(page, 'email')).toHaveAttribute('autocomplete', 'username webauthn');
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: true });
    // The authenticator looks for a finger only when it is asked.
    await page.reload();
    await page.waitForURL(server.url + localize('/userCenter', locale));
    await openOwn(page, server, '/profile/security', locale);
    await expect(setting(page, 'Finger')).not.toContainText(translator(locale)('user.security.passkeys.unused'));
  });
}

test('by the button; a copied passkey is refused and said to be; it is removed', async ({ page }) => {
  const { cdp, id } = await authenticator(page);
  const { user, say } = await addOne(page, 'en-US');
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
  const [copy] = credentials;
  if (!copy) throw new Error('The authenticator has no passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await toLogIn(page, 'en-US');
  await page.getByRole('button', { name: say('login.passkey') }).click();
  await expect(page.getByRole('alert')).toHaveText(say('login.passkey.failed'));
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
  await page.getByRole('button', { name: say('login.passkey') }).click();
  await page.waitForURL(server.url + localize('/userCenter', 'en-US'));

  // As it was before: a copy of then.
  await cdp.send('WebAuthn.removeCredential', { authenticatorId: id, credentialId: copy.credentialId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential: { ...copy, signCount: 0 } });
  await toLogIn(page, 'en-US');
  await expect(page.getByRole('alert')).toHaveText(say('account.error.passkeyRefused'));
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: false });
  expect(await server.mails()).toContain('no longer accepted');
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/security');
  const one = setting(page, 'Finger');
  await expect(one.locator('.setting-due')).toBeVisible();
  await opener(one).click();
  await one.locator('[type="password"]').fill(PASSWORD);
  await one.getByRole('button', { name: say('user.security.passkeys.remove') }).click();
  await expect(setting(page, 'Finger')).toBeHidden();
});

test('as the second step in place of the code', async ({ page }) => {
  const { cdp, id } = await authenticator(page);
  const { user, say } = await addOne(page, 'en-US');
  const twoStep = setting(page, say('user.security.twoStep.app'));
  await opener(twoStep).click();
  await page.locator('#twoStep-password').fill(PASSWORD);
  await submit(twoStep).click();
  const secret = (await page.locator('.two-step-secret code').innerText()).replaceAll(' ', '');
  await page.locator('#firstCode-code').fill(appCode(secret));
  await submit(twoStep).click();
  await expect(said(twoStep)).toHaveText(say('user.security.twoStep.turnedOn'));
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: false });
  await toLogIn(page, 'en-US');
  await field(page, 'email').fill(user.email);
  await field(page, 'password').fill(PASSWORD);
  await send(page);
  await expect(page.getByRole('heading', { name: say('login.code.title') })).toBeVisible();
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: true });
  await page.getByRole('button', { name: say('login.code.usePasskey') }).click();
  await page.waitForURL(server.url + localize('/userCenter', 'en-US'));
});
