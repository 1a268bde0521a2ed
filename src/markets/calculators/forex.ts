/** What a pip is worth, what a night costs, and at which price a position in currencies is closed. */
import { Big } from 'big.js';
import { accountRate, equityAt, LOT, pipValue, positionValue, priceOfEquity, swapPerNight } from '../forex.ts';
import { baseOf, pairDecimals, pipSize, quoteOf } from '../pairs.ts';
import { signOf } from '../positions.ts';
import {
  byCurrency,
  type Context,
  type Currency,
  curve,
  define,
  type HomeCurrency,
  named,
  type Quantity,
  type Token,
} from './definition.ts';

const WORDS = {
  pair: 'calculator.forex.pair',
  euroDollar: 'calculator.forex.euroDollar',
  poundDollar: 'calculator.forex.poundDollar',
  dollarYen: 'calculator.forex.dollarYen',
  euroYen: 'calculator.forex.euroYen',
  side: 'calculator.forex.side',
  bought: 'calculator.forex.bought',
  sold: 'calculator.forex.sold',
  price: 'calculator.forex.price',
  quote: 'calculator.forex.quote',
  units: 'calculator.forex.units',
  unitsHint: 'calculator.forex.unitsHint',
  balance: 'calculator.forex.balance',
  rate: 'calculator.forex.rate',
  rateHint: 'calculator.forex.rateHint',
  margin: 'calculator.forex.margin',
  call: 'calculator.forex.call',
  close: 'calculator.forex.close',
  baseRate: 'calculator.forex.baseRate',
  quoteRate: 'calculator.forex.quoteRate',
  markup: 'calculator.forex.markup',
  otherPair: 'calculator.forex.otherPair',
  balanceTooLow: 'calculator.forex.balanceTooLow',
  closeTooHigh: 'calculator.forex.closeTooHigh',
  closeHint: 'calculator.forex.closeHint',
  marginTooLow: 'calculator.forex.marginTooLow',
  closeTooLow: 'calculator.forex.closeTooLow',
  pipSize: 'calculator.forex.pipSize',
  pipQuote: 'calculator.forex.pipQuote',
  pip: 'calculator.forex.pip',
  valueQuote: 'calculator.forex.valueQuote',
  value: 'calculator.forex.value',
  marginSum: 'calculator.forex.marginSum',
  level: 'calculator.forex.level',
  leverage: 'calculator.forex.leverage',
  swap: 'calculator.forex.swap',
  callEquity: 'calculator.forex.callEquity',
  closeEquity: 'calculator.forex.closeEquity',
  callPrice: 'calculator.forex.callPrice',
  closePrice: 'calculator.forex.closePrice',
  equity: 'calculator.forex.equity',
  caption: 'calculator.forex.caption',
  marginNote: 'calculator.forex.marginNote',
  swapNote: 'calculator.forex.swapNote',
  gapNote: 'calculator.forex.gapNote',
} as const;

const PAIRS = { euroDollar: 'EUR/USD', poundDollar: 'GBP/USD', dollarYen: 'USD/JPY', euroYen: 'EUR/JPY' } as const;
/** Days of a year by which interest of most currencies is reckoned */
const YEAR = 360;
/** No rate between these currencies was outside since 1971; what is belongs to another pair. */
const PRICES = { JPY: [20, 1000], USD: [0.2, 5] } as const;

/**
 * What the law of the locale's country asks of retail accounts, in percent (facts usForexMajor, usForexShortfall,
 * ukCloseOut, jpForexMargin; jurisdictions.yml): the least margin of the position, and the least equity. In the US that is
 * the deposit itself, in the UK half of the margin that the broker asks for; in Japan the broker sets its own level.
 */
const LAW: Readonly<Record<HomeCurrency, { margin: number; equity?: (margin: number) => number }>> = {
  USD: { margin: 2, equity: () => 2 },
  GBP: { margin: 3.33, equity: (margin) => margin / 2 },
  JPY: { margin: 4 },
  TWD: { margin: 0 },
  CNY: { margin: 0 },
};

