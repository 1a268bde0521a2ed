/** The posts of an analyst: written, previewed, published, corrected, withdrawn; kept when something is lost. */
import type { Page } from 'playwright/test';
import { POST_DRAFTS_KEY } from '../../../src/browserState/keys.ts';
import { USER_CODES } from '../../../src/contract/errors.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violationsInBothThemes } from '../../helpers/browser/axe.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, hydrated, kept, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, PASSWORD, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { administer, analyst } from '../../helpers/browser/userThings.ts';
import { testViews } from '../../helpers/browser/views.ts';

const server = usersServer();
const PAGE = '/profile/posts';
/** A field of a draft, of a new one or by its id. */
const field = (page: Page, name: string, of = 'new') => page.locator(`#post-${of}-${name}`);
const preview = (page: Page) => page.locator('.post-preview');
/** What the operator does with the post that waits. */
async function decide(command: 'posts publish' | 'posts refuse', why?: string): Promise<void> {
  const [line = ''] = await administer(server, { command: 'posts list', by: 'test' });
  const id = line.split(' ')[0] ?? '';
  await administer(server, { command, by: 'test', id, ...(why && { why }) });
}

/** Saves a draft over the API. */
async function drafted({ token }: TestUser, title: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/web/posts/mine/draft`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'en', title, text: 'A *text*.', holding: 'none' }),
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}
const send = ({ token }: TestUser, post: string) =>
  fetch(`${server.url}/api/web/posts/mine/${post}/publish`, { method: 'POST', headers: { token } });

testViews({
  served: () => server,
  enter: async (page) => {
    const user = await analyst(server);
    await send(user, await drafted(user, 'It waits'));
    await drafted(user, 'Not yet sent, and with a title that is rather long for a small screen');
    await logInPage(page, server, user);
    return [PAGE];
  },
});

test('whoever closes their account can leave their posts without a name', async ({ page }) => {
  const t = translator('en-US');
  const user = await analyst(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/account');
  const closing = setting(page, t('user.settings.close'));
  await opener(closing).click();
  await expect(page.locator('#close-password')).toBeVisible();
  await expect(page.locator('#close-postsStay')).toHaveCount(0);
  await send(user, await drafted(user, 'It stays'));
  await decide('posts publish');
  await openOwn(page, server, '/profile/account');
  await opener(closing).click();
  await page.locator('#close-postsStay').check();
  expect(await violationsInBothThemes(page, 'main')).toEqual([]);
  await page.locator('#close-password').fill(PASSWORD);
  await submit(closing).click();
  await expect(page.getByText(t('user.settings.closed'), { exact: true })).toBeVisible();
  const data = await fetch(`${server.url}/api/web/user/profile/data`, { headers: { token: user.token } });
  expect(((await data.json()) as { profile: object }).profile).toMatchObject({ postsStay: true });
});

test('a draft is written, saved, seen and published with keys alone', async ({ page }) => {
  const t = translator('en-US');
  await logInPage(page, server, await analyst(server));
  await openOwn(page, server, PAGE);
  const fresh = setting(page, t('user.posts.new'));
  await opener(fresh).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('By keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Rates rose.');
  const reach = async (name: string) => {
    const wanted = page.locator(`${name}:focus`);
    for (let presses = 0; presses < 20 && (await wanted.count()) === 0; presses += 1) await page.keyboard.press('Tab');
    await expect(wanted).toHaveCount(1);
  };
  await reach('[name="holding"]');
  await page.keyboard.press('Space');
  await reach('.profile-form [type="submit"]');
  await page.keyboard.press('Enter');
  await expect(preview(page)).toContainText('Rates rose.');
  await reach('.post-preview + .actions > .button');
  await page.keyboard.press('Enter');
  await expect(said(fresh)).toHaveText(t('user.posts.sent'));
  await expect(opener(fresh)).toBeFocused();
  await decide('posts publish');
});

for (const [locale, viewport] of [
  ['en-US', { width: 1440, height: 900 }],
  ['ja', PHONE],
] as const) {
  test.describe(locale, () => {
    test.use({ viewport });
    const t = translator(locale);

    test('written, previewed, published by the operator, corrected, withdrawn', async ({ page }) => {
      const nickname = `Mio ${locale}`;
      const user = await analyst(server, { nickname });
      await logInPage(page, server, user);
      await openOwn(page, server, PAGE, locale);
      expect(await violationsInBothThemes(page)).toEqual([]);
      const fresh = setting(page, t('user.posts.new'));
      await opener(fresh).click();
      await expect(field(page, 'title')).toBeFocused();
      await field(page, 'title').fill('Yields fell');
      await field(page, 'text').fill('Two-year yields **fell**.\n\n- by 4 bp\n\n<b>x</b>');
      await submit(fresh).click();
      await expect(preview(page).getByRole('heading', { name: 'Yields fell' })).toBeVisible();
      await expect(preview(page).locator('strong')).toHaveText('fell');
      await expect(preview(page).locator('li')).toHaveText('by 4 bp');
      await expect(preview(page)).toContainText('<b>x</b>');
      const publish = fresh.getByRole('button', { name: t('user.posts.publish') });
      await publish.click();
      // What is missing stands above the form and beside its field.
      await expect(fresh.locator('.error-summary')).toBeFocused();
      await expect(fresh.locator('[data-field="holding"] .field-error')).toContainText(t('account.error.holdingEmpty'));
      await fresh.getByRole('radio', { name: t('post.holding.none') }).check();
      await field(page, 'recommends').check();
      // What is not saved is not published.
      await expect(publish).toHaveCount(0);
      await submit(fresh).click();
      await publish.click();
      await expect(fresh.locator('.error-summary a')).toHaveText([
        t('account.error.productEmpty'),
        t('account.error.adviceEmpty'),
        t('account.error.horizonEmpty'),
        t('account.error.basisEmpty'),
        t('account.error.methodEmpty'),
        t('account.error.riskEmpty'),
        t('account.error.updatesEmpty'),
      ]);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await field(page, 'recommends').uncheck();
      await submit(fresh).click();
      await publish.click();
      await expect(said(fresh)).toHaveText(t('user.posts.sent'));
      const post = setting(page, 'Yields fell');
      await expect(post).toContainText(t('user.posts.state.waiting'));
      await opener(post).click();
      await expect(preview(page)).toContainText('Two-year yields');

      await decide('posts refuse', 'No source.');
      await openOwn(page, server, PAGE, locale);
      await expect(post).toContainText('No source.');
      await opener(post).click();
      const id = (await post.locator('textarea').getAttribute('id'))?.split('-')[1] ?? '';
      await field(page, 'text', id).fill('Two-year yields fell, says the Fed.');
      await submit(post).click();
      await post.getByRole('button', { name: t('user.posts.publish') }).click();
      await expect(post).toContainText(t('user.posts.state.waiting'));
      await decide('posts publish');

      await openOwn(page, server, PAGE, locale);
      await expect(post).toContainText(t('user.posts.state.published'));
      await expect(post.getByRole('link')).toHaveAttribute('href', localize(`/datahub/posts/${id}`, locale));
      await opener(post).click();
      await post.locator(`#correct-${id}-text`).fill('Two-year yields fell by 4 bp, says the Fed.');
      // Kept on the device until it is published, and offered here, not as a new post.
      await page.reload();
      await hydrated(page);
      await expect(post).toContainText(t('user.posts.unsaved'));
      await expect(fresh).not.toContainText(t('user.posts.unsaved'));
      await opener(post).click();
      await post.getByRole('button', { name: t('user.posts.kept.take') }).click();
      await submit(post).first().click();
      await expect(preview(page).locator('.post-text').first()).toHaveText(
        'Two-year yields fell by 4 bp, says the Fed.',
      );
      await expect(preview(page).locator('.post-facts')).toContainText(t('post.holding.none'));
      expect(await violationsInBothThemes(page)).toEqual([]);
      await post.getByRole('button', { name: t('user.posts.correct') }).click();
      await expect(said(post)).toHaveText(t('user.posts.corrected'));
      expect(await kept(page, POST_DRAFTS_KEY)).toBeNull();
      const read = async () => (await fetch(`${server.url}/api/web/posts/${id}`)).json();
      expect((await read()).data).toMatchObject({ author: { nickname }, earlier: [{ title: 'Yields fell' }] });
      await opener(post).click();
      await submit(post).last().click();
      await expect(post.locator('.error-summary')).toContainText(t('account.error.reasonEmpty'));
      await post.locator(`#withdraw-${id}-reason`).fill('A wrong figure.');
      await submit(post).last().click();
      await expect(said(post)).toHaveText(t('user.posts.withdrawn'));
      await expect(post).toContainText('A wrong figure.');
      expect((await fetch(`${server.url}/api/web/posts/${id}`)).status).toBe(410);
      expect(await violationsInBothThemes(page)).toEqual([]);
    });

    test('without a license: what is missing, and the way to it', async ({ page }) => {
      await logInPage(page, server, await confirmedUser(server));
      await openOwn(page, server, PAGE, locale);
      const notice = page.locator('main .field-notice').filter({ hasText: t('user.posts.waits.none') });
      await expect(notice.getByRole('link')).toHaveAttribute('href', /openAccountForm.*role=analyst/);
    });
  });
}

