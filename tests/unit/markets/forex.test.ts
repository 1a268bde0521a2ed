import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  accountRate,
  equityAt,
  type ForexPosition,
  LOT,
  pipValue,
  positionValue,
  priceOfEquity,
  swapPerNight,
} from '../../../src/markets/forex.ts';
import { pairDecimals, pipDecimals, pipSize } from '../../../src/markets/pairs.ts';

/** The value of a pip of one lot in the currency of an account. */
const pipOfLot = (pair: string, account: string, price: number, known = Number.NaN) =>
  pipValue(pair, LOT).times(accountRate(pair, account, price, known));

describe('a pip', () => {
  it('of a lot of EUR/USD is $10.00, of USD/JPY at 150 $6.67', () => {
    expect(pipOfLot('EUR/USD', 'USD', 1.1).toFixed(2)).toBe('10.00');
    expect(pipOfLot('USD/JPY', 'USD', 150).toFixed(2)).toBe('6.67');
    expect(pipOfLot('USD/JPY', 'JPY', 150).toFixed()).toBe('1000');
    expect(pipOfLot('EUR/USD', 'GBP', 1.1, 0.75).toFixed()).toBe('7.5');
  });

  it('is the digit before the last, in any currency', () => {
    for (const pair of ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'GBP/USD', 'USD/KRW', 'JPY/CAD', 'USD/TWD']) {
      expect(pipSize(pair)).toBe(Number(`1e-${pairDecimals(pair) - 1}`));
      expect(pipDecimals(pair)).toBe(pairDecimals(pair) - 1);
    }
  });

  it('needs a pair, and a rate where the account is in a third currency', () => {
    for (const pair of ['', 'EURUSD', 'eur/usd', 'EUR/USD/JPY', '__proto__', 'EUR/']) {
      expect(() => pipSize(pair)).toThrow('is not a pair');
    }
    for (const rate of [Number.NaN, 0, -1, Infinity]) {
      expect(() => accountRate('EUR/USD', 'GBP', 1.1, rate)).toThrow('rate');
      expect(() => accountRate('EUR/USD', 'EUR', rate, 1)).toThrow('price');
    }
  });
});

describe('the swap of a night', () => {
  const value = positionValue(LOT, 150);

  it('pays the buyer the difference of the rates, less what the broker keeps', () => {
    expect(swapPerNight('bought', value, { base: 0.05, quote: 0.005, markup: 0 }).toFixed()).toBe('1875');
    expect(swapPerNight('sold', value, { base: 0.05, quote: 0.005, markup: 0 }).toFixed()).toBe('-1875');
    expect(swapPerNight('bought', value, { base: 0.05, quote: 0.005, markup: 0.0054 }).toFixed()).toBe('1650');
  });

  it('costs both sides together twice what the broker keeps', () => {
    const rates = { base: 0.03, quote: 0.021, markup: 0.004 };
    const both = swapPerNight('bought', value, rates, 365).plus(swapPerNight('sold', value, rates, 365));
    expect(both.toNumber()).toBeCloseTo((-15_000_000 * 2 * 0.004) / 365, 10);
  });

  it('refuses what is no rate', () => {
    for (const base of [Number.NaN, Infinity]) {
      expect(() => swapPerNight('bought', value, { base, quote: 0, markup: 0 })).toThrow('base');
    }
    expect(() => swapPerNight('bought', value, { base: 0, quote: 0, markup: 0 }, 0)).toThrow('days');
  });
});

describe('the price of a liquidation', () => {
  const position = (change: Partial<ForexPosition> = {}): ForexPosition => ({
    side: 'bought',
    units: 10_000,
    entry: 150,
    balance: new Big(100_000),
    required: new Big(60_000),
    ...change,
  });

  it('is where the account has lost what it could spare', () => {
    expect(priceOfEquity('USD/JPY', 'JPY', 1, position())?.toFixed()).toBe('146');
    expect(priceOfEquity('USD/JPY', 'JPY', 1, position({ side: 'sold' }))?.toFixed()).toBe('154');
    const third = position({ entry: 1.1, balance: new Big(500), required: new Big(200) });
    expect(priceOfEquity('EUR/USD', 'GBP', 0.75, third)?.toFixed()).toBe('1.06');
  });

  it('is where the equity is what must be held, in every currency of the account', () => {
    for (const account of ['USD', 'JPY', 'GBP']) {
      for (const side of ['bought', 'sold'] as const) {
        const [balance, required] = account === 'JPY' ? [100_000, 60_000] : [1000, 400];
        const held = position({ side, balance: new Big(balance), required: new Big(required) });
        const price = priceOfEquity('USD/JPY', account, 0.005, held)?.toNumber() ?? Number.NaN;
        expect(equityAt(price, 'USD/JPY', account, 0.005, held).toNumber()).toBeCloseTo(required, 6);
        expect(side === 'bought' ? price < 150 : price > 150).toBe(true);
      }
    }
  });

  it('is farther with a larger balance, and none if the balance cannot be lost', () => {
    const prices = [70_000, 100_000, 400_000].map(
      (balance) => priceOfEquity('USD/JPY', 'JPY', 1, position({ balance: new Big(balance) }))?.toNumber() ?? 0,
    );
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect(priceOfEquity('USD/JPY', 'JPY', 1, position({ balance: new Big(2e6) }))).toBeUndefined();
    const sold = position({ side: 'sold', balance: new Big(20_000), required: new Big(400) });
    expect(priceOfEquity('USD/JPY', 'USD', 1, sold)).toBeUndefined();
  });

  it('refuses what is no position', () => {
    for (const units of [0, -1, Number.NaN, Infinity]) {
      expect(() => priceOfEquity('USD/JPY', 'JPY', 1, position({ units }))).toThrow('units');
    }
    expect(() => priceOfEquity('USD/JPY', 'JPY', 1, position({ entry: 0 }))).toThrow('entry');
  });
});
