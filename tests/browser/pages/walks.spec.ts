/**
 * What people come for, from the first page to the last, with the mails that they read: an investor, an analyst, a
 * brokerage house, a user who has lost the second step.
 */
import { sql } from 'drizzle-orm';
import type { Browser, Locator, Page } from 'playwright/test';
import { thresholds } from '../../../src/components/sections/thresholds.ts';
import { ACCREDITED_WORDS, QUALIFIED_WORDS } from '../../../src/forms/messageKeys.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { userProfiles } from '../../../src/server/db/schema.ts';
import { choice } from '../../helpers/browser/applicationForm.ts';
import { confirmCompany, permissionName, workingCompany } from '../../helpers/browser/companyPages.ts';
import { opener, openOwn, said, setting, submit, switchOf } from '../../helpers/browser/profile.ts';
import { expect, hydrated, test } from '../../helpers/browser/site.ts';
import { confirmedUser, field, logInPage, PASSWORD, submit as send, signUp } from '../../helpers/browser/users.ts';
import { administer, applied } from '../../helpers/browser/userThings.ts';
import { apply, brokerIn, confirm, linkOf, mailTo, receipt, walkedSite } from '../../helpers/browser/walks.ts';
import { applicationBody } from '../../helpers/server/applications.ts';
import { appCode } from '../../helpers/server/twoStep.ts';

const site = walkedSite();
const operate = (command: string, given: Record<string, string>) =>
  administer(site, { command, by: 'Mika Mori', ...given });

const TRADING = { ...(applicationBody().trading as object), products: ['stocks'], highRisk: {} };

/** A fact of a page by its name. */
const fact = (within: Page | Locator, name: string) =>
  within.locator(`dl > div:has(> dt:text-is(${JSON.stringify(name)}))`);
const entry = (page: Page) => page.locator('.user-entry');
/** Words of an investor's status, as a page says them. */
const declared = (words: typeof ACCREDITED_WORDS | typeof QUALIFIED_WORDS, value: string, locale: Locale) =>
  translator(locale)((words as Record<string, typeof ACCREDITED_WORDS.none>)[value] ?? words.none, thresholds(locale));

