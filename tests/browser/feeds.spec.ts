/** News and flash: the built pages over the real server, with items of the tests' own in its database. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import { FLASH_PUBLISH_PATH, type FlashPublication } from '../../src/api/contract.ts';
import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { createStore } from '../../src/server/news/store.ts';
import { FLASH_CHOICE_KEY, PAGE_ITEMS } from '../../src/stores/keys.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace } from '../helpers/database.ts';
import { serve } from '../helpers/serve.ts';
import { expect, faults, hydrated, kept, PHONE, test as siteTest } from '../helpers/site.ts';

interface Feeds {
  site: string;
  publish: (wish: FlashPublication) => Promise<string>;
}

const t = translator('en-US');
const HOSTILE = '<img src=x onerror=alert(1)> & <script>document.title="owned"</script>';
const NEWS_COUNT = PAGE_ITEMS * 2 + 10;
const HOUR = 3_600_000;

const test = siteTest.extend<{ quiet: undefined }, { feeds: Feeds }>({
  feeds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
    async ({}, use) => {
      const place = await filledPlace();
      const database = await openDatabase(place);
      const token = await addEditor(database.orm, 'Test');
      const item = (n: number, title: string, category: string, sourceId: string) => ({
        sourceId,
        kind: 'news' as const,
        guid: `g${sourceId}${n}`,
        link: `https://www.example.org/${sourceId}/${n}`,
        title,
        summary: `Summary ${n}`,
        language: 'en' as const,
        category,
        publishedAt: new Date(Date.now() - n * HOUR),
      });
      const plain = Array.from({ length: NEWS_COUNT }, (_, n) =>
        item(n + 1, `Report number ${n + 1} on matters of the market`, n % 2 ? 'regulator' : 'exchange', 'example'),
      );
      const hostile = { ...item(0, HOSTILE, 'statistics', 'hostile'), link: 'https://www.example.org/?"><b>' };
      await createStore(database).saveItems([...plain, hostile]);
      await database.close();
      const { url, stop } = await serve(BUILDS.site, { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' });
      const publish = async (wish: FlashPublication) => {
        const answer = await fetch(url + FLASH_PUBLISH_PATH, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', token },
          body: JSON.stringify(wish),
        });
        const { code, data } = (await answer.json()) as { code: number; data: { id: string } };
        expect(code).toBe(20000);
        return data.id;
      };
      await use({ site: url, publish });
      await stop();
      await place.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ feeds }, use) => use(feeds.site),
  // What Chromium itself says of a page that answers 404 is no fault of the page.
  quiet: [
    async ({ page }, use) => {
      const found = faults(page);
      await use(undefined);
      expect(found.filter((fault) => !/^Failed to load resource: |ViewTransition/.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

const flashWish = (title: string, own = {}): FlashPublication => ({
  action: 'publish',
  language: 'en',
  title,
  summary: null,
  link: null,
  category: 'desk',
  important: false,
  symbols: [],
  ...own,
});

const entries = (page: Page) => page.locator('.news-list .news-entry');
const feedEntries = (page: Page) => page.locator('.news-list .original');
const flashes = (page: Page) => page.locator('.flash-item');
const pill = (page: Page) => page.locator('.flash-news button');
const freshness = (page: Page) => page.locator('.freshness');
const chip = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/datahub/news${search}`);
  await hydrated(page);
  await expect(page.locator('.news-list')).toHaveAttribute('aria-busy', 'false');
}

async function openFlash(page: Page, address = '/datahub/flash'): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
}

test.describe('news', () => {
  test('shows the house and the feeds in one list, each with time, zone, source and a safe way to the original', async ({
    page,
  }) => {
    await openList(page);
    await expect(feedEntries(page)).toHaveCount(PAGE_ITEMS);
    const first = entries(page).first();
    await expect(first.locator('time')).toHaveText(/ UTC$/);
    const original = page.locator('.original').first();
    await expect(original).toHaveAttribute('rel', /noopener/);
    await expect(original).toContainText(t('news.external'));
    const titles = await page.locator(':is(.news-lead h2, .news-entry h3)').allTextContents();
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('shows a hostile title as text', async ({ page }) => {
    await openList(page);
    await expect(page.getByRole('link', { name: HOSTILE })).toBeVisible();
    await page.getByRole('link', { name: HOSTILE }).click();
    await expect(page.locator('h1:visible')).toHaveText(HOSTILE);
    await expect(page).toHaveTitle(`${HOSTILE} · Finger`);
    await expect(page.locator('main img')).toHaveCount(0);
  });

  test('keeps its filters in the address, and back takes them away again', async ({ page }) => {
    await openList(page);
    await chip(page, t('news.category.regulator')).click();
    await expect(page).toHaveURL('/datahub/news?category=regulator');
    await expect(page.locator('.news-entry', { hasText: t('news.category.exchange') })).toHaveCount(0);
    await expect(feedEntries(page).first()).toBeVisible();
    await page.getByLabel(t('news.search')).fill('number 12');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/datahub/news?category=regulator&q=number+12');
    await expect(entries(page)).toHaveCount(1);
    await page.reload();
    await hydrated(page);
    await expect(entries(page)).toHaveCount(1);
    await expect(page.getByLabel(t('news.search'))).toHaveValue('number 12');
    await expect(chip(page, t('news.category.regulator'))).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(page).toHaveURL('/datahub/news?category=regulator');
    await expect(page.getByLabel(t('news.search'))).toHaveValue('');
    await expect(entries(page).nth(2)).toBeVisible();
  });

  test('says when nothing fits, and how to go on', async ({ page }) => {
    await openList(page, '?q=nosuchword');
    await expect(page.getByText(t('news.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('news.clear') }).click();
    await expect(page).toHaveURL('/datahub/news');
    await expect(feedEntries(page)).toHaveCount(PAGE_ITEMS);
  });

  test('says when it fails, keeps the articles of the house, and tries again', async ({ page }) => {
    await page.route('**/api/web/news/list**', (route) => route.abort());
    await page.goto('/datahub/news');
    await hydrated(page);
    await expect(page.getByText(t('news.failed'))).toBeVisible();
    await expect(entries(page).first()).toBeVisible();
    await page.unroute('**/api/web/news/list**');
    await page.getByRole('button', { name: t('news.again') }).click();
    await expect(feedEntries(page)).toHaveCount(PAGE_ITEMS);
  });

  test('goes on while it is scrolled, and back finds list and place again', async ({ page }) => {
    await openList(page);
    await page.locator('.feed-end').scrollIntoViewIfNeeded();
    await expect(feedEntries(page)).toHaveCount(NEWS_COUNT - 9 > PAGE_ITEMS * 2 ? PAGE_ITEMS * 2 : NEWS_COUNT, {
      timeout: 15_000,
    });
    const target = entries(page).nth(45).locator('h3 a');
    await target.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const name = await target.textContent();
    const before = await target.evaluate((link) => link.getBoundingClientRect().top);
    await target.click();
    await expect(page.locator('h1:visible')).toHaveText(name ?? '');
    await page.goBack();
    await hydrated(page);
    const again = page.getByRole('link', { name: name ?? '', exact: true });
    await expect(again).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await again.evaluate((link) => link.getBoundingClientRect().top)) - before))
      .toBeLessThan(2);
  });

  for (const id of ['Ab7', '999999999']) {
    test(`an unknown id, ${id}, is not found and leads back`, async ({ page }) => {
      const response = await page.goto(`/datahub/news/${id}`);
      await hydrated(page);
      expect(response?.status()).toBe(404);
      await expect(page.locator('h1:visible')).toHaveText('This news item is not here');
      await page.getByRole('main').getByRole('link', { name: 'Back to News' }).click();
      await expect(page).toHaveURL('/datahub/news');
    });
  }
});

