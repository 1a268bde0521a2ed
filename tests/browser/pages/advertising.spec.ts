/** An advertising request on /adv, and the personal link of the user center, on the built site with the real API. */
import type { Page } from 'playwright/test';
import { namesOf } from '../../../src/authoring/pages/dictionary.ts';
import { ACCOUNT_FORM_KEY, ENQUIRY_KEY } from '../../../src/browserState/keys.ts';
import { QUESTION_REFERENCE } from '../../../src/contract/questionLink.ts';
import { ASK_PATH } from '../../../src/contract/support.ts';
import { AD_BUDGETS, AD_FORMATS } from '../../../src/forms/lists.ts';
import { REFERRAL_PARAMETER } from '../../../src/forms/referral.ts';
import { countryName } from '../../../src/i18n/countries.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import {
  atStep,
  FORM_PAGE,
  fillCheck,
  fillPassword,
  goToStep,
  INVESTOR,
  keptAnswers,
  PASSWORD,
  submitButton,
} from '../../helpers/browser/applicationForm.ts';
import { violations } from '../../helpers/browser/axe.ts';
import {
  comeNear,
  expect,
  faults,
  foreignRequests,
  hydrated,
  keep,
  kept,
  PHONE,
  test,
} from '../../helpers/browser/site.ts';
import { confirmedUser, linkIn, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { administer } from '../../helpers/browser/userThings.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();

const EMAIL = 'hana.sato@example.com';
const TEXT = 'A fund of Japanese bonds.\nhttps://example.com/fund';
const [FORMAT, , ARTICLE] = AD_FORMATS;
const [, BUDGET] = AD_BUDGETS;
const field = (page: Page, name: string) => page.locator(`#ask-${name}`);
const sendButton = (page: Page) => page.locator('.ask-form [type="submit"]');
const reference = (page: Page) => page.locator('.reference');
const listed = (topic: 'advertising') => administer(server, { command: 'questions list', by: 'test', topic });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function openForm(page: Page, locale: Locale): Promise<void> {
  await page.goto(server.url + localize('/adv', locale));
  await hydrated(page);
  await comeNear(page, '.ask-form');
  await expect(field(page, 'markets').locator('option[value="JP"]')).toBeAttached();
}

async function fill(page: Page, locale: Locale = 'en-US'): Promise<void> {
  const t = translator(locale);
  const names = namesOf([...AD_FORMATS, ...AD_BUDGETS], locale);
  await field(page, 'company').fill('Example Asset Management');
  await field(page, 'name').fill('Hana Sato');
  await field(page, 'email').fill(EMAIL);
  for (const format of [FORMAT, ARTICLE]) await page.getByRole('checkbox', { name: names[format] }).check();
  await field(page, 'from').fill(inDays(30));
  await field(page, 'until').fill(inDays(60));
  await field(page, 'markets').selectOption('JP');
  await page.getByRole('button', { name: t('enquiry.markets.add') }).click();
  await page.getByRole('combobox', { name: t('enquiry.market', { place: 2 }) }).selectOption('SG');
  await page.getByRole('radio', { name: names[BUDGET], exact: true }).check();
  await field(page, 'question').fill(TEXT);
}

for (const locale of ['en-US', 'ja'] as const) {
  test(`${locale}: an advertiser sends a request, and reads the answer on its page`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const t = translator(locale);
    const names = namesOf([...AD_FORMATS, ...AD_BUDGETS], locale);
    const found = faults(page);
    const foreign = foreignRequests(page, server.url);
    await openForm(page, locale);
    await sendButton(page).click();
    const summary = page.locator('.error-summary');
    await expect(summary).toBeFocused();
    await expect(summary.locator('a')).toHaveText([
      t('account.error.companyEmpty'),
      t('account.error.contactEmpty'),
      t('account.error.emailEmpty'),
      t('account.error.formatsEmpty'),
      t('account.error.marketsEmpty'),
      t('account.error.budgetEmpty'),
      t('enquiry.text.empty'),
    ]);
    expect(await violations(page, 'main')).toEqual([]);
    await fill(page, locale);
    await expect(summary).toBeHidden();
    // What was filled in is still there after a reload.
    await page.reload();
    await hydrated(page);
    await comeNear(page, '.ask-form');
    await expect(field(page, 'company')).toHaveValue('Example Asset Management');
    await sendButton(page).click();
    await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
    await expect(page.locator('.ask-done h3')).toBeFocused();
    expect(await kept(page, ENQUIRY_KEY)).toBeNull();
    const number = await reference(page).innerText();
    expect((await listed('advertising'))[0]).toContain(number);
    await administer(server, { command: 'questions answer', by: 'test', reference: number, text: 'In May.' });

    await page.getByRole('link', { name: t('enquiry.done.open') }).click();
    await expect(page.locator('.thread-answer')).toContainText('In May.');
    const facts = page.locator('.thread-facts');
    for (const said of ['Hana Sato', names[FORMAT], names[ARTICLE], names[BUDGET], t('support.topic.advertising')]) {
      await expect(facts).toContainText(said);
    }
    for (const country of ['JP', 'SG']) await expect(facts).toContainText(String(countryName(country, locale)));
    expect(await violations(page, 'main')).toEqual([]);
    expect(foreign).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('a personal link counts an applicant who comes by it, once their address is confirmed', async ({
  page,
  browser,
}) => {
  const t = translator('en-US');
  const found = faults(page);
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await page.goto(`${server.url}/userCenter`);
  await hydrated(page);
  const section = page.locator('#referral');
  await page.getByRole('button', { name: t('user.center.referral.make') }).click();
  const link = await section.locator('.user-link').innerText();
  expect(link.startsWith(`${server.url}${FORM_PAGE}?${REFERRAL_PARAMETER}=`)).toBe(true);
  await expect(section.locator('dd').last()).toHaveText(t('user.center.referral.number', { number: 0 }));
  expect(await violations(page, 'main')).toEqual([]);

  const other = await browser.newContext();
  const applicant = await other.newPage();
  await keep(applicant, ACCOUNT_FORM_KEY, keptAnswers({ ...INVESTOR, email: 'newcomer@example.com' }), server.url);
  await applicant.goto(link);
  await hydrated(applicant);
  expect(applicant.url()).toBe(server.url + FORM_PAGE);
  await goToStep(applicant, 'login');
  await atStep(applicant, 'login');
  await fillPassword(applicant);
  await goToStep(applicant, 'check');
  await atStep(applicant, 'check');
  await fillCheck(applicant);
  await submitButton(applicant).click();
  await expect(applicant.locator('.account-done .reference')).toBeVisible();
  const token = await linkIn(server, 'confirm');
  await other.close();
  const confirmed = await fetch(`${server.url}/api/web/user/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: PASSWORD, isNew: false, own: false, device: null }),
  });
  expect(confirmed.ok).toBe(true);
  await page.reload();
  await expect(section.locator('dd').last()).toHaveText(t('user.center.referral.number', { number: 1 }));
  await expect(section.locator('.user-link')).toHaveText(link);
  expect(found).toEqual([]);
});

test('a request whose answer was lost is one request, however often it is sent', async ({ page }) => {
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
  const before = (await listed('advertising')).filter((line) => line.startsWith('FQ')).length;
  await sendButton(page).click();
  await expect(page.locator('.send-failed')).toContainText(t('enquiry.notSent.kept'));
  await sendButton(page).dblclick();
  await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
  expect((await listed('advertising')).length).toBe(before + 1);
});

test('by keyboard alone, on a phone, in Japanese', async ({ page }) => {
  const t = translator('ja');
  await page.setViewportSize(PHONE);
  await openForm(page, 'ja');
  await field(page, 'company').focus();
  const next = () => page.keyboard.press('Tab');
  await page.keyboard.type('Example');
  await next();
  await page.keyboard.type('Hana Sato');
  await next();
  await page.keyboard.type(EMAIL);
  await next();
  await page.keyboard.press('Space');
  await field(page, 'markets').focus();
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'markets')).not.toHaveValue('');
  await next();
  await expect(page.getByRole('button', { name: t('enquiry.markets.add') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: t('enquiry.market', { place: 2 }) })).toBeVisible();
  await next();
  await page.keyboard.press('Space');
  await next();
  await page.keyboard.type('A fund.');
  await next();
  await page.keyboard.press('Enter');
  await expect(reference(page)).toHaveText(QUESTION_REFERENCE);
  expect(await violations(page, 'main')).toEqual([]);
});

test('without script the page says what the form needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/adv`);
  await expect(page.locator('#ask')).toContainText(translator('en-US')('askPage.noScript'));
  await expect(page.locator('.ask-form')).toBeHidden();
  await context.close();
});
