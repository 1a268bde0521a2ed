/** What the calculators answer: published vectors, properties, and every value within the ranges of their fields. */
import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CalculatorName } from '../../../src/authoring/components.ts';
import { calculatorIn, DEFINITIONS, type Values } from '../../../src/components/mdx/calculator/calculators.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import type { AnyDefinition } from '../../../src/islands/calculator/Calculator.tsx';
import {
  type Calculation,
  type Context,
  type Definition,
  type Fields,
  initialValues,
  type ValuesOf,
} from '../../../src/markets/calculators/definition.ts';
import { ETF } from '../../../src/markets/calculators/etf.ts';
import { FUNDS } from '../../../src/markets/calculators/funds.ts';
import { STOCKS } from '../../../src/markets/calculators/stocks.ts';

const contextOf = (locale: Locale): Context => calculatorIn('stocks', locale).context;

/** The results by their words, with the initial values of en-US where none are given. */
function results<F extends Fields, W extends Readonly<Record<string, string>>>(
  definition: Definition<F, W>,
  values: Partial<ValuesOf<F>> = {},
): Map<string, number> {
  const context = contextOf('en-US');
  const { results } = definition.calculate({ ...initialValues(definition, context), ...values }, context);
  return new Map(results.map(({ label, value }) => [label, Number(value)]));
}

