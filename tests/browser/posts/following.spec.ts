/** A reader follows an author, whose next post appears on the open front of the reader when they ask for it. */

import { followCall } from '../../../src/contract/follows.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { expect, faults, hydrated, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { makeAnalyst, POST, storePost } from '../../helpers/server/authors.ts';

const server = usersServer();

for (const [locale, prefix, language] of [
  ['en-US', '', 'en'],
  ['ja', '/ja', 'ja'],
] as const) {
  test(`${locale}: who follows an author sees that a post is new, and shows it`, async ({ page }) => {
    const t = translator(locale);
    const found = faults(page);
    const nickname = `Rin ${locale}`;
    const author = await confirmedUser(server, { nickname });
    const reader = await confirmedUser(server);
    await server.restart(async (orm) => {
      const id = await makeAnalyst(orm, author.email, server.url);
      await storePost(orm, id, { title: 'The first', language });
    });

    await page.goto(`${server.url}${prefix}/u/${encodeURIComponent(nickname)}`);
    await hydrated(page);
    await expect(page.locator('.follow a')).toHaveText(t('follow.logIn'));
    await expect(page.locator('.feed-links a')).toHaveCount(2);
    await logInPage(page, server, reader);
    await page.reload();
    await hydrated(page);
    await page.locator('.follow button', { hasText: t('follow.begin') }).click();
    await expect(page.locator('.follow button')).toHaveText(t('follow.end'));
    await expect(page.locator('.follow')).toContainText(t('follow.followers', { count: 1 }));

    await page.goto(`${server.url}${prefix}/datahub`);
    await hydrated(page);
    const following = page.locator('.posts-following');
    await expect(following.locator('article')).toHaveCount(1);
    await expect(following).toContainText('The first');
    await publish(author, { language, title: 'The second' });
    await expect(following.locator('.posts-new')).toHaveText(t('follow.new', { count: 1 }));
    await expect(following.locator('article')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await following.locator('.posts-new button').click();
    await expect(following.locator('article h3').first()).toHaveText('The second');

    await page.goto(`${server.url}${prefix}/profile/account`);
    await hydrated(page);
    const own = page.locator('#follows');
    await expect(own).toContainText(nickname);
    await own.getByRole('switch').check();
    await own.locator('.setting button').click();
    await expect(own).toContainText(t('follow.own.none'));
    expect(await violations(page)).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('on the front nothing moves, with and without an account, with and without whom its owner follows', async ({
  page,
}) => {
  const [author, reader] = [await confirmedUser(server, { nickname: 'Aki' }), await confirmedUser(server)];
  await server.restart(async (orm) => {
    const id = await makeAnalyst(orm, author.email, server.url);
    for (const title of ['One', 'Two', 'Three']) await storePost(orm, id, { title });
  });
  const open = async (shown: number) => {
    await page.goto(`${server.url}/datahub`);
    await hydrated(page);
    await expect(page.locator('.following-waiting')).toHaveCount(0);
    await expect(page.locator('.posts-following article')).toHaveCount(shown);
    await expect(page.locator('.posts-list article').first()).toBeVisible();
    expect(await layoutShifts(page)).toEqual([]);
  };
  await open(0);
  await logInPage(page, server, reader);
  await open(0);
  const headers = { token: reader.token };
  await fetch(`${server.url}${followCall.path.replace('{nickname}', 'Aki')}`, { method: 'POST', headers });
  await open(3);
});

/** As its author does, whose first post is public. */
async function publish({ token }: TestUser, form: object): Promise<void> {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', token };
    const url = `${server.url}/api/web/posts/mine/${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { data: { id: string; state: string } }).data;
  };
  const { id } = await send('draft', { ...POST, ...form });
  expect((await send(`${id}/publish`, {})).state).toBe('published');
}
