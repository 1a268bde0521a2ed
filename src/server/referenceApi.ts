/** Reference data over HTTP: the caller's address, where addresses are, countries and their cities, the dictionary. */
import * as v from 'valibot';
import { CALLS, type CallData, type CallName, type DictionaryEntry } from '../contract/all.ts';
import type { Locale } from '../i18n/locales.ts';
import { memoRead } from '../memo.ts';
import { type ApiContext, prepare, sendPrepared, success } from './answers.ts';
import type { Calls } from './apiCalls.ts';
import type { Config } from './config.ts';
import { citiesOf } from './db/cities.ts';
import type { Database } from './db/database.ts';
import { childrenOf } from './dictionary.ts';
import { normalizeIp } from './geo/addresses.ts';
import { countries, findCountry } from './geo/countries.ts';
import { describePlace, foundByCdn, type Locator } from './geo/location.ts';
import { localeOf } from './messages.ts';
import type { ReferenceLists } from './partner/reference.ts';

type Data<N extends CallName> = CallData<(typeof CALLS)[N]>;

const ipParameter = v.object({
  ip: v.pipe(
    v.string(),
    v.check((ip) => normalizeIp(ip) !== null),
  ),
});
const countryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^(?:\d{1,3}|[A-Za-z]{2})$/)) });
const entryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,9}$/)) });

export interface ReferenceApi {
  calls: Calls;
  database: Database;
  config: Pick<Config, 'GEO_COUNTRY_HEADER' | 'GEO_CITY_HEADER'>;
  /** The caller's address */
  ipOf: (c: ApiContext) => string;
  locate: Locator;
}

const headerOf = (c: ApiContext, name?: string) => name && c.req.header(name);

/** Adds these calls; returns the lists for partners, whose calls send the same. */
export function addReferenceApi({ calls, database, config, ipOf, locate }: ReferenceApi): ReferenceLists {
  calls.define({
    call: CALLS.ip,
    operationId: 'ip',
    summary: "The caller's IP address",
    needsNoDatabase: true,
    handle: async ({ c }) => ({ data: { ip: ipOf(c) } }),
  });

  const countryList = memoRead(() => prepare(success<Data<'countryList'>>({ list: [...countries] })));
  calls.define({
    call: CALLS.countryList,
    operationId: 'countryList',
    summary: 'Every country of ISO 3166-1',
    needsNoDatabase: true,
    handle: async ({ c }) => sendPrepared(c, await countryList('')),
  });

  calls.define({
    call: CALLS.location,
    operationId: 'location',
    summary: 'Where an IP address is. A private or unknown one gets nulls',
    params: ipParameter,
    messages: { ip: 'server.ip' },
    needsNoDatabase: true,
    handle: async ({ c, param }) => {
      const ip = normalizeIp(param('ip')) ?? '';
      const byCdn =
        ip === ipOf(c) ? foundByCdn(headerOf(c, config.GEO_COUNTRY_HEADER), headerOf(c, config.GEO_CITY_HEADER)) : null;
      const found = await locate(ip);
      // If a CDN names only the country, we add the city, unless our lookup finds another country.
      const isFiner = byCdn && (byCdn.city !== undefined || byCdn.countryCode !== found?.countryCode);
      const list = describePlace(isFiner ? byCdn : found, localeOf(c.req.header('accept-language')));
      c.header('Vary', 'Accept-Language', { append: true });
      return { data: { list } };
    },
  });

  const cityLists = memoRead(async (_, countryCode: string, locale: Locale) => {
    const list = await citiesOf(database, countryCode, locale);
    return prepare(success<Data<'cityList'>>({ list }));
  });
  const sendCities = (c: ApiContext, countryCode: string, headers?: Record<string, string>) => {
    const locale = localeOf(c.req.header('accept-language'));
    c.header('Vary', 'Accept-Language', { append: true });
    return cityLists(`${countryCode} ${locale}`, countryCode, locale).then((list) => sendPrepared(c, list, headers));
  };
  calls.define({
    call: CALLS.cityList,
    operationId: 'cityList',
    summary: 'Cities of a country by its number or code, largest first, named in the language of Accept-Language',
    params: countryParameter,
    messages: { id: 'server.countryId' },
    refuses: ['notFound'],
    handle: async ({ c, param }) => {
      const country = findCountry(param('id'));
      if (!country) return { error: 'notFound', message: 'server.unknownCountry', field: 'id' };
      return sendCities(c, country.code);
    },
  });

  const dictionaryLists = memoRead((_, list: DictionaryEntry[]) => prepare(success<Data<'dictionary'>>({ list })));
  calls.define({
    call: CALLS.dictionary,
    operationId: 'dictionary',
    summary: 'Entries of the dictionary below another. Those below 0 are its roots',
    params: entryParameter,
    messages: { id: 'server.dictionaryId' },
    refuses: ['notFound'],
    needsNoDatabase: true,
    handle: async ({ c, param }) => {
      const id = Number(param('id'));
      const list = childrenOf(id);
      if (!list) return { error: 'notFound', message: 'server.unknownEntry', field: 'id' };
      return sendPrepared(c, await dictionaryLists(String(id), list));
    },
  });

  return {
    countries: () => countryList(''),
    cities: (c, id, headers) => {
      const country = findCountry(id);
      return country ? sendCities(c, country.code, headers) : null;
    },
    dictionary: (id) => {
      const list = /^\d{1,9}$/.test(id) ? childrenOf(Number(id)) : undefined;
      return list ? dictionaryLists(String(Number(id)), list) : null;
    },
  };
}
