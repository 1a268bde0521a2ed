/**
 * Official rates and values as the build knows them: the monthly series of content/data, with the names and pairs of
 * content/series.yml. In the browser, components/rates/live replaces them with newer ones.
 */
import { seriesRows } from '../../catalogue/officialSeries.ts';
import { lastOf, SERIES_FILES, type SeriesFile, seriesPath } from '../../catalogue/series.ts';
import type { Locale } from '../../i18n/locales.ts';
import { monthDaysLate } from '../../markets/freshness.ts';
import { type LatestValue, latestRate, latestValue, type SeriesState } from '../../markets/latestRates.ts';
import { crossRate, type Rate } from '../../markets/rates.ts';
import { memo } from '../../memo.ts';

/** A pair, or ids of series, the preferred one first. */
export type Wanted = string | readonly string[];

/** What authors may show by <LastValue of="…" />. */
const LAST_VALUES = {
  'EUR/USD': 'EUR/USD',
  'GBP/USD': 'GBP/USD',
  'USD/JPY': 'USD/JPY',
  'USD/TWD': 'USD/TWD',
  'USD/CNY': 'USD/CNY',
  treasury10y: ['ust-10y', 'fed-monthly-10y'],
} as const satisfies Record<string, Wanted>;
export type LastValueName = keyof typeof LAST_VALUES;
export const LAST_VALUE_NAMES = Object.keys(LAST_VALUES) as LastValueName[];

export const wantedBy = (name: LastValueName): Wanted => LAST_VALUES[name];

/** The value of the build. Throws if content/data does not have it. */
export function builtValue(wanted: Wanted, locale: Locale): LatestValue {
  const list = monthlySeries(locale);
  const found = typeof wanted === 'string' ? latestRate(wanted, list) : latestValue(wanted, list);
  if (!found) throw new Error(`content/data has no value of ${wanted}`);
  return found;
}

/** Months of the line beside a rate, and the fewest that make one. */
const MONTHS = { most: 24, fewest: 12 };

/** A pair by month, oldest first, as far as content/data has it; empty if that is too little for a line. */
export function builtHistory(pair: string): number[] {
  const [base = '', quote = ''] = pair.split('/');
  const values = ratesByMonth(MONTHS.most).flatMap((rates) => Number(crossRate(base, quote, rates)?.value) || []);
  return values.length < MONTHS.fewest ? [] : values;
}

/** The published rates of each of so many last months, oldest first. */
const ratesByMonth = memo((count: number): Rate[][] => {
  const rates = seriesRows().flatMap(({ kind, base, quote, code, fill, publisher }) => {
    const file = FILE_OF.get(fill ?? '');
    if (!file || base === null || quote === null) return [];
    return lastOf(file, code, count).map((point) => ({ ...point, base, quote, kind, publisher: publisher.id }));
  });
  const months = Map.groupBy(rates, ({ day }) => day);
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ofMonth]) => ofMonth);
});

const FILE_OF = new Map((Object.keys(SERIES_FILES) as SeriesFile[]).map((file) => [seriesPath(file), file]));

const monthlySeries = memo((locale: Locale): SeriesState[] =>
  seriesRows().flatMap(({ id, kind, names, unit, base, quote, code, fill, publisher }) => {
    const file = FILE_OF.get(fill ?? '');
    if (!file) return [];
    const [newest = null, before = null] = lastOf(file, code, 2);
    const late = newest ? monthDaysLate(newest.day, new Date()) : 0;
    const by = { id: publisher.id, name: publisher.names[locale] };
    return [{ id, kind, name: names[locale], unit, base, quote, publisher: by, newest, before, late }];
  }),
);
