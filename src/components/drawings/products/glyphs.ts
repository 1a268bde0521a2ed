import type { Product } from '../../../forms/lists.ts';

/** A line drawing of what each product does, as the data of a path on a grid of 24 by 24; stroked, not filled. */
export const PRODUCT_GLYPHS: Readonly<Record<Product, string>> = {
  // A price that rises and falls
  stocks: 'M2 19l5-6 4 3 5-8 3 3 3-7',
  // A price around the value of the basket
  etf: 'M2 20L22 4M2 17l4 2 2-7 5 3 2-8 4 3 3-7',
  // One price a day
  funds: 'M2 19h4v-4h4v-3h4v2h4v-6h4V5',
  // The price falls as the yield rises
  bonds: 'M3 3v18h18M6 5c2 8 6 11 14 12',
  // Flat to the strike price, then it rises
  options: 'M2 12h20M2 17h9L21 4',
  // Gain and loss alike
  futures: 'M2 12h20M4 21L20 3',
  // One currency for another
  forex: 'M3 8h17l-4-4M21 16H4l4 4',
};
