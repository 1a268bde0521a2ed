/** Flashes on the built pages with the real server, and on the home page. */
import type { Locator } from 'playwright/test';
import { FLASH_CHOICE_KEY } from '../../../src/browserState/keys.ts';
import { IMPORTANCE, LANGUAGE_OF } from '../../../src/contract/all.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { asBuilt, chip, flashes, freshness, newFlash, openFlash, pill, t, test } from '../../helpers/browser/feeds.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { comeNear, expect, hydrated, kept, PHONE, WORDED } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

test.describe('flash', () => {
  test('what is published is seen at once in a second tab, revised in its place, and taken back', {
    tag: SHORT,
  }, async ({ page, context, feeds }) => {
    const other = await context.newPage();
    await openFlash(other);
    await openFlash(page);
    const title = `Seen at once ${Date.now()}`;
    const id = await feeds.publish(newFlash(title, { important: true }));
    for (const tab of [other, page]) {
      const item = tab.locator(`[data-id="${id}"]`);
      await expect(item).toContainText(title);
      await expect(item.locator('.important')).toHaveText(t('news.item.important'));
      await expect(item).toHaveAttribute('aria-posinset', '1');
    }
    await feeds.publish({ action: 'revise', id, title: `${title}, revised` });
    const item = other.locator(`[data-id="${id}"]`);
    await expect(item).toContainText(`${title}, revised`);
    await expect(item.locator('.mark')).toHaveText(t('news.item.revised'));
    await feeds.publish({ action: 'withdraw', id });
    await expect(item).toContainText(t('flash.withdrawn'));
    await expect(item).not.toContainText(title);
  });

  test('is a feed of articles by days, gone through with the keys, and goes back to earlier ones', async ({
    page,
    feeds,
  }) => {
    await feeds.publish(newFlash(`First of the feed ${Date.now()}`));
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
    await feeds.publish(newFlash(`Plain ${stamp}`));
    const id = await feeds.publish(newFlash(`Weighty ${stamp}`, { important: true }));
    await openFlash(page);
    await expect(page.locator('.flash-item', { hasText: `Plain ${stamp}` })).toBeVisible();
    await chip(page, t('flash.importantOnly')).click();
    await expect(page.locator('.flash-item', { hasText: `Plain ${stamp}` })).toHaveCount(0);
    await expect(page.locator(`[data-id="${id}"] .importance`)).toContainText(t('item.reason.editor'));
    await expect(page.locator('.flash-item:not([data-important])')).toHaveCount(0);
    await page.goto(`/datahub/flash/${id}`);
    await hydrated(page);
    await expect(page.locator('.item-importance')).toContainText(t('item.reason.editor'));
    await page.getByRole('link', { name: t('item.page.rules') }).click();
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
    const soon = { intervals: [50] };
    await expect.poll(() => comes(delayed), soon).toBe(1);
    await expect(delayed).toHaveText(t('flash.fresh.delayed', { seconds: 15 }));
    const title = `Without a stream ${Date.now()}`;
    await feeds.publish(newFlash(title));
    await expect.poll(() => comes(page.locator('.flash-item', { hasText: title })), soon).toBe(1);
    await page.unroute('**/api/web/flash/stream**');
    await expect.poll(() => comes(page.locator('.freshness[data-freshness="live"]')), soon).toBe(1);
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
    await feeds.publish(newFlash(title));
    const streamed = page.waitForRequest(/flash\/stream/);
    await seen(false);
    await streamed;
    await expect(flashes(page).first()).toContainText(title);
    await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
  });

  test('holds new ones back while the reader is away from the top or pauses', async ({ page, feeds }) => {
    for (let n = 0; n < 11; n++) await feeds.publish(newFlash(`Filling the page, line ${n} ${Date.now()}`));
    const last = `Filling the page, the last line ${Date.now()}`;
    await feeds.publish(newFlash(last));
    await page.setViewportSize(PHONE);
    // The list that the server fills may lack the last ones for a moment.
    await expect.poll(async () => (await page.request.get('/datahub/flash')).text()).toContain(last);
    await openFlash(page);
    await expect(flashes(page).first()).toContainText(last);
    await flashes(page).nth(9).scrollIntoViewIfNeeded();
    const place = await flashes(page)
      .nth(9)
      .evaluate((item) => item.getBoundingClientRect().top);
    const shown = await flashes(page).count();
    const title = `While away ${Date.now()}`;
    await feeds.publish(newFlash(title));
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
    await feeds.publish(newFlash(paused));
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
      // A list that the server has filled may lack the last flash, which would come in between.
      await asBuilt(page, localize('/datahub/flash', locale));
      await page.goto(localize('/datahub/flash', locale));
      await hydrated(page);
      await expect(freshness(page)).toHaveAttribute('data-freshness', 'none');
      const below = () => page.locator('.flash-settings').evaluate((box) => box.getBoundingClientRect().top);
      const before = await below();
      answer();
      await expect(freshness(page)).toHaveAttribute('data-freshness', 'live');
      expect(await below(), locale).toBe(before);
      await page.unroute('**/api/web/flash/**');
    }
  });

  test('without flashes leaves no gap, and nothing that is seen moves', async ({ page }) => {
    await page.route('**/api/web/flash/list**', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, data: { ...data, list: [], next: null } } });
    });
    for (const locale of LOCALE_IDS) {
      await asBuilt(page, localize('/datahub/flash', locale));
      for (const [width, height] of [
        [PHONE.width, PHONE.height],
        [768, 1024],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await openFlash(page, localize('/datahub/flash', locale));
        await expect(page.locator('.flash')).toContainText(translator(locale)('flash.empty'));
        const gap = await page.evaluate(() => {
          const bottom = (part: string) => document.querySelector(part)?.getBoundingClientRect().bottom ?? Number.NaN;
          return bottom('.flash') - bottom('.feed-notice');
        });
        // On a wide screen, the next opens and closes beside the feed give the height.
        if (width < 1152) expect(gap, `${locale} ${width}`).toBeLessThan(32);
        expect(await layoutShifts(page), `${locale} ${width}`).toEqual([]);
      }
    }
  });

  test('comes in above without moving what is read', async ({ page, feeds }) => {
    await feeds.publish(newFlash(`Being read ${Date.now()}`));
    await openFlash(page);
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    const read = page.locator('.flash-item .flash-body').first();
    await read.evaluate((body) => body.setAttribute('data-read', ''));
    const before = await read.evaluate((body) => body.getBoundingClientRect().top);
    const title = `Comes in above ${Date.now()}`;
    await feeds.publish(newFlash(title));
    await expect(flashes(page).first()).toContainText(title);
    const after = await page.locator('[data-read]').evaluate((body) => body.getBoundingClientRect().top);
    expect(Math.abs(after - before)).toBeLessThan(2);
    await expect(page.locator('.flash [role="status"]')).toHaveText(t('flash.new', { count: 1 }));
  });

  test('keeps words and zone on this device and sends them nowhere', async ({ page, feeds }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await feeds.publish(newFlash(`Wanted zebra ${Date.now()}`));
    await feeds.publish(newFlash(`Unwanted giraffe ${Date.now()}`));
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
    await expect(page.locator('.flash-zone-line')).toContainText('UTC+9');
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

  test('keeps category and language in the address, for Back and for who gets the link', async ({ page, feeds }) => {
    const english = `In English ${Date.now()}`;
    const japanese = `日本語の速報 ${Date.now()}`;
    await feeds.publish(newFlash(english));
    await feeds.publish(newFlash(japanese, { language: 'ja' }));
    await openFlash(page);
    await expect(flashes(page).filter({ hasText: english })).toBeVisible();
    await expect(flashes(page).filter({ hasText: japanese })).toHaveCount(0);
    await chip(page, t('news.filter.allLanguages')).click();
    await expect(page).toHaveURL(/\?language=all$/);
    await expect(flashes(page).filter({ hasText: japanese }).getByRole('link').first()).toHaveAttribute('lang', 'ja');
    await chip(page, t('news.category.desk')).click();
    await expect(page).toHaveURL(/\?language=all&category=desk$/);
    await page.reload();
    await hydrated(page);
    await expect(chip(page, t('news.category.desk'))).toHaveAttribute('aria-pressed', 'true');
    await expect(flashes(page).filter({ hasText: japanese })).toBeVisible();
    await page.goBack();
    await expect(chip(page, t('news.filter.all'))).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(flashes(page).filter({ hasText: japanese })).toHaveCount(0);
  });

  test('says that it is offline and since when, and comes back', async ({ page, context }) => {
    await openFlash(page);
    await context.setOffline(true);
    await expect(freshness(page)).toHaveText(/^Offline: as of \d{1,2}:\d\d\s[ap]\.m\.$/);
    await context.setOffline(false);
    await expect(freshness(page)).toHaveText(t('flash.fresh.live'));
  });

  test('a flash has a page of its own', async ({ page, feeds }) => {
    const title = `Of its own ${Date.now()}`;
    const id = await feeds.publish(newFlash(title, { summary: 'With a summary' }));
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
    await expect(page.locator('.item > header .mark')).toHaveText(translator('ja')('news.item.revised'));
    await page
      .getByRole('main')
      .getByRole('link', { name: translator('ja')('item.page.back') })
      .first()
      .click();
    await expect(page).toHaveURL('/ja/datahub/flash');
  });
});

