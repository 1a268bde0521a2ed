/** The page of data: rates, crosses, curve and history of official series, with invented days and without any. */
import type { Page } from 'playwright/test';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { seriesRows } from '../../../src/catalogue/officialSeries.ts';
import { MARKET_CALLS, type MarketRate, type MarketSeries } from '../../../src/contract/all.ts';
import { formatDate, formatDay, formatMonth } from '../../../src/i18n/format.ts';
import { LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { drawingFaults, smallTargets, tableFaults } from '../../helpers/browser/looks.ts';
import { TODAY, TOMORROW } from '../../helpers/browser/marketSite.ts';
import { expect, faults, keep, open, PHONE, test } from '../../helpers/browser/site.ts';
import { column } from '../../helpers/feeds/series.ts';
import { SHORT } from '../../helpers/short.ts';

const PATH = '/technology/dataHub';
const t = translator('en-US');
const row = (page: Page, id: string) => page.locator(`.market-table [id="${id}"]`);
const history = (page: Page) => page.locator('#market-history');
const reading = (page: Page) => history(page).locator('output');
const slider = (page: Page) => history(page).getByRole('slider');
const part = (page: Page, name: string) => page.locator(`astro-island[component-url*="/${name}."]`);
const chipIn = (page: Page, name: string, series: MarketSeries, locale: Locale = 'en-US') => {
  const say = translator(locale);
  const kind = say(`marketData.shared.kind.${series.kind}`);
  return part(page, name).getByRole('button', {
    name: say('marketData.shared.family', { publisher: series.publisher.name, kind }),
    exact: true,
  });
};

async function listOf<T>(origin: string, path: string, locale: Locale = 'en-US'): Promise<T[]> {
  const answer = await fetch(origin + path, { headers: { 'Accept-Language': LOCALES[locale].lang } });
  return ((await answer.json()) as { data: { list: T[] } }).data.list;
}
const seriesIn = async (origin: string, id: string, locale: Locale = 'en-US') => {
  const found = (await listOf<MarketSeries>(origin, MARKET_CALLS.marketSeries.path, locale)).find(
    (one) => one.id === id,
  );
  if (!found?.newest) throw new Error(`${id} has no value`);
  return { ...found, newest: found.newest };
};

/** Opens the page and waits until the values of the API are there. */
async function openData(page: Page, origin: string, path = PATH): Promise<void> {
  await open(page, origin + path);
  await expect(page.locator('.market-table [id^="ecb-"]').first()).toBeVisible();
}

test('rates, curve and history are there, read by keyboard, and a new day appears in the open page', {
  tag: SHORT,
}, async ({ page, market }) => {
  const found = faults(page);
  await openData(page, market.url);
  const euro = await seriesIn(market.url, 'ecb-eur-usd');
  await expect(row(page, euro.id).getByRole('cell').nth(1)).toHaveText(euro.newest.value);
  await expect(row(page, euro.id)).toContainText(formatDay(euro.newest.day, 'en-US'));
  await expect(part(page, 'Rates').locator('.market-title')).toContainText(euro.publisher.name);
  await expect(row(page, euro.id).locator('.market-spark path')).toHaveAttribute('d', /L\d+ \d+$/);

  // Today, a month and a year ago.
  await expect(part(page, 'Curve').locator('.market-legend li')).toHaveCount(3);
  await expect(row(page, 'ust-10y').getByRole('cell')).toHaveText(Array(4).fill(/\d/));

  // The history is that of a row; keys read it, and its table holds the same.
  await row(page, euro.id).getByRole('link').click();
  await history(page)
    .getByRole('button', { name: t('marketData.history.range.m3') })
    .click();
  await expect(history(page)).toHaveAttribute('aria-busy', 'false');
  const said = (day: string, value: string) => t('marketData.line.reading', { day: formatDate(day, 'en-US'), value });
  await slider(page).focus();
  await page.keyboard.press('End');
  await expect(reading(page)).toHaveText(said(TODAY, euro.newest.value));
  await page.keyboard.press('ArrowLeft');
  await expect(reading(page)).toHaveText(said(euro.before?.day ?? '', euro.before?.value ?? ''));
  await expect(slider(page)).toHaveAttribute('aria-valuetext', said(euro.before?.day ?? '', euro.before?.value ?? ''));
  await page.keyboard.press('Home');
  await expect(reading(page)).toContainText(formatDate('2026-08-20', 'en-US'));
  await history(page).getByText(t('marketData.line.table')).click();
  await expect(history(page).locator('tbody tr').first()).toContainText(euro.newest.value);
  await expect(history(page).locator('tbody tr').last()).toContainText(formatDate('2026-08-20', 'en-US'));
  expect(await violations(page, 'main')).toEqual([]);

  await market.state({ series: euro.id, day: TOMORROW, value: '1.2345' });
  await expect(row(page, euro.id).getByRole('cell').nth(1)).toHaveText('1.2345');
  await expect(row(page, euro.id)).toContainText(formatDay(TOMORROW, 'en-US'));
  await expect(history(page).locator('tbody tr').first()).toContainText('1.2345');
  expect(found).toEqual([]);
});

test.describe('the page of data', () => {
  test('crosses are those of the API, of one publisher and one kind', async ({ page, market }) => {
    await openData(page, market.url);
    const fed = await seriesIn(market.url, 'fed-usd-jpy');
    await chipIn(page, 'Cross', fed).click();
    const table = part(page, 'Cross').getByRole('table');
    const heads = await table.locator('thead th').allTextContents();
    expect(heads).toHaveLength(9);
    for (const base of heads.slice(1, 4)) {
      const path = `${MARKET_CALLS.latestRates.path}?base=${base}&kind=weekly`;
      const rates = new Map((await listOf<MarketRate>(market.url, path)).map((rate) => [rate.quote, rate.value]));
      const cells = await table
        .locator('tbody tr', { has: page.getByRole('rowheader', { name: base }) })
        .locator('td')
        .evaluateAll((all) => all.map((cell) => cell.firstChild?.textContent?.replaceAll(',', '')));
      expect(cells).toEqual(heads.slice(1).map((quote) => (quote === base ? '1' : rates.get(quote))));
    }
  });

  test('an address with the id of a series leads to its row and its history', async ({ page, market }) => {
    for (const id of ['fed-usd-twd', 'boc-bond-5y', 'boe-bank-rate', 'ecb-eur-ron']) {
      await page.goto('about:blank');
      await page.goto(`${market.url}${PATH}#${id}`); // Whoever touches the page is not moved any more.
      await expect(row(page, id)).toBeInViewport();
      const { publisher } = await seriesIn(market.url, id);
      await expect(history(page).locator('.market-title')).toContainText(publisher.name);
      await expect(history(page).getByRole('combobox')).toHaveValue(id);
    }
  });

  test('the pointer reads values, and files hold the range', async ({ page, market }) => {
    await openData(page, market.url, `${PATH}#ust-10y`);
    await expect(history(page).getByRole('combobox')).toHaveValue('ust-10y');
    await history(page)
      .getByRole('button', { name: t('marketData.history.range.m1') })
      .click();
    await expect(history(page)).toHaveAttribute('aria-busy', 'false');
    await slider(page).hover({ position: { x: 1, y: 100 } });
    await expect(reading(page)).toContainText(formatDate('2026-10-20', 'en-US'));
    const csv = history(page).getByRole('link', { name: t('marketData.history.csv') });
    const file = await (await fetch(market.url + (await csv.getAttribute('href')))).text();
    expect(file.split('\n').slice(0, 2).join()).toMatch(/^day,ust-10y,2026-10-20,\d\.\d\d$/);
    const json = history(page).getByRole('link', { name: t('marketData.history.json') });
    const answer = await (await fetch(market.url + (await json.getAttribute('href')))).json();
    expect((answer as { data: { points: { day: string }[] } }).data.points[0]?.day).toBe('2026-10-20');
  });

  for (const locale of ['en-US', 'ja', 'tw'] as const)
    for (const theme of ['light', 'dark'] as const)
      test(`has no fault of access or look, ${locale}, ${theme}`, async ({ page, market }) => {
        await keep(page, THEME_KEY, theme, market.url);
        await page.setViewportSize(PHONE);
        await openData(page, market.url, localize(PATH, locale));
        await expect(part(page, 'Curve').locator('.market-legend li')).toHaveCount(3);
        expect(await violations(page)).toEqual([]);
        expect(await smallTargets(page)).toEqual([]);
        for (const width of [PHONE.width, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await drawingFaults(page), `${width}`).toEqual([]);
          expect(await tableFaults(page), `${width}`).toEqual([]);
        }
      });

  test('does not move when values come', async ({ page, market }) => {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport);
      await openData(page, market.url);
      await expect(part(page, 'Curve').locator('.market-legend li')).toHaveCount(3);
      expect((await layoutShifts(page)).filter(({ value }) => value > 0.001)).toEqual([]);
    }
  });

  test('without a network shows dated months, and no curve', async ({ page, site }) => {
    // The server stores the months after it has begun to answer, and answers with no data until its database is ready.
    await expect(async () => {
      const known = await listOf<MarketSeries>(site, MARKET_CALLS.marketSeries.path);
      expect(known.some(({ id, newest }) => id.startsWith('eia') && newest)).toBe(true);
    }).toPass();
    const listed = page.waitForResponse((response) => response.url().includes(MARKET_CALLS.marketSeries.path));
    await open(page, PATH);
    await listed;
    const [month = ''] = column('fxMonthly', 'EUR/USD').at(-1) ?? [];
    await expect(row(page, 'fed-monthly-eur-usd')).toContainText(formatMonth(`${month}-01`, 'en-US'));
    await expect(part(page, 'Rates').getByRole('row').first()).toContainText(t('marketData.table.againstMonth'));
    await expect(part(page, 'Curve').locator('.market-legend')).toHaveCount(0);
    await expect(part(page, 'Curve').locator('.market-title').first()).toContainText(
      (await seriesIn(site, 'fed-monthly-10y')).publisher.name,
    );
    await expect(row(page, 'boe-bank-rate')).toHaveCount(0);
    await expect(page.getByText(t('marketData.shared.none'))).toHaveCount(3);
    await expect(page.locator('.market-chips .chip:disabled')).toHaveCount(0);
    expect(await violations(page, 'main')).toEqual([]);
  });

  for (const locale of ['en-US', 'ja'] as const)
    test(`is read without script, with the notices of publishers, ${locale}`, async ({ browser, site }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(site + localize(PATH, locale));
      await expect(history(page).locator('svg path').first()).toBeVisible();
      await expect(history(page).getByRole('slider')).toBeHidden();
      await history(page).locator('summary').click();
      await expect(history(page).locator('tbody tr')).toHaveCount(121);
      const notices = new Set(seriesRows().flatMap(({ publisher }) => publisher.notice ?? []));
      expect(notices.size).toBe(2);
      await expect(page.locator('.market-notice')).toHaveText([...notices]);
      await context.close();
    });
});
