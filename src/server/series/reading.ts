/** What the calls of official series answer. The calls are in marketApi.ts. */
import type * as v from 'valibot';
import type { SeriesKind, SeriesPublisher, SeriesRow } from '../../catalogue/officialSeries.ts';
import type {
  latestRatesData,
  MarketRate,
  MarketSeries,
  marketSeriesData,
  seriesPointsData,
} from '../../contract/all.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { changeBetween } from './arithmetic.ts';
import { workingDaysLate } from './due.ts';
import { formulaOf, type Route, ratesOf, routesFrom } from './rates.ts';
import type { Series } from './service.ts';
import { lastPoints, pointsOf, type Range, replacedPoints, type StoredPoint } from './store.ts';

/** The newest value and the one before. */
const MOST_SHOWN = 2;
/** Days in which two rates of a publisher must have one in common, and one before. */
const MOST_CROSSED = 8;

const publisherOf = ({ id, names, licences, terms, notice }: SeriesPublisher, locale: Locale) => ({
  id,
  name: names[locale],
  licence: licences[locale],
  terms,
  notice,
});

function wire(row: SeriesRow, [newest, before]: readonly StoredPoint[], locale: Locale, now: Date): MarketSeries {
  const { id, names, kind, group, unit, base, quote, months, publisher, page } = row;
  return {
    ...{ id, name: names[locale], kind, group, unit, base, quote, months },
    publisher: publisherOf(publisher, locale),
    page,
    newest: newest ? { day: newest.day, value: newest.value, seenAt: newest.seenAt } : null,
    before: before ? { day: before.day, value: before.value } : null,
    change: newest && before ? changeBetween(before.value, newest.value, unit) : null,
    late: newest ? workingDaysLate(row, newest.day, now) : 0,
  };
}

/** The series of a kind and a group, or all, in the order of content/series.yml. */
export async function seriesList(
  { rows, hub, now }: Series,
  orm: Orm,
  locale: Locale,
  { kind, group }: { kind?: SeriesKind | undefined; group?: SeriesRow['group'] | undefined },
): Promise<v.InferOutput<typeof marketSeriesData>> {
  // Read before the list: a change in between is reported twice instead of missed.
  const last = String(hub.last());
  const wanted = [...rows.values()].filter(
    (row) => row.kind === (kind ?? row.kind) && row.group === (group ?? row.group),
  );
  const points = await lastPoints(
    orm,
    wanted.map(({ id }) => id),
    MOST_SHOWN,
  );
  return { list: wanted.map((row) => wire(row, points.get(row.id) ?? [], locale, now())), last };
}

/** A series with its points of some days. */
export async function seriesPoints(
  { now }: Series,
  orm: Orm,
  locale: Locale,
  row: SeriesRow,
  range: Range,
): Promise<v.InferOutput<typeof seriesPointsData>> {
  const [last, points, replaced] = [
    await lastPoints(orm, [row.id], MOST_SHOWN),
    await pointsOf(orm, row.id, range),
    await replacedPoints(orm, row.id, range),
  ];
  return { series: wire(row, last.get(row.id) ?? [], locale, now()), points, replaced };
}

/** The points of a series as a file, with a head line. */
export async function csvOf(orm: Orm, { id }: SeriesRow, range: Range): Promise<string> {
  const points = await pointsOf(orm, id, range);
  return `${[`day,${id}`, ...points.map(({ day, value }) => `${day},${value}`)].join('\n')}\n`;
}

/** The newest rates of a base, one for each other currency. */
export async function latestRates(
  { rows, hub, now }: Series,
  orm: Orm,
  locale: Locale,
  base: string,
  kind: SeriesKind | undefined,
): Promise<v.InferOutput<typeof latestRatesData>> {
  const last = String(hub.last());
  const known = [...rows.values()].filter((row) => row.group === 'currency' && row.kind === (kind ?? row.kind));
  const points = await lastPoints(
    orm,
    known.map(({ id }) => id),
    MOST_CROSSED,
  );
  const rateOf = (route: Route): MarketRate | null => {
    const [newest, before] = ratesOf(route, (id) => points.get(id) ?? [], MOST_SHOWN);
    if (!newest) return null;
    return {
      ...{ base, quote: route.quote, kind: route.kind, ...newest },
      publisher: publisherOf(route.publisher, locale),
      formula: formulaOf(route),
      before: before ? { day: before.day, value: before.value } : null,
      change: before ? changeBetween(before.value, newest.value, 'rate') : null,
      late: Math.max(...route.legs.map(({ row }) => workingDaysLate(row, newest.day, now()))),
    };
  };
  const list = [...routesFrom(base, known).values()].flatMap((routes) => {
    for (const route of routes) {
      const rate = rateOf(route);
      if (rate) return rate;
    }
    return [];
  });
  return { base, list, last };
}
