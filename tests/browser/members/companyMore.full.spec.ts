/** The further pages of a company: keys, webhooks, assigned applications and questions, publishing. */
// cspell:ignore genpkey
import type { Page } from 'playwright/test';
import { SUCCESS } from '../../../src/contract/common.ts';
import { PARTNER_CODES } from '../../../src/contract/errors.ts';
import { KEYS_PATH } from '../../../src/contract/webhooks.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import {
  callWith,
  companyApi,
  filledCompany,
  privateKeyOf,
  companySection as section,
  type TestCompany,
  workingCompany,
} from '../../helpers/browser/companyPages.ts';
import { opener, openOwn, said, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { testViews } from '../../helpers/browser/views.ts';
import { keyPair } from '../../helpers/server/partner.ts';
import { type Receiver, startReceiver } from '../../helpers/server/webhooks.ts';

const server = usersServer({ WEBHOOKS_ALLOW_PRIVATE: 'on' });
let receiver: Receiver;
/** Has one of everything */
let full: TestCompany;
test.beforeAll(async () => {
  receiver = await startReceiver();
  full = await workingCompany(server);
  await addKey(full, 'Order system');
  await addWebhook(full);
  await publish(full, 'Quarterly outlook');
});
test.afterAll(() => receiver?.stop());
const t = translator(DEFAULT_LOCALE);
const PAGES = ['keys', 'webhooks', 'applications', 'questions', 'publishing'].map((page) => `/company/${page}`);

/** A setting within the form of another one. */
const nested = (page: Page, name: string) => setting(page, name).last();

/** Adds a key over the API. */
async function addKey({ id, administrator }: TestCompany, name: string) {
  const { publicKey } = await keyPair();
  const networks = ['127.0.0.0/8', '::1/128'];
  const body = { name, kind: 'sandbox', publicKey, scopes: ['reference.read'], networks, expiresAt: null };
  await companyApi(server, administrator, `/${id}/keys`, body);
}
const addWebhook = ({ id, administrator }: TestCompany) =>
  companyApi(server, administrator, `/${id}/webhooks`, {
    url: receiver.url,
    kind: 'sandbox',
    events: ['news.published'],
  });
/** Publishes over the API. */
const publish = ({ id, administrator }: TestCompany, title: string) =>
  companyApi(server, administrator, `/${id}/publications/news`, {
    language: 'en',
    title,
    summary: 'A text.',
    link: null,
    category: 'analysis',
    symbols: ['7203'],
  });

testViews({
  served: () => server,
  enter: async (page) => {
    await logInPage(page, server, full.administrator);
    return PAGES;
  },
});

test('the private key is in no request, cookie or storage', async ({ page }) => {
  const company = await filledCompany(server);
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers()));
  });
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/keys');
  await page.locator('#make-name').fill('Order system');
  await section(page, 'make').getByRole('checkbox', { name: 'reference.read' }).check();
  await page.locator('#make-networks').fill('127.0.0.1');
  await submit(section(page, 'make')).click();
  const made = section(page, 'made');
  await expect(made.locator('pre')).toHaveCount(2);
  const [pem = '', jwk = ''] = await made.locator('pre').allTextContents();
  const { d, x } = JSON.parse(jwk);
  await page.reload();
  await hydrated(page);
  await expect(setting(page, 'Order system')).toBeVisible();
  await expect(made).toHaveCount(0);
  const stored = await page.evaluate(async () => [
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    JSON.stringify(await indexedDB.databases()),
    document.documentElement.outerHTML,
  ]);
  const everything = [...sent, ...stored, JSON.stringify(await page.context().cookies())].join('\n');
  expect(everything).toContain(x);
  const body = pem.replace(/-----[A-Z ]+-----|\s/g, '');
  for (const secret of [d, body, body.slice(-43)]) expect(everything).not.toContain(secret);
});

