/** The calculators of bonds, options, futures and currencies: published vectors, and a working that adds up. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { seriesOf } from '../../../src/catalogue/series.ts';
import { HOME_MARKETS } from '../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { BONDS } from '../../../src/markets/calculators/bonds.ts';
import {
  type Calculation,
  type Context,
  contextOf as contextOfMarket,
  type Definition,
  type Fields,
  initialValues,
  type Quantity,
  type Step,
  type ValuesOf,
} from '../../../src/markets/calculators/definition.ts';
import { FOREX } from '../../../src/markets/calculators/forex.ts';
import { FUTURES } from '../../../src/markets/calculators/futures.ts';
import { monthsOf, seriesOfMonths } from '../../../src/markets/calculators/months.ts';
import { OPTIONS } from '../../../src/markets/calculators/options.ts';
import { normalShare } from '../../../src/markets/options.ts';

const wti = seriesOf('oilMonthly', 'wti');
const series = { first: wti[0]?.[0] ?? '', values: wti.map(([, value]) => value) };
const contextOf = (locale: Locale, definition: Pick<Definition, 'accounts'> = {}): Context =>
  contextOfMarket(definition, HOME_MARKETS[locale], series);

/** What a calculator answers to the initial values of a locale and those given. */
function calculate<F extends Fields, W extends Readonly<Record<string, string>>>(
  definition: Definition<F, W>,
  values: Partial<ValuesOf<F>>,
  locale: Locale = 'en-US',
): Calculation {
  const context = contextOf(locale, definition);
  const all = { ...initialValues(definition, context), ...values };
  expect(definition.check?.(all, context)).toBeUndefined();
  return definition.calculate(all, context);
}

/** The results, or the results of the steps, by their words. */
const byWord = (rows: readonly { label: string; value?: unknown; result?: Quantity }[]) =>
  new Map(rows.map(({ label, value, result }) => [label, Number(value ?? result?.value)]));

describe('bonds', () => {
  const { words } = BONDS;

  it.each([
    [6, 85.12],
    [4, 100],
    [2, 118.05],
  ])('4 %, ten years, semi-annual: at a yield of %s the price is %s, and the reverse', (yieldRate, price) => {
    const terms = { coupon: 4, years: 10, payments: 'halfYearly' } as const;
    const exact = byWord(calculate(BONDS, { ...terms, known: 'yield', yield: yieldRate }).results).get(words.price);
    expect(exact).toBeCloseTo(price, 2);
    const back = calculate(BONDS, { ...terms, known: 'price', price: exact ?? 0 });
    expect(byWord(back.results).get(words.yield)).toBeCloseTo(yieldRate, 9);
  });

  it('names duration and convexity at 4 %', () => {
    const found = byWord(calculate(BONDS, { coupon: 4, years: 10, yield: 4 }).results);
    expect(found.get(words.macaulay)).toBeCloseTo(8.34, 2);
    expect(found.get(words.modified)).toBeCloseTo(8.18, 2);
    expect(found.get(words.convexity)).toBeCloseTo(78.898, 3);
  });

  it('adds the interest accrued to what is paid', () => {
    const found = byWord(calculate(BONDS, { face: 10_000, coupon: 6, days: 90, dayCount: 'thirty' }).results);
    expect(found.get(words.accrued)).toBeCloseTo(1.5, 12);
    expect(found.get(words.amount)).toBeCloseTo(((found.get(words.price) ?? 0) + 1.5) * 100, 6);
  });

  it.each([
    // MathWorks, acrubond: 10 %, half-yearly, 31 January to 1 March 1993 of a period of 181 days
    [10, 29, 181, 0.8011],
    // 31 CFR 356, Appendix B, I.A: $1,000 at 8 % pay $40 a half-year; its days are the divisor, 184 from May to November
    [8, 1, 184, 0.0217391304],
    // The lesson: £10,000 of a 4 % gilt accrue £100.00 in 91 of 182 days
    [4, 91, 182, 1],
  ])('actual/actual: %d %%, %d of %d days accrue %d', (coupon, days, periodDays, accrued) => {
    for (const locale of ['en-US', 'en-GB'] as const) {
      const found = byWord(calculate(BONDS, { coupon, days, periodDays }, locale).results);
      expect(found.get(words.accrued)).toBeCloseTo(accrued, accrued < 0.1 ? 9 : 4);
    }
  });

  it('refuses a coupon period that no calendar has, where it counts', () => {
    const context = contextOf('en-US');
    const initial = initialValues(BONDS, context);
    const fault = { field: 'periodDays', word: words.wrongPeriod };
    expect(BONDS.check?.({ ...initial, periodDays: 185 }, context)).toEqual(fault);
    expect(BONDS.check?.({ ...initial, payments: 'yearly' }, context)).toEqual(fault);
    expect(BONDS.check?.({ ...initial, payments: 'yearly', dayCount: 'thirty' }, context)).toBeUndefined();
  });

  it('refuses days beyond the coupon period, and prices without a yield', () => {
    const context = contextOf('en-US');
    const initial = initialValues(BONDS, context);
    expect(BONDS.check?.({ ...initial, days: 182 }, context)).toEqual({ field: 'days', word: words.tooManyDays });
    const nearlyRepaid = { known: 'price', price: 1, coupon: 0, years: 1, payments: 'yearly', days: 359 } as const;
    const thirty = { ...initial, ...nearlyRepaid, dayCount: 'thirty' } as const;
    expect(BONDS.check?.(thirty, context)).toEqual({ field: 'price', word: words.noYield });
  });
});

