/** The user center, general settings, personal information and the public page: one way through them. */

import { FLASH_CHOICE_KEY, RISING_KEY, TIME_ZONE_KEY } from '../../../src/browserState/keys.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, faults, foreignRequests, hydrated, keep, kept, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { administer, applied, asked, sentByStranger } from '../../helpers/browser/userThings.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();
const t = translator('en-US');
const MISSING = 'Please send us a copy of your passport.';
const ANSWER = 'Within five business days.';

test('a user sees what became of what they sent, changes their profile, is seen by others, logs out', {
  tag: SHORT,
}, async ({ page }) => {
  const found = faults(page);
  const foreign = foreignRequests(page, server.url);
  const user = await confirmedUser(server, { nickname: 'Eva King' });
  const reference = await applied(server, user);
  const question = await asked(server, user);
  const by = 'test';
  const state = { state: 'needsInformation', ask: MISSING } as const;
  await administer(server, { command: 'applications status', by, reference, ...state });
  await administer(server, { command: 'questions answer', by, reference: question, text: ANSWER });

  const filter = { important: true, include: 'Fed', exclude: '', zone: 'local' };
  await keep(page, FLASH_CHOICE_KEY, JSON.stringify(filter), server.url);
  await logInPage(page, server, user);
  await page.goto(`${server.url}/userCenter`);
  await hydrated(page);
  const section = (id: string) => page.locator(`#${id}`);
  await expect(section('you')).toContainText(user.email);
  await expect(section('applications')).toContainText(reference);
  await expect(section('applications')).toContainText(t('account.state.needsInformation'));
  await expect(section('applications')).toContainText(MISSING);
  await section('questions').locator('summary').click();
  await expect(section('questions')).toContainText(ANSWER);
  await expect(section('log-ins').locator('li')).toHaveCount(1);
  await expect(section('flash-filter')).toContainText(t('user.center.flash.none'));
  await page.getByRole('button', { name: t('user.center.flash.save') }).click();
  await expect(section('flash-filter')).toContainText(t('user.center.flash.saved'));
  await expect(section('flash-filter').locator('dd').last()).toContainText('Fed');
  expect(await violations(page, 'main')).toEqual([]);

  await expect(page.locator('.member-who')).toContainText(t('user.standing.missing'));

  const sectionLink = (name: string) => page.locator('.member-nav').getByRole('link', { name });
  await sectionLink(t('route.profileGeneral')).click();
  await hydrated(page);
  const name = page.locator('#name-nickname');
  await name.fill('');
  await section('nickname').getByRole('button').click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(page.locator('#name-nickname-error')).toContainText(t('account.error.nicknameEmpty'));
  await name.fill('Ada Lovelace');
  await section('nickname').getByRole('button').click();
  await expect(section('nickname').getByRole('status')).toHaveText(t('user.frame.saved'));
  await page.locator('#display-timeZone').selectOption('Asia/Tokyo');
  await page.getByRole('radio', { name: t('user.general.rising.red') }).check();
  await section('display').getByRole('button').click();
  await expect(section('display').getByRole('status')).toHaveText(t('user.frame.saved'));
  await expect(page.locator('html')).toHaveAttribute('data-rising', 'red');
  expect(await kept(page, TIME_ZONE_KEY)).toBe('Asia/Tokyo');
  expect(await violations(page, 'main')).toEqual([]);

  await expect(page.locator('.member-who strong')).toHaveText('Ada Lovelace');
  await sectionLink(t('route.profilePersonal')).click();
  await hydrated(page);
  await expect(section('applied')).toContainText(t('user.personal.fixed', { reference }));
  await expect(section('applied')).toContainText('Sato');
  await page.locator('#personal-phone').fill('03-1234-5678');
  await section('own').getByRole('button').click();
  await expect(section('own').getByRole('status')).toHaveText(t('user.frame.saved'));
  await expect(page.locator('#personal-phone')).toHaveValue('+81312345678');
  expect(await violations(page, 'main')).toEqual([]);

  const publicPage = await page.goto(`${server.url}/u/ada%20lovelace`);
  expect(publicPage?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
  await expect(page.locator('html')).toHaveAttribute('data-rising', 'red');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(await page.locator('main').innerText()).not.toContain(user.email);

  await page.goto(`${server.url}/userCenter`);
  await hydrated(page);
  await page.getByRole('button', { name: t('user.center.logOut') }).click();
  const logIn = page.locator('.profile-said').getByRole('link', { name: t('nav.login') });
  await logIn.click();
  await expect(page).toHaveURL(`${server.url}/login?to=%2FuserCenter`);
  expect(await kept(page, RISING_KEY)).toBe('red');
  // Chromium logs the refused nickname.
  expect(found.filter((fault) => !fault.includes('422'))).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a user says of what was sent with their address whether it is theirs; the link of the mail leads there', async ({
  page,
}) => {
  const user = await confirmedUser(server);
  const { application, question } = await sentByStranger(server, user);
  expect(await server.mails()).toContain('/ja/userCenter#offers');
  await logInPage(page, server, user);
  await page.goto(`${server.url}/userCenter#offers`);
  await hydrated(page);
  const offers = page.locator('#offers');
  const offer = (reference: string) => offers.locator('.user-entry').filter({ hasText: reference });
  await expect(offer(application)).toBeInViewport();
  await expect(page.locator('#applications')).not.toContainText(application);
  expect(await violations(page, 'main')).toEqual([]);

  await offer(application)
    .getByRole('button', { name: t('user.center.offers.mine') })
    .click();
  await expect(offers.getByRole('status')).toHaveText(t('user.center.offers.joined'));
  await expect(page.locator('#applications')).toContainText(application);
  await offer(question)
    .getByRole('button', { name: t('user.center.offers.notMine') })
    .click();
  await expect(offers.getByRole('status')).toHaveText(t('user.center.offers.denied'));
  await expect(offers.locator('.user-entry')).toHaveCount(0);
  await expect(page.locator('#questions')).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(page.locator('#applications')).toContainText(application);
  await expect(offers).toHaveCount(0);
});
