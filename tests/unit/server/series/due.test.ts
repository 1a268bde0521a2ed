/** When publishers are asked, and how many working days late they are. */
import { expect, it } from 'vitest';
import { workingDayAfter, workingDaysBetween } from '../../../../src/markets/workingDays.ts';
import { nextDue, nextFetch, workingDaysLate } from '../../../../src/server/series/fetchTimes.ts';

const ECB = { kind: 'daily', published: { hour: '16:00', zone: 'Europe/Berlin', after: 0, weekday: null } } as const;
const SOFR = {
  kind: 'daily',
  published: { hour: '08:00', zone: 'America/New_York', after: 1, weekday: null },
} as const;
const H10 = { kind: 'weekly', published: { hour: '16:15', zone: 'America/New_York', after: 1, weekday: 1 } } as const;
const UNSTATED = { kind: 'daily', published: null } as const;
const MONTHLY = { kind: 'monthly', published: null } as const;

const at = (text: string) => new Date(`${text}Z`);
const MINUTE = 60_000;
const next = (one: typeof ECB | typeof SOFR | typeof H10, newest: string | null, now: string, random = 0) =>
  nextFetch(one, newest, at(now), { intervalMs: 15 * MINUTE, random: () => random }).toISOString();

it('counts working days over weekends', () => {
  // A Friday.
  expect(workingDayAfter('2026-11-20')).toBe('2026-11-23');
  expect(workingDayAfter('2026-11-21', 2)).toBe('2026-11-24');
  expect(workingDayAfter('2026-11-18', 10)).toBe('2026-12-02');
  for (const [after, until, count] of [
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-18', '2026-11-23', 3],
    ['2026-11-23', '2026-11-18', 0],
    ['2026-01-01', '2026-12-31', 260],
  ] as const)
    expect(workingDaysBetween(after, until), `${after} ${until}`).toBe(count);
});

it.each([
  // The ECB's value of Friday; that of Monday is due at 16:00 in Frankfurt, 15:00 UTC.
  [ECB, '2026-11-20', '2026-11-23T14:59', 0],
  [ECB, '2026-11-20', '2026-11-23T15:00', 0],
  [ECB, '2026-11-20', '2026-11-24T14:59', 0],
  [ECB, '2026-11-20', '2026-11-24T15:00', 1],
  [ECB, '2026-11-20', '2026-11-26T15:00', 3],
  [ECB, '2026-11-20', '2026-11-29T12:00', 4],
  // In summer 16:00 in Frankfurt is 14:00 UTC.
  [ECB, '2026-07-10', '2026-07-14T13:59', 0],
  [ECB, '2026-07-10', '2026-07-14T14:00', 1],
  // SOFR of Thursday comes on Friday, SOFR of Friday on Monday at 13:00 UTC.
  [SOFR, '2026-11-19', '2026-11-23T12:59', 0],
  [SOFR, '2026-11-19', '2026-11-24T12:59', 0],
  [SOFR, '2026-11-19', '2026-11-24T13:00', 1],
  // H.10 brings the days up to Friday on Monday at 21:15 UTC.
  [H10, '2026-11-13', '2026-11-23T21:14', 0],
  [H10, '2026-11-13', '2026-11-24T21:14', 0],
  [H10, '2026-11-13', '2026-11-26T21:15', 3],
  [UNSTATED, '2026-11-20', '2026-11-24T23:58', 0],
  [UNSTATED, '2026-11-20', '2026-11-26T23:59', 2],
  // The value of September is old after November 14, a Saturday.
  [MONTHLY, '2026-09-01', '2026-11-15T12:00', 0],
  [MONTHLY, '2026-09-01', '2026-11-16T12:00', 1],
] as const)('%j with %s is, at %s, %i working days late', (one, newest, now, late) => {
  expect(workingDaysLate(one, newest, at(now))).toBe(late);
});

it.each([
  [ECB, '2026-11-20', '2026-11-21T12:00', '2026-11-23T15:00:00.000Z'],
  [ECB, null, '2026-11-20T12:00', '2026-11-20T15:00:00.000Z'],
  // What is overdue comes at the next hour, if it comes.
  [ECB, '2026-11-18', '2026-11-20T15:05', '2026-11-23T15:00:00.000Z'],
  [UNSTATED, '2026-11-20', '2026-11-20T12:00', null],
  [MONTHLY, '2026-10-01', '2026-11-20T12:00', null],
] as const)('%j with %s has, at %s, its next value at %s', (one, newest, now, due) => {
  expect(nextDue(one, newest, at(now))?.toISOString() ?? null).toBe(due);
});

it('asks at the hour of the next value, a little later by chance', () => {
  expect(next(ECB, '2026-11-20', '2026-11-20T15:05')).toBe('2026-11-23T15:00:00.000Z');
  expect(next(ECB, '2026-11-20', '2026-11-20T15:05', 0.5)).toBe('2026-11-23T15:01:00.000Z');
  expect(next(SOFR, '2026-11-20', '2026-11-23T13:05')).toBe('2026-11-24T13:00:00.000Z');
  expect(next(H10, '2026-11-20', '2026-11-23T21:30')).toBe('2026-11-30T21:15:00.000Z');
  expect(next(ECB, null, '2026-11-20T12:00')).toBe('2026-11-20T15:00:00.000Z');
});

it('asks again soon if the value has not come, then less often, and at the next hour', () => {
  expect(next(ECB, '2026-11-19', '2026-11-20T15:02')).toBe('2026-11-20T15:17:00.000Z');
  expect(next(ECB, '2026-11-19', '2026-11-20T19:00')).toBe('2026-11-20T20:00:00.000Z');
  // 44 hours are over: a quarter of them.
  expect(next(ECB, '2026-11-19', '2026-11-22T11:00')).toBe('2026-11-22T22:00:00.000Z');
  expect(next(ECB, '2026-11-02', '2026-11-20T14:00')).toBe('2026-11-20T15:00:00.000Z');
});
