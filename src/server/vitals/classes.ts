/** The classes of values in which figures are counted, and what is read from such counts. */
import type { Metric } from '../../contract/vitals.ts';

/**
 * Where each class begins: in milliseconds, of CLS in thousandths. The first begins at 0, the last has no end. The limits that
 * Web Vitals call good and poor are among them, so that a class is never on both sides of one.
 */
export const CLASSES: Readonly<Record<Metric, readonly number[]>> = {
  LCP: [
    0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2250, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 10_000,
    15_000, 20_000,
  ],
  INP: [0, 16, 32, 48, 64, 80, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500, 750, 1000, 1500, 2000],
  CLS: [0, 5, 10, 20, 30, 40, 50, 60, 80, 100, 125, 150, 175, 200, 225, 250, 300, 400, 500, 750, 1000],
  TTFB: [0, 50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 1000, 1200, 1500, 1800, 2500, 3500, 5000, 10_000],
};

/** Where the class of a value begins. */
export function classOf(metric: Metric, value: number): number {
  const scaled = metric === 'CLS' ? value * 1000 : value;
  return CLASSES[metric].findLast((least) => least <= scaled) ?? 0;
}

/**
 * The value below which a share of what was counted lies, by `least` of each class; in a class, values are taken to be spread
 * evenly. In the unit of the classes; where the last class begins if it lies in that. Null if nothing was counted.
 */
export function quantile(metric: Metric, counts: ReadonlyMap<number, number>, share: number): number | null {
  const classes = CLASSES[metric];
  const all = classes.reduce((sum, least) => sum + (counts.get(least) ?? 0), 0);
  let left = all * share;
  for (const [at, least] of classes.entries()) {
    const count = counts.get(least) ?? 0;
    const end = classes[at + 1] ?? least;
    if (count > 0 && left <= count) return least + ((end - least) * left) / count;
    left -= count;
  }
  return null;
}
