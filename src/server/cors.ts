import { addVary, type Exchange, write } from './answers.ts';

/** Chromium keeps no preflight longer. */
const PREFLIGHT_MAX_AGE_S = 7200;

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'token, Idempotency-Key, Application-Secret, Content-Type',
  'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_S),
};

/**
 * Lets pages of the listed origins call the API, and no others. No credentials: the log-in token travels in a header.
 * Adds what an answer of any kind must say, errors too; a preflight is answered here, for anything else it is null.
 */
export function cors(c: Exchange, allowed: readonly string[]): Response | null {
  const { method, headers: sent } = c.env.incoming;
  const { origin } = sent;
  const isAllowed = origin !== undefined && allowed.includes(origin);
  if (allowed.length > 0) addVary(c, 'Origin');
  if (isAllowed) {
    c.get('headers')['Access-Control-Allow-Origin'] = origin;
    c.get('headers')['Access-Control-Expose-Headers'] = 'Retry-After, X-Request-Id';
  }
  const isPreflight = method === 'OPTIONS' && origin && sent['access-control-request-method'];
  return isPreflight ? write(c, 204, null, isAllowed ? PREFLIGHT_HEADERS : {}) : null;
}
