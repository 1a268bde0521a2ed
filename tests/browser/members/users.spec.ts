/** Signing up, confirming by a mail, logging out and logging in. users.full.spec.ts has the rest. */

import { USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { expect, hydrated, open, test } from '../../helpers/browser/site.ts';
import { face, field, PASSWORD, serveUsers, signUp, submit } from '../../helpers/browser/users.ts';
import { startSmtp } from '../../helpers/server/smtp.ts';
import { SHORT } from '../../helpers/short.ts';

test('from signing up by a mail to the welcome, out, and in again', { tag: SHORT }, async ({ page, context }) => {
  const smtp = await startSmtp();
  const served = await serveUsers({ SMTP_URL: smtp.url, MAIL_FROM: 'support@example.com' });
  const t = translator('en-US');
  try {
    await open(page, `${served.url}/signUp`);
    await hydrated(page);
    await signUp(page, { email: 'hana@example.com', nickname: 'Hana Yamada' });
    await expect(page.locator('.entry h2')).toHaveText(t('signUp.done.title'));
    await expect(page.locator('.entry')).not.toContainText(t('entering.noMail'));
    await smtp.until(1);
    const [, token] = /\/login#confirm=([\w-]+)/.exec(smtp.received[0]?.text ?? '') ?? [];

    await page.goto(`${served.url}/login#confirm=${token}`);
    await expect(page.locator('.entry h2')).toHaveText(t('login.confirm.title'));
    expect(new URL(page.url()).hash, 'the token leaves the address').toBe('');
    await field(page, 'password').fill(PASSWORD);
    await submit(page);
    await page.waitForURL(`${served.url}/welcome`);
    await expect(page.locator('.member-who')).toContainText('Hana Yamada');
    await expect(face(page)).toHaveText('HY');
    const [cookie] = (await context.cookies()).filter(({ name }) => name === USER_INFO_COOKIE);
    expect(cookie).toMatchObject({ sameSite: 'Lax', secure: false, path: '/' });
    expect(Object.keys(JSON.parse(decodeURIComponent(cookie?.value ?? '')))).toEqual(['token']);

    await page.locator('.user-menu summary').click();
    await page.getByRole('button', { name: t('nav.logOut') }).click();
    await expect(page.locator('.account-links').getByRole('link', { name: t('nav.login') })).toBeVisible();
    expect((await context.cookies()).filter(({ name }) => name === USER_INFO_COOKIE)).toEqual([]);

    await open(page, `${served.url}/login?to=/info/howFinger`);
    await hydrated(page);
    await field(page, 'email').fill('hana@example.com');
    await field(page, 'password').fill(`${PASSWORD}x`);
    await submit(page);
    await expect(page.locator('.error-summary')).toBeFocused();
    await field(page, 'password').fill(PASSWORD);
    await submit(page);
    await page.waitForURL(`${served.url}/info/howFinger`);
    await expect(face(page)).toHaveText('HY');
  } finally {
    await served.stop();
    await smtp.stop();
  }
});
