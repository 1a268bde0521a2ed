/** Trading hours in words, as the table of exchanges writes them: '09:00–15:30', in American English '9:30 a.m.–4:00 p.m.' */
import { LOCALES, type Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/messages.ts';
import type { Session, Week } from '../../../markets/clock.ts';
import { clockText, offset, zoneName } from '../../../markets/zone.ts';
import { shiftOf } from './live/day.ts';

export interface HoursLine {
  /** 'Mon–Fri' */
  days: string;
  /** From the first opening to the last closing: '09:00–15:30' */
  hours: string;
  /** The midday break, '11:30–12:30', or '' */
  breakHours: string;
}

/** One line for each run of days with the same hours; the week begins on Sunday. */
export function hoursLines(week: Week, locale: Locale, t: Translate): HoursLine[] {
  const runs: { first: number; last: number; sessions: readonly Session[] }[] = [];
  for (const [day, sessions] of week.entries()) {
    const run = runs.at(-1);
    if (run && run.last === day - 1 && String(run.sessions) === String(sessions)) run.last = day;
    else if (sessions.length > 0) runs.push({ first: day, last: day, sessions });
  }
  const range = (from: number, to: number) =>
    t('figure.exchanges.timeRange', { from: timeOfDay(from, locale), to: timeOfDay(to, locale) });
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

/** 'Mon–Fri 09:00–15:30', and beside it 'midday break 11:30–12:30' where there is one. */
export function hoursTexts(lines: readonly HoursLine[], t: Translate): string[] {
  return lines.flatMap(({ days, hours, breakHours }) => {
    const open = `${days} ${hours}`;
    return breakHours ? [open, t('figure.exchanges.breakHours', { hours: breakHours })] : [open];
  });
}

/** '09:30–13:00', from the first opening to the last closing of a day. */
export function sessionRange(sessions: readonly Session[], locale: Locale, t: Translate): string {
  const [from, to] = [sessions[0]?.[0] ?? 0, sessions.at(-1)?.[1] ?? 0];
  return t('figure.exchanges.timeRange', { from: timeOfDay(from, locale), to: timeOfDay(to, locale) });
}

/** The day of the week whose hours drawings show */
export const WEDNESDAY = 3;

/** A Sunday of the northern winter. The year is fixed, so that a build does not depend on its date. */
const WINTER = Date.UTC(2026, 0, 4);

/** How far the hours of a market move in the zone of another in the northern winter, when Sydney is on summer time. */
export const winterShift = (market: string, home: string) => shiftOf(market, home, WINTER);

/** Sessions in a zone whose clocks differ by `shift`, at most a day, from those of their market. */
export function shifted(sessions: readonly Session[], shift: number): Session[] {
  const moved = (minutes: number) => (minutes + shift + 1440) % 1440;
  return sessions.map(([opens, closes]) => [moved(opens), moved(closes)]);
}

/** 570 → '09:30', '9:30 a.m.' */
function timeOfDay(minutes: number, locale: Locale): string {
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return clockText(parts.join(':'), LOCALES[locale].lang);
}

/** 0 → 'Sun', '日', '週日' */
function weekday(day: number, locale: Locale): string {
  const sunday = Date.UTC(2026, 0, 4);
  const format = new Intl.DateTimeFormat(LOCALES[locale].lang, { weekday: 'short', timeZone: 'UTC' });
  return format.format(sunday + day * 86_400_000);
}

/**
 * The offset of a zone from UTC: 'UTC+5:30', or 'UTC−5, in summer UTC−4' if its clocks change. Not its name, because
 * the names of Intl are those of one country ('India Standard Time' in Colombo) or of the wrong one.
 */
export function zoneOffset(zone: string, t: Translate): string {
  // The year is fixed, so that a build does not depend on its date.
  const [standard = '', summer = ''] = [Date.UTC(2026, 0, 4), Date.UTC(2026, 6, 4)]
    .sort((one, other) => offset(zone, one) - offset(zone, other))
    .map((at) => zoneName(zone, at));
  return standard === summer ? standard : t('figure.exchanges.summerOffset', { standard, summer });
}
