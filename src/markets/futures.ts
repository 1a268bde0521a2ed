/** The arithmetic of futures: value of a contract, leverage, an account that is settled by every price. Money is exact. */
import { Big } from 'big.js';
import { checkNumbers, type Side, signOf } from './positions.ts';

/** What contracts are worth at a price: 5,000 points of an index at 50 a point are 250,000. */
export function contractValue(price: number, multiplier: number, contracts = 1): Big {
  checkNumbers({ price, multiplier, contracts });
  return new Big(price).times(multiplier).times(contracts);
}

/** A share of a value, as a sum: the margin at a rate of 0.01 is a hundredth. */
export function shareOf(value: Big, share: number): Big {
  checkNumbers({ share });
  return value.times(share);
}

/** How many times the deposit the position is. */
export function leverage(value: Big, deposit: Big): Big {
  if (!deposit.gt(0)) throw new RangeError(`deposit ${deposit} is not above 0`);
  return value.div(deposit);
}

export interface FuturesPosition {
  side: Side;
  /** What one point of the price is worth: units of the underlying in a contract, times contracts */
  units: number;
  /** What is paid in at the start */
  deposit: number;
  /** The account must hold as much; below it the broker asks for more or closes the position */
  maintenance: number;
}

/** What the account holds at each price, from the first, at which the position is opened, to the first below maintenance. */
export function accountBy(prices: readonly number[], { side, units, deposit, maintenance }: FuturesPosition): Big[] {
  checkNumbers({ units }, 0);
  checkNumbers({ deposit, maintenance });
  const [first = Number.NaN] = prices;
  checkNumbers({ first });
  const held: Big[] = [];
  for (const price of prices) {
    checkNumbers({ price });
    const account = new Big(price).minus(first).times(units).times(signOf(side)).plus(deposit);
    held.push(account);
    if (account.lt(maintenance)) break;
  }
  return held;
}

/** After how many prices the account is below maintenance; undefined if the series ends before. */
export function stepsUntilMargin(prices: readonly number[], position: FuturesPosition): number | undefined {
  const held = accountBy(prices, position);
  return held.at(-1)?.lt(position.maintenance) ? held.length - 1 : undefined;
}

/** The price at which the account has just what must be maintained. */
export function marginCallPrice(entry: number, { side, units, deposit, maintenance }: FuturesPosition): Big {
  checkNumbers({ entry, deposit, maintenance });
  checkNumbers({ units }, 0);
  return new Big(entry).minus(new Big(deposit).minus(maintenance).div(units).times(signOf(side)));
}

/**
 * The first price of the market, which moves by ticks, at which the account is below maintenance: the first tick below
 * `marginCallPrice()` for what was bought, above it for what was sold. At that price itself the account still has enough.
 */
export function firstTickBelowMaintenance(callPrice: Big, side: Side, tick: number): Big {
  checkNumbers({ tick }, 0);
  const ticks = callPrice.div(tick);
  const whole = ticks.round(0, Big.roundDown);
  const isBeyond = side === 'bought' ? whole.lt(ticks) : whole.gt(ticks);
  return (isBeyond ? whole : whole.minus(signOf(side))).times(tick);
}
