/** A reader reports a post, a moderator removes it, its author appeals, another moderator restores it. */
import type { Page } from 'playwright/test';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, faults, hydrated, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { administer } from '../../helpers/browser/userThings.ts';
import { RECOMMENDATION, storePost, userWith } from '../../helpers/server/authors.ts';

const server = usersServer();
const PAGE = '/profile/moderation';

/** Publishes a post, by the database: how one is written is tested elsewhere. */
async function posted(author: TestUser, title: string): Promise<string> {
  let id = '';
  await server.restart(async (orm) => {
    const recommendation = { ...RECOMMENDATION, interests: 'A fee' };
    const stated = { symbols: ['US10Y'], pricesOn: '2026-11-27', holding: 'long' as const, recommendation };
    id = await storePost(orm, await userWith(orm, author.email), { title, ...stated });
  });
  return id;
}

const as = async (page: Page, user: TestUser, locale: Locale, path = PAGE) => {
  await page.context().clearCookies();
  await logInPage(page, server, user);
  await openOwn(page, server, path, locale);
};

/** Reports a post on its page; returns its address. */
async function report(page: Page, id: string, locale: Locale): Promise<string> {
  const t = translator(locale);
  const address = server.url + localize(`/datahub/posts/${id}`, locale);
  await page.goto(address);
  await hydrated(page);
  await page.getByRole('button', { name: t('report.open') }).click();
  await page.getByLabel(t('report.reason')).selectOption('untrue');
  await page.getByLabel(t('report.words')).fill('They rose.');
  expect(await violations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: t('report.send') }).click();
  await expect(page.getByText(t('report.sent'))).toBeVisible();
  return address;
}

/** An author, a reader and two moderators. */
async function people(locale: Locale, what: string) {
  const found = [];
  for (const name of ['Mio', 'Taro', 'Ann', 'Bob'])
    found.push(await confirmedUser(server, { nickname: `${name} ${locale} ${what}` }));
  const [author, reader, first, second] = found as [TestUser, TestUser, TestUser, TestUser];
  for (const { email } of [first, second]) {
    await administer(server, { command: 'moderation grant', by: 'test', user: email });
  }
  return { author, reader, first, second };
}

test('from a report to an appeal', async ({ page }) => {
  const locale = 'en-US';
  const t = translator(locale);
  const found = faults(page);
  const { author, reader, first, second } = await people(locale, 'a');
  const title = `Yields fell ${locale}`;
  const id = await posted(author, title);
  const menu = (of: Page) => of.locator('.member-nav').getByRole('link', { name: t('route.profileModeration') });

  await logInPage(page, server, reader);
  const address = await report(page, id, locale);

  // The menu names the page to moderators only.
  await as(page, reader, locale, '/profile/general');
  await expect(menu(page)).toBeHidden();
  await as(page, first, locale, '/profile/general');
  await menu(page).click();
  await hydrated(page);
  const item = setting(page, title);
  await expect(item).toContainText('They rose.');
  await expect(item).toContainText(`Mio ${locale} a`);
  await expect(page.locator('main')).not.toContainText(`Taro ${locale}`);
  await opener(item).click();
  await item.getByRole('radio', { name: t('moderation.ruling.withdraw') }).check();
  await item.getByLabel(t('moderation.reason')).selectOption('untrue');
  await item.getByLabel(t('moderation.words')).fill('The source says otherwise.');
  expect(await violations(page, 'main')).toEqual([]);
  await submit(item).click();
  await expect(page.getByText(t('moderation.waiting.none'))).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(410);

  await as(page, author, locale);
  const own = setting(page, title);
  await expect(own).toContainText('The source says otherwise.');
  await opener(own).click();
  await own.getByLabel(t('moderation.appeal.words')).fill('It does not.');
  await submit(own).click();
  await expect(said(own)).toHaveText(t('moderation.appeal.sent'));
  await expect(own).toContainText(t('moderation.appeal.waits'));

  await as(page, second, locale);
  const appeal = page.locator('#appeals .setting');
  await expect(appeal).toContainText('It does not.');
  await opener(appeal).click();
  await appeal.getByRole('radio', { name: t('moderation.appeal.ruling.author') }).check();
  await appeal.getByLabel(t('moderation.words')).fill('You are right.');
  await submit(appeal).click();
  await expect(page.getByText(t('moderation.appeals.none'))).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
  await as(page, author, locale);
  await expect(setting(page, title)).toContainText(t('moderation.appeal.reversed'));
  const mails = await server.mails();
  for (const words of ['The source says otherwise.', 'You are right.']) expect(mails).toContain(words);
  expect(found).toEqual([]);
});

test('a report that led to nothing, to an appeal, in Japanese', async ({ page }) => {
  const locale = 'ja';
  const t = translator(locale);
  const found = faults(page);
  const { author, reader, first, second } = await people(locale, 'b');
  const title = `Yields rose ${locale}`;
  const id = await posted(author, title);
  await logInPage(page, server, reader);
  const address = await report(page, id, locale);

  // Moderators read the text as readers do, and values by their words.
  await as(page, first, locale);
  const item = setting(page, title);
  await expect(item.locator('strong', { hasText: 'fell' })).toBeVisible();
  for (const key of ['post.advice.buy', 'post.holding.long', 'post.horizon.months', 'account.product.options'] as const)
    await expect(item).toContainText(t(key));
  for (const raw of ['**', '2026-11-27', 'options,']) await expect(item).not.toContainText(raw);
  await opener(item).click();
  await item.getByRole('radio', { name: t('moderation.ruling.keep') }).check();
  await submit(item).click();
  await expect(page.getByText(t('moderation.waiting.none'))).toBeVisible();

  await as(page, reader, locale);
  const own = page.locator('#reports .setting');
  await expect(own).toContainText(t('moderation.outcome.kept'));
  await opener(own).click();
  await own.getByLabel(t('moderation.appeal.words')).fill('The source says so.');
  expect(await violations(page, 'main')).toEqual([]);
  await submit(own).click();
  await expect(own).toContainText(t('moderation.appeal.waits'));

  await as(page, second, locale);
  const appeal = page.locator('#appeals .setting');
  await expect(appeal).toContainText(t('moderation.appeal.of.reporter'));
  await expect(appeal).not.toContainText(`Taro ${locale}`);
  await opener(appeal).click();
  await appeal.getByRole('radio', { name: t('moderation.appeal.ruling.reporter') }).check();
  await appeal.getByLabel(t('moderation.words.reporter')).fill('So it does.');
  expect(await violations(page, 'main')).toEqual([]);
  await submit(appeal).click();
  await expect(page.getByText(t('moderation.appeals.none'))).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(410);

  await as(page, reader, locale);
  await expect(own).toContainText(t('moderation.appeal.reversed'));
  await as(page, author, locale);
  await expect(setting(page, title)).toContainText('So it does.');
  await expect(page.locator('main')).not.toContainText(`Taro ${locale}`);
  expect(found).toEqual([]);
});
