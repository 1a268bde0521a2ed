/** News on the built pages with the real server. */

import { PAGE_ITEMS } from '../../../src/browserState/keys.ts';
import { marketDays } from '../../../src/components/feeds/sessions.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { WAIT_FOR_STYLES } from '../../../src/layouts/boot/waitForStyles.ts';
import { type MarketDay, weekOf } from '../../../src/markets/week.ts';
import { routeAt } from '../../../src/routes.ts';
import {
  asBuilt,
  chip,
  entries,
  feedEntries,
  flashes,
  HOSTILE,
  ingested,
  NEWS_COUNT,
  openFlash,
  openList,
  t,
  test,
} from '../../helpers/browser/feeds.ts';
import { comeNear, expect, foreignRequests, hydrated } from '../../helpers/browser/site.ts';
import { pageWords } from '../../helpers/dist.ts';
import { newsItem } from '../../helpers/feeds/newsItem.ts';
import { SHORT } from '../../helpers/short.ts';

test.describe('news', () => {
  test('shows the house and the feeds in one list, each with time, zone, source and a safe way to the original', {
    tag: SHORT,
  }, async ({ page }) => {
    await openList(page);
    await expect(feedEntries(page)).toHaveCount(PAGE_ITEMS);
    const first = entries(page).first();
    await expect(first.locator('time')).toHaveText(/ UTC$/);
    const original = page.locator('.original').first();
    await expect(original).toHaveAttribute('rel', /noopener/);
    await expect(original).toContainText(t('news.item.external'));
    await expect(page.locator('.week')).toHaveCount(0);
    const titles = await page.locator('.news-entry h3').allTextContents();
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('names the company and its licence at what a company has published', async ({ page }) => {
    const company = { name: 'Aoki Securities', licence: 'FIB 123', authority: 'FSA' };
    const item = newsItem(9001, {
      company,
      source: { id: 'company-aoki', name: company.name },
      category: 'analysis',
      link: null,
      title: 'Chip makers lead the Nikkei higher',
    });
    await asBuilt(page, '/datahub/news');
    await page.route('**/api/web/news/list?*', (route) =>
      route.fulfill({ json: { code: SUCCESS, message: 'OK', data: { list: [item], next: null } } }),
    );
    await openList(page);
    const entry = page.locator('.news-entry', { hasText: item.title });
    await expect(entry).toContainText(company.name);
    await expect(entry).toContainText(t('news.item.company', company));
    await expect(entry).toContainText(t('news.category.analysis'));
    await expect(entry.locator('.original')).toHaveCount(0);
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
    await page.getByLabel(t('news.filter.search')).fill('number 12');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/datahub/news?category=regulator&q=number+12');
    await expect(entries(page)).toHaveCount(1);
    await page.reload();
    await hydrated(page);
    await expect(entries(page)).toHaveCount(1);
    await expect(page.getByLabel(t('news.filter.search'))).toHaveValue('number 12');
    await expect(chip(page, t('news.category.regulator'))).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(page).toHaveURL('/datahub/news?category=regulator');
    await expect(page.getByLabel(t('news.filter.search'))).toHaveValue('');
    await expect(entries(page).nth(2)).toBeVisible();
  });

  test('filters by source, and marks what is in another language', async ({ page }) => {
    await openList(page);
    await expect(page.getByRole('link', { name: '市場の休業日のお知らせ' })).toHaveCount(0);
    await page.getByText(t('news.filter.moreFilters'), { exact: true }).click();
    await chip(page, t('news.filter.allLanguages')).click();
    await expect(page).toHaveURL('/datahub/news?language=all');
    const entry = entries(page).filter({ hasText: '市場の休業日のお知らせ' });
    await expect(entry.locator('.language-mark')).toHaveText('Japanese');
    await expect(entry.locator('h3')).toHaveAttribute('lang', 'ja');
    await chip(page, 'nihon').click();
    await expect(page).toHaveURL('/datahub/news?language=all&source=nihon');
    await expect(entries(page)).toHaveCount(1);
    await expect(page.locator('.feed-state')).toHaveText(t('news.list.count', { count: 1 }));
  });

  test('says when nothing fits, and how to go on', async ({ page }) => {
    await openList(page, '?q=nosuchword');
    await expect(page.getByText(t('news.list.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('news.list.clear') }).click();
    await expect(page).toHaveURL('/datahub/news');
    await expect(feedEntries(page)).toHaveCount(PAGE_ITEMS);
  });

  test('says in a line when the feeds have brought nothing, and shows the calendar of the week', async ({ page }) => {
    // The page has the days from that of its build.
    const days = marketDays('en-US', new Date().toISOString().slice(0, 10));
    const [{ date }] = days as [MarketDay];
    const expected = weekOf(days, date).map((day) => day.date);
    await page.clock.install({ time: new Date(`${date}T12:00:00Z`) });
    await asBuilt(page, '/datahub/news');
    const nothing = { code: SUCCESS, message: '', data: { list: [], next: null } };
    await page.route('**/api/web/news/list**', (route) => route.fulfill({ json: nothing }));
    await page.goto('/datahub/news');
    await hydrated(page);
    await expect(page.getByText(t('news.list.none'))).toBeVisible();
    const week = page.locator('.week');
    await expect(week.getByRole('heading')).toHaveText(t('news.list.week'));
    const shown = () => week.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    await expect.poll(shown).toEqual(expected);
    const [calendar, list, notes] = await Promise.all(
      ['.week', '.news-main .news-list', '.house-notes'].map(async (part) => page.locator(part).boundingBox()),
    );
    expect(calendar?.y).toBeLessThan(list?.y ?? 0);
    expect(notes?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0));
  });

  test('says when it fails, keeps the articles of the house, and tries again', async ({ page }) => {
    await asBuilt(page, '/datahub/news');
    await page.route('**/api/web/news/list**', (route) => route.abort());
    await page.goto('/datahub/news');
    await hydrated(page);
    await expect(page.getByText(t('news.list.failed'))).toBeVisible();
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

  for (const [kind, id] of [
    ['news', 'Ab7'],
    ['flash', '999999999'],
  ] as const) {
    test(`an unknown id of ${kind}, ${id}, is not found and leads back`, async ({ page }) => {
      const { heading, actions } = pageWords('site', routeAt(`/datahub/${kind}/{id}`), 'en-US');
      const response = await page.goto(`/datahub/${kind}/${id}`);
      await hydrated(page);
      expect(response?.status()).toBe(404);
      await expect(page.locator('h1:visible')).toHaveText(heading ?? '');
      await expect(page).toHaveTitle(`${heading} · Finger`);
      await page
        .getByRole('main')
        .getByRole('link', { name: actions?.[0]?.text ?? '' })
        .click();
      await expect(page).toHaveURL(`/datahub/${kind}`);
    });
  }
});

test.describe('what hostile feeds bring', () => {
  // Without the content security policy, so that only the sanitizer protects the reader from a feed.
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
      // Our own articles have one script, between their opening and what follows.
      const foreign = await items
        .locator('script, style, iframe, object, embed, form, meta, base, svg, img')
        .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
      expect(foreign.filter((html) => html !== `<script>${WAIT_FOR_STYLES}</script>`)).toEqual([]);
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
    await comeNear(page, '.latest');
    await expect(page.locator('.latest li')).toHaveCount(6);
    await harmless();
    expect(dialogs).toEqual([]);
    expect(foreign).toEqual([]);
  });
});

test.describe('without script and without our server', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of LOCALE_IDS) {
    test(`articles, hours and feeds are there in ${locale}`, async ({ page }) => {
      const say = translator(locale);
      for (const path of ['/datahub/news', '/datahub/flash']) await asBuilt(page, localize(path, locale));
      await page.goto(localize('/datahub/news', locale));
      await expect(page.locator('.week time').first()).toBeVisible();
      expect(await entries(page).count()).toBeGreaterThanOrEqual(3);
      await expect(page.locator('.house-notes h3 a').first()).toBeVisible();
      await expect(page.getByRole('link', { name: say('feed.rss') })).toHaveAttribute('href', new RegExp(`${locale}$`));
      await expect(page.locator('.feed-filters')).toBeHidden();
      await entries(page).first().locator('h3 a').click();
      await expect(page.locator('.related .news-entry')).toHaveCount(3);
      await page
        .locator('.related')
        .getByRole('link', { name: say('item.page.back') })
        .click();
      await expect(page).toHaveURL(localize('/datahub/news', locale));

      await page.goto(localize('/datahub/flash', locale));
      await expect(page.getByRole('heading', { name: say('flashPage.sessions') })).toBeVisible();
      expect(await page.locator('.sessions').getByRole('rowheader').count()).toBeGreaterThanOrEqual(8);
      await page.getByText(say('flashPage.closings')).click();
      await expect(page.locator('.closings time[datetime="2026-12-25"]').first()).toBeVisible();
      await expect(page.getByRole('link', { name: say('feed.json') })).toBeVisible();
      await expect(page.locator('.flash')).toHaveText('', { useInnerText: true });

      await page.goto(localize('/', locale));
      await expect(page.locator('.latest li')).toHaveCount(6);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
    });
  }
});
