/**
 * One conditional GET of a feed, protected against hostile servers: it never connects to an address inside our own
 * network, limits sizes and times, and follows only a few redirects and no redirect loop. createAsker() is that
 * connection alone, for webhooks too (webhooks/post.ts).
 *
 * It uses Node's http instead of fetch(), because only http exposes the address that a connection goes to. Each name is
 * resolved once, here; the addresses are checked, and the connection goes to a checked one. A name that resolves to
 * something else the next time (DNS rebinding) gains nothing.
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv4, type LookupFunction, type Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isNowhere, normalizeIp, rangeOf } from '../geo/addresses.ts';
import { type FaultKind, FeedFault } from './errors.ts';

export interface FetchLimits {
  /** Of the body, both as sent and unpacked */
  bytes: number;
  /** From the first connection to the last byte, redirects included */
  ms: number;
  redirects: number;
}

export interface AskerOptions {
  /** Also allows addresses of one's own network, and any port: for tests and for servers there */
  allowPrivate?: boolean;
  /** True if an IP address may be connected to; by default, every public one may */
  mayConnect?: (ip: string) => boolean;
  lookup?: typeof dnsLookup;
}

export interface FetcherOptions extends AskerOptions {
  limits: FetchLimits;
  /** Identifies us: some publishers refuse clients that give no contact */
  userAgent: string;
}

/** A request of an asker; by default a GET. */
export interface FetchRequest {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Asker {
  /** The URL to request. Throws a FeedFault if it is not allowed; a redirect from https to http is not. */
  judgedUrl: (address: string, from?: URL) => URL;
  /** Asks a judged URL, and resolves when the headers of the answer are here. Reject: see faultOf(). */
  ask: (url: URL, asked: FetchRequest, signal: AbortSignal) => Promise<IncomingMessage>;
}

/** Cache validators of the previous response. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Fetched extends Validators {
  bytes: Buffer;
  contentType: string | null;
  /** The URL that answered, after redirects */
  url: string;
  /** Why the body is incomplete. The received part is usable, but its validators are not kept */
  incomplete: 'too large' | 'timeout' | 'cut off' | null;
}

export interface Fetcher {
  /** Returns null if the feed has not changed. Throws a FeedFault. */
  fetch: (url: string, validators: Validators, signal?: AbortSignal) => Promise<Fetched | null>;
}

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/json;q=0.8, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Refused, although ipaddr.js takes them for public: IPv6 addresses that contain an IPv4 address and could lead to a
 * private one, and the metadata service of Azure, which has a public address.
 */
const REFUSED = new BlockList();
REFUSED.addSubnet('::', 96, 'ipv6');
REFUSED.addAddress('168.63.129.16', 'ipv4');

/** True for an address on the public internet. */
export function isPublicAddress(ip: string): boolean {
  const address = normalizeIp(ip);
  return address !== null && !isNowhere(address) && !REFUSED.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * What one's own network consists of, by the names of ipaddr.js. Link-local addresses are not among them: at
 * 169.254.169.254, clouds give away the keys of a machine.
 */
const OWN_NETWORK = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'loopback']);

function isPublicOrOwn(ip: string): boolean {
  const address = normalizeIp(ip);
  return isPublicAddress(ip) || (address !== null && OWN_NETWORK.has(rangeOf(address)));
}

/** Requests to strangers' servers that never reach an address of our own network, unless it is allowed. */
export function createAsker({
  allowPrivate = false,
  mayConnect = allowPrivate ? isPublicOrOwn : isPublicAddress,
  lookup = dnsLookup,
}: AskerOptions): Asker {
  // A new connection for every request: requests to a server are minutes apart.
  const connection = { agent: false, lookup: judgedLookup(lookup, mayConnect) } as const;
  return { judgedUrl, ask };

  function judgedUrl(address: string, from?: URL): URL {
    const url = URL.parse(address, from?.href);
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
      throw new FeedFault('address');
    }
    if (from?.protocol === 'https:' && url.protocol !== 'https:') throw new FeedFault('address');
    if (url.port && !allowPrivate) throw new FeedFault('address');
    // A literal address needs no DNS lookup, so it is checked here.
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !mayConnect(literal)) throw new FeedFault('private address');
    url.hash = '';
    return url;
  }

  function ask(
    url: URL,
    { method = 'GET', headers, body }: FetchRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const asked = request(url, { ...connection, method, headers, signal }, resolve);
      asked.once('error', reject);
      // The last check before anything is sent, however the socket was obtained.
      asked.once('socket', (socket: Socket) => {
        const judge = () => {
          const { remoteAddress } = socket;
          if (remoteAddress && !mayConnect(remoteAddress)) asked.destroy(new FeedFault('private address'));
        };
        if (socket.connecting) socket.once('connect', judge);
        else judge();
      });
      asked.end(body);
    });
  }
}

