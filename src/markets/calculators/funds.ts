/** What a fund's yearly charge, its entry charge and the fee of the order take over the years. */
import { Big } from 'big.js';
import { byCurrency, define, type HomeCurrency, named, sum, type Token } from './definition.ts';

const WORDS = {
  amount: 'calculator.funds.amount',
  orderFee: 'calculator.funds.orderFee',
  entry: 'calculator.funds.entry',
  growth: 'calculator.funds.growth',
  charge: 'calculator.funds.charge',
  years: 'calculator.funds.years',
  tooHigh: 'calculator.funds.tooHigh',
  withCosts: 'calculator.funds.withCosts',
  without: 'calculator.funds.without',
  cost: 'calculator.funds.cost',
  costShare: 'calculator.funds.costShare',
  entrySum: 'calculator.funds.entrySum',
  entryShare: 'calculator.funds.entryShare',
  invested: 'calculator.funds.invested',
  elapsed: 'calculator.funds.elapsed',
  value: 'calculator.funds.value',
  caption: 'calculator.funds.caption',
  note: 'calculator.funds.note',
} as const;

/** Where the entry charge is a share of the sum that is invested, and comes on top of it; elsewhere of what is paid. */
const ON_TOP: readonly HomeCurrency[] = ['JPY', 'TWD', 'CNY'];

export const FUNDS = define({
  name: 'funds',
  words: WORDS,
  fields: {
    amount: {
      label: WORDS.amount,
      unit: 'money',
      initial: byCurrency({ USD: 100_000, GBP: 50_000, JPY: 3_000_000, TWD: 1_000_000, CNY: 200_000 }),
      min: 1,
      max: 1e12,
    },
    growth: { label: WORDS.growth, unit: 'percent', initial: 4, min: -50, max: 50 },
    charge: { label: WORDS.charge, unit: 'percent', initial: 1, min: 0, max: 20 },
    // Nobody holds longer.
    years: { label: WORDS.years, unit: 'years', whole: true, initial: 20, min: 1, max: 80 },
    entry: { label: WORDS.entry, unit: 'percent', initial: 0, min: 0, max: 20 },
    orderFee: { label: WORDS.orderFee, unit: 'money', initial: 0, min: 0, max: 1e6 },
  },
  caption: WORDS.caption,
  notes: [WORDS.note],
  check: ({ amount, entry, orderFee }) =>
    (amount * entry) / 100 + orderFee >= amount ? { field: 'orderFee', word: WORDS.tooHigh } : undefined,
  calculate({ amount, orderFee, entry, growth, charge, years }, { currency }) {
    const rate = (value: number) => new Big(value).div(100);
    const full = rate(growth).plus(1);
    const factorAfterCosts = full.times(new Big(1).minus(rate(charge)));
    const isOnTop = ON_TOP.includes(currency);
    const load = isOnTop
      ? new Big(amount).minus(orderFee).times(rate(entry)).div(rate(entry).plus(1))
      : new Big(amount).times(rate(entry));
    const entrySum = load.plus(orderFee);
    const entryShare = entrySum.div(amount).times(100);
    const invested = new Big(amount).minus(entrySum);
    const withCosts = invested.times(factorAfterCosts.pow(years));
    const without = new Big(amount).times(full.pow(years));
    const cost = without.minus(withCosts);
    const costShare = cost.div(without).times(100);

    const AMOUNT = named(WORDS.amount, amount, 'money');
    const GROWTH = named(WORDS.growth, growth, 'percent');
    const YEARS = named(WORDS.years, years, 'number', { raised: true });
    const ENTRY = named(WORDS.entry, entry, 'percent');
    const FEE = named(WORDS.orderFee, orderFee, 'money');
    const BEFORE_LOAD: Token[] = orderFee > 0 ? ['(', AMOUNT, '−', FEE, ')'] : [AMOUNT];
    const hasEntry = entrySum.gt(0);
    const byYear = (start: number, factor: number) =>
      Array.from({ length: years + 1 }, (_, year) => [year, start * factor ** year] as const);

    return {
      results: [
        { label: WORDS.withCosts, value: withCosts, unit: 'money' },
        { label: WORDS.without, value: without, unit: 'money' },
        { label: WORDS.cost, value: cost, unit: 'money' },
        { label: WORDS.costShare, value: costShare, unit: 'percent', digits: 1 },
        { label: WORDS.entryShare, value: entryShare, unit: 'percent' },
      ],
      steps: [
        ...(hasEntry
          ? [
              {
                label: WORDS.entrySum,
                expression: sum(
                  entry > 0 && (isOnTop ? [...BEFORE_LOAD, '×', ENTRY, '÷ (1 +', ENTRY, ')'] : [AMOUNT, '×', ENTRY]),
                  orderFee > 0 && [FEE],
                ),
                result: { value: entrySum, unit: 'money' } as const,
              },
              {
                label: WORDS.entryShare,
                expression: [named(WORDS.entrySum, entrySum, 'money'), '÷', AMOUNT],
                result: { value: entryShare, unit: 'percent' } as const,
              },
              {
                label: WORDS.invested,
                expression: [AMOUNT, '−', named(WORDS.entrySum, entrySum, 'money')],
                result: { value: invested, unit: 'money' } as const,
              },
            ]
          : []),
        {
          label: WORDS.without,
          expression: [AMOUNT, '× (1 +', GROWTH, ')', YEARS],
          result: { value: without, unit: 'money' },
        },
        {
          label: WORDS.withCosts,
          expression: [
            hasEntry ? named(WORDS.invested, invested, 'money') : AMOUNT,
            '× ((1 +',
            GROWTH,
            ') × (1 −',
            named(WORDS.charge, charge, 'percent'),
            '))',
            YEARS,
          ],
          result: { value: withCosts, unit: 'money' },
        },
        {
          label: WORDS.cost,
          expression: [named(WORDS.without, without, 'money'), '−', named(WORDS.withCosts, withCosts, 'money')],
          result: { value: cost, unit: 'money' },
        },
        {
          label: WORDS.costShare,
          expression: [named(WORDS.cost, cost, 'money'), '÷', named(WORDS.without, without, 'money')],
          result: { value: costShare, unit: 'percent', digits: 1 },
        },
      ],
      picture: {
        x: { label: WORDS.elapsed, unit: 'number' },
        y: { label: WORDS.value, unit: 'money' },
        lines: [
          { label: WORDS.without, tone: 'full', points: byYear(amount, Number(full)) },
          { label: WORDS.withCosts, tone: 'chosen', points: byYear(Number(invested), Number(factorAfterCosts)) },
        ],
        marks: [],
      },
    };
  },
  worked: {
    rows: () => [{ charge: 0 }, { charge: 0.2 }, { charge: 0.5 }, { charge: 1 }, { charge: 2 }],
    results: [WORDS.withCosts, WORDS.cost, WORDS.costShare],
  },
});
