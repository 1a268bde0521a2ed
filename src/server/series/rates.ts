/**
 * Rates of a base currency from the points of series. A rate comes from one publisher and one kind: as it is published,
 * or calculated from two rates of the same day.
 */
import { SERIES_KINDS, type SeriesKind, type SeriesPublisher, type SeriesRow } from '../../catalogue/officialSeries.ts';
import { padded, quotient } from './arithmetic.ts';

/** A published rate that another one is calculated from. */
interface Leg {
  row: SeriesRow;
  /** True if the rate is a divisor */
  divides: boolean;
}

/** A way from the base to another currency within one publisher and kind. */
export interface Route {
  base: string;
  quote: string;
  kind: SeriesKind;
  publisher: SeriesPublisher;
  legs: readonly Leg[];
}

/** Values of a series by day, newest first. */
export type Points = readonly { day: string; value: string }[];

/** A rate of a day. */
export interface DayRate {
  day: string;
  value: string;
  from: { series: string; pair: string; value: string }[];
}

/** Prices are quoted to 5 decimals, in yen to 3. */
const decimalsOf = (quote: string) => (quote === 'JPY' ? 3 : 5);
const pairOf = ({ base, quote }: SeriesRow) => `${base}/${quote}`;

/**
 * Every way to each other currency, the best first: the most frequent kind, then what is published over what is
 * calculated, then the order of content/series.yml.
 */
export function routesFrom(base: string, rows: readonly SeriesRow[]): Map<string, Route[]> {
  const currencies = rows.filter((row) => row.base !== null && row.quote !== null);
  const families = Map.groupBy(currencies, ({ publisher, kind }) => `${publisher.id} ${kind}`);
  const routes = [...families.values()].flatMap((family) => familyRoutes(base, family));
  const rank = ({ kind, legs }: Route) => SERIES_KINDS.indexOf(kind) * 2 + (isPublished(legs) ? 0 : 1);
  routes.sort((one, other) => rank(one) - rank(other));
  return Map.groupBy(routes, ({ quote }) => quote);
}

function familyRoutes(base: string, family: readonly SeriesRow[]): Route[] {
  const legsOf = (currency: string) => family.filter((row) => row.base === currency || row.quote === currency);
  const others = new Set(family.flatMap((row) => [row.base, row.quote]));
  return [...others].flatMap((quote) => {
    if (quote === null || quote === base) return [];
    const legs = direct(base, quote, legsOf(base)) ?? crossed(base, quote, legsOf(base), legsOf(quote));
    const [first] = legs ?? [];
    return legs && first ? [{ base, quote, legs, kind: first.row.kind, publisher: first.row.publisher }] : [];
  });
}

function direct(base: string, quote: string, rows: readonly SeriesRow[]): Leg[] | null {
  const row = rows.find((one) => one.base === quote || one.quote === quote);
  return row ? [{ row, divides: row.base !== base }] : null;
}

/** By the currency in which, or of which, both are priced. */
function crossed(
  base: string,
  quote: string,
  ofBase: readonly SeriesRow[],
  ofQuote: readonly SeriesRow[],
): Leg[] | null {
  for (const first of ofBase) {
    const between = first.base === base ? first.quote : first.base;
    const second = ofQuote.find((row) => row.base === between || row.quote === between);
    if (!second) continue;
    const legs = [
      { row: first, divides: first.base !== base },
      { row: second, divides: second.quote !== quote },
    ];
    // What is divided stands first: EUR/JPY ÷ EUR/USD.
    return legs.sort((one, other) => Number(one.divides) - Number(other.divides));
  }
  return null;
}

export const isPublished = (legs: readonly Leg[]): boolean =>
  legs.length === 1 && legs.every(({ divides }) => !divides);

/** 'EUR/JPY ÷ EUR/USD', or null if the rate is published as it is. */
export function formulaOf({ legs }: Route): string | null {
  if (isPublished(legs)) return null;
  return legs
    .map(
      ({ row, divides }, index) =>
        `${divides ? (index === 0 ? '1 ÷ ' : ' ÷ ') : index === 0 ? '' : ' × '}${pairOf(row)}`,
    )
    .join('');
}

/** The rate of each of the last days that all of its legs have, newest first. */
export function ratesOf({ legs, quote }: Route, pointsOf: (series: string) => Points, most: number): DayRate[] {
  const [first] = legs;
  if (!first) return [];
  const valueOn = (day: string, { row }: Leg) => pointsOf(row.id).find((point) => point.day === day)?.value;
  return pointsOf(first.row.id)
    .flatMap(({ day }) => {
      const from = legs.flatMap((leg) => {
        const value = valueOn(day, leg);
        return value === undefined ? [] : [{ series: leg.row.id, pair: pairOf(leg.row), value }];
      });
      if (from.length < legs.length) return [];
      const [only = ''] = from.map(({ value }) => value);
      const of = (divides: boolean) =>
        from.filter((_, index) => legs[index]?.divides === divides).map(({ value }) => value);
      const decimals = decimalsOf(quote);
      const value = isPublished(legs) ? padded(only, decimals) : quotient(of(false), of(true), decimals);
      return [{ day, value, from }];
    })
    .slice(0, most);
}
