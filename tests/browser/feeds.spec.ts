/** News and flash: the built pages over the real server, with items of the tests' own in its database. */
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import type { FeedSource } from '../../src/catalogue/sources.ts';
import { FLASH_PUBLISH_PATH, type FlashPublication, IMPORTANCE } from '../../src/contract/all.ts';
import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { routeAt } from '../../src/routes.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { readItems } from '../../src/server/feeds/ingest.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { createStore } from '../../src/server/news/store.ts';
import { FLASH_CHOICE_KEY, PAGE_ITEMS } from '../../src/visit/keys.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace } from '../helpers/database.ts';
import { pageWords } from '../helpers/dist.ts';
import { serve } from '../helpers/serve.ts';
import { expect, faults, foreignRequests, hydrated, kept, PHONE, test as siteTest } from '../helpers/site.ts';

interface Feeds {
  site: string;
  publish: (wish: FlashPublication) => Promise<string>;
}

const t = translator('en-US');
const HOSTILE = '<img src=x onerror=alert(1)> & <script>document.title="owned"</script>';
const NEWS_COUNT = PAGE_ITEMS * 2 + 10;
const HOUR = 3_600_000;
/** What feeds could bring, beside the fixture: each of them tells of itself where it is executed. */
const ATTACKS = [
  '<script>globalThis.owned = 1</script>',
  '<img src="https://owned.example.org/pixel" onerror="globalThis.owned = 1">',
  '<svg onload="globalThis.owned = 1"><animate onbegin="globalThis.owned = 1" attributeName="x" dur="1s"/></svg>',
  '<p style="background:url(https://owned.example.org/css)">styled</p><style>@import "https://owned.example.org/x"</style>',
  '<iframe srcdoc="<script>parent.owned = 1</script>"></iframe><object data="https://owned.example.org/o"></object>',
  '<meta http-equiv="refresh" content="0;url=https://owned.example.org/"><base href="https://owned.example.org/">',
  '<a href="javascript:globalThis.owned=1" autofocus onfocus="globalThis.owned = 1">link</a><form action="https://owned.example.org">',
  '&lt;script&gt;globalThis.owned = 1&lt;/script&gt;',
  '\u2028"}]</script><script>globalThis.owned = 1</script>',
];

/** More than a page of them, over several days. */
const EARLIER_FLASHES = PAGE_ITEMS + 5;

