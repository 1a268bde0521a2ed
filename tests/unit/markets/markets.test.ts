/** The market clock, on the calendars that are shipped. All times are UTC. */

import { describe, expect, it } from 'vitest';
import { allExchanges } from '../../../src/catalogue/exchanges.ts';
import { type MarketCalendar, marketState } from '../../../src/markets/clock.ts';
import { INSTANTS } from '../../helpers/short.ts';

const calendars = new Map(allExchanges().map(({ mic, calendar }) => [mic, calendar]));
const calendarOf = (mic: string): MarketCalendar => {
  const calendar = calendars.get(mic);
  if (!calendar) throw new Error(`no exchange ${mic}`);
  return calendar;
};

/** 'session until 2026-11-23T21:00Z' */
function told(mic: string, at: string): string {
  const { reason, changesAt, open } = marketState(calendarOf(mic), Date.parse(at));
  expect(open).toBe(reason === 'session');
  return `${reason} until ${changesAt === null ? '?' : new Date(changesAt).toISOString().replace(':00.000', '')}`;
}

describe('a usual day, Tuesday 1 December 2026', () => {
  it.each([
    ['XNYS', '2026-12-01T14:29:59Z', 'closed until 2026-12-01T14:30Z'],
    ['XNYS', '2026-12-01T14:30:00Z', 'session until 2026-12-01T21:00Z'],
    ['XNYS', '2026-12-01T21:00:00Z', 'closed until 2026-12-02T14:30Z'],
    ['XTSE', '2026-12-01T15:00:00Z', 'session until 2026-12-01T21:00Z'],
    ['BVMF', '2026-12-01T20:30:00Z', 'session until 2026-12-01T20:55Z'],
    ['XLON', '2026-12-01T08:00:00Z', 'session until 2026-12-01T16:30Z'],
    ['XPAR', '2026-12-01T16:29:00Z', 'session until 2026-12-01T16:30Z'],
    ['XETR', '2026-12-01T07:00:00Z', 'closed until 2026-12-01T08:00Z'],
    ['XSWX', '2026-12-01T12:00:00Z', 'session until 2026-12-01T16:30Z'],
    ['XJSE', '2026-12-01T14:00:00Z', 'session until 2026-12-01T15:00Z'],
    ['XSAU', '2026-12-01T11:00:00Z', 'session until 2026-12-01T12:00Z'],
    ['XNSE', '2026-12-01T03:45:00Z', 'session until 2026-12-01T10:00Z'],
    ['XSHG', '2026-12-01T02:00:00Z', 'session until 2026-12-01T03:30Z'],
    ['XHKG', '2026-12-01T07:59:00Z', 'session until 2026-12-01T08:00Z'],
    ['XTAI', '2026-12-01T05:00:00Z', 'session until 2026-12-01T05:30Z'],
    ['XKRX', '2026-12-01T00:00:00Z', 'session until 2026-12-01T06:30Z'],
    ['XTKS', '2026-12-01T06:00:00Z', 'session until 2026-12-01T06:30Z'],
    ['XASX', '2026-12-01T04:00:00Z', 'session until 2026-12-01T05:00Z'],
    ['XNZE', '2026-12-01T03:00:00Z', 'session until 2026-12-01T03:45Z'],
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));
});

describe('the midday break', () => {
  it.each([
    ['XTKS', '2026-12-01T02:30:00Z', 'lunch until 2026-12-01T03:30Z'],
    ['XTKS', '2026-12-01T03:29:59Z', 'lunch until 2026-12-01T03:30Z'],
    ['XHKG', '2026-12-01T04:00:00Z', 'lunch until 2026-12-01T05:00Z'],
    ['XSHE', '2026-12-01T04:30:00Z', 'lunch until 2026-12-01T05:00Z'],
    ['XSES', '2026-12-01T04:59:00Z', 'lunch until 2026-12-01T05:00Z'],
    ['XBKK', '2026-12-01T06:00:00Z', 'lunch until 2026-12-01T07:00Z'],
    ['XIDX', '2026-12-04T04:45:00Z', 'lunch until 2026-12-04T07:00Z'], // On Friday the break is different.
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));

  it('is no closing: the state before it says so', () => {
    const at = (text: string) => marketState(calendarOf('XTKS'), Date.parse(text));
    expect(at('2026-12-01T01:00:00Z')).toMatchObject({ open: true, breaks: true });
    expect(at('2026-12-01T04:00:00Z')).toMatchObject({ open: true, breaks: false });
    expect(at('2026-12-01T03:00:00Z')).toMatchObject({ open: false, breaks: false });
  });
});

