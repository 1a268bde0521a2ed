/** The three pages of the data hub as a newspaper's front: masthead, lead, headlines and flashes at once. */
import type { Locator, Page } from 'playwright/test';
import { LANGUAGE_OF } from '../../../src/contract/all.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { DATAHUB_TABS } from '../../../src/menus.ts';
import { asBuilt, chip, flashes, newFlash, openFlash, openList, t, test } from '../../helpers/browser/feeds.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { emptySides, layOutAll } from '../../helpers/browser/looks.ts';
import { addressOfEachKind, comeNear, expect, hydrated, PHONE, WORDED } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const WIDE = { width: 1440, height: 900 };

const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect());
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Links and controls of the page, text excepted, that are lower than 24 px. */
const smallTargets = async (page: Page) => {
  await layOutAll(page);
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, summary)')]
      .filter((target) => !target.closest('.prose, .breadcrumb') && target.checkVisibility())
      .filter((target) => {
        // The whole cell of a rate is its link.
        const area = target.matches('dt a') ? (target as HTMLElement).offsetParent : target;
        return (area ?? target).getBoundingClientRect().height < 24;
      })
      .map((target) => target.outerHTML.slice(0, 120)),
  );
};

test.describe('in a zone with a long name', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  for (const locale of WORDED) {
    test(`a slim masthead names the day, the zone and the tab, and nothing moves, ${locale}`, async ({ page }) => {
      const say = translator(locale);
      for (const { href: path, label } of DATAHUB_TABS) {
        for (const viewport of [WIDE, PHONE]) {
          await page.setViewportSize(viewport);
          await page.goto(localize(path, locale));
          await hydrated(page);
          await expect(page.locator('[data-waiting]')).toHaveCount(0);
          const masthead = page.locator('.masthead');
          expect((await boxOf(masthead)).height, path).toBeLessThanOrEqual(88);
          await expect(masthead.locator('[data-day]')).toHaveText(/\d/);
          await expect(masthead.locator('[data-zone]')).toHaveText('UTC+5:45');
          await expect(masthead.getByRole('link')).toHaveText(DATAHUB_TABS.map(({ label }) => say(label)));
          await expect(masthead.locator('[aria-current]')).toHaveText(say(label));
          await expect(masthead.locator('[aria-current]')).toHaveAttribute('aria-current', 'page');
          expect(await overflow(page), path).toBe(0);
          expect(await smallTargets(page), path).toEqual([]);
          expect(await layoutShifts(page), `${path} ${viewport.width}`).toEqual([]);
        }
      }
    });
  }
});

test('the front has lead, headlines and live flashes; a new one comes in unless the rail is in use', {
  tag: SHORT,
}, async ({ page, feeds }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/datahub');
  await hydrated(page);
  await expect(page.locator('.rail .freshness')).toHaveAttribute('data-freshness', 'live');
  const [lead, list, rail] = await Promise.all(
    ['.news-lead', '.news-list', '.rail'].map((part) => boxOf(page.locator(part))),
  );
  expect(lead?.top).toBeLessThan(400);
  expect(rail?.left).toBeGreaterThan(lead?.right ?? 0);
  expect(list?.top).toBeGreaterThanOrEqual(lead?.bottom ?? 0);
  await expect(page.locator('.news-list li')).toHaveCount(8);
  const items = page.locator('.rail li');
  const title = `In the rail ${Date.now()}`;
  await feeds.publish(newFlash(title));
  await expect(items.first()).toContainText(title);
  await items.nth(2).hover();
  const held = `Held back ${Date.now()}`;
  await feeds.publish(newFlash(held));
  await page.mouse.move(0, 0);
  await expect(items.first()).toContainText(held);
});