describe('options', () => {
  const { words } = OPTIONS;
  const terms = { spot: 100, strike: 100, rate: 5, volatility: 20, days: 365, dividend: 0 };

  it('10 contracts at $0.15 to $0.70 cost $1.50 to $7.00', () => {
    for (const fee of [0.15, 0.7]) {
      const { steps } = calculate(OPTIONS, { contracts: 10, fee });
      expect(byWord(steps).get(words.commission)).toBe(fee * 10);
    }
  });

  it('has the value and the Greeks of the usual example', () => {
    const call = calculate(OPTIONS, terms);
    const found = byWord(call.results);
    expect(found.get(words.value)).toBeCloseTo(10.4506, 4);
    expect(byWord(call.steps).get(words.putValue)).toBeCloseTo(5.5735, 4);
    expect(found.get(words.delta)).toBeCloseTo(0.636831, 6);
    expect(found.get(words.gamma)).toBeCloseTo(0.018762, 6);
    expect(found.get(words.vegaPoint)).toBeCloseTo(0.37524, 6);
    expect(found.get(words.thetaDay)).toBeCloseTo(-0.017573, 6);
    expect(found.get(words.rhoPoint)).toBeCloseTo(0.532325, 6);
  });

  it('finds the volatility that a premium implies, and none where there is none', () => {
    const of = (premium: number) => byWord(calculate(OPTIONS, { ...terms, premium }).results).get(words.implied);
    expect(of(10.450584)).toBeCloseTo(20, 4);
    expect(of(1)).toBeUndefined();
  });

  it('draws the break-even where the payoff crosses 0, with the commission', () => {
    for (const side of ['bought', 'sold'] as const) {
      for (const kind of ['call', 'put'] as const) {
        const { results, picture } = calculate(OPTIONS, { side, kind, premium: 5, fee: 2 });
        const expiry = picture.lines.find(({ label }) => label === words.atExpiry);
        const [one = [0, 0], other = [0, 0]] = expiry?.points.slice(kind === 'call' ? -2 : 0) ?? [];
        const [[x0, y0], [x1, y1]] = [one, other];
        const crossing = x0 - (y0 * (x1 - x0)) / (y1 - y0);
        expect(crossing).toBeCloseTo(byWord(results).get(words.breakEven) ?? 0, 8);
      }
    }
  });
});

describe('futures', () => {
  const { words } = FUTURES;

  it('an index at 5,000, $50 a point, is $250,000; 1 % of it is $2,500', () => {
    const index = { price: 5000, multiplier: 50, margin: 1, maintenance: 1, paid: 1 };
    const found = byWord(calculate(FUTURES, index).results);
    expect(found.get(words.value)).toBe(250_000);
    expect(found.get(words.marginSum)).toBe(2500);
    expect(found.get(words.leverage)).toBe(100);
  });

  it('calls for margin at a price of the market, at which the account is short', () => {
    const crude = { price: 80, margin: 8, maintenance: 7, paid: 19.49975 };
    const { results, steps } = calculate(FUTURES, crude);
    expect(byWord(steps).get(words.maintained)).toBe(70.0002);
    expect(byWord(results).get(words.callPrice)).toBe(70);
  });

  it('gets its months unchanged, and no value that it could not get so', () => {
    expect(seriesOfMonths(monthsOf(series))).toEqual(series);
    expect(monthsOf({ first: '1986-01', values: [22.93, 15.46, 15.5] }).steps).toBe('2293 -747 4');
    expect(() => monthsOf({ first: '1986-01', values: [1.005] })).toThrow('1.005');
  });

  it('begins with the last month of the series', () => {
    expect(initialValues(FUTURES, contextOf('ja')).price).toBe(series.values.at(-1));
  });

  it('lasts until the first month in which the account is below maintenance margin', () => {
    const { results, picture } = calculate(FUTURES, { year: 2014, month: 6, paid: 20, margin: 8, maintenance: 7 });
    const start = wti.findIndex(([month]) => month === '2014-06');
    const first = series.values[start] ?? 0;
    const fall = series.values.slice(start).findIndex((price) => first - price > first * 0.13 + 1e-9);
    expect(byWord(results).get(words.untilCall)).toBe(fall);
    expect(picture.lines[0]?.points).toHaveLength(fall + 1);
  });

  it('says for how long an account was held that never fell short', () => {
    const { results } = calculate(FUTURES, { side: 'bought', year: 1998, month: 12, paid: 150 });
    const months = wti.length - 1 - wti.findIndex(([month]) => month === '1998-12');
    expect(byWord(results).get(words.held)).toBe(months);
  });

  it('refuses a deposit below the margin, and months outside the series', () => {
    const context = contextOf('en-US');
    const initial = initialValues(FUTURES, context);
    expect(FUTURES.check?.({ ...initial, paid: 7.9 }, context)?.field).toBe('paid');
    expect(FUTURES.check?.({ ...initial, maintenance: 9 }, context)?.field).toBe('maintenance');
    for (const year of [2030, 2100]) expect(FUTURES.check?.({ ...initial, year }, context)?.field).toBe('year');
  });
});

