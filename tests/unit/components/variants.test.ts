import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COSTS, growth, RETURN, START, YEARS } from '../../../src/components/drawings/prices/growth.ts';
import { afterMarketOrder, exampleBook } from '../../../src/components/drawings/prices/orders.ts';
import {
  limitsOf,
  POSITIONS,
  PREMIUM,
  PRICES,
  payoff,
  STRIKE,
} from '../../../src/components/drawings/prices/payoffs.ts';
import { COUPON, priceAt, TERMS } from '../../../src/components/drawings/prices/yields.ts';
import { formatNumber } from '../../../src/i18n/format.ts';
import { HOME_MARKETS } from '../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { contextOf } from '../../../src/markets/calculators/definition.ts';
import { FUNDS } from '../../../src/markets/calculators/funds.ts';

describe('a market order', () => {
  const asks = [
    [50, 300],
    [50.01, 400],
  ] as const;

  it('takes the best price first, and pays the average', () => {
    const { left, average } = afterMarketOrder(asks, 500);
    expect(left).toEqual([
      [50, 0],
      [50.01, 200],
    ]);
    expect(average).toBeCloseTo(50.004, 6);
  });

  it.each(LOCALE_IDS)('is one of the book that the lesson tells of, in %s', (locale) => {
    const lesson = readFileSync(`content/${locale}/pages/service/stocks.mdx`, 'utf8');
    const [figure = '', text = ''] = lesson.split('<Figure name="orderBook"')[1]?.split('</Figure>') ?? [];
    const { asks, bids, limit, size, digits } = exampleBook(locale);
    const { left, average } = afterMarketOrder(asks, size);
    const price = (value = 0) => formatNumber(value, locale, digits);
    const unit = { 'en-US': '', 'en-GB': 'p', ja: '円', tw: '元', cn: '元' }[locale];
    const [best = 0, second = 0] = asks.map(([at]) => at);
    const bid = bids[0]?.[0] ?? Number.NaN;
    for (const told of [best, second, limit, second - bid, best - limit]) expect(figure).toContain(price(told) + unit);
    for (const shares of [asks[0]?.[1], size - (asks[0]?.[1] ?? 0), size])
      expect(figure).toContain(formatNumber(shares ?? 0, locale));
    const spread = locale === 'en-US' ? 'two cents' : price(best - bid);
    for (const told of [price(best), price(bid), spread])
      expect(text.slice(0, 300)).toContain(told + (told === 'two cents' ? '' : unit));
    expect(left[0]?.[1]).toBe(0);
    expect(limit).toBeLessThan(best);
    expect(limit).toBeGreaterThan(bid);
    expect(average).toBeCloseTo(best + 0.4 * (second - best), 9);
  });

  it('needs a book that holds as many', () => {
    expect(() => afterMarketOrder(asks, 701)).toThrow('700 of 701');
  });
});

it('the sums after yearly costs are those that the lesson on funds states', () => {
  const ends = [0, ...COSTS].map((cost) => Math.round(growth(cost)[YEARS] ?? 0));
  expect(ends).toEqual([432, 407, 372, 320, 236]);
});

it('the sums after yearly costs are those of the calculator', () => {
  for (const cost of [0, ...COSTS]) {
    const values = { amount: START, growth: RETURN * 100, charge: cost * 100, years: YEARS, entry: 0, orderFee: 0 };
    const { results } = FUNDS.calculate(values, contextOf(FUNDS, HOME_MARKETS['en-US']));
    expect(Number(results[0]?.value)).toBeCloseTo(growth(cost)[YEARS] ?? 0, 9);
  }
});

describe('the price of a bond', () => {
  it('is its face value where the yield is the coupon', () => {
    for (const years of TERMS) expect(priceAt(years, COUPON)).toBeCloseTo(100, 9);
  });

  it('is what its payments are worth', () => {
    expect(priceAt(2, 5)).toBeCloseTo(4 / 1.05 + 104 / 1.05 ** 2, 9);
  });
});

describe('an option on its last day', () => {
  it.each([
    ['boughtCall', 130, 25],
    ['boughtCall', 100, -5],
    ['boughtCall', 70, -5],
    ['soldCall', 130, -25],
    ['soldCall', 70, 5],
    ['boughtPut', 70, 25],
    ['boughtPut', 130, -5],
    ['soldPut', 70, -25],
    ['soldPut', 130, 5],
  ] as const)('%s at %i gains %i', (position, price, gain) => {
    expect([STRIKE, PREMIUM]).toEqual([100, 5]);
    expect(payoff(position, price)).toBe(gain);
  });

  it.each(POSITIONS)('%s gains nothing at its break-even, and never more or less than its limits', (position) => {
    const { breakEven, gain, loss } = limitsOf(position);
    expect(payoff(position, breakEven)).toBe(0);
    const gains = Array.from({ length: 1001 }, (_, price) => payoff(position, price));
    // What has no limit at all passes any sum.
    expect(Math.max(...gains)).toBe(gain ?? 1000 - STRIKE - PREMIUM);
    expect(-Math.min(...gains)).toBe(loss ?? 1000 - STRIKE - PREMIUM);
    expect(breakEven).toBeGreaterThan(PRICES.lowest);
    expect(breakEven).toBeLessThan(PRICES.highest);
  });
});
