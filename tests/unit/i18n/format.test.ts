import compile from 'icu-minify/compile';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDate, formatDay, formatMessage, formatMonth, formatNumber } from '../../../src/i18n/format.ts';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';

const ownZone = process.env.TZ;
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Tokyo', 'UTC', 'Pacific/Pago_Pago'];

/** Runs a function in each time zone. */
function inZones<T>(act: () => T): T[] {
  return ZONES.map((zone) => {
    process.env.TZ = zone;
    return act();
  });
}

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

describe('formatDate', () => {
  it('changes with the zone of the machine, were it asked', () => {
    expect(new Set(inZones(() => new Date('2026-11-21T00:00:00Z').getDate())).size).toBe(2);
  });

  it.each(['2026-11-21', '2026-01-01', '2026-12-31', '2028-02-29'])(
    'writes %s as the same day in every zone',
    (day) => {
      for (const locale of LOCALE_IDS) {
        const texts = inZones(() => formatDate(day, locale));
        expect(new Set(texts).size, locale).toBe(1);
        const numbers = (texts[0]?.match(/\d+/g) ?? []).map(Number);
        expect(numbers).toContain(Number(day.slice(0, 4)));
        expect(numbers).toContain(Number(day.slice(8)));
      }
    },
  );

  it('writes months as each language does', () => {
    expect(Object.fromEntries(LOCALE_IDS.map((locale) => [locale, formatDate('2026-11-21', locale)]))).toEqual({
      'en-US': 'November 21, 2026',
      'en-GB': '21 November 2026',
      ja: '2026年11月21日',
      tw: '2026年11月21日',
      cn: '2026年11月21日',
    });
  });

  it('leaves out the year of the last 180 days', () => {
    const now = Date.parse('2027-01-05T12:00:00Z');
    const days = (day: string) => LOCALE_IDS.map((locale) => formatDay(day, locale, { now }));
    expect(days('2026-11-20')).toEqual(['November 20', '20 November', '11月20日', '11月20日', '11月20日']);
    expect(days('2026-07-01')).toEqual(LOCALE_IDS.map((locale) => formatDate('2026-07-01', locale)));
    expect(formatDay('2026-11-20', 'en-US', { month: 'short', now })).toBe('Nov 20');
    expect(inZones(() => formatDay('2026-11-20', 'ja', { now }))).toEqual(ZONES.map(() => '11月20日'));
  });

  it('writes a month alone, the same in every zone', () => {
    const months = LOCALE_IDS.map((locale) => inZones(() => formatMonth('2026-11-01', locale)));
    expect(months.map((texts) => [...new Set(texts)])).toEqual([
      ['November 2026'],
      ['November 2026'],
      ['2026年11月'],
      ['2026年11月'],
      ['2026年11月'],
    ]);
  });

  it('throws on what is no date', () => {
    expect(() => formatDate('soon', 'ja')).toThrow();
  });
});

describe('formatNumber', () => {
  it('writes exactly the digits asked for, grouped, in every locale', () => {
    for (const locale of LOCALE_IDS) {
      expect(formatNumber(1234.5, locale, 2)).toBe('1,234.50');
      expect(formatNumber(1234.5678, locale, 2)).toBe('1,234.57');
      expect(formatNumber(1234567, locale)).toBe('1,234,567');
      expect(formatNumber(-0.5, locale, 1)).toBe('-0.5');
    }
  });
});

describe('formatMessage', () => {
  const message = compile('{day, date} {amount, number}');

  it('takes the tag of the locale and UTC, never those of the machine', () => {
    const values = { day: new Date('2026-11-21T23:30:00Z'), amount: 1234.5 };
    for (const locale of LOCALE_IDS) {
      const { lang } = LOCALES[locale];
      const texts = new Set(inZones(() => formatMessage(message, locale, values)));
      expect(texts.size, locale).toBe(1);
      const [text = ''] = texts;
      expect(text).toContain(new Intl.NumberFormat(lang).format(1234.5));
      expect(text).toContain('21');
    }
  });

  it('leaves markup in a value as text of the value', () => {
    expect(formatMessage(compile('a {b}'), 'en-US', { b: '<i>{c}</i>' })).toBe('a <i>{c}</i>');
  });
});
