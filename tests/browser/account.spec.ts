/** The form to open an account, in the built site against the real API. */
import { AxeBuilder } from '@axe-core/playwright';
import { sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright/test';
import { ROLES, type Step, stepsFor } from '../../src/accounts/lists.ts';
import { APPLICATION_PATH, APPLY_PATH, LICENCE_PATH, REFERENCE } from '../../src/contract/accounts.ts';
import { countryListCall, locationCall, SUCCESS } from '../../src/contract/all.ts';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { connect } from '../../src/server/db/open.ts';
import { serverMessage } from '../../src/server/messages.ts';
import { ACCOUNT_FORM_KEY, THEME_KEY } from '../../src/visit/keys.ts';
import {
  atStep,
  choice,
  control,
  fillCheck,
  fillForm,
  fillLogin,
  fillPassword,
  fillWho,
  goToStep,
  INVESTOR,
  keptAnswers,
  openForm,
  openKept,
  PASSWORD,
  stepHeading,
  submitButton,
  summary,
} from '../helpers/accountForm.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace } from '../helpers/database.ts';
import { serve } from '../helpers/serve.ts';
import {
  expect,
  faults,
  foreignRequests,
  hydrated,
  keep,
  kept,
  languageButton,
  PHONE,
  picker,
  test,
} from '../helpers/site.ts';

const t = translator('en-US');
const PAGE = '/openAccountForm';
const APPLY = `**${APPLY_PATH}`;
const reference = (page: Page) => page.locator('.reference');
const failure = (page: Page) => page.locator('.send-failed');
const keeping = (page: Page) => page.locator('.account-keeping');
const button = (page: Page, key: MessageKey, locale: Locale = 'en-US') =>
  page.getByRole('button', { name: translator(locale)(key), exact: true });

/** At the check with nothing left but to send. */
async function readyToSend(page: Page, answers = INVESTOR): Promise<void> {
  await openKept(page, 'login', answers);
  await fillPassword(page);
  await goToStep(page, 'check');
  await atStep(page, 'check');
  await fillCheck(page);
}

/** Counts the requests that reach the API. */
function countApplications(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(APPLY_PATH)) count += 1;
  });
  return () => count;
}

for (const role of ROLES) {
  test(`a ${role} gets from the beginning to a reference`, async ({ page, site }) => {
    const found = faults(page);
    const foreign = foreignRequests(page, site);
    await openForm(page);
    await expect(page.locator('.opening h1')).toBeVisible();
    await button(page, 'account.start').click();
    await expect(page.locator('.opening h1')).toBeHidden();
    await fillForm(page, role);
    await expect(page.locator('.account-steps li')).toHaveCount(stepsFor(role).length);
    await expect(page.locator('.review .field-error')).toHaveCount(0);
    await submitButton(page).click();
    await expect(reference(page)).toHaveText(REFERENCE);
    await expect(page.locator('.account-done h1')).toBeFocused();
    await expect(page.locator('.account-done')).toContainText(t('account.state.received'));
    await expect(page.locator('.account-done')).toContainText(t('account.state.receivedAbout'));
    await expect(page.locator('.record')).toContainText(`${role}@example.com`);
    await expect(page.locator('.record')).not.toContainText(PASSWORD);
    expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain('@example.com');
    expect(foreign).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('the page says what is needed and how long it is before anyone begins, also without script', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const locale of ['en-US', 'ja'] as const) {
    await page.goto(site + localize(PAGE, locale));
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText(translator(locale)('account.noScript'))).toBeVisible();
    await expect(page.locator('.prose h2').first()).toBeVisible();
    await expect(page.locator('.account-length li')).toHaveCount(ROLES.length);
    await expect(page.locator('.account-loading')).toBeHidden();
  }
  await context.close();
});

