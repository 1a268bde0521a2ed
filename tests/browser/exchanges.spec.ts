/** The live map of exchanges on the built site, with the browser's clock held by the test. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { allExchanges, calendarFile } from '../../src/catalogue/exchanges.ts';
import { LOCALE_IDS, type Locale } from '../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { marketState } from '../../src/markets/clock.ts';
import { THEME_KEY } from '../../src/visit/keys.ts';
import { expect, faults, foreignRequests, hydrated, keep, PHONE, test } from '../helpers/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Tuesday: New York and London trade, Tokyo is closed, São Paulo trades. */
const AFTERNOON = '2026-12-01T15:00:00Z';
/** Tuesday: Tokyo and Hong Kong trade, Shanghai has its midday break. */
const MORNING = '2026-12-01T04:05:00Z';

/** Opens the home page at an instant. The clock stands still until a test moves it. */
async function openAt(page: Page, instant: string, locale: Locale = 'en-US'): Promise<void> {
  await page.clock.install({ time: new Date(instant) });
  await page.clock.pauseAt(new Date(Date.parse(instant) + 1000));
  await page.goto(localize('/', locale));
  // Islands wait for idle callbacks, which the clock holds too.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(page.locator('.exchanges')).toHaveAttribute('data-live', /./, { timeout: 500 });
  }).toPass();
}

const table = (page: Page) => page.locator('.exchanges-table');
const cell = (page: Page, mic: string) => table(page).locator(`[data-mic="${mic}"]`);
const status = (page: Page, mic: string) => cell(page, mic).locator('[data-status]');
const dot = (page: Page, mic: string) => page.locator(`[data-mics~="${mic}"]`);
const openTable = (page: Page) => table(page).locator('summary').click();

for (const locale of LOCALE_IDS) {
  test(`says who is open, why not and until when in ${locale}`, async ({ page }) => {
    const t = translator(locale);
    const hours = (hours: number, minutes: number) => t('figure.exchanges.hours', { hours, minutes });
    const says = (key: MessageKey, time: string) => t(key, { time });
    await openAt(page, AFTERNOON, locale);
    await openTable(page);
    await expect(status(page, 'XNYS')).toHaveText(says('figure.exchanges.open', hours(6, 0)));
    await expect(status(page, 'XLON')).toHaveText(says('figure.exchanges.open', hours(1, 30)));
    await expect(status(page, 'XTKS')).toHaveText(says('figure.exchanges.closed', hours(9, 0)));
    await expect(cell(page, 'XNYS').locator('[data-unconfirmed]')).toHaveText('');
    await expect(cell(page, 'XCBO').locator('[data-unconfirmed]')).toHaveText(t('figure.exchanges.unconfirmed'));
  });

  test(`tells the midday break, a holiday and a weekend in ${locale}`, async ({ page }) => {
    const t = translator(locale);
    await openAt(page, MORNING, locale);
    await openTable(page);
    const minutes = (minutes: number) => t('figure.exchanges.minutes', { minutes });
    await expect(status(page, 'XSHG')).toHaveText(t('figure.exchanges.lunch', { time: minutes(55) }));
    const time = t('figure.exchanges.hours', { hours: 1, minutes: 25 });
    await expect(status(page, 'XBKK')).toHaveText(t('figure.exchanges.openUntilBreak', { time }));

    await page.clock.pauseAt(new Date('2026-12-25T15:00:00Z'));
    await page.clock.runFor(60_000);
    const days = (days: number, hours: number) => t('figure.exchanges.days', { days, hours });
    await expect(status(page, 'XNYS')).toHaveText(t('figure.exchanges.holiday', { time: days(2, 23) }));
    await page.clock.pauseAt(new Date('2026-12-26T12:00:00Z'));
    await page.clock.runFor(60_000);
    await expect(status(page, 'XPAR')).toHaveText(
      t('figure.exchanges.weekend', { time: days(1, 19) }), // From a day on in days: 43 hours and 59 minutes
    );
  });
}

