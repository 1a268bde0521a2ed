/** The license of an analyst: stated by applications, checked by a company on its page, seen by everyone. */
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { workingCompany } from '../../helpers/browser/companyPages.ts';
import { expect, faults, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { administer, applied } from '../../helpers/browser/userThings.ts';

const server = usersServer();
const LICENSE = { type: 'LICENSE_ANALYST', number: 'A-123', authority: 'FSA', files: [] };

test('none, submitted, checked: the user center, the company, the public page', async ({ page }) => {
  const locale = 'ja';
  const t = translator(locale);
  const found = faults(page);
  const nickname = `Ada ${locale}`;
  const user = await confirmedUser(server, { nickname });
  const analyst = { role: 'analyst', cityName: 'Tokyo' };
  await applied(server, user, { ...analyst, licence: { none: true } });
  const own = page.locator('#license');
  await logInPage(page, server, user);
  const at = async (path: string) => {
    await page.goto(server.url + localize(path, locale));
    await hydrated(page);
  };
  await at('/userCenter');
  await expect(own).toContainText(t('user.license.state.none'));
  await expect(own).toContainText(t('user.license.waits'));
  const way = own.getByRole('link', { name: t('user.license.send') });
  await expect(way).toHaveAttribute('href', /\?role=analyst$/);

  const reference = await applied(server, user, { ...analyst, licence: LICENSE });
  await page.reload();
  await hydrated(page);
  await expect(own).toContainText(t('user.license.state.submitted'));
  await expect(own).toContainText('A-123');
  await expect(own).toContainText('FSA');
  await expect(way).toHaveCount(0);
  expect(await violations(page, 'main')).toEqual([]);

  const { id: company, administrator } = await workingCompany(server);
  await administer(server, { command: 'applications assign', by: 'test', reference, company });
  await page.context().clearCookies();
  await logInPage(page, server, administrator);
  await at('/company/applications');
  const entry = page.locator('.setting').filter({ hasText: reference });
  await entry.getByRole('button', { name: t('company.work.read') }).click();
  const check = entry.locator('.setting').filter({ hasText: t('company.license') });
  await expect(check).toContainText(t('user.license.state.submitted'));
  await check.getByRole('button', { name: t('company.license') }).click();
  await check.getByRole('radio', { name: t('user.license.state.checked') }).check();
  await check.getByRole('button', { name: t('company.decision.action') }).click();
  await expect(check).toContainText('Harbour Securities');
  expect(await violations(page, 'main')).toEqual([]);

  await page.context().clearCookies();
  const open = () => page.goto(server.url + localize(`/u/${encodeURIComponent(nickname)}`, locale));
  await open();
  await expect(page.locator('.author-card h1')).toHaveText(nickname);
  await expect(page.locator('main')).not.toContainText(t('account.licence'));
  await administer(server, { command: 'applications status', by: 'test', reference, state: 'approved' });
  await open();
  const facts = page.locator('.author-facts');
  await expect(facts).toContainText(t('license.analyst.checked'));
  for (const said of ['A-123', 'FSA', 'Harbour Securities']) await expect(facts).toContainText(said);
  expect(await violations(page, 'main')).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(found).toEqual([]);
});
