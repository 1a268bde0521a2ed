import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  accountBy,
  contractValue,
  type FuturesPosition,
  firstTickBelowMaintenance,
  leverage,
  marginCallPrice,
  shareOf,
  stepsUntilMargin,
} from '../../../src/markets/futures.ts';

describe('a contract', () => {
  it('on an index at 5,000, 50 a point, is worth 250,000; 1 % of it is 2,500', () => {
    const value = contractValue(5000, 50);
    expect(value.toFixed()).toBe('250000');
    expect(shareOf(value, 0.01).toFixed()).toBe('2500');
    expect(leverage(value, shareOf(value, 0.01)).toFixed()).toBe('100');
  });

  it('is worth exact decimals', () => {
    expect(contractValue(0.1, 3, 7).toFixed()).toBe('2.1');
    expect(shareOf(contractValue(70.1, 1000), 0.07).toFixed()).toBe('4907');
    expect(contractValue(1e15, 1e15, 1e15).toFixed()).toBe(`1${'0'.repeat(45)}`);
  });

  it('may be worth less than nothing, as oil was in April 2020', () => {
    expect(contractValue(-37.63, 1000).toFixed()).toBe('-37630');
  });

  it('refuses what is no number, and a deposit of nothing', () => {
    for (const value of [Number.NaN, Infinity]) {
      expect(() => contractValue(value, 50)).toThrow('price');
      expect(() => contractValue(50, value)).toThrow('multiplier');
      expect(() => contractValue(50, 50, value)).toThrow('contracts');
      expect(() => shareOf(new Big(1), value)).toThrow('share');
    }
    for (const deposit of [0, -1]) expect(() => leverage(new Big(1), new Big(deposit))).toThrow('deposit');
  });
});

describe('a margin account', () => {
  // Hull, 'Options, Futures, and Other Derivatives', 9th edition, Table 2.1: two gold contracts of 100 ounces bought at
  // 1,250, 6,000 paid in for each, 4,500 to be maintained. The first seven days, until the margin call.
  const HULL = [1250, 1241, 1238.3, 1244.6, 1241.3, 1240.1, 1236.2, 1229.9, 1230.8];
  const BOUGHT: FuturesPosition = { side: 'bought', units: 200, deposit: 12_000, maintenance: 9000 };

  it("is that of Hull's table", () => {
    expect(accountBy(HULL, BOUGHT).map(Number)).toEqual([12_000, 10_200, 9660, 10_920, 10_260, 10_020, 9240, 7980]);
    expect(stepsUntilMargin(HULL, BOUGHT)).toBe(7);
  });

  it('has its margin call where the price says', () => {
    for (const side of ['bought', 'sold'] as const) {
      const price = marginCallPrice(1250, { ...BOUGHT, side }).toNumber();
      expect(price).toBe(side === 'bought' ? 1235 : 1265);
      expect(stepsUntilMargin([1250, price], { ...BOUGHT, side })).toBeUndefined();
      const beyond = price + (side === 'bought' ? -0.01 : 0.01);
      expect(stepsUntilMargin([1250, beyond], { ...BOUGHT, side })).toBe(1);
    }
  });

  it.each([
    ['bought', '70.0002', 0.01, 70],
    ['sold', '70.0002', 0.01, 70.01],
    ['bought', '70', 0.01, 69.99],
    ['sold', '70', 0.01, 70.01],
    ['bought', '4959.9', 0.25, 4959.75],
    ['sold', '-0.014', 0.01, -0.01],
    ['bought', '-0.004', 0.01, -0.01],
    ['bought', '0', 0.01, -0.01],
  ] as const)(
    'of what was %s, with just the maintenance margin at %s and a tick of %s, is called at %s',
    (...terms) => {
      const [side, price, tick, called] = terms;
      expect(Number(firstTickBelowMaintenance(new Big(price), side, tick))).toBe(called);
    },
  );

  it('gains on one side what it loses on the other', () => {
    const low = { ...BOUGHT, maintenance: -1e9 };
    const bought = accountBy(HULL, low).map(Number);
    const sold = accountBy(HULL, { ...low, side: 'sold' }).map(Number);
    for (const [index, account] of bought.entries()) expect(account + (sold[index] ?? 0)).toBe(24_000);
  });

  it('holds longer with a larger deposit, on oil since 1986', () => {
    const rows = readFileSync('content/data/oilMonthly.csv', 'utf8').trim().split('\n').slice(1);
    const prices = rows.map((row) => Number(row.split(',')[1]));
    const position = { side: 'bought', units: 1000, maintenance: 4000 } as const;
    for (let start = 0; start < prices.length; start += 7) {
      const until = [5000, 10_000, 20_000].map(
        (deposit) => stepsUntilMargin(prices.slice(start), { ...position, deposit }) ?? Infinity,
      );
      expect(until).toEqual(until.toSorted((one, other) => one - other));
    }
  });

  it('is short of margin from the start if too little is paid in', () => {
    expect(stepsUntilMargin(HULL, { ...BOUGHT, deposit: 8999 })).toBe(0);
  });

  it('refuses what is no position or no price', () => {
    expect(() => accountBy([], BOUGHT)).toThrow('first');
    expect(() => accountBy([1250, Number.NaN], BOUGHT)).toThrow('price');
    for (const units of [0, -1, Number.NaN, Infinity]) {
      expect(() => accountBy(HULL, { ...BOUGHT, units })).toThrow('units');
      expect(() => marginCallPrice(1250, { ...BOUGHT, units })).toThrow('units');
    }
    expect(() => accountBy(HULL, { ...BOUGHT, deposit: Number.NaN })).toThrow('deposit');
    expect(() => accountBy(HULL, { ...BOUGHT, maintenance: Infinity })).toThrow('maintenance');
  });
});
