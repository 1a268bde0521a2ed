/** How fresh something is that changes by itself: flashes, feeds, published values. Freshness.css has a mark for each. */
import { workingDaysBetween } from './workingDays.ts';

/**
 * live: nothing newer is expected; delayed: it is later than it should be; last: only what was known long ago; none:
 * nothing has come yet.
 */
export type Freshness = 'live' | 'delayed' | 'last' | 'none';

/**
 * From so many working days on a series counts as late. Below that it may be a holiday of its publisher, of which two
 * follow each other at Easter.
 */
export const LATE_FROM_DAYS = 3;
/** The value of a month, or of a day, is only the last known one so many days after it. */
const OLD_AFTER_DAYS = 45;
/** The same in working days. */
const OLD_FROM_DAYS = 32;

/** Working days since the value of a month, '2026-06-01', has been old: no publisher states when the next is due. */
export function monthDaysLate(month: string, now: Date): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const old = Date.UTC(year, number, OLD_AFTER_DAYS);
  return workingDaysBetween(new Date(old).toISOString().slice(0, 10), now.toISOString().slice(0, 10));
}

/** How fresh a value is whose next is so many working days late. */
export function valueFreshness({ kind, late }: { kind: string; late: number }): 'live' | 'delayed' | 'last' {
  if (late >= (kind === 'monthly' ? 1 : OLD_FROM_DAYS)) return 'last';
  return late < LATE_FROM_DAYS ? 'live' : 'delayed';
}

/** The day of a value with how late the next one is: 'as of November 20 · 4 business days late'. */
export function valueDate(
  date: string,
  value: { kind: string; late: number },
  say: (key: 'rates.late' | 'rates.old', values?: { days: number }) => string,
): string {
  const freshness = valueFreshness(value);
  if (freshness === 'live') return date;
  return `${date} · ${freshness === 'last' ? say('rates.old') : say('rates.late', { days: value.late })}`;
}
