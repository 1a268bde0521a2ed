/** Users of a served site, for browser tests. */
import type { Page } from 'playwright/test';
import { USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import type { Entered } from '../../../src/contract/users.ts';
import { administerAnywhere } from '../../../src/server/admin.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { connect } from '../../../src/server/db/opening/open.ts';
import { BUILDS } from '../builds.ts';
import { filledPlace } from '../database/database.ts';
import { type Served, serve, untilReady } from '../serve.ts';

export const PASSWORD = 'Abcdefg1';

export interface ServedUsers extends Served {
  dataDir: string;
  /** The texts of the mails that wait, as `npm run admin -- mail show` prints them. */
  mails: () => Promise<string>;
  /** Stops it, changes its database, and starts it again at the same address. */
  restart: (change: (orm: Orm) => Promise<unknown>) => Promise<void>;
}

/** Serves a built site on a database of its own; stop() removes it. Its mails wait, unless `env` has an SMTP_URL. */
export async function serveUsers(env: Record<string, string> = {}, dist: string = BUILDS.site): Promise<ServedUsers> {
  const { dataDir, remove } = await filledPlace();
  const start = (more: Record<string, string> = {}) =>
    serve(dist, { DATA_DIR: dataDir, DATABASE_URL: '', ...env, ...more });
  let served = await start();
  await untilReady(served.url);
  return {
    ...served,
    dataDir,
    restart: async (change) => {
      await served.stop();
      const database = await connect({ url: undefined, dataDir });
      await change(database.orm);
      await database.close();
      served = await start({ PORT: new URL(served.url).port });
      await untilReady(served.url);
    },
    mails: async () => {
      const request = { command: 'mail show', by: 'test' };
      const lines = await administerAnywhere({ DATABASE_URL: undefined, DATA_DIR: dataDir }, request, served.url);
      return lines.join('\n');
    },
    stop: async () => {
      await served.stop();
      await remove();
    },
  };
}

async function post<T>({ url }: Served, path: string, body: object): Promise<T> {
  const response = await fetch(`${url}/api/web/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
    body: JSON.stringify(body),
  });
  const { data, message } = (await response.json()) as { data: T; message: string };
  if (!response.ok) throw new Error(`${path}: ${message}`);
  return data;
}

/** The token behind '#<kind>=' in the last of the waiting mails that has one. */
export async function linkIn(served: ServedUsers, kind: string): Promise<string> {
  const found = [...(await served.mails()).matchAll(new RegExp(`#${kind}=([\\w-]+)`, 'g'))];
  const [, token] = found.at(-1) ?? [];
  if (!token) throw new Error(`No mail has a link '#${kind}='`);
  return token;
}

export interface TestUser extends Entered {
  email: string;
}
let made = 0;

/** Signs a new user up over the API, confirms the address, and logs in on an own device. */
export async function confirmedUser(
  served: ServedUsers,
  given: { email?: string; nickname?: string } = {},
): Promise<TestUser> {
  made += 1;
  const { email = `user${made}@example.com`, nickname = `User ${made}` } = given;
  const { privacy, terms } = readRules().versionsOf('en-US');
  const agreements = { privacy, terms };
  const known = { locale: 'en-US', brokerNumber: '', website: '' };
  await post(served, 'signUp', { ...known, email, password: PASSWORD, nickname, agreements });
  const token = await linkIn(served, 'confirm');
  const body = { token, password: PASSWORD, isNew: false, own: true, device: null };
  return { ...(await post<Entered>(served, 'confirm', body)), email };
}

/** Logs a page in with the cookie that the site would write. Call it before page.goto(). */
export async function logInPage(page: Page, { url }: Served, { token }: Pick<TestUser, 'token'>): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ token }));
  await page.context().addCookies([{ name: USER_INFO_COOKIE, value, url, sameSite: 'Lax' }]);
}

/** The control of a field of the forms to sign up and log in. */
export const field = (page: Page, name: string) => page.locator(`#entry-${name.replaceAll('.', '-')}`);
/** Sends the form to sign up or log in. */
export const submit = (page: Page) => page.locator('.entry-form [type="submit"]').click();
/** The picture or the initials of the user in the bar. */
export const face = (page: Page) => page.locator('.user-face');

/** Fills in the form to sign up, and sends it. */
export async function signUp(page: Page, { email, nickname }: { email: string; nickname: string }): Promise<void> {
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(PASSWORD);
  await field(page, 'confirmation').fill(PASSWORD);
  await field(page, 'nickname').fill(nickname);
  await field(page, 'agreements.privacy').check();
  await field(page, 'agreements.terms').check();
  await submit(page);
}
