import { useEffect, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { Dated } from '../../markets/rates.ts';
import type { MarketService } from '../../stores/market.ts';
import { $shownSeries, pointsFrom } from '../../stores/marketView.ts';
import type { Shown } from './families.ts';
import NamedRow from './NamedRow.tsx';
import { monthsBefore, SPARK, sparkOf, withNewest } from './plot.ts';
import { SHARED_WORDS, toneOf, type Words, writerIn } from './words.ts';

export const TABLE_WORDS = [
  ...SHARED_WORDS,
  'marketData.series',
  'marketData.value',
  'marketData.course',
  'marketData.againstDay',
  'marketData.againstMonth',
] as const satisfies readonly MessageKey[];

/** The element of the history, to which the names of rows lead. */
export const HISTORY_ID = 'market-history';

/** Months of the small line in a row. */
const COURSE = { daily: 3, weekly: 6, monthly: 36 } as const;

interface Props {
  rows: readonly Shown[];
  /** What the rows are; a table of several publishers names the publisher in each row instead */
  caption: string;
  hasPublishers?: boolean;
  /** The others are in the page but not shown, unless there is no script to show them */
  first?: number | undefined;
  /** Small lines that the build has drawn, by id */
  sparks: Readonly<Record<string, string>>;
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof TABLE_WORDS)[number]>;
}

/** A row for each series: its value, day and change, with its id, to which news link. */
export default function SeriesTable({
  rows,
  caption,
  hasPublishers,
  first = Number.POSITIVE_INFINITY,
  sparks,
  locale,
  service,
  words,
}: Props) {
  const { say, value, difference, percent, day, asOf } = writerIn<(typeof TABLE_WORDS)[number]>(words, locale);
  const isMonthly = rows.every(({ kind }) => kind === 'monthly');
  return (
    <div className="table">
      <table className="market-table" data-folded={rows.length > first || undefined}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say('marketData.series')}</th>
            <th scope="col" className="market-course">
              {say('marketData.course')}
            </th>
            <th scope="col" data-align="right">
              {say('marketData.value')}
            </th>
            <th scope="col" data-align="right">
              {say(isMonthly ? 'marketData.againstMonth' : 'marketData.againstDay')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((series, index) => {
            const { id, name, kind, newest, change, late, publisher } = series;
            const when = newest
              ? hasPublishers
                ? asOf(newest.day, kind, late)
                : day(newest.day, kind)
              : say('marketData.none');
            return (
              <NamedRow key={id} id={id} isFolded={index >= first}>
                <th scope="row">
                  {newest ? (
                    <a href={`#${HISTORY_ID}`} onClick={() => $shownSeries.set(id)}>
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                  <small>
                    {hasPublishers ? say('marketData.family', { publisher: publisher.name, kind: when }) : when}
                  </small>
                </th>
                <td className="market-course">
                  <Spark series={series} drawn={lookUp(sparks, id)} service={index < first ? service : null} />
                </td>
                <td data-align="right">{newest ? value(newest.value, series) : '—'}</td>
                <td data-align="right" className={toneOf(change?.difference)}>
                  {change ? difference(change.difference, series) : '—'}
                  {change && series.unit === 'percent' && <small>{say('marketData.points')}</small>}
                  {change?.percent && <small>{percent(change.percent)}</small>}
                </td>
              </NamedRow>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Spark({
  series,
  drawn,
  service,
}: {
  series: Shown;
  drawn: string | undefined;
  service: MarketService | null;
}) {
  const [points, setPoints] = useState<readonly Dated[]>([]);
  const { id, newest, kind } = series;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is new with each list, its value is not
  useEffect(() => {
    if (drawn !== undefined || !newest || !service) return;
    // Without it the row is complete.
    pointsFrom(series, monthsBefore(newest.day, COURSE[kind]), service).then(setPoints, () => {});
  }, [id, newest?.day, newest?.value, service]);
  const path = drawn ?? sparkOf(withNewest(points, points.length > 0 ? newest : null));
  const steps = Math.max(1, path.split('L').length - 1);
  return (
    <svg
      className="market-spark"
      {...SPARK}
      viewBox={`0 0 ${steps} ${SPARK.height * 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {path && <path d={path} />}
    </svg>
  );
}
