import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { localZone } from '../../../src/browserState/zone.ts';
import {
  builtLine,
  builtSeries,
  builtSparks,
  currencyOrder,
  familiesIn,
  firstSeries,
  officialCsvFiles,
} from '../../../src/components/market/data.ts';
import { formatDay, formatMonth } from '../../../src/i18n/format.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { pick, translator } from '../../../src/i18n/messages.ts';
import Cross, { CROSS_WORDS } from '../../../src/islands/market/Cross.tsx';
import Curve, { CURVE_WORDS } from '../../../src/islands/market/Curve.tsx';
import {
  byCurrency,
  crossesOf,
  curveOf,
  familyId,
  firstFamily,
  heatOf,
  type ShownSeries,
  termsOf,
} from '../../../src/islands/market/families.ts';
import Group, { GROUP_WORDS } from '../../../src/islands/market/Group.tsx';
import History, { SHOWN_WORDS } from '../../../src/islands/market/History.tsx';
import { toneOf, writerIn } from '../../../src/islands/market/marketWords.ts';
import {
  dayTicks,
  inRange,
  monthsBefore,
  pathOf,
  rangesOf,
  scaleOf,
  sparkOf,
  stepAt,
  withNewest,
} from '../../../src/islands/market/plot.ts';
import Rates, { RATES_WORDS } from '../../../src/islands/market/Rates.tsx';
import { LATE_FROM_DAYS } from '../../../src/markets/freshness.ts';
import { dayAndTime } from '../../../src/markets/times.ts';
import { column } from '../../helpers/feeds/series.ts';

/** A series that nobody publishes. */
function series(id: string, wanted: Partial<ShownSeries> & { value?: string; day?: string } = {}): ShownSeries {
  const { value = '1.25', day = '2026-11-20', ...rest } = wanted;
  const [base = null, quote = null] = /^[A-Z]{3}-[A-Z]{3}$/.test(id) ? id.split('-') : [];
  return {
    id,
    name: id,
    kind: 'daily',
    group: 'currency',
    unit: 'rate',
    base,
    quote,
    months: null,
    late: 0,
    due: null,
    publisher: { id: 'some', name: 'Some Bank' },
    newest: { day, value },
    before: null,
    change: null,
    ...rest,
  };
}
const points = (...days: string[]) => days.map((day, index) => ({ day, value: String(index + 1) }));

