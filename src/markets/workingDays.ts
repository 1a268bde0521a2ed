/**
 * Working days: Monday to Friday. Nobody knows the holidays of every publisher, so that a holiday counts as a day without a
 * value.
 */
const DAY_MS = 86_400_000;
const WEEK = 7;
const WORKING = 5;

/** Days since 1970, which was a Thursday, and back. */
export const numberOf = (day: string) => Date.parse(day) / DAY_MS;
export const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** 1 for Monday to 7 */
export const weekdayOf = (number: number) => ((number + 3) % WEEK) + 1;

export const isWorkingDay = (number: number) => weekdayOf(number) <= WORKING;

/** Working days since a Monday long ago, up to a day and with it. */
function workingDaysUntil(number: number): number {
  const sinceMonday = number + 3;
  return Math.floor(sinceMonday / WEEK) * WORKING + Math.min((sinceMonday % WEEK) + 1, WORKING);
}

/** Working days after a day, up to another and with it; 0 if it is not later. */
export function workingDaysBetween(after: string, until: string): number {
  return Math.max(0, workingDaysUntil(numberOf(until)) - workingDaysUntil(numberOf(after)));
}

/** The working day so many after a day: of a Friday the first is Monday. */
export function workingDayAfter(day: string, count = 1): string {
  let number = numberOf(day);
  for (let left = count; left > 0; ) {
    number += 1;
    if (isWorkingDay(number)) left -= 1;
  }
  return dayOf(number);
}
