/**
 * The clock of a market: is it open at an instant, why not, and when does that change?
 *
 * Pure arithmetic on a calendar, for the browser (the map of exchanges) and for the server alike: it imports nothing and
 * knows neither a page nor Node. Instants are milliseconds since 1970 UTC, as Date.now() gives them; times of a day are
 * whole minutes after local midnight; dates are 'YYYY-MM-DD' in the market's own zone. The calendars come from
 * content/exchanges.yml by src/catalogue/exchanges.ts. Offsets from UTC come from Intl, so daylight saving is the
 * platform's own knowledge.
 */

/** [570, 960] is 09:30 to 16:00. The opening minute is open, the closing one is closed. */
export type Session = readonly [opens: number, closes: number];

/** Sessions of the seven weekdays, Sunday first, each day's in order; empty where the market never trades. */
export type Week = readonly (readonly Session[])[];

export interface MarketCalendar {
  /** IANA time zone of the sessions */
  zone: string;
  week: Week;
  /** The week while another place is on standard time: some markets move with New York's clocks and not their own */
  standardTime?: { of: string; week: Week };
  /** Dates of whole-day holidays */
  closed: readonly string[];
  /** Dates with hours of their own, such as half days; they count on weekends too */
  special: Readonly<Record<string, readonly Session[]>>;
  /** First and last date that the exchange's own published calendar confirms; absent where nothing is confirmed */
  confirmed?: readonly [from: string, until: string];
}

export interface MarketState {
  open: boolean;
  /** Why it is open or not; 'closed' is a trading day before its first or after its last session */
  reason: 'session' | 'lunch' | 'holiday' | 'weekend' | 'closed';
  /** The instant at which `open` changes; null where that is further off than any calendar foresees */
  changesAt: number | null;
  /** True at a change into the midday break, which is no closing */
  breaks: boolean;
  /** False where the state or its change lies outside what the exchange's calendar confirms */
  confirmed: boolean;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days looked ahead. The longest closing known, a Spring Festival with its weekends, takes eleven. */
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

/** Sessions of a day, counted in days since 1970, and why the market is closed outside them. */
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

/** A zone is on standard time where its offset is the smaller of its offsets in January and July of that year. */
function isStandardTime(zone: string, at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  return offset(zone, at) === Math.min(offset(zone, Date.UTC(year, 0, 1)), offset(zone, Date.UTC(year, 6, 1)));
}

/**
 * The instant of a local time, which is given as milliseconds as if it were UTC. A time that comes twice is the first of
 * the two; one that a change of the clocks leaves out is as far behind the change as it stands behind the gap's start
 * (both as Temporal's 'compatible').
 */
function instantOf(zone: string, local: number): number {
  const before = local - offset(zone, local - DAY);
  const after = local - offset(zone, local + DAY);
  const real = [before, after].filter((at) => at + offset(zone, at) === local);
  return real.length > 0 ? Math.min(...real) : before;
}

/** Kept, since to make one costs far more than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offset(zone: string, at: number): number {
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
