/** The pages of a company: looks in every language, the keyboard alone, what members without permissions see, errors. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { COMPANY_SECTIONS } from '../../../src/menus.ts';
import {
  companyApi,
  filledCompany,
  permissionName,
  companySection as section,
  type TestCompany,
} from '../../helpers/browser/companyPages.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { testViews } from '../../helpers/browser/views.ts';

const server = usersServer();
let company: TestCompany;
test.beforeAll(async () => {
  company = await filledCompany(server);
});
const t = translator('en-US');
const PAGES = ['/company', '/company/members', '/company/departments', '/company/permissions', '/company/audit'];
const permissionsOf = ({ member }: TestCompany['staff'], nickname: string) =>
  `/company/permissions?${new URLSearchParams({ member, search: nickname })}`;
const nicknameOf = async (user: { token: string }) => {
  const { data } = await (
    await fetch(`${server.url}/api/web/user/profile/general`, { headers: { token: user.token } })
  ).json();
  return data.nickname as string;
};

let ofStaff = '';
testViews({
  served: () => server,
  enter: async (page) => {
    await logInPage(page, server, company.administrator);
    ofStaff = permissionsOf(company.staff, await nicknameOf(company.staff));
    return [...PAGES, ofStaff];
  },
  shown: async (page, path) => {
    if (path === ofStaff) await expect(section(page, 'granted').locator('.company-why').first()).toBeVisible();
  },
});

test('in Japanese on a phone: a role, an exception with its reason, the audit as a file', async ({ page }) => {
  const ja = translator('ja');
  const own = await filledCompany(server);
  await page.setViewportSize(PHONE);
  await logInPage(page, server, own.administrator);
  await openOwn(page, server, '/company/permissions', 'ja');
  const adding = setting(page, ja('company.role.add'));
  await opener(adding).click();
  await submit(adding).click();
  await expect(page.locator('.error-summary')).toContainText(ja('account.error.nameEmpty'));
  await page.locator('#role-name').fill('トレーダー');
  await submit(adding).click();
  await expect(setting(page, 'トレーダー')).toBeVisible();

  await openOwn(page, server, permissionsOf(own.staff, await nicknameOf(own.staff)), 'ja');
  const open = setting(page, permissionName('clients.open', 'ja')).locator('.company-why');
  await expect(open).toContainText(ja('company.why.denied'));
  await expect(open).toContainText(ja('company.why.inherited'));
  await expect(open).toContainText(
    ja('company.why.conflict', { name: permissionName('clients.approveOpening', 'ja') }),
  );
  const enter = setting(page, permissionName('orders.enter', 'ja')).locator('.company-why');
  await expect(enter).toContainText(ja('company.why.deniedRole', { name: 'Trainee' }));
  const excepting = setting(page, ja('company.exception'));
  await opener(excepting).click();
  await page.locator('#exception-reason').fill('一人体制のため');
  await page.locator('#exception-day').fill('2099-12-31');
  await submit(excepting).click();
  await expect(open).toContainText(ja('company.why.allowed'));
  await expect(section(page, 'granted')).toContainText('一人体制のため');

  await openOwn(page, server, '/company/audit', 'ja');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: ja('company.audit.csv') }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('exceptionGranted');
});

/** Moves the focus by Tab until it is on what `is` accepts; as a reader without a mouse would. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    const at = await page.evaluate(() => {
      const focused = document.activeElement;
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent;
      return (label ?? '').trim();
    });
    if (at.startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches '${name}'`);
}

test('with the keyboard alone a department is renamed and closed', async ({ page }) => {
  const own = await filledCompany(server);
  await companyApi(server, own.administrator, `/${own.id}/departments`, { name: 'Archive', parent: null });
  await logInPage(page, server, own.administrator);
  await openOwn(page, server, '/company/departments');
  await tabTo(page, `${t('account.change')}: Archive`);
  await page.keyboard.press('Enter');
  const name = page.locator('input[id^="department-"]');
  await expect(name).toBeFocused();
  await name.press('ControlOrMeta+a');
  await page.keyboard.type('Attic');
  await page.keyboard.press('Enter');
  const words = section(page, 'departments').locator('.setting-said').first();
  await expect(words).toHaveText(t('company.department.saved', { name: 'Attic' }));
  await expect(words).toBeFocused();
  await tabTo(page, `${t('account.change')}: Attic`);
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await tabTo(page, `${t('company.department.close')}: ${t('company.department.close')}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t('company.department.close.yes') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words).toHaveText(t('company.department.closed', { name: 'Attic' }));
  await expect(setting(page, 'Attic')).toHaveCount(0);
});

test('a member without permissions is offered nothing that is refused, and sees what they may do', async ({ page }) => {
  await logInPage(page, server, company.staff);
  await openOwn(page, server, '/company');
  const sections = page.locator('.member-nav li:visible');
  const open = COMPANY_SECTIONS.filter(({ needs }) => needs === undefined).map(({ label }) => t(label));
  await expect(sections).toHaveText([...open, t('route.userCenter')]);
  await expect(opener(section(page, 'registration'))).toHaveCount(0);
  await openOwn(page, server, '/company/departments');
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await openOwn(page, server, '/company/permissions');
  await expect(section(page, 'subject')).toHaveCount(0);
  await expect(setting(page, permissionName('orders.enter')).locator('.company-why')).toContainText(
    t('company.why.deniedRole', { name: 'Trainee' }),
  );
  for (const path of ['/company/members', '/company/audit']) {
    await page.goto(server.url + path);
    await hydrated(page);
    await expect(page.locator('main .field-notice').last()).toHaveText(t('company.frame.notPermitted'));
  }
});

test('the last administrator stays; a member leaves; the company of the address is shown', async ({ page }) => {
  const own = await filledCompany(server);
  const second = await companyApi<{ id: string }>(server, own.administrator, '', {
    name: 'Another House',
    country: 'TW',
    licence: '',
    authority: '',
  });
  await logInPage(page, server, own.administrator);
  await openOwn(page, server, `/company?company=${own.id}`);
  await expect(page.locator('.company-bar strong')).toHaveText('Harbour Securities');
  const leaving = setting(page, t('company.overview.you.administrator'));
  await opener(leaving).click();
  await leaving.getByRole('button', { name: t('company.overview.leave.yes') }).click();
  await expect(leaving.getByRole('alert')).not.toBeEmpty();
  await page.locator('.company-bar select').selectOption(second.id);
  await expect(page.locator('.company-bar strong')).toHaveText('Another House');
  await expect(page).toHaveURL(`${server.url}/company`);
  await openOwn(page, server, '/company/members');
  await expect(page.locator('.company-bar strong')).toHaveText('Another House');

  await page.context().clearCookies();
  await logInPage(page, server, own.staff);
  await openOwn(page, server, '/company');
  const going = setting(page, t('company.overview.you.member'));
  await opener(going).click();
  await going.getByRole('button', { name: t('company.overview.leave.yes') }).click();
  await expect(page.locator('.company-said')).toHaveText(t('company.overview.left', { company: 'Harbour Securities' }));
  await expect(section(page, 'create')).toBeVisible();
});

test('members are found, moved, removed and invited; a registration that changes waits to be confirmed again', async ({
  page,
}) => {
  const own = await filledCompany(server);
  const nickname = await nicknameOf(own.staff);
  await logInPage(page, server, own.administrator);
  await openOwn(page, server, '/company/members');
  // A few members need no filter; a department leads here with one.
  await expect(page.locator('#members-search')).toHaveCount(0);
  await openOwn(page, server, `/company/members?department=${own.departments.asia}`);
  await page.locator('#members-department').selectOption('');
  await expect(page.locator('#members-search')).toHaveCount(0);
  await openOwn(page, server, `/company/members?department=${own.departments.asia}`);
  await page.locator('#members-search').fill('nobody of this name');
  await page.locator('#members-search').press('Enter');
  await expect(page.locator('.company-count')).toHaveText(t('company.search.none'));
  await page.locator('#members-search').fill(own.staff.email);
  await page.locator('#members-search').press('Enter');
  const member = setting(page, nickname);
  await opener(member).click();
  await member.locator('select').selectOption('');
  await submit(member).click();
  await expect(said(member)).toHaveText(t('company.members.saved'));
  await expect(member).not.toContainText('Asia');
  await opener(member).click();
  await member
    .locator('.setting-form')
    .getByRole('button', { name: t('company.members.remove') })
    .click();
  await member.getByRole('button', { name: t('company.members.remove.yes') }).click();
  await expect(section(page, 'members')).toContainText(t('company.members.removed', { name: nickname }));

  await page.locator('#invite-email').fill('no address');
  await submit(section(page, 'invite')).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await page.locator('#invite-email').fill('carol@example.com');
  await submit(section(page, 'invite')).click();
  await section(page, 'invite').getByRole('button', { name: 'carol@example.com' }).click();
  await expect(section(page, 'invite')).toContainText(
    t('company.members.invited.cancelled', { email: 'carol@example.com' }),
  );

  await openOwn(page, server, '/company');
  const registration = setting(page, t('company.overview.state'));
  await opener(registration).click();
  await page.locator('#registration-authority').fill('');
  await submit(registration).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.authorityEmpty'));
  await page.locator('#registration-authority').fill('Kanto Local Finance Bureau');
  await submit(registration).click();
  await expect(section(page, 'registration')).toContainText('Kanto Local Finance Bureau');
  await page.locator('#profile-website').fill('http://insecure.example');
  await submit(section(page, 'profile')).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.addressFormat'));
});

test('visitors are led to the log-in, a failed call can be repeated, without scripts there is a word', async ({
  page,
  browser,
}) => {
  for (const path of PAGES) {
    await page.goto(server.url + localize(path, 'ja'));
    const link = page.locator('.profile-said').getByRole('link');
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/ja/login?to=${encodeURIComponent(`/ja${path}`)}`);
  }
  await logInPage(page, server, await confirmedUser(server));
  let isDown = true;
  await page.route('**/api/web/company', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${server.url}/company/members`);
  await expect(page.locator('.profile-said')).toContainText(t('user.frame.failed'));
  isDown = false;
  await page.getByRole('button', { name: t('news.again') }).click();
  await expect(page.getByText(t('company.frame.none'))).toBeVisible();

  const bare = await browser.newContext({ javaScriptEnabled: false });
  const still = await bare.newPage();
  await still.goto(`${server.url}/ja/company`);
  await expect(still.locator('.profile-no-script')).toHaveText(translator('ja')('company.noScript'));
  await bare.close();
});
