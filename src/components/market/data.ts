/**
 * What the page of data has from the build: the monthly series of content/data, which the server stores at its first
 * start too, and the names of all others.
 */
import { type SeriesGroup, type SeriesRow, seriesRows } from '../../catalogue/officialSeries.ts';
import { lastOf, SERIES_FILES, type SeriesFile, seriesPath } from '../../catalogue/series.ts';
import { HOME_MARKETS } from '../../i18n/homeMarkets.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type Family, familyId, type ShownSeries } from '../../islands/market/families.ts';
import type { Built } from '../../islands/market/Line.tsx';
import { FIRST_RANGE, inRange, sparkOf } from '../../islands/market/plot.ts';
import { monthDaysLate } from '../../markets/freshness.ts';
import { changeOf, type Dated } from '../../markets/rates.ts';
import { memo } from '../../memo.ts';

/** Months of the small line in a row. */
const COURSE = 36;
/** Which currencies come first, after that of the locale. */
const ORDER = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'CHF', 'AUD', 'CAD', 'HKD', 'NZD', 'TWD', 'KRW', 'SGD', 'INR', 'MXN'];

export const currencyOrder = (locale: Locale): string[] => [...new Set([HOME_MARKETS[locale].currency, ...ORDER])];

/** The points of a series of content/data; none of others. */
const pointsOf = ({ id, fill, code }: SeriesRow) => pointsIn(id, fill, code);
const pointsIn = memo((_id: string, fill: string | null, code: string): Dated[] => {
  const file = (Object.keys(SERIES_FILES) as SeriesFile[]).find((item) => seriesPath(item) === fill);
  if (!file) return [];
  return lastOf(file, code, Number.POSITIVE_INFINITY).reverse();
});

function shownOf(row: SeriesRow, locale: Locale): ShownSeries {
  const { id, names, kind, group, unit, base, quote, months, publisher } = row;
  const change = changeOf(pointsOf(row).slice(-2));
  return {
    id,
    name: names[locale],
    kind,
    group,
    unit,
    base,
    quote,
    months,
    late: change ? monthDaysLate(change.last.day, new Date()) : 0,
    due: null,
    publisher: { id: publisher.id, name: publisher.names[locale] },
    newest: change?.last ?? null,
    before: change?.before ?? null,
    change: change && { difference: change.difference, percent: unit === 'percent' ? null : change.percent },
  };
}

/** The series of a group, with the values that the build knows. */
export const builtSeries = (group: SeriesGroup, locale: Locale): ShownSeries[] =>
  seriesRows()
    .filter((row) => row.group === group)
    .map((row) => shownOf(row, locale));

/** The small lines of the series that the build knows, by id. */
export const builtSparks = (group: SeriesGroup): Record<string, string> =>
  Object.fromEntries(
    seriesRows()
      .filter((row) => row.group === group && row.fill)
      .map((row) => [row.id, sparkOf(pointsOf(row).slice(-COURSE))]),
  );

/** The families of a group, those with a value for each day first. */
export function familiesIn(group: SeriesGroup, locale: Locale): Family[] {
  const list = builtSeries(group, locale);
  const rank = ['daily', 'weekly', 'monthly'];
  const families = new Map(
    list.map(({ kind, publisher }) => [
      familyId({ kind, publisher }),
      { id: familyId({ kind, publisher }), kind, publisher },
    ]),
  );
  return [...families.values()].toSorted((one, other) => rank.indexOf(one.kind) - rank.indexOf(other.kind));
}

/** A series of content/data with its points of the first range. */
export function builtLine(id: string, locale: Locale): Built {
  const row = seriesRows().find((item) => item.id === id);
  const points = row ? pointsOf(row) : [];
  if (!row || points.length === 0) throw new Error(`No series '${id}' of content/data`);
  return { series: shownOf(row, locale), points: inRange(points, FIRST_RANGE) };
}

/** The series whose history a locale sees first: its money against the dollar, as published. */
export function firstSeries(locale: Locale): string {
  const { currency } = HOME_MARKETS[locale];
  const other = currency === 'USD' ? 'EUR' : currency;
  const row = seriesRows().find(
    ({ fill, base, quote }) => fill && [`${base}/${quote}`, `${quote}/${base}`].includes(`USD/${other}`),
  );
  if (!row) throw new Error(`content/data has no rate of ${other} and USD`);
  return row.id;
}

/** Every series of content/data as a file, by its id. */
export const officialCsvFiles = (): Map<string, string> =>
  new Map(
    seriesRows()
      .filter(({ fill }) => fill)
      .map((row) => [
        row.id,
        `${[`day,${row.id}`, ...pointsOf(row).map(({ day, value }) => `${day},${value}`)].join('\n')}\n`,
      ]),
  );
