/** A site whose operator has a broker, and the mails that people read: for walks from the first page to the last. */
import type { Page } from 'playwright/test';
import type { MailName } from '../../../src/catalogue/mails.ts';
import { readOperator, wordsIn } from '../../../src/catalogue/operator.ts';
import type { Role } from '../../../src/forms/lists.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { FILLED_OPERATOR } from '../builds.ts';
import { button, fillForm, reference, submitButton } from './applicationForm.ts';
import { expect, hydrated } from './site.ts';
import { field, PASSWORD, type ServedUsers, submit } from './users.ts';
import { usersServer } from './usersServer.ts';

export const walkedSite = () => usersServer({ OPERATOR_FILE: `${FILLED_OPERATOR}/operator.yml` });

/** The mails of a name to an address, oldest first, as `npm run admin -- mail show` prints each. */
async function mailsTo(site: ServedUsers, name: MailName, to: string): Promise<string[]> {
  const shown = (await site.mails()).split(/^(?=[\da-f-]{36} {2})/m);
  return shown.filter((mail) => mail.split('  ')[2] === name && mail.includes(`\nto: ${to}\n`));
}

/** Waits for so many mails of a name to an address; returns the last. */
export async function mailTo(site: ServedUsers, name: MailName, to: string, { count = 1 } = {}): Promise<string> {
  await expect.poll(async () => (await mailsTo(site, name, to)).length, `${name} to ${to}`).toBe(count);
  return String((await mailsTo(site, name, to)).at(-1));
}

/** The address of the served site that a mail leads to. Its origin in mails is that of the settings. */
export function linkOf(mail: string, { url }: Pick<ServedUsers, 'url'>, path: string): string {
  const [, found] = new RegExp(`^https?://[^/\\s]+(${path}\\S*)$`, 'm').exec(mail) ?? [];
  if (!found) throw new Error(`No link to ${path} in:\n${mail}`);
  return url + found;
}

/** The broker of this operator, in a language. */
export function brokerIn(locale: Locale) {
  const [broker] = readOperator(FILLED_OPERATOR).brokers ?? [];
  if (!broker?.payIn || !broker.agreement || !broker.contact) throw new Error('The operator has no broker');
  return {
    name: wordsIn(broker.name, locale),
    authority: wordsIn(broker.authority, locale),
    number: broker.number,
    contact: wordsIn(broker.contact, locale),
    agreement: broker.agreement,
    payIn: wordsIn(broker.payIn, locale),
  };
}

/** Opens the link of a mail that confirms the address, with the password that was chosen. */
export async function confirm(page: Page, site: ServedUsers, email: string, locale: Locale): Promise<void> {
  await page.goto(linkOf(await mailTo(site, 'userConfirm', email), site, localize('/login', locale)));
  await expect(page.getByRole('heading', { name: translator(locale)('login.confirm.title') })).toBeVisible();
  await field(page, 'password').fill(PASSWORD);
  await submit(page);
  await page.waitForURL(site.url + localize('/welcome', locale));
  await hydrated(page);
}

/** What is shown once an application is sent. */
export const receipt = (page: Page) => page.locator('.account-done');

/** Begins the form where one is led to it, and sends it. Returns the reference. */
export async function apply(
  page: Page,
  role: Role,
  given: NonNullable<Parameters<typeof fillForm>[2]>,
): Promise<string> {
  await hydrated(page);
  await button(page, 'account.start', given.locale).click();
  await fillForm(page, role, given);
  await submitButton(page).click();
  await expect(receipt(page)).toBeVisible();
  return reference(page).innerText();
}
