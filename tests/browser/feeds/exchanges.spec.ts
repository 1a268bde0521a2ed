/** The live map of exchanges on the built site. The test controls the browser's clock. */
import type { Page } from 'playwright/test';
import { allExchanges, calendarFile } from '../../../src/catalogue/exchanges.ts';
import { UNCONFIRMED_MARK } from '../../../src/components/drawings/exchanges/live/words.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { marketState } from '../../../src/markets/clock.ts';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, faults, foreignRequests, hydrated, PHONE, test, touch, WORDED } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

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
  await page.locator('.exchanges').evaluate((map) => map.scrollIntoView());
  // Islands wait for idle callbacks, which the installed clock stops too.
  const live = async () => {
    await page.clock.runFor(100);
    return page.locator('.exchanges').getAttribute('data-live');
  };
  await expect.poll(live, { intervals: [50] }).not.toBeNull();
}

/** Hours of Tokyo in the time of each locale's own market, on standard time. */
const TOKYO = {
  'en-US': { from: '7:00\u00a0p.m.', to: '1:30\u00a0a.m.' },
  'en-GB': { from: '00:00', to: '06:30' },
  ja: { from: '09:00', to: '15:30' },
  tw: { from: '08:00', to: '14:30' },
  cn: { from: '08:00', to: '14:30' },
};
const table = (page: Page) => page.locator('.exchanges-table');
const cell = (page: Page, mic: string) => table(page).locator(`[data-mic="${mic}"]`);
const status = (page: Page, mic: string) => cell(page, mic).locator('[data-status]');
const dot = (page: Page, mic: string) => page.locator(`[data-mics~="${mic}"]`);
async function openTable(page: Page): Promise<void> {
  const fold = page.locator('.exchanges > .fold summary');
  if (await fold.isVisible()) await fold.click();
  await table(page).locator('summary').click();
}

for (const locale of WORDED) {
  test(`says who is open, why not and until when in ${locale}`, async ({ page }) => {
    const t = translator(locale);
    const hours = (hours: number, minutes: number) => t('figure.exchanges.hours', { hours, minutes });
    const days = (days: number, hours: number) => t('figure.exchanges.days', { days, hours });
    const says = (key: MessageKey, time: string) => t(key, { time });
    const at = async (instant: string) => {
      await page.clock.pauseAt(new Date(instant));
      await page.clock.runFor(60_000);
    };
    await openAt(page, MORNING, locale);
    await openTable(page);
    const minutes = (minutes: number) => t('figure.exchanges.minutes', { minutes });
    await expect(status(page, 'XSHG')).toHaveText(says('figure.exchanges.lunch', minutes(55)));
    await expect(status(page, 'XBKK')).toHaveText(says('figure.exchanges.openUntilBreak', hours(1, 25)));
    await expect(cell(page, 'XNYS').locator('[data-unconfirmed]')).toHaveText('');
    await expect(cell(page, 'XCBO').locator('[data-unconfirmed]')).toHaveText(UNCONFIRMED_MARK);

    await at('2026-12-01T14:59:00Z');
    await expect(status(page, 'XNYS')).toHaveText(says('figure.exchanges.open', hours(6, 0)));
    await expect(status(page, 'XLON')).toHaveText(says('figure.exchanges.open', hours(1, 30)));
    await expect(status(page, 'XTKS')).toHaveText(says('figure.exchanges.closed', hours(9, 0)));

    await at('2026-12-25T15:00:00Z');
    await expect(status(page, 'XNYS')).toHaveText(says('figure.exchanges.holiday', days(2, 23)));
    await at('2026-12-26T12:00:00Z');
    // A day or more is shown in days: 43 hours and 59 minutes
    await expect(status(page, 'XPAR')).toHaveText(says('figure.exchanges.weekend', days(1, 19)));
  });
}

