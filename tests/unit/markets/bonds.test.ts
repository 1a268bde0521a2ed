import { describe, expect, it } from 'vitest';
import {
  accruedOf,
  type Bond,
  bondPrice,
  bondYield,
  convexity,
  dirtyPrice,
  expectedChange,
  macaulayDuration,
  modifiedDuration,
  YEAR_DAYS,
  yearsReturn,
} from '../../../src/markets/bonds.ts';

const TEN: Bond = { coupon: 0.04, years: 10, perYear: 2 };
const COUPONS = [0, 0.01, 0.04, 0.12];
const LENGTHS = [0.25, 1, 2.4, 10, 30, 100];
const FREQUENCIES = [1, 2, 4, 12];
const YIELDS = [-0.02, 0, 0.0001, 0.04, 0.2, 1.5];
const BONDS = COUPONS.flatMap((coupon) =>
  LENGTHS.flatMap((years) => FREQUENCIES.map((perYear) => ({ coupon, years, perYear }))),
);

describe('the price of a bond', () => {
  it.each([
    [0.06, 85.12],
    [0.04, 100],
    [0.02, 118.05],
  ])('of 4 %, ten years, semi-annual, at the yield %s is %s', (yieldRate, price) => {
    expect(bondPrice(TEN, yieldRate)).toBeCloseTo(price, 2);
  });

  // Fabozzi, 'Bond Markets, Analysis and Strategies', chapter 2: 20 years, 10 % paid twice a year, yield 11 %.
  it("is that of Fabozzi's example", () => {
    expect(bondPrice({ coupon: 0.1, years: 20, perYear: 2 }, 0.11)).toBeCloseTo(91.977, 3);
  });

  it('without coupons is the discounted face value', () => {
    expect(bondPrice({ coupon: 0, years: 5, perYear: 1 }, 0.05)).toBeCloseTo(100 / 1.05 ** 5, 10);
  });

  it('is 100 where the yield is the coupon, on a coupon date', () => {
    for (const perYear of FREQUENCIES) {
      for (const years of [1, 7, 30]) expect(bondPrice({ coupon: 0.05, years, perYear }, 0.05)).toBeCloseTo(100, 9);
    }
  });

  it('falls when the yield rises', () => {
    for (const bond of BONDS) {
      const prices = YIELDS.map((yieldRate) => bondPrice(bond, yieldRate));
      for (const [index, price] of prices.entries()) expect(price).toBeLessThan(prices[index - 1] ?? Infinity);
    }
  });

  it('counts the interest since the last coupon apart', () => {
    const bond = { ...TEN, years: 9.75 };
    expect(accruedOf(bond)).toBeCloseTo(1, 12);
    expect(dirtyPrice(bond, 0.04)).toBeCloseTo(100 * 1.02 ** 0.5, 10);
    expect(bondPrice(bond, 0.04)).toBeCloseTo(100 * 1.02 ** 0.5 - 1, 10);
    for (const years of [9.9 - 0.4, 0.1 + 0.2 + 0.7, 10]) expect(accruedOf({ ...TEN, years })).toBe(0);
  });

  it('refuses what is no bond', () => {
    const wrong: [Partial<Bond>, string][] = [
      ...[Number.NaN, -0.01, Infinity].map((coupon) => [{ coupon }, 'coupon'] as [Partial<Bond>, string]),
      ...[Number.NaN, 0, -1, 101, Infinity].map((years) => [{ years }, 'years'] as [Partial<Bond>, string]),
      ...[Number.NaN, 0, -2, 3, 1e9].map((perYear) => [{ perYear }, 'perYear'] as [Partial<Bond>, string]),
    ];
    for (const [change, name] of wrong) {
      expect(() => bondPrice({ ...TEN, ...change }, 0.04), JSON.stringify(change)).toThrow(name);
    }
    for (const yieldRate of [Number.NaN, -2, -3, Infinity]) expect(() => bondPrice(TEN, yieldRate)).toThrow('yield');
  });
});

