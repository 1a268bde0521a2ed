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

/** What a year's coupons are of the price, as a share. */
export function currentYield({ coupon }: Bond, price: number): number {
  return (FACE * coupon) / price;
}

/**
 * The return of holding a bond for a year, as a share: bought at par when bonds of its length yielded `before`, sold with
 * a year less left at the yield `after`, its coupons not reinvested.
 */
export function yearsReturn(years: number, perYear: number, before: number, after: number): number {
  const sold = bondPrice({ coupon: before, years: years - 1, perYear }, after);
  return sold / FACE - 1 + before;
}

/** How days are counted for accrued interest, by the market's names. */
export const DAY_COUNTS = ['actual/actual', '30/360', 'actual/365', 'actual/360'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** A coupon period and the day of settlement in it, as dates: '2026-11-15'. */
export interface Accrual {
  coupon: number;
  perYear: number;
  /** The last coupon date, or the date from which interest runs */
  from: string;
  settlement: string;
  /** The next coupon date, which only actual/actual needs */
  to: string;
}

const DAY = 86_400_000;

/** Days between two dates as a convention counts them: 30/360 takes every month as 30 days (the US bond basis). */
export function daysBetween(from: string, to: string, count: DayCount): number {
  if (count !== '30/360') return (instantOf(to) - instantOf(from)) / DAY;
  const [start, end] = [new Date(instantOf(from)), new Date(instantOf(to))];
  const first = endsFebruary(start) ? 30 : Math.min(start.getUTCDate(), 30);
  const lastDay = endsFebruary(start) && endsFebruary(end) ? 30 : end.getUTCDate();
  const last = first === 30 ? Math.min(lastDay, 30) : lastDay;
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return months * 30 + last - first;
}

/** The interest that the buyer pays the seller for the days since the last coupon. */
export function accruedInterest({ coupon, perYear, from, settlement, to }: Accrual, count: DayCount): number {
  const days = daysBetween(from, settlement, count);
  if (count !== 'actual/actual') return (FACE * coupon * days) / (count === 'actual/365' ? 365 : 360);
  // Of the International Capital Market Association: the days are a part of the coupon period's own days.
  return ((FACE * coupon) / perYear) * (days / daysBetween(from, to, count));
}

function instantOf(date: string): number {
  const instant = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(instant)) throw new RangeError(`'${date}' is not a date`);
  return instant;
}

function endsFebruary(date: Date): boolean {
  return date.getUTCMonth() === 1 && new Date(date.getTime() + DAY).getUTCMonth() === 2;
}
