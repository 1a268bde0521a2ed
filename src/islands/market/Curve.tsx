import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { changeOf } from '../../markets/rates.ts';
import { $market, type MarketService, seriesUntil } from '../../stores/market.ts';
import { $namedSeries } from '../../stores/marketView.ts';
import Chart from './Chart.tsx';
import Families from './Families.tsx';
import {
  type Curve as CurveOf,
  curveOf,
  type Family,
  familyId,
  firstFamily,
  lastDay,
  leastFresh,
  mostLate,
  type ShownSeries,
  termsOf,
} from './families.ts';
import { type Built, HISTORY_WORDS, Line } from './Line.tsx';
import { toneOf, writerIn } from './marketWords.ts';
import NamedRow from './NamedRow.tsx';
import { monthsBefore } from './plot.ts';
import SeriesTable, { TABLE_WORDS } from './SeriesTable.tsx';
import TablePart from './TablePart.tsx';

export const CURVE_WORDS = [...HISTORY_WORDS, ...TABLE_WORDS, 'marketData.choice.*', 'marketData.curve.*'] as const;

export interface CurveProps {
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof CURVE_WORDS)[number]>;
  families: Family[];
  /** The monthly yield, shown as long as there is no curve */
  built: Built;
  sparks: Record<string, string>;
}

/** A curve that is older than this against the day that was asked for is not that of the month or year ago. */
const NEAR_DAYS = 10;
/** Terms that the axis of a phone has room for. */
const MOST_NAMED = 3;
const DAY_MS = 86_400_000;
const isNear = ({ day }: CurveOf, wanted: string) =>
  day !== '' && Date.parse(wanted) - Date.parse(day) <= NEAR_DAYS * DAY_MS;

/** The yields of a publisher by term: today, a month and a year ago; without a daily publisher the monthly yield. */
export default function Curve({ locale, service, words, families, built, sparks }: CurveProps) {
  const { state, list: loaded } = useStore($market, { ssr: 'initial' });
  const named = useStore($namedSeries, { ssr: 'initial' });
  const [chosen, setChosen] = useState<string>();
  const list: readonly ShownSeries[] = state === 'there' ? loaded : [];
  const foundFamily = families.find((family) =>
    list.some(({ id, ...one }) => id === named && familyId(one) === family.id),
  );
  const foundId = foundFamily?.id;
  useEffect(() => {
    if (foundId) setChosen(foundId);
  }, [foundId]);
  const yields = list.filter(({ group }) => group === 'yield');
  const family = families.find(({ id }) => id === chosen) ?? firstFamily(families, yields);
  const terms = termsOf(list, family?.publisher.id ?? '');
  const today = curveOf(terms);
  const writer = writerIn<(typeof CURVE_WORDS)[number]>(words, locale);
  const { say, family: nameOf, asOf, noData } = writer;
  const monthly = list.find(({ id }) => id === built.series.id) ?? built.series;
  const isDrawn = family !== undefined && today.day !== '' && service !== null;
  return (
    <div className="market">
      <Families
        legend={say('marketData.choice.publisher')}
        families={families}
        list={yields}
        nameOf={nameOf}
        chosen={isDrawn ? family.id : undefined}
        choose={setChosen}
      />
      {!isDrawn && state === 'there' && (
        <p className="market-none" data-freshness="none">
          {noData(list.filter(({ group, kind }) => group === 'yield' && kind !== 'monthly'))}
        </p>
      )}
      {isDrawn ? (
        <Drawn key={family.id} family={family} terms={terms} today={today} writer={writer} service={service} />
      ) : (
        <Line locale={locale} words={words} {...built} />
      )}
      <SeriesTable
        rows={[monthly]}
        caption={say('marketData.choice.caption', {
          family: nameOf(monthly),
          asOf: asOf(lastDay([monthly]), monthly.kind, monthly.late),
        })}
        sparks={sparks}
        locale={locale}
        service={service}
        words={words}
      />
    </div>
  );
}

