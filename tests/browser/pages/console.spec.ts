/** The page for developers: the console signs and sends a call, for keys of the sandbox only; code is chosen and copied. */

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PARTNER_CODES } from '../../../src/contract/errors.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { companyApi } from '../../helpers/browser/companyPages.ts';
import { expect, faults, foreignRequests, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { SHORT } from '../../helpers/short.ts';

const PATH = '/service/developer';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));

const server = usersServer();
let key: string;
test.beforeAll(async () => {
  const user = await confirmedUser(server);
  const registration = { name: 'Example Securities', country: 'JP', licence: '123', authority: 'FSA' };
  const { id } = await companyApi<{ id: string }>(server, user, '', registration);
  const made = {
    name: 'Console',
    kind: 'sandbox',
    scopes: ['reference.read'],
    networks: ['127.0.0.1', '::1'],
    expiresAt: null,
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }),
  };
  ({ id: key } = await companyApi<{ id: string }>(server, user, `/${id}/keys`, made));
});

for (const [locale, text] of [
  ['en-US', pem],
  ['ja', jwk],
] satisfies [Locale, string][]) {
  test(`${locale}: the console signs a call, by keyboard, keeps the key in memory and shows a refusal`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const t = translator(locale);
    const found = faults(page);
    const foreign = foreignRequests(page, server.url);
    const bodies: (string | null)[] = [];
    page.on('request', (request) => bodies.push(request.postData()));
    await page.setViewportSize(PHONE);
    await page.goto(server.url + localize(PATH, locale));
    await hydrated(page);
    const form = page.getByRole('form', { name: t('console.name') });
    const status = form.getByRole('status');
    const [request, answer] = [form.locator('pre').first(), form.locator('pre').last()];

    await form.getByLabel(t('console.keyid')).fill(key);
    await form.getByLabel(t('console.key')).fill('-----BEGIN PRIVATE KEY-----');
    await form.getByLabel(t('console.path')).press('Enter');
    await expect(status).toHaveText(t('console.keyUnreadable'));

    await form.getByLabel(t('console.key')).fill(text);
    await form.getByLabel(t('console.path')).press('Enter');
    await expect(status).toHaveText('HTTP 200');
    await expect(request).toContainText('Signature-Input: sig1=("@method" "@target-uri")');
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ data: { id: key, kind: 'sandbox' } });
    await expect(form.getByLabel(t('console.key'))).toHaveValue('');

    // The key is still there, for another call, which has a body and needs a scope that it lacks.
    await form.getByLabel(t('console.call')).selectOption({ label: 'POST /permissions/check' });
    await form.getByRole('button').click();
    await expect(status).toHaveText('HTTP 403');
    await expect(request).toContainText('Content-Digest: sha-256=:');
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ code: PARTNER_CODES.scope.code });

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await violations(page)).toEqual([]);
    const secret = String(privateKey.export({ format: 'jwk' }).d);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const one of [...bodies, stored]) {
      expect(one ?? '').not.toContain(secret);
      expect(one ?? '').not.toContain(pem.split('\n')[1]);
    }
    // A refused call is an error in the console of the browser.
    expect(found.filter((one) => !one.includes('403'))).toEqual([]);
    expect(foreign).toEqual([]);
  });
}

test('before its script is here, the console sends nothing', async ({ page }) => {
  const t = translator('en-US');
  const asked: string[] = [];
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(server.url + PATH);
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')));
  const form = page.getByRole('form', { name: t('console.name') });
  await form.getByLabel(t('console.keyid')).fill(key);
  await form.getByLabel(t('console.key')).fill(pem);
  await form.getByLabel(t('console.path')).fill('/key');
  await form.getByRole('button').click();
  await form.getByLabel(t('console.path')).press('Enter');
  await page.waitForLoadState('networkidle');
  expect(page.url()).toBe(server.url + PATH);
  expect(asked.filter((one) => one.includes('PRIVATE'))).toEqual([]);
});

test('the console refuses a live key, and says what a browser without Ed25519 needs', async ({ page }) => {
  const t = translator('en-US');
  await page.route('**/api/partner/v1/key', (route) =>
    route.fulfill({ json: { code: 20000, message: 'OK', data: { kind: 'live' } } }),
  );
  await page.goto(server.url + PATH);
  await hydrated(page);
  const form = page.getByRole('form', { name: t('console.name') });
  await form.getByLabel(t('console.keyid')).fill(key);
  await form.getByLabel(t('console.key')).fill(pem);
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toHaveText(t('console.live'));

  await page.evaluate(() => {
    SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  });
  await form.getByLabel(t('console.key')).fill(pem);
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toHaveText(t('console.noEd25519'));
});

test('a language holds for all of the page, and a program is copied as it is', async ({ page, context }) => {
  const t = translator('en-US');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(server.url + PATH);
  await hydrated(page);
  const program = page.locator('.program', { hasText: 'call.py' });
  await expect(program).toBeHidden();
  await page.getByRole('radio', { name: 'Python' }).first().check();
  await expect(page.locator('.program:visible code:not(pre *)')).toHaveText(['call.py', 'webhook.py']);
  await program.getByRole('button', { name: t('code.copy') }).click();
  await expect(program.getByRole('status')).toHaveText(t('code.copied'));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(`${copied}\n`).toBe(readFileSync('src/examples/call.py', 'utf8'));
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('programs can be read, and neither a console nor copying is offered', async ({ page }) => {
    await page.goto(server.url + PATH);
    await expect(page.locator('.console')).toBeHidden();
    await expect(page.locator('.code-copy').first()).toBeHidden();
    await expect(page.locator('.program', { hasText: 'call.sh' }).first()).toBeVisible();
    await page.locator('.tabs:has(.program)').first().getByRole('radio', { name: 'Python' }).check();
    await expect(page.locator('.program', { hasText: 'call.py' })).toBeVisible();
  });
});
