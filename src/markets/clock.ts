/**
 * The clock of a market: is it open at an instant, why not, and when does that change?
 *
 * Pure arithmetic on a calendar, for both the browser (the map of exchanges) and the server: it depends on
 * neither a page nor Node. Instants are milliseconds since 1970 UTC, as Date.now() returns them; times of a
 * day are whole minutes after local midnight; dates are 'YYYY-MM-DD' in the market's own zone. The calendars come from
 * content/exchanges.yml through src/catalogue/exchanges.ts. Offsets from UTC come from Intl, so the platform handles
 * daylight saving.
 */
import { offset } from './zone.ts';

/** [570, 960] is 09:30 to 16:00. The opening minute is open, the closing one is closed. */
export type Session = readonly [opens: number, closes: number];

/** Sessions of the seven weekdays, Sunday first, each day's in order; empty if the market never trades on that day. */
export type Week = readonly (readonly Session[])[];

export interface MarketCalendar {
  /** IANA time zone of the sessions */
  zone: string;
  week: Week;
  /** The week while another place is on standard time: some markets follow New York's clocks and not their own */
  standardTime?: { of: string; week: Week };
  /** Dates of whole-day holidays */
  closed: readonly string[];
  /** Dates with their own hours, such as half days; they apply on weekends too */
  special: Readonly<Record<string, readonly Session[]>>;
  /** First and last date that the exchange's own published calendar confirms; absent if nothing is confirmed */
  confirmed?: readonly [from: string, until: string];
}

export interface MarketState {
  open: boolean;
  /** Why it is open or not; 'closed' is a trading day before its first or after its last session */
  reason: 'session' | 'lunch' | 'holiday' | 'weekend' | 'closed';
  /** The instant at which `open` changes; null if that is further ahead than any calendar foresees */
  changesAt: number | null;
  /** True if the change begins the midday break, which is not a close */
  breaks: boolean;
  /** False if the state or its change lies outside what the exchange's calendar confirms */
  confirmed: boolean;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days searched for the next change. The longest known closure, a Spring Festival with its weekends, takes eleven. */
const HORIZON = 40;

export function marketState(market: MarketCalendar, at: number): MarketState {
  const today = Math.floor((at + offset(market.zone, at)) / DAY);
  const todays = dayOf(market, today);
  const state = (open: boolean, reason: MarketState['reason'], changesAt: number | null, breaks = false) => {
    const [from, until] = market.confirmed ?? ['', ''];
    const changeDay =
      changesAt === null ? today + HORIZON : Math.floor((changesAt + offset(market.zone, changesAt)) / DAY);
    return { open, reason, changesAt, breaks, confirmed: from <= dateOf(today) && dateOf(changeDay) <= until };
  };

  for (let day = today; day < today + HORIZON; day++) {
    const { sessions } = day === today ? todays : dayOf(market, day);
    for (const [index, [opens, closes]] of sessions.entries()) {
      const opensAt = instantOf(market.zone, day * DAY + opens * MINUTE);
      if (at < opensAt) return state(false, day === today && index > 0 ? 'lunch' : todays.reason, opensAt);
      const closesAt = instantOf(market.zone, day * DAY + closes * MINUTE);
      if (at < closesAt) return state(true, 'session', closesAt, index < sessions.length - 1);
    }
  }
  return state(false, todays.reason, null);
}

/** The next date of a holiday, today's too, in the market's own zone; null if none is confirmed. */
export function nextHoliday({ zone, closed, confirmed }: MarketCalendar, at: number): string | null {
  const today = dateOf(Math.floor((at + offset(zone, at)) / DAY));
  const [from = '', until = ''] = confirmed ?? [];
  return closed.find((date) => date >= today && from <= date && date <= until) ?? null;
}

/** The sessions of a market that lie in a span of instants, or partly, each as the instants of its open and its close. */
export function sessionsWithin(market: MarketCalendar, from: number, until: number): [opens: number, closes: number][] {
  const { zone } = market;
  const [first = 0, last = 0] = [from, until].map((at) => Math.floor((at + offset(zone, at)) / DAY));
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return days
    .flatMap((day) => dayOf(market, day).sessions.map((times) => times.map((time) => day * DAY + time * MINUTE)))
    .map(([opens = 0, closes = 0]): [number, number] => [instantOf(zone, opens), instantOf(zone, closes)])
    .filter(([opens, closes]) => opens < until && closes > from);
}

/** The first instants of the day of a zone at an instant, and of the day after. */
export function dayIn(zone: string, at: number): [begins: number, ends: number] {
  const midnight = Math.floor((at + offset(zone, at)) / DAY) * DAY;
  return [instantOf(zone, midnight), instantOf(zone, midnight + DAY)];
}

/** Sessions of a day, given in days since 1970, and why the market is closed outside them. */
function dayOf(
  market: MarketCalendar,
  day: number,
): { sessions: readonly Session[]; reason: 'closed' | 'holiday' | 'weekend' } {
  const date = dateOf(day);
  const special = Object.hasOwn(market.special, date) ? market.special[date] : undefined;
  if (special) return { sessions: special, reason: 'closed' };
  const { standardTime } = market;
  const noon = instantOf(market.zone, day * DAY + DAY / 2);
  const week = standardTime && isStandardTime(standardTime.of, noon) ? standardTime.week : market.week;
  const sessions = week[(day + 4) % 7] ?? []; // 1 January 1970 was a Thursday.
  if (sessions.length === 0) return { sessions, reason: 'weekend' };
  return market.closed.includes(date) ? { sessions: [], reason: 'holiday' } : { sessions, reason: 'closed' };
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** True if the zone's offset is the smaller of its offsets in January and July of that year. */
function isStandardTime(zone: string, at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  return offset(zone, at) === Math.min(offset(zone, Date.UTC(year, 0, 1)), offset(zone, Date.UTC(year, 6, 1)));
}

/**
 * The instant of a local time, which is given in milliseconds as if it were UTC. Of a time that occurs twice, the first
 * is used. A time that a change of the clocks skips moves forward by the length of the gap. (Both are as in Temporal's
 * 'compatible'.)
 */
export function instantOf(zone: string, local: number): number {
  const before = local - offset(zone, local - DAY);
  const after = local - offset(zone, local + DAY);
  const real = [before, after].filter((at) => at + offset(zone, at) === local);
  return real.length > 0 ? Math.min(...real) : before;
}
