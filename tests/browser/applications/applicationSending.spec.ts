/** The form to open an account: what it sends, and what it says if that does not arrive. */

import type { Page, Route } from 'playwright/test';
import { APPLY_PATH, LICENSE_PATH, REFERENCE } from '../../../src/contract/applications.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { serverMessage } from '../../../src/server/messages.ts';
import {
  APPLY,
  control,
  failure,
  goToStep,
  INVESTOR,
  openKept,
  readyToSend,
  reference,
  submitButton,
} from '../../helpers/browser/applicationForm.ts';
import { expect, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');

/** Counts the requests that reach the API. */
function countApplications(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(APPLY_PATH)) count += 1;
  });
  return () => count;
}

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
  await expect(files).toContainText(t('account.file.size'));
  await files.getByRole('button').click();
  // The server checks the file's content, so sending it again would not help.
  await input.setInputFiles({ name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') });
  await expect(files.locator('.field-error')).toBeVisible();
  await expect(files.getByRole('button')).toHaveText([new RegExp(t('account.file.remove'))]);
  await files.getByRole('button').click();
  let failure: Parameters<Route['fulfill']>[0] | null = null;
  let cut = true;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**${LICENSE_PATH}`, async (route) => {
    if (failure) return route.fulfill(failure);
    if (cut) return route.abort();
    await held;
    return route.continue();
  });
  const pdf = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await input.setInputFiles(pdf);
  await expect(files).toContainText(t('account.file.failed'));
  cut = false;
  // If the server has no room it says so, and the file can be sent again later.
  const { code, status } = SERVER_CODES.noRoom;
  const message = serverMessage('server.licenceFull', 'en-US');
  failure = { status, json: { code, message, data: null } };
  await files.getByRole('button', { name: t('account.file.again') }).click();
  await expect(files.locator('.field-error')).toContainText(message);
  failure = null;
  await files.getByRole('button', { name: t('account.file.again') }).click();
  await expect(files.locator('progress')).toBeVisible();
  release();
  await expect(files.locator('progress')).toHaveCount(0);
  await expect(files).toContainText(pdf.name);
  await expect(files).toContainText('1 kB');
  await expect(files).not.toContainText(t('account.file.failed'));
  await goToStep(page, 'check');
  await expect(page.locator('.review')).toContainText([pdf.name]);
});

test('a double click sends once; while it is sent the button waits and says so', { tag: SHORT }, async ({ page }) => {
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
  let first = '';
  // The server accepts the application and responds; the response is lost.
  let reply: ((route: Route) => Promise<unknown>) | null = async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: { reference: string } };
    first = data.reference;
    await route.abort('failed');
  };
  await page.route(APPLY, (route) => (reply ? reply(route) : route.continue()));
  const says = async (key: MessageKey) => {
    await expect(failure(page)).toBeFocused();
    await expect(failure(page)).toContainText(t(key));
    await expect(failure(page)).toContainText(t('account.notSent.kept'));
    await expect(submitButton(page)).toHaveText(t('account.sendAgain'));
    await expect(page.locator('.review')).toContainText(['Osaka']);
  };
  const lost = page.waitForEvent('requestfailed');
  await submitButton(page).click();
  await lost;
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
  await says('account.timeout');
  reply = null;
  await submitButton(page).click();
  await expect(reference(page)).toHaveText(REFERENCE);
  // There is one application, however often it was sent.
  expect(await reference(page).textContent()).toBe(first);
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
