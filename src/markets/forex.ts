/**
 * The arithmetic of currency pairs. A pair such as EUR/USD is bought and sold in its first currency, the base; its price,
 * and what a position gains, is in the second, the quote currency. Money is exact.
 */
import { Big } from 'big.js';
import { baseOf, pipSize, quoteOf } from './pairs.ts';
import { checkNumbers, type Side, signOf } from './positions.ts';

/** Units of the base currency in a standard lot. */
export const LOT = 100_000;

/**
 * What one unit of the quote currency is in the currency of the account. `known` is used only where the account is in a
 * third currency.
 */
export function accountRate(pair: string, account: string, price: number, known: number): Big {
  if (account === quoteOf(pair)) return new Big(1);
  const isBase = account === baseOf(pair);
  checkNumbers(isBase ? { price } : { rate: known }, 0);
  return isBase ? new Big(1).div(price) : new Big(known);
}

/** What one pip of a position is worth, in the quote currency. */
export function pipValue(pair: string, units: number): Big {
  checkNumbers({ units });
  return new Big(units).times(pipSize(pair));
}

/** What a position is worth, in the quote currency. */
export function positionValue(units: number, price: number): Big {
  checkNumbers({ units, price });
  return new Big(units).times(price);
}

/** Rates of the two currencies a year, and what the broker keeps of their difference, all as shares. */
export interface SwapRates {
  base: number;
  quote: number;
  markup: number;
}

/**
 * What is credited (above 0) or charged (below 0) for a night, in the quote currency: the buyer earns the rate of the
 * base currency and pays that of the quote currency. `days` are those of a year, 360 or 365 by the market's custom.
 */
export function swapPerNight(side: Side, value: Big, { base, quote, markup }: SwapRates, days = 360): Big {
  checkNumbers({ base, quote, markup });
  checkNumbers({ days }, 0);
  const earned = new Big(base).minus(quote).times(signOf(side)).minus(markup);
  return value.times(earned).div(days);
}

export interface ForexPosition {
  side: Side;
  units: number;
  /** Price at which it was opened */
  entry: number;
  /** What the account holds, and what it must hold: sums in its own currency */
  balance: Big;
  required: Big;
}

/** What the account holds at a price: the balance and what the position has gained, at that price's own rate. */
export function equityAt(price: number, pair: string, account: string, known: number, position: ForexPosition): Big {
  const { side, units, entry, balance } = position;
  const gained = new Big(price).minus(entry).times(units).times(signOf(side));
  return gained.times(accountRate(pair, account, price, known)).plus(balance);
}

/**
 * The price at which the account holds just what it must; undefined if no price above 0 does. The rate to a third
 * currency is taken as unchanged; an account in the base currency loses at the rate of that very price.
 */
export function priceOfEquity(
  pair: string,
  account: string,
  known: number,
  { side, units, entry, balance, required }: ForexPosition,
): Big | undefined {
  checkNumbers({ units, entry }, 0);
  const spare = balance.minus(required).div(units).times(signOf(side));
  if (account === baseOf(pair)) {
    // units × (price − entry) ÷ price = −(balance − required), solved for the price
    const share = spare.plus(1);
    return share.gt(0) ? new Big(entry).div(share) : undefined;
  }
  const price = new Big(entry).minus(spare.div(accountRate(pair, account, entry, known)));
  return price.gt(0) ? price : undefined;
}
