/** The help center on the built site with the real API: search, question, its page, the operator's answer. */
import type { Page } from 'playwright/test';
import { QUESTION_KEY, QUESTIONS_KEY } from '../../../src/browserState/keys.ts';
import { QUESTION_REFERENCE } from '../../../src/contract/questionLink.ts';
import { ASK_PATH } from '../../../src/contract/support.ts';
import { LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { admin } from '../../../src/tools/admin.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { comeNear, expect, faults, foreignRequests, hydrated, kept, test } from '../../helpers/browser/site.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { envOf } from '../../helpers/command.ts';
import { SHORT } from '../../helpers/short.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const EMAIL = 'hana.sato@example.com';
const TEXT = 'When is my account open?\n\nI applied on Monday.';

const server = usersServer();
const operator = async (...args: string[]) =>
  (await admin(['questions', ...args], envOf({ url: undefined, dataDir: server.dataDir }))).join('\n');

const field = (page: Page, name: string) => page.locator(`#ask-${name}`);
const sendButton = (page: Page) => page.locator('.ask-form [type="submit"]');
const reference = (page: Page) => page.locator('.reference');

async function openForm(page: Page, locale: Locale, path = '/support'): Promise<void> {
  await page.goto(server.url + localize(path, locale));
  await hydrated(page);
  await comeNear(page, '.ask-form');
}

async function fill(page: Page): Promise<void> {
  await field(page, 'topic').selectOption('account');
  await field(page, 'email').fill(EMAIL);
  await field(page, 'question').fill(TEXT);
}

for (const locale of ['en-US', 'ja'] as const) {
  test(`${locale}: a visitor searches, asks, and reads the operator's answer`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page, browser }) => {
    const t = translator(locale);
    const found = faults(page);
    const foreign = foreignRequests(page, server.url);
    await openForm(page, locale);

    // Search: by words of an answer, and by words that no article has.
    const items = page.locator('.help-topic li');
    const search = page.locator('#help-search');
    const all = await items.count();
    const fraud = page.locator('[aria-labelledby="topic-fraud"] li').first();
    const title = await fraud.locator('a').innerText();
    await search.fill(title.replace(/[?？]/, ''));
    await expect(fraud).toBeVisible();
    await expect(fraud.locator('p')).toBeVisible();
    await search.fill('qqqq');
    await expect(page.locator('.help-topic li:visible')).toHaveCount(0);
    await expect(page.locator('.help-search [role="status"]')).toHaveText(t('help.found', { count: 0 }));
    await search.fill('');
    await expect(page.locator('.help-topic li:visible')).toHaveCount(all);
    await expect(page.locator('.help-state')).toContainText(t('help.state.api'));

    // What was typed is still there after a reload.
    await fill(page);
    await page.reload();
    await hydrated(page);
    await comeNear(page, '.ask-form');
    await expect(field(page, 'email')).toHaveValue(EMAIL);
    await expect(field(page, 'question')).toHaveValue(TEXT);
    await field(page, 'pictures').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: PNG });
    await expect(page.locator('.ask-form .files li')).toHaveCount(1);
    await expect(page.locator('.ask-form .files progress')).toHaveCount(0);
    await sendButton(page).click();
    await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
    await expect(page.locator('.ask-done h3')).toBeFocused();
    expect(await kept(page, QUESTION_KEY)).toBeNull();
    const number = await reference(page).innerText();

    // Its page, without the secret in the address.
    await page.getByRole('link', { name: t('ask.done.open') }).click();
    await expect(page.locator('.thread')).toContainText(t('thread.state.received'));
    expect(page.url()).toBe(server.url + localize('/support/question', locale));
    await expect(page.locator('.thread-text')).toHaveText(TEXT);
    await expect(page.locator('.thread')).toContainText(t('thread.pictures', { count: 1 }));

    expect(await operator('list')).toContain(number);
    expect(await operator('show', number)).toContain(EMAIL);
    await operator('answer', number, '--text', 'Tomorrow.', '--by', 'Mika');
    await page.getByRole('button', { name: t('thread.reload') }).click();
    await expect(page.locator('.thread-answer')).toContainText('Tomorrow.');
    await expect(page.locator('.thread')).toContainText(t('thread.state.answered'));
    expect(await violations(page)).toEqual([]);

    // Another device reads it by the link, which this one can forget.
    const link = await page.getByRole('link', { name: t('thread.link') }).getAttribute('href');
    const other = await browser.newContext({ locale: LOCALES[locale].lang });
    const far = await other.newPage();
    await far.goto(server.url + link);
    await expect(far.locator('.thread-answer')).toContainText('Tomorrow.');
    expect(far.url()).not.toContain('#');
    await other.close();

    await page.getByRole('link', { name: t('thread.further') }).click();
    await expect(field(page, 'about')).toHaveValue(number);
    await page.goBack();
    await page.getByRole('button', { name: t('thread.forget') }).click();
    await expect(page.locator('.thread')).toContainText(t('thread.none'));
    expect(await kept(page, QUESTIONS_KEY)).toBeNull();
    expect(foreign).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('faults stand above the form and at their fields, and are read to those who cannot see them', async ({ page }) => {
  const t = translator('en-US');
  await openForm(page, 'en-US');
  await field(page, 'email').fill('hana');
  await sendButton(page).click();
  const summary = page.locator('.error-summary');
  await expect(summary).toBeFocused();
  await expect(summary.locator('a')).toHaveText([
    t('account.error.topicEmpty'),
    t('account.error.emailFormat', { value: 'name@example.com' }),
    t('account.error.questionEmpty'),
  ]);
  await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'email')).toHaveAccessibleDescription(/name@example\.com/);
  expect(await violations(page)).toEqual([]);
  await fill(page);
  await expect(summary).toBeHidden();
  await page.getByRole('button', { name: t('ask.forget') }).click();
  await expect(field(page, 'question')).toHaveValue('');
  expect(await kept(page, QUESTION_KEY)).toBeNull();
});

