/**
 * The arithmetic of bonds with a fixed coupon. Rates and yields are shares (0.04 for 4 %), prices and interest are per 100
 * of face value, times are in years. A yield is compounded as often as the coupon is paid, as in the market.
 */
import { root } from './root.ts';

export const FACE = 100;

export interface Bond {
  /** What it pays a year, as a share of face value */
  coupon: number;
  /** Until repayment; with a part of a coupon period, the next coupon is due after that part */
  years: number;
  /** Payments a year: 1, 2, 4 or 12 */
  perYear: number;
}

/** Periods until repayment are counted to this part of a period: years such as 0.1 are no exact binary numbers. */
const EXACT = 1e-9;
/** Yields are looked for between these: the loss of nearly all within a period, and 100,000 % a year. */
const LOWEST = -0.99;
const HIGHEST = 1000;
/** No bond runs longer, apart from perpetual ones; the sums have at most as many terms. */
export const LONGEST = 100;

interface Payment {
  /** Coupon periods until it is paid */
  periods: number;
  amount: number;
}

/** What the bond will still pay; a RangeError says which of its terms is impossible. */
function payments({ coupon, years, perYear }: Bond): Payment[] {
  if (!(coupon >= 0 && coupon < Number.POSITIVE_INFINITY)) throw new RangeError(`coupon ${coupon} is not a rate`);
  if (!(years > 0 && years <= LONGEST)) throw new RangeError(`years ${years} are not between 0 and ${LONGEST}`);
  if (![1, 2, 4, 12].includes(perYear)) throw new RangeError(`perYear ${perYear} is not 1, 2, 4 or 12`);
  const until = years * perYear;
  const count = Math.max(1, Math.ceil(until - EXACT));
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    return { periods: until - (count - 1 - index), amount: (FACE * coupon) / perYear + (isLast ? FACE : 0) };
  }).filter(({ amount }) => amount > 0);
}

/** What the payments are worth at a yield, each with its weight in the measures of risk. */
function worth(bond: Bond, yieldRate: number, weight: (periods: number) => number = () => 1): number {
  const left = payments(bond);
  const growth = 1 + yieldRate / bond.perYear;
  if (!(growth > 0 && growth < Number.POSITIVE_INFINITY)) throw new RangeError(`yield ${yieldRate} has no price`);
  return left.reduce((sum, { periods, amount }) => sum + (weight(periods) * amount) / growth ** periods, 0);
}

/** What a buyer pays, accrued interest included, if the bond is to yield `yieldRate`. On a coupon date it is the price. */
export function dirtyPrice(bond: Bond, yieldRate: number): number {
  return worth(bond, yieldRate);
}

/** The quoted price, without accrued interest, at which the bond yields `yieldRate`. */
export function bondPrice(bond: Bond, yieldRate: number): number {
  return dirtyPrice(bond, yieldRate) - accruedOf(bond);
}

/** The part of the running coupon that the seller has earned, by the part of the period that has passed. */
export function accruedOf({ coupon, years, perYear }: Bond): number {
  const until = years * perYear;
  const passed = Math.ceil(until - EXACT) - until;
  return passed > EXACT ? ((FACE * coupon) / perYear) * passed : 0;
}

/** The yield to maturity at a quoted price; a RangeError if the bond has none. */
export function bondYield(bond: Bond, price: number): number {
  if (!(price > 0 && price < Number.POSITIVE_INFINITY)) throw new RangeError(`price ${price} is not above 0`);
  try {
    return root((at) => bondPrice(bond, at) - price, LOWEST * bond.perYear, HIGHEST);
  } catch (error) {
    throw new RangeError(`No yield up to ${HIGHEST * 100} % gives the price ${price}`, { cause: error });
  }
}

/** The mean time until the payments, in years, weighted by what each is worth (Macaulay's duration). */
export function macaulayDuration(bond: Bond, yieldRate: number): number {
  return worth(bond, yieldRate, (periods) => periods / bond.perYear) / worth(bond, yieldRate);
}

/** By which share the price falls for each point of yield: a rise of 0.01 takes 0.01 times the modified duration. */
export function modifiedDuration(bond: Bond, yieldRate: number): number {
  return macaulayDuration(bond, yieldRate) / (1 + yieldRate / bond.perYear);
}

/** How far the price line bends, in years squared; half of it times the square of the change of yield joins the price. */
export function convexity(bond: Bond, yieldRate: number): number {
  const bend = worth(bond, yieldRate, (periods) => periods * (periods + 1)) / worth(bond, yieldRate);
  return bend / (bond.perYear + yieldRate) ** 2;
}

/** The change of the price, as a share, that duration and convexity expect from a change of the yield. */
export function expectedChange(bond: Bond, yieldRate: number, change: number): number {
  return -modifiedDuration(bond, yieldRate) * change + (convexity(bond, yieldRate) * change ** 2) / 2;
}

/**
 * The return of holding a bond for a year, as a share: bought at par when bonds of its length yielded `before`, sold with
 * a year less left at the yield `after`, its coupons not reinvested.
 */
export function yearsReturn(years: number, perYear: number, before: number, after: number): number {
  const sold = bondPrice({ coupon: before, years: years - 1, perYear }, after);
  return sold / FACE - 1 + before;
}

/**
 * Days of a year by the rules for accrued interest. Actual/actual, the fourth rule, takes the days of the running coupon
 * period times the payments a year.
 */
export const YEAR_DAYS = { '30/360': 360, 'actual/365': 365, 'actual/360': 360 } as const;
