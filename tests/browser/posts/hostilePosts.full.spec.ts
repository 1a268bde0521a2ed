/** A thousand hostile texts as posts and replies, drawn by our server and by the islands: nothing of them runs. */
import type { Page } from 'playwright/test';
import { type PostNode, TEXT_TAGS } from '../../../src/contract/posts.ts';
import type { ReplyList } from '../../../src/contract/replies.ts';
import { translator } from '../../../src/i18n/messages.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { numbered } from '../../../src/server/db/numbered.ts';
import { postCounts, replies } from '../../../src/server/db/schema.ts';
import { CHANNEL } from '../../../src/server/posts/writing.ts';
import { expect, faults, foreignRequests, hydrated, test } from '../../helpers/browser/site.ts';
import { confirmedUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { HOSTILE_TEXTS } from '../../helpers/hostileTexts.ts';
import { makeAnalyst, RECOMMENDATION, storePost } from '../../helpers/server/authors.ts';

const POSTS = 250;
const DISCUSSED = 3;
/** Replies to each post that has some: of the first level, and below the first of these. */
const [FIRST, BELOW] = [100, 150];
/** As many as come with a page, of both levels */
const LISTED = 30;
const LISTED_BELOW = 5;

// No database holds NUL or half a character, whoever writes it.
const TEXTS = HOSTILE_TEXTS.map((text) => text.replaceAll('\0', '').toWellFormed());
const TITLES = TEXTS.slice(0, POSTS).map((text) => text.slice(0, 150).toWellFormed());

const server = usersServer({});
const t = translator('en-US');
const NICKNAME = 'Mio Tanaka';
const AUTHOR = `/u/${encodeURIComponent(NICKNAME)}`;
const TITLE = '.posts-list .post-entry h3';
const REPLY = '#replies article.reply';
let discussed: string[] = [];

test.beforeAll(async () => {
  const { email } = await confirmedUser(server, { nickname: NICKNAME });
  await server.restart(async (orm) => {
    const author = await makeAnalyst(orm, email, server.url);
    const ids: string[] = [];
    for (const [index, title] of TITLES.entries()) {
      const text = TEXTS[index] ?? '';
      const [basis, method, risk, updates, earlier, interests] = TEXTS.slice(index);
      const recommendation = {
        ...RECOMMENDATION,
        basis,
        method,
        risk,
        updates,
        earlier,
        interests,
      } as typeof RECOMMENDATION;
      // The first is the newest, which lists begin with.
      ids.push(
        await storePost(orm, author, { title, text, recommendation, at: new Date(Date.now() - index * 60_000) }),
      );
    }
    discussed = ids.slice(0, DISCUSSED);
    for (const [index, post] of discussed.entries()) {
      const from = POSTS + index * (FIRST + BELOW);
      await storeReplies(orm, { post: Number(post), author, texts: TEXTS.slice(from, from + FIRST + BELOW) });
    }
  });
});

/** Stores replies that readers see, oldest first. */
const storeReplies = (
  orm: Orm,
  { post, author, texts }: { post: number; author: string; texts: readonly string[] },
): Promise<void> =>
  numbered(orm, CHANNEL, texts.length, async (tx, first) => {
    const rows = texts.map((text, index) => {
      const at = new Date(Date.now() - (texts.length - index) * 1_000);
      const parent = index < FIRST ? null : first;
      const place = { id: first + index, changed: first + index, post, parent, answered: parent };
      const state = { state: 'published' as const, below: index === 0 ? BELOW : 0, sentAt: at, publishedAt: at };
      return { ...place, ...state, author, text };
    });
    await tx.insert(replies).values(rows);
    await tx.insert(postCounts).values({ post, replies: texts.length });
  });

/** Whatever a page does that no text may make it do. */
function misdeeds(page: Page): string[] {
  const found = faults(page);
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return found;
}

/** What stands in a page that no text may bring into it. */
const strangeIn = (page: Page): Promise<string[]> =>
  page.evaluate((tags) => {
    const strange = [
      ...document.querySelectorAll(`.post-text :not(${tags.join()}), iframe, embed, object, [src="x"], [srcdoc]`),
      ...document.querySelectorAll(
        '.post > .opening h1 *, .post-entry h3 > :not(a), .post-entry h3 a *, .news-summary *',
      ),
      ...[...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
        ({ protocol }) => !['http:', 'https:', 'mailto:'].includes(protocol),
      ),
      ...[...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ),
      ...[...document.querySelectorAll('.post-text *')].filter((element) =>
        element.getAttributeNames().some((name) => element.localName !== 'a' || !['href', 'rel'].includes(name)),
      ),
    ].map((element) => element.outerHTML.slice(0, 200));
    return 'owned' in globalThis ? ['owned', ...strange] : strange;
  }, TEXT_TAGS);

/** Presses a button until it is gone, and waits each time for more of what it brings. */
async function pressAll(page: Page, name: string, selector: string): Promise<void> {
  const button = page.locator('main').getByRole('button', { name, exact: true });
  const shown = page.locator(selector);
  while ((await button.count()) > 0) {
    const before = await shown.count();
    await button.first().click();
    await expect(shown).not.toHaveCount(before);
  }
}

/** A link as no answer of our server has it: islands look at addresses a second time. */
const BAD_LINK: PostNode = { tag: 'a', href: 'javascript:globalThis.owned=1', children: ['bad'] };

test('as our server draws them, without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const [found, foreign] = [misdeeds(page), foreignRequests(page, server.url)];
  const pages: [string, string, number][] = [
    ['/datahub', TITLE, LISTED],
    [AUTHOR, '.user-posts .post-entry', LISTED],
    ...discussed.map((post): [string, string, number] => [`/datahub/posts/${post}`, REPLY, LISTED + LISTED_BELOW]),
  ];
  for (const [path, selector, count] of pages) {
    await page.goto(server.url + path);
    await expect(page.locator(selector), path).toHaveCount(count);
    expect(await strangeIn(page), path).toEqual([]);
  }
  expect([found, foreign]).toEqual([[], []]);
  await context.close();
});

test('as the islands draw them, all thousand', async ({ page }) => {
  const [found, foreign] = [misdeeds(page), foreignRequests(page, server.url)];
  let drawn = 0;
  await page.goto(`${server.url}/datahub`);
  await hydrated(page);
  await pressAll(page, t('news.more'), TITLE);
  expect(await page.locator(TITLE).allTextContents()).toEqual(TITLES);
  expect(await strangeIn(page)).toEqual([]);
  drawn += TITLES.length;

  await page.goto(server.url + AUTHOR);
  await hydrated(page);
  await pressAll(page, t('news.more'), '.user-posts .post-entry');
  expect(await page.locator('.user-posts .news-summary').count()).toBe(POSTS);
  expect(await strangeIn(page)).toEqual([]);

  await page.route(`${server.url}/api/web/replies/list?*`, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: ReplyList };
    for (const { text } of json.data.list) text.push(BAD_LINK);
    await route.fulfill({ response, json });
  });
  for (const post of discussed) {
    await page.goto(`${server.url}/datahub/posts/${post}`);
    await hydrated(page);
    await pressAll(page, t('reply.more'), REPLY);
    drawn += await page.locator(REPLY).count();
    expect(await strangeIn(page), post).toEqual([]);
    expect(await page.locator(`${REPLY} .post-text > a:not([href])`).count()).toBe(
      FIRST - LISTED + BELOW - LISTED_BELOW,
    );
  }
  expect(drawn).toBe(HOSTILE_TEXTS.length);
  expect([found, foreign]).toEqual([[], []]);
});
