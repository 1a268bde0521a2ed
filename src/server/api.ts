/** The API: the calls of the contract, health and the OpenAPI document. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import * as v from 'valibot';
import { CALLS, type CallData, type CallName, type DictionaryEntry } from '../contract/all.ts';
import { SERVER_CODES } from '../contract/errors.ts';
import { addAccountsApi } from './accounts/accountsApi.ts';
import { type Accounts, createAccounts } from './accounts/service.ts';
import {
  type ApiContext,
  type ApiEnv,
  fail,
  kept,
  notReady,
  OUTAGE_RETRY_S,
  prepare,
  send,
  sendPrepared,
  success,
  tooMany,
} from './answers.ts';
import { BODY_LIMITS, bodyKindOf, createBodies } from './bodies.ts';
import type { Config } from './config.ts';
import { corsFor } from './cors.ts';
import { citiesOf } from './db/cities.ts';
import type { Database } from './db/database.ts';
import { cannotBeStored, isOutage } from './db/errors.ts';
import { childrenOf } from './dictionary.ts';
import { callerIp, callerNetwork, normalizeIp } from './geo/addresses.ts';
import { countries, findCountry } from './geo/countries.ts';
import { createLocator, describePlace, foundByCdn, type Locator } from './geo/location.ts';
import { createReadiness } from './health.ts';
import { apiHeaders } from './httpServer.ts';
import { createLog, describeError, type Log } from './log.ts';
import { localeOf } from './messages.ts';
import { addNewsApi } from './news/newsApi.ts';
import { createNews, type News } from './news/service.ts';
import { checked, described, describedHealth, openApiOf, patternOf } from './openApi.ts';
import { addPartnerApi } from './partner/partnerApi.ts';
import { createLimits } from './rateLimit.ts';
import { addMarketApi } from './series/marketApi.ts';
import { createSeries, type Series } from './series/service.ts';
import { createSupport, type Support } from './support/service.ts';
import { addSupportApi } from './support/supportApi.ts';
import { seenBy } from './users/device.ts';
import { createUsers, type Users } from './users/service.ts';
import { addUsersApi } from './users/usersApi.ts';
import { addKeysApi } from './webhooks/keysApi.ts';

type Data<N extends CallName> = CallData<(typeof CALLS)[N]>;

const CALL_NAMES = Object.keys(CALLS) as CallName[];
const HEALTH = { all: '/api/health', live: '/api/health/live', ready: '/api/health/ready' };
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
  /** Until it is open, calls that need it respond with 503 */
  database: Promise<Database>;
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

