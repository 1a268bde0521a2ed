/** The newest rates of a base currency, each from one publisher and one kind (markets/rates.ts calculates them). */
import { SERIES_KINDS, type SeriesKind, type SeriesPublisher, type SeriesRow } from '../../catalogue/officialSeries.ts';
import { type CrossRate, crossRate, type Dated, type Rate } from '../../markets/rates.ts';

/** A published rate with its series. */
type SeriesRate = Rate & { row: SeriesRow };

/** A rate on a day. */
interface DayRate extends CrossRate, Dated {
  of: SeriesRate[];
}

export interface FoundRate {
  quote: string;
  kind: SeriesKind;
  publisher: SeriesPublisher;
  /** True if the publisher states it as it is */
  isPublished: boolean;
  newest: DayRate;
  /** Of the last day before that its publisher has */
  before: DayRate | null;
}

/**
 * The rate of each other currency: of the most frequent kind, of these as published rather than calculated, and then of
 * the publisher that stands first.
 * @param pointsOf the last points of a series
 */
export function ratesFrom(
  base: string,
  rows: readonly SeriesRow[],
  pointsOf: (series: string) => readonly Dated[],
): FoundRate[] {
  const families = Map.groupBy(rows, ({ publisher, kind }) => `${publisher.id} ${kind}`);
  const found = [...families.values()].flatMap((family) => familyRates(base, family, pointsOf));
  const rank = ({ kind, isPublished }: FoundRate) => 2 * SERIES_KINDS.indexOf(kind) + (isPublished ? 0 : 1);
  const best = new Map<string, FoundRate>();
  for (const one of found.sort((a, b) => rank(a) - rank(b))) if (!best.has(one.quote)) best.set(one.quote, one);
  return [...best.values()];
}

function familyRates(
  base: string,
  family: readonly SeriesRow[],
  pointsOf: (series: string) => readonly Dated[],
): FoundRate[] {
  const rates = family.flatMap((row) => {
    const { base: of, quote, publisher, kind } = row;
    if (of === null || quote === null) return [];
    return pointsOf(row.id).map(
      ({ day, value }): SeriesRate => ({ base: of, quote, publisher: publisher.id, kind, day, value, row }),
    );
  });
  const byDay = Map.groupBy(rates, ({ day }) => day);
  const days = [...byDay].sort(([one], [other]) => (one < other ? 1 : -1));
  const quotes = new Set(rates.flatMap((rate) => [rate.base, rate.quote]));
  const [first] = family;
  if (!first) return [];
  const { kind, publisher } = first;
  return [...quotes].flatMap((quote) => {
    const onDays = days.flatMap(([day, ofDay]): DayRate[] => {
      const cross = crossRate(base, quote, ofDay);
      // It gives back the rates that it was given.
      return cross ? [{ ...cross, day, of: cross.of as SeriesRate[] }] : [];
    });
    const [newest, before = null] = onDays;
    if (!newest) return [];
    const isPublished = newest.formula === `${base}/${quote}`;
    return [{ quote, kind, publisher, isPublished, newest, before }];
  });
}
