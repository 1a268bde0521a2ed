import { localZone } from '../browserState/zone.ts';
import { CLOCK, clockText, offset, zoneName } from '../markets/zone.ts';

/** 'Nov 21, 2026, 2:02 p.m. UTC+9', in the zone that the visitor has chosen unless another is given. */
export function instantIn(lang: string, timeZone = localZone()): (iso: string) => string {
  const format = new Intl.DateTimeFormat(lang, { year: 'numeric', month: 'short', day: 'numeric', ...CLOCK, timeZone });
  return (iso) => `${clockText(format.format(Date.parse(iso)), lang)} ${zoneName(timeZone, Date.parse(iso))}`;
}

/** 'November 21, 2026', in the zone that the visitor has chosen unless another is given. */
export function dayIn(lang: string, timeZone = localZone()): (iso: string) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone });
  return (iso) => format.format(Date.parse(iso));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The end of a day, '2026-12-31', in the zone that the visitor has chosen; '' for what is no day. */
export function endOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  if (Number.isNaN(midnight)) return '';
  const zone = localZone();
  const near = midnight - offset(zone, midnight);
  // The clocks may change between the two.
  return new Date(midnight - offset(zone, near)).toISOString();
}

/** The last day of what ends at an instant, as dayIn() writes it. */
export function lastDayIn(lang: string, timeZone?: string): (iso: string) => string {
  const day = dayIn(lang, timeZone);
  return (iso) => day(new Date(Date.parse(iso) - 1).toISOString());
}
