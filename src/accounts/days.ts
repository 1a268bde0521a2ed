/** Days of the calendar as 'YYYY-MM-DD', which sort as they follow. */

const HOUR_MS = 3_600_000;
const EARLIEST = '1900-01-01';

/**
 * The day on which an application is sent: the day at UTC−12, where it begins last. Whoever is of age there is of age
 * everywhere, and browser and server agree whatever zone they run in.
 */
export function dayOfSending(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day that the calendar has, since 1900. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Full years from one day to another. Who was born on 29 February has them full on 1 March of a common year. */
export function yearsBetween(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}
