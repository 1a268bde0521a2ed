/** What an order does to an order book, for the figure. */
import type { Locale } from '../../../i18n/locales.ts';

/** The price of a level, best first, and the shares that wait there. */
export type Level = readonly [price: number, size: number];

/**
 * The book of each locale: the best ask is that of the example beside the figure, in content/<locale>/pages/service/stocks.mdx,
 * the best bid two ticks below it. Ticks are those of the market at that price, in pence in London; Taipei trades 1,000
 * shares at a time, the others at most 100.
 */
const BOOKS: Readonly<Record<Locale, { ask: number; digits: 0 | 2; lot: 100 | 1000 }>> = {
  'en-US': { ask: 50, digits: 2, lot: 100 },
  'en-GB': { ask: 500, digits: 0, lot: 100 },
  ja: { ask: 2990, digits: 0, lot: 100 },
  tw: { ask: 600, digits: 0, lot: 1000 },
  cn: { ask: 40, digits: 2, lot: 100 },
};

/** The levels of a locale's book, an order that takes more than the best, and the price between bid and ask. */
export function exampleBook(locale: Locale) {
  const { ask, digits, lot } = BOOKS[locale];
  /** The price some ticks below the best ask, exact to its decimals */
  const below = (ticks: number) => Number((ask - ticks / 10 ** digits).toFixed(digits));
  const levels = (first: number, step: 1 | -1, lots: readonly number[]) =>
    lots.map((count, row): Level => [below(first + step * row), count * lot]);
  return {
    asks: levels(0, -1, [3, 4, 6, 9]),
    bids: levels(2, 1, [2, 5, 7, 8]),
    limit: below(1),
    size: 5 * lot,
    largest: 9 * lot,
    digits,
  };
}

/** The levels after a market order, with 0 where it took all, and the average price it paid. */
export function afterMarketOrder(levels: readonly Level[], quantity: number): { left: Level[]; average: number } {
  let open = quantity;
  let paid = 0;
  const left = levels.map(([price, size]): Level => {
    const taken = Math.min(open, size);
    open -= taken;
    paid += taken * price;
    return [price, size - taken];
  });
  if (open > 0) throw new Error(`The book has ${quantity - open} of ${quantity} shares`);
  return { left, average: paid / quantity };
}

/** Rows of one side of an order book, each `rowHeight` below the other; the size `largest` fills `fullLength`. */
export function bookRows(
  levels: readonly Level[],
  { top, rowHeight, largest, fullLength }: { top: number; rowHeight: number; largest: number; fullLength: number },
) {
  return levels.map(([price, size], row) => {
    const y = top + row * rowHeight;
    return { price, size, y, length: (size / largest) * fullLength };
  });
}