/** Hostile feeds as they are stored: by the parser and the cleaner of the server. */
function ingested(kind: 'news' | 'flash') {
  const source: FeedSource = {
    id: `hostile-${kind}`,
    title: 'Hostile',
    xmlUrl: 'https://feeds.example.org/feed',
    htmlUrl: 'https://feeds.example.org/',
    language: 'en',
    category: 'statistics',
    kind,
    reuse: 'excerpt',
    checked: 'never',
  };
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const items = ATTACKS.map(
    (attack, n) =>
      `<item><title>Attack ${n} ${escaped(attack)}</title><link>https://feeds.example.org/${kind}/${n}</link>` +
      `<description>Told ${n} ${escaped(attack)}</description></item>`,
  );
  const own = Buffer.from(`<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`);
  const fetched = { contentType: 'application/rss+xml', url: source.xmlUrl, etag: null, lastModified: null };
  return [own, ...(kind === 'news' ? [readFileSync('tests/fixtures/feeds/hostile.xml')] : [])].flatMap((bytes) =>
    readItems(source, { ...fetched, bytes, incomplete: null }, new Date()),
  );
}

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
      const japanese = { ...item(1, '市場の休業日のお知らせ', 'exchange', 'nihon'), language: 'ja' as const };
      const store = createStore(database);
      await store.saveItems([...plain, hostile, japanese]);
      await store.saveItems(
        Array.from({ length: EARLIER_FLASHES }, (_, n) => ({
          ...item(n * 8 + 30, `Earlier report ${n}`, 'exchange', 'example-flash'),
          kind: 'flash' as const,
        })),
      );
      await store.saveItems([...ingested('news'), ...ingested('flash')]);
      await database.close();
      const { url, stop } = await serve(BUILDS.site, { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' });
      // The database opens behind a server that listens already.
      await expect.poll(async () => (await fetch(`${url}/api/health/ready`)).status).toBe(200);
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
    await expect(page.locator('.news-lead .news-facts')).toContainText(/\d+ minutes? to read/);
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

  test('filters by source, and marks what is in another language', async ({ page }) => {
    await openList(page);
    await expect(page.getByRole('link', { name: '市場の休業日のお知らせ' })).toHaveCount(0);
    await chip(page, t('news.allLanguages')).click();
    await expect(page).toHaveURL('/datahub/news?language=all');
    const entry = entries(page).filter({ hasText: '市場の休業日のお知らせ' });
    await expect(entry.locator('.language-mark')).toHaveText('Japanese');
    await expect(entry.locator('h3')).toHaveAttribute('lang', 'ja');
    await page.getByText(t('news.sources'), { exact: true }).click();
    await chip(page, 'nihon').click();
    await expect(page).toHaveURL('/datahub/news?language=all&source=nihon');
    await expect(entries(page)).toHaveCount(1);
    await expect(page.locator('.feed-state')).toHaveText(t('news.count', { count: 1 }));
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
    await expect(page.locator('.item header .original')).toHaveAttribute('rel', /noopener/);
    await expect(page.locator('.item .related h3 a').first()).toBeVisible();
    await page.goBack();
    await hydrated(page);
    const again = page.getByRole('link', { name: name ?? '', exact: true });
    await expect(again).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await again.evaluate((link) => link.getBoundingClientRect().top)) - before))
      .toBeLessThan(2);
  });

  for (const kind of ['news', 'flash'] as const) {
    for (const id of ['Ab7', '999999999']) {
      test(`an unknown id of ${kind}, ${id}, is not found and leads back`, async ({ page }) => {
        const { heading, actions } = pageWords('site', routeAt(`/datahub/${kind}/{id}`), 'en-US');
        const response = await page.goto(`/datahub/${kind}/${id}`);
        await hydrated(page);
        expect(response?.status()).toBe(404);
        await expect(page.locator('h1:visible')).toHaveText(heading ?? '');
        await page
          .getByRole('main')
          .getByRole('link', { name: actions?.[0]?.text ?? '' })
          .click();
        await expect(page).toHaveURL(`/datahub/${kind}`);
      });
    }
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

  test('is a feed of articles by days, gone through with the keys, and goes back to earlier ones', async ({
    page,
    feeds,
  }) => {
    await feeds.publish(flashWish(`First of the feed ${Date.now()}`));
    await openFlash(page);
    const feed = page.getByRole('feed', { name: t('flash.list') });
    const articles = feed.getByRole('article');
    await expect(articles.first()).toHaveAttribute('aria-posinset', '1');
    await expect(articles.first()).toHaveAttribute('aria-setsize', '-1');
    const days = await feed.locator('.flash-day').allTextContents();
    expect(days.length).toBeGreaterThan(2);
    expect(new Set(days).size).toBe(days.length);
    await articles.first().focus();
    await page.keyboard.press('PageDown');
    await expect(articles.nth(1)).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(articles.first()).toBeFocused();
    const before = await articles.count();
    await page.getByRole('button', { name: t('flash.older') }).click();
    await expect.poll(() => articles.count()).toBeGreaterThan(before);
  });

  test('shows the important ones only, each with its reason', async ({ page, feeds }) => {
    const stamp = Date.now();
    await feeds.publish(flashWish(`Plain ${stamp}`));
    const id = await feeds.publish(flashWish(`Weighty ${stamp}`, { important: true }));
    await openFlash(page);
    await expect(page.locator('.flash-item', { hasText: `Plain ${stamp}` })).toBeVisible();
    await chip(page, t('flash.importantOnly')).click();
    await expect(page.locator('.flash-item', { hasText: `Plain ${stamp}` })).toHaveCount(0);
    await expect(page.locator(`[data-id="${id}"] .importance`)).toContainText(t('item.reason.editor'));
    await expect(page.locator('.flash-item:not([data-important])')).toHaveCount(0);
    await page.goto(`/datahub/flash/${id}`);
    await hydrated(page);
    await expect(page.locator('.item-importance')).toContainText(t('item.reason.editor'));
    await page.getByRole('link', { name: t('item.rules') }).click();
    await expect(page).toHaveURL('/datahub/flash#importance-rules');
    await expect(page.locator('#importance-rules dt')).toHaveCount(Object.keys(IMPORTANCE).length);
  });

  test('asks again and again where the stream cannot be had, and says how late it is', async ({ page, feeds }) => {
    await page.clock.install();
    await page.route('**/api/web/flash/stream**', (route) => route.abort());
    await page.goto('/datahub/flash');
    await hydrated(page);
    const comes = async (locator: Locator) => {
      await page.clock.runFor(3_000);
      return locator.count();
    };
    const delayed = page.locator('.freshness[data-freshness="delayed"]');
    await expect.poll(() => comes(delayed)).toBe(1);
    await expect(delayed).toHaveText(t('flash.delayed', { seconds: 15 }));
    const title = `Without a stream ${Date.now()}`;
    await feeds.publish(flashWish(title));
    await expect.poll(() => comes(page.locator('.flash-item', { hasText: title }))).toBe(1);
    await page.unroute('**/api/web/flash/stream**');
    await expect.poll(() => comes(page.locator('.freshness[data-freshness="live"]'))).toBe(1);
  });

  test('gives the stream up in a hidden tab, and takes it up again', async ({ page, feeds }) => {
    await openFlash(page);
    const seen = (hidden: boolean) =>
      page.evaluate((is) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: is });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    const asked = page.waitForRequest(/flash\/list\?.*after=/);
    await seen(true);
    await asked;
    const title = `While hidden ${Date.now()}`;
    await feeds.publish(flashWish(title));
    const streamed = page.waitForRequest(/flash\/stream/);
    await seen(false);
    await streamed;
    await expect(flashes(page).first()).toContainText(title);
    await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
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

  test('says on a phone how fresh it is without moving what is below', async ({ page }) => {
    await page.setViewportSize(PHONE);
    for (const locale of LOCALE_IDS) {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/web/flash/**', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(localize('/datahub/flash', locale));
      await hydrated(page);
      await expect(freshness(page)).toHaveAttribute('data-freshness', 'connecting');
      const below = () => page.locator('.flash-settings').evaluate((box) => box.getBoundingClientRect().top);
      const before = await below();
      answer();
      await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
      expect(await below(), locale).toBe(before);
      await page.unroute('**/api/web/flash/**');
    }
  });

  test('without flashes leaves a phone no gap, and what follows is below the first window, where nobody sees it move', async ({
    page,
  }) => {
    await page.route('**/api/web/flash/list**', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, data: { ...data, list: [], next: null } } });
    });
    for (const locale of LOCALE_IDS) {
      await openFlash(page, localize('/datahub/flash', locale));
      await expect(page.locator('.flash')).toContainText(translator(locale)('flash.empty'));
      for (const [width, height] of [
        [PHONE.width, PHONE.height],
        [412, 915],
        [768, 1024],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        const { gap, next } = await page.evaluate(() => {
          const box = (part: string) => document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
          return { gap: box('.flash').bottom - box('.feed-notice').bottom, next: box('.sessions').top };
        });
        expect(next, `${locale} ${width}`).toBeGreaterThanOrEqual(height);
        if (width === PHONE.width) expect(gap, locale).toBeLessThan(64);
      }
    }
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
    await page.getByLabel(t('flash.include')).fill('');
    await page.getByRole('textbox', { name: t('flash.exclude') }).fill('GIRAFFE');
    await expect(page.locator('.flash-item', { hasText: 'zebra' }).first()).toBeVisible();
    await expect(page.locator('.flash-item', { hasText: 'giraffe' })).toHaveCount(0);
    await page.getByLabel(t('flash.zone')).selectOption('UTC');
    await expect(page.locator('.flash-zone-line')).toContainText('UTC');
    await page.getByLabel(t('flash.zone')).selectOption('Asia/Tokyo');
    await expect(page.locator('.flash-zone-line')).toContainText('GMT+9');
    expect(JSON.parse((await kept(page, FLASH_CHOICE_KEY)) ?? '')).toMatchObject({
      exclude: 'GIRAFFE',
      zone: 'Asia/Tokyo',
    });
    await page.reload();
    await hydrated(page);
    await expect(flashes(page).first()).toContainText('zebra');
    await expect(page.locator('.flash-item', { hasText: 'giraffe' })).toHaveCount(0);
    expect(asked.filter((url) => /zebra|giraffe/i.test(url))).toEqual([]);
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
    const breadcrumb = page.getByRole('navigation', { name: translator('ja')('nav.breadcrumb') });
    await expect(breadcrumb.getByRole('link', { name: translator('ja')('route.flash') })).toBeVisible();
    await feeds.publish({ action: 'revise', id, title: `${title}, revised` });
    await page.reload();
    await hydrated(page);
    await expect(page.locator('h1:visible')).toHaveText(`${title}, revised`);
    await expect(page.locator('.item-revisions li')).toContainText(title);
    await expect(page.locator('.item > header .mark')).toHaveText(translator('ja')('news.revised'));
    await page
      .getByRole('main')
      .getByRole('link', { name: translator('ja')('item.back') })
      .first()
      .click();
    await expect(page).toHaveURL('/ja/datahub/flash');
  });
});