function Drawn({
  family,
  terms,
  today,
  writer: { say, value, difference, recent, headOf, asOf, family: nameOf, tick },
  service,
}: {
  family: Family;
  terms: readonly ShownSeries[];
  today: CurveOf;
  writer: ReturnType<typeof writerIn<(typeof CURVE_WORDS)[number]>>;
  service: MarketService;
}) {
  const [before, setBefore] = useState<CurveOf[]>([]);
  useEffect(() => {
    let isLeft = false;
    const days = [monthsBefore(today.day, 1), monthsBefore(today.day, 12)];
    // Without them, the curve of today is shown alone.
    Promise.all(
      days.map(async (until) => {
        const curve = curveOf(termsOf(await seriesUntil({ group: 'yield', until }, service), family.publisher.id));
        return isNear(curve, until) ? curve : { day: '', values: new Map<string, string>() };
      }),
    ).then(
      (curves) => !isLeft && setBefore(curves),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [today.day, family, service]);

  const shown = terms.filter(({ id }) => today.values.has(id));
  const curves = [today, ...before].filter((curve) => curve.day !== '');
  const [monthAgo, yearAgo] = before;
  const nameOfTerm = ({ months }: ShownSeries) =>
    (months ?? 0) < 12
      ? say('marketData.curve.termMonths', { count: months ?? 0 })
      : say('marketData.curve.termYears', { count: (months ?? 0) / 12 });
  const numberOf = (curve: CurveOf, { id }: ShownSeries) => {
    const found = curve.values.get(id);
    return found === undefined ? null : Number(found);
  };
  const valueIn = (curve: CurveOf | undefined, series: ShownSeries) => {
    const found = curve?.values.get(series.id);
    return found === undefined ? '—' : value(found, series);
  };
  const unit = { unit: 'percent', quote: null } as const;
  const label = say('marketData.curve.curve', { publisher: family.publisher.name });
  const named = new Set(shown.toReversed().filter((_, index) => index % Math.ceil(shown.length / MOST_NAMED) === 0));
  return (
    <>
      <p className="market-title" data-freshness={leastFresh(shown)}>
        {say('marketData.choice.caption', {
          family: nameOf(family),
          asOf: asOf(today.day, family.kind, mostLate(shown)),
        })}
      </p>
      <Chart
        label={label}
        lines={curves.map((curve) => ({
          name: recent(curve.day, 'daily'),
          values: shown.map((series) => numberOf(curve, series)),
        }))}
        axis={shown.flatMap((series, at) => (named.has(series) ? [{ at, name: nameOfTerm(series) }] : []))}
        tick={(number, digits) => tick(number, digits, unit)}
        reading={(at) => {
          const series = shown[at] as ShownSeries;
          const values = curves.map((curve) => `${recent(curve.day, 'daily')} ${valueIn(curve, series)}`);
          return say('marketData.line.reading', { day: nameOfTerm(series), value: values.join(' · ') });
        }}
        hint={say('marketData.line.hint')}
      />
      <div className="table">
        <TablePart role="table" className="market-table market-yields" aria-label={label}>
          <TablePart role="rowgroup">
            <TablePart role="row">
              <TablePart role="columnheader">{say('marketData.curve.term')}</TablePart>
              <TablePart role="columnheader" data-align="right">
                {headOf(today.day)}
              </TablePart>
              <TablePart role="columnheader" data-align="right">
                {say('marketData.table.againstDay')}
                <small>{say('marketData.shared.points')}</small>
              </TablePart>
              <TablePart role="columnheader" data-align="right">
                {monthAgo?.day ? headOf(monthAgo.day) : say('marketData.curve.monthAgo')}
              </TablePart>
              <TablePart role="columnheader" data-align="right">
                {yearAgo?.day ? headOf(yearAgo.day) : say('marketData.curve.yearAgo')}
              </TablePart>
            </TablePart>
          </TablePart>
          <TablePart role="rowgroup">
            {shown.map((series) => {
              const change = changeOf([series.newest, series.before].filter((point) => point !== null));
              return (
                <NamedRow key={series.id} id={series.id}>
                  <TablePart role="rowheader">{nameOfTerm(series)}</TablePart>
                  <TablePart role="cell" data-align="right">
                    {valueIn(today, series)}
                  </TablePart>
                  <TablePart role="cell" data-align="right" className={toneOf(change?.difference)}>
                    {change ? difference(change.difference, series) : '—'}
                  </TablePart>
                  <TablePart role="cell" data-align="right">
                    {valueIn(monthAgo, series)}
                  </TablePart>
                  <TablePart role="cell" data-align="right">
                    {valueIn(yearAgo, series)}
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
