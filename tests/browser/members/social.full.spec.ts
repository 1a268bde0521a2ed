/** The social log-in on the built site, with a real OpenID provider on this machine, in two languages and sizes. */
import type { Page } from 'playwright/test';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { authenticator } from '../../helpers/browser/authenticator.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { opener, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, hydrated, open, PHONE, test } from '../../helpers/browser/site.ts';
import { face, type ServedUsers, serveUsers } from '../../helpers/browser/users.ts';
import { freePort } from '../../helpers/runTests.ts';
import { type Oidc, startOidc } from '../../helpers/server/oidc.ts';

let served: ServedUsers;
let oidc: Oidc;
test.beforeAll(async () => {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  oidc = await startOidc([`${site}/api/web/user/social/callback`]);
  const { issuer, clientId, clientSecret, name } = oidc.settings;
  const provider = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name };
  served = await serveUsers({ PORT: String(port), SITE_URL: site, ...provider });
});
test.afterAll(async () => {
  await served?.stop();
  await oidc?.stop();
});

const button = (page: Page) => page.locator('.entry-social button');

for (const [locale, viewport] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  const t = translator(locale);

  test.describe(locale, () => {
    test.use({ viewport });

    test('a visitor logs in at the provider, is welcomed, and comes back as the same user', async ({ page }) => {
      oidc.visitor = { sub: locale, email: `${locale}@example.com`, email_verified: true, name: `Hana ${locale}` };
      await open(page, served.url + localize('/login', locale));
      await hydrated(page);
      await expect(button(page)).toHaveText(t('entering.social', { name: oidc.settings.name }));
      expect(await violations(page, '.entry')).toEqual([]);
      await button(page).click();
      await page.waitForURL(`**${localize('/welcome', locale)}`);
      expect(new URL(page.url()).hash).toBe('');
      await page.context().clearCookies();
      await open(page, `${served.url}${localize('/login', locale)}?to=${localize('/profile/general', locale)}`);
      await hydrated(page);
      await button(page).click();
      await page.waitForURL(`**${localize('/profile/general', locale)}`);
      await expect(face(page)).toHaveCount(1);
    });

    test('who has no password adds a passkey just after the log-in, and removes it', async ({ page }) => {
      oidc.visitor = { sub: `key ${locale}`, email: `key-${locale}@example.com`, email_verified: true, name: 'Kei' };
      await authenticator(page);
      await open(page, `${served.url}${localize('/login', locale)}?to=${localize('/profile/security', locale)}`);
      await hydrated(page);
      await button(page).click();
      await page.waitForURL(`**${localize('/profile/security', locale)}`);
      const adding = setting(page, t('user.security.passkeys.new'));
      await opener(adding).click();
      await expect(adding).toContainText(t('user.security.yours.none'));
      await expect(page.locator('#passkey-password')).toHaveCount(0);
      await page.locator('#passkey-name').fill('Finger');
      expect(await violations(page, '#passkeys')).toEqual([]);
      await submit(adding).click();
      await expect(said(adding)).toHaveText(t('user.security.passkeys.added'));
      const made = setting(page, 'Finger');
      await opener(made).click();
      await made.getByRole('button', { name: t('user.security.passkeys.remove') }).click();
      await expect(made).toHaveCount(0);
    });

    test('a refusal at the provider, and an address that it has not confirmed, are said', async ({ page }) => {
      const unknown = { sub: `new ${locale}`, email: `new-${locale}@example.com`, email_verified: false };
      for (const [visitor, words] of [
        [null, t('login.social.cancelled')],
        [unknown, t('login.social.unverified')],
      ] as const) {
        oidc.visitor = visitor;
        await open(page, served.url + localize('/login', locale));
        await hydrated(page);
        await button(page).click();
        await expect(page.locator('.entry')).toContainText(words);
        expect(new URL(page.url()).hash).toBe('');
      }
    });
  });
}
