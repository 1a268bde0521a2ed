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

/** How readers of a language tell the time of day: with 12 hours in American English, with 24 elsewhere. */
export const clockOptions = (lang: string) =>
  lang === 'en-US'
    ? ({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const)
    : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const);

/** '2:02 PM', as Intl writes it at the end of a text, → '2:02 p.m.', as the texts of the site do. */
export const lowerHalf = (text: string): string =>
  text.replace(/\s([AP])M$/, (_, half: string) => `\u00a0${half.toLowerCase()}.m.`);

/** '14:02', in American English '2:02 p.m.' */
export const clockTime = (at: number, lang: string, timeZone: string): string =>
  lowerHalf(new Intl.DateTimeFormat(lang, { ...clockOptions(lang), timeZone }).format(at));
