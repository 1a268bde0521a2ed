/** Price or yield of a bond, what is paid for it, and how its price moves with the yield. */
import { Big } from 'big.js';
import {
  accruedOf,
  bondPrice,
  bondYield,
  convexity,
  dirtyPrice,
  expectedChange,
  FACE,
  macaulayDuration,
  modifiedDuration,
  YEAR_DAYS,
} from '../bonds.ts';
import { byCurrency, curve, define, named, type Quantity, type Step } from './definition.ts';

const WORDS = {
  known: 'calculator.bonds.known',
  knowsYield: 'calculator.bonds.knowsYield',
  knowsPrice: 'calculator.bonds.knowsPrice',
  yield: 'calculator.bonds.yield',
  price: 'calculator.bonds.price',
  priceHint: 'calculator.bonds.priceHint',
  coupon: 'calculator.bonds.coupon',
  years: 'calculator.bonds.years',
  yearsHint: 'calculator.bonds.yearsHint',
  payments: 'calculator.bonds.payments',
  yearly: 'calculator.bonds.yearly',
  halfYearly: 'calculator.bonds.halfYearly',
  quarterly: 'calculator.bonds.quarterly',
  monthly: 'calculator.bonds.monthly',
  face: 'calculator.bonds.face',
  days: 'calculator.bonds.days',
  dayCount: 'calculator.bonds.dayCount',
  thirty: 'calculator.bonds.thirty',
  actual365: 'calculator.bonds.actual365',
  actual360: 'calculator.bonds.actual360',
  actualBoth: 'calculator.bonds.actualBoth',
  periodDays: 'calculator.bonds.periodDays',
  periodDaysHint: 'calculator.bonds.periodDaysHint',
  wrongPeriod: 'calculator.bonds.wrongPeriod',
  change: 'calculator.bonds.change',
  noYield: 'calculator.bonds.noYield',
  tooManyDays: 'calculator.bonds.tooManyDays',
  couponPaid: 'calculator.bonds.couponPaid',
  perYear: 'calculator.bonds.perYear',
  periodYield: 'calculator.bonds.periodYield',
  periods: 'calculator.bonds.periods',
  couponDate: 'calculator.bonds.couponDate',
  passed: 'calculator.bonds.passed',
  yearDays: 'calculator.bonds.yearDays',
  accrued: 'calculator.bonds.accrued',
  dirty: 'calculator.bonds.dirty',
  amount: 'calculator.bonds.amount',
  weighted: 'calculator.bonds.weighted',
  macaulay: 'calculator.bonds.macaulay',
  modified: 'calculator.bonds.modified',
  bend: 'calculator.bonds.bend',
  convexity: 'calculator.bonds.convexity',
  expected: 'calculator.bonds.expected',
  exact: 'calculator.bonds.exact',
  tangent: 'calculator.bonds.tangent',
  yours: 'calculator.bonds.yours',
  par: 'calculator.bonds.par',
  caption: 'calculator.bonds.caption',
  flat: 'calculator.bonds.flat',
  trial: 'calculator.bonds.trial',
  actualActual: 'calculator.bonds.actualActual',
} as const;

const PER_YEAR = { yearly: 1, halfYearly: 2, quarterly: 4, monthly: 12 } as const;
const DAYS = { thirty: YEAR_DAYS['30/360'], actual365: YEAR_DAYS['actual/365'], actual360: YEAR_DAYS['actual/360'] };
/** The fewest and the most days that a coupon period can have. */
const PERIOD_DAYS = { yearly: [365, 366], halfYearly: [181, 184], quarterly: [89, 92], monthly: [28, 31] } as const;
/** Per 100 of face value, as bonds are quoted */
const QUOTED = { unit: 'number', digits: [2, 2] } as const;
/** Yields that a price may have here, as shares: beyond them, duration says nothing. */
const LOWEST = -0.5;
const HIGHEST = 10;

interface Terms {
  coupon: number;
  years: number;
  payments: keyof typeof PER_YEAR;
  days: number;
  dayCount: keyof typeof DAYS | 'actualBoth';
  periodDays: number;
}