test('every row and every dot says what the clock of the market says', { tag: SHORT }, async ({ page }) => {
  await openAt(page, MORNING);
  const at = await page.evaluate(() => Date.now());
  const rows = await table(page)
    .locator('[data-mic]')
    .evaluateAll((all) => all.map((row) => [row.getAttribute('data-mic'), row.getAttribute('data-state')]));
  const expected = allExchanges().map(({ mic, calendar }) => {
    const { open, reason } = marketState(calendar, at);
    return [mic, open ? 'open' : reason === 'lunch' ? 'lunch' : 'closed'];
  });
  expect(rows.toSorted()).toEqual(expected.toSorted());
  await expect(dot(page, 'XSHG')).toHaveAttribute('data-state', 'lunch');
  await expect(dot(page, 'XHKG')).toHaveAttribute('data-state', 'lunch');
  await expect(dot(page, 'XNYS')).toHaveAttribute('data-state', 'closed');
  const shown = async (key: string) => Number(await page.locator(`[data-count="${key}"]`).textContent());
  expect((await shown('open')) + (await shown('lunch')) + (await shown('closed'))).toBe(allExchanges().length);
});

test('open, closed and the midday break differ in shape, not in color alone', async ({ page }) => {
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
  expect(lunch[1]?.stroke).not.toBe(lunch[0]?.stroke); // A ring: its center has the color of the page.
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
  await expect(unconfirmed('XTSE')).toHaveText(UNCONFIRMED_MARK);
  await page.clock.pauseAt(new Date('2029-01-02T15:00:00Z'));
  await page.clock.runFor(60_000);
  await expect(unconfirmed('XNYS')).toHaveText(UNCONFIRMED_MARK);
  const total = allExchanges().length;
  await expect(page.locator('[data-unconfirmed-count]')).toHaveText(
    t('figure.exchanges.unconfirmedCount', { count: total, total }),
  );
});

