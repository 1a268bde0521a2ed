/** The frame of the members' pages: the head, the sections, counts, what an administrator grants to themself. */
import type { Page } from 'playwright/test';
import { stepsFor } from '../../../src/forms/applicationSteps.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { COMPANY_SECTIONS } from '../../../src/menus.ts';
import { violationsInBothThemes } from '../../helpers/browser/axe.ts';
import { companyApi, permissionName, workingCompany } from '../../helpers/browser/companyPages.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { opener, openOwn, setting } from '../../helpers/browser/profile.ts';
import { expect, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();
const head = (page: Page) => page.locator('.member-who');
const nav = (page: Page) => page.locator('.member-nav');

for (const [locale, viewport] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  test.describe(locale, () => {
    test.use({ viewport });

    test('pages say whose they are and what is next, show where one is, and nothing moves', {
      tag: locale === 'en-US' ? SHORT : [],
    }, async ({ page }) => {
      const t = translator(locale);
      const nickname = `Hana ${locale}`;
      await logInPage(page, server, await confirmedUser(server, { nickname }));
      for (const path of ['/welcome', '/userCenter', '/profile/security', '/profile/account', '/company'] as const) {
        await page.goto(server.url + localize(path, locale));
        await hydrated(page);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        if (path !== '/company') {
          const next = t('user.standing.next', { steps: stepsFor('investor').length });
          await expect(head(page)).toContainText(`${nickname} ${next}`, { useInnerText: true });
        }
        const size = await page.locator('h1').evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize));
        expect(size >= 24 && size <= 28, `${path}: ${size}`).toBe(true);
        const isSideways = viewport === PHONE;
        const current = nav(page).locator('[aria-current]');
        if (path !== '/welcome') await expect(current).toBeInViewport({ ratio: 1 });
        const [sections, main] = [await nav(page).boundingBox(), await page.locator('.member-main').boundingBox()];
        expect((sections?.y ?? 0) + (sections?.height ?? 0) <= (main?.y ?? 0), path).toBe(isSideways);
        expect(await layoutShifts(page), path).toEqual([]);
        expect(await violationsInBothThemes(page), path).toEqual([]);
      }
    });

    test('the sections are reached by keyboard, the one with the focus comes into view', async ({ page }) => {
      const company = await workingCompany(server);
      await logInPage(page, server, company.administrator);
      await openOwn(page, server, '/company', locale);
      await nav(page).getByRole('link').first().focus();
      for (const _ of COMPANY_SECTIONS.slice(1)) await page.keyboard.press('Tab');
      const last = nav(page)
        .locator('li')
        .nth(COMPANY_SECTIONS.length - 1)
        .getByRole('link');
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport({ ratio: 1 });
    });
  });
}

test('the sections of a company count what waits; the head switches the company', async ({ page }) => {
  const company = await workingCompany(server);
  await companyApi(server, company.administrator, '', {
    name: 'Another House',
    country: 'TW',
    licence: '',
    authority: '',
  });
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, `/company?company=${company.id}`);
  const counts = nav(page).locator('[data-counts]');
  await expect(counts).toHaveText(['2', '1', '1']);
  await head(page).getByRole('combobox').selectOption({ label: 'Another House' });
  await expect(counts).toHaveText(['1', '', '']);
});

test('an administrator grants themself what a page needs, there', async ({ page }) => {
  const t = translator('en-US');
  const user = await confirmedUser(server);
  await companyApi(server, user, '', { name: 'Aoki Securities', country: 'JP', licence: '12', authority: 'FSA' });
  await logInPage(page, server, user);
  await page.goto(`${server.url}/company/applications`);
  await hydrated(page);
  const grant = page.getByRole('button', {
    name: t('company.frame.allow', { permission: permissionName('clients.readApplications') }),
  });
  await expect(grant).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await grant.click();
  await expect(grant).toHaveCount(0);
  await expect(page.locator('main .field-notice').last()).toHaveText(t('company.work.unconfirmed', { site: 'Finger' }));
});

test('an address of email breaks at its signs', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const t = translator('en-US');
  const email = `a.rather.long.name.of.somebody@example.com`;
  await logInPage(page, server, await confirmedUser(server, { email }));
  await openOwn(page, server, '/profile/security');
  const row = setting(page, t('account.email'));
  await expect(opener(row)).toBeVisible();
  const lines = await row.locator('.setting-value').evaluate((box) => {
    const found: string[] = [];
    let top = Number.NaN;
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const y = range.getBoundingClientRect().top;
        if (Math.abs(y - top) > 4 || Number.isNaN(top)) found.push('');
        top = y;
        found[found.length - 1] += node.textContent?.[at] ?? '';
      }
    }
    return found;
  });
  expect(lines.join('')).toBe(email);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^[.@]/);
});