describe('weekends', () => {
  it.each([
    ['XNYS', '2026-11-28T12:00:00Z', 'weekend until 2026-11-30T14:30Z'],
    ['XSAU', '2026-11-27T09:00:00Z', 'weekend until 2026-11-29T07:00Z'], // Friday; Sunday is a trading day.
    ['XSAU', '2026-11-29T09:00:00Z', 'session until 2026-11-29T12:00Z'],
    ['XCAI', '2026-11-28T09:00:00Z', 'weekend until 2026-11-29T08:00Z'],
    ['XTAE', '2026-11-29T09:00:00Z', 'weekend until 2026-11-30T08:00Z'], // Monday to Friday since January 2026.
    ['XTAE', '2026-11-27T11:00:00Z', 'session until 2026-11-27T11:50Z'], // Friday is short.
    ['XDFM', '2026-11-27T08:00:00Z', 'session until 2026-11-27T11:00Z'],
    // The market's local date counts: at 20:00 UTC on Friday it is Saturday in Tokyo.
    ['XTKS', '2026-11-27T20:00:00Z', 'weekend until 2026-11-30T00:00Z'],
    ['XNYS', '2026-11-30T02:00:00Z', 'weekend until 2026-11-30T14:30Z'],
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));
});

describe('holidays', () => {
  it.each([
    ['XNYS', '2026-11-26T15:00:00Z', 'holiday until 2026-11-27T14:30Z'], // Thanksgiving
    ['XNYS', '2026-04-03T15:00:00Z', 'holiday until 2026-04-06T13:30Z'], // Good Friday, which is not a federal holiday
    ['XNYS', '2026-10-12T15:00:00Z', 'session until 2026-10-12T20:00Z'], // Columbus Day
    ['XNYS', '2026-11-11T15:00:00Z', 'session until 2026-11-11T21:00Z'], // Veterans Day
    ['XNYS', '2027-12-24T15:00:00Z', 'holiday until 2027-12-27T14:30Z'],
    ['XNYS', '2027-12-31T15:00:00Z', 'session until 2027-12-31T21:00Z'], // No holiday is moved to it.
    ['XLON', '2026-12-28T10:00:00Z', 'holiday until 2026-12-29T08:00Z'],
    ['XPAR', '2026-12-28T10:00:00Z', 'session until 2026-12-28T16:30Z'],
    ['XDUB', '2026-12-28T10:00:00Z', 'holiday until 2026-12-29T08:00Z'], // The only Euronext market that is closed
    ['XMIL', '2026-12-24T10:00:00Z', 'holiday until 2026-12-28T08:00Z'],
    ['XTKS', '2026-12-31T01:00:00Z', 'holiday until 2027-01-04T00:00Z'],
    ['XTKS', '2026-01-02T01:00:00Z', 'holiday until 2026-01-05T00:00Z'],
    ['XSHG', '2026-02-16T02:00:00Z', 'holiday until 2026-02-24T01:30Z'], // Spring Festival
    ['XHKG', '2026-04-07T02:00:00Z', 'holiday until 2026-04-08T01:30Z'],
    ['XTAI', '2026-02-12T02:00:00Z', 'holiday until 2026-02-23T01:00Z'],
    ['XKRX', '2026-07-17T02:00:00Z', 'holiday until 2026-07-20T00:00Z'],
    ['XNSE', '2026-11-24T05:00:00Z', 'holiday until 2026-11-25T03:45Z'],
    ['XSAU', '2026-05-25T09:00:00Z', 'holiday until 2026-05-31T07:00Z'],
    ['XASX', '2026-04-27T02:00:00Z', 'session until 2026-04-27T06:00Z'], // Anzac Day is not moved to Monday.
    ['XNZE', '2026-04-27T02:00:00Z', 'holiday until 2026-04-27T22:00Z'],
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));
});