/** No lawful account of this kind holds renminbi; the lesson's example is in US dollars. */
const ACCOUNTS = { CNY: 'USD' } as const;

/** An initial value for the law of each country, whatever the money of the account. */
const byHome =
  (amounts: Readonly<Record<HomeCurrency, number>>) =>
  ({ home }: Context): number =>
    amounts[home];

const isYen = ({ pair }: Context) => pair === 'USD/JPY';
/** By the first pair of the locale */
const byPair = (euro: number, yen: number) => (context: Context) => (isYen(context) ? yen : euro);

interface Terms {
  pair: keyof typeof PAIRS;
  side: 'bought' | 'sold';
  price: number;
  units: number;
  balance: number;
  rate: number;
  margin: number;
}

/** The position in the currency of the account, with its margin. */
function positionOf({ pair, side, price, units, balance, rate, margin }: Terms, account: Currency) {
  const toAccount = accountRate(PAIRS[pair], account, price, rate);
  const valueQuote = positionValue(units, price);
  const value = account === baseOf(PAIRS[pair]) ? new Big(units) : valueQuote.times(toAccount);
  const marginSum = value.times(margin).div(100);
  return { side, units, entry: price, balance: new Big(balance), toAccount, valueQuote, value, marginSum };
}

export const FOREX = define({
  name: 'forex',
  words: WORDS,
  fields: {
    pair: {
      label: WORDS.pair,
      options: {
        euroDollar: WORDS.euroDollar,
        poundDollar: WORDS.poundDollar,
        dollarYen: WORDS.dollarYen,
        euroYen: WORDS.euroYen,
      },
      initial: (context) => (isYen(context) ? 'dollarYen' : 'euroDollar'),
    },
    side: { label: WORDS.side, options: { bought: WORDS.bought, sold: WORDS.sold }, initial: 'bought' },
    // `check` compares with the pair.
    price: { label: WORDS.price, unit: 'number', digits: [3, 5], initial: byPair(1.1, 150), min: 0.2, max: 1000 },
    units: {
      label: WORDS.units,
      hint: WORDS.unitsHint,
      unit: 'number',
      initial: byPair(LOT, LOT / 10),
      min: 1,
      max: 1e9,
    },
    balance: {
      label: WORDS.balance,
      unit: 'money',
      initial: byCurrency({ USD: 10_000, GBP: 8000, JPY: 150_000, TWD: 31_500, CNY: 10_000 }),
      min: 1,
      max: 1e12,
    },
    rate: {
      label: WORDS.rate,
      hint: WORDS.rateHint,
      unit: 'number',
      digits: 6,
      initial: byCurrency({ USD: 1, GBP: 0.75, JPY: 150, TWD: 0.21, CNY: 1 }),
      min: 0.000001,
      max: 1e6,
    },
    // At 100 % nothing is borrowed; `check` knows what the law asks for.
    margin: {
      label: WORDS.margin,
      unit: 'percent',
      initial: byHome({ USD: 2, GBP: 3.33, JPY: 4, TWD: 5, CNY: 5 }),
      min: 0.1,
      max: 100,
    },
    call: { label: WORDS.call, unit: 'percent', initial: 100, min: 1, max: 500 },
    // What the law leaves of the initial margin; elsewhere half of it, as brokers write.
    close: {
      label: WORDS.close,
      hint: WORDS.closeHint,
      unit: 'percent',
      initial: byHome({ USD: 100, GBP: 50, JPY: 50, TWD: 50, CNY: 50 }),
      min: 0,
      max: 500,
    },
    baseRate: { label: WORDS.baseRate, unit: 'percent', initial: byPair(2, 4), min: -10, max: 100 },
    quoteRate: { label: WORDS.quoteRate, unit: 'percent', initial: byPair(4, 0.5), min: -10, max: 100 },
    markup: { label: WORDS.markup, unit: 'points', initial: 0.5, min: 0, max: 20 },
  },
  accounts: ACCOUNTS,
  caption: WORDS.caption,
  notes: [WORDS.marginNote, WORDS.swapNote, WORDS.gapNote],
  check(values, { home, currency }) {
    const [low, high] = PRICES[quoteOf(PAIRS[values.pair]) === 'JPY' ? 'JPY' : 'USD'];
    if (values.price < low || values.price > high) return { field: 'price', word: WORDS.otherPair };
    const { margin, equity = () => 0 } = LAW[home];
    if (values.margin < margin) return { field: 'margin', word: WORDS.marginTooLow };
    if ((values.margin * values.close) / 100 < equity(values.margin) - 1e-9)
      return { field: 'close', word: WORDS.closeTooLow };
    if (values.close > values.call) return { field: 'close', word: WORDS.closeTooHigh };
    const { balance, marginSum } = positionOf(values, currency);
    const needed = marginSum.times(Math.max(values.call, 100)).div(100);
    return balance.lt(needed) ? { field: 'balance', word: WORDS.balanceTooLow } : undefined;
  },
  calculate(values, { currency }) {
    const { side, price, units, rate, margin, call, close, baseRate, quoteRate, markup } = values;
    const pair = PAIRS[values.pair];
    const quote = quoteOf(pair) as Currency;
    const isBase = currency === baseOf(pair);
    const position = positionOf(values, currency);
    const { balance, toAccount, valueQuote, value, marginSum } = position;
    const pipQuote = pipValue(pair, units);
    const pip = pipQuote.times(toAccount);
    const level = balance.div(marginSum).times(100);
    const times = value.div(balance);
    const rates = { base: baseRate / 100, quote: quoteRate / 100, markup: markup / 100 };
    const swap = swapPerNight(side, value, rates, YEAR);
    const at = (percent: number) => {
      const required = marginSum.times(percent).div(100);
      return { required, price: priceOfEquity(pair, currency, rate, { ...position, required }) };
    };
    const [called, closed] = [at(call), at(close)];

    const digits = pairDecimals(pair);
    const quoted = { unit: 'number', digits: [digits, digits] } as const;
    const money = (sum: Big): Quantity => ({ value: sum, unit: 'money' });
    const PRICE = named(WORDS.price, price, 'number', { digits: [digits, digits] });
    const UNITS = named(WORDS.units, units, 'number');
    const BALANCE = named(WORDS.balance, balance, 'money');
    const VALUE_QUOTE = named(WORDS.valueQuote, valueQuote, 'money', { currency: quote });
    const VALUE = named(WORDS.value, value, 'money');
    const MARGIN_SUM = named(WORDS.marginSum, marginSum, 'money');
    const BASE_RATE = named(WORDS.baseRate, baseRate, 'percent');
    const QUOTE_RATE = named(WORDS.quoteRate, quoteRate, 'percent');
    const MARKUP = named(WORDS.markup, markup, 'percent');
    /** From the quote currency to that of the account */
    const convert: readonly Token[] =
      currency === quote ? [] : isBase ? ['÷', PRICE] : ['×', named(WORDS.rate, rate, 'number', { digits: 6 })];
    const sign = signOf(side);
    const [earned, owed] = sign > 0 ? [BASE_RATE, QUOTE_RATE] : [QUOTE_RATE, BASE_RATE];

    const levels = [
      { price: called.price, word: WORDS.callPrice, equity: WORDS.callEquity, name: WORDS.call, at: call, sum: called },
      {
        price: closed.price,
        word: WORDS.closePrice,
        equity: WORDS.closeEquity,
        name: WORDS.close,
        at: close,
        sum: closed,
      },
    ].flatMap(({ price: found, ...more }) => (found ? [{ price: found, ...more }] : []));
    const stepsOf = ({ price: found, word, equity, name, at: percent, sum }: (typeof levels)[number]) => {
      const required = named(equity, sum.required, 'money');
      const share: readonly Token[] = ['(', BALANCE, '−', required, ') ÷', UNITS];
      return [
        {
          label: equity,
          expression: [MARGIN_SUM, '×', named(name, percent, 'percent')],
          result: money(sum.required),
        },
        {
          label: word,
          expression: isBase
            ? [PRICE, sign > 0 ? '÷ (1 +' : '÷ (1 −', ...share, ')']
            : [
                PRICE,
                sign > 0 ? '−' : '+',
                ...share,
                ...(currency === quote ? [] : ['÷', named(WORDS.rate, rate, 'number', { digits: 6 })]),
              ],
          result: { value: found, ...quoted },
        },
      ];
    };

    // From the opening price to beyond the levels, and a third of it to the other side; prices end above 0.
    const far = Math.max(...levels.map((mark) => Math.abs(Number(mark.price) - price) * 1.3), price * 0.02);
    const [below, above] = side === 'bought' ? [far, far / 3] : [far / 3, far];
    const [low, high] = [Math.max(price - below, price * 0.02), price + above];
    return {
      results: [
        { label: WORDS.pip, ...money(pip) },
        { label: WORDS.value, ...money(value) },
        { label: WORDS.marginSum, ...money(marginSum) },
        { label: WORDS.leverage, value: times, unit: 'number', digits: 1 },
        { label: WORDS.level, value: level, unit: 'percent', digits: [1, 1] },
        ...levels.map((mark) => ({ label: mark.word, value: mark.price, ...quoted })),
        { label: WORDS.swap, ...money(swap), signed: true },
      ],
      steps: [
        {
          label: WORDS.pipQuote,
          expression: [UNITS, '×', named(WORDS.pipSize, pipSize(pair), 'number')],
          result: { ...money(pipQuote), currency: quote },
        },
        ...(convert.length > 0
          ? [
              {
                label: WORDS.pip,
                expression: [named(WORDS.pipQuote, pipQuote, 'money', { currency: quote }), ...convert],
                result: money(pip),
              },
            ]
          : []),
        {
          label: WORDS.valueQuote,
          expression: [UNITS, '×', PRICE],
          result: { ...money(valueQuote), currency: quote },
        },
        ...(convert.length > 0
          ? [{ label: WORDS.value, expression: [VALUE_QUOTE, ...convert], result: money(value) }]
          : []),
        {
          label: WORDS.marginSum,
          expression: [VALUE, '×', named(WORDS.margin, margin, 'percent')],
          result: money(marginSum),
        },
        {
          label: WORDS.leverage,
          expression: [VALUE, '÷', BALANCE],
          result: { value: times, unit: 'number', digits: 1 },
        },
        {
          label: WORDS.level,
          expression: [BALANCE, '÷', MARGIN_SUM],
          result: { value: level, unit: 'percent', digits: [1, 1] },
        },
        ...levels.flatMap(stepsOf),
        {
          label: WORDS.swap,
          expression: [VALUE, '× (', earned, '−', owed, '−', MARKUP, `) ÷ ${YEAR}`],
          result: { ...money(swap), signed: true },
        },
      ],
      picture: {
        x: { label: WORDS.quote, ...quoted },
        y: { label: WORDS.equity, unit: 'money' },
        lines: [
          {
            label: WORDS.equity,
            tone: 'chosen',
            points: curve(low, high, (x) =>
              Number(equityAt(x, pair, currency, rate, { ...position, required: marginSum })),
            ),
          },
        ],
        marks: [
          { label: WORDS.price, text: { value: price, ...quoted }, x: price, y: Number(balance) },
          // Where both levels are one price, the picture names the liquidation.
          ...levels
            .filter(({ price: found, word }) => word === WORDS.closePrice || !closed.price?.eq(found))
            .map(({ price: found, word, sum }) => ({
              label: word,
              text: { value: found, ...quoted },
              x: Number(found),
              y: Number(sum.required),
            })),
        ],
      },
    };
  },
  worked: {
    rows: (context) => [0.25, 0.5, 1, 1.5].map((part) => ({ units: part * byPair(LOT, LOT / 10)(context) })),
    results: [WORDS.pip, WORDS.marginSum, WORDS.closePrice],
  },
});
