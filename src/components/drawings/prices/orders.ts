/** What an order does to an order book, for the figure. */

/** The price of a level, best first, and the shares that wait there. */
export type Level = readonly [price: number, size: number];

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
