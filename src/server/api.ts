/** The API: the calls of the contract, health and the OpenAPI document. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { generateSpecs } from 'hono-openapi';
import * as v from 'valibot';
import { CALLS, type CallData, type CallName, type DictionaryEntry } from '../contract/all.ts';
import { SERVER_CODES } from '../contract/errors.ts';
import { lookUp } from '../lookUp.ts';
import { COMPANY } from '../site.ts';
import { addAccountRoutes } from './accounts/routes.ts';
import { type Accounts, createAccounts } from './accounts/service.ts';
import {
  type ApiEnv,
  addVary,
  type Exchange,
  fail,
  OUTAGE_RETRY_S,
  type Prepared,
  prepare,
  send,
  sendPrepared,
  success,
} from './answers.ts';
import { BODY_LIMITS, bodyKindOf, createBodies, hasBody } from './bodies.ts';
import type { Config } from './config.ts';
import { cors } from './cors.ts';
import { citiesOf } from './db/cities.ts';
import type { Database } from './db/database.ts';
import { isOutage } from './db/errors.ts';
import { childrenOf } from './dictionary.ts';
import { callerIp, callerNetwork, normalizeIp } from './geo/addresses.ts';
import { countries, findCountry } from './geo/countries.ts';
import { createLocator, describePlace, foundByCdn, type Locator } from './geo/location.ts';
import { createReadiness } from './health.ts';
import { apiHeaders } from './httpServer.ts';
import { createLog, describeError, type Log } from './log.ts';
import { localeOf } from './messages.ts';
import { addNewsRoutes } from './news/routes.ts';
import { createNews, type News } from './news/service.ts';
import { createLimits } from './rateLimit.ts';
import { checked, described, describedHealth, patternOf } from './routes.ts';

type Data<N extends CallName> = CallData<(typeof CALLS)[N]>;

const CALL_NAMES = Object.keys(CALLS) as CallName[];
const HEALTH = { all: '/api/health', live: '/api/health/live', ready: '/api/health/ready' };
const OPENAPI_PATH = '/api/openapi.json';

const READS = new Set(['GET', 'HEAD']);
/** A list can be asked for by several spellings of its id, such as JP, jp and 392; there are not many more paths. */
const MOST_ANSWERED_PATHS = 10_000;

const ipParameter = v.object({
  ip: v.pipe(
    v.string(),
    v.check((ip) => normalizeIp(ip) !== null),
  ),
});
const countryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^(?:\d{1,3}|[A-Za-z]{2})$/)) });
const entryParameter = v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) });

export interface ApiOptions {
  /** Calls that need it answer 503 until it is open */
  database: Promise<Database>;
  config: Config;
  log?: Log;
  locate?: Locator;
  /** By default one that nobody closes */
  news?: News;
  /** By default those of config.DATA_DIR, under the rules of content/ */
  accounts?: Accounts;
  bodyLimits?: typeof BODY_LIMITS;
}

/** `again` answers what was answered before by prepared bytes; false where it was not. The others: see App in app.ts. */
export type Api = Hono<ApiEnv> & {
  again: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  headers: Record<string, string>;
  wait: (incoming: IncomingMessage) => Promise<number>;
};