describe('forex', () => {
  const { words } = FOREX;

  it('a pip of a lot of EUR/USD is $10.00, of USD/JPY at 150 $6.67', () => {
    const euro = calculate(FOREX, { pair: 'euroDollar', price: 1.1, units: 100_000 });
    expect(byWord(euro.results).get(words.pip)).toBe(10);
    const yen = calculate(FOREX, { pair: 'dollarYen', price: 150, units: 100_000 });
    expect(byWord(yen.results).get(words.pip)).toBeCloseTo(6.67, 2);
  });

  it('writes prices with five decimals, those in yen with three', () => {
    const digitsOf = (pair: 'euroDollar' | 'dollarYen', price: number) =>
      calculate(FOREX, { pair, price }).results.find(({ label }) => label === words.closePrice)?.digits;
    expect(digitsOf('euroDollar', 1.1)).toEqual([5, 5]);
    expect(digitsOf('dollarYen', 150)).toEqual([3, 3]);
  });

  it('ends where the levels are: the equity at each price is the margin times its level', () => {
    const cases = [
      { locale: 'en-US', pair: 'euroDollar', price: 1.1, rate: 1 },
      { locale: 'en-US', pair: 'dollarYen', price: 150, rate: 1 },
      { locale: 'en-GB', pair: 'euroYen', price: 165, rate: 0.005 },
      { locale: 'ja', pair: 'dollarYen', price: 150, rate: 1 },
      { locale: 'tw', pair: 'dollarYen', price: 150, rate: 0.21 },
      { locale: 'cn', pair: 'euroYen', price: 165, rate: 1 / 150 },
    ] as const;
    for (const { locale, ...values } of cases) {
      for (const side of ['bought', 'sold'] as const) {
        const { results, steps, picture } = calculate(FOREX, { ...values, side, units: 15_000 }, locale);
        const at = byWord(results).get(words.closePrice) ?? Number.NaN;
        // An account that can bear a fall to 0 has no such price.
        if (Number.isNaN(at) && locale !== 'ja' && locale !== 'tw') continue;
        expect(side === 'bought' ? at < values.price : at > values.price, `${locale} ${side}`).toBe(true);
        const held = byWord(steps).get(words.closeEquity) ?? Number.NaN;
        expect(picture.marks.find(({ label }) => label === words.closePrice)).toMatchObject({ x: at, y: held });
        const line = picture.lines[0]?.points ?? [];
        const beyond = line.filter(([x]) => (side === 'bought' ? x < at : x > at));
        expect(beyond.length).toBeGreaterThan(0);
        for (const [, equity] of beyond) expect(equity).toBeLessThan(held);
      }
    }
  });

  it('keeps what the law of the country asks for, as facts.yml and jurisdictions.yml have it', () => {
    const facts = parse(readFileSync('content/facts.yml', 'utf8'));
    const rows = parse(readFileSync('content/jurisdictions.yml', 'utf8')).rows as {
      countries?: string[];
      leverage?: { forexMajor?: number };
    }[];
    const leastMargin = (country: string) =>
      100 /
      (rows.find(({ countries, leverage }) => countries?.includes(country) && leverage?.forexMajor)?.leverage
        ?.forexMajor ?? 0);
    const asked = (locale: Locale, values: Partial<ValuesOf<typeof FOREX.fields>> = {}) => {
      const context = contextOf(locale, FOREX);
      return FOREX.check?.({ ...initialValues(FOREX, context), ...values }, context);
    };
    for (const [locale, country] of [
      ['en-US', 'US'],
      ['en-GB', 'GB'],
      ['ja', 'JP'],
    ] as const) {
      const { margin } = initialValues(FOREX, contextOf(locale));
      expect(margin).toBeCloseTo(leastMargin(country), 2);
      expect(asked(locale)).toBeUndefined();
      expect(asked(locale, { margin: margin - 0.01 })).toEqual({ field: 'margin', word: words.marginTooLow });
    }
    expect(initialValues(FOREX, contextOf('en-US')).margin).toBe(facts.usForexMajor.value);
    expect(initialValues(FOREX, contextOf('en-GB')).close).toBe(facts.ukCloseOut.value);
    for (const [locale, close] of [
      ['en-US', 99],
      ['en-GB', 49],
    ] as const)
      expect(asked(locale, { close })).toEqual({ field: 'close', word: words.closeTooLow });
    // A margin of 5 % leaves 2.5 % at a level of 50 %, as in the example of the lesson.
    expect(asked('en-US', { margin: 5, close: 50 })).toBeUndefined();
    // $10,000.00 may fall to 2 % of $110,000.00: 1.10000 − 7,800 ÷ 100,000.
    const found = byWord(calculate(FOREX, {}).results);
    expect(found.get(words.closePrice)).toBeCloseTo(1.022, 9);
  });

  it('begins with the example of the lesson: 100,000 EUR/USD in US dollars in cn, a tenth of 100,000 USD/JPY in tw', () => {
    const cn = byWord(calculate(FOREX, {}, 'cn').results);
    expect(cn.get(words.marginSum)).toBe(5500);
    expect(cn.get(words.closePrice)).toBeCloseTo(1.0275, 9);
    expect(cn.get(words.swap)).toBeCloseTo(-7.64, 2);
    const tw = byWord(calculate(FOREX, {}, 'tw').results);
    expect(tw.get(words.marginSum)).toBe(15_750);
    expect(tw.get(words.closePrice)).toBe(138.75);
    expect(tw.get(words.pip)).toBe(21);
  });

  it('refuses a price of another pair, and an account that is too small', () => {
    const context = contextOf('en-US');
    const initial = initialValues(FOREX, context);
    expect(FOREX.check?.({ ...initial, pair: 'dollarYen' }, context)?.field).toBe('price');
    expect(FOREX.check?.({ ...initial, balance: 2199 }, context)?.field).toBe('balance');
    expect(FOREX.check?.({ ...initial, close: 101 }, context)?.field).toBe('close');
  });
});