test('the filters of the news are one line, with one height, and with the list below', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openList(page);
  const line = page.locator('.feed-search input, .feed-search button, .feed-categories, .feed-more summary');
  const middles = await line.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
  );
  expect(middles).toHaveLength(4);
  for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? 0))).toBeLessThan(2);
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const [one, other] = await Promise.all([
      boxOf(page.locator('.feed-search input')),
      boxOf(page.locator('.feed-search button')),
    ]);
    expect([one.height, other.height]).toEqual([44, 44]);
    const [filters, list] = await Promise.all(
      ['.feed-filters', '.news-main .news-list'].map((part) => boxOf(page.locator(part))),
    );
    expect((list?.top ?? Infinity) - (filters?.bottom ?? 0)).toBeLessThan(48);
  }
  await expect(chip(page, t('news.category.regulator'))).toBeHidden();
  await page.getByText(t('news.filter.moreFilters'), { exact: true }).click();
  await chip(page, t('news.category.regulator')).click();
  await expect(page).toHaveURL('/datahub/news?category=regulator');
});

test('flashes stand below their day and hour, with the next opens and closes beside them', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await openFlash(page);
  await expect(flashes(page).first()).toBeVisible();
  const groups = await page.locator('.flash-feed').evaluate((feed) => {
    let [day, hour] = ['', ''];
    return [...feed.querySelectorAll('.flash-day, .flash-hour, .flash-time')].flatMap((part) => {
      const text = part.textContent ?? '';
      if (part.matches('.flash-day')) day = text;
      else if (part.matches('.flash-hour')) hour = text;
      else return [{ day, hour, time: text }];
      return [];
    });
  });
  expect(groups.length).toBeGreaterThan(10);
  const withoutMinutes = (text: string) => text.replace(/:\d\d/, '').replace('\u00a0', ' ');
  for (const { hour, time } of groups) expect(withoutMinutes(time)).toBe(withoutMinutes(hour));
  const hours = await page.locator('.flash-hour').count();
  expect(hours).toBe(new Set(groups.map(({ day, hour }) => day + hour)).size);

  const changes = page.locator('.changes');
  await expect(changes).toBeVisible();
  const [feed, side] = [await boxOf(page.locator('.flash')), await boxOf(changes)];
  expect(side.left).toBeGreaterThan(feed.right);
  const times = await changes
    .locator('[data-when]')
    .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('data-when') ?? '')));
  expect(times.length).toBeGreaterThanOrEqual(8);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times[0]).toBeGreaterThan(Date.now());
  await expect(changes).toContainText(t('flash.timesIn', { zone: 'UTC' }));

  await page.setViewportSize(PHONE);
  const [rail, body] = [await boxOf(flashes(page).first()), await boxOf(page.locator('.flash-body').first())];
  expect(body.left - rail.left).toBe(44);
  expect(await overflow(page)).toBe(0);
});

test('a headline has the size of a section heading, and stands beside what is related', async ({ page, feeds }) => {
  const id = await feeds.publish(newFlash(`Of its own size ${Date.now()}`));
  await page.setViewportSize(WIDE);
  await page.goto('/service/forex');
  const sizeOf = (heading: string) =>
    page
      .locator(heading)
      .first()
      .evaluate((one) => getComputedStyle(one).fontSize);
  const section = await sizeOf('.prose > h2');
  for (const path of [`/datahub/flash/${id}`, '/datahub/flash/999999999']) {
    await page.goto(path);
    await hydrated(page);
    expect(await sizeOf('h1:visible'), path).toBe(section);
    expect(await layoutShifts(page), path).toEqual([]);
  }
  await page.goto('/datahub/news');
  await page.locator('.house-notes h3 a').first().click();
  await page.waitForURL('**/datahub/news/*');
  expect(await sizeOf('h1')).toBe(section);
});

for (const locale of WORDED) {
  test(`neither side of a wide screen is empty, ${locale}`, async ({ page, feeds }) => {
    const language = LANGUAGE_OF[locale];
    const id = await feeds.publish(newFlash(`With its neighbours ${Date.now()}`, { language }));
    const paths = [
      ...DATAHUB_TABS.map(({ href }) => href),
      `/datahub/flash/${id}`,
      '/datahub/flash/999999999',
      '/datahub/news/Ab7',
    ];
    await page.goto(localize('/datahub/news', locale));
    const article = await page.locator('.house-notes h3 a').first().getAttribute('href');
    const others = addressOfEachKind(locale).filter(({ route }) => /^(home|system|shell)$/.test(route.kind));
    const addresses = [
      ...paths.map((path) => localize(path, locale)),
      ...others.map(({ path }) => path),
      localize('/support', locale),
      article ?? '',
    ];
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const address of addresses) {
        await page.goto(address);
        await hydrated(page);
        if (await page.locator('.latest').count()) await comeNear(page, '.latest');
        await expect(page.locator('[data-waiting], .item-looking')).toHaveCount(0);
        expect(await emptySides(page), `${address}, ${width} px`).toEqual([]);
      }
    }
  });
}