test('errors: summary with focus above the heading, links to fields, the same words at each, and in the title', async ({
  page,
}) => {
  await openForm(page, 'en-US', 'login');
  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${t('account.errorPrefix')} ${t('account.step.login')} · `));
  const said = await summary(page).locator('li').allTextContents();
  expect(said).toEqual([
    t('account.error.emailEmpty'),
    t('account.error.passwordEmpty'),
    t('account.error.mobileEmpty'),
  ]);
  expect(said.slice(0, 2)).toEqual(['please enter email address', 'please enter your password']);
  const isAbove = await summary(page).evaluate(
    (box) => (box.compareDocumentPosition(document.querySelector('.account-main h1') ?? box) & 4) > 0,
  );
  expect(isAbove).toBe(true);
  await summary(page).getByRole('link').first().press('Enter');
  await expect(control(page, 'email')).toBeFocused();
  await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'true');
  await expect(control(page, 'email')).toHaveAccessibleDescription(new RegExp(t('account.error.emailEmpty')));
  // It goes as soon as it is mended, and says what is wrong now.
  await page.keyboard.type('nobody');
  await expect(page.locator('[data-field="email"] .field-error')).toContainText(
    t('account.error.emailFormat', { value: 'name@example.com' }),
  );
  await page.keyboard.type('@example.com');
  await expect(page.locator('[data-field="email"] .field-error')).toHaveCount(0);
  await control(page, 'password').fill('abc');
  await control(page, 'confirmation').fill('abd');
  await submitButton(page).click();
  await expect(summary(page).locator('li')).toHaveText([
    t('account.error.passwordRule'),
    t('account.error.confirmationDiffers'),
    t('account.error.mobileEmpty'),
  ]);
});

test('every step says what is missing, in the order of its questions', async ({ page }) => {
  const found: Record<string, string[]> = {};
  for (const [step, answers] of [
    ['who', {}],
    ['about', { role: 'brokerageHouse', country: 'TH' }],
    ['about', { role: 'analyst', country: 'TH', birthDate: '2012-01-01' }],
    ['trading', { ...INVESTOR, 'trading.products': ['futures'], 'trading.experience': null, 'trading.income': null }],
    ['check', { role: 'developer' }],
  ] as const) {
    await openKept(page, step, answers);
    await submitButton(page).click();
    await expect(summary(page)).toBeFocused();
    const key = `${step} ${(answers as { role?: string }).role ?? ''}`;
    found[key] = await summary(page).locator('a').allTextContents();
    for (const message of found[key]) {
      if (step !== 'check') await expect(page.locator('.field-error', { hasText: message }).first()).toBeVisible();
    }
  }
  const says = (...keys: MessageKey[]) => keys.map((key) => t(key));
  expect(found['who ']).toEqual(
    says('account.error.roleEmpty', 'account.error.countryEmpty', 'account.error.cityEmpty'),
  );
  expect(found['about brokerageHouse']).toContain(t('account.error.companyEmpty'));
  expect(found['about brokerageHouse']).toContain(t('account.error.birthDateEmpty'));
  expect(found['about analyst']).toContain(t('account.error.licenceEmpty'));
  expect(found['about analyst']).toContain(t('account.error.tooYoung', { value: '20' }));
  expect(found['trading investor']).toEqual(
    says(
      'account.error.signatureMissing',
      'account.error.accreditedEmpty',
      'account.error.qualifiedEmpty',
      'account.error.experienceEmpty',
      'account.error.incomeEmpty',
    ),
  );
  await openKept(page, 'about', { role: 'developer', country: 'JP' }, 'ja');
  await submitButton(page).click();
  const eastern = ['account.error.familyNameEmpty', 'account.error.givenNameEmpty'] as const;
  for (const [index, key] of eastern.entries()) {
    await expect(summary(page).locator('a').nth(index)).toHaveText(translator('ja')(key));
  }
  await openKept(page, 'check', { role: 'brokerageHouse' });
  for (const key of ['account.error.addressEmpty', 'account.error.companyEmpty'] as const) {
    await expect(page.locator('.review .field-error', { hasText: t(key) })).toBeVisible();
  }
  expect(found['check developer']).toEqual(
    expect.arrayContaining(
      says('account.error.emailEmpty', 'account.error.privacyUnaccepted', 'account.error.declarationMissing'),
    ),
  );
});

test('the rules of a password stand before it is typed and are ticked off; it can be shown and pasted', async ({
  page,
}) => {
  await openForm(page, 'en-US', 'login');
  const rules = page.locator('.password-rules li');
  await expect(rules).toHaveCount(5);
  await expect(page.locator('.password-rules [data-met="true"]')).toHaveCount(0);
  const password = control(page, 'password');
  await password.fill('Abcdefg1!');
  await expect(page.locator('.password-rules [data-met="false"]')).toHaveText(t('account.password.plain'));
  await control(page, 'email').fill(PASSWORD);
  await control(page, 'email').press('ControlOrMeta+a');
  await control(page, 'email').press('ControlOrMeta+x');
  await password.press('ControlOrMeta+a');
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue(PASSWORD);
  await expect(page.locator('.password-rules [data-met="true"]')).toHaveCount(5);
  await expect(password).toHaveAttribute('type', 'password');
  await page.locator('.password button').first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(page.locator('.password button').first()).toHaveAttribute('aria-pressed', 'true');
});

test('the country is that of the visitor’s address until another is chosen, and brings its cities and dial code', async ({
  page,
}) => {
  const list = { city: 'Osaka', country: 'Japan', countryCode: 'JP', region: null };
  await page.route(`**${locationCall.path.replace('{ip}', '*')}`, (route) =>
    route.fulfill({ json: { code: SUCCESS, message: 'OK', data: { list } } }),
  );
  await openForm(page, 'en-US', 'who');
  await expect(control(page, 'country')).toHaveValue('JP');
  await expect(page.getByText(t('account.country.detected'))).toBeVisible();
  await control(page, 'country').selectOption('BR');
  await control(page, 'cityName').fill('sao pau');
  await page.locator('.city-list [role="option"]', { hasText: 'São Paulo' }).first().click();
  await expect(control(page, 'cityName')).toHaveValue('São Paulo');
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'country')).toHaveValue('BR');
  await goToStep(page, 'login');
  await expect(page.locator('.prefix')).toHaveText('+55');
  await control(page, 'mobile').fill('(11) 96123-4567');
  await expect(page.getByText(t('account.mobile.read', { number: '+5511961234567' }))).toBeVisible();
  await control(page, 'mobile').fill('+81 90 1234 5678');
  await expect(page.getByText(t('account.mobile.read', { number: '+819012345678' }))).toBeVisible();
  // A city of one country is none of another; what the visitor wrote by hand stays.
  await goToStep(page, 'who');
  await expect(control(page, 'cityName')).toHaveValue('São Paulo');
  await control(page, 'country').selectOption('JP');
  await expect(control(page, 'cityName')).toHaveValue('');
  await control(page, 'cityName').fill('Nowhere-on-Sea');
  await control(page, 'country').selectOption('BR');
  await expect(control(page, 'cityName')).toHaveValue('Nowhere-on-Sea');
});

test('answers survive reload, back and forward, and another language; the password does not', async ({ page }) => {
  await openForm(page, 'en-US', 'who');
  await fillWho(page, 'broker');
  await submitButton(page).click();
  await atStep(page, 'login');
  await fillLogin(page, 'kept@example.com');
  await page.goBack();
  await atStep(page, 'who');
  await expect(choice(page, 'role', 'broker')).toBeChecked();
  await page.goForward();
  await atStep(page, 'login');
  await expect(control(page, 'password')).toHaveValue(PASSWORD);
  await page.reload();
  await hydrated(page);
  await atStep(page, 'login');
  await expect(control(page, 'email')).toHaveValue('kept@example.com');
  await expect(control(page, 'password')).toHaveValue('');
  await languageButton(page).click();
  await picker(page).locator(`a[lang="${LOCALES.ja.lang}"]`).click();
  await expect(page).toHaveURL(/\/ja\/openAccountForm#step-login$/);
  await hydrated(page);
  await atStep(page, 'login', 'ja');
  await expect(control(page, 'email')).toHaveValue('kept@example.com');
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain(PASSWORD);
  // Another visit finds them, with the way on.
  await openForm(page, 'ja');
  await button(page, 'account.continueKept', 'ja').click();
  await atStep(page, 'login', 'ja');
});

test('start again asks, and then nothing is left', async ({ page }) => {
  await openKept(page, 'about');
  await expect(control(page, 'givenName')).toHaveValue('Hana');
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.no').click();
  await expect(control(page, 'givenName')).toHaveValue('Hana');
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.yes').click();
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toContain('Hana');
  await button(page, 'account.start').click();
  await expect(choice(page, 'role', 'investor')).not.toBeChecked();
  await goToStep(page, 'about');
  await expect(control(page, 'givenName')).toHaveValue('');
});

test('not to be kept on this device: the answers live as long as the tab', async ({ page, context }) => {
  await openKept(page, 'about');
  await button(page, 'account.keeping.notHere').click();
  await expect(keeping(page)).toContainText(t('account.keeping.tab'));
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  await control(page, 'nickname').fill('other');
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'nickname')).toHaveValue('other');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  const next = await context.newPage();
  await openForm(next);
  await expect(button(next, 'account.start')).toBeVisible();
  await button(page, 'account.keeping.here').click();
  expect(await kept(page, ACCOUNT_FORM_KEY)).toContain('other');
});

test('answers that are too old are gone, whichever page comes next', async ({ page }) => {
  const old = JSON.parse(keptAnswers(INVESTOR)) as { saved: number };
  const ago = (days: number) => JSON.stringify({ ...old, saved: Date.now() - days * 86_400_000 });
  await keep(page, ACCOUNT_FORM_KEY, ago(29));
  await page.goto('/adv');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toContain(String(INVESTOR.email));
  await keep(page, ACCOUNT_FORM_KEY, ago(31));
  await page.goto('/info/securityInfo');
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
  await openForm(page);
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).toBeNull();
});

test('two tabs: the later answer to a field counts in both, and nobody is interrupted while typing', async ({
  page,
  context,
}) => {
  await openKept(page, 'about');
  const other = await context.newPage();
  await openForm(other, 'ja', 'about');
  await control(page, 'familyName').fill('Tanaka');
  await expect(control(other, 'familyName')).toHaveValue('Tanaka');
  // What is being typed here stays, whatever comes from there; then the later of the two.
  await control(page, 'nickname').focus();
  await control(other, 'nickname').fill('there');
  await control(page, 'nickname').pressSequentially('!');
  await expect(control(page, 'nickname')).toHaveValue('hana!');
  await control(other, 'givenName').focus();
  await expect(control(other, 'nickname')).toHaveValue('hana!');
  await button(other, 'account.startAgain', 'ja').click();
  await button(other, 'account.startAgain.yes', 'ja').click();
  await control(page, 'familyName').focus();
  await expect(control(page, 'givenName')).toHaveValue('');
  // A check of answers that another tab has thrown away is none.
  await goToStep(page, 'check');
  await atStep(page, 'check');
  await page.reload();
  await atStep(page, 'check');
  await openForm(other, 'ja', 'who');
  await button(other, 'account.startAgain', 'ja').click();
  await button(other, 'account.startAgain.yes', 'ja').click();
  await expect(button(page, 'account.start')).toBeVisible();
});

test('change links lead to their field, and from there back to the check', async ({ page }) => {
  await openKept(page, 'check');
  const row = page.locator('.review dl > div', { hasText: t('account.nickname') });
  await row.getByRole('link').click();
  await atStep(page, 'about');
  await expect(control(page, 'nickname')).toBeFocused();
  await control(page, 'nickname').fill('changed');
  await submitButton(page).click();
  await atStep(page, 'check');
  await expect(row).toContainText('changed');
  const links = page.locator('.review-change a');
  const count = await links.count();
  expect(count).toBeGreaterThan(20);
  for (let index = 0; index < count; index++) {
    await links.nth(index).click();
    await expect(stepHeading(page)).not.toHaveText(t('account.step.check'));
    await expect(page.locator('.account-main :focus')).toHaveCount(1);
    await page.goBack();
    await atStep(page, 'check');
  }
});

test('contradictions are pointed out kindly, and keep nobody from sending', async ({ page }) => {
  const answers = {
    ...INVESTOR,
    birthDate: '2004-01-01',
    'trading.experience': 'EXPERIENCE_FROM_10Y',
    'trading.income': 'INCOME_FROM_1M',
    'trading.netWorth': 'NET_WORTH_UNDER_50K',
    email: 'contradiction@example.com',
  };
  await readyToSend(page, answers);
  const box = page.locator('.contradictions');
  await expect(box).toContainText(t('account.contradiction.experienceAge'));
  await expect(box).toContainText(t('account.contradiction.incomeNetWorth'));
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
});

test('a high-risk product is off, needs its disclosure opened and signed, and loses the signature with the product', async ({
  page,
}) => {
  await openKept(page, 'trading');
  for (const product of ['futures', 'options', 'forex']) {
    await expect(control(page, `trading.products.${product}`)).not.toBeChecked();
  }
  await control(page, 'trading.products.forex').check();
  const disclosure = page.locator('[data-field="trading.highRisk.forex"]');
  await disclosure.locator('input').fill('Hana Sato');
  await disclosure.locator('button').click();
  const product = t('account.product.forex');
  await expect(disclosure).toContainText(t('account.sign.openFirst', { product }));
  const opened = page.waitForEvent('popup');
  await disclosure.locator('a').click();
  await expect(await opened).toHaveURL(/\/legal\/forexRisk$/);
  await disclosure.locator('button').click();
  await expect(disclosure.locator('.signed')).toContainText('Hana Sato');
  await page.reload();
  await hydrated(page);
  await expect(disclosure.locator('.signed')).toContainText('Hana Sato');
  await control(page, 'trading.products.forex').uncheck();
  await control(page, 'trading.products.forex').check();
  await expect(disclosure.locator('.signed')).toHaveCount(0);
});

test('a file of the licence is sent with its progress, refused kindly, and named in the record', async ({ page }) => {
  await openKept(page, 'about', { ...INVESTOR, role: 'analyst', 'licence.none': false });
  const input = control(page, 'licence.files');
  const files = page.locator('.files li');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(files).toContainText(t('account.files.type'));
  await files.getByRole('button').click();
  await input.setInputFiles({
    name: 'big.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await expect(files).toContainText(t('account.files.size'));
  await files.getByRole('button').click();
  // The server looks into the file: to send it once more would not help.
  await input.setInputFiles({ name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') });
  await expect(files.locator('.field-error')).toBeVisible();
  await expect(files.getByRole('button')).toHaveText([new RegExp(t('account.files.remove'))]);
  await files.getByRole('button').click();
  let failure: Parameters<Route['fulfill']>[0] | null = null;
  let cut = true;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**${LICENCE_PATH}`, async (route) => {
    if (failure) return route.fulfill(failure);
    if (cut) return route.abort();
    await held;
    return route.continue();
  });
  const pdf = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await input.setInputFiles(pdf);
  await expect(files).toContainText(t('account.files.failed'));
  cut = false;
  // Where the server has no room it says so, and the file can be sent again later.
  const { code, status } = SERVER_CODES.noRoom;
  const message = serverMessage('server.licenceFull', 'en-US');
  failure = { status, json: { code, message, data: null } };
  await files.getByRole('button', { name: t('account.files.again') }).click();
  await expect(files.locator('.field-error')).toContainText(message);
  failure = null;
  await files.getByRole('button', { name: t('account.files.again') }).click();
  await expect(files.locator('progress')).toBeVisible();
  release();
  await expect(files.locator('progress')).toHaveCount(0);
  await expect(files).toContainText(pdf.name);
  await expect(files).toContainText('1 kB');
  await expect(files).not.toContainText(t('account.files.failed'));
  await goToStep(page, 'check');
  await expect(page.locator('.review')).toContainText([pdf.name]);
});

