import { describe, expect, it } from 'vitest';
import { pairDecimals, pipSize } from '../../../src/markets/pairs.ts';

describe('the decimals of a price', () => {
  it.each([
    ['EUR/USD', 5],
    ['GBP/CNY', 5],
    ['USD/TWD', 3],
    ['USD/KRW', 2],
    ['USD/JPY', 3],
    ['EUR/IDR', 3],
    ['EUR/HUF', 3],
    ['EUR/ISK', 3],
    // A yen is less than a cent: in three decimals, it would be 0.009 Canadian or 0.197 New Taiwan dollars.
    ['JPY/CAD', 5],
    ['JPY/TWD', 5],
    ['IDR/JPY', 5],
  ] as const)('of %s are %i', (pair, decimals) => {
    expect(pairDecimals(pair)).toBe(decimals);
    expect(pipSize(pair)).toBe(10 ** (1 - decimals));
  });

  it('are of pairs only', () => {
    for (const pair of ['', 'EUR', 'EURUSD', 'eur/usd', 'EUR-USD', 'EUR/USD/JPY', ' EUR/USD', 'EUR/USD\n', '€UR/USD']) {
      expect(() => pairDecimals(pair), pair).toThrow('is not a pair');
    }
  });
});
