/** Reference data for partners: what the public calls have, and the exchanges. */
import { allExchanges, cityName, exchangeName } from '../../catalogue/exchanges.ts';
import {
  type PartnerExchange,
  partnerCitiesCall,
  partnerCountriesCall,
  partnerDictionaryCall,
  partnerExchangesCall,
} from '../../contract/partner.ts';
import { byLocale } from '../../i18n/locales.ts';
import type { Session, Week } from '../../markets/clock.ts';
import { memoRead } from '../../memo.ts';
import { type ApiContext, type Prepared, prepare, sendPrepared, success } from '../answers.ts';
import type { PartnerCalls } from './partnerCalls.ts';

/** ReferenceLists as the public calls send them, the cities in the caller's language; null for what is unknown. */
export interface ReferenceLists {
  countries: () => Promise<Prepared>;
  cities: (c: ApiContext, country: string, headers: Record<string, string>) => Promise<Response> | null;
  dictionary: (parent: string) => Promise<Prepared> | null;
}

/** The answer depends on the signature, so that only the caller may keep it. */
const CACHE = { 'Cache-Control': 'private, max-age=3600' };
const sent = (c: ApiContext, list: Prepared) => sendPrepared(c, list, CACHE);

export function addReference(partner: PartnerCalls, lists: ReferenceLists): void {
  const scope = 'reference.read';
  partner.call({
    call: partnerCountriesCall,
    operationId: 'partnerCountries',
    summary: 'Every country of ISO 3166-1',
    scope,
    handle: async ({ c }) => sent(c, await lists.countries()),
  });

  partner.call({
    call: partnerCitiesCall,
    operationId: 'partnerCities',
    summary: 'Cities of a country, largest first, named in the language of Accept-Language',
    scope,
    params: { country: 'The number or the code of a country (ISO 3166-1), such as 392 or JP' },
    refuses: ['notFound'],
    handle: async ({ c, param }) => {
      const sending = lists.cities(c, param('country'), CACHE);
      return sending ?? { error: 'notFound', message: 'server.unknownCountry', field: 'country' };
    },
  });

  partner.call({
    call: partnerDictionaryCall,
    operationId: 'partnerDictionary',
    summary: 'Entries of the dictionary below another',
    scope,
    params: { id: 'The id of an entry; 0 for the roots' },
    refuses: ['notFound'],
    handle: async ({ c, param }) => {
      const list = lists.dictionary(param('id'));
      return list ? sent(c, await list) : { error: 'notFound', message: 'server.unknownEntry', field: 'id' };
    },
  });

  const exchanges = memoRead(() => prepare(success({ list: allExchanges().map(inWire) })));
  partner.call({
    call: partnerExchangesCall,
    operationId: 'partnerExchanges',
    summary: 'Exchanges with their sessions and holidays',
    scope,
    handle: async ({ c }) => sent(c, await exchanges('')),
  });
}

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
const sessionsOf = (sessions: readonly Session[]) =>
  sessions.map(([opens, closes]) => ({ opens: timeOf(opens), closes: timeOf(closes) }));
const weekOf = (week: Week) => week.map(sessionsOf);

function inWire(exchange: ReturnType<typeof allExchanges>[number]): PartnerExchange {
  const { mic, city, coordinates, calendar } = exchange;
  const { zone, week, standardTime, closed, special, confirmed } = calendar;
  const [latitude, longitude] = coordinates;
  return {
    mic,
    names: byLocale((locale) => exchangeName(exchange, locale).name),
    cities: byLocale((locale) => cityName(city, locale)),
    latitude,
    longitude,
    zone,
    week: weekOf(week),
    standardTime: standardTime ? { of: standardTime.of, week: weekOf(standardTime.week) } : null,
    holidays: [...closed],
    specialDays: Object.entries(special).map(([date, sessions]) => ({ date, sessions: sessionsOf(sessions) })),
    confirmed: confirmed ? { from: confirmed[0], until: confirmed[1] } : null,
  };
}
