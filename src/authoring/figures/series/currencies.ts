/** Figures of exchange rates. */
import type { Point } from '../../../catalogue/series.ts';
import { HOME_MARKETS } from '../../../i18n/homeMarkets.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { HomeCurrency } from '../../../markets/calculators/definition.ts';
import { changes, decembers, extremes, mean } from './derived.ts';
import {
  average,
  barsOf,
  csvOf,
  csvOfPoints,
  csvOfYears,
  decadeOfYears,
  distribution,
  oneLine,
  percentPoints,
  type Row,
  range,
  type Show,
  valuesOf,
  yearOf,
  yearTable,
  yearValues,
} from './parts.ts';

const PIP_OF_LOT = 1000;
/**
 * Two margins, in percent: where the law sets the least for currencies, those of the lesson (facts usForexMajor and
 * usForexOther, 30:1 and 20:1 in the UK, jpForexMargin); elsewhere usual ones.
 */
const MARGINS: Readonly<Record<Locale, readonly [low: number, high: number]>> = {
  'en-US': [2, 5],
  'en-GB': [3.33, 5],
  ja: [2, 4],
  tw: [2, 4],
  cn: [2, 4],
};

const inverse = (points: readonly Point[], of = 1): Point[] => points.map(([month, value]) => [month, of / value]);
/** What a dollar costs: of pounds the inverse of the published rate. */
const dollarIn = (currency: Exclude<HomeCurrency, 'USD'>, show: Show): Point[] =>
  currency === 'GBP' ? inverse(show.points('fxMonthly', 'GBP/USD')) : show.points('fxMonthly', `USD/${currency}`);

