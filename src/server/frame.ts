/** What every call of the API passes, before the database is open too: log, CORS, limits, and the answers to failures. */
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { type ApiContext, type ApiEnv, fail, notReady, OUTAGE_RETRY_S, tooMany } from './answers.ts';
import { BODY_LIMITS, bodyKindOf } from './bodies.ts';
import type { Config } from './config.ts';
import { corsFor } from './cors.ts';
import type { Database } from './db/database.ts';
import { cannotBeStored, isOutage } from './db/errors.ts';
import { callerIp, callerNetwork } from './geo/addresses.ts';
import { addHealth, HEALTH } from './health.ts';
import { apiHeaders } from './httpServer.ts';
import { describeError, type Log } from './log.ts';
import { type CreateLimit, createLimits } from './rateLimit.ts';
import { newReference } from './shared/reference.ts';

/** `headers` and `wait`: see App in app.ts. */
export type Api = Hono<ApiEnv> & {
  headers: Record<string, string>;
  wait: (incoming: IncomingMessage) => Promise<number>;
};

export interface FrameOptions {
  config: Config;
  /** Origin of the site */
  site: string;
  log: Log;
  bodyLimits?: typeof BODY_LIMITS;
}

/** An API without calls. `database`: null while it opens. */
export function createFrame({
  database,
  config,
  site,
  log,
  bodyLimits = BODY_LIMITS,
}: FrameOptions & { database: Database | null }): {
  api: Api;
  createLimit: CreateLimit;
  ipOf: (c: ApiContext) => string;
  networkOf: (c: ApiContext) => string;
} {
  const createLimit = createLimits(database?.pool ?? null, log);
  const limit = createLimit(config.RATE_LIMIT_PER_MINUTE, 'api');
  const headers = apiHeaders(site);
  const wait = async (incoming: IncomingMessage) => limit(callerNetwork(addressOf(incoming)));
  const api = Object.assign(new Hono<ApiEnv>(), { headers, wait });

  function addressOf({ socket: { remoteAddress }, headers }: IncomingMessage): string {
    if (!remoteAddress) throw new Error('The caller has left');
    return callerIp(remoteAddress, headers['x-forwarded-for']?.toString(), config.TRUSTED_PROXY_HOPS);
  }
  const ipOf = (c: ApiContext) => addressOf(c.env.incoming);
  const networkOf = (c: ApiContext) => callerNetwork(ipOf(c));

  api.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', newReference('FR'));
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    await next();
    const { status } = c.res;
    log({
      // Health is asked for every few seconds; what changes there is logged once (health.ts).
      level: c.req.path.startsWith(HEALTH.all) ? 'debug' : status < 500 ? 'info' : 'error',
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
  api.notFound((c) => fail(c, 'notFound', 'server.notFound'));
  api.onError((error, c) => {
    if ((error instanceof HTTPException && error.status < 500) || cannotBeStored(error)) {
      return fail(c, 'badRequest', 'server.badRequest');
    }
    log({ level: 'error', event: 'failure', requestId: c.get('requestId'), ...describeError(error) });
    if (isOutage(error)) return fail(c, 'notReady', 'server.unavailable', { retryS: OUTAGE_RETRY_S });
    return fail(c, 'internal', 'server.internal');
  });
  return { api, createLimit, ipOf, networkOf };
}

/** Answers in place of the API while the database opens. */
export function createOpeningApi(options: FrameOptions): Api {
  const { api } = createFrame({ ...options, database: null });
  addHealth(api, null, options.log);
  api.all('*', notReady);
  return api;
}
