/**
 * Margin and leverage of futures contracts, and how long a margin account would have lasted on the price of oil. The price
 * of the margin call is one at which the market can trade: the first tick at which the account is below maintenance margin,
 * not the price between two ticks at which it has just that.
 */
import type { Big } from 'big.js';
import {
  accountBy,
  contractValue,
  firstTickBelowMaintenance,
  leverage,
  marginCallPrice,
  shareOf,
  stepsUntilMargin,
} from '../futures.ts';
import { signOf } from '../positions.ts';
import { type Context, define, named, type Series, type Step } from './definition.ts';

const WORDS = {
  side: 'calculator.futures.side',
  bought: 'calculator.futures.bought',
  sold: 'calculator.futures.sold',
  price: 'calculator.futures.price',
  multiplier: 'calculator.futures.multiplier',
  multiplierHint: 'calculator.futures.multiplierHint',
  tick: 'calculator.futures.tick',
  tickHint: 'calculator.futures.tickHint',
  contracts: 'calculator.futures.contracts',
  margin: 'calculator.futures.margin',
  maintenance: 'calculator.futures.maintenance',
  paid: 'calculator.futures.paid',
  paidHint: 'calculator.futures.paidHint',
  year: 'calculator.futures.year',
  yearHint: 'calculator.futures.yearHint',
  month: 'calculator.futures.month',
  maintenanceTooHigh: 'calculator.futures.maintenanceTooHigh',
  paidTooLow: 'calculator.futures.paidTooLow',
  noMonth: 'calculator.futures.noMonth',
  value: 'calculator.futures.value',
  marginSum: 'calculator.futures.marginSum',
  maintenanceSum: 'calculator.futures.maintenanceSum',
  paidSum: 'calculator.futures.paidSum',
  leverage: 'calculator.futures.leverage',
  callPrice: 'calculator.futures.callPrice',
  maintained: 'calculator.futures.maintained',
  untilCall: 'calculator.futures.untilCall',
  held: 'calculator.futures.held',
  withinYear: 'calculator.futures.withinYear',
  starts: 'calculator.futures.starts',
  broken: 'calculator.futures.broken',
  barrels: 'calculator.futures.barrels',
  oilPaid: 'calculator.futures.oilPaid',
  oilFirst: 'calculator.futures.oilFirst',
  oilLast: 'calculator.futures.oilLast',
  oilMaintenance: 'calculator.futures.oilMaintenance',
  account: 'calculator.futures.account',
  elapsed: 'calculator.futures.elapsed',
  caption: 'calculator.futures.caption',
  spot: 'calculator.futures.spot',
  fixed: 'calculator.futures.fixed',
} as const;

/** The contracts and their margins are in dollars: those on oil, and those on the index of the example. */
const DOLLARS = { unit: 'money', currency: 'USD' } as const;
const PRICE = { unit: 'price', currency: 'USD' } as const;
/** Barrels of a contract on crude oil */
const BARRELS = 1000;
const YEAR = 12;

const seriesOf = ({ series }: Context): Series => {
  if (!series) throw new Error('The calculator of futures needs the months of oil');
  return series;
};

/** The prices from a month on; empty if the series does not have it. */
function pricesFrom({ first, values }: Series, year: number, month: number): readonly number[] {
  const [firstYear = 0, firstMonth = 0] = first.split('-').map(Number);
  const start = (year - firstYear) * YEAR + month - firstMonth;
  return start < 0 ? [] : values.slice(start);
}

