import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, addVary } from './answers.ts';

/** Chromium keeps no preflight longer. */
const PREFLIGHT_MAX_AGE_S = 7200;

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'token, Idempotency-Key, Content-Type',
  'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_S),
};

/**
 * Lets pages of the listed origins call the API, and no others. No credentials: the log-in token travels in a header.
 * The headers stand on Node's response, so that answers of every kind carry them, errors too.
 */
export function cors(allowed: readonly string[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const { origin } = incoming.headers;
    const isAllowed = origin !== undefined && allowed.includes(origin);
    if (allowed.length > 0) addVary(outgoing, 'Origin');
    if (isAllowed) {
      outgoing.setHeader('Access-Control-Allow-Origin', origin);
      outgoing.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    }
    const isPreflight = incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'];
    if (!origin || !isPreflight) return next();
    return c.body(null, 204, isAllowed ? PREFLIGHT_HEADERS : {});
  };
}
