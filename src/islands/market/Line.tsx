import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { valueFreshness } from '../../markets/freshness.ts';
import type { Dated } from '../../markets/rates.ts';
import Chart from './Chart.tsx';
import type { ShownSeries } from './families.ts';
import { SHARED_WORDS, writerIn } from './marketWords.ts';
import { dayTicks } from './plot.ts';

export const HISTORY_WORDS = [...SHARED_WORDS, 'marketData.line.*'] as const;

/** A series with the points that are drawn at build. */
export interface Built {
  series: ShownSeries;
  points: Dated[];
}

/** Rows of the table: those before are in the file. */
const MOST_ROWS = 250;

/** The values of a series by day or month, and a table of the same. */
export function Line({
  series,
  points,
  locale,
  words,
}: Built & { locale: Locale; words: Words<(typeof HISTORY_WORDS)[number]> }) {
  const { say, value, day, asOf, axis, tick, family } = writerIn<(typeof HISTORY_WORDS)[number]>(words, locale);
  const { name, kind, newest } = series;
  const days = points.map((point) => point.day);
  const last = newest ?? points.at(-1);
  const rows = points.toReversed().slice(0, MOST_ROWS);
  return (
    <>
      <p className="market-title" data-freshness={valueFreshness(series)}>
        {say('marketData.line.history', {
          name,
          family: family(series),
          asOf: last ? asOf(last.day, kind, series.late) : '',
        })}
      </p>
      <Chart
        key={`${series.id} ${days[0]} ${days.length}`}
        label={name}
        lines={[{ name, values: points.map((point) => Number(point.value)) }]}
        axis={dayTicks(days).map((found) => ({ at: found.at, name: axis(found) }))}
        tick={(number, digits) => tick(number, digits, series)}
        reading={(at) => {
          const point = points[at] as Dated;
          return say('marketData.line.reading', { day: day(point.day, kind), value: value(point.value, series) });
        }}
        hint={say('marketData.line.hint')}
      />
      <details className="market-rows">
        <summary>{say('marketData.line.table')}</summary>
        {points.length > MOST_ROWS && <p>{say('marketData.line.newestRows', { count: MOST_ROWS })}</p>}
        <section className="table" tabIndex={0} aria-label={say('marketData.line.table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say(kind === 'monthly' ? 'marketData.line.month' : 'marketData.line.day')}</th>
                <th scope="col" data-align="right">
                  {say('marketData.shared.value')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((point) => (
                <tr key={point.day}>
                  <th scope="row">{day(point.day, kind)}</th>
                  <td data-align="right">{value(point.value, series)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}
