/** What is read from content/exchanges.yml. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  allExchanges,
  baseCountries,
  calendarFile,
  cityName,
  exchangeName,
  PUBLIC_HOLIDAYS_FILE,
} from '../../../src/catalogue/exchanges.ts';
import { zoneOffset } from '../../../src/components/drawings/exchanges/hours.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';

const closed = (mic: string) => allExchanges().find((exchange) => exchange.mic === mic)?.calendar.closed ?? [];
const confirmedUntil = (mic: string) =>
  allExchanges().find((exchange) => exchange.mic === mic)?.calendar.confirmed?.[1] ?? '';

describe('the exchanges', () => {
  it('are at least 54', () => {
    expect(allExchanges().length).toBeGreaterThanOrEqual(54);
  });

  it('have a city with a name in every language', () => {
    for (const { city } of allExchanges()) for (const locale of LOCALE_IDS) expect(cityName(city, locale)).not.toBe('');
    expect(() => cityName('atlantis', 'ja')).toThrow('atlantis');
  });

  it('have their established name in a language, and else the English one', () => {
    const name = (mic: string, locale: Locale) => {
      const exchange = allExchanges().find((one) => one.mic === mic);
      if (!exchange) throw new Error(`no ${mic}`);
      return exchangeName(exchange, locale);
    };
    expect(name('XTKS', 'ja')).toEqual({ name: '東京証券取引所', english: false });
    expect(name('XTAI', 'tw')).toEqual({ name: '臺灣證券交易所', english: false });
    expect(name('XSHG', 'cn')).toEqual({ name: '上海证券交易所', english: false });
    expect(name('XETR', 'ja')).toEqual({ name: 'Xetra', english: true });
    for (const { mic } of allExchanges()) expect(name(mic, 'en-GB').english, mic).toBe(true);
  });

  it('tell their zone by its offset, in winter and in summer', () => {
    const t = translator('en-US');
    expect(zoneOffset('Asia/Colombo', t)).toBe('UTC+5:30');
    expect(zoneOffset('America/Mexico_City', t)).toBe('UTC−6');
    expect(zoneOffset('America/New_York', t)).toBe('UTC−5, in summer UTC−4');
    expect(zoneOffset('Australia/Sydney', t)).toBe('UTC+10, in summer UTC+11');
    expect(zoneOffset('Europe/Dublin', t)).toBe('UTC, in summer UTC+1');
  });

  it('are confirmed until the end of 2026 in at least ten places, each with its source in the file', () => {
    const until = allExchanges().filter(({ mic }) => confirmedUntil(mic) >= '2026-12-31');
    expect(until.length).toBeGreaterThanOrEqual(10);
    expect(new Set(until.map(({ city }) => city)).size).toBeGreaterThanOrEqual(10);
  });

  it('have public holidays for every country that stands as a base, and for no other', () => {
    expect(Object.keys(JSON.parse(readFileSync(PUBLIC_HOLIDAYS_FILE, 'utf8'))).sort()).toEqual(baseCountries());
  });

  it('travel as one file, whose address changes with what it holds', () => {
    const { address, json } = calendarFile();
    expect(address).toMatch(/^\/_astro\/exchanges\.[\da-f]{10}\.json$/);
    expect(Object.keys(JSON.parse(json))).toEqual(allExchanges().map(({ mic }) => mic));
  });
});

describe('closed days', () => {
  it('are the dates of the file and nothing else as far as the calendar is confirmed', () => {
    const confirmed = closed('XNYS').filter((day) => day.startsWith('2026'));
    expect(confirmed).toContain('2026-04-03'); // Good Friday, which is not in the list of the country
    expect(confirmed).not.toContain('2026-10-12'); // Columbus Day, which is in the list of the country
    expect(confirmed).toHaveLength(10);
  });

  it('are after that those of the country, with what the file adds and takes away', () => {
    const guessed = closed('XNAS').filter((day) => day.startsWith('2027'));
    expect(guessed).toContain('2027-01-18');
    expect(guessed).toContain('2027-03-26'); // easter-2
    expect(guessed).not.toContain('2027-10-11');
    expect(closed('XNGO')).toContain('2027-12-31'); // 12-31
    expect(closed('XSHG')).toContain('2027-10-01');
    expect(closed('XSHG')).not.toContain('2027-03-08'); // Women's Day, which is in the list of the country
  });

  it('hold a range day by day, and neither weekends nor half days', () => {
    expect(closed('XSHG').filter((day) => day.startsWith('2026-02'))).toEqual([
      ...['16', '17', '18', '19', '20', '23'].map((day) => `2026-02-${day}`),
    ]);
    for (const { mic, calendar } of allExchanges()) {
      for (const day of calendar.closed) {
        expect(calendar.week[new Date(day).getUTCDay()], `${mic} ${day}`).not.toEqual([]);
        expect(calendar.special, `${mic} ${day}`).not.toHaveProperty([day]);
      }
      expect(calendar.closed, mic).toEqual([...calendar.closed].sort());
    }
  });

  it('know Easter', () => {
    const goodFridays = closed('XLUX').filter((day) => /-0[34]-/.test(day) && new Date(day).getUTCDay() === 5);
    expect(goodFridays).toEqual(['2026-04-03', '2027-03-26', '2028-04-14']);
  });
});