test('an empty side would be noticed', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openList(page);
  await page.locator('.rail').evaluate((rail) => rail.setAttribute('hidden', ''));
  await page.locator('.news-main').evaluate((main) => (main as HTMLElement).style.setProperty('max-width', '30%'));
  expect((await emptySides(page)).join()).toContain('the right is empty');
});

test('the band that closes a page of items waits until the item is known, and nothing moves', async ({
  page,
  feeds,
}) => {
  const id = await feeds.publish(newFlash(`Above the band ${Date.now()}`));
  for (const [viewport, path, status] of [
    [PHONE, `/datahub/flash/${id}`, 'found'],
    [WIDE, '/datahub/news/999999999', 'missing'],
  ] as const) {
    await page.setViewportSize(viewport);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await asBuilt(page, path, path.replace(/[^/]+$/, 'id'));
    await page.route(/\/api\/web\/(news|flash)\/\d/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('data-item', 'looking');
    await expect(page.locator('.closing')).toBeHidden();
    answer();
    await expect(page.locator('html')).toHaveAttribute('data-item', status);
    await expect(page.locator('.closing')).toBeVisible();
    expect(await layoutShifts(page), path).toEqual([]);
    await page.unrouteAll();
  }
});

test('a list that the address filters has no calendar, and nothing moves', async ({ page }) => {
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    for (const search of ['?category=house', '?source=finger', '?q=report']) {
      await openList(page, search);
      await expect(page.locator('.week')).toHaveCount(0);
      await expect(page.locator('.feed-filters')).toBeVisible();
      expect(await layoutShifts(page), `${search} ${viewport.width}`).toEqual([]);
    }
  }
});

test('an article of the house has its contents on one side, and what is related on the other', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/datahub/news/2026-11-reading-a-quote');
  const [contents, text, facts, related] = await Promise.all(
    ['.contents', '.prose > p', '.opening > .news-facts', '.related'].map((part) => boxOf(page.locator(part).first())),
  );
  if (!contents || !text || !facts || !related) throw new Error('no box');
  expect(text.left).toBeGreaterThan(contents.right);
  expect(related.left).toBeGreaterThan(text.right);
  expect(facts.bottom).toBeLessThan(text.top);
  expect(await overflow(page)).toBe(0);
  // On a phone it comes after the text.
  await page.setViewportSize(PHONE);
  const [prose, last] = [await boxOf(page.locator('.prose')), await boxOf(page.locator('.related'))];
  expect(last.top).toBeGreaterThanOrEqual(prose.bottom);
});

test('the bar has room for every name at the width where the menu is one line', async ({ page }) => {
  for (const locale of LOCALE_IDS) {
    for (const width of [960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(localize('/locked', locale));
      const boxes = await page
        .locator('.bar :is(.logo, .menu > ul > li, .account-links > a)')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ left, right, height }) => ({ left, right, height })),
        );
      expect(boxes.length).toBeGreaterThanOrEqual(8);
      for (const [index, { left, height }] of boxes.entries()) {
        expect(height, `${locale} ${width}`).toBeLessThan(48);
        expect(left, `${locale} ${width}`).toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) + 4);
      }
      expect(boxes.at(-1)?.right, `${locale} ${width}`).toBeLessThanOrEqual(width - 16);
      expect(await overflow(page)).toBe(0);
    }
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the front has the house\u2019s articles and the nearest hours, and leads on', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await asBuilt(page, '/datahub');
    await page.goto('/datahub');
    await expect(page.locator('.news-list li').first()).toBeVisible();
    await expect(page.locator('.rail-hours dd').first()).toBeVisible();
    await expect(page.locator('.rail-live')).toHaveText('', { useInnerText: true });

    await page.getByRole('link', { name: t('latest.allNews') }).click();
    await expect(page).toHaveURL('/datahub/news');
  });
});
