/** Replies to a post, as readers and its author write and mark them. */
import type { Page } from 'playwright/test';
import { REPLIES_KEY } from '../../../src/browserState/keys.ts';
import { MOST_REPLY } from '../../../src/forms/lists.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { administerAnywhere } from '../../../src/server/admin.ts';
import { violationsInBothThemes } from '../../helpers/browser/axe.ts';
import { CONTROLS, smallTargets } from '../../helpers/browser/looks.ts';
import { expect, faults, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { storePost, userWith } from '../../helpers/server/authors.ts';

const server = usersServer({ REPLY_RATE_LIMIT_PER_MINUTE: '0' });
const LOCALES = ['en-US', 'ja'] as const;
let author: TestUser;
let reader: TestUser;

test.beforeAll(async () => {
  author = await confirmedUser(server, { nickname: 'Mio Tanaka' });
  reader = await confirmedUser(server, { nickname: 'Taro' });
  await server.restart(async (orm) => {
    const mio = await userWith(orm, author.email);
    for (let number = 0; number < 4; number += 1) await storePost(orm, mio);
  });
});

/** Writes a reply over the API; returns its id. */
async function said({ token }: TestUser, post: string, text: string, answered: string | null = null): Promise<string> {
  const response = await fetch(`${server.url}/api/web/replies/add`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ post, answered, text }),
  });
  const { data } = (await response.json()) as { data: { id: string; state: string } };
  if (data.state === 'waiting') await decide('publish', data.id);
  return data.id;
}
const decide = (what: string, id: string) =>
  administerAnywhere(
    { DATABASE_URL: undefined, DATA_DIR: server.dataDir },
    { command: `replies ${what}`, by: 'test', id },
    server.url,
  );

const addressOf = (post: string, locale: Locale) => server.url + localize(`/datahub/posts/${post}`, locale);
async function openPost(page: Page, post: string, locale: Locale, user: TestUser | null = null): Promise<void> {
  if (user) await logInPage(page, server, user);
  await page.goto(addressOf(post, locale));
  await expect(page.locator('#replies').locator(user ? '.reply-form' : '.actions a')).toBeVisible();
}
const section = (page: Page) => page.locator('#replies');
const reply = (page: Page, text: string) => section(page).locator('article', { hasText: text });
const act = (page: Page, text: string, name: string) => reply(page, text).getByRole('button', { name }).first();