export const CURRENCIES = {
  dollarYen: (show) => {
    const { t, number, money } = show;
    const points = show.points('fxMonthly', 'USD/JPY');
    const yen = (value: number) => number(value, 2);
    const pip = (value: number) => number(PIP_OF_LOT / value, 2);
    const figure = oneLine(show, points, yen, {
      unit: t('figure.dollarYen.unit'),
      scale: number,
      column: 'yen for one US dollar',
      digits: 4,
    });
    const { lowest, highest } = extremes(points);
    const pipOf = (value = 0) => money(PIP_OF_LOT / value, 'USD', 2);
    return {
      ...figure,
      table: yearTable(points, show, [
        ...range(show, yen),
        average(show, yen),
        [t('figure.dollarYen.pip'), (values) => pip(mean(values))],
      ]),
      csv: csvOf(
        ['yen for one US dollar', 'one pip of 100000 US dollars in US dollars'],
        points.map(([month, value]) => [month, value.toFixed(4), (PIP_OF_LOT / value).toFixed(4)]),
      ),
      values: {
        ...figure.values,
        pipFirst: pipOf(points[0]?.[1]),
        pipLast: pipOf(points.at(-1)?.[1]),
        pipLowest: pipOf(highest[1]),
        pipHighest: pipOf(lowest[1]),
      },
    };
  },
  euroDollar: (show) =>
    oneLine(show, show.points('fxMonthly', 'EUR/USD'), (value) => show.number(value, 4), {
      unit: show.t('figure.euroDollar.unit'),
      scale: (value) => show.number(value, 1),
      column: 'US dollars for one euro',
      digits: 4,
    }),
  monthlyMoves: (show) => {
    const { t, signed, number, percent } = show;
    const { pair } = HOME_MARKETS[show.locale];
    const rates = show.points('fxMonthly', pair);
    const moves = changes(rates);
    const beyond = (values: readonly number[], limit: number) =>
      values.filter((value) => Math.abs(value) >= limit).length;
    const values = moves.map(([, move]) => move);
    const [low, high] = MARGINS[show.locale].map((margin) => margin / 100) as [number, number];
    const margin = (share: number, digits = 2) => percent(share, Number.isInteger(share * 100) ? 0 : digits);
    const [beyondLow, beyondHigh] = [beyond(values, low), beyond(values, high)];
    return {
      file: `monthlyMoves-${pair.replace('/', '')}`,
      unit: t('figure.monthlyMoves.unit', { pair }),
      scale: number,
      drawing: {
        ...distribution(
          values,
          { width: 0.01, every: 0.04, marks: [-high, -low, low, high], mark: (value) => margin(Math.abs(value), 1) },
          percent,
        ),
        legend: t('figure.monthlyMoves.lines', { low: margin(low), high: margin(high) }),
      },
      table: yearTable(moves, show, [
        ...range(show, signed),
        [t('figure.monthlyMoves.beyond', { margin: margin(low) }), (moves) => number(beyond(moves, low))],
        [t('figure.monthlyMoves.beyond', { margin: margin(high) }), (moves) => number(beyond(moves, high))],
      ]),
      csv: csvOfPoints(`change of ${pair} from the month before in percent`, percentPoints(moves), 4),
      values: {
        ...valuesOf(moves, signed, show),
        pair,
        months: number(values.length),
        lowMargin: margin(low),
        highMargin: margin(high),
        beyondLow: number(beyondLow),
        beyondHigh: number(beyondHigh),
        beyondLowShare: percent(beyondLow / values.length),
        beyondHighShare: percent(beyondHigh / values.length),
      },
    };
  },
  foreignShare: (show) => {
    const { currency } = HOME_MARKETS[show.locale];
    const points =
      currency === 'USD'
        ? inverse(show.points('fxMonthly', 'USD/JPY'), 10_000)
        : dollarIn(currency, show).map(([month, rate]): Point => [month, 100 * rate]);
    const digits = currency === 'JPY' || currency === 'TWD' ? 0 : 2;
    const price = currency === 'USD' ? (['10000', 'JPY'] as const) : (['100', 'USD'] as const);
    const written = show.money(Number(price[0]), price[1]);
    const figure = oneLine(show, points, (value) => show.number(value, digits), {
      file: `foreignShare-${currency}`,
      unit: show.t('figure.foreignShare.unit', { price: written }),
      scale: show.number,
      column: `${price.join(' ')} in ${currency}`,
      digits: 2,
    });
    return {
      ...figure,
      values: { ...valuesOf(points, (value) => show.money(value, currency, digits), show), price: written },
    };
  },
  dollarByYear: (show) => {
    const { t, signed, number } = show;
    const { currency } = HOME_MARKETS[show.locale];
    const rates = currency === 'USD' ? show.points('fxMonthly', 'EUR/USD') : dollarIn(currency, show);
    const ends = decembers(rates);
    const moves = changes(ends);
    const pair = currency === 'USD' ? 'EUR/USD' : `USD/${currency}`;
    const digits = (ends[0]?.[1] ?? 0) > 20 ? 2 : 4;
    const rateAt = new Map(ends.map(([month, rate]) => [yearOf(month), rate]));
    return {
      file: `dollarByYear-${pair.replace('/', '')}`,
      unit: t('figure.dollarByYear.unit'),
      scale: (value) => show.percent(value),
      drawing: barsOf(moves, signed, decadeOfYears),
      notes: [
        t('figure.dollarByYear.note'),
        ...(currency === 'GBP' ? [t('figure.series.calculated', { formula: '1 ÷ GBP/USD' })] : []),
      ],
      table: yearTable(moves, show, [
        [t('figure.dollarByYear.rate', { pair }), (_, year) => number(rateAt.get(year) ?? Number.NaN, digits)],
        [t('figure.dollarByYear.change'), ([move = 0]) => signed(move)],
      ]),
      csv: csvOfYears([pair, `change of ${pair} over the year in percent`], ends, moves, (rate) => rate.toFixed(4)),
      values: { ...yearValues(moves, signed, show), pair },
    };
  },
} satisfies Record<string, Row>;