describe('days with hours of their own', () => {
  it.each([
    ['XNYS', '2026-11-27T17:59:00Z', 'session until 2026-11-27T18:00Z'],
    ['XNYS', '2026-11-27T18:00:00Z', 'closed until 2026-11-30T14:30Z'],
    ['XNYS', '2028-07-03T16:59:00Z', 'session until 2028-07-03T17:00Z'],
    ['XTSE', '2026-12-24T17:00:00Z', 'session until 2026-12-24T18:00Z'],
    ['XLON', '2026-12-24T12:30:00Z', 'closed until 2026-12-29T08:00Z'],
    ['XAMS', '2026-12-31T13:00:00Z', 'session until 2026-12-31T13:05Z'],
    ['XHKG', '2026-12-24T04:00:00Z', 'closed until 2026-12-28T01:30Z'], // No afternoon session: closed, not lunch.
    ['XASX', '2026-12-24T03:09:00Z', 'session until 2026-12-24T03:10Z'],
    ['XKRX', '2026-01-02T00:30:00Z', 'closed until 2026-01-02T01:00Z'],
    ['BVMF', '2026-02-18T15:00:00Z', 'closed until 2026-02-18T16:00Z'], // Trading on Ash Wednesday begins at 13:00.
    ['XNSE', '2026-02-01T05:00:00Z', 'session until 2026-02-01T10:00Z'], // A Sunday, for the Union Budget
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));
});

