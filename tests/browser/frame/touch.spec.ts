/** What a page loads before the visitor touches it, and what they do before its islands are there. */
import type { Page } from 'playwright/test';
import { LOCALE_KEY, THEME_KEY, USER_INFO_COOKIE, USER_KEY } from '../../../src/browserState/keys.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { fakeApi, place, TOKYO, t as tJa, toastText } from '../../helpers/browser/messages.ts';
import { expect, faults, hydrated, keep, kept, languageButton, test, touch } from '../../helpers/browser/site.ts';
import { face } from '../../helpers/browser/users.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');
/** All scripts of a page that nobody has touched, in bytes as they are transferred */
const BUDGET = 20_000;
const ARTICLE = '/legal/terms';

/** The scripts that a page has loaded, and their bytes. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  );
const hasReact = async (page: Page) => (await loaded(page)).some(({ name }) => name.includes('/frame.'));

for (const [kind, path] of [
  ['a legal page', ARTICLE],
  ['a page of information', '/info/company'],
  ['a news article', '/datahub/news/2026-11-clocks-and-market-hours'],
  ['a help article', '/support/anserpage/close-an-account'],
  ['a lesson', '/service/forex'],
] as const) {
  test(`${kind} loads at most ${BUDGET} bytes of script until it is touched`, async ({ page }) => {
    const found = faults(page);
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(place(page)).toHaveText(t('language.noLocation'));
    await page.waitForTimeout(5_000);
    const scripts = await loaded(page);
    expect(scripts).not.toEqual([]);
    expect(
      scripts.reduce((total, { bytes }) => total + bytes, 0),
      JSON.stringify(scripts),
    ).toBeLessThanOrEqual(BUDGET);
    await hydrated(page);
    expect(await hasReact(page)).toBe(true);
    expect(found).toEqual([]);
  });
}

for (const wake of ['pointer', 'key', 'focus'] as const) {
  test(`the first ${wake} loads React`, async ({ page }) => {
    await page.goto(ARTICLE);
    await expect(place(page)).toHaveText(t('language.noLocation'));
    expect(await hasReact(page)).toBe(false);
    if (wake === 'pointer') await touch(page);
    else if (wake === 'key') await page.keyboard.press('Shift');
    else await languageButton(page).focus();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  });
}

test('the place and a message are shown without a touch', async ({ page, configured }) => {
  await fakeApi(page);
  await page.goto(`${configured}/ja/technology`);
  await expect(place(page)).toHaveText(tJa('language.location', TOKYO));
  expect(await hasReact(page)).toBe(false);
  await page.evaluate(() => sessionStorage.clear());
  await fakeApi(page, 'cut');
  await page.reload();
  await expect(toastText(page)).toHaveCount(1);
});

test('who is logged in is shown before React, which leaves it as it is', async ({ page, context, site }) => {
  const found = faults(page);
  const value = encodeURIComponent('{"token":"secret"}');
  await context.addCookies([{ name: USER_INFO_COOKIE, value, url: site }]);
  const user = JSON.stringify({ end: 'secret', user: { nickname: 'Ada Lovelace', avatar: null } });
  await page.addInitScript(([key = '', text = '']) => sessionStorage.setItem(key, text), [USER_KEY, user]);
  await page.goto(ARTICLE);
  await expect(face(page)).toHaveText('AL');
  expect(await hasReact(page)).toBe(false);
  await hydrated(page);
  await expect(face(page)).toHaveText('AL');
  await expect(page.locator('.user-menu summary')).toHaveAccessibleName(`${t('nav.user')}: Ada Lovelace`);
  expect(found).toEqual([]);
});

test('a stored theme and language are told before React, and leave no error in it', async ({ page }) => {
  const found = faults(page);
  await keep(page, THEME_KEY, 'dark');
  await keep(page, LOCALE_KEY, 'ja');
  await page.goto('/technology');
  const check = async () => {
    await expect(page.locator('.theme-switch')).toHaveAccessibleName(t('theme.toLight'));
    await expect(page.locator('.theme-switch')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.language-offer[lang="ja"]')).toBeVisible();
  };
  await check();
  expect(await hasReact(page)).toBe(false);
  await hydrated(page);
  await check();
  expect(found).toEqual([]);
});

test('Ctrl-K opens the search on a page that nobody has touched', async ({ page }) => {
  await page.goto(ARTICLE);
  await expect(place(page)).toHaveText(t('language.noLocation'));
  await page.keyboard.press('Control+k');
  await expect(page.locator('.search-dialog input')).toBeFocused();
});

/** Holds the scripts of islands back until the returned function is called. */
async function holdIslands(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/(frame|client|QuestionForm)\./, (route) => held.then(() => route.continue()));
  return release;
}

test('a click on the theme before its script is there acts once it is', { tag: SHORT }, async ({ page }) => {
  const release = await holdIslands(page);
  await page.goto(ARTICLE);
  await page.locator('.theme-switch').click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.theme-switch')).toHaveAccessibleName(t('theme.toLight'));
  expect(await kept(page, THEME_KEY)).toBe('dark');
});

test('the picker opens before its script is there, and then has the country', async ({ page }) => {
  const release = await holdIslands(page);
  await page.goto(ARTICLE);
  await languageButton(page).click();
  await expect(page.locator('#language-picker')).toBeVisible();
  release();
  await expect(page.locator('#language-picker select')).toBeVisible();
  await expect(page.locator('#language-picker')).toBeVisible();
});

test('what is chosen, typed, attached and sent before the script of a form is there is not lost', {
  tag: SHORT,
}, async ({ page }) => {
  const found = faults(page);
  const release = await holdIslands(page);
  await page.goto('/support#ask');
  const form = page.locator('.ask form');
  await form.locator('select').selectOption({ index: 2 });
  const topic = await form.locator('select').inputValue();
  await form.locator('input[type="email"]').fill('hana@example.com');
  await form.locator('textarea').fill('Is it open?');
  await form.locator('input[type="file"]').setInputFiles({
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await form.locator('input[type="email"]').fill('hana');
  await form.locator('button[type="submit"]').click();
  expect(new URL(page.url()).pathname).toBe('/support');
  release();
  await expect(form.locator('.error-summary')).toBeVisible();
  await expect(form.locator('select')).toHaveValue(topic);
  await expect(form.locator('input[type="email"]')).toHaveValue('hana');
  await expect(form.locator('textarea')).toHaveValue('Is it open?');
  await expect(form.locator('.files')).toContainText('note.txt');
  expect(await kept(page, 'supportQuestion')).toContain('Is it open?');
  expect(found).toEqual([]);
});
