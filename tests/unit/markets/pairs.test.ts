import { describe, expect, it } from 'vitest';
import { pairDecimals, rateDecimals } from '../../../src/markets/pairs.ts';

describe('the decimals of a price', () => {
  it.each([
    ['EUR/USD', 5],
    ['GBP/CNY', 5],
    ['USD/TWD', 5],
    ['USD/JPY', 3],
    ['EUR/KRW', 3],
    ['EUR/IDR', 3],
    ['EUR/HUF', 3],
    ['EUR/ISK', 3],
    // A yen is less than a cent: in three decimals, it would be 0.009 Canadian dollars.
    ['JPY/CAD', 5],
  ] as const)('of %s are %i, after the currency that it is in', (pair, decimals) => {
    expect(pairDecimals(pair)).toBe(decimals);
    expect(rateDecimals(pair.slice(4))).toBe(decimals);
  });

  it('are of pairs only', () => {
    for (const pair of ['', 'EUR', 'EURUSD', 'eur/usd', 'EUR-USD', 'EUR/USD/JPY', ' EUR/USD', 'EUR/USD\n', '€UR/USD']) {
      expect(() => pairDecimals(pair), pair).toThrow('is not a pair');
    }
  });
});
