/** The trading day at known instants, in zones of visitors. */
import { describe, expect, it } from 'vitest';
import { allExchanges } from '../../../src/catalogue/exchanges.ts';
import { shifted, winterShift } from '../../../src/components/drawings/exchanges/hours.ts';
import {
  minuteOf,
  openOrNext,
  sessionPath,
  shiftOf,
  weekdayAndTime,
} from '../../../src/components/drawings/exchanges/live/day.ts';
import { HOME_MARKETS } from '../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { marketState, nextHoliday } from '../../../src/markets/clock.ts';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';
import { zoneName } from '../../../src/markets/zone.ts';

const calendars = new Map(allExchanges().map(({ mic, city, calendar }) => [mic, { city, calendar }]));
const of = (mic: string) => {
  const found = calendars.get(mic);
  if (!found) throw new Error(`No exchange ${mic}`);
  return found;
};
const stateOf = (mic: string, at: string) => marketState(of(mic).calendar, Date.parse(at));

describe('the line of now', () => {
  it.each([
    ['UTC', '2026-12-01T15:00:00Z', '15:00'],
    ['America/New_York', '2026-12-01T15:00:59Z', '10:00'],
    ['Asia/Tokyo', '2026-12-01T15:00:00Z', '00:00'],
    ['Asia/Kolkata', '2026-12-01T15:00:00Z', '20:30'],
    // The hour before and after clocks go forward
    ['America/New_York', '2026-03-08T06:59:00Z', '01:59'],
    ['America/New_York', '2026-03-08T07:00:00Z', '03:00'],
  ])('in %s at %s is at %s', (zone, at, shown) => {
    const [hours = 0, minutes = 0] = shown.split(':').map(Number);
    expect(minuteOf(zone, Date.parse(at))).toBe(hours * 60 + minutes);
  });
});

describe('a bar', () => {
  /** Where the opening of a market is on a visitor's band. */
  const opening = (mic: string, zone: string, at: string) => {
    const { calendar } = of(mic);
    const [[opens = 0] = []] = calendar.week[3] ?? [];
    const minute = (opens + shiftOf(calendar.zone, zone, Date.parse(at)) + 2880) % 1440;
    return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  };

  it.each([
    ['XNYS', 'UTC', '2026-01-07T12:00:00Z', '14:30'],
    ['XNYS', 'UTC', '2026-07-08T12:00:00Z', '13:30'],
    // New York changes on 8 March 2026, London on 29 March
    ['XNYS', 'Europe/London', '2026-03-07T12:00:00Z', '14:30'],
    ['XNYS', 'Europe/London', '2026-03-09T12:00:00Z', '13:30'],
    ['XNYS', 'Europe/London', '2026-03-30T12:00:00Z', '14:30'],
    // Sydney is on summer time in January
    ['XASX', 'UTC', '2026-01-07T12:00:00Z', '23:00'],
    ['XASX', 'UTC', '2026-07-08T12:00:00Z', '00:00'],
    ['XTKS', 'Asia/Tokyo', '2026-07-08T12:00:00Z', '09:00'],
    ['XTKS', 'Pacific/Kiritimati', '2026-07-08T12:00:00Z', '14:00'],
    ['XASX', 'Pacific/Pago_Pago', '2026-01-07T12:00:00Z', '12:00'],
  ])('of %s begins in %s at %s at %s', (mic, zone, at, shown) => {
    expect(opening(mic, zone, at)).toBe(shown);
  });
});

it.each([
  // Both in winter, as in the browser in January: Sydney is on summer time then.
  ['XASX', 'XNYS', [[1080, 0]]],
  ['XASX', 'XLON', [[1380, 300]]],
  ['XASX', 'XTKS', [[480, 840]]],
  [
    'XTKS',
    'XNYS',
    [
      [1140, 1290],
      [1350, 90],
    ],
  ],
  ['XNYS', 'XTKS', [[1410, 360]]],
] as const)('the built hours of %s in the time of %s are those of winter', (mic, home, sessions) => {
  const { zone, week } = of(mic).calendar;
  expect(shifted(week[3] ?? [], winterShift(zone, of(home).calendar.zone))).toEqual(sessions);
});