test('a double click sends once; while it is sent the button waits and says so', async ({ page }) => {
  const sent = countApplications(page);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(APPLY, async (route) => {
    await held;
    return route.continue();
  });
  await readyToSend(page, { ...INVESTOR, email: 'double@example.com' });
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('.sending progress')).toBeVisible();
  await submitButton(page).click({ force: true });
  release();
  await expect(reference(page)).toBeVisible();
  expect(sent()).toBe(1);
});

test('offline, cut off, failing and slow: the answers stay, a message says why, and it is sent again', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await readyToSend(page, { ...INVESTOR, email: 'network@example.com' });
  let reply: ((route: Route) => Promise<unknown>) | null = (route) => route.abort();
  await page.route(APPLY, (route) => (reply ? reply(route) : route.continue()));
  const says = async (key: MessageKey) => {
    await expect(failure(page)).toBeFocused();
    await expect(failure(page)).toContainText(t(key));
    await expect(failure(page)).toContainText(t('account.notSent.kept'));
    await expect(submitButton(page)).toHaveText(t('account.sendAgain'));
    await expect(page.locator('.review')).toContainText(['Osaka']);
  };
  await submitButton(page).click();
  await page.clock.runFor(1_000);
  await says('account.failure.unreachable');
  await context.setOffline(true);
  await submitButton(page).click();
  await page.clock.runFor(1_000);
  await says('account.failure.offline');
  await context.setOffline(false);
  reply = (route) => route.fulfill({ status: 502, body: 'Bad gateway' });
  await submitButton(page).click();
  await says('account.failure.server');
  const { code, status } = SERVER_CODES.notReady;
  reply = (route) => route.fulfill({ status, json: { code, message: 'Not yet', data: null } });
  await submitButton(page).click();
  await expect(failure(page)).toContainText('Not yet');
  reply = () => new Promise(() => {});
  const asked = page.waitForRequest(APPLY);
  await submitButton(page).click();
  await asked;
  await page.clock.runFor(11_000);
  await says('account.failure.timeout');
  reply = null;
  await submitButton(page).click();
  await expect(reference(page)).toHaveText(REFERENCE);
});

