/** How instants are written, in a zone: that of the visitor in islands, UTC where only the server knows. */
import { CLOCK, clockText, zoneName } from './zone.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(lang, options);
    formats.set(key, found);
  }
  return found;
}

/**
 * 'Nov 21, 2:02 p.m. UTC+9', '21 Nov, 14:02 UTC+9'. The zone comes last in every language: Chinese would put it between
 * day and time.
 */
export function dayAndTime(at: string, lang: string, timeZone: string): string {
  const instant = Date.parse(at);
  const shown = format(lang, { month: 'short', day: 'numeric', ...CLOCK, timeZone }).format(instant);
  return `${clockText(shown, lang)} ${zoneName(timeZone, instant)}`;
}

/** '14:02', in American English '2:02 p.m.' */
export function timeOfDay(at: number, lang: string, timeZone: string): string {
  return clockText(format(lang, { ...CLOCK, timeZone }).format(at), lang);
}

/** 'November 21, 2026' */
export function dayOf(at: string, lang: string, timeZone: string): string {
  return format(lang, { dateStyle: 'long', timeZone }).format(Date.parse(at));
}

/** 'Saturday, November 21, 2026' */
export function longDay(at: number, lang: string, timeZone: string): string {
  return format(lang, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone }).format(at);
}
