/** The API: the calls of the contract, health and the OpenAPI document. */
import * as v from 'valibot';
import { CALLS, type CallData, type CallName, type DictionaryEntry } from '../contract/all.ts';
import { PARTNER_OPENAPI_PATH } from '../contract/partner.ts';
import { KEYS_PATH, KEYS_TYPE } from '../contract/webhooks.ts';
import type { Locale } from '../i18n/locales.ts';
import { memoRead } from '../memo.ts';
import { type ApiContext, prepare, sendPrepared, success } from './answers.ts';
import { createCalls, refuseOtherMethods } from './apiCalls.ts';
import { type Applications, createApplications } from './applications/applications.ts';
import { addApplicationsApi } from './applications/applicationsApi.ts';
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
import { addMcp } from './mcp/mcpApi.ts';
import { localeOf } from './messages.ts';
import { addModerationApi } from './moderation/moderationApi.ts';
import { createNews, type News } from './news/news.ts';
import { addNewsApi } from './news/newsApi.ts';
import { openApiOf } from './openApi.ts';
import { addPartnerApi } from './partner/partnerApi.ts';
import { addPolicyReports } from './policyReports/policyReports.ts';
import { addPostsApi } from './posts/postsApi.ts';
import { createPostHub, type PostHub } from './posts/stream.ts';
import { addRepliesApi } from './replies/repliesApi.ts';
import { addMarketApi } from './series/marketApi.ts';
import { createSeries, type Series } from './series/series.ts';
import { createSupport, type Support } from './support/support.ts';
import { addSupportApi } from './support/supportApi.ts';
import { seenBy } from './users/callerDevice.ts';
import { createUsers } from './users/createUsers.ts';
import { createUserCalls } from './users/userCalls.ts';
import type { Users } from './users/users.ts';
import { addUsersApi } from './users/usersApi.ts';
import { addVitals } from './vitals/vitals.ts';
import { publicKeys } from './webhooks/keys.ts';

type Data<N extends CallName> = CallData<(typeof CALLS)[N]>;

const OPENAPI_PATH = '/api/openapi.json';

const ipParameter = v.object({
  ip: v.pipe(
    v.string(),
    v.check((ip) => normalizeIp(ip) !== null),
  ),
});
const countryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^(?:\d{1,3}|[A-Za-z]{2})$/)) });
const entryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,9}$/)) });

export interface ApiOptions {
  database: Database;
  config: Config;
  log?: Log;
  locate?: Locator;
  /** Defaults to one that is never closed */
  news?: News;
  /** Defaults to one that is never closed */
  postHub?: PostHub;
  /** Defaults to no series */
  series?: Series;
  /** Defaults to those in config.DATA_DIR, with the rules of content/ */
  applications?: Applications;
  /** Defaults to questions with their pictures in config.DATA_DIR */
  support?: Support;
  /** Defaults to users whose mails lead to http://localhost:4321 */
  users?: Users;
  /** Whether browsers may tell how fast pages were; by default not */
  countsVitals?: boolean;
  bodyLimits?: typeof BODY_LIMITS;
}

/** The API under /api. Works only behind Node's own listener, because it reads bodies from Node's request. */
export function createApi({
  database,
  config,
  log = createLog().log,
  locate = createLocator(log),
  news = createNews({ database, log }),
  postHub = createPostHub({ database, log }),
  series = createSeries({ database, log }),
  applications = createApplications({ database, log, dataDir: config.DATA_DIR }),
  support = createSupport({ database, log, dataDir: config.DATA_DIR }),
  users = createUsers({
    database,
    log,
    rules: applications.rules,
    dataDir: config.DATA_DIR,
    site: 'http://localhost:4321',
  }),
  countsVitals = false,
  bodyLimits = BODY_LIMITS,
}: ApiOptions): Api {
  const { api, createLimit, ipOf, networkOf } = createFrame({ database, config, site: news.site, log, bodyLimits });
  const headerOf = (c: ApiContext, name?: string) => name && c.req.header(name);
  /** The country of a caller, as far as it is known */
  const countryOf = async (c: ApiContext) =>
    (foundByCdn(headerOf(c, config.GEO_COUNTRY_HEADER), undefined) ?? (await locate(ipOf(c))))?.countryCode ?? null;
  const bodies = createBodies(networkOf, bodyLimits);
  const calls = createCalls({ api, database, networkOf, bodies, now: users.now });
  const part = { calls, createLimit, networkOf, bodies };

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

  addNewsApi({ ...part, news, database, perMinute: config.FLASH_RATE_LIMIT_PER_MINUTE });
  addMarketApi({ calls, series, networkOf });
  addApplicationsApi({ ...part, applications, users, perMinute: config.APPLY_RATE_LIMIT_PER_MINUTE });
  addSupportApi({ ...part, support, users, perMinute: config.ASK_RATE_LIMIT_PER_MINUTE });
  addPostsApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    networkOf,
    hub: postHub,
    site: news.site,
    series: [...series.rows.keys()],
    countryOf,
    perMinute: config.POST_RATE_LIMIT_PER_MINUTE,
  });
  addModerationApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    perMinute: config.POST_RATE_LIMIT_PER_MINUTE,
  });
  addRepliesApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    perMinute: config.REPLY_RATE_LIMIT_PER_MINUTE,
  });
  addUsersApi({
    ...part,
    users,
    seen: (c) => seenBy(c, { ip: ipOf(c), network: networkOf(c), locate }),
    perMinute: config.LOGIN_RATE_LIMIT_PER_MINUTE,
    privateWebhooks: config.WEBHOOKS_ALLOW_PRIVATE,
  });
  calls.refuseOtherMethods();

  const partnerOpenApi = addPartnerApi({
    api,
    news,
    createLimit,
    database,
    networkOf,
    bodies,
    ipOf,
    address: users.api,
    site: users.site,
    trustedHops: config.TRUSTED_PROXY_HOPS,
    now: users.now,
    lists: {
      countries: () => countryList(''),
      cities: (c, id, headers) => {
        const country = findCountry(id);
        return country ? sendCities(c, country.code, headers) : null;
      },
      dictionary: (id) => {
        const list = /^\d{1,9}$/.test(id) ? childrenOf(Number(id)) : undefined;
        return list ? dictionaryLists(String(Number(id)), list) : null;
      },
    },
  });

  const collected = { api, orm: database.orm, bodies, createLimit, networkOf, now: users.now };
  addPolicyReports(collected);
  if (countsVitals) addVitals(collected);
  addHealth(api, database, log);

  const openApi = memoRead(async () => prepare(await openApiOf(api)));
  api.get(OPENAPI_PATH, async (c) => sendPrepared(c, await openApi('')));

  addMcp({
    api,
    bodies,
    log,
    dist: config.DIST,
    site: news.site,
    address: users.api,
    origins: config.ALLOWED_ORIGINS ?? [],
    orm: database.orm,
    series,
    now: users.now,
    documents: async () => [
      { path: OPENAPI_PATH, prepared: await openApi('') },
      { path: PARTNER_OPENAPI_PATH, prepared: await partnerOpenApi() },
    ],
  });

  api.get(KEYS_PATH, async (c) => {
    const keys = await publicKeys(database.orm);
    return c.body(JSON.stringify({ keys }), 200, { 'Content-Type': KEYS_TYPE, 'Cache-Control': 'public, max-age=300' });
  });
  for (const path of [OPENAPI_PATH, KEYS_PATH]) refuseOtherMethods(api, path);
  return api;
}
