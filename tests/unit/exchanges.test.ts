/** content/exchanges.yml: what it becomes, and what is said about mistakes in it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_DIR } from '../../src/catalogue/content.ts';
import {
  allExchanges,
  baseCountries,
  calendarFile,
  checkExchanges,
  cityName,
  exchangeName,
  PUBLIC_HOLIDAYS_FILE,
} from '../../src/catalogue/exchanges.ts';
import { zoneOffset } from '../../src/components/figures/hours.ts';
import { LOCALE_IDS, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';

const closed = (mic: string) => allExchanges().find((exchange) => exchange.mic === mic)?.calendar.closed ?? [];
const confirmedUntil = (mic: string) =>
  allExchanges().find((exchange) => exchange.mic === mic)?.calendar.confirmed?.[1] ?? '';

describe('the exchanges', () => {
  it('are at least 54, and the file has no fault', () => {
    expect(allExchanges().length).toBeGreaterThanOrEqual(54);
    expect(checkExchanges()).toEqual([]);
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
    expect(confirmed).toContain('2026-04-03'); // Good Friday, which no list of the country holds
    expect(confirmed).not.toContain('2026-10-12'); // Columbus Day, which the list of the country holds
    expect(confirmed).toHaveLength(10);
  });

  it('are after that those of the country, with what the file adds and takes away', () => {
    const guessed = closed('XNAS').filter((day) => day.startsWith('2027'));
    expect(guessed).toContain('2027-01-18');
    expect(guessed).toContain('2027-03-26'); // easter-2
    expect(guessed).not.toContain('2027-10-11');
    expect(closed('XNGO')).toContain('2027-12-31'); // 12-31
    expect(closed('XSHG')).toContain('2027-10-01');
    expect(closed('XSHG')).not.toContain('2027-03-08'); // Women's Day of the country's list
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

describe('mistakes', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'exchanges-'));
    cpSync(join(CONTENT_DIR, 'publicHolidays.json'), join(dir, 'publicHolidays.json'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const FILE = `exchanges:
  - mic: XAAA
    name: First
    city: here
    country: US
    coordinates: [40.71, -74.01]
    zone: America/New_York
    sessions: { Mon-Fri: 09:30-12:00 13:00-16:00 }
    holidays:
      base: US
      add: [2026-12-25, easter-2]
      remove: [10-12]
      half: [{ on: [2026-12-24], sessions: 09:30-12:00 }]
      source: https://example.com/hours
      confirmedUntil: 2026-12-31
  - mic: XBBB
    name: Second
    city: here
    country: US
    coordinates: [40.71, -74.01]
    zone: America/New_York
    sessions: { Sun-Thu: 10:00-14:00 }
    holidays: {}
cities:
  here: { en-US: Here, ja: ここ, tw: 這裡, cn: 这里 }
`;
  const found = (from: string, to: string) => {
    expect(FILE).toContain(from);
    writeFileSync(join(dir, 'exchanges.yml'), FILE.replace(from, to));
    return checkExchanges(dir).map(({ line, what, file, remedy }) => {
      expect(file).toContain('exchanges.yml');
      expect(remedy).not.toBe('');
      return `${line}: ${what}`;
    });
  };

  it('there are none to begin with', () => expect(found('First', 'First')).toEqual([]));

  it.each([
    ['mic: XBBB', 'mic: bbb', "16: bbb mic: 'bbb' a MIC is four capitals or digits"],
    ['mic: XBBB', 'mic: XAAA', '16: XAAA mic: XAAA stands twice'],
    ['city: here', 'city: there', "4: XAAA city: no city 'there' below cities"],
    ['zone: America/New_York', 'zone: America/Atlantis', "7: XAAA zone: 'America/Atlantis' no IANA time zone"],
    ['12:00 13:00', '13:00 12:00', '8: XAAA sessions Mon-Fri: '],
    ['12:00 13:00-16:00', '13:30 13:00-16:00', 'the session 13:00-16:00 begins before the one ahead of it has ended'],
    ['13:00-16:00', '16:00-13:00', 'the session 16:00-13:00 closes before it opens'],
    ['09:30-12:00 13:00', '9:30-12:00 13:00', "'9:30-12:00' is no session; write it as 09:30-16:00"],
    ['Sun-Thu', 'Sunday', "22: XBBB sessions: 'Sunday' names no days; write Mon-Fri or Fri"],
    ['Sun-Thu: 10:00-14:00', 'Sun-Thu: 10:00-14:00, Thu: 10:00-12:00', '22: XBBB sessions: Thu has hours twice'],
    ['base: US', 'base: ZZ', '10: XAAA holidays base: no public holidays of ZZ; run npm run holidays'],
    ['2026-12-25, ', '2026-02-30, ', '11: XAAA holidays add: '],
    ['2026-12-25, ', '2026-12-26, ', '11: XAAA holidays add: 2026-12-26 is a Sat: XAAA is closed'],
    ['2026-12-25, ', '2026-12-25/2026-12-21, ', '11: XAAA holidays add: '],
    ['2026-12-25, ', '2026-12-24, 2026-12-25, ', '2026-12-24 is both a holiday and a half day'],
    ['2026-12-25, ', '2035-12-25, 2026-12-25, ', '2035-12-25 lies outside 2026-01-01 to 2028-12-31'],
    ['easter-2', 'eastern-2', "11: XAAA holidays add: 'eastern-2' is no date"],
    ['[10-12]', '[13-12]', "12: XAAA holidays remove: '13-12' is no date"],
    ['      source: https://example.com/hours\n', '', '14: XAAA holidays confirmedUntil: '],
    ['https://example.com', 'http://example.com', '14: XAAA holidays source: '],
    ['confirmedUntil: 2026-12-31', 'confirmedUntil: 2029-12-31', '15: XAAA holidays confirmedUntil: '],
    ['confirmedUntil: 2026-12-31', 'confirmedUntil: 2027-12-31', 'confirmed for 2027, of which it has no holiday'],
    ['confirmedUntil: 2026-12-31', 'confirmedUntil: 31.12.2026', 'is no date; write it as 2026-12-25'],
    ['holidays: {}', 'holidays: { closed: [] }', '23: XBBB holidays: '],
    ['ja: ここ, ', '', '25: here ja: '],
    ['name: First', 'name: First\n    names: { kr: 첫째 }', '4: XAAA names: '],
    ['name: First', 'name: First\n    names: { ja: "" }', '4: XAAA names ja: '],
    ['name: First', 'name: First: one', '3: cannot be read'],
  ])('%s → %s: %s', (from, to, expected) => {
    expect(found(from, to).join('\n')).toContain(expected);
  });
});