/** `headers` and `wait`: see App in app.ts. */
export type Api = Hono<ApiEnv> & {
  headers: Record<string, string>;
  wait: (incoming: IncomingMessage) => Promise<number>;
};

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
  const api = new Hono<ApiEnv>();
  const createLimit = createLimits(database, log);
  const limit = createLimit(config.RATE_LIMIT_PER_MINUTE, 'api');
  let opened: Database | null = null;
  const isReady = createReadiness(() => opened);
  database.then(
    (found) => {
      opened = found;
    },
    () => {}, // Whoever opened the database reports the failure.
  );

  const headers = apiHeaders(news.site);

  const wait = async (incoming: IncomingMessage) => limit(callerNetwork(addressOf(incoming)));

  api.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    await next();
    const { status } = c.res;
    log({
      level: status < 500 ? 'info' : 'error',
      event: 'request',
      method: c.env.incoming.method ?? '',
      route: routePath(c),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      requestId: c.get('requestId'),
    });
  });
  api.use(corsFor(config.ALLOWED_ORIGINS ?? []));
  api.use(async (c, next) => {
    const { bytes } = bodyLimits[bodyKindOf(c.req.path)];
    if (Number(c.req.header('content-length')) > bytes) return fail(c, 'tooLarge', 'server.tooLarge');
    // Not limited: monitoring requests these often, and always from one address.
    if (c.req.path.startsWith(HEALTH.all)) return next();
    const ms = await wait(c.env.incoming);
    return ms > 0 ? tooMany(c, ms) : next();
  });

  function addressOf({ socket: { remoteAddress }, headers }: IncomingMessage): string {
    if (!remoteAddress) throw new Error('The caller has left');
    return callerIp(remoteAddress, headers['x-forwarded-for']?.toString(), config.TRUSTED_PROXY_HOPS);
  }
  const headerOf = (c: ApiContext, name?: string) => name && c.req.header(name);
  const ipOf = (c: ApiContext) => addressOf(c.env.incoming);

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

  const cityLists = kept(async (countryCode, from: Database) => {
    const list = await citiesOf(from, countryCode);
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
      if (!opened) return notReady(c);
      return sendPrepared(c, await cityLists(country.code, opened));
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

  const networkOf = (c: ApiContext) => callerNetwork(ipOf(c));
  const bodies = createBodies(networkOf, bodyLimits);
  addNewsApi({
    api,
    news,
    createLimit,
    opened: () => opened,
    networkOf,
    bodies,
    perMinute: config.FLASH_RATE_LIMIT_PER_MINUTE,
  });
  addMarketApi({ api, series, opened: () => opened, networkOf });

  addAccountsApi({
    api,
    accounts,
    users,
    createLimit,
    opened: () => opened,
    networkOf,
    bodies,
    perMinute: config.APPLY_RATE_LIMIT_PER_MINUTE,
  });
  addSupportApi({
    api,
    support,
    users,
    createLimit,
    opened: () => opened,
    networkOf,
    bodies,
    perMinute: config.ASK_RATE_LIMIT_PER_MINUTE,
  });
  addUsersApi({
    api,
    users,
    createLimit,
    opened: () => opened,
    networkOf,
    seen: (c) => seenBy(c, { ip: ipOf(c), network: networkOf(c), locate }),
    bodies,
    perMinute: config.LOGIN_RATE_LIMIT_PER_MINUTE,
    privateWebhooks: config.WEBHOOKS_ALLOW_PRIVATE,
  });
  addKeysApi({ api, opened: () => opened });

  addPartnerApi({
    api,
    news,
    createLimit,
    opened: () => opened,
    bodies,
    ipOf,
    address: users.api,
    trustedHops: config.TRUSTED_PROXY_HOPS,
    now: users.now,
    lists: {
      countries: () => countryList(''),
      cities: (id) => {
        const country = findCountry(id);
        return country && opened ? cityLists(country.code, opened) : null;
      },
      dictionary: (id) => {
        const list = /^\d{1,9}$/.test(id) ? childrenOf(Number(id)) : undefined;
        return list ? dictionaryLists(String(Number(id)), list) : null;
      },
    },
  });

  api.get(HEALTH.all, describedHealth('Whether the server lives and its database answers'), async (c) =>
    send(c, 200, success({ live: true, ready: await isReady() })),
  );
  api.get(HEALTH.live, describedHealth('Whether the server lives'), (c) =>
    send(c, 200, success({ live: true, ready: opened !== null })),
  );
  api.get(HEALTH.ready, describedHealth('200 where the database answers, else 503', 503), async (c) => {
    if (await isReady()) return send(c, 200, success({ live: true, ready: true }));
    const { code, status } = SERVER_CODES.notReady;
    return send(c, status, { code, message: 'not ready', data: { live: true, ready: false } });
  });

  const openApi = kept(async () => prepare(await openApiOf(api)));
  api.get(OPENAPI_PATH, async (c) => sendPrepared(c, await openApi('')));

  for (const path of [
    ...CALL_NAMES.map((name) => patternOf(CALLS[name].path)),
    ...Object.values(HEALTH),
    OPENAPI_PATH,
  ]) {
    api.all(path, (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } }));
  }
  api.notFound((c) => fail(c, 'notFound', 'server.notFound'));
  api.onError((error, c) => {
    if ((error instanceof HTTPException && error.status < 500) || cannotBeStored(error)) {
      return fail(c, 'badRequest', 'server.badRequest');
    }
    log({ level: 'error', event: 'failure', requestId: c.get('requestId'), ...describeError(error) });
    if (isOutage(error)) return fail(c, 'notReady', 'server.unavailable', { retryS: OUTAGE_RETRY_S });
    return fail(c, 'internal', 'server.internal');
  });
  return Object.assign(api, { headers, wait });
}