describe('stocks', () => {
  const { words } = STOCKS;
  const free = { perShare: 0, percent: 0, minimum: 0, buyTax: 0, sellTax: 0, gainTax: 0 };

  it('200 shares at $0.005 cost $1.00', () => {
    const found = results(STOCKS, { ...free, shares: 200, perShare: 0.005 });
    expect(found.get(words.buyCommission)).toBe(1);
  });

  it('counts as the lesson does: 100 shares from 50.00 to 52.00 at 0.005 leave 199.00 and break even at 50.01', () => {
    const found = results(STOCKS, { ...free, shares: 100, buy: 50, sell: 52, perShare: 0.005 });
    expect(found.get(words.result)).toBe(199);
    expect(found.get(words.breakEven)).toBe(50.01);
  });

  it('the sale at the break-even price gains and loses nothing, whatever is charged', () => {
    for (const values of [
      { ...free, perShare: 0.005 },
      { ...free, percent: 0.1425, sellTax: 0.3 },
      { ...free, percent: 0.1, minimum: 20, shares: 10 },
      { ...free, perShare: 0.01, percent: 1, minimum: 5, buyTax: 0.5, sellTax: 0.05, shares: 0.5 },
    ]) {
      const breakEven = results(STOCKS, values).get(words.breakEven) ?? Number.NaN;
      expect(results(STOCKS, { ...values, sell: breakEven }).get(words.result), JSON.stringify(values)).toBeCloseTo(
        0,
        8,
      );
    }
  });

  it('taxes the gain after all costs, not what is received, and no loss', () => {
    const trade = { ...free, shares: 100, buy: 50, sell: 52, perShare: 0.005, sellTax: 0.1, gainTax: 20 };
    const found = results(STOCKS, trade);
    // 5,200 − 0.50 − 5.20 − 5,000.50 = 193.80, of which 20 % are 38.76
    expect(found.get(words.sellTaxSum)).toBe(5.2);
    expect(found.get(words.gainTaxSum)).toBe(38.76);
    expect(found.get(words.result)).toBe(155.04);
    const loss = results(STOCKS, { ...trade, sell: 49 });
    expect([loss.get(words.gainTaxSum), loss.get(words.result)]).toEqual([undefined, -105.9]);
    expect(found.get(words.breakEven)).toBe(loss.get(words.breakEven));
  });

  it('sums are exact decimals: 0.1 + 0.2 is 0.3', () => {
    const found = results(STOCKS, { ...free, shares: 1, buy: 0.1, sell: 0.3, perShare: 0.1 });
    // 0.3 − 0.1 − (0.1 + 0.1) in doubles is −2.8e-17.
    expect(found.get(words.result)).toBe(0);
  });

  it('higher charges never lower the break-even price', () => {
    for (const field of ['perShare', 'percent', 'minimum', 'buyTax', 'sellTax'] as const) {
      const prices = [0, 0.01, 0.5, 2].map((value) =>
        results(STOCKS, { ...free, [field]: value }).get(words.breakEven),
      );
      expect(prices, field).toEqual(prices.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
      expect(new Set(prices).size, field).toBe(4);
    }
  });

  it('begins with the commission and the taxes of facts.yml', () => {
    const facts = parse(readFileSync('content/facts.yml', 'utf8'));
    const initial = (locale: Locale) => initialValues(STOCKS, contextOf(locale));
    expect(initial('en-US').perShare).toBe(facts.stockFee.value);
    expect(initial('en-GB').buyTax).toBe(facts.stampTaxRate.value);
    expect(initial('tw').sellTax).toBe(facts.twSecuritiesTax.value);
    expect(initial('cn').sellTax).toBe(facts.cnStampDuty.value);
    expect(initial('ja').gainTax).toBe(facts.jpShareTax.value);
  });
});

describe('etf', () => {
  const { words } = ETF;

  it('an index of 8% and a charge of 0.20% at year end are 0.216 points less', () => {
    const found = results(ETF, { index: 8, charge: 0.2, other: 0 });
    expect(found.get(words.difference)).toBe(-0.216);
    expect(found.get(words.fundReturn)).toBe(7.784);
  });

  it('without costs it is the index', () => {
    const found = results(ETF, { charge: 0, other: 0, spread: 0, commission: 0 });
    expect(found.get(words.cost)).toBe(0);
    expect(found.get(words.received)).toBe(found.get(words.indexValue));
  });

  it('every cost takes something', () => {
    const none = { charge: 0, other: 0, spread: 0, commission: 0 };
    for (const field of ['charge', 'other', 'spread', 'commission'] as const) {
      const costs = [0, 0.1, 1, 5].map((value) => results(ETF, { ...none, [field]: value }).get(words.cost) ?? 0);
      expect(costs, field).toEqual(costs.toSorted((one, other) => one - other));
      expect(new Set(costs).size, field).toBe(4);
    }
  });

  it('half of the spread is paid at each end', () => {
    const found = results(ETF, { amount: 1010, years: 1, index: 0, charge: 0, other: 0, spread: 2, commission: 0 });
    expect(found.get(words.received)).toBe(990);
  });
});

describe('funds', () => {
  const { words } = FUNDS;
  const published = { amount: 100_000, growth: 4, years: 20, entry: 0, orderFee: 0 };
  const rounded = (values: Parameters<typeof results<typeof FUNDS.fields, typeof FUNDS.words>>[1]) =>
    Math.round(results(FUNDS, values).get(words.withCosts) ?? 0);

  it('$100,000 at 4% for 20 years: $219,112 without a charge, $179,213 with 1% of the year-end value', () => {
    expect(rounded({ ...published, charge: 0 })).toBe(219_112);
    expect(rounded({ ...published, charge: 1 })).toBe(179_213);
    expect(Math.round(results(FUNDS, { ...published, charge: 1 }).get(words.without) ?? 0)).toBe(219_112);
  });

  it('EUR 4.95 on EUR 500 is 0.99%', () => {
    expect(results(FUNDS, { amount: 500, orderFee: 4.95, entry: 0 }).get(words.entryShare)).toBe(0.99);
  });

  it('a charge on entry takes its share of the end, whatever the return', () => {
    const [none = 0, some = 0] = [0, 5].map((entry) => results(FUNDS, { entry }).get(words.withCosts));
    expect(some / none).toBeCloseTo(0.95, 12);
  });

  it('in yen, Taiwan dollars and renminbi the charge comes on top: of 10,000 yuan at 1.5%, 9,852.22 are invested', () => {
    const context = contextOf('cn');
    const values = { ...initialValues(FUNDS, context), amount: 10_000, entry: 1.5, growth: 0, charge: 0 };
    const [answer] = FUNDS.calculate(values, context).results;
    expect(Number(answer?.value)).toBeCloseTo(9_852.22, 2);
  });

  it('is exact: the sum is the product of its factors in decimals', () => {
    const { results } = FUNDS.calculate({ ...published, charge: 1 }, contextOf('en-US'));
    expect(String(results[0]?.value)).toBe(new Big('1.0296').pow(20).times(100_000).toString());
  });
});

describe.each<AnyDefinition>(Object.values(DEFINITIONS))('the calculator of $name', (definition) => {
  const fields = Object.entries(definition.fields as Fields);
  const words = new Set<string>(Object.values(definition.words));

  /** All numbers are finite, every word is one of the definition. */
  function check({ results, steps, picture }: Calculation, about: string) {
    const numbers = [
      ...results.map(({ value }) => value),
      ...steps.flatMap(({ expression, result }) => [
        result.value,
        ...expression.flatMap((token) => (typeof token === 'string' ? [] : token.value)),
      ]),
      ...picture.lines.flatMap(({ points }) => points.flat()),
      ...picture.marks.flatMap(({ x = 0, y = 0, text }) => [x, y, text?.value ?? 0]),
    ];
    expect(
      numbers.filter((value) => !Number.isFinite(Number(value))),
      about,
    ).toEqual([]);
    const said = [
      ...results.map(({ label }) => label),
      ...steps.flatMap(({ label, expression }) => [
        label,
        ...expression.flatMap((token) => (typeof token === 'string' ? [] : token.label)),
      ]),
      ...[picture.x, picture.y, ...picture.lines, ...picture.marks].map(({ label }) => label),
    ];
    expect(
      said.filter((label) => !words.has(label)),
      about,
    ).toEqual([]);
    expect(new Set(results.map(({ label }) => label)).size, about).toBe(results.length);
    expect(
      picture.lines.filter(({ points }) => points.length < 2),
      about,
    ).toEqual([]);
  }

  it.each(LOCALE_IDS)('answers its initial and its worked values in %s', (locale) => {
    const { context } = calculatorIn(definition.name as CalculatorName, locale);
    const first: Values = initialValues(definition, context);
    const worked = definition.worked.rows(context) as readonly Values[];
    expect(worked.length).toBeGreaterThan(3);
    for (const row of [{}, ...worked]) {
      const values = { ...first, ...row };
      for (const [id, field] of fields) {
        const value = values[id];
        if ('options' in field) expect(Object.keys(field.options)).toContain(value);
        else {
          expect(value, id).toBeGreaterThanOrEqual(field.min);
          expect(value, id).toBeLessThanOrEqual(field.max);
        }
      }
      expect(definition.check?.(values, context)).toBeUndefined();
      const calculation = definition.calculate(values, context);
      check(calculation, JSON.stringify(row));
      const labels = calculation.results.map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining([...definition.worked.results]));
    }
  });

  it('answers the ends of every range with finite numbers, or names the field at fault', () => {
    const { context } = calculatorIn(definition.name as CalculatorName, 'en-US');
    const first: Values = initialValues(definition, context);
    const ends = fields.map(
      ([id, field]) =>
        [id, 'options' in field ? Object.keys(field.options) : [field.min, field.max]] as [string, (number | string)[]],
    );
    const pairs = ends.flatMap(([id, values], index) =>
      values.flatMap((value) =>
        ends.slice(index).flatMap(([other, others]) => others.map((one) => ({ ...first, [other]: one, [id]: value }))),
      ),
    );
    for (const values of pairs) {
      const fault = definition.check?.(values, context);
      if (fault) {
        expect(fields.map(([id]) => id)).toContain(fault.field);
        expect(words).toContain(fault.word);
      } else check(definition.calculate(values, context), JSON.stringify(values));
    }
  });

  it('has the words of its notes, labels and options', () => {
    const own = fields.flatMap(([, field]) => [
      field.label,
      field.hint ?? field.label,
      ...('options' in field ? Object.values(field.options) : []),
    ]);
    for (const word of [definition.caption, ...(definition.notes ?? []), ...own]) expect(words).toContain(word);
  });
});