describe('the working', () => {
  /** A quantity as it counts in a formula: 8 % is 0.08. */
  const amountOf = ({ unit, value }: Quantity) => (unit === 'percent' ? Number(value) / 100 : Number(value));

  /** What the formula of a step gives, reckoned from the numbers that it shows. */
  function reckon({ expression }: Step): number {
    const signs = {
      '×': '*',
      '÷': '/',
      '−': '-',
      '²': '**2',
      'Φ(': 'share(',
      '√(': 'Math.sqrt(',
      'exp(': 'Math.exp(',
      'ln(': 'Math.log(',
    };
    const parts = expression.map((token) => {
      if (typeof token !== 'string') return token.raised ? `**(${amountOf(token)})` : `(${amountOf(token)})`;
      return Object.entries(signs).reduce((text, [sign, code]) => text.replaceAll(sign, code), token);
    });
    return new Function('share', `return ${parts.join(' ')}`)(normalShare);
  }

  /** The same numbers in every run, evenly spread between 0 and 1. */
  function spread(): () => number {
    let state = 1;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  }

  /** Values near those of a usual day, which readers change one or the other of. */
  function valuesOf<F extends Fields>(definition: Definition<F>, context: Context, random: () => number): ValuesOf<F> {
    const values: Record<string, number | string> = { ...initialValues(definition, context) };
    for (const [id, field] of Object.entries(definition.fields as Fields)) {
      if ('options' in field) {
        const options = Object.keys(field.options);
        values[id] = options[Math.floor(random() * options.length)] ?? '';
      } else if (random() < 0.5) {
        const value = Number(values[id] || 1) * (0.5 + random());
        values[id] = Math.min(Math.max(field.whole ? Math.round(value) : value, field.min), field.max);
      }
    }
    return values as ValuesOf<F>;
  }

  it.each([BONDS, OPTIONS, FUTURES, FOREX] as unknown as Definition[])('of $name gives what it says', (definition) => {
    const random = spread();
    const told = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      const context = contextOf(LOCALE_IDS[round % LOCALE_IDS.length] ?? 'en-US', definition);
      const values = valuesOf(definition, context, random);
      if (definition.check?.(values, context)) continue;
      for (const step of definition.calculate(values, context).steps) {
        told.add(step.label);
        const [found, said] = [reckon(step), amountOf(step.result)];
        const about = JSON.stringify({ step: step.label, found, said, ...values });
        expect(Math.abs(found - said), about).toBeLessThanOrEqual(1e-7 * Math.max(1e-3, Math.abs(said)));
      }
    }
    expect(told.size).toBeGreaterThan(7);
  });
});
