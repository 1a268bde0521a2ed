/** The user center, general settings, personal information, the public page: looks, keyboard, pictures, other devices. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { LOCALE_KEY, RISING_KEY, TIME_ZONE_KEY } from '../../../src/browserState/keys.ts';
import { AVATAR } from '../../../src/contract/users.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { openOwn } from '../../helpers/browser/profile.ts';
import { expect, hydrated, keep, kept, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage, PASSWORD, type TestUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { applied, asked } from '../../helpers/browser/userThings.ts';
import { testViews } from '../../helpers/browser/views.ts';

const server = usersServer();
const t = translator('en-US');

/** Calls the API as a user. */
const call = (path: string, { token }: Pick<TestUser, 'token'>, init: RequestInit = {}) =>
  fetch(`${server.url}/api/web/user/${path}`, {
    ...init,
    headers: { token, ...(init.body && { 'content-type': 'application/json' }) },
  });

testViews({
  served: () => server,
  enter: async (page) => {
    const user = await confirmedUser(server);
    await asked(server, user);
    await logInPage(page, server, user);
    return ['/userCenter', '/profile/general', '/profile/personal'];
  },
});

test('visitors are told to log in, a failed call can be repeated, and without scripts there is a word', async ({
  page,
  browser,
}) => {
  for (const path of ['/userCenter', '/profile', '/profile/general', '/profile/personal']) {
    await page.goto(server.url + localize(path, 'ja'));
    const link = page.locator('.profile-said').getByRole('link');
    await expect(link).toHaveText(translator('ja')('nav.login'));
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/ja/login?to=${encodeURIComponent(`/ja${path}`)}`);
  }

  await logInPage(page, server, await confirmedUser(server));
  let isDown = true;
  await page.route('**/api/web/user/profile/general', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${server.url}/profile/general`);
  await expect(page.locator('.profile-said')).toContainText(t('user.frame.failed'));
  isDown = false;
  await page.getByRole('button', { name: t('news.again') }).click();
  await expect(page.locator('#name-nickname')).toBeVisible();

  const bare = await browser.newContext({ javaScriptEnabled: false });
  const still = await bare.newPage();
  await still.goto(`${server.url}/ja/profile/general`);
  await expect(still.locator('.profile-no-script')).toHaveText(translator('ja')('user.noScript'));
  await expect(still.locator('.profile-waiting')).toBeHidden();
  await bare.close();
});

test('a picture is cut, seen, sent and removed; files that are no pictures are refused with the reason', async ({
  page,
}) => {
  test.slow();
  const user = await confirmedUser(server, { nickname: 'Painter' });
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/general');
  const field = page.locator('.avatar-field');
  const file = page.locator('#avatar-file');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const large = sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const hostile = [
    { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg), fault: 'avatarType' },
    { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a'), fault: 'avatarType' },
    { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(svg), fault: 'avatarUnreadable' },
    { name: 'b.png', mimeType: 'image/png', buffer: Buffer.alloc(AVATAR.bytes + 1), fault: 'avatarSize' },
    { name: 'c.png', mimeType: 'image/png', buffer: await large, fault: 'avatarSize' },
  ] as const;
  for (const { fault, ...one } of hostile) {
    await file.setInputFiles(one);
    await expect(field.getByRole('alert'), one.name).toContainText(t(`account.error.${fault}`));
    await expect(field.locator('canvas')).toHaveCount(0);
  }

  // Left half red, right half blue: the middle shows both.
  const half = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'white' } })
    .composite([
      { input: await half('red'), left: 0, top: 0 },
      { input: await half('blue'), left: 300, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .jpeg()
    .toBuffer();
  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const canvas = field.getByRole('img', { name: t('user.picture.preview') });
  await expect(canvas).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  // By the keyboard to the left edge: the square is red only.
  const across = field.getByLabel(t('user.picture.across'));
  await across.focus();
  await page.keyboard.press('Home');
  await field.getByRole('button', { name: t('user.picture.send') }).click();
  await expect(field.getByRole('status')).toHaveText(t('user.picture.sent'));
  const picture = field.getByRole('img', { name: t('user.picture.yours') });
  await expect(picture).toBeVisible();
  const source = (await picture.getAttribute('src')) ?? '';
  const kept = Buffer.from(await (await fetch(server.url + source)).arrayBuffer());
  const { width, height, exif } = await sharp(kept).metadata();
  expect({ width, height, exif }).toEqual({ width: AVATAR.side, height: AVATAR.side, exif: undefined });
  const [red = 0, , blue = 0] = (await sharp(kept).stats()).channels.map(({ mean }) => mean);
  expect(red).toBeGreaterThan(240);
  expect(blue).toBeLessThan(20);
  await expect(page.locator('.user-face img')).toHaveAttribute('src', source);

  await page.goto(`${server.url}/u/painter`);
  await expect(page.locator('.author img')).toHaveAttribute('src', source);
  await openOwn(page, server, '/profile/general');
  await field.getByRole('button', { name: t('user.picture.remove') }).click();
  await expect(field.getByRole('status')).toHaveText(t('user.picture.removed'));
  expect((await fetch(server.url + source)).status).toBe(404);
});

test('preferences come to a new device where nothing was chosen, and the language leads to its page', async ({
  page,
  browser,
}) => {
  test.slow();
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/general');
  await page.locator('#display-locale').selectOption('ja');
  await page.getByRole('radio', { name: t('user.general.theme.dark') }).check();
  await page.locator('#display-timeZone').selectOption('America/New_York');
  await page.getByRole('radio', { name: t('user.general.rising.green') }).check();
  await page.locator('#display').getByRole('button').click();
  await expect(page).toHaveURL(`${server.url}/ja/profile/general`);
  await expect(page.locator('html')).toHaveAttribute('lang', LOCALES.ja.lang);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openOwn(page, server, '/userCenter', 'ja');
  await expect(page.locator('#you')).toContainText('America/New_York');
  await expect(page.locator('#log-ins time').first()).toContainText('UTC−5');

  const other = await browser.newContext();
  const device = await other.newPage();
  await keep(device, RISING_KEY, 'red', server.url); // Chosen on the device: it stays.
  await device.goto(`${server.url}/login?to=%2Fprofile%2Fgeneral`);
  await hydrated(device);
  await device.locator('#entry-email').fill(user.email);
  await device.locator('#entry-password').fill(PASSWORD);
  await device.locator('.kind-system form [type="submit"]').click();
  await expect(device).toHaveURL(`${server.url}/profile/general`);
  await expect(device.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await kept(device, TIME_ZONE_KEY)).toBe('America/New_York');
  expect(await kept(device, RISING_KEY)).toBe('red');
  expect(await kept(device, LOCALE_KEY)).toBe('ja');
  await other.close();
});

test('what an application contains stands as text with the way to a change, and the server refuses one', async ({
  page,
}) => {
  const user = await confirmedUser(server);
  const reference = await applied(server, user);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/personal', 'ja');
  const ja = translator('ja');
  await expect(page.locator('#applied')).toContainText(ja('user.personal.fixed', { reference }));
  await expect(page.locator('#applied dt').first()).toHaveText(ja('account.familyName'));
  for (const name of ['familyName', 'givenName', 'birthDate', 'gender', 'country', 'address-line1']) {
    await expect(page.locator(`#personal-${name}`), name).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: ja('user.personal.request') })).toHaveAttribute(
    'href',
    '/ja/support#ask',
  );
  const refused = await call('profile/personal', user, { method: 'PUT', body: JSON.stringify({ familyName: 'King' }) });
  expect(refused.status).toBe(422);
  await page.locator('#personal-phone').fill('12');
  await page.locator('#own').getByRole('button').click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#personal-phone')).toBeFocused();
});

