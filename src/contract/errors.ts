/**
 * The error catalogue: what the client does with each response. It is section 8 of the specification in one table; the
 * tests are generated from it.
 */
import { SUCCESS } from './common.ts';

/**
 * return    the body goes to the caller
 * reject    the call rejects with an ApiError that holds code and message
 * relogin   one dialog asks whether to log in again; the call rejects
 */
export type Outcome = 'return' | 'reject' | 'relogin';

export interface Rule {
  /** 'stays': until the visitor closes it, since only the message explains why they are on the page. */
  toast: boolean | 'stays';
  outcome: Outcome;
  /** Route that the visitor is sent to, in their locale */
  destination?: string;
}

/** Codes with their own rule, which applies at any HTTP status. */
export const CODES: Readonly<Record<number, Rule>> = {
  [SUCCESS]: { toast: false, outcome: 'return' },
  50008: { toast: false, outcome: 'relogin' },
  50012: { toast: false, outcome: 'relogin' },
  50014: { toast: false, outcome: 'relogin' },
  28006: { toast: 'stays', outcome: 'reject', destination: '/' },
  28019: { toast: true, outcome: 'reject', destination: '/locked' },
  28005: { toast: true, outcome: 'return' },
  28020: { toast: true, outcome: 'return' },
  20001: { toast: true, outcome: 'return' },
  28003: { toast: true, outcome: 'return' },
  28010: { toast: true, outcome: 'return' },
  28000: { toast: true, outcome: 'return' },
};

/** Any other code. */
export const OTHER: Rule = { toast: true, outcome: 'reject' };

/** HTTP 403, if the code has no rule of its own. */
export const FORBIDDEN: Rule = { toast: 'stays', outcome: 'reject', destination: '/' };

/** `success: false` with an HTTP status that is an error too. */
const REFUSED: Rule = { toast: false, outcome: 'return' };

/** Every route to which an answer can lead. */
export const DESTINATIONS: readonly string[] = /* @__PURE__ */ [...Object.values(CODES), FORBIDDEN].flatMap(
  ({ destination }) => destination ?? [],
);

/** The rule for a response by its status and body, in order of precedence; null means a transport failure. */
export function judge(status: number, { code, success }: { code: number | undefined; success: unknown }): Rule | null {
  const rule = code === undefined ? undefined : CODES[code];
  if (rule) return rule;
  if (status === 403) return FORBIDDEN;
  if (success === false && !isOk(status)) return REFUSED;
  return code === undefined ? null : OTHER;
}

export const isOk = (status: number) => status >= 200 && status < 300;

/** Codes of this project's own server, outside the catalogue; the client treats them as any other code. */
export const SERVER_CODES = {
  badRequest: { code: 40000, status: 400 },
  unauthorized: { code: 40100, status: 401 },
  notFound: { code: 40400, status: 404 },
  methodNotAllowed: { code: 40500, status: 405 },
  tooSlow: { code: 40800, status: 408 },
  conflict: { code: 40900, status: 409 },
  gone: { code: 41000, status: 410 },
  tooLarge: { code: 41300, status: 413 },
  wrongType: { code: 41500, status: 415 },
  expectation: { code: 41700, status: 417 },
  invalid: { code: 42200, status: 422 },
  tooMany: { code: 42900, status: 429 },
  headersTooLarge: { code: 43100, status: 431 },
  internal: { code: 50000, status: 500 },
  notReady: { code: 50300, status: 503 },
  noRoom: { code: 50700, status: 507 },
} as const;

/** Codes of CODES that our own server sends. */
export const USER_CODES = {
  /** The session is over */
  expired: { code: 50008, status: 401 },
  /** The session was ended: from another device, by a new password, by the operator */
  revoked: { code: 50012, status: 401 },
  /** The token is missing, or no session has it */
  unknown: { code: 50014, status: 401 },
  locked: { code: 28019, status: 423 },
  /** A member of a company lacks the permission. Pages offer only what is permitted: it was taken away meanwhile */
  forbidden: { code: 28006, status: 403 },
} as const;

/**
 * Codes of the partner API: a request that is not signed as asked, and the seven layers in their order
 * (server/partner/layers.ts). Pages of the site never get them.
 */
export const PARTNER_CODES = {
  unsigned: { code: 47001, status: 400 },
  tls: { code: 47101, status: 403 },
  key: { code: 47201, status: 401 },
  network: { code: 47301, status: 403 },
  time: { code: 47401, status: 401 },
  nonce: { code: 47501, status: 401 },
  signature: { code: 47601, status: 401 },
  scope: { code: 47701, status: 403 },
} as const;

/** Failures before an envelope could be read. Each has its own message in ui.json: `error.<kind>`. */
export type TransportKind = 'offline' | 'unreachable' | 'timeout' | 'server' | 'notJson' | 'wrongShape';

/**
 * The API refused. `code` is from its response, else the HTTP status, or 0. `fields` has the fault of each field.
 * `requestId` finds the request in the log of our own server.
 */
export class ApiError extends Error {
  readonly code: number;
  readonly fields: readonly { field: string; message: string }[];
  readonly requestId: string | undefined;
  constructor(code: number, message: string, fields: ApiError['fields'] = [], requestId?: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** What the server says of a failure, with the request id to quote if it has sent one. */
export type ServerWords = { text: string; requestId?: string | undefined };

/** No response of the API could be read. `status` is the HTTP status, or 0 if there was none. */
export class TransportError extends Error {
  readonly kind: TransportKind;
  readonly status: number;
  constructor(kind: TransportKind, status = 0, options?: ErrorOptions) {
    super(`${kind}${status ? ` (HTTP ${status})` : ''}`, options);
    this.name = 'TransportError';
    this.kind = kind;
    this.status = status;
  }
}