test.describe('what was typed', () => {
  const t = translator('en-US');
  const begin = async (page: Page) => {
    await logInPage(page, server, await analyst(server));
    await openOwn(page, server, PAGE);
    const fresh = setting(page, t('user.posts.new'));
    await opener(fresh).click();
    return fresh;
  };
  const take = (page: Page) => page.getByRole('button', { name: t('user.posts.kept.take') });

  test('is offered after the page is loaded again, and gone after the log-out', async ({ page }) => {
    const fresh = await begin(page);
    await field(page, 'title').fill('Left behind');
    await page.reload();
    await hydrated(page);
    await expect(fresh).toContainText(t('user.posts.unsaved'));
    await opener(fresh).click();
    await expect(field(page, 'title')).toHaveValue('');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await take(page).click();
    await expect(field(page, 'title')).toHaveValue('Left behind');
    expect(await kept(page, POST_DRAFTS_KEY)).toContain('Left behind');
    await page.locator('.user-menu summary').click();
    await page.getByRole('button', { name: t('nav.logOut') }).click();
    await expect.poll(() => kept(page, POST_DRAFTS_KEY)).toBeNull();
  });

  test('stays while the connection is lost, and while the session is over', async ({ page, context }) => {
    const fresh = await begin(page);
    await field(page, 'title').fill('Typed offline');
    await context.setOffline(true);
    await submit(fresh).click();
    await expect(fresh.locator('.send-failed')).toContainText(t('user.posts.kept.here'));
    await context.setOffline(false);
    await submit(fresh).click();
    await expect(preview(page)).toContainText('Typed offline');
    expect(await kept(page, POST_DRAFTS_KEY)).toBeNull();

    await page.route('**/api/web/posts/mine/*', (route) =>
      route.fulfill({ status: 401, json: { code: USER_CODES.expired.code, message: '', data: null } }),
    );
    await field(page, 'title').fill('Typed too late');
    await submit(fresh).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(field(page, 'title')).toHaveValue('Typed too late');
    expect(await kept(page, POST_DRAFTS_KEY)).toContain('Typed too late');
  });

  test('in two tabs: neither overwrites the other unseen', async ({ page, context }) => {
    const fresh = await begin(page);
    await field(page, 'title').fill('Shared');
    await submit(fresh).click();
    await expect(preview(page)).toContainText('Shared');
    const other = await context.newPage();
    await openOwn(other, server, PAGE);
    const row = setting(other, 'Shared');
    await opener(row).click();
    const id = (await row.locator('textarea').getAttribute('id'))?.split('-')[1] ?? '';
    await field(other, 'title', id).fill('Of the other tab');
    await submit(row).click();
    await expect(preview(other)).toContainText('Of the other tab');

    await field(page, 'title').fill('Of this tab');
    await submit(fresh).click();
    const show = page.getByRole('button', { name: t('user.posts.newer.take') });
    await expect(show).toBeVisible();
    await show.click();
    await expect(field(page, 'title')).toHaveValue('Of the other tab');
    await expect(page.getByText('Of this tab')).toBeVisible();
    await take(page).click();
    await expect(field(page, 'title')).toHaveValue('Of this tab');
    await submit(fresh).click();
    await expect(preview(page)).toContainText('Of this tab');
  });
});
