import { useEffect, useId, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { valueFreshness } from '../../markets/freshness.ts';
import type { Dated } from '../../markets/rates.ts';
import type { MarketService } from '../../stores/market.ts';
import { $shownSeries, pointsFrom } from '../../stores/marketView.ts';
import { leastFresh, type ShownSeries } from './families.ts';
import { SHARED_WORDS, toneOf, writerIn } from './marketWords.ts';
import NamedRow from './NamedRow.tsx';
import { monthsBefore, SPARK, sparkOf, withNewest } from './plot.ts';
import TablePart from './TablePart.tsx';

export const TABLE_WORDS = [...SHARED_WORDS, 'marketData.table.*'] as const;

/** The element of the history, to which the names of rows lead. */
export const HISTORY_ID = 'market-history';

/** Months of the small line in a row. */
const COURSE = { daily: 3, weekly: 6, monthly: 36 } as const;

interface Props {
  rows: readonly ShownSeries[];
  /** What the rows are, if the heading above does not say it */
  caption: string | undefined;
  /** Rows of several publishers name theirs */
  hasPublishers?: boolean;
  /** The others are in the page but not shown, unless there is no script to show them */
  first?: number | undefined;
  /** Small lines that the build has drawn, by id */
  sparks: Readonly<Record<string, string>>;
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof TABLE_WORDS)[number]>;
}

/**
 * A row for each series: its value, day and change, with its id, to which news link. On a phone its name has a line of
 * its own (styles/tables.css).
 */
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
  const { say, value, difference, percent, recent, asOf } = writerIn<(typeof TABLE_WORDS)[number]>(words, locale);
  const id = useId();
  const isMonthly = rows.every(({ kind }) => kind === 'monthly');
  return (
    <>
      {caption && (
        <p className="market-title" id={id} data-freshness={hasPublishers ? undefined : leastFresh(rows)}>
          {caption}
        </p>
      )}
      <div className="table">
        <TablePart
          role="table"
          className="market-table"
          aria-labelledby={caption ? id : undefined}
          data-folded={rows.length > first || undefined}
        >
          <TablePart role="rowgroup">
            <TablePart role="row">
              <TablePart role="columnheader">{say('marketData.table.series')}</TablePart>
              <TablePart role="columnheader" className="market-course">
                {say('marketData.table.course')}
              </TablePart>
              <TablePart role="columnheader" data-align="right">
                {say('marketData.shared.value')}
              </TablePart>
              <TablePart role="columnheader" data-align="right">
                {say(isMonthly ? 'marketData.table.againstMonth' : 'marketData.table.againstDay')}
                {rows[0]?.unit === 'percent' && <small>{say('marketData.shared.points')}</small>}
              </TablePart>
            </TablePart>
          </TablePart>
          <TablePart role="rowgroup">
            {rows.map((series, index) => {
              const { id, name, kind, newest, change, late, publisher } = series;
              const when = newest
                ? hasPublishers
                  ? asOf(newest.day, kind, late)
                  : recent(newest.day, kind)
                : say('marketData.shared.none');
              return (
                <NamedRow key={id} id={id} isFolded={index >= first}>
                  <TablePart role="rowheader">
                    {newest ? (
                      <a href={`#${HISTORY_ID}`} onClick={() => $shownSeries.set(id)}>
                        {name}
                      </a>
                    ) : (
                      name
                    )}
                    <small data-freshness={hasPublishers ? valueFreshness(series) : undefined}>
                      {hasPublishers
                        ? say('marketData.shared.family', { publisher: publisher.name, kind: when })
                        : when}
                    </small>
                  </TablePart>
                  <TablePart role="cell" className="market-course">
                    <Spark series={series} drawn={lookUp(sparks, id)} service={index < first ? service : null} />
                  </TablePart>
                  <TablePart role="cell" data-align="right">
                    {newest ? value(newest.value, series) : '—'}
                  </TablePart>
                  <TablePart role="cell" data-align="right" className={toneOf(change?.difference)}>
                    {change ? difference(change.difference, series) : '—'}
                    {change?.percent && <small>{percent(change.percent)}</small>}
                  </TablePart>
                </NamedRow>
              );
            })}
          </TablePart>
        </TablePart>
      </div>
    </>
  );
}

function Spark({
  series,
  drawn,
  service,
}: {
  series: ShownSeries;
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
