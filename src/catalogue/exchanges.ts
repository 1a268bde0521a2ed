/**
 * The exchanges of content/exchanges.yml: where they are and when they trade. What an editor writes there becomes
 * calendars for src/markets/clock.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { LANGUAGE_OF } from '../contract/news.ts';
import { isDay } from '../forms/days.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale, wordsByLocale } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import type { MarketCalendar, Session } from '../markets/clock.ts';
import { offset } from '../markets/zone.ts';
import { memo } from '../memo.ts';
import { CONTENT_DIR, readText } from './content.ts';
import { dataFile } from './dataFile.ts';
import { country } from './schemas.ts';

const LATITUDE = 'the latitude, which stands first, is −90 to 90';
const LONGITUDE = 'the longitude, which stands second, is −180 to 180';

export const PUBLIC_HOLIDAYS = 'publicHolidays.json';
export const PUBLIC_HOLIDAYS_FILE = join(CONTENT_DIR, PUBLIC_HOLIDAYS);
export const publicHolidaysSchema = z.record(z.string(), z.record(z.string().regex(/^\d{4}$/), z.string()));
type PublicHolidays = z.infer<typeof publicHolidaysSchema>;

export interface Exchange {
  mic: string;
  /** In English; see exchangeName */
  name: string;
  names: LocalNames;
  /** A key of the cities, see cityName */
  city: string;
  /** Degrees */
  coordinates: readonly [lat: number, lon: number];
  calendar: MarketCalendar;
  /** The exchange's own page of its hours and holidays */
  source?: string | undefined;
}

const DAY = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** '09:00-11:30 12:30-15:30' */
const sessions = z.string().transform((text, context): Session[] => {
  const found: Session[] = [];
  for (const part of text.trim().split(/\s+/)) {
    const [, openHour, openMinute, closeHour, closeMinute] =
      /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(part) ?? [];
    const opens = Number(openHour) * 60 + Number(openMinute);
    const closes = Number(closeHour) * 60 + Number(closeMinute);
    const fault = Number.isNaN(opens)
      ? `'${part}' is no session; write it as 09:30-16:00`
      : closes <= opens
        ? `the session ${part} closes before it opens`
        : opens <= (found.at(-1)?.[1] ?? -1)
          ? `the session ${part} begins before the one ahead of it has ended`
          : null;
    if (fault) context.addIssue({ code: 'custom', message: fault });
    found.push([opens, closes]);
  }
  return found;
});

/** { Mon-Thu: 10:00-17:25, Fri: 10:00-13:50 } */
const week = z.record(z.string(), sessions).transform((hours, context): Session[][] => {
  const days: Session[][] = WEEKDAYS.map(() => []);
  for (const [span, ofSpan] of Object.entries(hours)) {
    const [first = -1, last = first] = span.split('-').map((name) => WEEKDAYS.indexOf(name));
    if (first < 0 || last < 0 || span.split('-').length > 2) {
      context.addIssue({ code: 'custom', message: `'${span}' names no days; write Mon-Fri or Fri` });
      continue;
    }
    for (let day = first; ; day = (day + 1) % 7) {
      if (days[day]?.length) context.addIssue({ code: 'custom', message: `${WEEKDAYS[day]} has hours twice` });
      days[day] = ofSpan;
      if (day === last) break;
    }
  }
  if (days.every((day) => day.length === 0)) context.addIssue({ code: 'custom', message: 'no day has hours' });
  return days;
});

const date = z.string().refine(isDay, 'is no date; write it as 2026-12-25');
const dates = z
  .string()
  .refine(
    (text) =>
      text.split('/').every(isDay) && text.split('/').length <= 2 && !(text.split('/').sort().join('/') !== text),
    'is no date and no range; write 2026-12-25 or 2026-02-16/2026-02-20',
  );
const yearly = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
const easterRule = z.string().regex(/^easter[+-]\d{1,2}$/);
const closing = z.union([dates, yearly, easterRule], 'is no date, no range and no rule such as 12-31 or easter-2');
const reopening = z.union([dates, yearly], 'is no date, no range and no day such as 05-04');

const holidays = z.strictObject({
  base: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'a country code, such as US or GB-ENG (quote NO)')
    .optional(),
  add: z.array(closing).default([]),
  remove: z.array(reopening).default([]),
  half: z.array(z.strictObject({ on: z.array(dates).min(1), sessions })).default([]),
  source: z.url({ protocol: /^https$/, error: 'is no address with https' }).optional(),
  confirmedUntil: date.optional(),
});

/** Names in languages other than English, which uses `name`. A language without its own name is left out. */
const localNames = z.partialRecord(
  z.enum(LOCALE_IDS.filter((locale) => LANGUAGE_OF[locale] !== LANGUAGE_OF[DEFAULT_LOCALE])),
  z.string().min(1),
);
type LocalNames = { [L in Locale]?: string | undefined };

