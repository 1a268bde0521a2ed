/** The bond of the figure, and the yields at which it is drawn. Prices are in % of face value. */
import { bondPrice } from '../../../markets/bonds.ts';

/** What the bond pays each year, in %, an assumption. */
export const COUPON = 4;
/** Years until repayment. */
export const TERMS = [2, 5, 10, 30] as const;
/** Yields, in %, between which the prices are drawn. */
export const YIELDS = { lowest: 1, highest: 7 } as const;

/** The price at which the bond yields `percent` a year to maturity. It pays once a year, for the next time in a year. */
export function priceAt(years: number, percent: number): number {
  return bondPrice({ coupon: COUPON / 100, years, perYear: 1 }, percent / 100);
}