test('what the server refuses lands on its field, at its step, and can be sent once it is mended', async ({ page }) => {
  await readyToSend(page, { ...INVESTOR, email: 'refused@example.com' });
  const { code, status } = SERVER_CODES.invalid;
  const fields = [{ field: 'mobile', message: 'Not a number of this country' }];
  await page.route(APPLY, (route) => route.fulfill({ status, json: { code, message: 'x', data: { fields } } }), {
    times: 1,
  });
  await submitButton(page).click();
  await atStep(page, 'login');
  await expect(summary(page)).toBeFocused();
  await expect(page.locator('[data-field="mobile"] .field-error')).toContainText('Not a number of this country');
  await summary(page).getByRole('link').click();
  await expect(control(page, 'mobile')).toBeFocused();
  await control(page, 'mobile').fill('080-1234-5678');
  await expect(page.locator('[data-field="mobile"] .field-error')).toHaveCount(0);
  await submitButton(page).click();
  await atStep(page, 'check');
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
});

test('a server killed between taking and answering: send again, and there is one application', async ({ browser }) => {
  test.slow();
  const place = await filledPlace();
  const at = { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' };
  const server = await serve(BUILDS.site, at);
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await readyToSend(page, { ...INVESTOR, email: 'killed@example.com' });
  let first = '';
  await page.route(
    APPLY,
    async (route) => {
      // It has been taken and answered; the answer is lost with the server.
      const answer = await route.fetch();
      first = ((await answer.json()) as { data: { reference: string } }).data.reference;
      await server.kill();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await submitButton(page).click();
  await expect(failure(page)).toContainText(t('account.failure.unreachable'));
  await expect(submitButton(page)).toHaveText(t('account.sendAgain'));
  // Killed once more, this time with nothing taken.
  await submitButton(page).click();
  await expect(submitButton(page)).toHaveText(t('account.sendAgain'));
  const next = await serve(BUILDS.site, { ...at, PORT: new URL(server.url).port });
  await expect.poll(async () => (await fetch(`${server.url}/api/health/ready`)).status, { timeout: 60_000 }).toBe(200);
  await submitButton(page).click();
  await expect(reference(page)).toHaveText(REFERENCE);
  expect(await reference(page).textContent()).toBe(first);
  await next.stop();
  const database = await connect(place);
  const { rows } = (await database.orm.execute(sql`select count(*)::int as count from applications`)) as unknown as {
    rows: { count: number }[];
  };
  expect(rows[0]?.count).toBe(1);
  await database.close();
  await context.close();
  await place.remove();
});

test('answers changed after a lost answer can be sent as a further application', async ({ page }) => {
  await readyToSend(page, { ...INVESTOR, email: 'changed@example.com' });
  await page.route(
    APPLY,
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await submitButton(page).click();
  await expect(failure(page)).toBeVisible();
  await goToStep(page, 'about');
  await control(page, 'nickname').fill('later');
  await goToStep(page, 'check');
  await submitButton(page).click();
  await expect(failure(page)).toContainText(t('account.changed'));
  await expect(submitButton(page)).toHaveText(t('account.sendAnew'));
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
});

test('the end: state from the server, the record after a reload, print, and a new beginning', async ({ page }) => {
  await readyToSend(page, { ...INVESTOR, email: 'done@example.com' });
  await submitButton(page).click();
  await expect(reference(page)).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(reference(page)).toBeVisible();
  await expect(page.locator('.record')).toContainText('done@example.com');
  const state = `**${APPLICATION_PATH.replace('{reference}', '*')}`;
  await page.route(state, (route) => route.abort(), { times: 1 });
  await button(page, 'account.state.ask').click();
  await expect(page.getByText(t('account.state.failed'))).toBeVisible();
  await button(page, 'account.state.ask').click();
  await expect(page.getByText(t('account.state.failed'))).toHaveCount(0);
  const paper = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await paper();
  await page.locator('.theme-switch').click();
  await expect.poll(paper).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  expect(await paper()).toBe(light);
  await expect(reference(page)).toBeVisible();
  await expect(page.locator('.record')).toBeVisible();
  await expect(button(page, 'account.print')).toBeHidden();
  await expect(page.locator('.language-bar')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'account.startAgain').click();
  await button(page, 'account.startAgain.yes').click();
  await expect(button(page, 'account.start')).toBeVisible();
  expect(await kept(page, ACCOUNT_FORM_KEY)).not.toMatch(/done@|"reference"/);
});

test('a list that does not come can be asked for again', async ({ page }) => {
  await page.route(`**${countryListCall.path}`, (route) => route.abort(), { times: 1 });
  await openForm(page, 'en-US', 'who');
  await expect(page.getByText(t('account.listFailed'))).toBeVisible();
  await button(page, 'account.listAgain').click();
  await expect(control(page, 'country').locator('option[value="JP"]')).toBeAttached();
});

test('the whole way of an investor by keyboard alone', async ({ page }) => {
  test.slow();
  await openForm(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Tabs on to a control. */
  const to = async (field: string) => {
    for (let stops = 0; stops < 80; stops++) {
      const id = await page.evaluate(() => document.activeElement?.id);
      if (id === `account-${field.replaceAll('.', '-')}`) return;
      await press('Tab');
    }
    throw new Error(`The keyboard does not reach ${field}`);
  };
  const type = async (field: string, text: string) => {
    await to(field);
    await page.keyboard.type(text);
  };
  const go = async (step: Step) => {
    await press('Enter');
    await atStep(page, step);
    await expect(stepHeading(page)).toBeFocused();
  };
  await page.locator('.opening h1').waitFor();
  await button(page, 'account.start').focus();
  await go('who');
  await to('role');
  await press('Space');
  await to('country');
  await expect(control(page, 'country').locator('option[value="JP"]')).toBeAttached();
  await page.keyboard.type('Japan');
  await to('cityName');
  await page.keyboard.type('Osaka');
  await expect(page.locator('.city-list [role="option"]').first()).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(page.locator('.city-list [role="option"]')).toHaveCount(0);
  await go('login');
  await type('email', 'keyboard@example.com');
  await type('password', PASSWORD);
  await type('confirmation', PASSWORD);
  await type('mobile', '09012345678');
  await go('about');
  for (const [field, text] of [
    ['givenName', 'Hana'],
    ['familyName', 'Sato'],
    ['nickname', 'hana'],
    ['birthDate', '2'],
  ] as const) {
    await type(field, text);
  }
  await press('Tab');
  await page.keyboard.type('28');
  await press('Tab');
  await page.keyboard.type('1990');
  await to('gender');
  await press('Space');
  await type('address.line1', '1-1 Chiyoda');
  await go('trading');
  await to('trading.products');
  await press('Space');
  for (const field of ['experience', 'employment', 'income', 'netWorth']) {
    await expect(control(page, `trading.${field}`).locator('option').nth(2)).toBeAttached();
    await to(`trading.${field}`);
    await press('ArrowDown', 'ArrowDown');
  }
  await to('trading.sourceOfFunds');
  await press('Space');
  // Enter sends the form from a text field; from a box it is the button's.
  await submitButton(page).focus();
  await go('notifications');
  await submitButton(page).focus();
  await go('check');
  for (const field of ['agreements.privacy', 'agreements.terms', 'declaration']) {
    await to(field);
    await press('Space');
  }
  await submitButton(page).focus();
  await press('Enter');
  await expect(reference(page)).toBeVisible();
});

const AXE_ANSWERS: Record<string, unknown> = {
  ...INVESTOR,
  'trading.products': ['stocks', 'futures', 'forex'],
  'own.opened.futures': '2026-11-21',
  'trading.experience': 'EXPERIENCE_FROM_10Y',
  birthDate: '2004-01-01',
};

async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] });
  const found = await axe.setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const locale of ['en-US', 'ja'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing at any step, with and without errors, in ${locale}, ${theme}`, async ({ page }) => {
      test.slow();
      await keep(page, THEME_KEY, theme);
      const found: string[] = [];
      await openForm(page, locale);
      found.push(...(await violations(page)).map((one) => `start ${one}`));
      for (const [step, answers] of [
        ['who', AXE_ANSWERS],
        ['login', AXE_ANSWERS],
        ['about', { ...AXE_ANSWERS, role: 'broker', 'licence.none': false }],
        ['trading', AXE_ANSWERS],
        ['notifications', AXE_ANSWERS],
        ['check', AXE_ANSWERS],
      ] as const) {
        await openKept(page, step, answers, locale);
        await page.waitForLoadState('networkidle');
        found.push(...(await violations(page)).map((one) => `${step} ${one}`));
        if (step === 'notifications') continue;
        await openKept(page, step, { role: answers.role, 'trading.products': ['forex'] }, locale);
        await submitButton(page).click();
        await expect(summary(page)).toBeVisible();
        found.push(...(await violations(page)).map((one) => `${step} with errors ${one}`));
      }
      expect(found).toEqual([]);
    });
  }
}

test('at 360 px nothing is wider than the page, and every target has 24 px', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const small: string[] = [];
  for (const locale of ['en-US', 'ja', 'tw'] as const) {
    for (const step of ['who', 'login', 'about', 'trading', 'notifications', 'check'] as const) {
      await openKept(
        page,
        step,
        step === 'about' ? { ...AXE_ANSWERS, role: 'broker', 'licence.none': false } : AXE_ANSWERS,
        locale,
      );
      await submitButton(page).click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${locale} ${step}`).toBeLessThanOrEqual(PHONE.width);
      const targets = page.locator('.account :is(input:not(.file-input), select, button)');
      small.push(
        ...(await targets.evaluateAll((all) =>
          all
            .filter((one) => one.getClientRects().length > 0)
            .filter((one) => one.getBoundingClientRect().width < 24 || one.getBoundingClientRect().height < 24)
            .map((one) => one.outerHTML.slice(0, 120)),
        )),
      );
    }
  }
  expect(small).toEqual([]);
});
