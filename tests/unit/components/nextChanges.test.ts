/** The next opens and closes beside the flashes, on the calendars that are shipped. */
import { describe, expect, it } from 'vitest';
import { allExchanges } from '../../../src/catalogue/exchanges.ts';
import { nextChanges } from '../../../src/components/feeds/live/nextChanges.ts';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';
import { zoneName } from '../../../src/markets/zone.ts';

const markets = new Map(
  allExchanges()
    .filter(({ mic }) => MAIN_EXCHANGES.some((main) => main === mic))
    .map(({ mic, calendar }) => [mic, calendar]),
);
const told = (at: string) =>
  nextChanges(markets, Date.parse(at)).map(
    ({ mic, kind, at: instant }) => `${mic} ${kind} ${new Date(instant).toISOString().slice(5, 16)}`,
  );

describe('the next changes', () => {
  it('come in their order on a Tuesday, with midday breaks', () => {
    // 03:00 UTC is noon in Tokyo and 11:00 in Shanghai.
    const changes = told('2026-12-01T03:00:00Z');
    expect(changes).toHaveLength(MAIN_EXCHANGES.length);
    expect(changes.slice(0, 2).sort()).toEqual(['XSHG breaks 12-01T03:30', 'XTKS resumes 12-01T03:30']);
    expect(changes.slice(2, 4).sort()).toEqual(['XHKG breaks 12-01T04:00', 'XSES breaks 12-01T04:00']);
    expect(changes.at(-1)).toMatch(/^X(NYS|NAS) opens 12-01T14:30$/);
  });

  it('skip a holiday: on Sunday, Tokyo opens on Tuesday', () => {
    expect(told('2026-11-22T12:00:00Z').at(-1)).toBe('XTKS opens 11-24T00:00');
  });
});

describe('a zone', () => {
  it.each([
    ['America/New_York', '2026-11-22', 'UTC−5'],
    ['America/New_York', '2026-07-01', 'UTC−4'],
    ['Asia/Kolkata', '2026-11-22', 'UTC+5:30'],
    ['America/St_Johns', '2026-11-22', 'UTC−3:30'],
    ['Europe/London', '2026-11-22', 'UTC'],
    ['UTC', '2026-11-22', 'UTC'],
  ])('%s on %s is %s', (zone, day, name) => {
    expect(zoneName(zone, Date.parse(day))).toBe(name);
  });
});