describe('the yield of a bond', () => {
  it('is the inverse of its price', () => {
    for (const bond of BONDS) {
      for (const yieldRate of YIELDS) {
        const found = bondYield(bond, bondPrice(bond, yieldRate));
        expect(Math.abs(found - yieldRate), JSON.stringify({ ...bond, yieldRate })).toBeLessThan(1e-9);
      }
    }
  });

  it('may be negative', () => {
    expect(bondYield({ coupon: 0, years: 10, perYear: 1 }, 105)).toBeCloseTo((100 / 105) ** 0.1 - 1, 12);
  });

  it('says so where there is none', () => {
    for (const price of [Number.NaN, 0, -5, Infinity]) expect(() => bondYield(TEN, price)).toThrow('not above 0');
    for (const price of [1e-9, 1e300]) expect(() => bondYield(TEN, price)).toThrow(`gives the price ${price}`);
  });
});

describe('duration and convexity', () => {
  it('of 4 %, ten years, semi-annual, at 4 %', () => {
    expect(macaulayDuration(TEN, 0.04)).toBeCloseTo(8.34, 2);
    expect(modifiedDuration(TEN, 0.04)).toBeCloseTo(8.18, 2);
    expect(convexity(TEN, 0.04)).toBeCloseTo(78.898, 3);
  });

  // Fabozzi, as above, chapter 4: 5 years, 9 % paid twice a year, yield 9 %; convexity in years squared.
  it("are those of Fabozzi's example", () => {
    const bond = { coupon: 0.09, years: 5, perYear: 2 };
    expect(macaulayDuration(bond, 0.09)).toBeCloseTo(4.13, 2);
    expect(modifiedDuration(bond, 0.09)).toBeCloseTo(3.96, 2);
    expect(convexity(bond, 0.09)).toBeCloseTo(19.45, 2);
  });

  it('are the term of a bond without coupons', () => {
    expect(macaulayDuration({ coupon: 0, years: 7, perYear: 2 }, 0.03)).toBeCloseTo(7, 12);
  });

  it('are the slope and the bend of the price', () => {
    const step = 1e-4;
    for (const bond of BONDS) {
      for (const yieldRate of [0, 0.04, 0.2]) {
        const [below, at, above] = [-step, 0, step].map((by) => dirtyPrice(bond, yieldRate + by)) as [
          number,
          number,
          number,
        ];
        const slope = (above - below) / (2 * step) / at;
        expect(-slope / modifiedDuration(bond, yieldRate)).toBeCloseTo(1, 3);
        const bend = (above - 2 * at + below) / step ** 2 / at;
        expect(bend / convexity(bond, yieldRate)).toBeCloseTo(1, 2);
      }
    }
  });

  it('expect the change of a price', () => {
    const real = bondPrice(TEN, 0.05) / bondPrice(TEN, 0.04) - 1;
    expect(expectedChange(TEN, 0.04, 0.01)).toBeCloseTo(real, 3);
    expect(expectedChange(TEN, 0.04, 0.01)).toBeCloseTo(-0.0817572 + 0.0039449, 6);
  });
});

describe('the return of a year', () => {
  it('is the yield where it stays', () => {
    expect(yearsReturn(10, 2, 0.04, 0.04)).toBeCloseTo(0.04, 10);
  });

  it('is the coupon and the change of the price', () => {
    const sold = bondPrice({ coupon: 0.03, years: 9, perYear: 2 }, 0.05);
    expect(yearsReturn(10, 2, 0.03, 0.05)).toBeCloseTo(0.03 + (sold - 100) / 100, 12);
  });
});

// Fabozzi, as above, chapter 2: 10 % paid twice a year, settlement 17 July, last coupon 1 March, next 1 September. Actual
// days: 138 of 184; months of 30 days: 136 of 180.
it.each([
  ['30/360', 136, (5 * 136) / 180],
  ['actual/365', 138, 3.780822],
  ['actual/360', 138, 3.833333],
] as const)('accrued interest by %s', (rule, days, interest) => {
  const bond = { coupon: 0.1, years: 8 - days / YEAR_DAYS[rule], perYear: 2 };
  expect(accruedOf(bond)).toBeCloseTo(interest, 6);
  expect(dirtyPrice(bond, 0.03) - bondPrice(bond, 0.03)).toBeCloseTo(interest, 6);
});
