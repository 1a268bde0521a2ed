/** The newest rate of a pair, from one publisher and one kind of series. rates.ts calculates it. */
import { type CrossRate, changeOf, crossChange, crossRate, type Dated, type Rate } from './rates.ts';

/** How often a series has a value, the most frequent first. Changes and crosses stay within one publisher and one kind. */
export const SERIES_KINDS = ['daily', 'weekly', 'monthly'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

interface Series {
  id: string;
  kind: SeriesKind;
  publisher: { id: string };
  base: string | null;
  quote: string | null;
}

/** A published rate with its series. */
type SeriesRate<S> = Rate & { row: S };

/** A rate on a day. */
interface DayRate<S> extends CrossRate, Dated {
  of: SeriesRate<S>[];
}

export interface FoundRate<S extends Series> {
  quote: string;
  kind: SeriesKind;
  publisher: S['publisher'];
  /** True if the publisher states it as it is */
  isPublished: boolean;
  newest: DayRate<S>;
  /** Of the last day before that its publisher has */
  before: DayRate<S> | null;
}

/**
 * The rate of each other currency: of the most frequent kind, of these as published rather than calculated, and then of
 * the publisher that stands first.
 * @param pointsOf the last points of a series
 */
export function ratesFrom<S extends Series>(
  base: string,
  rows: readonly S[],
  pointsOf: (row: S) => readonly Dated[],
): FoundRate<S>[] {
  const families = Map.groupBy(rows, ({ publisher, kind }) => `${publisher.id} ${kind}`);
  const found = [...families.values()].flatMap((family) => familyRates(base, family, pointsOf));
  const rank = ({ kind, isPublished }: FoundRate<S>) => 2 * SERIES_KINDS.indexOf(kind) + (isPublished ? 0 : 1);
  const best = new Map<string, FoundRate<S>>();
  for (const rate of found.sort((a, b) => rank(a) - rank(b))) if (!best.has(rate.quote)) best.set(rate.quote, rate);
  return [...best.values()];
}

function familyRates<S extends Series>(
  base: string,
  family: readonly S[],
  pointsOf: (row: S) => readonly Dated[],
): FoundRate<S>[] {
  const rates = family.flatMap((row) => {
    const { base: of, quote, publisher, kind } = row;
    if (of === null || quote === null) return [];
    return pointsOf(row).map(
      ({ day, value }): SeriesRate<S> => ({ base: of, quote, publisher: publisher.id, kind, day, value, row }),
    );
  });
  const byDay = Map.groupBy(rates, ({ day }) => day);
  const days = [...byDay].sort(([a], [b]) => (a < b ? 1 : -1));
  const quotes = new Set(rates.flatMap((rate) => [rate.base, rate.quote]));
  const [first] = family;
  if (!first) return [];
  const { kind, publisher } = first;
  return [...quotes].flatMap((quote) => {
    const onDays = days.flatMap(([day, ofDay]): DayRate<S>[] => {
      const cross = crossRate(base, quote, ofDay);
      // It gives back the rates that it was given.
      return cross ? [{ ...cross, day, of: cross.of as SeriesRate<S>[] }] : [];
    });
    const [newest, before = null] = onDays;
    if (!newest) return [];
    const isPublished = newest.formula === `${base}/${quote}`;
    return [{ quote, kind, publisher, isPublished, newest, before }];
  });
}

/** A series with its newest values, as the API lists it (contract/market.ts). */
export interface SeriesState extends Series {
  name: string;
  unit: 'rate' | 'percent' | 'usdPerBarrel';
  publisher: { id: string; name: string };
  newest: Dated | null;
  before: Dated | null;
  /** Working days that its next value is late */
  late: number;
}

/** A value as a page shows it. */
export interface LatestValue extends Dated {
  /** 'EUR/USD', or the name of the series */
  name: string;
  unit: SeriesState['unit'];
  kind: SeriesKind;
  publisher: string;
  /** What was calculated; null if the publisher states the value as it is */
  formula: string | null;
  /** Against the value before, in percent; null if there is none */
  percent: string | null;
  /** The day or month of the value before */
  since: string | null;
  /** The series, of a calculated rate the first in its formula */
  series: string;
  late: number;
}

/** The newest rate of a pair such as EUR/USD; null if no publisher has both currencies. */
export function latestRate(pair: string, list: readonly SeriesState[]): LatestValue | null {
  const [base = '', quote = ''] = pair.split('/');
  const rows = list.filter((row) => row.unit === 'rate');
  const pointsOf = ({ newest, before }: SeriesState) => [newest, before].filter((point) => point !== null);
  const found = ratesFrom(base, rows, pointsOf).find((rate) => rate.quote === quote);
  if (!found) return null;
  const { newest, before, kind, publisher, isPublished } = found;
  const series = newest.of.map(({ row }) => row);
  return {
    name: pair,
    unit: 'rate',
    kind,
    publisher: publisher.name,
    day: newest.day,
    value: newest.value,
    formula: isPublished ? null : newest.formula,
    percent: before && crossChange({ base, quote }, newest, before).percent,
    since: before?.day ?? null,
    series: series[0]?.id ?? '',
    late: Math.max(...series.map(({ late }) => late)),
  };
}

/** The newest value of the first of these series that has one. */
export function latestValue(ids: readonly string[], list: readonly SeriesState[]): LatestValue | null {
  const row = ids.map((id) => list.find((state) => state.id === id)).find((state) => state?.newest);
  if (!row?.newest) return null;
  const { id, name, unit, kind, publisher, newest, before, late } = row;
  // Of a yield, a percentage of a percentage would mislead.
  const percent = unit === 'percent' || !before ? null : (changeOf([newest, before])?.percent ?? null);
  return {
    ...newest,
    name,
    unit,
    kind,
    publisher: publisher.name,
    formula: null,
    percent,
    since: before?.day ?? null,
    series: id,
    late,
  };
}
