import { zoneName } from '../../markets/zone.ts';
import { localZone } from '../../visit/zone.ts';

/** 'Nov 21, 2026, 2:02 PM UTC+9', in the zone that the visitor has chosen. */
export function instantIn(lang: string): (iso: string) => string {
  const timeZone = localZone();
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (iso) => `${format.format(Date.parse(iso))} ${zoneName(timeZone, Date.parse(iso))}`;
}

/** 'November 21, 2026', in the zone that the visitor has chosen. */
export function dayIn(lang: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: localZone() });
  return (iso) => format.format(Date.parse(iso));
}