describe('a day', () => {
  it.each([
    ['XLON', 'UTC', '2026-11-24T12:00:00Z', 'M480 .5H990'],
    // A midday break is a gap.
    ['XTKS', 'UTC', '2026-11-24T12:00:00Z', 'M0 .5H150M210 .5H390'],
    // In a zone far away, one session ends after midnight and the next begins before it.
    ['XASX', 'America/New_York', '2026-11-24T12:00:00Z', 'M1080 .5H1440'],
    ['XNYS', 'Asia/Tokyo', '2026-11-25T03:00:00Z', 'M0 .5H360M1410 .5H1440'],
    // A half day, a holiday and a weekend
    ['XNYS', 'America/New_York', '2026-11-27T12:00:00Z', 'M570 .5H780'],
    ['XNYS', 'America/New_York', '2026-11-26T12:00:00Z', ''],
    ['XLON', 'UTC', '2026-11-22T12:00:00Z', ''],
    // New York's clocks went forward on March 8, London's on March 29.
    ['XNYS', 'Europe/London', '2026-03-06T12:00:00Z', 'M870 .5H1260'],
    ['XNYS', 'Europe/London', '2026-03-09T12:00:00Z', 'M810 .5H1200'],
  ])('draws the sessions of %s in %s at %s', (mic, zone, at, path) => {
    expect(sessionPath(of(mic).calendar, zone, Date.parse(at))).toBe(path);
  });
});

describe('what is said of all', () => {
  const said = (at: string) =>
    openOrNext(MAIN_EXCHANGES.map((mic) => ({ city: of(mic).city, state: stateOf(mic, at) })));

  it('names the cities that trade, each once', () => {
    expect(said('2026-12-01T15:30:00Z').open).toEqual(['frankfurt', 'london', 'newYork']);
  });

  it.each([
    // A weekend, the hour between New York and Sydney, a Friday evening
    ['2026-11-22T12:00:00Z', 'America/New_York', 'sydney', 'Sunday 6:00\u00a0p.m.'],
    ['2026-11-24T21:30:00Z', 'Europe/London', 'sydney', 'Tuesday 11:00\u00a0p.m.'],
    ['2026-11-27T22:00:00Z', 'Asia/Tokyo', 'sydney', 'Monday 8:00\u00a0a.m.'],
  ])('at %s in %s all sleep, and %s is next: %s', (at, zone, city, shown) => {
    const { open, next } = said(at);
    expect(open).toEqual([]);
    expect(next?.city).toBe(city);
    expect(weekdayAndTime(next?.state.changesAt ?? 0, 'en-US', zone)).toBe(shown);
  });

  it.each([
    ['en-GB', 'Sunday 18:00'],
    ['ja', '日曜日 18:00'],
    ['tw', '星期日 18:00'],
    ['cn', '星期日 18:00'],
  ] as const)('the day comes before the time in %s', (locale, shown) => {
    const at = Date.parse('2026-11-22T23:00:00Z');
    expect(weekdayAndTime(at, LOCALES[locale].lang, 'America/New_York')).toBe(shown);
  });
});

it('the next holiday is the next date that the calendar confirms', () => {
  const next = (mic: string, at: string) => nextHoliday(of(mic).calendar, Date.parse(at));
  expect(next('XNYS', '2026-11-22T12:00:00Z')).toBe('2026-11-26');
  // Still Thursday in New York
  expect(next('XNYS', '2026-11-27T04:00:00Z')).toBe('2026-11-26');
  expect(next('XNYS', '2026-11-27T06:00:00Z')).toBe('2026-12-25');
  expect(next('XNYS', '2028-12-26T12:00:00Z')).toBeNull();
  expect(next('XCBO', '2026-11-22T12:00:00Z')).toBeNull();
});

it.each([
  ['America/New_York', '2026-01-07T12:00:00Z', 'UTC−5'],
  ['America/New_York', '2026-07-08T12:00:00Z', 'UTC−4'],
  ['Europe/London', '2026-01-07T12:00:00Z', 'UTC'],
  ['Asia/Kolkata', '2026-01-07T12:00:00Z', 'UTC+5:30'],
  ['America/St_Johns', '2026-01-07T12:00:00Z', 'UTC−3:30'],
])('the zone %s is called at %s: %s', (zone, at, name) => {
  expect(zoneName(zone, Date.parse(at))).toBe(name);
});

it('a phone shows six main exchanges of each language', () => {
  for (const locale of LOCALE_IDS) {
    const nearest: readonly string[] = HOME_MARKETS[locale].nearest;
    expect(new Set(nearest).size, locale).toBe(6);
    expect(nearest.filter((mic) => !(MAIN_EXCHANGES as readonly string[]).includes(mic))).toEqual([]);
  }
});