/** Days of a year. By actual/actual, those of the running coupon period times the payments a year (ICMA rule 251). */
const yearDaysOf = ({ dayCount, periodDays, payments }: Pick<Terms, 'dayCount' | 'periodDays' | 'payments'>): number =>
  dayCount === 'actualBoth' ? periodDays * PER_YEAR[payments] : DAYS[dayCount];

/** The bond on the day of settlement. */
const bondOf = (terms: Terms) => ({
  coupon: terms.coupon / 100,
  years: terms.years - terms.days / yearDaysOf(terms),
  perYear: PER_YEAR[terms.payments],
});

/** The yield at a price; undefined if there is none between LOWEST and HIGHEST. */
function yieldAt(terms: Terms, price: number): number | undefined {
  try {
    const found = bondYield(bondOf(terms), price);
    return found >= LOWEST && found <= HIGHEST ? found : undefined;
  } catch {
    return undefined;
  }
}

export const BONDS = define({
  name: 'bonds',
  words: WORDS,
  fields: {
    known: { label: WORDS.known, options: { yield: WORDS.knowsYield, price: WORDS.knowsPrice }, initial: 'yield' },
    // Yields of governments were down to −1 %; those of bonds in distress are far above 50 %.
    yield: { label: WORDS.yield, unit: 'percent', initial: 5, min: -5, max: 200 },
    price: { label: WORDS.price, hint: WORDS.priceHint, ...QUOTED, initial: 95, min: 1, max: 1000 },
    coupon: { label: WORDS.coupon, unit: 'percent', initial: 4, min: 0, max: 50 },
    // Bonds of 100 years are the longest that end.
    years: { label: WORDS.years, hint: WORDS.yearsHint, unit: 'years', whole: true, initial: 10, min: 1, max: 100 },
    payments: {
      label: WORDS.payments,
      options: {
        yearly: WORDS.yearly,
        halfYearly: WORDS.halfYearly,
        quarterly: WORDS.quarterly,
        monthly: WORDS.monthly,
      },
      // Chinese government bonds of ten years or less pay mostly once a year, Taiwan's too.
      initial: ({ currency }) => (currency === 'CNY' || currency === 'TWD' ? 'yearly' : 'halfYearly'),
    },
    face: {
      label: WORDS.face,
      unit: 'money',
      initial: byCurrency({ USD: 10_000, GBP: 10_000, JPY: 1_000_000, TWD: 100_000, CNY: 10_000 }),
      min: 1,
      max: 1e12,
    },
    // A year has no more; `check` compares with the coupon period.
    days: { label: WORDS.days, unit: 'number', whole: true, initial: 0, min: 0, max: 365 },
    dayCount: {
      label: WORDS.dayCount,
      options: {
        actualBoth: WORDS.actualBoth,
        thirty: WORDS.thirty,
        actual365: WORDS.actual365,
        actual360: WORDS.actual360,
      },
      // Treasuries and gilts count so; the lessons of the others reckon with 365 days.
      initial: ({ currency }) => (currency === 'USD' || currency === 'GBP' ? 'actualBoth' : 'actual365'),
    },
    // `check` compares with the payments a year.
    periodDays: {
      label: WORDS.periodDays,
      hint: WORDS.periodDaysHint,
      unit: 'number',
      whole: true,
      initial: ({ currency }) => (currency === 'CNY' || currency === 'TWD' ? 365 : 182),
      min: 28,
      max: 366,
    },
    // The picture shows yields to either side; more than this is no parallel to what happens in a year.
    change: { label: WORDS.change, unit: 'points', initial: 1, min: -5, max: 5 },
  },
  caption: WORDS.caption,
  notes: [WORDS.flat, WORDS.trial, WORDS.actualActual],
  check(values) {
    const { known, price, payments, days, dayCount, periodDays } = values;
    const [fewest, most] = PERIOD_DAYS[payments];
    if (dayCount === 'actualBoth' && (periodDays < fewest || periodDays > most))
      return { field: 'periodDays', word: WORDS.wrongPeriod };
    if (days * PER_YEAR[payments] >= yearDaysOf(values)) return { field: 'days', word: WORDS.tooManyDays };
    if (known === 'price' && yieldAt(values, price) === undefined) return { field: 'price', word: WORDS.noYield };
    return undefined;
  },
  calculate(values) {
    const { known, coupon, years, face, days, dayCount, periodDays, change } = values;
    const yearDays = yearDaysOf(values);
    const bond = bondOf(values);
    const { perYear } = bond;
    const rate = known === 'yield' ? values.yield / 100 : (yieldAt(values, values.price) ?? Number.NaN);
    const [price, dirty, accrued] = [bondPrice(bond, rate), dirtyPrice(bond, rate), accruedOf(bond)];
    const amount = new Big(face).times(dirty).div(FACE);
    const [macaulay, modified, bent] = [
      macaulayDuration(bond, rate),
      modifiedDuration(bond, rate),
      convexity(bond, rate),
    ];
    // Of what is paid, accrued interest included, as duration and convexity are.
    const expected = expectedChange(bond, rate, change / 100) * 100;
    const exact = (dirtyPrice(bond, rate + change / 100) / dirty - 1) * 100;

    const COUPON = named(WORDS.coupon, coupon, 'percent');
    const YIELD = named(WORDS.yield, rate * 100, 'percent');
    const TIMES = named(WORDS.perYear, perYear, 'number');
    const DAYS_PASSED = named(WORDS.days, days, 'number');
    const YEAR = named(WORDS.yearDays, yearDays, 'number');
    const COUPON_PAID = named(WORDS.couponPaid, (FACE * bond.coupon) / perYear, 'number');
    const PERIOD = named(WORDS.periodYield, (rate / perYear) * 100, 'percent', { digits: 4 });
    const PERIODS = named(WORDS.periods, years * perYear, 'number');
    const TO_PERIODS = { ...PERIODS, raised: true } as const;
    const whole = dirtyPrice({ ...bond, years }, rate);
    const COUPON_DATE = named(WORDS.couponDate, whole, 'number');
    const PASSED = named(WORDS.passed, (days * perYear) / yearDays, 'number', { raised: true });
    const ACCRUED = named(WORDS.accrued, accrued, 'number');
    const DIRTY = named(WORDS.dirty, dirty, 'number');
    const MACAULAY = named(WORDS.macaulay, macaulay, 'years', { digits: [2, 4] });
    const MODIFIED = named(WORDS.modified, modified, 'number');
    const CONVEXITY = named(WORDS.convexity, bent, 'number');
    const CHANGE = named(WORDS.change, change, 'percent');

    const number = (value: number): Quantity => ({ value, unit: 'number' });
    const percent = (value: number): Quantity => ({ value, unit: 'percent', signed: true });
    const sinceCoupon: readonly Step[] =
      days === 0
        ? []
        : [
            ...(dayCount === 'actualBoth'
              ? [
                  {
                    label: WORDS.yearDays,
                    expression: [named(WORDS.periodDays, periodDays, 'number'), '×', TIMES],
                    result: number(yearDays),
                  },
                ]
              : []),
            {
              label: WORDS.passed,
              expression: [DAYS_PASSED, '×', TIMES, '÷', YEAR],
              result: number(PASSED.value as number),
            },
            {
              label: WORDS.dirty,
              expression: [COUPON_DATE, '× (1 +', PERIOD, ')', PASSED],
              result: number(dirty),
            },
            {
              label: WORDS.accrued,
              expression: [`${FACE} ×`, COUPON, '×', DAYS_PASSED, '÷', YEAR],
              result: number(accrued),
            },
            { label: WORDS.price, expression: [DIRTY, '−', ACCRUED], result: { value: price, ...QUOTED } },
          ];

    const [low, high] = [Math.max(rate - 0.04, LOWEST), rate + 0.04];
    const answer =
      known === 'yield'
        ? { label: WORDS.price, value: price, ...QUOTED }
        : ({ label: WORDS.yield, value: rate * 100, unit: 'percent', digits: [3, 3] } as const);
    return {
      results: [
        answer,
        { label: WORDS.accrued, value: accrued, ...QUOTED },
        { label: WORDS.amount, value: amount, unit: 'money' },
        { label: WORDS.macaulay, value: macaulay, unit: 'years', digits: [2, 2] },
        { label: WORDS.modified, value: modified, unit: 'number', digits: [2, 2] },
        { label: WORDS.convexity, value: bent, unit: 'number', digits: [3, 3] },
        { label: WORDS.expected, value: expected, unit: 'percent', digits: [2, 2], signed: true },
        { label: WORDS.exact, value: exact, unit: 'percent', digits: [2, 2], signed: true },
      ],
      steps: [
        {
          label: WORDS.couponPaid,
          expression: [`${FACE} ×`, COUPON, '÷', TIMES],
          result: number(COUPON_PAID.value as number),
        },
        {
          label: WORDS.periodYield,
          expression: [YIELD, '÷', TIMES],
          result: { value: PERIOD.value, unit: 'percent', digits: 4 },
        },
        {
          label: WORDS.periods,
          expression: [named(WORDS.years, years, 'number'), '×', TIMES],
          result: number(years * perYear),
        },
        {
          label: days === 0 ? WORDS.price : WORDS.couponDate,
          // At a yield of 0 the general formula would divide by 0.
          expression:
            rate === 0
              ? [COUPON_PAID, '×', PERIODS, `+ ${FACE}`]
              : [
                  COUPON_PAID,
                  '÷',
                  PERIOD,
                  '× (1 − 1 ÷ (1 +',
                  PERIOD,
                  ')',
                  TO_PERIODS,
                  `) + ${FACE} ÷ (1 +`,
                  PERIOD,
                  ')',
                  TO_PERIODS,
                ],
          result: { value: whole, ...(days === 0 ? QUOTED : { unit: 'number' }) },
        },
        ...sinceCoupon,
        {
          label: WORDS.amount,
          expression: [named(WORDS.face, face, 'money'), '×', DIRTY, `÷ ${FACE}`],
          result: { value: amount, unit: 'money' },
        },
        {
          label: WORDS.macaulay,
          expression: [named(WORDS.weighted, macaulay * dirty, 'number'), '÷', DIRTY],
          result: { value: macaulay, unit: 'years', digits: [2, 4] },
        },
        { label: WORDS.modified, expression: [MACAULAY, '÷ (1 +', PERIOD, ')'], result: number(modified) },
        {
          label: WORDS.convexity,
          expression: [
            named(WORDS.bend, bent * dirty * (perYear + rate) ** 2, 'number'),
            '÷ (',
            DIRTY,
            '× (',
            TIMES,
            '+',
            YIELD,
            ')²)',
          ],
          result: number(bent),
        },
        {
          label: WORDS.expected,
          expression: [CONVEXITY, '× (', CHANGE, ')² ÷ 2 −', MODIFIED, '× (', CHANGE, ')'],
          result: percent(expected),
        },
      ],
      picture: {
        x: { label: WORDS.yield, unit: 'percent' },
        y: { label: WORDS.price, unit: 'number' },
        lines: [
          {
            label: WORDS.tangent,
            tone: 'other',
            points: [low, high].map((at) => [at * 100, price - modified * dirty * (at - rate)] as const),
          },
          {
            label: WORDS.price,
            tone: 'chosen',
            points: curve(low * 100, high * 100, (at) => bondPrice(bond, at / 100)),
          },
        ],
        marks: [
          { label: WORDS.par, y: FACE },
          { label: WORDS.yours, text: { value: price, ...QUOTED }, x: rate * 100, y: price },
        ],
      },
    };
  },
  worked: {
    rows: () => [2, 3, 4, 5, 6].map((at) => ({ yield: at })),
    results: [WORDS.price, WORDS.modified, WORDS.convexity],
  },
});
