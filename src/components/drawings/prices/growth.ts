/** What yearly costs take from a sum that grows, for the figure. */

/** Return a year before costs, an assumption. */
export const RETURN = 0.05;
export const YEARS = 30;
/** The sum at the start. */
export const START = 100;
/** Yearly costs as a share of the sum. */
export const COSTS = [0.002, 0.005, 0.01, 0.02] as const;

/** The sum after each year from 0 to YEARS: it grows by RETURN, then the costs are taken from it. */
export function growth(cost: number): number[] {
  return Array.from({ length: YEARS + 1 }, (_, year) => START * ((1 + RETURN) * (1 - cost)) ** year);
}
