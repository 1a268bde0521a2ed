/** Figures of the yield of US Treasuries. */
import type { Point } from '../../../catalogue/series.ts';
import { bondReturns, byYear, decembers, extremes, mean } from './derived.ts';
import {
  averageOrDash,
  barsOf,
  csvOf,
  csvOfYears,
  decadeOfYears,
  oneLine,
  type Row,
  type Show,
  valuesOf,
  yearOf,
  yearTable,
  yearValues,
} from './parts.ts';

/** A charge of the funds lesson, taken from the value at the end of the year. */
const CHARGE = 0.01;

const yields = (show: Show): Point[] =>
  show.points('treasury10yMonthly', 'percent').map(([month, value]) => [month, value / 100]);

export const YIELDS = {
  tenYearYield: (show) =>
    oneLine(show, yields(show), (value) => show.percent(value, 2), {
      unit: show.t('figure.tenYearYield.unit'),
      scale: show.percent,
      base: 0,
      column: 'yield of US Treasuries at ten years in percent',
      digits: 2,
      factor: 100,
    }),
  tenYearReturn: (show) => {
    const { t, signed, percent } = show;
    const ends = decembers(yields(show));
    const returns = bondReturns(show.points('treasury10yMonthly', 'percent'));
    const yieldAt = new Map(ends.map(([month, value]) => [yearOf(month), value]));
    const before = (year: string) => yieldAt.get(String(Number(year) - 1)) ?? Number.NaN;
    const after = (year: string) => yieldAt.get(year) ?? Number.NaN;
    return {
      unit: t('figure.tenYearReturn.unit'),
      scale: (value) => percent(value),
      drawing: barsOf(returns, signed, decadeOfYears),
      notes: [t('figure.tenYearReturn.note')],
      table: yearTable(returns, show, [
        [t('figure.tenYearReturn.before'), (_, year) => percent(before(year), 2)],
        [t('figure.tenYearReturn.after'), (_, year) => percent(after(year), 2)],
        [t('figure.tenYearReturn.return'), ([value = 0]) => signed(value)],
      ]),
      csv: csvOfYears(['yield in percent', 'return of the year in percent'], ends, returns, (value) =>
        (value * 100).toFixed(2),
      ),
      values: yearValues(returns, signed, show),
    };
  },
  yieldAfterFee: (show) => {
    const { t, percent, number } = show;
    const before = yields(show);
    const after = before.map(([month, value]): Point => [month, (1 + value) * (1 - CHARGE) - 1]);
    const left = new Map(byYear(after));
    const twoDigits = (value: number) => percent(value, 2);
    const { lowest, highest } = extremes(after);
    return {
      unit: t('figure.yieldAfterFee.unit'),
      scale: percent,
      drawing: {
        kind: 'lines',
        lines: [
          { label: t('figure.yieldAfterFee.before'), points: before },
          { label: t('figure.yieldAfterFee.after', { charge: percent(CHARGE) }), points: after },
        ],
        base: 0,
      },
      notes: [t('figure.yieldAfterFee.note')],
      table: yearTable(before, show, [
        [t('figure.yieldAfterFee.beforeAverage'), (values) => twoDigits(mean(values))],
        [t('figure.yieldAfterFee.afterAverage'), (_, year) => averageOrDash(left.get(year), twoDigits)],
      ]),
      csv: csvOf(
        ['yield in percent', 'yield after a charge of 1% in percent'],
        before.map(([month, value], index) => [
          month,
          (value * 100).toFixed(2),
          ((after[index]?.[1] ?? Number.NaN) * 100).toFixed(4),
        ]),
      ),
      values: {
        ...valuesOf(before, twoDigits, show),
        charge: percent(CHARGE),
        lastLeft: twoDigits(after.at(-1)?.[1] ?? Number.NaN),
        lowestLeft: twoDigits(lowest[1]),
        highestLeft: twoDigits(highest[1]),
        monthsWithoutYield: number(after.filter(([, value]) => value <= 0).length),
        months: number(after.length),
      },
    };
  },
} satisfies Record<string, Row>;