test.describe('what hostile feeds bring', () => {
  // Without the policy, so that nothing but the cleaning stands between a feed and the reader.
  test.use({ bypassCSP: true });

  test('is text wherever it is shown: nothing is executed, nothing is loaded', async ({ page, feeds }) => {
    test.slow();
    const foreign = foreignRequests(page, feeds.site);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const harmless = async () => {
      expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
      const items = page.locator(':is(.news-list, .flash-feed, .item, .latest)');
      expect(await items.count()).toBeGreaterThan(0);
      await expect(items.locator('script, style, iframe, object, embed, form, meta, base, svg, img')).toHaveCount(0);
      await expect(items.locator('[onerror], [onload], [onclick], [onfocus], [style]')).toHaveCount(0);
      const links = await items
        .locator('a')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).protocol));
      expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
    };
    await openList(page, '?source=hostile-news');
    await expect(entries(page)).toHaveCount(ingested('news').length);
    await harmless();
    const hrefs = await page
      .locator('.news-entry h3 a')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    await openFlash(page);
    const attack = page.locator('.flash-item', { hasText: 'Attack 0' });
    while ((await attack.count()) === 0) {
      const before = await flashes(page).count();
      await page.getByRole('button', { name: t('flash.older') }).click();
      await expect.poll(() => flashes(page).count()).toBeGreaterThan(before);
    }
    await harmless();
    for (const href of hrefs) {
      await page.goto(href);
      await hydrated(page);
      await expect(page.locator('.item h1')).toBeVisible();
      await harmless();
    }
    await page.goto('/');
    await hydrated(page);
    await expect(page.locator('.latest li')).toHaveCount(6);
    await harmless();
    expect(dialogs).toEqual([]);
    expect(foreign).toEqual([]);
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
      expect(await page.locator('.sessions').getByRole('rowheader').count()).toBeGreaterThanOrEqual(8);
      await page.getByText(say('flash.closings')).click();
      await expect(page.locator('.closings time[datetime="2026-12-25"]').first()).toBeVisible();
      await expect(page.getByRole('link', { name: say('feed.json') })).toBeVisible();
      await expect(page.locator('.flash')).toBeHidden();

      await page.goto(localize('/', locale));
      await expect(page.locator('.latest li')).toHaveCount(6);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
    });
  }
});
