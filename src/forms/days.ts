/** Calendar days as 'YYYY-MM-DD', which sort by date. */

const HOUR_MS = 3_600_000;
const EARLIEST = '1900-01-01';

/**
 * The day on which an application is sent, at UTC−12, where it begins last. An applicant who is of age there is of age
 * everywhere, and browser and server agree in any time zone.
 */
export function dayOfSending(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/** True if a text is an existing calendar day since 1900. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Full years between two days. Someone born on 29 February completes a year on 1 March of a common year. */
export function yearsBetween(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}
