/** The ledger of official rates on home, and the last rate beside an example. */
import { builtTexts } from '../../../src/components/rates/built.ts';
import { type MarketSeries, marketSeriesCall, SUCCESS } from '../../../src/contract/all.ts';
import { formatDay } from '../../../src/i18n/format.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { expectBuiltRates, partOf, rateOf } from '../../helpers/browser/rates.ts';
import { expect, hydrated, menu, PHONE, test, WORDED } from '../../helpers/browser/site.ts';
import { API_ORIGIN, CONFIGURED } from '../../helpers/builds.ts';
import { SHORT } from '../../helpers/short.ts';

const ledger = '.rates';

test('on the first start, without a network, home shows six rates of the last month with their publisher', {
  tag: SHORT,
}, async ({ page }) => {
  const listed = page.waitForResponse((response) => response.url().includes(marketSeriesCall.path));
  await page.goto('/');
  await hydrated(page);
  await page.locator(ledger).scrollIntoViewIfNeeded();
  expect((await listed).status()).toBe(200);
  await expectBuiltRates(page, 'en-US');
  expect((await layoutShifts(page)).filter(({ nodes }) => nodes.some((node) => /rate/.test(node)))).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  for (const locale of LOCALE_IDS) {
    test(`the rates of home and of a lesson are those of the last month in ${locale}`, async ({ page }) => {
      await page.goto(localize('/', locale));
      await expectBuiltRates(page, locale);
      await page.goto(localize('/service/forex', locale));
      const line = page.locator('.last-value').first();
      const pair = await line.locator('[data-pair]').getAttribute('data-pair');
      await expect(line.locator('[data-part="line"]')).toHaveText(builtTexts(String(pair), locale).line);
    });
  }
});

test('values come from the market socket where one is set, and the page says so', async ({ page, configured }) => {
  const t = translator('en-US');
  const newer: MarketSeries = {
    id: 'ecb-eur-usd',
    name: 'EUR/USD',
    kind: 'daily',
    group: 'currency',
    unit: 'rate',
    base: 'EUR',
    quote: 'USD',
    publisher: { id: 'ecb', name: 'ECB', licence: '', terms: null, notice: null },
    months: null,
    page: 'https://www.ecb.europa.eu',
    change: null,
    late: 3,
    due: null,
    newest: { day: '2026-11-20', value: '1.0850', seenAt: '2026-11-20T15:00:00.000Z' },
    before: { day: '2026-11-19', value: '1.0900' },
  };
  const list: MarketSeries[] = [];
  await page.route(`${API_ORIGIN}${marketSeriesCall.path}`, (route) =>
    route.fulfill({
      json: { code: SUCCESS, message: '', data: { list, last: '7' } },
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  let send = (_: object) => {};
  await page.routeWebSocket(CONFIGURED.MARKET_SOCKET_URL, (socket) => {
    send = (message) => socket.send(JSON.stringify(message));
    send({ type: 'beat', at: '2026-11-20T15:00:00.000Z' });
  });
  await page.goto(`${configured}/`);
  await hydrated(page);
  await page.locator(ledger).scrollIntoViewIfNeeded();
  const { host } = new URL(CONFIGURED.MARKET_SOCKET_URL);
  await expect(page.locator('.rates [data-socket]')).toHaveText(t('rates.socket', { host }));
  list.push(newer);
  send({ type: 'point', series: newer.id, day: '2026-11-20', value: '1.0850' });
  const row = rateOf(page, 'EUR/USD');
  await expect(partOf(row, 'value')).toHaveText('1.0850');
  await expect(partOf(row, 'change')).toHaveText('−0.46%');
  await expect(page.locator('.rates [data-list-state]')).toContainText(
    t('rates.day', { day: formatDay('2026-11-20', 'en-US') }),
  );
  await expect(row).toHaveAttribute('data-direction', 'down');
  // A page says one value of a pair.
  await expect(partOf(menu(page).locator('[data-pair="EUR/USD"]'), 'value')).toHaveText('1.0850');
});

for (const locale of WORDED) {
  test(`the ledger fits a phone in ${locale}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(localize('/', locale));
    await hydrated(page);
    const row = page.locator(`${ledger} [data-rate]`);
    const heights = await row.evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
    expect(new Set(heights.map(Math.round)).size).toBe(1);
  });
}