export const FUTURES = define({
  name: 'futures',
  words: WORDS,
  fields: {
    side: { label: WORDS.side, options: { bought: WORDS.bought, sold: WORDS.sold }, initial: 'bought' },
    price: {
      label: WORDS.price,
      ...PRICE,
      initial: (context) => seriesOf(context).values.at(-1) ?? 0,
      min: 0.0001,
      max: 1e8,
    },
    multiplier: {
      label: WORDS.multiplier,
      hint: WORDS.multiplierHint,
      unit: 'number',
      initial: BARRELS,
      min: 0.01,
      max: 1e9,
    },
    // Of crude oil; no contract is quoted more finely than prices are shown.
    tick: { label: WORDS.tick, hint: WORDS.tickHint, unit: 'number', initial: 0.01, min: 0.0001, max: 1e4 },
    contracts: { label: WORDS.contracts, unit: 'number', whole: true, initial: 1, min: 1, max: 1e6 },
    // Exchanges ask for a few percent; at 100 % nothing is borrowed.
    margin: { label: WORDS.margin, unit: 'percent', initial: 8, min: 0.1, max: 100 },
    maintenance: { label: WORDS.maintenance, unit: 'percent', initial: 7, min: 0.1, max: 100 },
    // An account may hold more than the contracts are worth.
    paid: { label: WORDS.paid, hint: WORDS.paidHint, unit: 'percent', initial: 20, min: 0.1, max: 1000 },
    // `check` compares with the months of the series.
    year: { label: WORDS.year, hint: WORDS.yearHint, unit: 'year', whole: true, initial: 2014, min: 1986, max: 2100 },
    month: { label: WORDS.month, unit: 'number', whole: true, initial: 6, min: 1, max: 12 },
  },
  caption: WORDS.caption,
  notes: [WORDS.spot, WORDS.fixed],
  series: 'oil',
  check({ margin, maintenance, paid, year, month }, context) {
    if (maintenance > margin) return { field: 'maintenance', word: WORDS.maintenanceTooHigh };
    if (paid < margin) return { field: 'paid', word: WORDS.paidTooLow };
    // The price of the first month is where the position begins: there must be one after it.
    if (pricesFrom(seriesOf(context), year, month).length < 2) return { field: 'year', word: WORDS.noMonth };
    return undefined;
  },
  calculate({ side, price, multiplier, tick, contracts, margin, maintenance, paid, year, month }, context) {
    const value = contractValue(price, multiplier, contracts);
    const [marginSum, maintenanceSum, paidSum] = [margin, maintenance, paid].map((part) =>
      shareOf(value, part).div(100),
    ) as [Big, Big, Big];
    const units = Number(contractValue(multiplier, contracts));
    const times = leverage(value, paidSum);
    const maintained = marginCallPrice(price, {
      side,
      units,
      deposit: Number(paidSum),
      maintenance: Number(maintenanceSum),
    });

    const series = seriesOf(context);
    const oilUnits = BARRELS * contracts;
    const prices = pricesFrom(series, year, month);
    const [oilFirst = 0] = prices;
    const oil = contractValue(oilFirst, oilUnits);
    const [oilPaid, oilKept] = [paid, maintenance].map((part) => Number(shareOf(oil, part).div(100))) as [
      number,
      number,
    ];
    const position = { side, units: oilUnits, deposit: oilPaid, maintenance: oilKept };
    const months = stepsUntilMargin(prices, position);
    const account = accountBy(prices, position);
    const last = account.length - 1;
    const [oilLast, lastSum] = [prices[last] ?? 0, account[last] ?? paidSum];
    // Of every month of the series that a year follows: in how many the price moved against the position by more than the
    // account can bear. In doubles, because only the share is shown.
    const starts = series.values.slice(0, -YEAR);
    const bearable = (paid - maintenance) / 100;
    const isBroken = (first: number, start: number) =>
      series.values.slice(start, start + YEAR + 1).some((later) => signOf(side) * (later / first - 1) < -bearable);
    const broken = starts.filter(isBroken).length;
    const withinYear = (100 * broken) / starts.length;

    const [sign, reverse] = side === 'bought' ? (['+', '−'] as const) : (['−', '+'] as const);
    const VALUE = named(WORDS.value, value, 'money', { currency: 'USD' });
    const PAID_SUM = named(WORDS.paidSum, paidSum, 'money', { currency: 'USD' });
    const MULTIPLIER = named(WORDS.multiplier, multiplier, 'number');
    const CONTRACTS = named(WORDS.contracts, contracts, 'number');
    const PRICE_OF_ONE = named(WORDS.price, price, 'price', { currency: 'USD' });
    const OIL_FIRST = named(WORDS.oilFirst, oilFirst, 'price', { currency: 'USD' });
    const BARRELS_HELD = named(WORDS.barrels, oilUnits, 'number');
    const PAID = named(WORDS.paid, paid, 'percent');
    const share = (label: string, rateLabel: string, rate: number, sum: Big): Step => ({
      label,
      expression: [VALUE, '×', named(rateLabel, rate, 'percent')],
      result: { value: sum, ...DOLLARS },
    });

    return {
      results: [
        months === undefined
          ? { label: WORDS.held, value: last, unit: 'months' }
          : { label: WORDS.untilCall, value: months, unit: 'months' },
        { label: WORDS.value, value, ...DOLLARS },
        { label: WORDS.marginSum, value: marginSum, ...DOLLARS },
        { label: WORDS.maintenanceSum, value: maintenanceSum, ...DOLLARS },
        { label: WORDS.paidSum, value: paidSum, ...DOLLARS },
        { label: WORDS.leverage, value: times, unit: 'number', digits: 1 },
        { label: WORDS.callPrice, value: firstTickBelowMaintenance(maintained, side, tick), ...PRICE },
        { label: WORDS.withinYear, value: withinYear, unit: 'percent', digits: [1, 1] },
      ],
      steps: [
        {
          label: WORDS.value,
          expression: [PRICE_OF_ONE, '×', MULTIPLIER, '×', CONTRACTS],
          result: { value, ...DOLLARS },
        },
        share(WORDS.marginSum, WORDS.margin, margin, marginSum),
        share(WORDS.maintenanceSum, WORDS.maintenance, maintenance, maintenanceSum),
        share(WORDS.paidSum, WORDS.paid, paid, paidSum),
        {
          label: WORDS.leverage,
          expression: [VALUE, '÷', PAID_SUM],
          result: { value: times, unit: 'number', digits: 1 },
        },
        {
          label: WORDS.maintained,
          expression: [
            PRICE_OF_ONE,
            `${reverse} (`,
            PAID_SUM,
            '−',
            named(WORDS.maintenanceSum, maintenanceSum, 'money', { currency: 'USD' }),
            ') ÷ (',
            MULTIPLIER,
            '×',
            CONTRACTS,
            ')',
          ],
          result: { value: maintained, ...PRICE },
        },
        {
          label: WORDS.oilPaid,
          expression: [BARRELS_HELD, '×', OIL_FIRST, '×', PAID],
          result: { value: oilPaid, ...DOLLARS },
        },
        {
          label: WORDS.oilMaintenance,
          expression: [BARRELS_HELD, '×', OIL_FIRST, '×', named(WORDS.maintenance, maintenance, 'percent')],
          result: { value: oilKept, ...DOLLARS },
        },
        {
          label: WORDS.account,
          expression: [
            named(WORDS.oilPaid, oilPaid, 'money', { currency: 'USD' }),
            `${sign}`,
            BARRELS_HELD,
            '× (',
            named(WORDS.oilLast, oilLast, 'price', { currency: 'USD' }),
            '−',
            OIL_FIRST,
            ')',
          ],
          result: { value: lastSum, ...DOLLARS },
        },
        {
          label: WORDS.withinYear,
          expression: [named(WORDS.broken, broken, 'number'), '÷', named(WORDS.starts, starts.length, 'number')],
          result: { value: withinYear, unit: 'percent', digits: [1, 1] },
        },
      ],
      picture: {
        x: { label: WORDS.elapsed, unit: 'number' },
        y: { label: WORDS.account, ...DOLLARS },
        lines: [
          {
            label: WORDS.account,
            tone: 'chosen',
            points: account.map((sum, at) => [at, Number(sum)] as const),
          },
        ],
        marks: [
          { label: WORDS.oilMaintenance, text: { value: oilKept, ...DOLLARS }, y: oilKept },
          {
            label: months === undefined ? WORDS.held : WORDS.untilCall,
            text: { value: last, unit: 'months' },
            x: last,
            y: Number(lastSum),
          },
        ],
      },
    };
  },
  worked: {
    rows: () => [8, 10, 20, 30, 50].map((paid) => ({ paid })),
    results: [WORDS.leverage, WORDS.untilCall, WORDS.withinYear],
  },
});
