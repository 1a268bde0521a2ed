/** Break-even of an option, its value by Black and Scholes, its Greeks, and its payoff. */
import { Big } from 'big.js';
import { blackScholes, breakEven, impliedVolatility, payoff } from '../options.ts';
import { signOf } from '../positions.ts';
import { byCurrency, curve, define, named, type Quantity, type Result, type Step } from './definition.ts';

const WORDS = {
  side: 'calculator.options.side',
  bought: 'calculator.options.bought',
  sold: 'calculator.options.sold',
  kind: 'calculator.options.kind',
  call: 'calculator.options.call',
  put: 'calculator.options.put',
  spot: 'calculator.options.spot',
  strike: 'calculator.options.strike',
  premium: 'calculator.options.premium',
  contracts: 'calculator.options.contracts',
  multiplier: 'calculator.options.multiplier',
  fee: 'calculator.options.fee',
  days: 'calculator.options.days',
  volatility: 'calculator.options.volatility',
  rate: 'calculator.options.rate',
  dividend: 'calculator.options.dividend',
  feeTooHigh: 'calculator.options.feeTooHigh',
  breakEven: 'calculator.options.breakEven',
  value: 'calculator.options.value',
  implied: 'calculator.options.implied',
  delta: 'calculator.options.delta',
  gamma: 'calculator.options.gamma',
  vega: 'calculator.options.vega',
  theta: 'calculator.options.theta',
  rho: 'calculator.options.rho',
  premiumSum: 'calculator.options.premiumSum',
  commission: 'calculator.options.commission',
  paid: 'calculator.options.paid',
  received: 'calculator.options.received',
  years: 'calculator.options.years',
  d1: 'calculator.options.d1',
  d2: 'calculator.options.d2',
  n1: 'calculator.options.n1',
  n2: 'calculator.options.n2',
  m1: 'calculator.options.m1',
  m2: 'calculator.options.m2',
  spotToday: 'calculator.options.spotToday',
  strikeToday: 'calculator.options.strikeToday',
  callValue: 'calculator.options.callValue',
  putValue: 'calculator.options.putValue',
  vegaPoint: 'calculator.options.vegaPoint',
  thetaDay: 'calculator.options.thetaDay',
  rhoPoint: 'calculator.options.rhoPoint',
  price: 'calculator.options.price',
  gain: 'calculator.options.gain',
  atExpiry: 'calculator.options.atExpiry',
  today: 'calculator.options.today',
  caption: 'calculator.options.caption',
  assumptions: 'calculator.options.assumptions',
  american: 'calculator.options.american',
  held: 'calculator.options.held',
  risk: 'calculator.options.risk',
} as const;

const DAYS_A_YEAR = 365;

/** What a premium becomes by the commission of a contract: a buyer pays more, a seller keeps less. */
const withFee = (side: 'bought' | 'sold', premium: number, fee: number, multiplier: number) =>
  premium + (signOf(side) * fee) / multiplier;

