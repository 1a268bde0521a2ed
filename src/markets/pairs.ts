/** Currency pairs and how exactly they are quoted: the one table of it. A pair is written EUR/USD. */

/** Currencies whose unit is worth a cent or so, or less: prices in them have two decimals fewer. */
const SMALL_UNITS = new Set(['JPY', 'KRW', 'IDR', 'HUF', 'ISK']);

export const baseOf = (pair: string): string => codesOf(pair)[0];
export const quoteOf = (pair: string): string => codesOf(pair)[1];

function codesOf(pair: string): [string, string] {
  const [, base, quote] = /^([A-Z]{3})\/([A-Z]{3})$/.exec(pair) ?? [];
  if (!base || !quote) throw new RangeError(`'${pair}' is not a pair such as EUR/USD`);
  return [base, quote];
}

/** The decimals of a price in a currency: to a tenth of a pip. */
export const rateDecimals = (quote: string): 3 | 5 => (SMALL_UNITS.has(quote) ? 3 : 5);
export const pairDecimals = (pair: string): 3 | 5 => rateDecimals(quoteOf(pair));

/** The decimal of a pip: the last but one of a price. */
export const pipDecimals = (pair: string): 2 | 4 => (pairDecimals(pair) === 3 ? 2 : 4);
export const pipSize = (pair: string): 0.01 | 0.0001 => (pipDecimals(pair) === 2 ? 0.01 : 0.0001);
