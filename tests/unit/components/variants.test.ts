import { describe, expect, it } from 'vitest';
import { COSTS, growth, YEARS } from '../../../src/components/drawings/growth.ts';
import { afterMarketOrder } from '../../../src/components/drawings/orders.ts';

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

  it('needs a book that holds as many', () => {
    expect(() => afterMarketOrder(asks, 701)).toThrow('700 of 701');
  });
});

it('the sums after yearly costs are those that the lesson on funds states', () => {
  const ends = [0, ...COSTS].map((cost) => Math.round(growth(cost)[YEARS] ?? 0));
  expect(ends).toEqual([432, 407, 372, 320, 236]);
});