test('every row and every dot says what the clock of the market says', async ({ page }) => {
  await openAt(page, MORNING);
  const at = await page.evaluate(() => Date.now());
  for (const { mic, calendar } of allExchanges()) {
    const { open, reason } = marketState(calendar, at);
    const look = open ? 'open' : reason === 'lunch' ? 'lunch' : 'closed';
    await expect(cell(page, mic)).toHaveAttribute('data-state', look);
  }
  await expect(dot(page, 'XSHG')).toHaveAttribute('data-state', 'lunch');
  await expect(dot(page, 'XHKG')).toHaveAttribute('data-state', 'lunch');
  await expect(dot(page, 'XNYS')).toHaveAttribute('data-state', 'closed');
  const shown = async (key: string) => Number(await page.locator(`[data-count="${key}"]`).textContent());
  expect((await shown('open')) + (await shown('lunch')) + (await shown('closed'))).toBe(allExchanges().length);
});

test('open, closed and the midday break differ in shape, not in colour alone', async ({ page }) => {
  await openAt(page, MORNING);
  const look = (mic: string) =>
    dot(page, mic).evaluate((group) =>
      [...group.querySelectorAll('path')].map((path) => {
        const { stroke, strokeWidth } = getComputedStyle(path);
        return { stroke, width: Number.parseFloat(strokeWidth) };
      }),
    );
  const [open, lunch, closed] = [await look('XTKS'), await look('XSHG'), await look('XNYS')];
  expect(open[0]?.width).toBeGreaterThan((closed[0]?.width ?? 0) * 1.5);
  expect(lunch[1]?.stroke).not.toBe(lunch[0]?.stroke); // A ring: its core has the colour of the paper.
  expect(lunch[1]?.width).toBeLessThan(lunch[0]?.width ?? 0);
  expect(open[1]?.stroke).toBe(open[0]?.stroke);
});

test('keeps up at every full minute, and rests while the page is hidden', async ({ page }) => {
  const t = translator('en-US');
  const closes = (minutes: number) => t('figure.exchanges.open', { time: t('figure.exchanges.minutes', { minutes }) });
  await openAt(page, '2026-12-01T20:30:20Z');
  await openTable(page);
  await expect(status(page, 'XNYS')).toHaveText(closes(30));
  await page.clock.pauseAt(new Date('2026-12-01T20:30:59Z'));
  await expect(status(page, 'XNYS')).toHaveText(closes(30));
  await page.clock.pauseAt(new Date('2026-12-01T20:31:00.500Z'));
  await expect(status(page, 'XNYS')).toHaveText(closes(29));

  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.clock.pauseAt(new Date('2026-12-01T20:45:00.500Z'));
  await expect(status(page, 'XNYS')).toHaveText(closes(29));
  await hide(false);
  await expect(status(page, 'XNYS')).toHaveText(closes(15));
  await page.clock.pauseAt(new Date('2026-12-01T21:00:00.500Z'));
  await expect(status(page, 'XNYS')).toHaveText(
    t('figure.exchanges.closed', { time: t('figure.exchanges.hours', { hours: 17, minutes: 30 }) }),
  );
});

test('past what is confirmed it says that the holiday calendar is not confirmed', async ({ page }) => {
  const t = translator('en-US');
  const unconfirmed = (mic: string) => cell(page, mic).locator('[data-unconfirmed]');
  await openAt(page, '2028-12-28T15:00:00Z');
  await openTable(page);
  await expect(unconfirmed('XNYS')).toHaveText('');
  await expect(unconfirmed('XTSE')).toHaveText(t('figure.exchanges.unconfirmed'));
  await page.clock.pauseAt(new Date('2029-01-02T15:00:00Z'));
  await page.clock.runFor(60_000);
  await expect(unconfirmed('XNYS')).toHaveText(t('figure.exchanges.unconfirmed'));
  const total = allExchanges().length;
  await expect(page.locator('[data-unconfirmed-count]')).toHaveText(
    t('figure.exchanges.unconfirmedCount', { count: total, total }),
  );
});