const exchange = z.strictObject({
  mic: z.string().regex(/^[A-Z0-9]{4}$/, 'a MIC is four capitals or digits'),
  name: z.string(),
  names: localNames.default({}),
  city: z.string(),
  country: z.string().refine((code) => country.safeParse(code).success, 'two capitals, ISO 3166-1 (quote NO)'),
  coordinates: z.tuple([
    z.number().min(-90, LATITUDE).max(90, LATITUDE),
    z.number().min(-180, LONGITUDE).max(180, LONGITUDE),
  ]),
  zone: z.string().refine(isTimeZone, 'no IANA time zone'),
  sessions: week,
  standardTime: z.strictObject({ of: z.string().refine(isTimeZone, 'no IANA time zone'), sessions: week }).optional(),
  holidays,
});
type Entry = z.output<typeof exchange>;

/** How far a place may lie from the middle of its time zone, in degrees: Iceland lies 22 west of its own. */
const FARTHEST = 30;

/** How far a place lies from the middle of its time zone: clocks go one hour for every 15 degrees. */
function fromMiddle(longitude: number, zone: string): number {
  const east = longitude - (offset(zone, Date.UTC(2026, 0)) / 3_600_000) * 15;
  return Math.abs(((east + 540) % 360) - 180);
}

const cityNames = z.strictObject(wordsByLocale(z.string(), z.string().optional()));

/** The schema of the file. The public holidays define the valid bases and years. */
export const exchangesSchema = (publicHolidays: PublicHolidays) =>
  z
    .strictObject({ exchanges: z.array(exchange), cities: z.record(z.string(), cityNames) })
    .superRefine(({ exchanges, cities }, context) => {
      const mics = new Set<string>();
      for (const [index, entry] of exchanges.entries()) {
        const add = (message: string, ...path: (string | number)[]) =>
          context.addIssue({ code: 'custom', message, path: ['exchanges', index, ...path] });
        if (mics.has(entry.mic)) add(`${entry.mic} stands twice`, 'mic');
        mics.add(entry.mic);
        if (!Object.hasOwn(cities, entry.city)) add(`no city '${entry.city}' below cities`, 'city');
        const [latitude, longitude] = entry.coordinates;
        if (fromMiddle(longitude, entry.zone) > FARTHEST)
          add(`${latitude}, ${longitude} lies far from ${entry.zone}; write [latitude, longitude]`, 'coordinates');
        checkHolidays(entry, publicHolidays, (message, ...path) => add(message, 'holidays', ...path));
      }
    });

/** Checks that fields that are valid by themselves are valid together. */
function checkHolidays(
  { mic, sessions: usual, holidays: { base, add, half, source, confirmedUntil } }: Entry,
  publicHolidays: PublicHolidays,
  fault: (message: string, ...path: (string | number)[]) => void,
): void {
  const { from, until } = coverage(publicHolidays);
  if (base && !Object.hasOwn(publicHolidays, base))
    fault(`no public holidays of ${base}; run npm run generate -- holidays`, 'base');
  const halfDays = new Set(half.flatMap(({ on }) => on.flatMap(daysOf)));
  for (const [index, text] of add.entries()) {
    for (const day of isRule(text) ? [] : daysOf(text)) {
      if (day < from || day > until) fault(`${day} lies outside ${from} to ${until}`, 'add', index);
      if (halfDays.has(day)) fault(`${day} is both a holiday and a half day`, 'add', index);
      const weekday = new Date(day).getUTCDay();
      if (text === day && !usual[weekday]?.length)
        fault(`${day} is a ${WEEKDAYS[weekday]}: ${mic} is closed`, 'add', index);
    }
  }
  if (!confirmedUntil) return;
  if (!source) fault('confirmed by no source', 'confirmedUntil');
  if (confirmedUntil < from || confirmedUntil > until) {
    fault(`confirmedUntil lies outside ${from} to ${until}`, 'confirmedUntil');
  }
  const year = confirmedUntil.slice(0, 4);
  if (!add.some((text) => text.startsWith(`${year}-`))) {
    fault(`confirmed for ${year}, of which it has no holiday`, 'confirmedUntil');
  }
}

/** content/exchanges.yml as written. Cached, because parsing it takes a tenth of a second. */
export const writtenExchanges = memo((dir: string): unknown => parse(readFileSync(join(dir, 'exchanges.yml'), 'utf8')));

const file = memo((dir: string) => {
  const publicHolidays = readPublicHolidays(dir);
  const { exchanges, cities } = exchangesSchema(publicHolidays).parse(writtenExchanges(dir));
  return { exchanges: exchanges.map((entry) => compile(entry, publicHolidays)), cities };
});

