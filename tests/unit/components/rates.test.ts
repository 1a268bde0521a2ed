/** What pages say of official values: of the build's, and of newer ones. */
import { describe, expect, it } from 'vitest';
import { builtHistory, builtValue, LAST_VALUE_NAMES, wantedBy } from '../../../src/authoring/figures/rates.ts';
import { seriesRow } from '../../../src/catalogue/officialSeries.ts';
import { lastMonthOf } from '../../../src/catalogue/series.ts';
import { listState, rateTexts } from '../../../src/components/rates/texts.ts';
import { formatDay, formatMonth } from '../../../src/i18n/format.ts';
import { HOME_MARKETS } from '../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { LATE_FROM_DAYS } from '../../../src/markets/freshness.ts';
import { pairDecimals } from '../../../src/markets/pairs.ts';

describe.each(LOCALE_IDS)('in %s', (locale) => {
  const t = translator(locale);

  it('the six pairs of home have a value of the last month, of one publisher', () => {
    const { rates } = HOME_MARKETS[locale];
    expect(new Set(rates).size).toBe(6);
    const values = rates.map((pair) => builtValue(pair, locale));
    for (const { day, kind, series, publisher, percent, value, name, formula } of values) {
      expect(day).toBe(`${lastMonthOf('fxMonthly')}-01`);
      expect(kind).toBe('monthly');
      expect(publisher).toBe(seriesRow(series)?.publisher.names[locale]);
      expect(percent).toMatch(/^-?\d+\.\d\d$/);
      const { length } = value.split('.')[1] ?? '';
      // The Federal Reserve publishes averages of a month with four decimals.
      expect(length, name).toBe(formula === null ? 4 : pairDecimals(name));
    }
  });

  it('the line beside a rate ends with its value, and a pair without months has none', () => {
    for (const pair of HOME_MARKETS[locale].rates) {
      const months = builtHistory(pair);
      expect(months).toHaveLength(24);
      expect(months.at(-1)).toBe(Number(builtValue(pair, locale).value));
    }
    expect(builtHistory('EUR/XXX')).toEqual([]);
  });

  it('the values beside examples have a line with value, month and publisher', () => {
    for (const name of LAST_VALUE_NAMES) {
      const value = builtValue(wantedBy(name), locale);
      const { line } = rateTexts(value, locale, t);
      for (const part of [value.name, value.value, formatMonth(value.day, locale), value.publisher]) {
        expect(line).toContain(part);
      }
    }
  });

  it('a value says its day, its change with a sign, and how late the next one is', () => {
    const value = builtValue('EUR/USD', locale);
    const texts = (own: Partial<typeof value>) => rateTexts({ ...value, late: 0, ...own }, locale, t);
    const daily = { kind: 'daily', day: '2026-11-20', formula: null } as const;
    expect(texts({ ...daily, percent: '0.17', late: LATE_FROM_DAYS - 1 })).toMatchObject({
      change: '+0.17%',
      date: t('rates.day', { day: formatDay('2026-11-20', locale) }),
      direction: 'up',
      freshness: 'live',
    });
    const { source, ...monthly } = texts({ percent: '-0.17' });
    expect(monthly).toMatchObject({ change: '−0.17%', direction: 'down' });
    // In November, 'on the month' would be October.
    const since = t('rates.onMonth', { month: formatMonth('2026-05-01', locale) });
    expect(source).toBe([value.publisher, monthly.state, since].join(' · '));
    expect(since).toContain(formatMonth('2026-05-01', locale));
    expect(texts({ ...daily, percent: '0.00' })).toMatchObject({ change: '0.00%', direction: 'same' });
    const first = texts({ ...daily, percent: null });
    expect([first.change, first.source]).toEqual(['', `${value.publisher} · ${first.date}`]);
    expect(texts({ ...daily, kind: 'weekly' }).line).toContain(t('rates.weekly'));
    expect(texts({ unit: 'percent', value: '4.40' }).value).toBe('4.40%');
    const late = texts({ ...daily, late: LATE_FROM_DAYS });
    const old = texts({ late: 1 });
    expect(late.state).toBe(`${late.date} · ${t('rates.late', { days: LATE_FROM_DAYS })}`);
    // A month is old once it is late at all, a day when it has been late for 45 days.
    expect(old.state).toBe(`${old.date} · ${t('rates.old')}`);
    expect(old.line).toContain(old.state);
    expect(texts({ ...daily, late: 40 }).freshness).toBe('last');
    const current = texts(daily);
    expect(listState([late, old, current], t).freshness).toBe('last');
    // Each source once, however many values have it.
    const both = listState([current, late, late], t);
    expect(both.freshness).toBe('delayed');
    expect(both.state.replaceAll('\u00a0', ' ')).toBe(`${current.source} / ${late.source}`);
    const newest = listState([current], t);
    expect(newest.freshness).toBe('live');
    expect(newest.state.replaceAll('\u00a0', ' ')).toBe(`${t('rates.current')} · ${current.source}`);
  });
});

it.each([
  ['EUR/USD', '1.1515', null],
  ['GBP/USD', '1.3339', null],
  ['AUD/USD', '0.7025', null],
  ['NZD/USD', '0.5782', null],
  ['USD/JPY', '160.7700', null],
  ['USD/KRW', '1529.4619', null],
  ['USD/EUR', '0.86843', '1 ÷ EUR/USD'],
  // 1.1515 × 31.6195 = 36.40985…, 1.1515 × 6.7758 = 7.80233…
  ['EUR/TWD', '36.410', 'EUR/USD × USD/TWD'],
  ['EUR/CNY', '7.80233', 'EUR/USD × USD/CNY'],
  ['GBP/EUR', '1.15840', 'GBP/USD ÷ EUR/USD'],
])('the build has %s as the Federal Reserve quotes it, or calculated from that: %s', (pair, value, formula) => {
  expect(builtValue(pair, 'en-US')).toMatchObject({ day: '2026-06-01', value, formula });
});