export const OPTIONS = define({
  name: 'options',
  words: WORDS,
  fields: {
    side: { label: WORDS.side, options: { bought: WORDS.bought, sold: WORDS.sold }, initial: 'bought' },
    kind: { label: WORDS.kind, options: { call: WORDS.call, put: WORDS.put }, initial: 'call' },
    // Of the usual contract of each market: a US share, a UK share, the Nikkei 225, the TAIEX, a Chinese ETF.
    spot: {
      label: WORDS.spot,
      unit: 'price',
      initial: byCurrency({ USD: 100, GBP: 5, JPY: 40_000, TWD: 20_000, CNY: 3 }),
      min: 0.0001,
      max: 1e8,
    },
    strike: {
      label: WORDS.strike,
      unit: 'price',
      initial: byCurrency({ USD: 100, GBP: 5, JPY: 40_000, TWD: 20_000, CNY: 3 }),
      min: 0.0001,
      max: 1e8,
    },
    premium: {
      label: WORDS.premium,
      unit: 'price',
      initial: byCurrency({ USD: 4.5, GBP: 0.22, JPY: 1800, TWD: 900, CNY: 0.13 }),
      min: 0,
      max: 1e8,
    },
    contracts: { label: WORDS.contracts, unit: 'number', whole: true, initial: 1, min: 1, max: 1e6 },
    multiplier: {
      label: WORDS.multiplier,
      unit: 'number',
      initial: byCurrency({ USD: 100, GBP: 1000, JPY: 1000, TWD: 50, CNY: 10_000 }),
      min: 0.01,
      max: 1e6,
    },
    fee: {
      label: WORDS.fee,
      unit: 'price',
      digits: 4,
      initial: byCurrency({ USD: 0.7, GBP: 0, JPY: 0, TWD: 0, CNY: 0 }),
      min: 0,
      max: 1e6,
    },
    // Listed options run for up to ten years; on the last day there is nothing left to value.
    days: { label: WORDS.days, unit: 'number', whole: true, initial: 90, min: 1, max: 3650 },
    // Without volatility there is no distribution; no listed option has implied more than 500 % for long.
    volatility: { label: WORDS.volatility, unit: 'percent', initial: 20, min: 0.1, max: 500 },
    rate: {
      label: WORDS.rate,
      unit: 'percent',
      initial: byCurrency({ USD: 4, GBP: 4, JPY: 0.5, TWD: 1.5, CNY: 1.5 }),
      min: -10,
      max: 50,
    },
    dividend: { label: WORDS.dividend, unit: 'percent', initial: 0, min: 0, max: 50 },
  },
  caption: WORDS.caption,
  notes: [WORDS.assumptions, WORDS.american, WORDS.held, WORDS.risk],
  // A seller whom the commission leaves nothing, and a put that costs more than it can ever pay, have no break-even.
  check({ side, kind, strike, premium, fee, multiplier }) {
    const net = withFee(side, premium, fee, multiplier);
    const isSenseless = net < 0 || (kind === 'put' && net > strike);
    return isSenseless ? { field: 'fee', word: WORDS.feeTooHigh } : undefined;
  },
  calculate({ side, kind, spot, strike, premium, contracts, multiplier, fee, days, volatility, rate, dividend }) {
    const sign = signOf(side);
    const isCall = kind === 'call';
    const years = days / DAYS_A_YEAR;
    const terms = { spot, strike, rate: rate / 100, volatility: volatility / 100, years, dividend: dividend / 100 };
    const valued = blackScholes({ kind, ...terms });
    const other = blackScholes({ kind: isCall ? 'put' : 'call', ...terms }).value;
    const net = withFee(side, premium, fee, multiplier);
    const even = breakEven(kind, strike, net);
    const units = new Big(contracts).times(multiplier);
    const premiumSum = units.times(premium);
    const commission = new Big(contracts).times(fee);
    const paid = premiumSum.plus(commission.times(sign));

    const SPOT = named(WORDS.spot, spot, 'price');
    const STRIKE = named(WORDS.strike, strike, 'price');
    const PREMIUM = named(WORDS.premium, premium, 'price');
    const CONTRACTS = named(WORDS.contracts, contracts, 'number');
    const MULTIPLIER = named(WORDS.multiplier, multiplier, 'number');
    const FEE = named(WORDS.fee, fee, 'price', { digits: 4 });
    const RATE = named(WORDS.rate, rate, 'percent');
    const DIVIDEND = named(WORDS.dividend, dividend, 'percent');
    const VOLATILITY = named(WORDS.volatility, volatility, 'percent');
    const YEARS = named(WORDS.years, years, 'number');
    const D1 = named(WORDS.d1, valued.d1, 'number', { digits: 6 });
    const D2 = named(WORDS.d2, valued.d2, 'number', { digits: 6 });
    const N1 = named(isCall ? WORDS.n1 : WORDS.m1, valued.n1, 'number', { digits: 6 });
    const N2 = named(isCall ? WORDS.n2 : WORDS.m2, valued.n2, 'number', { digits: 6 });
    const SPOT_TODAY = dividend > 0 ? named(WORDS.spotToday, valued.spotToday, 'price') : SPOT;
    const STRIKE_TODAY = named(WORDS.strikeToday, valued.strikeToday, 'price');
    const [first, second] = isCall ? [SPOT_TODAY, STRIKE_TODAY] : [STRIKE_TODAY, SPOT_TODAY];
    const [ofFirst, ofSecond] = isCall ? [N1, N2] : [N2, N1];
    const price = (value: number): Quantity => ({ value, unit: 'price' });
    const number = (value: number, digits: number): Quantity => ({ value, unit: 'number', digits });
    const minus = isCall ? '' : '−';

    const discounted: readonly Step[] =
      dividend > 0
        ? [
            {
              label: WORDS.spotToday,
              expression: [SPOT, '÷ exp(', DIVIDEND, '×', YEARS, ')'],
              result: price(valued.spotToday),
            },
          ]
        : [];

    const charged: readonly Step[] =
      fee > 0
        ? [
            {
              label: WORDS.commission,
              expression: [CONTRACTS, '×', FEE],
              result: { value: commission, unit: 'money' },
            },
            {
              label: sign > 0 ? WORDS.paid : WORDS.received,
              expression: [
                named(WORDS.premiumSum, premiumSum, 'money'),
                sign > 0 ? '+' : '−',
                named(WORDS.commission, commission, 'money'),
              ],
              result: { value: paid, unit: 'money' },
            },
          ]
        : [];

    // No volatility explains a premium below what the option would be worth at once, or above what it can ever pay.
    let implied: Result[] = [];
    try {
      const found = impliedVolatility({ kind, ...terms }, premium);
      implied = [{ label: WORDS.implied, value: found * 100, unit: 'percent', digits: [2, 2] }];
    } catch {
      // Left out of the results
    }

    const scale = Number(units);
    const gainAt = (at: number) => payoff(side, kind, strike, premium, at) * scale - Number(commission);
    const todayAt = (at: number) =>
      sign * (blackScholes({ kind, ...terms, spot: at }).value - premium) * scale - Number(commission);
    const low = Math.min(spot * 0.7, strike * 0.7, even * 0.9);
    const high = Math.max(spot, strike, even) * 1.3;
    const bent = [low, strike, high].map((at) => [at, gainAt(at)] as const);

    return {
      results: [
        { label: WORDS.breakEven, ...price(even) },
        { label: WORDS.value, ...price(valued.value) },
        ...implied,
        { label: WORDS.delta, ...number(valued.delta, 6) },
        { label: WORDS.gamma, ...number(valued.gamma, 6) },
        { label: WORDS.vegaPoint, ...price(valued.vega / 100) },
        { label: WORDS.thetaDay, ...price(valued.theta / DAYS_A_YEAR) },
        { label: WORDS.rhoPoint, ...price(valued.rho / 100) },
      ],
      steps: [
        {
          label: WORDS.breakEven,
          expression: [
            STRIKE,
            isCall ? '+' : '−',
            ...(fee > 0 ? ['(', PREMIUM, sign > 0 ? '+' : '−', FEE, '÷', MULTIPLIER, ')'] : [PREMIUM]),
          ],
          result: price(even),
        },
        {
          label: WORDS.premiumSum,
          expression: [CONTRACTS, '×', MULTIPLIER, '×', PREMIUM],
          result: { value: premiumSum, unit: 'money' },
        },
        ...charged,
        {
          label: WORDS.years,
          expression: [named(WORDS.days, days, 'number'), `÷ ${DAYS_A_YEAR}`],
          result: number(years, 4),
        },
        {
          label: WORDS.d1,
          expression: [
            '(ln(',
            SPOT,
            '÷',
            STRIKE,
            ') + (',
            RATE,
            ...(dividend > 0 ? ['−', DIVIDEND] : []),
            '+',
            VOLATILITY,
            '² ÷ 2) ×',
            YEARS,
            ') ÷ (',
            VOLATILITY,
            '× √(',
            YEARS,
            '))',
          ],
          result: number(valued.d1, 6),
        },
        { label: WORDS.d2, expression: [D1, '−', VOLATILITY, '× √(', YEARS, ')'], result: number(valued.d2, 6) },
        { label: N1.label, expression: [`Φ(${minus}`, D1, ')'], result: number(valued.n1, 6) },
        { label: N2.label, expression: [`Φ(${minus}`, D2, ')'], result: number(valued.n2, 6) },
        ...discounted,
        {
          label: WORDS.strikeToday,
          expression: [STRIKE, '÷ exp(', RATE, '×', YEARS, ')'],
          result: price(valued.strikeToday),
        },
        {
          label: WORDS.value,
          expression: [first, '×', ofFirst, '−', second, '×', ofSecond],
          result: price(valued.value),
        },
        {
          label: isCall ? WORDS.putValue : WORDS.callValue,
          expression: [
            named(isCall ? WORDS.callValue : WORDS.putValue, valued.value, 'price'),
            isCall ? '−' : '+',
            SPOT_TODAY,
            isCall ? '+' : '−',
            STRIKE_TODAY,
          ],
          result: price(other),
        },
        {
          label: WORDS.vegaPoint,
          expression: [named(WORDS.vega, valued.vega, 'number'), '÷ 100'],
          result: price(valued.vega / 100),
        },
        {
          label: WORDS.thetaDay,
          expression: [named(WORDS.theta, valued.theta, 'number'), `÷ ${DAYS_A_YEAR}`],
          result: price(valued.theta / DAYS_A_YEAR),
        },
        {
          label: WORDS.rhoPoint,
          expression: [named(WORDS.rho, valued.rho, 'number'), '÷ 100'],
          result: price(valued.rho / 100),
        },
      ],
      picture: {
        x: { label: WORDS.price, unit: 'price' },
        y: { label: WORDS.gain, unit: 'money' },
        lines: [
          { label: WORDS.today, tone: 'full', points: curve(low, high, todayAt) },
          { label: WORDS.atExpiry, tone: 'chosen', points: bent },
        ],
        marks: [
          { label: WORDS.breakEven, text: price(even), x: even },
          { label: WORDS.spot, text: price(spot), x: spot, y: todayAt(spot) },
        ],
      },
    };
  },
  worked: {
    rows: (context) => {
      const strike = byCurrency({ USD: 100, GBP: 5, JPY: 40_000, TWD: 20_000, CNY: 3 })(context);
      // Rounded, because 3 × 1.1 is no exact decimal.
      return [0.9, 0.95, 1, 1.05, 1.1].map((part) => ({ spot: Number((strike * part).toFixed(4)) }));
    },
    results: [WORDS.value, WORDS.delta, WORDS.thetaDay],
  },
});
