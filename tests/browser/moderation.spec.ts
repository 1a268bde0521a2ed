/** A reader reports a post, a moderator removes it, its author appeals, another moderator restores it. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright/test';
import type { Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { posts, users } from '../../src/server/db/schema.ts';
import { violations } from '../helpers/axe.ts';
import { opener, openOwn, said, setting, submit } from '../helpers/profile.ts';
import { expect, faults, hydrated, test } from '../helpers/site.ts';
import { confirmedUser, logInPage, type TestUser } from '../helpers/users.ts';
import { usersServer } from '../helpers/usersServer.ts';
import { administer } from '../helpers/userThings.ts';

const server = usersServer();
const PAGE = '/profile/moderation';

/** Publishes a post, by the database: how one is written is tested elsewhere. */
async function posted(author: TestUser, id: number, title: string): Promise<string> {
  await server.restart(async (orm) => {
    const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, author.email));
    const now = new Date();
    const form = { language: 'en' as const, title, text: 'Two-year yields **fell**.', symbols: [], series: null };
    await orm.insert(posts).values({
      id,
      changed: id,
      author: user?.id ?? null,
      state: 'published',
      language: 'en',
      title,
      summary: 'Two-year yields fell.',
      symbols: [],
      form: { ...form, holding: 'none', pricesOn: null, recommendation: null },
      savedAt: now,
      publishedAt: now,
    });
  });
  return String(id);
}

for (const [index, locale] of (['en-US', 'ja'] as const satisfies Locale[]).entries()) {
  test(`from a report to an appeal, ${locale}`, async ({ page }) => {
    const t = translator(locale);
    const found = faults(page);
    const people = [];
    for (const name of ['Mio', 'Taro', 'Ann', 'Bob'])
      people.push(await confirmedUser(server, { nickname: `${name} ${locale}` }));
    const [author, reader, first, second] = people as [TestUser, TestUser, TestUser, TestUser];
    const title = `Yields fell ${locale}`;
    const id = await posted(author, index + 1, title);
    for (const { email } of [first, second]) {
      await administer(server, { command: 'moderation grant', by: 'test', user: email });
    }
    const as = async (user: TestUser, path = PAGE) => {
      await page.context().clearCookies();
      await logInPage(page, server, user);
      await openOwn(page, server, path, locale);
    };
    const menu = (of: Page) => of.locator('.member-nav').getByRole('link', { name: t('route.profileModeration') });

    await logInPage(page, server, reader);
    const address = server.url + localize(`/datahub/posts/${id}`, locale);
    await page.goto(address);
    await hydrated(page);
    await page.getByRole('button', { name: t('report.open') }).click();
    await page.getByLabel(t('report.reason')).selectOption('untrue');
    await page.getByLabel(t('report.words')).fill('They rose.');
    expect(await violations(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: t('report.send') }).click();
    await expect(page.getByText(t('report.sent'))).toBeVisible();

    // The menu names the page to moderators only.
    await as(reader, '/profile/general');
    await expect(menu(page)).toBeHidden();
    await as(first, '/profile/general');
    await menu(page).click();
    await hydrated(page);
    const item = setting(page, title);
    await expect(item).toContainText('They rose.');
    await expect(item).toContainText(`Mio ${locale}`);
    await expect(page.locator('main')).not.toContainText(`Taro ${locale}`);
    await opener(item).click();
    await item.getByRole('radio', { name: t('moderation.ruling.withdraw') }).check();
    await item.getByLabel(t('moderation.reason')).selectOption('untrue');
    await item.getByLabel(t('moderation.words')).fill('The source says otherwise.');
    expect(await violations(page, 'main')).toEqual([]);
    await submit(item).click();
    await expect(page.getByText(t('moderation.waiting.none'))).toBeVisible();
    expect((await page.request.get(address)).status()).toBe(410);

    await as(author);
    const own = setting(page, title);
    await expect(own).toContainText('The source says otherwise.');
    await opener(own).click();
    await own.getByLabel(t('moderation.appeal.words')).fill('It does not.');
    await submit(own).click();
    await expect(said(own)).toHaveText(t('moderation.appeal.sent'));
    await expect(own).toContainText(t('moderation.appeal.waits'));

    await as(second);
    const appeal = page.locator('#appeals .setting');
    await expect(appeal).toContainText('It does not.');
    await opener(appeal).click();
    await appeal.getByRole('radio', { name: t('moderation.appeal.ruling.author') }).check();
    await appeal.getByLabel(t('moderation.words')).fill('You are right.');
    await submit(appeal).click();
    await expect(page.getByText(t('moderation.appeals.none'))).toBeVisible();
    expect((await page.request.get(address)).status()).toBe(200);
    await as(author);
    await expect(setting(page, title)).toContainText(t('moderation.appeal.reversed'));
    const mails = await server.mails();
    for (const words of ['The source says otherwise.', 'You are right.']) expect(mails).toContain(words);
    expect(found).toEqual([]);
  });
}
