/** A company: created, structured, joined, and a permission granted and explained. */

import { translator } from '../../../src/i18n/messages.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { permissionName, companySection as section } from '../../helpers/browser/companyPages.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, faults, foreignRequests, hydrated, test } from '../../helpers/browser/site.ts';
import { confirmedUser, linkIn, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();
const t = translator('en-US');

test('a user creates a company with a department, invites another, grants a permission, sees why', {
  tag: SHORT,
}, async ({ page, browser }) => {
  const found = faults(page);
  const foreign = foreignRequests(page, server.url);
  await logInPage(page, server, await confirmedUser(server, { nickname: 'Ada King' }));
  await openOwn(page, server, '/company');
  await page.locator('#create-name').fill('Harbour Securities');
  await page.locator('#create-country').selectOption('JP');
  await submit(section(page, 'create')).click();
  await expect(page.locator('.company-bar')).toContainText('Harbour Securities');
  await expect(page.locator('.member-who .state')).toHaveText(t('company.frame.unconfirmed'));

  await openOwn(page, server, '/company/departments');
  await page.locator('#add-name').fill('Sales');
  await submit(section(page, 'add')).click();
  await expect(section(page, 'departments').locator('.setting-said').first()).toHaveText(
    t('company.departments.added', { name: 'Sales' }),
  );

  await openOwn(page, server, '/company/members');
  const guest = await confirmedUser(server, { nickname: 'Bob Tanaka' });
  await page.locator('#invite-email').fill(guest.email);
  await page.locator('#invite-department').selectOption({ label: 'Sales' });
  await submit(section(page, 'invite')).click();
  await expect(section(page, 'invite')).toContainText(t('company.members.invited', { email: guest.email }));

  // The link of the mail, opened before the log-in.
  const invited = await (await browser.newContext()).newPage();
  await invited.goto(`${server.url}/company#invite=${await linkIn(server, 'invite')}`);
  await expect(invited.locator('.profile-said')).toContainText(t('user.frame.out'));
  await expect(invited).toHaveURL(`${server.url}/company`);
  await logInPage(invited, server, guest);
  await invited.reload();
  await hydrated(invited);
  await invited.getByRole('button', { name: t('company.overview.invitation.accept'), exact: true }).click();
  await expect(invited.locator('.company-said')).toHaveText(t('company.overview.joined'));
  await invited.context().close();

  await openOwn(page, server, '/company/permissions');
  await page.locator('#subject-department').selectOption({ label: 'Sales' });
  const granting = setting(page, permissionName('orders.enter'));
  await page.locator('#permissions-search').fill('orders.enter');
  await opener(granting).click();
  await submit(granting).click();
  await expect(said(granting)).toHaveText(t('company.grant.saved'));

  await openOwn(page, server, '/company/members');
  await setting(page, 'Bob Tanaka').getByRole('link').click();
  await expect(section(page, 'granted')).toContainText('Bob Tanaka');
  const why = setting(page, permissionName('orders.enter')).locator('.company-why');
  await expect(why).toContainText(t('company.why.allowed'));
  await expect(why).toContainText(t('company.why.department', { name: 'Sales' }));
  expect(await violations(page, 'main')).toEqual([]);

  await openOwn(page, server, '/company/audit');
  await expect(section(page, 'audit').locator('li').first()).toContainText(
    t('company.audit.permissionAllowed', { who: 'Ada King', permission: permissionName('orders.enter') }),
  );
  expect(found).toEqual([]);
  expect(foreign).toEqual([]);
});
