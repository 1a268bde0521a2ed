/** The calendar of the week: days on which main exchanges are closed or have other hours. */
import { offset } from './zone.ts';

export interface MarketDay {
  /** '2026-12-25', of the exchanges themselves */
  date: string;
  /** The day in words */
  day: string;
  /** What the exchanges do, in words */
  lines: readonly string[];
}

const DAY = 86_400_000;
/** Days shown where the week has none. */
const NEXT = 3;

const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The days of the seven that begin with a date; if there are none, the next ones. */
export function weekOf(days: readonly MarketDay[], today: string): MarketDay[] {
  const end = isoDate(Date.parse(today) + 7 * DAY);
  const ahead = days.filter(({ date }) => date >= today);
  const within = ahead.filter(({ date }) => date < end);
  return within.length > 0 ? within : ahead.slice(0, NEXT);
}

/** The date at an instant in a zone: '2026-11-22'. */
export function dateIn(zone: string, at: number): string {
  return isoDate(at + offset(zone, at));
}
