/** What a bond is worth at a yield, for the figure. Prices are in % of face value. */

/** What the bond pays each year, in %, an assumption. */
export const COUPON = 4;
const FACE = 100;
/** Years until repayment. */
export const TERMS = [2, 5, 10, 30] as const;
/** Yields, in %, between which the prices are drawn. */
export const YIELDS = { lowest: 1, highest: 7 } as const;

/** The price at which a bond yields `percent` a year to maturity. It pays once a year, for the next time in a year. */
export function bondPrice(years: number, percent: number): number {
  const worth = (payment: number, year: number) => payment / (1 + percent / 100) ** year;
  const coupons = Array.from({ length: years }, (_, year) => worth(COUPON, year + 1));
  return coupons.reduce((sum, coupon) => sum + coupon, worth(FACE, years));
}
