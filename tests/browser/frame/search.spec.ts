/** The search: its dialog by button and by keys, its page by a link, live news, without script, in each language. */
import type { Page } from 'playwright/test';
import { termById } from '../../../src/authoring/pages/glossary.ts';
import { RECENT_KEY } from '../../../src/browserState/keys.ts';
import { mainTerm } from '../../../src/catalogue/schemas.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import { SEARCH_PATH } from '../../../src/contract/search.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { LESSONS, routeAt } from '../../../src/routes.ts';
import { firstFiles } from '../../../src/search/siteIndex.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, faults, hydrated, idle, kept, open, PHONE, test, WORDED } from '../../helpers/browser/site.ts';
import { pageWords } from '../../helpers/dist.ts';
import { newsItem } from '../../helpers/feeds/newsItem.ts';
import { SHORT } from '../../helpers/short.ts';

const LESSON = '/service/options';
const TERM = (locale: Locale) => `${localize('/glossary', locale)}#term-option`;
const name = (locale: Locale) => mainTerm(termById('option', locale).term);
const dialog = (page: Page) => page.locator('dialog.search-dialog');
const field = (page: Page) => page.locator('#search-query');
const hits = (page: Page) => page.locator('.search-hit');
const hit = (page: Page, address: string) => page.locator(`.search-hit[href="${address}"]`);

/** The live lists answer with nothing unless a test says what. */
async function live(page: Page, news: object[] = [], flashes: object[] = []): Promise<void> {
  const answer = (data: object) => ({ json: { code: SUCCESS, message: 'OK', data } });
  await page.route('**/api/web/news/list?*', (route) => route.fulfill(answer({ list: news, next: null })));
  await page.route('**/api/web/flash/list?*', (route) =>
    route.fulfill(answer({ list: flashes, next: null, last: '0', withdrawn: [], gap: false })),
  );
}

for (const locale of WORDED) {
  const t = translator(locale);

  test(`${locale}: a press of the button finds lesson and term, and the arrows lead there`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const wrong = faults(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await live(page, [newsItem(1, { title: `${name(locale)} 1` })]);
    await page.setViewportSize(PHONE);
    await open(page, localize('/info/howFinger', locale));
    await hydrated(page);
    expect(asked.filter((url) => /pagefind|\/(search|Search(?!Button))\b/.test(url))).toEqual([]);

    await page.getByRole('link', { name: t('nav.search'), exact: true }).click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.insertText(name(locale));
    await expect(hit(page, localize(LESSON, locale))).toBeVisible();
    await expect(hit(page, TERM(locale)).locator('mark').first()).toHaveText(new RegExp(name(locale), 'i'));
    await expect(page.getByRole('heading', { name: t('search.kind.lesson'), exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('search.kind.news'), exact: true })).toBeVisible();
    await expect(dialog(page).locator('[role="status"]')).toHaveText(
      t('search.found', { count: await hits(page).count() }),
    );
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

    await page.keyboard.press('ArrowDown');
    await expect(hits(page).first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(hits(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(field(page)).toBeFocused();
    await hit(page, localize(LESSON, locale)).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${localize(LESSON, locale)}`);
    await expect(dialog(page)).toHaveCount(0);
    expect(wrong).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      name(locale),
    );
  });

  test(`${locale}: a link to the page of the search shows what it finds, and its query follows what is typed`, async ({
    page,
  }) => {
    await live(page);
    const address = localize('/search', locale);
    await open(page, `${address}?${new URLSearchParams({ q: name(locale) })}`);
    await expect(page.locator('h1')).toHaveText(pageWords('site', routeAt('/search'), locale).title);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(field(page)).toHaveValue(name(locale));
    await expect(hit(page, TERM(locale))).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await field(page).fill('ETF');
    await expect(hit(page, localize('/service/etf', locale))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${address}\\?q=ETF$`));
    const more = page.getByRole('button', { name: t('search.more') });
    const before = await hits(page).count();
    await more.click();
    await expect.poll(() => hits(page).count()).toBeGreaterThan(before);
    // English follows the language's own, under a heading that says so.
    const isEnglish = LOCALES[locale].lang.startsWith('en');
    await expect(page.getByRole('heading', { name: t('search.english') })).toHaveCount(isEnglish ? 0 : 1);
    await expect(page.locator('.search-group ul[lang="en"]')).toHaveCount(isEnglish ? 0 : 1);

    await field(page).fill('zanzibar');
    await expect(page.getByText(t('search.none', { query: 'zanzibar' }))).toBeVisible();
    await field(page).fill('');
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(hits(page)).toHaveCount(0);
  });
}

test('Ctrl-K opens the search, a sign alone does not; Escape closes it and gives the focus back', async ({ page }) => {
  await live(page);
  await open(page, '/glossary');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  for (const sign of ['/', 'k', '?', '1']) await page.keyboard.press(sign);
  await idle(page);
  await expect(dialog(page)).toHaveCount(0);
  await page.locator('#glossary-filter').focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(1);

  // A result on the same page
  await page.keyboard.insertText('contango');
  await hit(page, '/glossary#term-contango').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('#term-contango')).toBeInViewport();

  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveValue('');
});