describe('the plot', () => {
  it('has its lowest value above the lower edge, its highest below the upper, and even steps', () => {
    const { y, ticks, digits } = scaleOf([1.1, 1.2], 200);
    expect(y(1.2)).toBeGreaterThan(0);
    expect(y(1.1)).toBeLessThan(200);
    expect((y(1.1) + y(1.2)) / 2).toBeCloseTo(y(1.15), 0);
    expect(ticks.map(({ value }) => value.toFixed(digits))).toEqual(['1.10', '1.12', '1.14', '1.16', '1.18', '1.20']);
    // Values that do not change have a scale too.
    expect(scaleOf([3.75, 3.75], 200).y(3.75)).toBe(100);
    expect(scaleOf([0, 0], 200).y(0)).toBe(100);
  });

  it('draws a line in whole numbers, over the values that are missing', () => {
    const { y } = scaleOf([1, 2, 3], 100);
    expect(pathOf([1, null, 3], y)).toBe(`M0 ${2 * y(1)}L2 ${2 * y(3)}`);
    expect(pathOf([1, 2.345, 3], y)).toMatch(/^M\d+ \d+(L\d+ \d+){2}$/);
    expect(pathOf([null], y)).toBe('');
    expect(sparkOf(points('2026-11-20'))).toBe('');
    expect(sparkOf(points('2026-11-19', '2026-11-20'))).toMatch(/^M0 \d+L1 \d+$/);
  });

  it('names months, and years where months would be too many', () => {
    const days = (from: string, count: number, step: number) =>
      Array.from({ length: count }, (_, index) =>
        new Date(Date.parse(from) + index * step * 86_400_000).toISOString().slice(0, 10),
      );
    const named = (list: string[]) => dayTicks(list).map(({ at, isYear }) => [list[at], isYear]);
    expect(named(days('2026-08-20', 90, 1))).toEqual([
      ['2026-09-01', false],
      ['2026-10-01', false],
      ['2026-11-01', false],
    ]);
    expect(named(days('2025-11-20', 366, 1))).toEqual([
      ['2026-01-01', true],
      ['2026-04-01', false],
      ['2026-07-01', false],
      ['2026-10-01', false],
    ]);
    expect(named(days('2017-03-01', 3450, 1)).map(([day]) => day)).toEqual([
      '2018-01-01',
      '2020-01-01',
      '2022-01-01',
      '2024-01-01',
      '2026-01-01',
    ]);
    expect(dayTicks([])).toEqual([]);
  });

  it('goes back months, to the last day of a shorter one', () => {
    expect(monthsBefore('2026-11-20', 1)).toBe('2026-10-20');
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2024-03-31', 1)).toBe('2024-02-29');
    expect(monthsBefore('2026-01-15', 12)).toBe('2025-01-15');
    expect(monthsBefore('2026-02-10', 3)).toBe('2025-11-10');
  });

  it('shows the points of a range, and the newest value if it is newer than they', () => {
    const some = points('2025-11-19', '2025-11-20', '2026-10-19', '2026-10-20', '2026-11-20');
    expect(inRange(some, 'm1').map(({ day }) => day)).toEqual(['2026-10-20', '2026-11-20']);
    expect(inRange(some, 'y1')).toHaveLength(4);
    expect(inRange(some, 'all')).toEqual(some);
    expect(inRange([], 'y1')).toEqual([]);
    const newest = { day: '2026-11-20', value: '9' };
    expect(withNewest(some, newest)).toEqual([...some.slice(0, -1), newest]);
    expect(withNewest(some, { day: '2026-11-23', value: '9' })).toHaveLength(6);
    expect(withNewest(some, null)).toEqual(some);
    for (const kind of ['daily', 'weekly', 'monthly'] as const) expect(rangesOf(kind)).toContain('y1');
  });

  it('finds the step under a pointer', () => {
    expect([-1, 0, 0.49, 0.51, 1, 2].map((share) => stepAt(share, 2))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(stepAt(0.5, 1)).toBe(0);
  });
});

describe('families', () => {
  const euro = [series('EUR-USD', { value: '1.1520' }), series('EUR-JPY', { value: '181.30' })];

  it('cross within one publisher, one kind and one day', () => {
    const { day, currencies, rows } = crossesOf(euro, ['JPY', 'USD', 'TWD', 'EUR'], 8);
    expect(day).toBe('2026-11-20');
    expect(currencies).toEqual(['JPY', 'USD', 'EUR']);
    expect(rows[0]?.map((cross) => cross?.value)).toEqual([undefined, '0.00635', '0.00552']);
    // 181.30 ÷ 1.1520 = 157.37847…
    expect(rows[1]?.[0]).toMatchObject({ value: '157.378', formula: 'EUR/JPY ÷ EUR/USD' });
    expect(rows[2]?.[1]).toMatchObject({ value: '1.1520', formula: 'EUR/USD' });
    const stale = crossesOf([...euro, series('EUR-GBP', { day: '2026-11-19' })], ['GBP', 'USD', 'EUR'], 8);
    expect(stale.currencies, 'a rate of another day').toEqual(['USD', 'EUR']);
    expect(crossesOf([], ['USD'], 8)).toEqual({ day: '', currencies: [], rows: [] });
  });

  it('cross against the rates before, from which they have their tint', () => {
    const earlier = (value: string) => ({ before: { day: '2026-11-19', value } });
    const list = [
      series('EUR-USD', { value: '1.1520', ...earlier('1.1500') }),
      series('EUR-JPY', { value: '181.30', ...earlier('184.00') }),
    ];
    const { rows } = crossesOf(list, ['USD', 'JPY', 'EUR'], 8);
    // 181.30 ÷ 1.1520 against 184.00 ÷ 1.1500
    expect(rows.map((row) => row.map((cross) => cross?.percent))).toEqual([
      [undefined, '-1.64', '-0.17'],
      ['1.67', undefined, '1.49'],
      ['0.17', '-1.47', undefined],
    ]);
    expect(crossesOf(euro, ['USD', 'EUR'], 8).rows[0]?.[1]?.percent, 'without one before').toBeNull();
    expect(['1.66', '-1.64', '-0.17', '0.50', '0.09', null].map(heatOf)).toEqual([3, 3, 1, 2, 0, 0]);
  });

  it('come in the order that they have, the first that has values, or those of a currency', () => {
    const other = { publisher: { id: 'other', name: 'Other Bank' } };
    const list = [...euro, series('USD-TWD', other), series('EUR-CHF', { kind: 'weekly', newest: null })];
    const families = list.map((one) => ({ ...one, id: familyId(one) })).reverse();
    expect(firstFamily(families, list)?.id).toBe('other-daily');
    expect(firstFamily(families, list, 'JPY')?.id).toBe('some-daily');
    expect(firstFamily(families, list, 'SEK')?.id).toBe('other-daily');
    expect(firstFamily(families, [])).toBeUndefined();
  });

  it('lead with the currencies of a locale', () => {
    const list = ['EUR-SEK', 'EUR-USD', 'EUR-NOK', 'EUR-JPY'].map((id) => series(id));
    const ids = (order: string[]) => byCurrency(list, order).map(({ id }) => id);
    expect(ids(['JPY', 'USD', 'EUR'])).toEqual(['EUR-JPY', 'EUR-USD', 'EUR-SEK', 'EUR-NOK']);
    expect(ids(['EUR'])).toEqual(list.map(({ id }) => id));
  });

  it('have a curve of one day, or none', () => {
    const term = (months: number, wanted: Parameters<typeof series>[1] = {}) =>
      series(`term${months}`, { group: 'yield', unit: 'percent', months, value: String(months), ...wanted });
    const list = [term(24), term(3), term(120), term(60, { day: '2026-11-19' }), term(12, { kind: 'monthly' })];
    const terms = termsOf(list, 'some');
    expect(terms.map(({ months }) => months)).toEqual([3, 24, 60, 120]);
    const curve = curveOf(terms);
    expect(curve.day).toBe('2026-11-20');
    expect([...curve.values]).toEqual([
      ['term3', '3'],
      ['term24', '24'],
      ['term120', '120'],
    ]);
    expect(termsOf(list, 'other')).toEqual([]);
    // What content/data has makes none.
    for (const yields of [[], [term(120)], builtSeries('yield', 'en-US')]) expect(curveOf(yields).day).toBe('');
  });
});

describe('words', () => {
  const shared = (locale: Locale) => writerIn<(typeof RATES_WORDS)[number]>(pick(locale, RATES_WORDS), locale);
  const { value, difference, percent, asOf, noData } = shared('en-US');
  const t = translator('en-US');

  it('keep the published digits', () => {
    expect(value('19204.66', series('EUR-IDR'))).toBe('19,204.66');
    expect(value('1.1520', series('EUR-USD'))).toBe('1.1520');
    expect(value('0.0000857', series('IDR-CAD'))).toBe('0.0000857');
    expect(value('4.4', series('x', { unit: 'percent' }))).toBe('4.40%');
    expect(difference('-0.0012', series('EUR-USD'))).toBe('−0.0012');
    expect(difference('0.03', series('x', { unit: 'percent' }))).toBe('+0.03');
    expect(percent('0.00')).toBe('0.00%');
    expect([toneOf('0.10'), toneOf('-0.10'), toneOf('0.00'), toneOf(undefined)]).toEqual([
      'up',
      'down',
      undefined,
      undefined,
    ]);
  });

  it('say the day or the month, and what is late', () => {
    const day = t('rates.day', { day: formatDay('2026-11-20', 'en-US') });
    expect(asOf('2026-11-20', 'daily', LATE_FROM_DAYS - 1)).toBe(day);
    expect(asOf('2026-11-20', 'daily', LATE_FROM_DAYS)).toBe(`${day} · ${t('rates.late', { days: LATE_FROM_DAYS })}`);
    const month = t('rates.day', { day: formatMonth('2026-10-01', 'en-US') });
    expect(asOf('2026-10-01', 'monthly', 0)).toBe(month);
    expect(asOf('2026-10-01', 'monthly', 1)).toBe(`${month} · ${t('rates.old')}`);
  });

  it('of series without a value say when the first is due, if a publisher says it', () => {
    expect(noData([series('x')])).toBe(t('marketData.shared.none'));
    const [due, later] = ['2026-11-23T15:00:00.000Z', '2026-11-24T15:00:00.000Z'];
    const time = dayAndTime(due, 'en-US', localZone());
    expect(noData([series('x'), series('x', { due: later }), series('x', { due })])).toBe(
      `${t('marketData.shared.none')} · ${t('marketData.shared.due', { time })}`,
    );
  });
});

describe('the build', () => {
  it('keeps a place for what may come, and says that a group has nothing yet', () => {
    const [filled, empty] = [series('filled'), series('empty', { newest: null, kind: 'weekly' })];
    const words = pick('en-US', GROUP_WORDS);
    const group = (...built: ShownSeries[]) =>
      renderToStaticMarkup(
        createElement(Group, { locale: 'en-US', service: null, words, caption: undefined, built, sparks: {} }),
      );
    const none = `data-freshness="none">${translator('en-US')('marketData.shared.none')}</p>`;
    expect(group(filled, empty)).toContain('id="empty"');
    expect(group(filled, empty)).not.toContain(none);
    expect(group(empty)).toContain(none);
    expect(group()).toContain(none);
    expect(group()).not.toContain('role="table"');
  });

  it('knows the series of content/data, as the server does', () => {
    const dollar = column('fxMonthly', 'USD/JPY');
    const { series: yen, points: built } = builtLine('fed-monthly-usd-jpy', 'ja');
    const last = built.at(-1);
    expect([last?.day, Number(last?.value)]).toEqual([`${dollar.at(-1)?.[0]}-01`, dollar.at(-1)?.[1]]);
    expect(built).toHaveLength(121);
    expect(yen.newest).toEqual(built.at(-1));
    expect(yen.before).toEqual(built.at(-2));
    expect(officialCsvFiles().get(yen.id)?.trim().split('\n')).toHaveLength(dollar.length + 1);
    expect(() => builtLine('ecb-eur-usd', 'en-US')).toThrow('ecb-eur-usd');
  });

  it.each(LOCALE_IDS)('renders each part in %s, with days and publishers, and draws no curve', (locale) => {
    const families = familiesIn('currency', locale);
    expect(families.map(({ kind }) => kind)).toEqual(['daily', 'daily', 'weekly', 'monthly']);
    const built = builtSeries('currency', locale).filter(({ newest }) => newest);
    const order = currencyOrder(locale);
    const line = builtLine(firstSeries(locale), locale);
    const shared = { locale, service: null };
    const rates = renderToStaticMarkup(
      createElement(Rates, {
        ...shared,
        families,
        built,
        order,
        sparks: builtSparks('currency'),
        words: pick(locale, RATES_WORDS),
      }),
    );
    expect(rates).toContain(formatMonth(line.series.newest?.day ?? '', locale));
    expect(rates.match(/role="row" id="fed-monthly-/g)).toHaveLength(16);
    expect(rates).toContain('1.1515');
    const crosses = renderToStaticMarkup(
      createElement(Cross, { locale, families, built, order, words: pick(locale, CROSS_WORDS) }),
    );
    expect(crosses.match(/<td/g)).toHaveLength(64);
    const curve = renderToStaticMarkup(
      createElement(Curve, {
        ...shared,
        families: familiesIn('yield', locale).filter(({ kind }) => kind !== 'monthly'),
        built: builtLine('fed-monthly-10y', locale),
        sparks: builtSparks('yield'),
        words: pick(locale, CURVE_WORDS),
      }),
    );
    // The line of the months, and the small one in its row.
    expect(curve.match(/<path/g)).toHaveLength(2);
    expect(curve).toContain('role="row" id="fed-monthly-10y"');
    const history = renderToStaticMarkup(
      createElement(History, {
        ...shared,
        built: line,
        file: '/data/x.csv',
        address: null,
        words: pick(locale, SHOWN_WORDS),
      }),
    );
    expect(history).toContain(line.series.publisher.name);
    for (const html of [rates, crosses, curve, history]) expect(html).not.toMatch(/style=|NaN|undefined|Infinity/);
  });
});
