/** The API: the calls of the contract, health and the OpenAPI document. */
import * as v from 'valibot';
import { CALLS, type CallData, type CallName, type DictionaryEntry } from '../contract/all.ts';
import { addAccountsApi } from './accounts/accountsApi.ts';
import { type Accounts, createAccounts } from './accounts/service.ts';
import { type ApiContext, fail, kept, prepare, send, sendPrepared, success } from './answers.ts';
import { BODY_LIMITS, createBodies } from './bodies.ts';
import type { Config } from './config.ts';
import { citiesOf } from './db/cities.ts';
import type { Database } from './db/database.ts';
import { childrenOf } from './dictionary.ts';
import { type Api, createFrame } from './frame.ts';
import { normalizeIp } from './geo/addresses.ts';
import { countries, findCountry } from './geo/countries.ts';
import { createLocator, describePlace, foundByCdn, type Locator } from './geo/location.ts';
import { addHealth } from './health.ts';
import { createLog, type Log } from './log.ts';
import { localeOf } from './messages.ts';
import { addNewsApi } from './news/newsApi.ts';
import { createNews, type News } from './news/service.ts';
import { checked, described, openApiOf, patternOf } from './openApi.ts';
import { addPartnerApi } from './partner/partnerApi.ts';
import { addMarketApi } from './series/marketApi.ts';
import { createSeries, type Series } from './series/service.ts';
import { createSupport, type Support } from './support/service.ts';
import { addSupportApi } from './support/supportApi.ts';
import { seenBy } from './users/device.ts';
import { createUsers } from './users/service.ts';
import type { Users } from './users/users.ts';
import { addUsersApi } from './users/usersApi.ts';
import { addKeysApi } from './webhooks/keysApi.ts';

type Data<N extends CallName> = CallData<(typeof CALLS)[N]>;

const CALL_NAMES = Object.keys(CALLS) as CallName[];
const OPENAPI_PATH = '/api/openapi.json';

const ipParameter = v.object({
  ip: v.pipe(
    v.string(),
    v.check((ip) => normalizeIp(ip) !== null),
  ),
});
const countryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^(?:\d{1,3}|[A-Za-z]{2})$/)) });
const entryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) });

export interface ApiOptions {
  database: Database;
  config: Config;
  log?: Log;
  locate?: Locator;
  /** Defaults to one that is never closed */
  news?: News;
  /** Defaults to no series */
  series?: Series;
  /** Defaults to those in config.DATA_DIR, with the rules of content/ */
  accounts?: Accounts;
  /** Defaults to questions with their pictures in config.DATA_DIR */
  support?: Support;
  /** Defaults to users whose mails lead to http://localhost:4321 */
  users?: Users;
  bodyLimits?: typeof BODY_LIMITS;
}

