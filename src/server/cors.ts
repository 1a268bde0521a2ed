import type { MiddlewareHandler } from 'hono';

/** Chromium caches a preflight no longer than this. */
const PREFLIGHT_MAX_AGE_S = 7200;

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'token, Idempotency-Key, Application-Secret, Content-Type, Content-Digest, Signature-Input, Signature, Finger-Version, MCP-Protocol-Version',
  'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_S),
};

/**
 * Lets only pages of the listed origins call the API. Hono's cors() would name methods and headers to other origins
 * too. No credentials: the log-in token travels in a header.
 */
export function corsFor(allowed: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin') ?? '';
    const isAllowed = allowed.includes(origin);
    if (allowed.length > 0) c.header('Vary', 'Origin');
    if (isAllowed) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header(
        'Access-Control-Expose-Headers',
        'Retry-After, X-Request-Id, Finger-Version, RateLimit, RateLimit-Policy, Deprecation, Sunset',
      );
    }
    const isPreflight = c.req.method === 'OPTIONS' && origin && c.req.header('access-control-request-method');
    return isPreflight ? c.body(null, 204, isAllowed ? PREFLIGHT_HEADERS : {}) : next();
  };
}
