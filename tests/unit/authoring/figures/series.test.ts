/** Figures of series: their numbers against calculations from the files without the code of the site. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DRAWINGS } from '../../../../src/authoring/components.ts';
import { bins, worstYear } from '../../../../src/authoring/figures/series/derived.ts';
import * as series from '../../../../src/authoring/figures/series.ts';
import { HOME_MARKETS } from '../../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { column, countsOf, DISTRIBUTIONS, EXPECTED } from '../../../helpers/feeds/series.ts';

const { csvFiles, SERIES_NAMES, valueNames } = series;
const seriesFigure = (name: series.SeriesName, locale: Locale) => series.seriesFigure(name, locale, translator(locale));
const seriesValue = (name: string, show: string, locale: Locale) =>
  series.seriesValue(name, show, locale, translator(locale));

const LOCALES = ['en-US', 'ja'] as const;
const facts = parse(readFileSync('content/facts.yml', 'utf8'));

it('every drawing of a series has a row, and an expected series', () => {
  const drawings = Object.entries(DRAWINGS).flatMap(([name, kind]) => (kind === 'series' ? [name] : []));
  expect([...SERIES_NAMES].sort()).toEqual(drawings);
  expect([...Object.keys(EXPECTED), ...Object.keys(DISTRIBUTIONS)].sort()).toEqual(drawings);
});

describe.each(LOCALES)('in %s', (locale) => {
  it.each(Object.keys(EXPECTED))('%s draws what the files say', (name) => {
    const { drawing } = seriesFigure(name as never, locale);
    const expected = EXPECTED[name]?.(locale === 'ja') ?? [];
    const drawn =
      drawing.kind === 'lines'
        ? (drawing.lines[0]?.points ?? []).map(([, value]) => value)
        : drawing.bars.map(({ height }) => height);
    expect(drawn).toHaveLength(expected.length);
    const others = expected.filter(([, value], at) => !(Math.abs((drawn[at] ?? Number.NaN) - value) < 5e-9));
    expect(others).toEqual([]);
  });

  it.each(Object.keys(DISTRIBUTIONS))('%s counts every change', (name) => {
    const { drawing } = seriesFigure(name as never, locale);
    const expected = DISTRIBUTIONS[name]?.(locale === 'ja') ?? { moves: [], width: 1 };
    const heights = drawing.kind === 'bars' ? drawing.bars.map(({ height }) => height) : [];
    expect(heights).toEqual(countsOf(expected));
    expect(heights.reduce((sum, height) => sum + height, 0)).toBe(expected.moves.length);
  });

  it('says what stands in the files', () => {
    const number = (value: number, digits: number) => value.toFixed(digits);
    const yen = column('fxMonthly', 'USD/JPY');
    expect(seriesValue('dollarYen', 'last', locale)).toBe(number(yen.at(-1)?.[1] ?? 0, 2));
    expect(seriesValue('dollarYen', 'highest', locale)).toBe(number(Math.max(...yen.map(([, rate]) => rate)), 2));
    expect(seriesValue('dollarYen', 'pipLast', locale)).toContain(number(1000 / (yen.at(-1)?.[1] ?? 0), 2));
    const moves = DISTRIBUTIONS.monthlyMoves?.(locale === 'ja').moves ?? [];
    const [low, high] =
      locale === 'ja' ? [2, facts.jpForexMargin.value] : [facts.usForexMajor.value, facts.usForexOther.value];
    expect(seriesValue('monthlyMoves', 'lowMargin', locale)).toBe(`${low}%`);
    expect(seriesValue('monthlyMoves', 'highMargin', locale)).toBe(`${high}%`);
    const beyond = moves.filter(([, move]) => Math.abs(move) >= high / 100).length;
    expect(seriesValue('monthlyMoves', 'beyondHigh', locale)).toBe(String(beyond));
    expect(seriesValue('monthlyMoves', 'beyondHighShare', locale)).toBe(
      `${Math.round((beyond / moves.length) * 100)}%`,
    );
    const percent = column('treasury10yMonthly', 'percent').map(([, value]) => value);
    expect(seriesValue('tenYearYield', 'lowest', locale)).toBe(`${number(Math.min(...percent), 2)}%`);
    expect(seriesValue('yieldAfterFee', 'lastLeft', locale)).toBe(
      `${number((1 + (percent.at(-1) ?? 0) / 100) * 99 - 100, 2)}%`,
    );
    const none = percent.filter((value) => (1 + value / 100) * 0.99 <= 1).length;
    expect(seriesValue('yieldAfterFee', 'monthsWithoutYield', locale)).toBe(String(none));
    const falls = (EXPECTED.tenYearReturn?.(false) ?? []).filter(([, value]) => value < 0).length;
    expect(seriesValue('tenYearReturn', 'falls', locale)).toBe(String(falls));
  });
});

it('the account breaks its maintenance margin in the first month below it', () => {
  const accounts = EXPECTED.marginMonths?.(false) ?? [];
  const broken = accounts.findIndex(([, account]) => account < 133_880 * 0.09);
  const { drawing } = seriesFigure('marginMonths', 'en-US');
  expect(drawing.kind === 'bars' && drawing.marks?.[0]?.at).toBe(broken);
  expect(seriesValue('marginMonths', 'months', 'en-US')).toBe(String(broken));
  expect(seriesValue('marginMonths', 'brokenMonth', 'en-US')).toBe('August 2008');
});

it('the worst year ends in the lowest of the twelve months after the purchase', () => {
  const wti = column('oilMonthly', 'wti');
  let deepest = 0;
  for (const [index, [, bought]] of wti.entries())
    for (const [, price] of wti.slice(index, index + 13)) deepest = Math.min(deepest, price - bought);
  const worst = worstYear(wti);
  expect((worst.at(-1)?.[1] ?? 0) - (worst[0]?.[1] ?? 0)).toBeCloseTo(deepest, 9);
});

it('a value at the border of two bars is in the upper one', () => {
  expect(bins([0.03, -0.03, 0.029], 0.01).map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 1]);
});

describe('every figure', () => {
  it.each(SERIES_NAMES)('%s has the same values in every locale, all of them numbers, months or names', (name) => {
    for (const locale of LOCALE_IDS) {
      const { values, table, unit, csv, file } = seriesFigure(name, locale);
      expect([...values.keys()]).toEqual(valueNames(name));
      expect([...values.values()].filter((value) => !value || /NaN|undefined|Infinity|Invalid/.test(value))).toEqual(
        [],
      );
      expect(unit).not.toMatch(/[{}]|NaN/);
      expect(table.rows.filter((row) => row.length !== table.columns.length)).toEqual([]);
      expect(table.rows.flat().join()).not.toMatch(/NaN|undefined|Infinity/);
      const [head, ...lines] = csv.trimEnd().split('\n');
      expect(head).toMatch(/^month,[\x20-\x7e]+$/);
      expect(lines.filter((line) => !/^\d{4}-\d\d(,(-?\d+(\.\d+)?)?)+$/.test(line))).toEqual([]);
      expect(file).toMatch(/^[A-Za-z]+(-[A-Z]{3,6})?$/);
    }
  });

  it('names its CSV file by what is in it', () => {
    const files = new Map<string, string>();
    for (const name of SERIES_NAMES)
      for (const locale of LOCALE_IDS) {
        const { file, csv } = seriesFigure(name, locale);
        expect(files.get(file) ?? csv, file).toBe(csv);
        files.set(file, csv);
      }
    expect(csvFiles()).toEqual(files);
  });

  it('follows the home market of its locale', () => {
    for (const locale of LOCALE_IDS) {
      const { pair, currency } = HOME_MARKETS[locale];
      expect(seriesFigure('monthlyMoves', locale).file).toBe(`monthlyMoves-${pair.replace('/', '')}`);
      expect(seriesFigure('foreignShare', locale).file).toBe(`foreignShare-${currency}`);
    }
  });
});

it('a value or a figure that does not exist is named, with those that do', () => {
  expect(() => seriesValue('dollarYen', 'lows', 'en-US')).toThrow(/no value 'lows'.*lowest/);
  expect(() => seriesValue('constructor', 'x', 'en-US')).toThrow(/No figure 'constructor'.*dollarYen/);
});
