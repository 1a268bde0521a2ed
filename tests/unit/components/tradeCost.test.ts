import { expect, it } from 'vitest';
import { costOf, feeBar, TRADE } from '../../../src/components/drawings/prices/live/tradeCost.ts';

it('a buyer pays the fee and half the spread of each share', () => {
  expect(costOf(0.04, 1)).toEqual({ spread: (TRADE.shares * 0.04) / 2, total: 1 + (TRADE.shares * 0.04) / 2 });
  expect(costOf(0, 1)).toEqual({ spread: 0, total: 1 });
});

it('the bar shows the share of the fee', () => {
  expect(feeBar(1 / 3)).toBe('M0 0H0.333V1H0Z');
});
