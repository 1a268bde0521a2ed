/** Responses of the API: one envelope for all. Error messages are in the caller's language. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Envelope, type FieldErrors, type Problem, SUCCESS } from '../contract/all.ts';
import { PARTNER_CODES, SERVER_CODES, USER_CODES } from '../contract/errors.ts';
import type { Fault } from '../forms/faults.ts';
import { faultWord } from '../forms/faultWords.ts';
import type { Log } from './log.ts';
import { localeOf, type ServerMessage, serverMessage } from './messages.ts';
import { newReference } from './shared/reference.ts';

export type ApiEnv = { Bindings: HttpBindings; Variables: { requestId: string } };
export type ApiContext = Context<ApiEnv>;
type Headers = Record<string, string>;

const ERRORS = { ...SERVER_CODES, ...USER_CODES, ...PARTNER_CODES };
export type ErrorKind = keyof typeof ERRORS;

/** The route in the log of requests that Node or Hono cannot read. */
export const UNREADABLE = 'unreadable';

/** Retry-After in seconds while the database does not respond: the longest time that a query may take. */
export const OUTAGE_RETRY_S = 5;

const JSON_TYPE = 'application/json; charset=utf-8';
const STATIC_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';
/** In bytes. Smaller bodies fit into one packet anyway. */
const LEAST_TO_COMPRESS = 1024;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export const success = <T>(data: T): Envelope<T> => ({ code: SUCCESS, message: 'OK', data });

/** The envelope of a problem. Its request id is in the log too, and visitors are asked to quote it. */
export const problem = <T>(kind: ErrorKind, message: string, requestId: string, data: T): Problem<T> => ({
  code: ERRORS[kind].code,
  message,
  data,
  requestId,
});

/** The envelope of a request that reaches no route, with its line in the log. */
export function unreadableProblem(kind: ErrorKind, message: string, log: Log): Problem<null> {
  const requestId = newReference('FR');
  const { status } = ERRORS[kind];
  log({ level: status < 500 ? 'info' : 'error', event: 'request', route: UNREADABLE, status, requestId });
  return problem(kind, message, requestId, null);
}

/** Sends an envelope that no cache may store. */
export function send(c: ApiContext, status: ContentfulStatusCode, body: Envelope, headers: Headers = {}): Response {
  const all = { 'Content-Type': JSON_TYPE, 'Cache-Control': 'private, no-store', ...headers };
  return write(c, status, Buffer.from(JSON.stringify(body)), all);
}

/**
 * Sends an error of the contract with a message in the caller's language. `field` is the field at fault. `retryS` is
 * the number of seconds after which the caller may retry.
 */
export function fail(
  c: ApiContext,
  kind: ErrorKind,
  message: ServerMessage,
  { field, retryS, headers }: { field?: string; retryS?: number; headers?: Headers } = {},
): Response {
  const sentence = serverMessage(message, localeOf(c.req.header('accept-language')));
  return sendError(c, kind, sentence, field === undefined ? null : [{ field, message: sentence }], {
    ...(retryS !== undefined && { 'Retry-After': String(retryS) }),
    ...headers,
  });
}

/** The answer while the database is opening. */
export const notReady = (c: ApiContext) => fail(c, 'notReady', 'server.notReady', { retryS: 1 });

/** The answer to a caller over a limit, who may call again after `wait` milliseconds. */
export const tooMany = (c: ApiContext, wait: number) =>
  fail(c, 'tooMany', 'server.tooMany', { retryS: Math.ceil(wait / 1000) });

/** Sends a 422 that lists the fault of each field; its message is that of the first. */
export function failFields(
  c: ApiContext,
  faults: readonly { field: string; message: ServerMessage; value?: string }[],
): Response {
  const locale = localeOf(c.req.header('accept-language'));
  const fields = faults.map(({ field, message, value }) => ({ field, message: serverMessage(message, locale, value) }));
  return sendError(c, 'invalid', fields[0]?.message ?? '', fields);
}

