/** The months of a series as the island gets them: how many hundredths each is above the one before, in half the bytes. */
import type { Series } from './definition.ts';

export interface Months {
  first: string;
  /** '2293 -747 -285': 22.93, 15.46, 12.61 */
  steps: string;
}

/** Throws if a value has more than two decimals. */
export function monthsOf({ first, values }: Series): Months {
  const hundredths = values.map((value) => Math.round(value * 100));
  const wrong = values.find((value, index) => value !== (hundredths[index] ?? 0) / 100);
  if (wrong !== undefined) throw new RangeError(`${wrong} has more than two decimals`);
  return { first, steps: hundredths.map((value, index) => value - (hundredths[index - 1] ?? 0)).join(' ') };
}

export function seriesOfMonths({ first, steps }: Months): Series {
  let last = 0;
  const values = steps.split(' ').map((step) => {
    last += Number(step);
    return last / 100;
  });
  return { first, values };
}