LOCALES.forEach((locale, index) => {
  const t = translator(locale);
  const post = String(index + 1);

  test(`a reader replies, waits, corrects and removes; the author answers: ${locale}`, async ({ page, browser }) => {
    const found = faults(page);
    const newcomer = await confirmedUser(server, { nickname: `New ${index}` });
    await openPost(page, post, locale, newcomer);
    await expect(section(page)).toContainText(t('reply.none'));
    const field = section(page).getByLabel(t('reply.write'), { exact: true });
    const send = section(page).getByRole('button', { name: t('reply.send'), exact: true });
    // By keyboard alone.
    await field.focus();
    await page.keyboard.type('Is this so?');
    await page.keyboard.press('Tab');
    await expect(send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(section(page).locator('#replies-said')).toHaveText(t('reply.waits'));
    await expect(reply(page, t('reply.state.waiting'))).toContainText('Is this so?');
    // What was sent takes the focus, and the field is empty.
    await expect(page.locator('li[id^="reply-"]').last()).toBeFocused();
    await expect(field).toHaveValue('');
    const id = (await page.locator('li[id^="reply-"]').last().getAttribute('id'))?.replace('reply-', '') ?? '';
    await decide('publish', id);
    await page.reload();
    await act(page, 'Is this so?', t('reply.correct')).click();
    const correction = reply(page, '').locator('textarea').first();
    await expect(correction).toBeFocused();
    await correction.fill('Is *this* so?');
    await reply(page, '')
      .getByRole('button', { name: t('reply.save') })
      .click();
    await expect(section(page).locator('#replies-said')).toHaveText(t('reply.corrected.done'));
    await expect(reply(page, 'Is this so?').locator('em')).toHaveText('this');

    const other = await (await browser.newContext()).newPage();
    await openPost(other, post, locale, author);
    await act(other, 'Is this so?', t('reply.reply')).click();
    await other.keyboard.type('It is.');
    await reply(other, 'Is this so?')
      .getByRole('button', { name: t('reply.send') })
      .click();
    const answer = other.locator('.reply-list .reply-list article', { hasText: 'It is.' });
    await expect(answer).toContainText(t('reply.ofPost'));
    await act(other, 'Is this so?', t('reply.helpful')).click();
    await expect(act(other, 'Is this so?', t('reply.helpful'))).toHaveAttribute('aria-pressed', 'true');
    await other.context().close();

    await page.reload();
    await expect(reply(page, 'Is this so?').first()).toContainText(t('reply.helpful.count', { count: 1 }));
    await act(page, 'Is this so?', t('reply.remove')).click();
    await reply(page, t('reply.remove.ask'))
      .getByRole('button', { name: t('reply.remove') })
      .last()
      .click();
    await expect(section(page).locator('#replies-said')).toBeFocused();
    await expect(section(page)).toContainText(t('reply.gone'));
    await expect(section(page)).toContainText('It is.');
    await expect(section(page)).not.toContainText('Is this so?');
    expect(found).toEqual([]);
  });
});

test('nothing that is written is lost: a refusal, a failure and a reload leave it in the field', async ({ page }) => {
  const t = translator('en-US');
  await openPost(page, '3', 'en-US', reader);
  const field = section(page).getByLabel(t('reply.write'), { exact: true });
  const send = section(page).getByRole('button', { name: t('reply.send'), exact: true });
  await send.click();
  await expect(section(page).getByRole('alert')).toContainText(t('account.error.replyEmpty'));
  await field.fill('x'.repeat(MOST_REPLY + 1));
  await send.click();
  await expect(section(page).getByRole('alert')).toContainText(String(MOST_REPLY));
  await field.fill('My view');
  await page.context().setOffline(true);
  await send.click();
  await expect(section(page).getByRole('alert')).toBeFocused();
  await expect(section(page).getByRole('alert')).toContainText(t('reply.notSent.kept'));
  await expect(field).toHaveValue('My view');
  await page.context().setOffline(false);
  await page.reload();
  await expect(field).toHaveValue('My view');
  await send.click();
  await expect(reply(page, 'My view')).toBeVisible();
  await expect(field).toHaveValue('');
  expect(await page.evaluate((key) => sessionStorage.getItem(key), REPLIES_KEY)).toBe('{}');
});

test('without script the page says the same as with it, and a reader without an account is led to the log-in', async ({
  page,
  browser,
}) => {
  const one = await said(author, '4', 'A *first* view, see [this](https://example.com).');
  await said(author, '4', 'And a second one', one);
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(addressOf('4', 'en-US'));
  await openPost(page, '4', 'en-US');
  const textOf = async (where: Page) => (await section(where).locator('.reply-list').first().innerText()).trim();
  expect(await textOf(page)).toBe(await textOf(plain));
  await expect(section(plain).locator('h2')).toHaveText((await section(page).locator('h2').textContent()) ?? '');
  await plain.context().close();
  await section(page).locator('.actions a').click();
  await expect(page).toHaveURL(/\/login\?to=%2Fdatahub%2Fposts%2F4%23replies$/);
});

for (const { locale, width } of [
  { locale: 'en-US', width: 1440 },
  { locale: 'ja', width: PHONE.width },
] as const) {
  test(`nothing is wider than the page or too small, and axe finds nothing: ${locale}, ${width} px`, async ({
    page,
  }) => {
    const t = translator(locale);
    await said(author, '4', 'Wide '.repeat(20) + 'w'.repeat(200));
    await page.setViewportSize({ width, height: PHONE.height });
    await openPost(page, '4', locale, author);
    await act(page, 'Wide', t('reply.correct')).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await smallTargets(page, `#replies :is(${CONTROLS})`, 24)).toEqual([]);
    expect(await violationsInBothThemes(page, '#replies')).toEqual([]);
  });
}
