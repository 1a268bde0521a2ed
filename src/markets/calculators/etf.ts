/** What the charges of an ETF and the costs of trading it take from the return of its index. */
import { Big } from 'big.js';
import { byCurrency, define, named, type Token } from './definition.ts';

const WORDS = {
  amount: 'calculator.etf.amount',
  years: 'calculator.etf.years',
  index: 'calculator.etf.index',
  charge: 'calculator.etf.charge',
  other: 'calculator.etf.other',
  otherHint: 'calculator.etf.otherHint',
  spread: 'calculator.etf.spread',
  commission: 'calculator.etf.commission',
  tooHigh: 'calculator.etf.tooHigh',
  difference: 'calculator.etf.difference',
  fundReturn: 'calculator.etf.fundReturn',
  invested: 'calculator.etf.invested',
  received: 'calculator.etf.received',
  indexValue: 'calculator.etf.indexValue',
  cost: 'calculator.etf.cost',
  elapsed: 'calculator.etf.elapsed',
  value: 'calculator.etf.value',
  fundLine: 'calculator.etf.fundLine',
  caption: 'calculator.etf.caption',
  note: 'calculator.etf.note',
} as const;

export const ETF = define({
  name: 'etf',
  words: WORDS,
  fields: {
    amount: {
      label: WORDS.amount,
      unit: 'money',
      initial: byCurrency({ USD: 10_000, GBP: 10_000, JPY: 1_000_000, TWD: 300_000, CNY: 50_000 }),
      min: 1,
      max: 1e12,
    },
    // Nobody holds longer.
    years: { label: WORDS.years, unit: 'years', whole: true, initial: 10, min: 1, max: 80 },
    // Yearly averages of any length stay within.
    index: { label: WORDS.index, unit: 'percent', initial: 8, min: -50, max: 50 },
    charge: { label: WORDS.charge, unit: 'percent', initial: 0.2, min: 0, max: 20 },
    other: { label: WORDS.other, hint: WORDS.otherHint, unit: 'percent', initial: 0, min: 0, max: 20 },
    spread: { label: WORDS.spread, unit: 'percent', initial: 0.05, min: 0, max: 20 },
    commission: { label: WORDS.commission, unit: 'money', initial: 0, min: 0, max: 1e6 },
  },
  caption: WORDS.caption,
  notes: [WORDS.note],
  check: ({ amount, commission }) => (commission >= amount ? { field: 'commission', word: WORDS.tooHigh } : undefined),
  calculate({ amount, years, index, charge, other, spread, commission }) {
    const rate = (value: number) => new Big(value).div(100);
    const indexFactor = rate(index).plus(1);
    const shareAfterCosts = new Big(1).minus(rate(charge)).minus(rate(other));
    const factor = indexFactor.times(shareAfterCosts);
    const fundReturn = factor.minus(1).times(100);
    const difference = fundReturn.minus(index);
    const half = rate(spread).div(2);
    const invested = new Big(amount).minus(commission).div(half.plus(1));
    const received = invested.times(factor.pow(years)).times(new Big(1).minus(half)).minus(commission);
    const indexValue = new Big(amount).times(indexFactor.pow(years));
    const cost = indexValue.minus(received);

    const AMOUNT = named(WORDS.amount, amount, 'money');
    const INDEX = named(WORDS.index, index, 'percent');
    const YEARS = named(WORDS.years, years, 'number', { raised: true });
    const COMMISSION: Token[] = commission > 0 ? ['−', named(WORDS.commission, commission, 'money')] : [];
    const SPREAD = named(WORDS.spread, spread, 'percent');
    const byYear = (start: number, growth: number) =>
      Array.from({ length: years + 1 }, (_, year) => [year, start * growth ** year] as const);

    return {
      results: [
        { label: WORDS.difference, value: difference, unit: 'points', signed: true },
        { label: WORDS.fundReturn, value: fundReturn, unit: 'percent' },
        { label: WORDS.received, value: received, unit: 'money' },
        { label: WORDS.indexValue, value: indexValue, unit: 'money' },
        { label: WORDS.cost, value: cost, unit: 'money' },
      ],
      steps: [
        {
          label: WORDS.fundReturn,
          expression: [
            '(1 +',
            INDEX,
            ') × (1 −',
            named(WORDS.charge, charge, 'percent'),
            ...(other > 0 ? ['−', named(WORDS.other, other, 'percent')] : []),
            ') − 1',
          ],
          result: { value: fundReturn, unit: 'percent' },
        },
        {
          label: WORDS.difference,
          expression: [named(WORDS.fundReturn, fundReturn, 'percent'), '−', INDEX],
          result: { value: difference, unit: 'points', signed: true },
        },
        {
          label: WORDS.invested,
          expression: [
            ...(commission > 0 ? ['(', AMOUNT, ...COMMISSION, ')'] : [AMOUNT]),
            ...(spread > 0 ? ['÷ (1 +', SPREAD, '÷ 2)'] : []),
          ],
          result: { value: invested, unit: 'money' },
        },
        {
          label: WORDS.received,
          expression: [
            named(WORDS.invested, invested, 'money'),
            '× (1 +',
            named(WORDS.fundReturn, fundReturn, 'percent'),
            ')',
            YEARS,
            ...(spread > 0 ? ['× (1 −', SPREAD, '÷ 2)'] : []),
            ...COMMISSION,
          ],
          result: { value: received, unit: 'money' },
        },
        {
          label: WORDS.indexValue,
          expression: [AMOUNT, '× (1 +', INDEX, ')', YEARS],
          result: { value: indexValue, unit: 'money' },
        },
        {
          label: WORDS.cost,
          expression: [named(WORDS.indexValue, indexValue, 'money'), '−', named(WORDS.received, received, 'money')],
          result: { value: cost, unit: 'money' },
        },
      ],
      picture: {
        x: { label: WORDS.elapsed, unit: 'number' },
        y: { label: WORDS.value, unit: 'money' },
        lines: [
          { label: WORDS.indexValue, tone: 'full', points: byYear(amount, Number(indexFactor)) },
          { label: WORDS.fundLine, tone: 'chosen', points: byYear(Number(invested), Number(factor)) },
        ],
        marks: [],
      },
    };
  },
  worked: {
    rows: () => [{ charge: 0.05 }, { charge: 0.1 }, { charge: 0.2 }, { charge: 0.5 }, { charge: 1 }],
    results: [WORDS.difference, WORDS.received, WORDS.cost],
  },
});