/** The API under /api. Works only behind Node's own listener, because it reads bodies from Node's request. */
export function createApi({
  database,
  config,
  log = createLog().log,
  locate = createLocator(log),
  news = createNews({ database, log }),
  series = createSeries({ database, log }),
  accounts = createAccounts({ database, log, dataDir: config.DATA_DIR }),
  support = createSupport({ database, log, dataDir: config.DATA_DIR }),
  users = createUsers({
    ...{ database, log, rules: accounts.rules },
    dataDir: config.DATA_DIR,
    site: 'http://localhost:4321',
  }),
  bodyLimits = BODY_LIMITS,
}: ApiOptions): Api {
  const { api, createLimit, ipOf, networkOf } = createFrame({ database, config, site: news.site, log, bodyLimits });
  const headerOf = (c: ApiContext, name?: string) => name && c.req.header(name);

  api.get(patternOf(CALLS.ip.path), described('ip', CALLS.ip, "The caller's IP address"), (c) =>
    send(c, 200, success<Data<'ip'>>({ ip: ipOf(c) })),
  );

  const countryList = kept(() => prepare(success<Data<'countryList'>>({ list: [...countries] })));
  api.get(
    patternOf(CALLS.countryList.path),
    described('countryList', CALLS.countryList, 'Every country of ISO 3166-1'),
    async (c) => sendPrepared(c, await countryList('')),
  );

  api.get(
    patternOf(CALLS.location.path),
    described('location', CALLS.location, 'Where an IP address is; nulls for a private or unknown one', 'invalid'),
    checked('param', ipParameter, 'server.ip'),
    async (c) => {
      const ip = normalizeIp(c.req.valid('param').ip) ?? '';
      const byCdn =
        ip === ipOf(c) ? foundByCdn(headerOf(c, config.GEO_COUNTRY_HEADER), headerOf(c, config.GEO_CITY_HEADER)) : null;
      const found = await locate(ip);
      // If a CDN names only the country, we add the city, unless our lookup finds another country.
      const isFiner = byCdn && (byCdn.city !== undefined || byCdn.countryCode !== found?.countryCode);
      const list = describePlace(isFiner ? byCdn : found, localeOf(c.req.header('accept-language')));
      c.header('Vary', 'Accept-Language', { append: true });
      return send(c, 200, success<Data<'location'>>({ list }));
    },
  );

  const cityLists = kept(async (countryCode) => {
    const list = await citiesOf(database, countryCode);
    return prepare(success<Data<'cityList'>>({ list }));
  });
  api.get(
    patternOf(CALLS.cityList.path),
    described(
      'cityList',
      CALLS.cityList,
      'Cities of a country by its number or code, largest first',
      'invalid',
      'notFound',
      'notReady',
    ),
    checked('param', countryParameter, 'server.countryId'),
    async (c) => {
      const country = findCountry(c.req.valid('param').id);
      if (!country) return fail(c, 'notFound', 'server.unknownCountry', { field: 'id' });
      return sendPrepared(c, await cityLists(country.code));
    },
  );

  const dictionaryLists = kept((_, list: DictionaryEntry[]) => prepare(success<Data<'dictionary'>>({ list })));
  api.get(
    patternOf(CALLS.dictionary.path),
    described(
      'dictionary',
      CALLS.dictionary,
      'Entries of the dictionary below another; those below 0 are its roots',
      'invalid',
      'notFound',
    ),
    checked('param', entryParameter, 'server.dictionaryId'),
    async (c) => {
      const { id } = c.req.valid('param');
      const list = childrenOf(id);
      if (!list) return fail(c, 'notFound', 'server.unknownEntry', { field: 'id' });
      return sendPrepared(c, await dictionaryLists(String(id), list));
    },
  );

  const bodies = createBodies(networkOf, bodyLimits);
  addNewsApi({
    api,
    news,
    createLimit,
    database,
    networkOf,
    bodies,
    perMinute: config.FLASH_RATE_LIMIT_PER_MINUTE,
  });
  addMarketApi({ api, series, database, networkOf });

  addAccountsApi({
    api,
    accounts,
    users,
    createLimit,
    database,
    networkOf,
    bodies,
    perMinute: config.APPLY_RATE_LIMIT_PER_MINUTE,
  });
  addSupportApi({
    api,
    support,
    users,
    createLimit,
    database,
    networkOf,
    bodies,
    perMinute: config.ASK_RATE_LIMIT_PER_MINUTE,
  });
  addUsersApi({
    api,
    users,
    createLimit,
    database,
    networkOf,
    seen: (c) => seenBy(c, { ip: ipOf(c), network: networkOf(c), locate }),
    bodies,
    perMinute: config.LOGIN_RATE_LIMIT_PER_MINUTE,
    privateWebhooks: config.WEBHOOKS_ALLOW_PRIVATE,
  });
  addKeysApi({ api, database });

  addPartnerApi({
    api,
    news,
    createLimit,
    database,
    bodies,
    ipOf,
    address: users.api,
    trustedHops: config.TRUSTED_PROXY_HOPS,
    now: users.now,
    lists: {
      countries: () => countryList(''),
      cities: (id) => {
        const country = findCountry(id);
        return country ? cityLists(country.code) : null;
      },
      dictionary: (id) => {
        const list = /^\d{1,9}$/.test(id) ? childrenOf(Number(id)) : undefined;
        return list ? dictionaryLists(String(Number(id)), list) : null;
      },
    },
  });

  addHealth(api, database, log);

  const openApi = kept(async () => prepare(await openApiOf(api)));
  api.get(OPENAPI_PATH, async (c) => sendPrepared(c, await openApi('')));

  for (const path of [...CALL_NAMES.map((name) => patternOf(CALLS[name].path)), OPENAPI_PATH]) {
    api.all(path, (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } }));
  }
  return api;
}