test('offers the pages left last, the products, news and help, until something is typed', {
  tag: SHORT,
}, async ({ page }) => {
  const t = translator('ja');
  const group = (name: string) =>
    dialog(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name }) });
  const addresses = (name: string) =>
    group(name)
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const recent = t('search.recent');
  await live(page);
  // The page of the search is left out, as search engines do; pages in English are for readers of English.
  for (const path of ['/ja/search', '/info', '/ja/technology', '/ja/glossary', '/ja/technology', '/ja/adv'])
    await open(page, path);
  await expect(page.locator('.search-link')).toHaveAttribute('title', /^(Ctrl|⌘) K$/);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  expect(await addresses(recent)).toEqual(['/ja/technology', '/ja/glossary']);
  await expect(group(recent).locator('a').first()).toHaveText(pageWords('site', routeAt('/technology'), 'ja').title);
  expect(await addresses(t('search.products'))).toEqual(LESSONS.map(({ path }) => localize(path, 'ja')));
  expect(await addresses(t('search.places'))).toEqual(['/ja/datahub/news', '/ja/datahub/flash', '/ja/support']);
  await page.keyboard.press('ArrowDown');
  await expect(hits(page).first()).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await field(page).fill('ETF');
  await expect(group(recent)).toHaveCount(0);
  await field(page).fill('');
  await page.getByRole('button', { name: t('search.forget') }).click();
  await expect(group(recent)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  expect(await kept(page, RECENT_KEY)).toBeNull();
});

for (const [locale, typed] of [
  ['tw', 'cn'],
  ['cn', 'tw'],
] as const) {
  test(`${locale}: what is typed in the other script finds the page's own term`, async ({ page }) => {
    await live(page);
    await open(page, `${localize('/search', locale)}?${new URLSearchParams({ q: name(typed) })}`);
    await expect(hit(page, TERM(locale))).toBeVisible();
    await expect(hit(page, TERM(locale)).locator('mark').first()).toHaveText(name(locale));
  });
}

test('loads each file once, and nothing again when it is opened again', async ({ page }) => {
  await live(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, '/info');
  await hydrated(page);
  for (const query of ['option', 'future']) {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.insertText(query);
    await expect(hits(page).first()).toBeVisible();
    await expect(page.locator('.search-results[aria-busy="false"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  const files = asked.filter((path) => path.startsWith(SEARCH_PATH));
  expect(files.filter((path, at) => files.indexOf(path) !== at)).toEqual([]);
  expect(firstFiles('en-US').filter((address) => !files.includes(address.replace(/\?.*/, '')))).toEqual([]);
});

test('takes any query for words: markup, patterns, names of objects, signs, half characters, a very long one', async ({
  page,
}) => {
  const wrong = faults(page);
  await open(page, '/search');
  await hydrated(page);
  const hostile = [
    '<img src=x onerror=alert(1)> option',
    '(option+)+$ [a-z]* \\p{L}',
    '__proto__ constructor toString',
    'option\u0000\u202e\u200b',
    'option \ud800',
    `option ${'long '.repeat(50)}`,
    "%' OR 1=1 --",
  ];
  for (const query of hostile) {
    await page.evaluate(() => {
      document.querySelector<HTMLInputElement>('#search-query')?.focus();
    });
    await field(page).fill(query);
    const status = page.locator('.search-results [role="status"]');
    await expect(page.locator('.search-results[aria-busy="false"]')).toBeVisible();
    await expect(status).not.toBeEmpty();
    expect(await page.locator('.search-results :is(img, script)').count(), query).toBe(0);
  }
  // The same by a link.
  await page.goto(`/search?${new URLSearchParams({ q: 'option '.repeat(20_000).slice(0, 8_000) })}`);
  await expect(hit(page, LESSON)).toBeVisible();
  await expect(field(page)).toHaveValue('option '.repeat(20).slice(0, 100));
  expect(wrong).toEqual([]);
});

test('says so when news cannot be searched, and when nothing can', async ({ page }) => {
  const t = translator('en-US');
  await page.route('**/api/web/news/list?*', (route) => route.abort());
  await open(page, '/search?q=option');
  await expect(page.getByText(t('search.newsFailed'))).toBeVisible();
  await expect(hit(page, LESSON)).toBeVisible();

  await page.route(`**${SEARCH_PATH}/**`, (route) => route.abort());
  await open(page, '/search?q=option');
  await expect(page.getByText(t('search.failed'))).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  for (const locale of LOCALE_IDS) {
    test(`${locale}: the button leads to a page that says what to do`, async ({ page }) => {
      await page.goto(localize('/info', locale));
      await page.getByRole('link', { name: translator(locale)('nav.search'), exact: true }).click();
      await page.waitForURL(`**${localize('/search', locale)}`);
      await expect(page.locator('noscript a')).toHaveCount(2);
      await expect(page.locator(`main a[href="${localize('/glossary', locale)}"]`)).toBeVisible();
    });
  }
});