/** Every exchange, in the order of the file. Throws if `npm run content` finds a problem in the file. */
export function allExchanges(): readonly Exchange[] {
  return file(CONTENT_DIR).exchanges;
}

/** The name of a city in a language. Throws if content/exchanges.yml does not have the id. */
export function cityName(id: string, locale: Locale): string {
  const names = lookUp(file(CONTENT_DIR).cities, id);
  if (!names) throw new Error(`No city '${id}' in content/exchanges.yml`);
  return names[locale] ?? names['en-US'];
}

/** The name of an exchange in a language, and whether it is the English one. */
export function exchangeName({ name, names }: Exchange, locale: Locale): { name: string; english: boolean } {
  const local = names[locale];
  return { name: local ?? name, english: local === undefined };
}

/** The calendars by MIC as one JSON file. Its address has its hash and is below /_astro, which hosts cache for ever. */
export function calendarFile() {
  return dataFile('exchanges', Object.fromEntries(allExchanges().map(({ mic, calendar }) => [mic, calendar])));
}

/** Countries that content/exchanges.yml names as a base. Does not validate the rest of the file. */
export function baseCountries(): string[] {
  const { exchanges } = writtenExchanges(CONTENT_DIR) as {
    exchanges: { holidays?: { base?: string } }[];
  };
  return [...new Set(exchanges.flatMap(({ holidays: { base } = {} }) => base ?? []))].sort();
}

function compile({ mic, name, names, city, coordinates, ...entry }: Entry, publicHolidays: PublicHolidays): Exchange {
  const { zone, sessions: usual, standardTime } = entry;
  const { base, add, remove, half, source, confirmedUntil } = entry.holidays;
  const { from, until, years } = coverage(publicHolidays);
  const special = Object.fromEntries(
    half.flatMap(({ on, sessions }) => on.flatMap(daysOf).map((day) => [day, sessions])),
  );

  // Until `confirmedUntil`, only the dates that were compared with the exchange's own calendar count.
  const guessed = years.flatMap((year) => [
    ...(base
      ? (lookUp(lookUp(publicHolidays, base) ?? {}, year)?.split(' ') ?? []).map((day) => `${year}-${day}`)
      : []),
    ...add.filter(isRule).map((rule) => ruleDay(rule, Number(year))),
  ]);
  const reopened = new Set(
    remove.flatMap((text) => (isRule(text) ? years.map((year) => `${year}-${text}`) : daysOf(text))),
  );
  const closed = new Set([
    ...guessed.filter((day) => day > (confirmedUntil ?? '') && !reopened.has(day)),
    ...add.filter((text) => !isRule(text)).flatMap(daysOf),
  ]);
  const trades = (day: string) => Boolean(usual[new Date(day).getUTCDay()]?.length) && !Object.hasOwn(special, day);
  return {
    mic,
    name,
    names,
    city,
    coordinates,
    source,
    calendar: {
      zone,
      week: usual,
      ...(standardTime && { standardTime: { of: standardTime.of, week: standardTime.sessions } }),
      closed: [...closed].filter((day) => day <= until && trades(day)).sort(),
      special,
      ...(confirmedUntil && { confirmed: [from, confirmedUntil] as const }),
    },
  };
}

function coverage(publicHolidays: PublicHolidays): { from: string; until: string; years: string[] } {
  const years = [...new Set(Object.values(publicHolidays).flatMap((ofCountry) => Object.keys(ofCountry)))].sort();
  return { from: `${years[0]}-01-01`, until: `${years.at(-1)}-12-31`, years };
}

/** '2026-02-16/2026-02-20' → its five days */
function daysOf(text: string): string[] {
  const [first = '', last = first] = text.split('/');
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function isRule(text: string): boolean {
  return /^(\d\d-\d\d|easter.*)$/.test(text);
}

/** The date of a rule in a year. A rule is a day such as 12-31, or days before or after Easter Sunday. */
function ruleDay(rule: string, year: number): string {
  if (!rule.startsWith('easter')) return `${year}-${rule}`;
  return new Date(easterSunday(year) + Number(rule.slice('easter'.length)) * DAY).toISOString().slice(0, 10);
}

/** Western Easter by the anonymous Gregorian computus of 1876, as midnight UTC. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** Public holidays from the file that src/tools/holidays.ts writes: country code → year → 'MM-DD MM-DD …'. */
export function readPublicHolidays(dir: string): PublicHolidays {
  const path = join(dir, PUBLIC_HOLIDAYS);
  return existsSync(path) ? (JSON.parse(readText(path)) as PublicHolidays) : {};
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
