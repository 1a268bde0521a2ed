/**
 * The trading day: a band of 24 hours in one zone. Pure functions, for the build (in UTC) and the browser (in the
 * visitor's zone). Places on the band are minutes after midnight.
 */
import { dayIn, type MarketCalendar, type MarketState, sessionsWithin } from '../../../../markets/clock.ts';
import { CLOCK, clockText, offset } from '../../../../markets/zone.ts';

const MINUTE = 60_000;
/** Length of the band */
const DAY = 1440;

/** Where an instant is on the band of its day. */
export function minuteOf(zone: string, at: number): number {
  return Math.floor((at + offset(zone, at)) / MINUTE) % DAY;
}

/** How far a row that is drawn in the zone of its market has to move to the right, at most a day to either side. */
export function shiftOf(market: string, zone: string, at: number): number {
  return ((offset(zone, at) - offset(market, at)) / MINUTE) % DAY;
}

/** The sessions of a market during the day of a zone, as a path on the band; empty if it does not trade on that day. */
export function sessionPath(market: MarketCalendar, zone: string, now: number): string {
  const [begins, ends] = dayIn(zone, now);
  const place = (at: number) => (at <= begins ? 0 : at >= ends ? DAY : minuteOf(zone, at));
  return sessionsWithin(market, begins, ends)
    .map(([opens, closes]) => `M${place(opens)} .5H${place(closes)}`)
    .join('');
}

export interface MarketCity {
  city: string;
  state: MarketState;
}

/** The cities that trade; if there are none, the next one to open. */
export function openOrNext(markets: readonly MarketCity[]): { open: string[]; next?: MarketCity | undefined } {
  const open = markets.filter(({ state }) => state.open).map(({ city }) => city);
  const at = ({ state }: MarketCity) => state.changesAt ?? Infinity;
  return { open: [...new Set(open)], next: markets.toSorted((one, other) => at(one) - at(other))[0] };
}

/**
 * 'Sunday 18:00', in American English 'Sunday 6:00 p.m.' The day comes first in every language: Japanese would put it
 * behind, in brackets.
 */
export function weekdayAndTime(at: number, lang: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone }).format(at);
  return `${day} ${clockTime(at, lang, timeZone)}`;
}

/** '18:00', in American English '6:00 p.m.' */
export function clockTime(at: number, lang: string, timeZone: string): string {
  return clockText(new Intl.DateTimeFormat(lang, { ...CLOCK, timeZone }).format(at), lang);
}