test.describe('flash', () => {
  test('what is published is seen at once in a second tab, revised in its place, and taken back', async ({
    page,
    context,
    feeds,
  }) => {
    const other = await context.newPage();
    await openFlash(other);
    await openFlash(page);
    const title = `Seen at once ${Date.now()}`;
    const id = await feeds.publish(flashWish(title, { important: true }));
    for (const tab of [other, page]) {
      const item = tab.locator(`[data-id="${id}"]`);
      await expect(item).toContainText(title);
      await expect(item.locator('.important')).toHaveText(t('news.important'));
      await expect(item).toHaveAttribute('aria-posinset', '1');
    }
    await feeds.publish({ action: 'revise', id, title: `${title}, revised` });
    const item = other.locator(`[data-id="${id}"]`);
    await expect(item).toContainText(`${title}, revised`);
    await expect(item.locator('.mark')).toHaveText(t('news.revised'));
    await feeds.publish({ action: 'withdraw', id });
    await expect(item).toContainText(t('flash.withdrawn'));
    await expect(item).not.toContainText(title);
  });

  test('holds new ones back while the reader is away from the top or pauses', async ({ page, feeds }) => {
    for (let n = 0; n < 12; n++) await feeds.publish(flashWish(`Filling the page, line ${n} ${Date.now()}`));
    await page.setViewportSize(PHONE);
    await openFlash(page);
    await flashes(page).nth(9).scrollIntoViewIfNeeded();
    const place = await flashes(page)
      .nth(9)
      .evaluate((item) => item.getBoundingClientRect().top);
    const shown = await flashes(page).count();
    const title = `While away ${Date.now()}`;
    await feeds.publish(flashWish(title));
    await expect(pill(page)).toHaveText(t('flash.new', { count: 1 }));
    await expect(flashes(page)).toHaveCount(shown);
    expect(
      await flashes(page)
        .nth(9)
        .evaluate((item) => item.getBoundingClientRect().top),
    ).toBe(place);
    await pill(page).click();
    await expect(flashes(page).first()).toContainText(title);
    await expect(pill(page)).toHaveCount(0);

    await chip(page, t('flash.pause')).click();
    const paused = `While paused ${Date.now()}`;
    await feeds.publish(flashWish(paused));
    await expect(pill(page)).toHaveText(t('flash.new', { count: 1 }));
    await chip(page, t('flash.resume')).click();
    await expect(flashes(page).first()).toContainText(paused);
  });

  test('comes in above without moving what is read', async ({ page, feeds }) => {
    await feeds.publish(flashWish(`Being read ${Date.now()}`));
    await openFlash(page);
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    const read = page.locator('.flash-item .flash-body').first();
    await read.evaluate((body) => body.setAttribute('data-read', ''));
    const before = await read.evaluate((body) => body.getBoundingClientRect().top);
    const title = `Comes in above ${Date.now()}`;
    await feeds.publish(flashWish(title));
    await expect(flashes(page).first()).toContainText(title);
    const after = await page.locator('[data-read]').evaluate((body) => body.getBoundingClientRect().top);
    expect(Math.abs(after - before)).toBeLessThan(2);
    await expect(page.locator('.flash [role="status"]')).toHaveText(t('flash.new', { count: 1 }));
  });

  test('keeps words and zone on this device and sends them nowhere', async ({ page, feeds }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await feeds.publish(flashWish(`Wanted zebra ${Date.now()}`));
    await feeds.publish(flashWish(`Unwanted giraffe ${Date.now()}`));
    await openFlash(page);
    await page.getByText(t('flash.settings')).click();
    await page.getByLabel(t('flash.include')).fill('zebra');
    await expect(page.locator('.flash-item', { hasText: 'giraffe' })).toHaveCount(0);
    await page.getByLabel(t('flash.zone')).selectOption('Asia/Tokyo');
    await expect(page.locator('.flash-zone-line')).toContainText('GMT+9');
    expect(JSON.parse((await kept(page, FLASH_CHOICE_KEY)) ?? '')).toMatchObject({
      include: 'zebra',
      zone: 'Asia/Tokyo',
    });
    await page.reload();
    await hydrated(page);
    await expect(flashes(page).first()).toContainText('zebra');
    await expect(page.locator('.flash-item', { hasText: 'giraffe' })).toHaveCount(0);
    expect(asked.filter((url) => url.includes('zebra'))).toEqual([]);
  });

  test('says that it is offline and since when, and comes back', async ({ page, context }) => {
    await openFlash(page);
    await context.setOffline(true);
    await expect(freshness(page)).toHaveText(/^Offline: as of \d\d:\d\d$/);
    await context.setOffline(false);
    await expect(freshness(page)).toHaveText(t('flash.live'));
  });

  test('a flash has a page of its own', async ({ page, feeds }) => {
    const title = `Of its own ${Date.now()}`;
    const id = await feeds.publish(flashWish(title, { summary: 'With a summary' }));
    await page.goto(`/ja/datahub/flash/${id}`);
    await hydrated(page);
    await expect(page.locator('h1:visible')).toHaveText(title);
    await expect(page.locator('h1:visible')).toHaveAttribute('lang', 'en');
    await page
      .getByRole('main')
      .getByRole('link', { name: translator('ja')('item.back') })
      .first()
      .click();
    await expect(page).toHaveURL('/ja/datahub/flash');
  });
});

