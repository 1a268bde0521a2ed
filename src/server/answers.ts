/** How the API answers: one envelope, written straight to Node's response, which a Response object would cost twice. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Envelope, type FieldErrors, SUCCESS } from '../contract/all.ts';
import { SERVER_CODES } from '../contract/errors.ts';
import { localeOf, type ServerMessage, serverMessage } from './messages.ts';

/** `headers` go out with whatever is answered; Node's own setHeader would make every answer take its slow way. */
export type ApiEnv = {
  Bindings: HttpBindings;
  Variables: { requestId: string; headers: Record<string, string> };
};

/** What answering needs of Hono's context, so that an answer can also be given before there is one. */
export interface Exchange {
  env: HttpBindings;
  get(name: 'headers'): Record<string, string>;
  get(name: 'requestId'): string;
}

/** When to come again while the database does not answer: as long as a query may take. */
export const OUTAGE_RETRY_S = 5;

const JSON_TYPE = 'application/json; charset=utf-8';
const STATIC_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';
/** Smaller bodies fit one packet anyway. */
const LEAST_TO_COMPRESS = 1024;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export const success = <T>(data: T): Envelope<T> => ({ code: SUCCESS, message: 'OK', data });

/** Answers with an envelope that no cache may keep. */
export function send(
  c: Exchange,
  status: number,
  body: Envelope,
  headers: OutgoingHttpHeaders = {},
): typeof RESPONSE_ALREADY_SENT {
  return write(c, status, Buffer.from(JSON.stringify(body)), {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'private, no-store',
    ...headers,
  });
}

/** Answers with an error of SERVER_CODES and a message in the caller's language; `field` is what it is about. */
export function fail(
  c: Exchange,
  kind: keyof typeof SERVER_CODES,
  message: ServerMessage,
  { field, headers }: { field?: string; headers?: OutgoingHttpHeaders } = {},
): typeof RESPONSE_ALREADY_SENT {
  const { code, status } = SERVER_CODES[kind];
  const said = serverMessage(message, localeOf(c.env.incoming.headers['accept-language']));
  const data: FieldErrors | null = field === undefined ? null : { fields: [{ field, message: said }] };
  addVary(c, 'Accept-Language');
  return send(c, status, { code, message: said, data }, { 'X-Request-Id': c.get('requestId'), ...headers });
}

/** Answers 422 with what is wrong with each of some fields; the message is that of the first. */
export function failFields(
  c: Exchange,
  faults: readonly { field: string; message: ServerMessage; value?: string }[],
): typeof RESPONSE_ALREADY_SENT {
  const { code, status } = SERVER_CODES.invalid;
  const locale = localeOf(c.env.incoming.headers['accept-language']);
  const fields = faults.map(({ field, message, value }) => ({ field, message: serverMessage(message, locale, value) }));
  const data: FieldErrors = { fields };
  addVary(c, 'Accept-Language');
  return send(c, status, { code, message: fields[0]?.message ?? '', data }, { 'X-Request-Id': c.get('requestId') });
}

interface Variant {
  body: Buffer;
  etag: string;
  headers: OutgoingHttpHeaders;
}

/** An answer that stays the same until the next deployment: its bytes in every encoding. */
export interface Prepared {
  identity: Variant;
  br?: Variant;
  gzip?: Variant;
}

export async function prepare(value: unknown): Promise<Prepared> {
  const json = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  const variant = (body: Buffer, coding: 'br' | 'gzip' | null): Variant => {
    const etag = coding ? `"${hash}-${coding}"` : `"${hash}"`;
    const encoding = coding && { 'Content-Encoding': coding };
    return {
      body,
      etag,
      headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': STATIC_CACHE, ETag: etag, ...encoding },
    };
  };
  const identity = variant(json, null);
  if (json.length < LEAST_TO_COMPRESS) return { identity };
  // Quality 11 takes 20 times as long for a tenth less; the first caller waits for this.
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gz] = await Promise.all([brotli(json, { params }), gzip(json)]);
  return { identity, br: variant(br, 'br'), gzip: variant(gz, 'gzip') };
}

/** Answers with prepared bytes, or 304 where the caller has them. */
export function sendPrepared(c: Exchange, prepared: Prepared): typeof RESPONSE_ALREADY_SENT {
  const { identity, br, gzip } = prepared;
  const { 'accept-encoding': accepted, 'if-none-match': known } = c.env.incoming.headers;
  if (br) addVary(c, 'Accept-Encoding');
  const { body, etag, headers } =
    (accepted && br && accepts(accepted, 'br') && br) ||
    (accepted && gzip && accepts(accepted, 'gzip') && gzip) ||
    identity;
  if (holds(known, etag)) return write(c, 304, null, { ETag: etag, 'Cache-Control': STATIC_CACHE });
  return write(c, 200, body, headers);
}

/** Adds a name to Vary, which several parts of an answer depend on. */
export function addVary(c: Exchange, name: string): void {
  const headers = c.get('headers');
  headers.Vary = headers.Vary ? `${headers.Vary}, ${name}` : name;
}

/** Answers with bytes, or with none where the status allows none. */
export function write(
  c: Exchange,
  status: number,
  body: Buffer | null,
  headers: OutgoingHttpHeaders,
): typeof RESPONSE_ALREADY_SENT {
  const length = body && { 'Content-Length': body.length };
  c.env.outgoing.writeHead(status, { ...c.get('headers'), ...headers, ...length }).end(body ?? undefined);
  return RESPONSE_ALREADY_SENT;
}

/** True where Accept-Encoding names the coding and does not refuse it by q=0. */
function accepts(header: string | string[] | undefined, coding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}

/** True where If-None-Match names the tag (weak comparison, RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
