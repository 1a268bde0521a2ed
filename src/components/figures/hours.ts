/** Trading hours in words, as the table of exchanges writes them. */
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/messages.ts';
import type { Session, Week } from '../../markets/clock.ts';

export interface HoursLine {
  /** 'Mon–Fri' */
  days: string;
  /** From the first opening to the last closing: '09:00–15:30' */
  hours: string;
  /** The midday break, '11:30–12:30', or '' */
  breakHours: string;
}

/** One line for each run of days with the same hours, the week beginning on Sunday. */
export function hoursLines(week: Week, locale: Locale, t: Translate): HoursLine[] {
  const runs: { first: number; last: number; sessions: readonly Session[] }[] = [];
  for (const [day, sessions] of week.entries()) {
    const run = runs.at(-1);
    if (run && run.last === day - 1 && String(run.sessions) === String(sessions)) run.last = day;
    else if (sessions.length > 0) runs.push({ first: day, last: day, sessions });
  }
  const range = (from: number, to: number) =>
    t('figure.exchanges.timeRange', { from: timeOfDay(from), to: timeOfDay(to) });
  return runs.map(({ first, last, sessions }) => ({
    days:
      first === last
        ? weekday(first, locale)
        : t('figure.exchanges.dayRange', { first: weekday(first, locale), last: weekday(last, locale) }),
    hours: range(sessions[0]?.[0] ?? 0, sessions.at(-1)?.[1] ?? 0),
    breakHours: sessions
      .slice(1)
      .map(([opens], index) => range(sessions[index]?.[1] ?? 0, opens))
      .join(' '),
  }));
}

/** '09:30–13:00', from the first opening to the last closing of a day. */
export function sessionRange(sessions: readonly Session[], t: Translate): string {
  const [from, to] = [sessions[0]?.[0] ?? 0, sessions.at(-1)?.[1] ?? 0].map(timeOfDay);
  return t('figure.exchanges.timeRange', { from: from ?? '', to: to ?? '' });
}

/** 570 → '09:30' */
function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** 0 → 'Sun', '日', '週日' */
function weekday(day: number, locale: Locale): string {
  const sunday = Date.UTC(2026, 0, 4);
  const format = new Intl.DateTimeFormat(LOCALES[locale].lang, { weekday: 'short', timeZone: 'UTC' });
  return format.format(sunday + day * 86_400_000);
}

/**
 * How far a zone's clocks are from UTC: 'UTC+5:30', and where they change 'UTC−5, in summer UTC−4'. Not its name: the
 * names of Intl are those of one country ('India Standard Time' in Colombo) or of the wrong one.
 */
export function zoneOffset(zone: string, t: Translate): string {
  // Of a year that stays the same, so that a build does not change with the date.
  const [winter = 0, summer = 0] = [Date.UTC(2026, 0, 4), Date.UTC(2026, 6, 4)]
    .map((at) => offsetMinutes(zone, at))
    .sort((one, other) => one - other);
  const standard = utc(winter);
  return winter === summer ? standard : t('figure.exchanges.summerOffset', { standard, summer: utc(summer) });
}

function offsetMinutes(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** -300 → 'UTC−5', 330 → 'UTC+5:30', 0 → 'UTC' */
function utc(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
