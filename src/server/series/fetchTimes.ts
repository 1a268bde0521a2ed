/** When publishers state new values, and how late they are. */
import type { Publication, SeriesRow } from '../../catalogue/officialSeries.ts';
import { instantOf } from '../../markets/clock.ts';
import { monthDaysLate } from '../../markets/freshness.ts';
import { dateIn } from '../../markets/week.ts';
import {
  dayOf,
  isWorkingDay,
  numberOf,
  weekdayOf,
  workingDayAfter,
  workingDaysBetween,
} from '../../markets/workingDays.ts';

type Published = Pick<SeriesRow, 'kind' | 'published'>;

/** A publisher that states no hour has until the end of the next working day. */
const UNSTATED: Publication = { hour: '23:59', zone: 'UTC', after: 1, weekday: null };
/** A source whose value does not come is asked again after this part of the time that it is overdue. */
const PATIENCE = 4;
/** At most so much later than the hour, by chance, so that not all servers ask at once. */
const SPREAD_MS = 120_000;

function hourOf({ hour, zone }: Publication, day: string): number {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  return instantOf(zone, Date.parse(day) + (hours * 60 + minutes) * 60_000);
}

/** True of a day on which the publisher has its hour. */
const isOwn = ({ weekday }: Publication, day: string) => {
  const number = numberOf(day);
  return weekday === null ? isWorkingDay(number) : weekdayOf(number) === weekday;
};

/** The instant at which a publisher states the value of the working day after `newest`, in milliseconds since 1970. */
function dueAt(published: Publication, newest: string): number {
  let day = workingDayAfter(newest, 1 + published.after);
  while (!isOwn(published, day)) day = dayOf(numberOf(day) + 1);
  return hourOf(published, day);
}

/** The first hour of a publisher after an instant. */
function nextHour(published: Publication, at: number): number {
  for (let day = dateIn(published.zone, at); ; day = dayOf(numberOf(day) + 1)) {
    if (isOwn(published, day) && hourOf(published, day) > at) return hourOf(published, day);
  }
}

/**
 * The working days that have passed since the first missing value was due: 0 as long as it is not due, and for a whole
 * working day more. No publisher states when the values of months come.
 */
export function workingDaysLate({ kind, published }: Published, newest: string, now: Date): number {
  if (kind === 'monthly') return monthDaysLate(newest, now);
  const rule = published ?? UNSTATED;
  const at = now.getTime();
  const due = dueAt(rule, newest);
  if (at < due) return 0;
  const today = dateIn(rule.zone, at);
  const last = hourOf(rule, today) <= at ? today : dayOf(numberOf(today) - 1);
  return workingDaysBetween(dateIn(rule.zone, due), last);
}

/** The instant at which a publisher states its next value, at the earliest; null if it does not say when. */
export function nextDue({ kind, published }: Published, newest: string | null, now: Date): Date | null {
  if (kind === 'monthly' || !published) return null;
  const at = now.getTime();
  const due = newest === null ? 0 : dueAt(published, newest);
  return new Date(due > at ? due : nextHour(published, at));
}

/**
 * When a source that has answered is asked again: at the hour of its next value. If that hour has passed without a value,
 * soon, then less and less often, and in any case at the next hour.
 * @param newest its newest day; null if it has none
 */
export function nextFetch(
  { kind, published }: Published,
  newest: string | null,
  at: Date,
  { intervalMs, random }: { intervalMs: number; random: () => number },
): Date {
  const rule = published ?? UNSTATED;
  const now = at.getTime();
  const due = newest === null || kind === 'monthly' ? nextHour(rule, now) : dueAt(rule, newest);
  const spread = random() * SPREAD_MS;
  if (due > now) return new Date(due + spread);
  return new Date(Math.min(now + Math.max(intervalMs, (now - due) / PATIENCE), nextHour(rule, now) + spread));
}
