/** What the calls of official series answer. The calls are in marketApi.ts. */
import type * as v from 'valibot';
import type { SeriesPublisher, SeriesRow } from '../../catalogue/officialSeries.ts';
import type {
  latestRatesData,
  MarketRate,
  MarketSeries,
  marketSeriesData,
  seriesPointsData,
} from '../../contract/all.ts';
import type { Locale } from '../../i18n/locales.ts';
import { ratesFrom, type SeriesKind } from '../../markets/latestRates.ts';
import { changeOf, crossChange, type Dated, type RateChange } from '../../markets/rates.ts';
import type { Orm } from '../db/database.ts';
import { nextDue, workingDaysLate } from './fetchTimes.ts';
import type { Series } from './series.ts';
import { lastPoints, pointsOf, type Range, replacedPoints, type StoredPoint } from './store.ts';

/** The newest value and the one before. */
const MOST_SHOWN = 2;
/** Days in which two rates of a publisher must have one in common, and one before. */
const MOST_CROSSED = 8;

const publisherOf = ({ id, names, licenses, terms, notice }: SeriesPublisher, locale: Locale) => ({
  id,
  name: names[locale],
  licence: licenses[locale],
  terms,
  notice,
});

/** Of a series in percent the difference is in percentage points, and a percentage of it would mislead. */
function changeIn(points: readonly (Dated | null | undefined)[], unit: SeriesRow['unit']): MarketSeries['change'] {
  const change = changeOf(points.filter((point) => point != null));
  return change && { ...shownChange(change), ...(unit === 'percent' && { percent: null }) };
}

const shownChange = ({ difference, percent }: RateChange) => ({ difference, percent });

function wire(row: SeriesRow, [newest, before]: readonly StoredPoint[], locale: Locale, now: Date): MarketSeries {
  const { id, names, kind, group, unit, base, quote, months, publisher, page } = row;
  return {
    id,
    name: names[locale],
    kind,
    group,
    unit,
    base,
    quote,
    months,
    publisher: publisherOf(publisher, locale),
    page,
    newest: newest ? { day: newest.day, value: newest.value, seenAt: newest.seenAt } : null,
    before: before ? { day: before.day, value: before.value } : null,
    change: changeIn([newest, before], unit),
    late: newest ? workingDaysLate(row, newest.day, now) : 0,
    due: nextDue(row, newest?.day ?? null, now)?.toISOString() ?? null,
  };
}

/** The series of a kind and a group, or all, in the order of content/series.yml; `until`: as they were on a day. */
export async function seriesList(
  { rows, hub, now }: Series,
  orm: Orm,
  locale: Locale,
  query: { kind?: SeriesKind | undefined; group?: SeriesRow['group'] | undefined; until?: string | undefined },
): Promise<v.InferOutput<typeof marketSeriesData>> {
  // Read before the list: a change in between is reported twice instead of missed.
  const last = String(hub.last());
  const { kind, group, until } = query;
  const wanted = [...rows.values()].filter(
    (row) => row.kind === (kind ?? row.kind) && row.group === (group ?? row.group),
  );
  const points = await lastPoints(
    orm,
    wanted.map(({ id }) => id),
    MOST_SHOWN,
    until,
  );
  // A day in the past is not late.
  const at = new Date(Math.min(now().getTime(), Date.parse(until ?? '9999-12-31')));
  return { list: wanted.map((row) => wire(row, points.get(row.id) ?? [], locale, at)), last };
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
  const list = ratesFrom(base, known, ({ id }) => points.get(id) ?? []).map(
    ({ quote, kind, publisher, isPublished, newest, before }): MarketRate => {
      const { day, value, formula, of } = newest;
      return {
        base,
        quote,
        value,
        day,
        kind,
        formula: isPublished ? null : formula,
        publisher: publisherOf(publisher, locale),
        from: of.map(({ row, value: published }) => ({
          series: row.id,
          pair: `${row.base}/${row.quote}`,
          value: published,
        })),
        before: before ? { day: before.day, value: before.value } : null,
        change: before && shownChange(crossChange({ base, quote }, newest, before)),
        late: Math.max(...of.map(({ row }) => workingDaysLate(row, day, now()))),
      };
    },
  );
  return { base, list, last };
}