/** Sends a 422 of the faults that the shapes of forms have found. */
export const failFaults = (c: ApiContext, faults: readonly Fault[]): Response =>
  failFields(
    c,
    faults.map(({ field, key, value }) => ({ field, message: faultWord(key), value })),
  );

function sendError(
  c: ApiContext,
  kind: ErrorKind,
  message: string,
  fields: FieldErrors['fields'] | null,
  headers: Headers = {},
): Response {
  c.header('Vary', 'Accept-Language', { append: true });
  const data: FieldErrors | null = fields && { fields };
  return sendProblem(c, kind, message, data, headers);
}

/** Sends an error whose message is not for visitors. */
export function sendProblem(
  c: ApiContext,
  kind: ErrorKind,
  message: string,
  data: unknown = null,
  headers: Headers = {},
): Response {
  const requestId = c.get('requestId');
  const body = problem(kind, message, requestId, data);
  return send(c, ERRORS[kind].status, body, { 'X-Request-Id': requestId, ...headers });
}

/** One encoding of a response that stays the same until the next deployment. A 304 omits `headers`. */
export interface Variant {
  etag: string;
  headers: Headers;
  body: () => Buffer | Promise<Buffer>;
}
export type Prepared = { identity: Variant } & Partial<Record<'br' | 'gzip', Variant>>;

export const prepare = (value: unknown): Promise<Prepared> => prepareText(JSON.stringify(value), JSON_TYPE);

export async function prepareText(text: string, type: string): Promise<Prepared> {
  const bytes = Buffer.from(text);
  const hash = hashOf(bytes);
  const variant = (body: Buffer, coding?: 'br' | 'gzip'): Variant => ({
    etag: `"${hash}${coding ? `-${coding}` : ''}"`,
    headers: { 'Content-Type': type, ...(coding && { 'Content-Encoding': coding }) },
    body: () => body,
  });
  const identity = variant(bytes);
  if (bytes.length < LEAST_TO_COMPRESS) return { identity };
  // Quality 11 takes 20 times as long and saves a tenth; the first caller waits for the compression.
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes)]);
  return { identity, br: variant(br, 'br'), gzip: variant(gz, 'gzip') };
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/**
 * Sends the smallest encoding that the caller accepts, or a 304 if the caller has it cached. Both carry `headers`.
 * Rejects if the body cannot be read.
 */
export function sendPrepared(
  c: Context,
  prepared: Prepared,
  headers: Headers = { 'Cache-Control': STATIC_CACHE },
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '');
  const accepts = (coding: string) => accepted.some(({ type, q }) => type.toLowerCase() === coding && q > 0);
  const { identity, br, gzip } = prepared;
  c.header('Vary', 'Accept-Encoding', { append: true });
  return sendVariant(c, (accepts('br') && br) || (accepts('gzip') && gzip) || identity, headers, status);
}

/** Sends a body, or a 304 if the caller has it cached. */
export async function sendVariant(
  c: Context,
  { etag, headers: variantHeaders, body }: Variant,
  headers: Headers,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const isKnown = status === 200 && holds(c.req.header('if-none-match'), etag);
  if (isKnown) return c.body(null, 304, { ...headers, ETag: etag });
  return write(c, status, await body(), { ...headers, ...variantHeaders, ETag: etag });
}

/** Sets Content-Length itself, because a HEAD response has no body to count it from. */
function write(c: Context, status: ContentfulStatusCode, body: Buffer, headers: Headers): Response {
  return c.body(body as Buffer<ArrayBuffer>, status, { ...headers, 'Content-Length': String(body.length) });
}

/** True if If-None-Match names the tag (weak comparison, RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const [current, ...known] = [etag, ...(ifNoneMatch ?? '').split(',')].map((tag) => tag.trim().replace(/^W\//, ''));
  return known.some((tag) => tag === '*' || tag === current);
}