describe('changes of the clocks', () => {
  it.each([
    // United States, 8 March and 1 November 2026
    ['XNYS', '2026-03-06T14:30:00Z', 'session until 2026-03-06T21:00Z'],
    ['XNYS', '2026-03-06T21:00:00Z', 'closed until 2026-03-09T13:30Z'],
    ['XNYS', '2026-10-30T20:00:00Z', 'closed until 2026-11-02T14:30Z'],
    // Europe, 29 March and 25 October 2026
    ['XLON', '2026-03-27T16:30:00Z', 'closed until 2026-03-30T07:00Z'],
    ['XETR', '2026-10-23T15:30:00Z', 'closed until 2026-10-26T08:00Z'],
    // Sydney, 5 April and 4 October 2026: the first one is Easter Sunday
    ['XASX', '2026-04-02T05:00:00Z', 'closed until 2026-04-07T00:00Z'],
    ['XASX', '2026-10-02T06:00:00Z', 'closed until 2026-10-04T23:00Z'],
    // Markets that follow New York's clock changes: neither Mexico nor Brazil changes its own clocks
    ['XMEX', '2026-03-06T21:00:00Z', 'closed until 2026-03-09T13:30Z'],
    ['BVMF', '2026-03-06T20:54:00Z', 'session until 2026-03-06T20:55Z'],
    ['BVMF', '2026-03-09T19:54:00Z', 'session until 2026-03-09T19:55Z'],
    // Tokyo has no clock change
    ['XTKS', '2026-03-27T06:30:00Z', 'closed until 2026-03-30T00:00Z'],
  ])('%s at %s: %s', (mic, at, expected) => expect(told(mic, at)).toBe(expected));

  /** A market that is open only in the night of Sunday, when the clocks change; times in minutes of the day. */
  const nightly = (zone: string, opens: number, closes: number): MarketCalendar => ({
    zone,
    week: [[[opens, closes]], [], [], [], [], [], []],
    closed: [],
    special: {},
  });
  const change = (market: MarketCalendar, at: string) =>
    new Date(marketState(market, Date.parse(at)).changesAt ?? Number.NaN).toISOString();

  it('a time that is left out comes after the gap', () => {
    // 02:30 does not exist in New York on 8 March 2026: it becomes 03:30 EDT.
    expect(change(nightly('America/New_York', 150, 300), '2026-03-08T05:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(change(nightly('America/New_York', 60, 150), '2026-03-08T06:30:00Z')).toBe('2026-03-08T07:30:00.000Z');
  });

  it('a time that comes twice is the first of the two', () => {
    // 01:30 comes twice in New York on 1 November 2026: first as EDT.
    expect(change(nightly('America/New_York', 90, 300), '2026-11-01T04:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
    // Lord Howe changes its clocks by half an hour: 01:45 on 5 April 2026 comes twice.
    expect(change(nightly('Australia/Lord_Howe', 105, 300), '2026-04-04T13:30:00Z')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('a session over the change is an hour shorter or longer', () => {
    const market = nightly('Europe/Berlin', 60, 240);
    expect(change(market, '2026-03-29T00:00:00Z')).toBe('2026-03-29T02:00:00.000Z');
    expect(change(market, '2026-10-24T23:00:00Z')).toBe('2026-10-25T03:00:00.000Z');
  });
});

describe('what is confirmed', () => {
  const at = (mic: string, text: string) => marketState(calendarOf(mic), Date.parse(text)).confirmed;

  it('ends with the last day of confirmedUntil in the zone of the market', () => {
    const own: MarketCalendar = { ...calendarOf('XNYS'), confirmed: ['2026-01-01', '2026-12-08'] };
    const confirmed = (text: string) => marketState(own, Date.parse(text)).confirmed;
    expect(confirmed('2026-12-08T15:00:00Z')).toBe(true);
    expect(confirmed('2026-12-08T20:59:00Z')).toBe(true);
    expect(confirmed('2026-12-09T15:00:00Z')).toBe(false);
  });

  it('does not hold where the next change lies beyond it, nor before the calendar begins', () => {
    expect(at('XSES', '2026-12-31T03:00:00Z')).toBe(true);
    expect(at('XSES', '2026-12-31T04:00:00Z')).toBe(false); // It opens in 2027.
    expect(at('XNYS', '2025-12-31T15:00:00Z')).toBe(false);
  });

  it('is nothing where no calendar is confirmed', () => {
    expect(calendarOf('XCBO').confirmed).toBeUndefined();
    expect(at('XCBO', '2026-12-01T15:00:00Z')).toBe(false);
  });
});

/** True if the market is open. Computed from its local time, unlike marketState. */
function openByWall(market: MarketCalendar, at: number): boolean {
  const wall = (zone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const [date = '', time = ''] = format.format(at).split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return { date, minutes: hour * 60 + minute };
  };
  const { date, minutes } = wall(market.zone);
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const standard = market.standardTime && nameOf(market.standardTime.of, at) === 'EST';
  const week = standard ? market.standardTime?.week : market.week;
  const usual = market.closed.includes(date) ? [] : (week?.[weekday] ?? []);
  return (market.special[date] ?? usual).some(([opens, closes]) => opens <= minutes && minutes < closes);
}

/** 'EST' or 'EDT' */
function nameOf(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Random numbers, the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let value = seed; ; ) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    yield value / 2 ** 32;
  }
}

describe('any market at any instant', () => {
  const START = Date.UTC(2026, 0, 1);
  const SPAN = Date.UTC(2028, 11, 1) - START;

  it.each(allExchanges().map(({ mic, calendar }) => [mic, calendar] as const))(
    '%s: the state is that of the clock on its wall, and changesAt is the next change',
    (mic, market) => {
      const random = numbers([...mic].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
      for (let round = 0; round < INSTANTS; round++) {
        const at = START + Math.floor((random.next().value ?? 0) * SPAN);
        const { open, changesAt } = marketState(market, at);
        const when = new Date(at).toISOString();
        expect(openByWall(market, at), when).toBe(open);
        if (changesAt === null) throw new Error(`${mic} never changes after ${when}`);
        expect(changesAt).toBeGreaterThan(at);
        expect(openByWall(market, changesAt), when).toBe(!open);
        expect(openByWall(market, changesAt - 1), when).toBe(open);
        // Steps of half an hour are enough: no session is shorter.
        for (let step = at; step < changesAt; step += 1_800_000) expect(openByWall(market, step), when).toBe(open);
      }
    },
  );
});
