/**
 * A post from the sign-up of its author to what is left of it: the license, the first post that waits, a follower's
 * front, replies, a report, a decision, an appeal, and the account that closes.
 */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright/test';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { userProfiles, users } from '../../../src/server/db/schema.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, faults, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, PASSWORD, signUp, type TestUser } from '../../helpers/browser/users.ts';
import { administer } from '../../helpers/browser/userThings.ts';
import { apply, confirm, mailTo, walkedSite } from '../../helpers/browser/walks.ts';

const site = walkedSite();
const operate = (command: string, given: Record<string, string>) =>
  administer(site, { command, by: 'Mika Mori', ...given });
/** The first word of the first line that a command prints: what waits. */
const waiting = async (command: string): Promise<string> => (await operate(command, {})).at(0)?.split(/\s+/)[0] ?? '';

const POSTS = '/profile/posts';
const MODERATION = '/profile/moderation';
const replies = (page: Page) => page.locator('#replies');
const reply = (page: Page, text: string) => replies(page).locator('article', { hasText: text });

for (const [locale, viewport] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  const t = translator(locale);

  test.describe(`${locale}, ${viewport.width} px`, () => {
    test.use({ viewport, locale: LOCALES[locale].lang });

    test('an analyst publishes, a reader follows and replies, a decision is appealed, the post outlives the account', async ({
      page,
      browser,
    }) => {
      test.slow();
      const found = faults(page);
      const [email, nickname, title] = [
        `mio.${locale.toLowerCase()}@example.com`,
        `Mio ${locale}`,
        `Yields fell ${locale}`,
      ];
      /** A page of somebody else. */
      const pageOf = async (user: TestUser) => {
        const context = await browser.newContext({ locale: LOCALES[locale].lang, viewport });
        const other = await context.newPage();
        await logInPage(other, site, user);
        return other;
      };
      const open = async (of: Page, path: string) => {
        await of.goto(site.url + localize(path, locale));
        await hydrated(of);
      };

      // The author signs up, applies with a license, and may write before it is checked.
      await open(page, '/signUp');
      await signUp(page, { email, nickname });
      await confirm(page, site, email, locale);
      await page.getByRole('link', { name: t('welcome.open') }).click();
      const application = await apply(page, 'analyst', { locale, email: null });
      await openOwn(page, site, POSTS, locale);
      await expect(page.locator('main')).toContainText(t('user.posts.waits.submitted'));
      await operate('applications status', { reference: application, state: 'approved' });
      await operate('applications license', { reference: application, outcome: 'checked' });

      await openOwn(page, site, POSTS, locale);
      await expect(page.locator('main')).not.toContainText(t('user.posts.waits.submitted'));
      const fresh = setting(page, t('user.posts.new'));
      await opener(fresh).click();
      await page.locator('#post-new-title').fill(title);
      await page.locator('#post-new-text').fill('Two-year yields **fell**.\n\n- by 4 bp');
      await fresh.getByRole('radio', { name: t('post.holding.none') }).check();
      await submit(fresh).click();
      await expect(page.locator('.post-preview')).toContainText('by 4 bp');
      expect(await violations(page, 'main')).toEqual([]);
      await fresh.getByRole('button', { name: t('user.posts.publish') }).click();
      await expect(said(fresh)).toHaveText(t('user.posts.sent'));
      await expect(setting(page, title)).toContainText(t('user.posts.state.waiting'));
      const id = await waiting('posts list');
      const path = `/datahub/posts/${id}`;
      expect((await page.request.get(site.url + path)).status()).toBe(404);
      await operate('posts publish', { id });
      await mailTo(site, 'moderationPublished', email);

      // A reader finds it on the front, follows its author, and has it first.
      const reader = await confirmedUser(site, { nickname: `Taro ${locale}` });
      const other = await pageOf(reader);
      await open(other, '/datahub');
      const entry = other.locator('.post-entry', { hasText: title });
      await expect(entry).toHaveCount(1);
      await entry.getByRole('link', { name: nickname }).click();
      await hydrated(other);
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(nickname);
      await expect(other.locator('.user-posts .post-entry', { hasText: title })).toBeVisible();
      await other.getByRole('button', { name: t('follow.begin') }).click();
      await expect(other.locator('.follow')).toContainText(t('follow.followers', { count: 1 }));
      expect(await violations(other, 'main')).toEqual([]);
      await open(other, '/datahub');
      await expect(other.locator('.posts-following .post-entry')).toHaveCount(1);
      await expect(other.locator('.post-entry').first()).toContainText(title);
      expect(await violations(other, 'main')).toEqual([]);

      // The first reply waits; the author answers it, and reports it.
      await other.locator('.post-entry').first().getByRole('link', { name: title }).click();
      await hydrated(other);
      await replies(other).getByLabel(t('reply.write'), { exact: true }).fill('By how much in June?');
      await replies(other)
        .getByRole('button', { name: t('reply.send'), exact: true })
        .click();
      await expect(replies(other).locator('#replies-said')).toHaveText(t('reply.waits'));
      await operate('replies publish', { id: await waiting('replies list') });
      // The button changes before the server knows.
      const marked = other.waitForResponse((response) => response.url().endsWith('/helpful'));
      await replies(other)
        .getByRole('button', { name: t('reply.helpful') })
        .first()
        .click();
      await marked;
      await open(page, path);
      await expect(replies(page)).toContainText(t('reply.helpful.count', { count: 1 }));
      const question = reply(page, 'By how much in June?').first();
      await question.getByRole('button', { name: t('reply.reply') }).click();
      await question.locator('textarea').fill('By two.');
      await question.getByRole('button', { name: t('reply.send') }).click();
      await expect(reply(page, 'By two.').last()).toContainText(t('reply.ofPost'));
      await question.getByRole('button', { name: t('report.open') }).click();
      await question.getByLabel(t('report.reason')).selectOption('other');
      await question.getByLabel(t('report.words')).fill('It is in the text.');
      expect(await violations(page, 'main')).toEqual([]);
      await question.getByRole('button', { name: t('report.send') }).click();
      await expect(question).toContainText(t('report.sent'));
      await open(other, path);
      await expect(reply(other, 'By two.').last()).toContainText(nickname);

      // A moderator withdraws it, its author appeals, the operator restores it.
      const moderator = await confirmedUser(site, { nickname: `Ann ${locale}` });
      await operate('moderation grant', { user: moderator.email });
      const desk = await pageOf(moderator);
      await openOwn(desk, site, MODERATION, locale);
      const item = desk.locator('#waiting .setting', { hasText: 'By how much in June?' });
      await opener(item).click();
      await item.getByRole('radio', { name: t('moderation.ruling.withdraw') }).check();
      await item.getByLabel(t('moderation.reason')).selectOption('other');
      await item.getByLabel(t('moderation.words')).fill('Asked before.');
      expect(await violations(desk, 'main')).toEqual([]);
      await submit(item).click();
      await expect(desk.getByText(t('moderation.waiting.none'))).toBeVisible();
      await desk.context().close();
      await mailTo(site, 'moderationReport', email);
      expect(await mailTo(site, 'moderationWithdrawn', reader.email)).toContain('Asked before.');
      await open(page, path);
      await expect(replies(page)).toContainText('By two.');
      await expect(replies(page)).not.toContainText('By how much in June?');

      await openOwn(other, site, MODERATION, locale);
      const decided = other.locator('#decisions .setting');
      await opener(decided).click();
      await decided.getByLabel(t('moderation.appeal.words')).fill('It was not.');
      await submit(decided).click();
      await expect(said(decided)).toHaveText(t('moderation.appeal.sent'));
      const lines = await operate('moderation list', {});
      const [, appeal = ''] = lines.find((line) => line.startsWith('appeal'))?.split(/\s+/) ?? [];
      await operate('moderation decide', { kind: 'appeal', id: appeal, ruling: 'keep', why: 'It was not.' });
      await mailTo(site, 'moderationAppeal', reader.email);
      await openOwn(other, site, MODERATION, locale);
      await expect(decided).toContainText(t('moderation.appeal.reversed'));
      await open(page, path);
      await expect(question).toContainText('By how much in June?');

      // The author leaves; the post stays, without a name.
      await openOwn(page, site, '/profile/account', locale);
      const closing = setting(page, t('user.settings.close'));
      await opener(closing).click();
      await page.locator('#close-postsStay').check();
      await page.locator('#close-password').fill(PASSWORD);
      await submit(closing).click();
      await expect(page.getByText(t('user.settings.closed'), { exact: true })).toBeVisible();
      await site.restart(async (orm) => {
        const [author] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email));
        await orm
          .update(userProfiles)
          .set({ erasedAt: new Date() })
          .where(eq(userProfiles.userId, author?.id ?? ''));
      });
      await expect.poll(async () => (await page.request.get(`${site.url}/u/${nickname}`)).status()).toBe(404);
      await open(other, path);
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(other.locator('.post > .opening')).toContainText(t('post.by.left'));
      await expect(other.locator('main')).toContainText('By two.');
      await expect(other.locator('main')).not.toContainText(nickname);
      expect(await violations(other, 'main')).toEqual([]);
      await open(other, '/datahub');
      await expect(other.locator('.posts .post-entry', { hasText: title })).toContainText(t('post.by.left'));
      await expect(other.locator('.posts-following')).toHaveCount(0);
      await other.context().close();
      expect(found).toEqual([]);
    });
  });
}
