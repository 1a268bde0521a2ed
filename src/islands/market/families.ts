/**
 * What the page of data makes of the list of series. A family is what one publisher states in one kind: changes, crosses
 * and curves stay within one.
 */
import type { MarketSeries } from '../../contract/market.ts';
import { valueFreshness } from '../../markets/freshness.ts';
import { type CrossRate, crossChange, crossRate, type Dated, type Rate } from '../../markets/rates.ts';

/** A series as the build and the API know it. */
export interface ShownSeries
  extends Pick<
    MarketSeries,
    'id' | 'name' | 'kind' | 'group' | 'unit' | 'base' | 'quote' | 'months' | 'before' | 'change' | 'late' | 'due'
  > {
  publisher: Pick<MarketSeries['publisher'], 'id' | 'name'>;
  newest: Dated | null;
}

export interface Family {
  id: string;
  kind: ShownSeries['kind'];
  publisher: ShownSeries['publisher'];
}

export const familyId = ({ publisher, kind }: Pick<ShownSeries, 'publisher' | 'kind'>) => `${publisher.id}-${kind}`;

/** How late the latest of the series is, and how fresh the least fresh. */
export const mostLate = (list: readonly ShownSeries[]): number => Math.max(0, ...list.map(({ late }) => late));
export const leastFresh = (list: readonly ShownSeries[]) =>
  valueFreshness({ kind: list[0]?.kind ?? 'daily', late: mostLate(list) });

/** The last day that any of the series has, '' if none has a value. */
export const lastDay = (list: readonly ShownSeries[]): string =>
  list.reduce((last, { newest }) => (newest && newest.day > last ? newest.day : last), '');

const hasCurrency = (list: readonly ShownSeries[], currency: string) =>
  list.some(({ base, quote, newest }) => newest !== null && (base === currency || quote === currency));

/** True if a series of the family has a value. */
export const hasValues = (family: Family, list: readonly ShownSeries[]): boolean =>
  list.some((series) => series.newest !== null && familyId(series) === family.id);

/** The first family that has values, or the first of those that have values of a currency. */
export function firstFamily(
  families: readonly Family[],
  list: readonly ShownSeries[],
  currency?: string,
): Family | undefined {
  const seriesOf = (family: Family) => list.filter((series) => familyId(series) === family.id && series.newest);
  const filled = families.filter((family) => hasValues(family, list));
  return (currency && filled.find((family) => hasCurrency(seriesOf(family), currency))) || filled[0];
}

/** Series of currencies in an order of currencies; those that it does not name keep their own, after the others. */
export function byCurrency(list: readonly ShownSeries[], order: readonly string[]): ShownSeries[] {
  const rank = ({ base, quote }: ShownSeries) => {
    // What all rates of a family have in common, such as EUR, says nothing.
    const isCommon = (currency: string | null) =>
      list.every((item) => item.base === currency || item.quote === currency);
    const ranks = [base, quote].filter((item) => !isCommon(item)).map((item) => order.indexOf(item ?? ''));
    const known = ranks.filter((rank) => rank >= 0);
    return known.length > 0 ? Math.min(...known) : order.length;
  };
  const ranks = new Map(list.map((series) => [series.id, rank(series)]));
  return list.toSorted((one, other) => (ranks.get(one.id) ?? 0) - (ranks.get(other.id) ?? 0));
}

export interface Cross extends CrossRate {
  /** How far it is from the one before, in percent; null if there is none before */
  percent: string | null;
}

export interface Crosses {
  /** '' if there are no rates */
  day: string;
  currencies: string[];
  /** A row for each currency, of what one unit of it costs in each; null if the rates of the day do not say it */
  rows: (Cross | null)[][];
}

/** The cross rates of the first currencies of an order that a family has, all of its last day, against those before. */
export function crossesOf(family: readonly ShownSeries[], order: readonly string[], most: number): Crosses {
  const day = lastDay(family);
  const shown = family.filter(({ newest }) => newest?.day === day);
  const ratesOf = (at: 'newest' | 'before') =>
    shown.flatMap(({ base, quote, kind, publisher, [at]: point }): Rate[] =>
      base && quote && point ? [{ base, quote, kind, publisher: publisher.id, ...point }] : [],
    );
  const [rates, ratesBefore] = [ratesOf('newest'), ratesOf('before')];
  const known = new Set(rates.flatMap(({ base, quote }) => [base, quote]));
  const currencies = order.filter((currency) => known.has(currency)).slice(0, most);
  const cross = (base: string, quote: string): Cross | null => {
    const [now, before] = [crossRate(base, quote, rates), crossRate(base, quote, ratesBefore)];
    const [dayBefore] = before?.of ?? [];
    if (!now) return null;
    const change =
      before && dayBefore && crossChange({ base, quote }, { ...now, day }, { ...before, day: dayBefore.day });
    return { ...now, percent: change ? change.percent : null };
  };
  return { day, currencies, rows: currencies.map((base) => currencies.map((quote) => cross(base, quote))) };
}

/** From how many percent on a change has the next stronger tint. */
const HEAT = [0.1, 0.4, 1];

/** The tint of a change: 0 for none, up to 3. */
export const heatOf = (percent: string | null): number =>
  HEAT.filter((from) => Math.abs(Number(percent)) >= from).length;

/** The yields of a publisher on one day, by term. */
export interface Curve {
  /** '' if there is no curve */
  day: string;
  /** By the id of the series */
  values: ReadonlyMap<string, string>;
}

/** Fewer terms make no curve. */
const FEWEST = 3;

/** The yields of the last day of a publisher; those of other days are left out. */
export function curveOf(yields: readonly ShownSeries[]): Curve {
  const day = lastDay(yields);
  const values = new Map(
    yields.flatMap(({ id, newest }) => (newest?.day === day ? [[id, newest.value] as const] : [])),
  );
  return values.size < FEWEST ? { day: '', values: new Map() } : { day, values };
}

/** Yields of daily publishers by term, the shortest first. */
export const termsOf = (list: readonly ShownSeries[], publisher: string): ShownSeries[] =>
  list
    .filter((item) => item.group === 'yield' && item.kind !== 'monthly' && item.publisher.id === publisher)
    .toSorted((one, other) => (one.months ?? 0) - (other.months ?? 0));