test('draws the line of day and night, and moves it', async ({ page }) => {
  await openAt(page, '2026-12-01T12:00:00Z');
  const drawn = () => page.locator('[data-night="line"]').getAttribute('d');
  const dark = (mic: string) =>
    page.locator('[data-night="area"]').evaluate((area, name) => {
      const place = document.querySelector(`[data-mics~="${name}"] path`);
      const { x, y } = (place as SVGPathElement).getPointAtLength(0);
      return (area as SVGPathElement).isPointInFill(new DOMPoint(x, y));
    }, mic);
  const noon = await drawn();
  expect(noon).toMatch(/^M[\d.-]+ [\d.-]+L/);
  expect([await dark('XLON'), await dark('XTKS'), await dark('XASX')]).toEqual([false, true, true]);
  await page.clock.pauseAt(new Date('2026-12-02T00:00:30Z'));
  await expect.poll(drawn).not.toBe(noon);
  expect([await dark('XLON'), await dark('XTKS'), await dark('XASX')]).toEqual([true, false, false]);
});

test('loads its script and its calendars from the site alone, without a violation of the policy', async ({
  page,
  site,
}) => {
  const found = faults(page);
  const foreign = foreignRequests(page, site);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openAt(page, AFTERNOON);
  expect(found).toEqual([]);
  expect(foreign).toEqual([]);
  expect(asked.filter((path) => path === calendarFile().address)).toHaveLength(1);
  expect(asked.filter((path) => path.includes('exchangeMap'))).toHaveLength(1);
  asked.length = 0;
  await page.goto('/service/stocks');
  await page.clock.runFor(1000);
  expect(asked.filter((path) => /exchange/.test(path))).toEqual([]);
});

for (const [locale, width] of [
  ['en-US', PHONE.width],
  ['ja', PHONE.width],
  ['tw', PHONE.width],
  ['en-US', 1280],
  ['cn', 768],
  ['en-US', 768],
] as const) {
  test(`nothing moves when the calendars arrive, ${locale}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let arrive: () => void = () => {};
    const held = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route('**/_astro/exchanges.*.json', async (route) => {
      await held;
      await route.continue();
    });
    // A Tuesday with midday breaks, before the end of what is confirmed.
    await page.clock.setFixedTime(MORNING);
    await page.goto(localize('/', locale));
    await page.locator('.exchanges').scrollIntoViewIfNeeded();
    await openTable(page);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.exchanges-table [role=row], .figure figcaption, .prose > h2')].map((element) =>
          Math.round(element.getBoundingClientRect().top + scrollY),
        ),
      );
    const before = await places();
    await page.evaluate(() => Object.assign(window, { shifts: [] }));
    arrive();
    await expect(page.locator('.exchanges')).toHaveAttribute('data-live', 'true');
    await hydrated(page);
    expect(await places()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`is readable on a phone and by axe, ${theme}`, async ({ page }) => {
    await keep(page, THEME_KEY, theme);
    await page.setViewportSize(PHONE);
    await openAt(page, MORNING);
    await openTable(page);
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    for (const part of ['.exchanges-now', '.exchanges-table [role=table]']) {
      const box = await page.locator(part).boundingBox();
      expect(box?.x, part).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(PHONE.width);
    }
    await page.clock.resume();
    const { violations } = await new AxeBuilder({ page }).include('.exchanges').setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    await expect(table(page).getByRole('row')).toHaveCount(allExchanges().length + 1);
    await expect(table(page).getByRole('rowheader').first()).toBeVisible();
  });
}

test('where the calendars cannot be loaded it says so, and the hours stand', async ({ page }) => {
  await page.route('**/_astro/exchanges.*.json', (route) => route.fulfill({ status: 503 }));
  await openAt(page, AFTERNOON);
  await expect(page.locator('[data-next]')).toHaveText(translator('en-US')('figure.exchanges.unavailable'));
  await openTable(page);
  await expect(table(page).getByRole('rowheader')).toHaveCount(allExchanges().length);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the map and the table of hours stand, and nothing speaks of now', async ({ page }) => {
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      await page.goto(localize('/', locale));
      await expect(page.locator('.drawing-exchanges')).toBeVisible();
      await expect(page.locator('.exchanges-now')).toBeHidden();
      const summary = table(page).locator('summary');
      await expect(summary).toHaveText(t('figure.exchanges.table', { count: allExchanges().length }));
      await summary.click();
      await expect(table(page).getByRole('rowheader').first()).toBeVisible();
      await expect(table(page).getByRole('rowheader')).toHaveCount(allExchanges().length);
      await expect(table(page).getByText(t('figure.exchanges.columnHours'), { exact: true })).toBeVisible();
      await expect(table(page).locator('.now').first()).toBeHidden();
    }
  });
});