/** A page of somebody else, on a desk. */
async function desk(browser: Browser, locale: Locale = DEFAULT_LOCALE): Promise<Page> {
  const context = await browser.newContext({ locale: LOCALES[locale].lang, viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

test.describe('an investor in Japan, on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, locale: LOCALES.ja.lang });

  test('signs up, applies, is approved, reads what comes next, declares, revokes', async ({ page, browser }) => {
    const [locale, t, email, broker] = ['ja', translator('ja'), 'hana@example.com', brokerIn('ja')] as const;
    await page.goto(site.url + localize('/signUp', locale));
    await hydrated(page);
    await signUp(page, { email, nickname: 'Hana' });
    await expect(page.getByRole('heading', { name: t('signUp.noMail.title') })).toBeVisible();
    await confirm(page, site, email, locale);
    await page.getByRole('link', { name: t('welcome.open') }).click();
    const application = await apply(page, 'investor', { locale, email: null, highRisk: ['forex'] });
    await mailTo(site, 'applicationReceived', email);
    await receipt(page)
      .getByRole('link', { name: t('account.next.toCentre') })
      .click();
    await expect(entry(page)).toContainText(application);
    await expect(entry(page)).toContainText(t('account.state.received'));

    // The broker itself works with the site and holds the application.
    const { name, number: licence, authority } = brokerIn(DEFAULT_LOCALE);
    const house = await workingCompany(site, { name, country: 'US', licence, authority });
    await operate('applications assign', { reference: application, company: house.id });
    await operate('applications status', { reference: application, state: 'approved' });
    const told = await mailTo(site, 'applicationOpening', email);
    for (const words of [
      broker.name,
      broker.authority,
      broker.number,
      broker.contact,
      broker.agreement,
      broker.payIn,
    ]) {
      expect(told).toContain(words);
    }
    await page.goto(linkOf(told, site, localize('/userCenter', locale)));
    await expect(fact(entry(page), t('user.opening.broker'))).toContainText(broker.name);
    await expect(fact(entry(page), t('user.opening.broker'))).toContainText(t('user.opening.authority', broker));
    await expect(fact(entry(page), t('user.opening.broker'))).toContainText(broker.contact);
    const agreement = fact(entry(page), t('user.opening.agreement'));
    await expect(agreement).toContainText(t('user.opening.open'));
    await expect(agreement.getByRole('link')).toHaveAttribute('href', broker.agreement);
    await expect(fact(entry(page), t('user.opening.payIn'))).toContainText(broker.payIn);
    await expect(fact(entry(page), t('account.product.stocks'))).toContainText(t('user.opening.state.enabled'));
    const forex = fact(entry(page), t('account.product.forex'));
    await expect(forex).toContainText(t('user.opening.state.waiting'));

    // What is missing is declared where the link leads; then it is decided.
    await forex.getByRole('link', { name: t('user.opening.missing.status') }).click();
    await hydrated(page);
    for (const [question, status, value] of [
      ['account.accredited', 'accreditedInvestor', 'netWorth'],
      ['account.qualified', 'qualifiedPurchaser', 'ownInvestments'],
    ] as const) {
      const one = setting(page, t(question));
      await opener(one).click();
      await choice(page, status, value).check();
      await submit(one).click();
      await expect(said(one)).toHaveText(t('user.trade.declared.done'));
      const words = status === 'accreditedInvestor' ? ACCREDITED_WORDS : QUALIFIED_WORDS;
      await expect(one).toContainText(declared(words, value, locale));
    }
    await operate('applications product', { reference: application, product: 'forex', decision: 'enabled' });
    await operate('applications step', { reference: application, step: 'agreement', progress: 'done' });
    const decided = await mailTo(site, 'applicationOpening', email, { count: 3 });
    expect(decided).toContain(t('account.product.forex'));
    expect(decided).not.toContain(broker.agreement);
    await openOwn(page, site, '/userCenter', locale);
    await expect(forex).toContainText(t('user.opening.state.enabled'));
    await expect(agreement).not.toContainText(t('user.opening.open'));

    const office = await desk(browser);
    await logInPage(office, site, house.administrator);
    const [en, read] = [translator(DEFAULT_LOCALE), setting(office, application).first()];
    const readAgain = async () => {
      await openOwn(office, site, '/company/applications');
      await read.getByRole('button', { name: en('company.work.read') }).click();
      await expect(fact(read, en('account.product.stocks'))).toBeVisible();
    };
    await readAgain();
    // What was signed, and what was decided.
    await expect(fact(read, en('account.product.forex'))).toHaveCount(2);
    await expect(fact(read, en('account.product.forex')).last()).toContainText(en('user.opening.state.enabled'));
    await openOwn(page, site, '/profile/trade', locale);
    const disclosure = setting(page, t('account.product.forex'));
    await opener(disclosure).click();
    await disclosure.getByRole('button', { name: t('user.trade.withdraw.yes') }).click();
    await expect(said(disclosure)).toHaveText(t('user.trade.withdrawn.done', { product: t('account.product.forex') }));
    const shown = (await operate('applications show', { reference: application })).join('\n');
    expect(shown).toMatch(/^productsOn: stocks$/m);
    expect(shown).toMatch(/^revoked\.trading\.highRisk\.forex: /m);
    await readAgain();
    await expect(fact(read, en('account.product.forex'))).toHaveCount(1);
    await expect(fact(read, en('account.product.forex'))).not.toContainText(en('user.opening.state.enabled'));
    await office.context().close();
    await openOwn(page, site, '/userCenter', locale);
    await expect(fact(entry(page), t('account.product.stocks'))).toBeVisible();
    await expect(forex).toHaveCount(0);
  });
});

test('an analyst applies first, confirms by the mail, sends what is missing, is approved and has a public page', async ({
  page,
}) => {
  const [locale, t, email] = [DEFAULT_LOCALE, translator(DEFAULT_LOCALE), 'ana@example.com'] as const;
  await page.goto(site.url + localize('/openAccountForm', locale));
  const application = await apply(page, 'analyst', { email });
  await expect(receipt(page)).toContainText(t('account.next.confirm'));
  await confirm(page, site, email, locale);
  await page.getByRole('link', { name: t('welcome.applied') }).click();
  await expect(entry(page)).toContainText(application);

  const ask = 'Both sides of the license.';
  await operate('applications status', { reference: application, state: 'needsInformation', ask });
  expect(await mailTo(site, 'applicationAsked', email)).toContain(ask);
  await openOwn(page, site, '/userCenter');
  await expect(entry(page)).toContainText(ask);
  await operate('applications status', { reference: application, state: 'approved' });
  await mailTo(site, 'applicationChanged', email);
  await openOwn(page, site, '/userCenter');
  await expect(entry(page).getByRole('heading').first()).toHaveText(
    `${t('account.role.analyst')} ${t('account.state.approved')}`,
  );
  await expect(entry(page)).not.toContainText(t('user.opening.title'));

  await openOwn(page, site, '/profile/account');
  const base = switchOf(page, t('account.privacy.baseInformation'));
  await base.click();
  await expect(base).toBeChecked();
  await page.getByRole('link', { name: t('user.settings.public.open') }).click();
  await expect(page.getByRole('heading', { name: 'hana', level: 1 })).toBeVisible();
  await expect(fact(page, t('public.role'))).toContainText(t('account.role.analyst'));
});

for (const locale of ['en-US', 'ja'] as const) {
  test(`a brokerage house in ${locale} registers, is confirmed, reads an application, decides on a product`, async ({
    browser,
  }) => {
    const t = translator(locale);
    const page = await desk(browser, locale);
    const owner = await confirmedUser(site);
    await logInPage(page, site, owner);
    await openOwn(page, site, '/userCenter', locale);
    await page
      .locator('.member-nav')
      .getByRole('link', { name: t('route.companyHome') })
      .click();
    await hydrated(page);
    const name = `Harbour ${locale}`;
    for (const [part, text] of [
      ['name', name],
      ['licence', '42'],
      ['authority', 'FSA'],
    ] as const) {
      await page.locator(`#create-${part}`).fill(text);
    }
    await page.locator('#create-country').selectOption('JP');
    await submit(page.locator('#create')).click();
    await expect(page.locator('.company-bar')).toContainText(name);
    const [company = ''] = (await operate('companies list', {})).at(0)?.split(/\s+/) ?? [];
    await confirmCompany(site, company);
    // The mail is in the language of the account.
    await page.goto(linkOf(await mailTo(site, 'companyConfirmed', owner.email), site, '/company'));
    await hydrated(page);
    await expect(page.locator('.member-who .state')).toHaveText(
      translator(DEFAULT_LOCALE)('company.frame.confirmed', { site: 'Finger' }),
    );

    const client = await confirmedUser(site);
    const application = await applied(site, client, { role: 'investor', trading: TRADING });
    await operate('applications assign', { reference: application, company });
    await openOwn(page, site, '/company', locale);
    await page
      .locator('.member-nav')
      .getByRole('link', { name: t('route.companyApplications') })
      .click();
    await hydrated(page);
    const grant = (permission: string) =>
      page.getByRole('button', { name: t('company.frame.allow', { permission: permissionName(permission, locale) }) });
    await grant('clients.readApplications').click();
    const row = setting(page, application).first();
    await row.getByRole('button', { name: t('company.work.read') }).click();
    await grant('clients.decideApplications').click();
    const decision = setting(page, t('company.decision')).last();
    await opener(decision).click();
    await decision.getByRole('radio', { name: t('company.decision.accept') }).check();
    await submit(decision).click();
    await expect(row).toContainText(t('account.state.approved'));
    const products = setting(page, t('company.products')).last();
    await opener(products).click();
    await products.getByRole('combobox').selectOption('stocks');
    await products.getByRole('radio', { name: t('user.opening.state.declined') }).check();
    await products.getByRole('textbox').fill('Not for residents of Japan.');
    await submit(products).click();
    await expect(fact(row, t('account.product.stocks')).last()).toContainText('Not for residents of Japan.');

    const told = await mailTo(site, 'applicationOpening', client.email, { count: 2 });
    expect(told).toContain('Not for residents of Japan.');
    await page.context().clearCookies();
    await logInPage(page, site, client);
    await page.goto(linkOf(told, site, '/ja/userCenter'));
    await expect(fact(entry(page), translator('ja')('user.opening.broker'))).toContainText(name);
    await expect(fact(entry(page), translator('ja')('account.product.stocks'))).toContainText(
      'Not for residents of Japan.',
    );
    await page.context().close();
  });
}

test('who has lost telephone and codes asks, waits seven days, and logs in with a new second step', async ({
  page,
}) => {
  const t = translator(DEFAULT_LOCALE);
  const { email } = await confirmedUser(site);
  const logIn = async () => {
    await page.goto(`${site.url}/login`);
    await hydrated(page);
    await field(page, 'email').fill(email);
    await field(page, 'password').fill(PASSWORD);
    await send(page);
  };
  const logOut = async () => {
    await openOwn(page, site, '/userCenter');
    await page.getByRole('button', { name: t('user.center.logOut') }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-user');
  };
  const code = page.getByRole('heading', { name: t('login.code.title') });
  const protect = async () => {
    await openOwn(page, site, '/profile/security');
    const twoStep = setting(page, t('user.security.twoStep.app'));
    await opener(twoStep).click();
    await page.locator('#twoStep-password').fill(PASSWORD);
    await submit(twoStep).click();
    const secret = (await page.locator('.two-step-secret code').innerText()).replaceAll(' ', '');
    await page.locator('#firstCode-code').fill(appCode(secret));
    await submit(twoStep).click();
    await expect(said(twoStep)).toHaveText(t('user.security.twoStep.turnedOn'));
    return secret;
  };
  await logIn();
  await page.waitForURL(`${site.url}/userCenter`);
  await protect();
  await logOut();
  await logIn();
  await expect(code).toBeVisible();
  await page.getByRole('link', { name: t('login.code.lost') }).click();
  await expect(page).toHaveURL(new RegExp(`^${site.url}/support`));

  await operate('users recover', { user: email });
  await mailTo(site, 'userSecondStepEnding', email);
  await logIn();
  await expect(code).toBeVisible();
  const sevenDaysEarlier = sql`${userProfiles.recoveryAt} - interval '7 days'`;
  await site.restart((orm) => orm.update(userProfiles).set({ recoveryAt: sevenDaysEarlier }));
  const over = await mailTo(site, 'userSecondStepEnded', email);
  await logIn();
  await page.waitForURL(`${site.url}/userCenter`);
  expect(linkOf(over, site, '/')).toBe(`${site.url}/profile/security`);
  const secret = await protect();
  await logOut();
  await logIn();
  await expect(code).toBeVisible();
  // The first code is used up.
  await field(page, 'code').fill(appCode(secret, 1));
  await send(page);
  await page.waitForURL(`${site.url}/userCenter`);
});
