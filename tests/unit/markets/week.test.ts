import { describe, expect, it } from 'vitest';
import { marketDays } from '../../../src/components/feeds/sessions.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { dateIn, weekOf } from '../../../src/markets/week.ts';

const days = ['2026-11-26', '2026-11-27', '2026-12-03', '2026-12-24', '2026-12-25', '2027-01-01', '2027-01-18'].map(
  (date) => ({ date, day: date, lines: [] }),
);
const dates = (today: string) => weekOf(days, today).map(({ date }) => date);

describe('the week', () => {
  it.each([
    ['2026-11-20', ['2026-11-26']],
    ['2026-11-26', ['2026-11-26', '2026-11-27']],
    ['2026-11-27', ['2026-11-27', '2026-12-03']],
    ['2026-12-04', ['2026-12-24', '2026-12-25', '2027-01-01']],
    ['2027-01-18', ['2027-01-18']],
    ['2027-01-19', []],
  ])('of %s has the days %j: those of seven days, else the next three', (today, expected) => {
    expect(dates(today)).toEqual(expected);
  });

  it('begins with the date of the visitor', () => {
    const at = Date.parse('2026-11-25T20:00:00Z');
    expect([dateIn('Asia/Tokyo', at), dateIn('UTC', at), dateIn('America/New_York', at)]).toEqual([
      '2026-11-26',
      '2026-11-25',
      '2026-11-25',
    ]);
  });
});

describe.each(LOCALE_IDS)('the calendar in %s', (locale) => {
  const t = translator(locale);
  const found = marketDays(locale, '2026-11-22');
  const on = (date: string) => found.find((day) => day.date === date)?.lines.join(' ') ?? '';

  it('has the days ahead, each once, in order', () => {
    const own = found.map(({ date }) => date);
    expect(own).toEqual([...new Set(own)].sort());
    expect(own[0]).toBe('2026-11-23');
    expect(found.every(({ day, lines }) => day && lines.length > 0)).toBe(true);
  });

  it('says which cities are closed, and which have other hours', () => {
    const closed = t('news.week.closed', { cities: '' });
    expect(on('2026-12-25')).toContain(closed);
    expect(on('2026-11-26')).toContain(closed);
    expect(on('2026-11-27')).not.toContain(closed);
    const hours = locale === 'en-US' ? '9:30\u00a0a.m.–1:00\u00a0p.m.' : /09:30.13:00/;
    expect(on('2026-11-27')).toMatch(hours);
  });
});