test('the state of the API is asked again until the API is ready', async ({ page }) => {
  const t = translator('en-US');
  const state = page.locator('.help-state');
  let isReady = false;
  await page.route('**/api/health', async (route) => {
    if (isReady) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), data: { live: true, ready: false } } });
  });
  await openForm(page, 'en-US');
  await expect(state).toContainText(t('help.state.api.down'));
  isReady = true;
  await expect(state).toContainText(t('help.state.api'));
});

test('a question whose answer was lost is one question, however often it is sent', async ({ page }) => {
  const t = translator('en-US');
  await openForm(page, 'en-US');
  await fill(page);
  let lost = 0;
  await page.route(`**${ASK_PATH}`, async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await sendButton(page).click();
  await expect(page.locator('.send-failed')).toContainText(t('ask.notSent.kept'));
  await sendButton(page).click();
  await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
  const number = await reference(page).innerText();
  const listed = (await operator('list')).split('\n');
  expect(listed[0]).toContain(number);
});

test('a program that fills in every field is refused, and a person can send again', async ({ page }) => {
  const t = translator('en-US');
  await openForm(page, 'en-US');
  await fill(page);
  await page.locator('#ask-website').fill('https://spam.example', { force: true });
  await sendButton(page).click();
  await expect(page.locator('.error-summary')).toContainText(t('account.error.leaveEmpty'));
  await sendButton(page).click();
  await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
});

test('the page of the butler asks with its topic', async ({ page }) => {
  await openForm(page, 'ja', '/info/butlerService');
  await expect(field(page, 'topic')).toHaveValue('butler');
  await page.locator('.opening .actions a').first().click();
  await expect(page).toHaveURL(/#ask$/);
  await field(page, 'email').fill(EMAIL);
  await field(page, 'question').fill(TEXT);
  await sendButton(page).click();
  await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
  expect(await operator('list', '--topic', 'butler')).toContain(await reference(page).innerText());
});

test('without script the topics stand, and the page says what the form needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/support`);
  await expect(page.locator('.help-topic a').first()).toBeVisible();
  await expect(page.locator('.help-search')).toBeHidden();
  await expect(page.getByText(translator('en-US')('askPage.noScript'))).toBeVisible();
  await expect(page.locator('.ask-form')).toBeHidden();
  await context.close();
});