export function createFetcher(options: FetcherOptions): Fetcher {
  const { limits, userAgent } = options;
  const { judgedUrl, ask } = createAsker(options);

  return {
    async fetch(url, { etag, lastModified }, signal) {
      const headers: Record<string, string> = {
        Accept: ACCEPT,
        'Accept-Encoding': 'gzip, br',
        'User-Agent': userAgent,
        ...(etag && { 'If-None-Match': etag }),
        ...(lastModified && { 'If-Modified-Since': lastModified }),
      };
      const deadline = AbortSignal.timeout(limits.ms);
      const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const seen = new Set<string>();
      for (let at = judgedUrl(url); ; ) {
        if (seen.has(at.href) || seen.size > limits.redirects) throw new FeedFault('too many redirects');
        seen.add(at.href);
        const answer = await ask(at, { headers }, ends).catch((error) => {
          throw faultOf(error, deadline);
        });
        const { statusCode: status = 0 } = answer;
        const { location } = answer.headers;
        if (REDIRECTS.has(status) && location) {
          answer.destroy();
          at = judgedUrl(location, at);
          continue;
        }
        if (status === 304 && (etag || lastModified)) {
          answer.resume();
          return null;
        }
        if (status !== 200) {
          answer.destroy();
          throw new FeedFault(`status ${status}`, retryAfterOf(answer));
        }
        const { bytes, incomplete } = await bodyOf(answer, deadline);
        const keep = (name: 'etag' | 'last-modified') => (incomplete ? null : (answer.headers[name] ?? null));
        return {
          bytes,
          incomplete,
          contentType: answer.headers['content-type'] ?? null,
          etag: keep('etag'),
          lastModified: keep('last-modified'),
          url: at.href,
        };
      }
    },
  };

  /** The body as far as it arrives, and why it is incomplete. The newest items are mostly at the top. */
  async function bodyOf(
    answer: IncomingMessage,
    deadline: AbortSignal,
  ): Promise<Pick<Fetched, 'bytes' | 'incomplete'>> {
    const parts: Buffer[] = [];
    let size = 0;
    let incomplete: Fetched['incomplete'] = null;
    const unpack = unpackerOf(answer.headers['content-encoding']);
    if (unpack) {
      let sent = 0;
      answer.on('data', (part: Buffer) => {
        sent += part.length;
        if (sent > limits.bytes) answer.destroy(new FeedFault('too large'));
      });
      answer.once('error', (error) => unpack.destroy(error));
      answer.pipe(unpack);
    }
    try {
      for await (const part of (unpack ?? answer) as AsyncIterable<Buffer>) {
        const room = limits.bytes - size;
        parts.push(part.length > room ? part.subarray(0, room) : part);
        size += Math.min(part.length, room);
        if (part.length > room) throw new FeedFault('too large');
      }
    } catch (error) {
      const { kind } = faultOf(error, deadline);
      if (kind === 'too large' || kind === 'timeout') incomplete = kind;
      else if (kind === 'no connection' || kind === 'failed') incomplete = 'cut off';
      else throw new FeedFault(kind);
      if (size === 0) throw new FeedFault(incomplete);
    } finally {
      answer.destroy();
      unpack?.destroy();
    }
    return { bytes: Buffer.concat(parts, size), incomplete };
  }
}

/** Resolves a name and returns only addresses that may be connected to. */
function judgedLookup(lookup: typeof dnsLookup, mayConnect: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 4);
      const allowed = (found as LookupAddress[]).filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (!first) return callback(new FeedFault('private address'), '', 4);
      if (options.all) (callback as unknown as (error: null, found: LookupAddress[]) => void)(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** Decodes the encodings of RFC 9110 that servers use, requested or not. A truncated body gives as much as it can. */
function unpackerOf(encoding: string | undefined): Transform | null {
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase() || 'identity') {
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      return createInflate(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new FeedFault('bad encoding');
  }
}

/** Milliseconds of Retry-After, which is in seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after'];
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** What went wrong with a request. `deadline` is the limit of its time. */
export function faultOf(error: unknown, deadline: AbortSignal): FeedFault {
  if (error instanceof FeedFault) return error;
  if (deadline.aborted) return new FeedFault('timeout');
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return new FeedFault(name === 'AbortError' ? 'stopped' : kindOfCode(code));
}

function kindOfCode(code: string): FaultKind {
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'name not found';
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^EPROTO|_SSL_/.test(code)) return 'certificate';
  if (/^(ECONN|EHOST|ENET|EPIPE|EADDR|ETIMEDOUT|EACCES|EPERM)/.test(code)) return 'no connection';
  if (/^(Z_|ERR__?ERROR|ERR_BROTLI|ERR_PADDING)|BROTLI/.test(code)) return 'bad encoding';
  return 'failed';
}