test('in Japanese on a phone: a pasted key, what is wrong with it, rotation with overlap, limit and networks', async ({
  page,
}) => {
  const ja = translator('ja');
  const company = await filledCompany(server);
  const { publicKey } = await keyPair();
  await page.setViewportSize(PHONE);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/keys', 'ja');
  const making = section(page, 'make');
  await expect(making).toContainText(ja('company.key.kind.live.unconfirmed'));
  await page.locator('#make-name').fill('注文システム');
  await making.getByRole('checkbox', { name: 'permissions.check' }).check();
  await page.locator('#make-networks').fill('203.0.113.0/24\n203.0.113.0/99');
  await making.getByRole('radio', { name: ja('company.key.source.pasted') }).check();
  await page.locator('#make-publicKey').fill('-----BEGIN PRIVATE KEY-----');
  await submit(making).click();
  const wrong = making.locator('.error-summary');
  await expect(wrong).toBeFocused();
  await expect(wrong).toContainText(ja('account.error.publicKeyPrivate'));
  await expect(wrong).toContainText(`203.0.113.0/99：${ja('account.error.networkFormat')}`);
  await page.locator('#make-publicKey').fill(publicKey);
  await page.locator('#make-networks').fill('203.0.113.0/24');
  await submit(making).click();
  const made = section(page, 'made');
  await expect(made).toContainText(ja('company.key.added'));
  await expect(made.locator('pre')).toHaveCount(0);
  await made.getByRole('button', { name: ja('company.key.close') }).click();

  const row = setting(page, '注文システム').first();
  await opener(row).first().click();
  const limit = nested(page, ja('company.key.limit'));
  await opener(limit).click();
  await limit.getByRole('textbox').fill('0');
  await submit(limit).click();
  await expect(limit.locator('.error-summary')).toBeVisible();
  await limit.getByRole('textbox').fill('60');
  await submit(limit).click();
  await expect(row).toContainText(ja('company.key.perMinute', { count: 60 }));
  await row.locator('textarea').first().fill('198.51.100.7');
  await submit(row).first().click();
  await expect(row).toContainText('198.51.100.7/32');

  await opener(row).first().click();
  const rotation = nested(page, ja('company.key.rotate'));
  await opener(rotation).click();
  await rotation.getByRole('textbox').first().fill('2');
  await submit(rotation).click();
  await expect(made).toContainText(ja('company.key.rotated'));
  await expect(made.locator('pre')).toHaveCount(2);
  await expect(setting(page, '注文システム')).toHaveCount(2);
  await expect(section(page, 'keys')).toContainText(ja('company.key.replaces'));
});

