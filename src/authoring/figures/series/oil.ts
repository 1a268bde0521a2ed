/** Figures of the price of oil. */
import type { Point } from '../../../catalogue/series.ts';
import { byYear, changes, differences, mean, volatility, worstYear } from './derived.ts';
import {
  averageOrDash,
  barsOf,
  csvOf,
  csvOfPoints,
  decade,
  distribution,
  oneLine,
  percentPoints,
  type Row,
  range,
  valuesOf,
  withSign,
  yearTable,
} from './parts.ts';

const BARRELS = 1000;
/** Shares of the value at purchase, assumptions. */
const INITIAL_MARGIN = 0.1;
const MAINTENANCE_MARGIN = 0.09;

export const OIL = {
  oilSpot: (show) => {
    const { t, number, money } = show;
    const [wti, brent] = [show.points('oilMonthly', 'wti'), show.points('oilMonthly', 'brent')];
    const brents = new Map(brent);
    const brentYears = new Map(byYear(brent));
    const dollars = (value: number) => number(value, 2);
    return {
      unit: t('figure.oilSpot.unit'),
      scale: number,
      drawing: {
        kind: 'lines',
        lines: [
          { label: t('figure.oilSpot.wti'), points: wti },
          { label: t('figure.oilSpot.brent'), points: brent },
        ],
        base: 0,
      },
      table: yearTable(wti, show, [
        [t('figure.oilSpot.lowest'), (values) => dollars(Math.min(...values))],
        [t('figure.oilSpot.highest'), (values) => dollars(Math.max(...values))],
        [t('figure.oilSpot.average'), (values) => dollars(mean(values))],
        [t('figure.oilSpot.brentAverage'), (_, year) => averageOrDash(brentYears.get(year), dollars)],
      ]),
      csv: csvOf(
        ['WTI in US dollars a barrel', 'Brent in US dollars a barrel'],
        wti.map(([month, value]) => [month, value.toFixed(2), brents.get(month)?.toFixed(2)]),
      ),
      values: {
        ...valuesOf(wti, (value) => money(value, 'USD', 2), show),
        brentLast: money(brent.at(-1)?.[1] ?? Number.NaN, 'USD', 2),
      },
    };
  },
  oilMoves: (show) => {
    const { t, number, money } = show;
    const moves = differences(show.points('oilMonthly', 'wti')).map(([month, move]): Point => [month, move * BARRELS]);
    const signedNumber = (value: number) => withSign(number(Math.abs(value)), value);
    const signedMoney = (value: number) => withSign(money(Math.abs(value), 'USD'), value);
    return {
      unit: t('figure.oilMoves.unit', { barrels: number(BARRELS) }),
      scale: number,
      drawing: barsOf(moves, signedNumber, decade),
      notes: [t('figure.series.spot')],
      table: yearTable(moves, show, [
        ...range(show, signedNumber),
        [t('figure.oilMoves.year'), (values) => signedNumber(values.reduce((sum, value) => sum + value, 0))],
      ]),
      csv: csvOfPoints('gain or loss of 1000 barrels of WTI in US dollars', moves, 0),
      values: { ...valuesOf(moves, signedMoney, show), barrels: number(BARRELS) },
    };
  },
  marginMonths: (show) => {
    const { t, number, money, month, percent } = show;
    const stretch = worstYear(show.points('oilMonthly', 'wti'));
    const bought = stretch[0]?.[1] ?? Number.NaN;
    const worth = bought * BARRELS;
    const maintenance = worth * MAINTENANCE_MARGIN;
    const account = (price: number) => worth * INITIAL_MARGIN + (price - bought) * BARRELS;
    const broken = stretch.findIndex(([, price]) => account(price) < maintenance);
    const at = (index: number) => stretch.at(index) ?? (['', Number.NaN] as const);
    const dollars = (value: number) => money(value, 'USD');
    const price = (value: number) => number(value, 2);
    return {
      unit: t('figure.marginMonths.unit', { barrels: number(BARRELS) }),
      scale: number,
      drawing: {
        kind: 'bars',
        bars: stretch.map(([, value], index) => ({ height: account(value), tone: index < broken ? 'plain' : 'down' })),
        ticks: [0, stretch.length - 1].map((index) => ({ at: index + 0.5, label: month(at(index)[0]) })),
        marks: [{ at: broken, label: t('figure.marginMonths.broken'), side: 'right' }],
        named: [0, stretch.length - 1].map((bar) => ({ bar, label: number(account(at(bar)[1])) })),
      },
      notes: [
        t('figure.marginMonths.note', { initial: percent(INITIAL_MARGIN), maintenance: percent(MAINTENANCE_MARGIN) }),
        t('figure.series.spot'),
      ],
      table: {
        name: t('figure.series.monthTable'),
        columns: [
          t('figure.series.month'),
          t('figure.marginMonths.price'),
          t('figure.marginMonths.change'),
          t('figure.marginMonths.account'),
        ],
        rows: stretch.map(([name, value], index) => {
          const change = (value - (stretch[index - 1]?.[1] ?? value)) * BARRELS;
          return [
            name,
            price(value),
            index === 0 ? '' : withSign(number(Math.abs(change)), change),
            number(account(value)),
          ];
        }),
      },
      csv: csvOf(
        ['WTI in US dollars a barrel', 'margin account of 1000 barrels in US dollars'],
        stretch.map(([name, value]) => [name, value.toFixed(2), account(value).toFixed(2)]),
      ),
      values: {
        firstMonth: month(at(0)[0]),
        firstPrice: money(bought, 'USD', 2),
        initial: dollars(worth * INITIAL_MARGIN),
        maintenance: dollars(maintenance),
        initialShare: percent(INITIAL_MARGIN),
        maintenanceShare: percent(MAINTENANCE_MARGIN),
        brokenMonth: month(at(broken)[0]),
        brokenPrice: money(at(broken)[1], 'USD', 2),
        broken: dollars(account(at(broken)[1])),
        months: number(broken),
        lastMonth: month(at(-1)[0]),
        lastPrice: money(at(-1)[1], 'USD', 2),
        last: dollars(account(at(-1)[1])),
        loss: dollars((bought - at(-1)[1]) * BARRELS),
        barrels: number(BARRELS),
      },
    };
  },
  oilVolatility: (show) =>
    oneLine(show, volatility(show.points('oilMonthly', 'wti')), (value) => show.percent(value, 1), {
      unit: show.t('figure.oilVolatility.unit'),
      scale: show.percent,
      base: 0,
      column: 'volatility of WTI over twelve months in percent a year',
      digits: 4,
      factor: 100,
    }),
  oilBreakEven: (show) => {
    const { t, signed, number, percent } = show;
    const moves = changes(show.points('oilMonthly', 'wti'), 3);
    const values = moves.map(([, move]) => move);
    const above = (moves: readonly number[]) => moves.filter((move) => move > 0.1).length;
    const below = (moves: readonly number[]) => moves.filter((move) => move < -0.1).length;
    const parts = { above: above(values), below: below(values) };
    const within = values.length - parts.above - parts.below;
    return {
      unit: t('figure.oilBreakEven.unit'),
      scale: number,
      drawing: {
        ...distribution(
          values,
          { width: 0.1, every: 0.5, marks: [-0.1, 0.1], mark: (value) => signed(value, 0) },
          percent,
        ),
        legend: t('figure.oilBreakEven.lines'),
      },
      notes: [t('figure.series.spot')],
      table: yearTable(moves, show, [
        ...range(show, signed),
        [t('figure.oilBreakEven.below'), (moves) => number(below(moves))],
        [t('figure.oilBreakEven.above'), (moves) => number(above(moves))],
      ]),
      csv: csvOfPoints('change of WTI over three months in percent', percentPoints(moves), 4),
      values: {
        ...valuesOf(moves, signed, show),
        months: number(values.length),
        above: number(parts.above),
        below: number(parts.below),
        within: number(within),
        aboveShare: percent(parts.above / values.length),
        belowShare: percent(parts.below / values.length),
        withinShare: percent(within / values.length),
      },
    };
  },
} satisfies Record<string, Row>;