test('without an application every field can be given, and is there again', async ({ page }) => {
  const user = await confirmedUser(server);
  await logInPage(page, server, user);
  await openOwn(page, server, '/profile/personal');
  await page.locator('#personal-givenName').fill('Ada');
  await page.locator('#personal-familyName').fill('King');
  const [month, day, year] = await page.locator('[data-field="birthDate"] input').all();
  await month?.fill('12');
  await day?.fill('10');
  await year?.fill('1990');
  await page.getByRole('radio', { name: t('account.gender.female') }).check();
  await page.locator('#personal-country').selectOption('GB');
  await page.locator('#personal-address-line1').fill('12 St James’s Square');
  await page.locator('#own').getByRole('button').click();
  await expect(page.locator('#own').getByRole('status')).toHaveText(t('user.frame.saved'));
  await openOwn(page, server, '/profile/personal');
  await expect(page.locator('#personal-givenName')).toHaveValue('Ada');
  await expect(page.locator('[data-part="year"]')).toHaveValue('1990');
  await expect(page.locator('#personal-address-line1')).toHaveValue('12 St James’s Square');
  await expect(page.locator('#personal-country')).toHaveValue('GB');
});

test('a public page shows what is public; an unknown nickname gets 404 and its words', async ({ page }) => {
  const user = await confirmedUser(server, { nickname: '山田 Hana/1' });
  const address = `/u/${encodeURIComponent('山田 hana/1')}`;
  await page.goto(server.url + localize(address, 'ja'));
  const ja = translator('ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('山田 Hana/1');
  await expect(page.locator('main')).toContainText(ja('public.private'));
  expect(await violations(page)).toEqual([]);
  const privacy = { email: 'public', baseInformation: 'public', trading: 'private', holdings: 'private' };
  const toggles = (await (await call('profile/toggles', user)).json()) as { data: object };
  const body = JSON.stringify({ ...toggles.data, privacy });
  expect((await call('profile/toggles', user, { method: 'PUT', body })).status).toBe(200);
  await page.reload();
  await expect(page.locator('main')).toContainText(user.email);
  await expect(page.locator('main')).not.toContainText(ja('public.private'));
  expect(await violations(page)).toEqual([]);

  const [, unknown = ''] = /^heading: (.+)$/m.exec(await readFile('content/en-US/pages/u/id.mdx', 'utf8')) ?? [];
  for (const path of ['/u/nobody', '/u/', '/u/constructor', '/u/a/b']) {
    const response = await page.goto(server.url + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(unknown);
  }
});

test('who logs out in one tab is told so in the other', async ({ page, context }) => {
  await logInPage(page, server, await confirmedUser(server));
  await openOwn(page, server, '/profile/personal');
  const other = await context.newPage();
  await openOwn(other, server, '/userCenter');
  await other.getByRole('button', { name: t('user.center.logOut') }).click();
  await expect(other.locator('.profile-said')).toContainText(t('user.frame.out'));
  await expect(page.locator('.profile-said')).toContainText(t('user.frame.out'));
});