/** The API under /api. Only for Node's own listener: answers are written to Node's response. */
export function createApi({
  database,
  config,
  log = createLog().log,
  locate = createLocator(log),
  news = createNews({ database, log }),
  accounts = createAccounts({ database, log, dataDir: config.DATA_DIR }),
  bodyLimits = BODY_LIMITS,
}: ApiOptions): Api {
  const api = new Hono<ApiEnv>();
  const createLimit = createLimits(database, log);
  const limit = createLimit(config.RATE_LIMIT_PER_MINUTE, 'api');
  const allowedOrigins = config.ALLOWED_ORIGINS ?? [];
  let opened: Database | null = null;
  const isReady = createReadiness(() => opened);
  database.then(
    (found) => {
      opened = found;
    },
    () => {}, // Who opened it reports why it does not open.
  );

  const headers = apiHeaders(news.site);

  function logRequest({ incoming, outgoing }: HttpBindings, started: number, requestId: string, route: string): void {
    const { statusCode: status } = outgoing;
    log({
      level: status < 500 ? 'info' : 'error',
      event: 'request',
      method: incoming.method ?? '',
      route,
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      requestId,
    });
  }

  const wait = async (incoming: IncomingMessage) => limit(callerNetwork(addressOf(incoming)));

  /** Answers 429 where the caller has asked too often; undefined where not. */
  async function overLimit(c: Exchange): Promise<Response | undefined> {
    const ms = await wait(c.env.incoming);
    if (ms <= 0) return undefined;
    return fail(c, 'tooMany', 'server.tooMany', { headers: { 'Retry-After': Math.ceil(ms / 1000) } });
  }

  api.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    c.set('headers', { ...headers });
    const early = await answerEarly(c);
    if (!early) await next();
    const { outgoing } = c.env;
    // Routes of others may answer by a Response, which is not written yet.
    if (!outgoing.headersSent) outgoing.statusCode = c.res.status;
    logRequest(c.env, started, c.get('requestId'), routePath(c));
    return early;
  });

  /** What stands before the calls: preflights, the limits. Undefined where a call is to answer. */
  async function answerEarly(c: Context<ApiEnv>): Promise<Response | undefined> {
    const preflight = cors(c, allowedOrigins);
    if (preflight) return preflight;
    const { bytes } = bodyLimits[bodyKindOf(c.req.path)];
    if (Number(headerOf(c, 'content-length')) > bytes) return fail(c, 'tooLarge', 'server.tooLarge');
    // Who watches over the server asks often, and always from one address.
    return c.req.path.startsWith(HEALTH.all) ? undefined : overLimit(c);
  }

  /** Prepared answers by the path that was asked; only paths that passed the checks get here. */
  const answered = new Map<string, { prepared: Prepared; route: string }>();
  function sendStatic(c: Context<ApiEnv>, prepared: Prepared): typeof RESPONSE_ALREADY_SENT {
    if (answered.size < MOST_ANSWERED_PATHS) answered.set(c.req.path, { prepared, route: routePath(c) });
    return sendPrepared(c, prepared);
  }

  /** Routing and checking cost as much as all the rest, so what was answered once comes before both, and before Hono. */
  function again(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (!READS.has(incoming.method ?? '') || hasBody(incoming)) return false;
    const found = answered.get(incoming.url?.split('?', 1)[0] ?? '');
    if (!found) return false;
    const values = { headers: { ...headers }, requestId: randomUUID() };
    const exchange = { env: { incoming, outgoing }, get: (name: keyof typeof values) => values[name] } as Exchange;
    const started = performance.now();
    cors(exchange, allowedOrigins);
    overLimit(exchange)
      .then((refused) => refused ?? sendPrepared(exchange, found.prepared))
      .catch((error) => failOn(exchange, error))
      .then(() => logRequest(exchange.env, started, values.requestId, found.route));
    return true;
  }

  function failOn(c: Exchange, error: unknown): Response {
    if (c.env.outgoing.headersSent) {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (error instanceof HTTPException && error.status < 500) return fail(c, 'badRequest', 'server.badRequest');
    log({ level: 'error', event: 'failure', requestId: c.get('requestId'), ...describeError(error) });
    if (isOutage(error)) {
      return fail(c, 'notReady', 'server.unavailable', { headers: { 'Retry-After': OUTAGE_RETRY_S } });
    }
    return fail(c, 'internal', 'server.internal');
  }

  const headerOf = (c: Exchange, name: string | undefined) =>
    name === undefined ? undefined : lookUp(c.env.incoming.headers, name)?.toString();

  function addressOf({ socket: { remoteAddress }, headers }: IncomingMessage): string {
    if (!remoteAddress) throw new Error('The caller has left');
    return callerIp(remoteAddress, headers['x-forwarded-for']?.toString(), config.TRUSTED_PROXY_HOPS);
  }
  const ipOf = (c: Exchange) => addressOf(c.env.incoming);

  api.get(patternOf(CALLS.ip.path), described('ip', CALLS.ip, "The caller's IP address"), (c) =>
    send(c, 200, success<Data<'ip'>>({ ip: ipOf(c) })),
  );

  const countryList = kept(() => prepare(success<Data<'countryList'>>({ list: [...countries] })));
  api.get(
    patternOf(CALLS.countryList.path),
    described('countryList', CALLS.countryList, 'Every country of ISO 3166-1'),
    async (c) => sendStatic(c, await countryList('')),
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
      // Where a CDN names only the country, the city is ours to add, unless we find it in another country.
      const isFiner = byCdn && (byCdn.city !== undefined || byCdn.countryCode !== found?.countryCode);
      const list = describePlace(isFiner ? byCdn : found, localeOf(c.env.incoming.headers['accept-language']));
      addVary(c, 'Accept-Language');
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
      if (!opened) return fail(c, 'notReady', 'server.notReady', { headers: { 'Retry-After': 1 } });
      return sendStatic(c, await cityLists(country.code, opened));
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
      return sendStatic(c, await dictionaryLists(String(id), list));
    },
  );

  const networkOf = (c: Exchange) => callerNetwork(ipOf(c));
  const bodies = createBodies(networkOf, bodyLimits);
  addNewsRoutes({ api, news, createLimit, opened: () => opened, networkOf, bodies });

  addAccountRoutes({
    api,
    accounts,
    createLimit,
    opened: () => opened,
    networkOf,
    bodies,
    perMinute: config.APPLY_RATE_LIMIT_PER_MINUTE,
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
  api.get(OPENAPI_PATH, async (c) => sendStatic(c, await openApi('')));

  for (const path of [
    ...CALL_NAMES.map((name) => patternOf(CALLS[name].path)),
    ...Object.values(HEALTH),
    OPENAPI_PATH,
  ]) {
    api.all(path, (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } }));
  }
  api.notFound((c) => fail(c, 'notFound', 'server.notFound'));
  api.onError((error, c) => failOn(c, error));
  return Object.assign(api, { again, headers, wait });
}

/** Keeps what `make` resolves to, by key. A failure is not kept. */
function kept<A extends unknown[]>(make: (key: string, ...rest: A) => Promise<Prepared>) {
  const made = new Map<string, Promise<Prepared>>();
  return (key: string, ...rest: A): Promise<Prepared> => {
    let found = made.get(key);
    if (!found) {
      found = make(key, ...rest);
      found.catch(() => made.delete(key));
      made.set(key, found);
    }
    return found;
  };
}

function openApiOf(api: Hono<ApiEnv>): Promise<unknown> {
  return generateSpecs(api, {
    documentation: {
      info: {
        title: `${COMPANY} API`,
        version: '1.0.0',
        description:
          'Every answer is an envelope {code, message, data}; code 20000 is success. Messages and place names come in ' +
          'the language of Accept-Language: en-US, en-GB, ja, zh-Hant, zh-Hans.',
      },
    },
    defaultValidationErrorResponse: false,
  });
}
