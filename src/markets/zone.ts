/** How far the clocks of a zone are from UTC, for calculating and for showing, and what they show. */

/** Cached, because creating one costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function offset(zone: string, at: number): number {
  let format = formats.get(zone);
  if (!format) {
    const numeric = 'numeric';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(zone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * The name of a zone at an instant, the same in every language and place of the site: 'UTC−5', 'UTC+5:30', 'UTC'. Intl
 * has 'EST' for some readers and 'GMT-5' for others.
 */
export function zoneName(zone: string, at: number): string {
  const ahead = offset(zone, at) / 60_000;
  if (ahead === 0) return 'UTC';
  const minutes = Math.abs(ahead);
  const rest = minutes % 60;
  return `UTC${ahead < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** What Intl is asked for of a time of day, wherever one is shown. clockText() makes 12 hours of it. */
export const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A text that ends with a time of day, '14:02': in American English with 12 hours, '2:02 p.m.' */
export const clockText = (text: string, lang: string): string =>
  lang === 'en-US'
    ? text.replace(/(..)(:..)$/, (_, hour, rest) => `${hour % 12 || 12}${rest}\u00a0${hour > 11 ? 'p' : 'a'}.m.`)
    : text;

/** A day and a time of day in a zone, such as 'November 23, 2026 at 1:15 a.m.' */
export function dayAndTime(at: Date, lang: string, timeZone: string): string {
  const format = { year: 'numeric', month: 'long', day: 'numeric', ...CLOCK, timeZone } as const;
  return clockText(new Intl.DateTimeFormat(lang, format).format(at), lang);
}