test.describe('the trading day', () => {
  test.use({ timezoneId: 'America/New_York' });
  const t = translator('en-US');
  const row = (page: Page, mic: string) => page.locator(`[data-day="${mic}"]`);

  test('is in the visitor’s zone, and a row opens by keyboard', { tag: SHORT }, async ({ page }) => {
    await openAt(page, AFTERNOON);
    await expect(page.locator('[data-line]')).toHaveText(
      t('figure.day.openNow', { cities: ['New York', 'Frankfurt', 'and London'].join(', ') }),
    );
    await expect(page.locator('[data-zone]')).toHaveText(t('figure.day.yourTime', { zone: 'UTC−5' }));
    const drawn = (mic: string, part: string) =>
      row(page, mic)
        .locator(part)
        .evaluate((path) => {
          const [band, bar] = [path.closest('svg'), path].map((element) => element?.getBoundingClientRect());
          return band && bar ? ((bar.left - band.left) / band.width) * 24 : Number.NaN;
        });
    expect(await drawn('XNYS', '.now')).toBeCloseTo(10, 1);
    const moved = (mic: string) => row(page, mic).locator('g').getAttribute('transform');
    expect(await moved('XNYS')).toBe('translate(0)');
    expect(await moved('XLON')).toBe('translate(-300)');

    const summary = row(page, 'XNYS').locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(row(page, 'XNYS').locator('[data-change]')).toHaveText(
      t('figure.day.closes', { time: 'Tuesday 4:00\u00a0p.m.' }),
    );
    await expect(row(page, 'XNYS').locator('[data-holiday]')).toHaveText('Friday, December 25');
    await page.clock.pauseAt(new Date('2026-12-01T16:00:00.500Z'));
    expect(await drawn('XNYS', '.now')).toBeCloseTo(11, 1);
  });

  test('is live from the first touch, far above the map', async ({ page }) => {
    await page.goto('/');
    const day = page.locator('.day');
    await expect(day.locator('[data-zone]')).toBeAttached();
    await expect(page.locator('.exchanges')).not.toHaveAttribute('data-live');
    await touch(page);
    await expect(page.locator('.exchanges')).toHaveAttribute('data-live');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('says where trading begins again when all sleep', async ({ page }) => {
    await openAt(page, '2026-11-22T12:00:00Z');
    await expect(page.locator('[data-line]')).toHaveText(
      t('figure.day.reopen', { city: 'Sydney', time: 'Sunday 6:00\u00a0p.m.' }),
    );
    // Before midnight in New York, Monday begins in Asia; in Tokyo it is a holiday.
    const trading = await page
      .locator('[data-day][data-trades=true]')
      .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-day')));
    expect(trading.toSorted()).toEqual(['XASX', 'XHKG', 'XSES', 'XSHG', 'XTAI']);
    expect(await row(page, 'XASX').locator('.session').getAttribute('d')).toBe('M1080 .5H1440');
  });

  test('has six rows on a phone, and all at a touch', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/');
    const rows = page.locator('[data-day]:visible');
    await expect(rows).toHaveCount(6);
    await page.getByLabel(t('figure.day.all', { count: MAIN_EXCHANGES.length })).check();
    await expect(rows).toHaveCount(MAIN_EXCHANGES.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

test.describe('the dots', () => {
  test.use({ hasTouch: true });
  const card = (page: Page) => page.locator('.exchanges-card');

  test('answer the keyboard, a pointer and a touch', async ({ page }) => {
    await openAt(page, MORNING);
    const opensAfter = translator('en-US')('figure.exchanges.lunch', { time: '55 min' });
    // What stands below the latest news is shown after their answer.
    await expect(dot(page, 'XNYS')).toHaveCSS('visibility', 'visible');
    await dot(page, 'XNYS').focus();
    await expect(card(page).getByRole('rowheader')).toHaveText(['New York Stock Exchange', 'Nasdaq']);
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(dot(page, 'XCBO')).toBeFocused();
    await expect(card(page)).toContainText('Cboe');
    await page.keyboard.press('Tab');
    await expect(card(page)).not.toContainText('Cboe');

    await dot(page, 'XSHG').hover({ force: true });
    await expect(card(page)).toContainText(opensAfter);
    await page.mouse.move(1, 1);
    await expect(card(page)).toBeHidden();

    await dot(page, 'XLON').tap({ force: true });
    await expect(card(page)).toContainText('London Stock Exchange');
    await expect(page).toHaveURL('/');
    const box = await card(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
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
  expect([await dark('XJSE'), await dark('XTKS'), await dark('XASX')]).toEqual([false, true, true]);
  await page.clock.pauseAt(new Date('2026-12-02T00:00:30Z'));
  await expect.poll(drawn).not.toBe(noon);
  expect([await dark('XJSE'), await dark('XTKS'), await dark('XASX')]).toEqual([true, false, false]);
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
    // A Tuesday with midday breaks, within the confirmed calendars.
    await page.clock.setFixedTime(MORNING);
    await page.goto(localize('/', locale));
    await page.locator('.exchanges').scrollIntoViewIfNeeded();
    await openTable(page);
    const places = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            '.exchanges-table [role=row], .figure figcaption, .prose > h2, .day summary, .day-foot',
          ),
        ].map((element) => Math.round(element.getBoundingClientRect().top + scrollY)),
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

test('is readable on a phone and by axe, light and dark', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openAt(page, MORNING);
  await openTable(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  for (const part of ['.day', '.exchanges-now', '.exchanges-table [role=table]']) {
    const box = await page.locator(part).boundingBox();
    expect(box?.x, part).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(PHONE.width);
  }
  await page.clock.resume();
  for (const theme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
    expect(await violations(page, '.exchanges'), theme).toEqual([]);
    expect(await violations(page, '.day'), theme).toEqual([]);
  }
  await expect(table(page).getByRole('row')).toHaveCount(allExchanges().length + 1);
  await expect(table(page).getByRole('rowheader').first()).toBeVisible();
});

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
      await expect(page.locator('.day [data-line]')).toHaveText(t('figure.day.regular'));
      await expect(page.locator('.day [data-note]')).toHaveText(t('figure.day.standardTime'));
      const row = page.locator('[data-day=XTKS]');
      await expect(row.locator('[data-status]')).toHaveText(t('figure.exchanges.timeRange', TOKYO[locale]));
      await row.locator('summary').click();
      await expect(row.getByText(t('figure.day.nextChange'))).toBeHidden();
      await expect(page.locator('.drawing-exchanges.world')).toBeVisible();
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
