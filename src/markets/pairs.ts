/** Currency pairs and how exactly they are quoted: the one table of it. A pair is written EUR/USD. */

/** Currencies whose unit is worth a cent or so, or less. */
const SMALL_UNITS = new Set(['JPY', 'KRW', 'IDR', 'HUF', 'ISK']);
/** Banks quote the won to a hundredth and the New Taiwan dollar to a thousandth. */
const OWN_DECIMALS = new Map([
  ['KRW', 2],
  ['TWD', 3],
]);

export const baseOf = (pair: string): string => codesOf(pair)[0];
export const quoteOf = (pair: string): string => codesOf(pair)[1];

function codesOf(pair: string): [string, string] {
  const [, base, quote] = /^([A-Z]{3})\/([A-Z]{3})$/.exec(pair) ?? [];
  if (!base || !quote) throw new RangeError(`'${pair}' is not a pair such as EUR/USD`);
  return [base, quote];
}

/** The decimals of a price: to a tenth of a pip. In fewer than five, a yen in New Taiwan dollars would be 0.197. */
export function pairDecimals(pair: string): number {
  const [base, quote] = codesOf(pair);
  if (SMALL_UNITS.has(base)) return 5;
  return OWN_DECIMALS.get(quote) ?? (SMALL_UNITS.has(quote) ? 3 : 5);
}

/** The decimal of a pip: the last but one of a price. */
export const pipDecimals = (pair: string): number => pairDecimals(pair) - 1;
export const pipSize = (pair: string): number => Number(`1e-${pipDecimals(pair)}`);