test('with the keyboard alone a key is made; refused calls are counted in words', async ({ page }) => {
  const company = await filledCompany(server);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/keys');
  await page.locator('#make-name').focus();
  await page.keyboard.type('Feed reader');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const networks = page.locator('#make-networks');
  for (let step = 0; step < 20 && !(await networks.evaluate((one) => one === document.activeElement)); step += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('127.0.0.1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('::1');
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    if (focused === t('company.key.make.action')) break;
  }
  await page.keyboard.press('Enter');
  const made = section(page, 'made');
  await expect(made.locator('.setting-said')).toBeFocused();
  const id = (await made.locator('p code').first().textContent()) ?? '';
  const other = await keyPair();
  expect(await callWith(server, id, other.privateKey)).toMatchObject({ code: PARTNER_CODES.signature.code });
  await expect(async () => {
    await openOwn(page, server, '/company/keys');
    const refused = t('company.audit.part', {
      name: t('api.code.signature'),
      value: t('company.key.calls', { count: 1 }),
    });
    await expect(setting(page, 'Feed reader')).toContainText(refused, { timeout: 500 });
  }).toPass();
});

test('a browser without Ed25519 leads to pasting', async ({ page }) => {
  const company = await filledCompany(server);
  await page.addInitScript(() => {
    const generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    Object.assign(SubtleCrypto.prototype, { generateKey });
  });
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/keys');
  const making = section(page, 'make');
  await expect(making).toContainText(t('company.key.source.none'));
  await expect(making.getByRole('radio', { name: t('company.key.source.made') })).toHaveCount(0);
  await expect(making.locator('pre')).toContainText('openssl genpkey -algorithm ed25519');
});

test('a live key of a confirmed company works until it is rotated and the old one revoked', async ({ page }) => {
  const company = await workingCompany(server);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/keys');
  const making = section(page, 'make');
  await making.getByRole('radio', { name: t('company.kind.live') }).check();
  await page.locator('#make-name').fill('Live system');
  await making.getByRole('checkbox', { name: 'news.read' }).check();
  await page.locator('#make-networks').fill('127.0.0.0/8 ::1');
  await submit(making).click();
  const made = section(page, 'made');
  const key = await privateKeyOf((await made.locator('pre').first().textContent()) ?? '');
  const id = (await made.locator('p code').first().textContent()) ?? '';
  expect(await callWith(server, id, key)).toMatchObject({ code: SUCCESS });
  await expect(setting(page, 'Live system')).toContainText(t('company.kind.live'));
});

test('a webhook is added, tested, its deliveries are read and sent again, it is switched off and removed', async ({
  page,
}) => {
  const company = await filledCompany(server);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/webhooks');
  const adding = section(page, 'add');
  await page.locator('#add-url').fill('no address');
  await submit(adding).click();
  await expect(adding.locator('.error-summary')).toContainText(t('account.error.eventsEmpty'));
  await page.locator('#add-url').fill(receiver.url);
  await adding.getByRole('checkbox', { name: 'key.expiring' }).check();
  await submit(adding).click();
  const row = setting(page, receiver.url);
  await expect(row).toContainText('key.expiring');
  await opener(row).first().click();
  await row.getByRole('button', { name: t('company.webhook.test') }).click();
  await expect(said(row)).toHaveText(t('company.webhook.tested'));
  await expect.poll(() => receiver.received.filter(({ body }) => body.type === 'ping').length).toBe(1);

  const log = setting(page, t('company.deliveries'));
  const delivered = t('company.delivery.delivered');
  await expect(async () => {
    await openOwn(page, server, '/company/webhooks');
    await opener(log).first().click();
    await expect(log.locator('li')).toContainText(delivered, { timeout: 500 });
  }).toPass();
  await expect(log.locator('li')).toContainText(t('company.delivery.answer', { answer: '204' }));
  await log.getByRole('button', { name: t('company.delivery.body.show') }).click();
  await expect(log.locator('pre')).toContainText('"type": "ping"');
  await log.getByRole('button', { name: t('company.delivery.retry') }).click();
  await expect(log).toContainText(t('company.delivery.retried'));
  await expect.poll(() => receiver.received.filter(({ body }) => body.type === 'ping').length).toBe(2);
  await expect(section(page, 'verify').locator(`a[href="${server.url}${KEYS_PATH}"]`)).toBeVisible();

  await opener(row).first().click();
  await row.getByRole('button', { name: t('company.webhook.switchOff') }).click();
  await expect(row).toContainText(t('company.webhook.off'));
  await opener(row).first().click();
  await expect(row.getByRole('button', { name: t('company.webhook.test') })).toHaveCount(0);
  await row.getByRole('button', { name: t('company.webhook.remove') }).click();
  await row.getByRole('button', { name: t('company.webhook.remove.yes') }).click();
  await expect(section(page, 'webhooks')).toContainText(t('company.webhook.none'));
});

/** Opens what has a reference, and waits until it is read. */
async function read(page: Page, reference: string, locale: Locale = DEFAULT_LOCALE) {
  const row = setting(page, reference).first();
  await row.getByRole('button', { name: translator(locale)('company.work.read') }).click();
  await expect(row.locator('.setting-form .profile-facts')).toBeVisible();
  return row;
}

test('an assigned application is read in words, taken, asked about and accepted', async ({ page }) => {
  const company = await workingCompany(server);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/applications');
  const row = await read(page, company.application);
  await expect(row).toContainText(t('account.role.developer'));
  await expect(row.locator('.setting-form dt').first()).toHaveText(t('account.role'));
  const handing = nested(page, t('company.work.hand'));
  await opener(handing).click();
  await handing.getByRole('button', { name: t('company.work.take') }).click();
  await expect(said(handing)).toHaveText(t('company.work.taken'));
  await expect(row).not.toContainText(t('company.work.handler.none'));

  const decision = nested(page, t('company.decision'));
  await opener(decision).click();
  await decision.getByRole('radio', { name: t('company.decision.ask') }).check();
  await submit(decision).click();
  await expect(decision.locator('.error-summary')).toContainText(t('account.error.askedEmpty'));
  await decision.getByRole('textbox').fill('A copy of the register.');
  await submit(decision).click();
  const done = row.locator('.setting-form > .setting-said');
  await expect(done).toHaveText(t('company.decision.done', { state: t('account.state.needsInformation') }));
  await expect(done).toBeFocused();
  await expect(row).toContainText('A copy of the register.');
  await opener(decision).click();
  await decision.getByRole('radio', { name: t('company.decision.accept') }).check();
  await submit(decision).click();
  await expect(row).toContainText(t('account.state.approved'));
  await expect(decision).toHaveCount(0);
});

test('an assigned question is read in Japanese, handed to another member, and answered', async ({ page }) => {
  const ja = translator('ja');
  const company = await workingCompany(server);
  await page.setViewportSize(PHONE);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/questions', 'ja');
  const row = await read(page, company.question, 'ja');
  await expect(row).toContainText('口座はいつ開設されますか。');
  const handing = nested(page, ja('company.work.hand'));
  await opener(handing).click();
  await handing.locator('input[type="search"]').fill(company.staff.email);
  await handing.locator('input[type="search"]').press('Enter');
  await handing.getByRole('button', { name: ja('company.work.give', { name: '' }) }).click();
  await expect(row).not.toContainText(ja('company.work.handler.none'));
  const answering = nested(page, ja('company.answer'));
  await opener(answering).click();
  await answering.getByRole('textbox').fill('審査の後、メールでお知らせします。');
  await submit(answering).click();
  await expect(said(answering)).toHaveText(ja('company.answer.sent'));
  await expect(row).toContainText('審査の後、メールでお知らせします。');
  await expect(row).toContainText(ja('company.question.answered'));
});

test('news is published once, corrected and withdrawn with a reason', async ({ page }) => {
  const company = await workingCompany(server);
  await logInPage(page, server, company.administrator);
  await openOwn(page, server, '/company/publishing');
  const publishing = section(page, 'publish');
  await submit(publishing).click();
  await expect(publishing.locator('.error-summary')).toContainText(t('account.error.titleEmpty'));
  await page.locator('#publication-title').fill('Quarterly outlook');
  await page.locator('#publication-symbols').fill('aapl, 7203');
  await submit(publishing).click();
  await expect(publishing).toContainText(t('company.publishing.done', { title: 'Quarterly outlook' }));
  const row = setting(page, 'Quarterly outlook');
  await expect(row).toContainText('AAPL · 7203');
  await opener(row).first().click();
  await row.getByRole('textbox').first().fill('Quarterly outlook, corrected');
  await submit(row).first().click();
  const corrected = setting(page, 'Quarterly outlook, corrected');
  await expect(corrected).toContainText(t('company.publishing.revision', { count: 1 }));
  await opener(corrected).first().click();
  const withdrawing = nested(page, t('company.publishing.withdraw'));
  await opener(withdrawing).click();
  await withdrawing.getByRole('textbox').fill('Wrong figures');
  await submit(withdrawing).click();
  await expect(corrected).toContainText('Wrong figures');
  await expect(opener(corrected)).toHaveCount(0);
});

test('who may not publish, and whose company is not confirmed, sees why', async ({ page }) => {
  const company = await filledCompany(server);
  await logInPage(page, server, company.staff);
  await openOwn(page, server, '/company/publishing');
  await expect(section(page, 'publish')).toContainText(t('company.publishing.notPermitted'));
  for (const path of PAGES.slice(0, 4)) {
    await page.goto(server.url + path);
    await hydrated(page);
    await expect(page.locator('main .field-notice').last()).toHaveText(t('company.frame.notPermitted'));
  }
});
