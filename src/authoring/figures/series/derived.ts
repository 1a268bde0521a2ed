/** What figures calculate from monthly series. Changes are shares: 0.04 for 4 %. */
import type { Point } from '../../../catalogue/series.ts';
import { yearsReturn } from '../../../markets/bonds.ts';

/** The change from `months` before to each month. */
export function changes(points: readonly Point[], months = 1): Point[] {
  return points.slice(months).map(([month, value], index) => [month, value / valueAt(points, index) - 1]);
}

/** The same as a difference. */
export function differences(points: readonly Point[]): Point[] {
  return points.slice(1).map(([month, value], index) => [month, value - valueAt(points, index)]);
}

/** The values of each year. */
export function byYear(points: readonly Point[]): [year: string, values: number[]][] {
  const years = Map.groupBy(points, ([month]) => month.slice(0, 4));
  return [...years].map(([year, rows]) => [year, rows.map(([, value]) => value)]);
}

/** The values of Decembers, one for each whole year. */
export const decembers = (points: readonly Point[]) => points.filter(([month]) => month.endsWith('-12'));

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The first of the points with the lowest value, and with the highest. */
export function extremes(points: readonly Point[]): { lowest: Point; highest: Point } {
  const [first, ...others] = points;
  if (!first) throw new Error('a series without points');
  let [lowest, highest] = [first, first];
  for (const point of others) {
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  return { lowest, highest };
}

/** Annualised volatility, as a share: the standard deviation of the last `window` monthly log changes, times √12. */
export function volatility(points: readonly Point[], window = 12): Point[] {
  const logs = changes(points).map(([, change]) => Math.log(1 + change));
  return points.slice(window).map(([month], index) => {
    const inWindow = logs.slice(index, index + window);
    const middle = mean(inWindow);
    const variance = inWindow.reduce((sum, change) => sum + (change - middle) ** 2, 0) / (window - 1);
    return [month, Math.sqrt(12 * variance)];
  });
}

/** The return of each year of a ten-year bond that is bought at par in December and sold a year later. */
export function bondReturns(yields: readonly Point[]): Point[] {
  const ends = decembers(yields);
  return ends
    .slice(1)
    .map(([month, after], index) => [month, yearsReturn(10, 2, valueAt(ends, index) / 100, after / 100)]);
}

export interface Bin {
  /** Its lower end, which belongs to it; the upper end belongs to the next */
  from: number;
  count: number;
}

/** How many values lie in each step of `width`, from the lowest to the highest. */
export function bins(values: readonly number[], width: number): Bin[] {
  // Without the rounding, 0.03 / 0.01 would lie in the bin below.
  const steps = values.map((value) => Math.floor(Math.round((value / width) * 1e9) / 1e9));
  const lowest = Math.min(...steps);
  const found = Array.from({ length: Math.max(...steps) - lowest + 1 }, (_, index) => ({
    from: (lowest + index) * width,
    count: 0,
  }));
  for (const step of steps) {
    const bin = found[step - lowest];
    if (bin) bin.count += 1;
  }
  return found;
}

/** From the month after which the price fell furthest within a year, to the lowest month of that year. */
export function worstYear(points: readonly Point[]): Point[] {
  let worst: Point[] = [];
  let deepest = 0;
  for (const [index, [, bought]] of points.entries()) {
    const year = points.slice(index, index + 13);
    const { lowest } = extremes(year);
    if (lowest[1] - bought >= deepest) continue;
    deepest = lowest[1] - bought;
    worst = year.slice(0, year.indexOf(lowest) + 1);
  }
  return worst;
}

function valueAt(points: readonly Point[], index: number): number {
  const point = points[index];
  if (!point) throw new Error(`no point ${index} of ${points.length}`);
  return point[1];
}
