/** Scales, paths and ranges of the charts of official series. Across, each value takes one step, whatever its day. */
import { tickStep, ticks } from 'd3-array';
import type { Dated } from '../../markets/rates.ts';

/** Height of the plot in px, the space above and below it, and its share of the width in %: beside it are the numbers. */
export const HEIGHT = 220;
export const TOP = 12;
export const BOTTOM = 26;
export const PLOT = 84;
/** Paths have whole numbers: this many to a px of height. */
export const FINE = 2;
/** More names than this would touch each other on a phone. */
const MOST_NAMED = 5;

export interface Scale {
  /** Px from the top of the plot, in steps of 1 / FINE */
  y: (value: number) => number;
  ticks: { value: number; y: number }[];
  /** Decimals that tell the ticks apart */
  digits: number;
}

/** The scale of values, with some space above and below them. */
export function scaleOf(values: readonly number[], height = HEIGHT): Scale {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const space = (highest - lowest || Math.abs(highest) || 1) * 0.08;
  const [low, high] = [lowest - space, highest + space];
  const y = (value: number) => Math.round(((high - value) / (high - low)) * height * FINE) / FINE;
  const digits = Math.max(0, -Math.floor(Math.log10(tickStep(low, high, 4)) + 1e-9));
  return { y, ticks: ticks(low, high, 4).map((value) => ({ value, y: y(value) })), digits };
}

/** A line through values, one a step; it passes over those that are missing. */
export function pathOf(values: readonly (number | null)[], y: Scale['y']): string {
  const spots = values.flatMap((value, at) => (value === null ? [] : `${at} ${y(value) * FINE}`));
  return spots.length > 0 ? `M${spots.join('L')}` : '';
}

/** Height of the small line in a row. */
export const SPARK = { width: 96, height: 28 };

/** The small line of a row: where it begins and ends is told by its table. */
export const sparkOf = (points: readonly Dated[]): string => {
  const values = points.map(({ value }) => Number(value));
  return values.length > 1 ? pathOf(values, scaleOf(values, SPARK.height).y) : '';
};

/** Months that separate the names of an axis: the first of these with which few enough remain. */
const STEPS = [1, 3, 6, 12, 24, 60, 120, 240];
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The days that an axis names: the first of a month or year. `isYear`: its name is the year. */
export function dayTicks(days: readonly string[]): { at: number; day: string; isYear: boolean }[] {
  for (const step of STEPS) {
    const found = days.flatMap((day, at) => {
      const before = days[at - 1];
      const isNew = before !== undefined && Math.floor(monthOf(before) / step) !== Math.floor(monthOf(day) / step);
      return isNew ? [{ at, day, isYear: step >= 12 || monthOf(day) % 12 === 0 }] : [];
    });
    if (found.length <= MOST_NAMED || step === STEPS.at(-1)) return found;
  }
  return [];
}

/** The day so many months before; of a month that is too short, its last. */
export function monthsBefore(day: string, months: number): string {
  const month = monthOf(day) - months;
  const [year, index] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  const date = String(Math.min(Number(day.slice(8)), last)).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${String(index + 1).padStart(2, '0')}-${date}`;
}

/** Months of each range of the history; null for all. */
export const RANGES = { m1: 1, m3: 3, y1: 12, y5: 60, y10: 120, all: null } as const;
export type RangeName = keyof typeof RANGES;
export const FIRST_RANGE: RangeName = 'y10';

/** The ranges in which a series of a kind has values to compare. */
export const rangesOf = (kind: 'daily' | 'weekly' | 'monthly'): RangeName[] =>
  kind === 'monthly' ? ['y1', 'y5', 'y10', 'all'] : ['m1', 'm3', 'y1', 'y5', 'all'];

/** The points of a range that ends on the last of them. */
export function inRange(points: readonly Dated[], range: RangeName): Dated[] {
  const months = RANGES[range];
  const from = months === null ? '' : monthsBefore(points.at(-1)?.day ?? '9999-12-31', months);
  return points.filter(({ day }) => day >= from);
}

/** Points with the newest value of their series, which may be newer than they are. */
export function withNewest(points: readonly Dated[], newest: Dated | null): Dated[] {
  if (!newest) return [...points];
  return [...points.filter(({ day }) => day < newest.day), { day: newest.day, value: newest.value }];
}

/** The step that is nearest to a place of the plot, from 0 to 1. */
export const stepAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