test('home shows the three latest of each, and nothing moves', async ({ page, feeds }) => {
  const title = `On home ${Date.now()}`;
  await feeds.publish(flashWish(title));
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/web\/(news|flash)\/list/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await hydrated(page);
    const height = () => page.locator('.latest').evaluate((box) => box.getBoundingClientRect().height);
    const before = await height();
    answer();
    await expect(page.locator('.latest section').last()).toContainText(title);
    await expect(page.locator('.latest li')).toHaveCount(6);
    expect(await height()).toBe(before);
    await page.unroute(/\/api\/web\/(news|flash)\/list/);
  }
});

for (const locale of ['en-US', 'ja'] as const) {
  test(`axe finds no violation, and 360 px are enough, in ${locale}`, async ({ page, feeds }) => {
    test.slow();
    const language = locale === 'ja' ? 'ja' : 'en';
    const id = await feeds.publish(flashWish(`axe ${locale} ${Date.now()}`, { language, important: true }));
    await page.setViewportSize(PHONE);
    const found: string[] = [];
    for (const path of ['/datahub/news', '/datahub/flash', `/datahub/flash/${id}`, '/']) {
      await page.goto(localize(path, locale));
      await hydrated(page);
      await page.waitForLoadState('load');
      await expect(page.locator('.news-list li, .flash-item, .item, .latest li').first()).toBeVisible();
      for (const summary of await page.locator('.flash-settings summary, .chips-more summary').all())
        await summary.click();
      for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => {
          if (name === 'dark') document.documentElement.dataset.theme = name;
          else delete document.documentElement.dataset.theme;
        }, theme);
        const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] });
        const { violations } = await axe.setLegacyMode().analyze();
        found.push(
          ...violations.map(
            ({ id, nodes }) => `${path} ${theme} ${id}: ${nodes.map(({ target }) => target).join(', ')}`,
          ),
        );
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width);
    }
    expect(found).toEqual([]);
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of LOCALE_IDS) {
    test(`articles, hours and feeds are there in ${locale}`, async ({ page }) => {
      const say = translator(locale);
      await page.goto(localize('/datahub/news', locale));
      await expect(page.locator('.news-lead h2 a')).toBeVisible();
      expect(await entries(page).count()).toBeGreaterThanOrEqual(5);
      await expect(page.getByRole('link', { name: say('feed.rss') })).toHaveAttribute('href', new RegExp(`${locale}$`));
      await expect(page.locator('.feed-filters')).toBeHidden();
      await page.locator('.news-lead h2 a').click();
      await expect(page.locator('.related .news-entry')).toHaveCount(3);
      await page
        .locator('.related')
        .getByRole('link', { name: say('item.back') })
        .click();
      await expect(page).toHaveURL(localize('/datahub/news', locale));

      await page.goto(localize('/datahub/flash', locale));
      await expect(page.getByRole('heading', { name: say('flash.sessions') })).toBeVisible();
      expect(await page.locator('.sessions tbody tr').count()).toBeGreaterThanOrEqual(8);
      await expect(page.getByRole('link', { name: say('feed.json') })).toBeVisible();
      await expect(page.locator('.flash')).toBeHidden();

      await page.goto(localize('/', locale));
      await expect(page.locator('.latest li')).toHaveCount(6);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
    });
  }
});