for (const locale of WORDED) {
  test(`home shows the three latest of each, and nothing moves however long they are, ${locale}`, async ({
    page,
    feeds,
  }) => {
    const language = LANGUAGE_OF[locale];
    const words = language === 'en' ? 'A report of many words on the markets. ' : '市場の動きについての長い知らせ。';
    const title = `${words.repeat(6)}${Date.now()}`;
    await feeds.publish(newFlash(title, { language }));
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
      await page.goto(localize('/', locale));
      await hydrated(page);
      const latest = page.locator('.latest');
      await latest.evaluate((box) => box.scrollIntoView({ behavior: 'instant' }));
      answer();
      await expect(latest).toBeVisible();
      await expect(latest.locator('section').last()).toContainText(title);
      await expect(latest.locator('li')).toHaveCount(6);
      expect(await layoutShifts(page)).toEqual([]);
      // No line is cut, and no hole is below the lists.
      const { cut, ends } = await latest.evaluate((box) => ({
        cut: [...box.querySelectorAll('.latest-title')].filter((one) => one.scrollWidth > one.clientWidth).length,
        ends: [...box.querySelectorAll('ul')].map((list) => {
          const last = [...list.children].findLast((entry) => entry.checkVisibility());
          return list.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0);
        }),
      }));
      expect(cut).toBe(0);
      for (const end of ends) expect(end).toBeLessThan(1);
      await page.unrouteAll();
    }
  });
}

for (const locale of ['en-US', 'ja'] as const) {
  test(`axe finds no violation, and 360 px are enough, in ${locale}`, async ({ page, feeds }) => {
    test.slow();
    const language = locale === 'ja' ? 'ja' : 'en';
    const id = await feeds.publish(newFlash(`axe ${locale} ${Date.now()}`, { language, important: true }));
    await page.setViewportSize(PHONE);
    const found: string[] = [];
    for (const path of ['/datahub', '/datahub/news', '/datahub/flash', `/datahub/flash/${id}`, '/']) {
      await page.goto(localize(path, locale));
      await hydrated(page);
      await page.waitForLoadState('load');
      if (path === '/') await comeNear(page, '.latest');
      await expect(page.locator('.news-list li, .flash-item, .item, .latest li').first()).toBeVisible();
      for (const summary of await page.locator('.flash-settings summary, .feed-more summary').all())
        await summary.click();
      for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => {
          if (name === 'dark') document.documentElement.dataset.theme = name;
          else delete document.documentElement.dataset.theme;
        }, theme);
        found.push(...(await violations(page)).map((violation) => `${path} ${theme} ${violation}`));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width);
    }
    expect(found).toEqual([]);
  });
}
