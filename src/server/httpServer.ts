/** Node's HTTP server. Its own responses to malformed requests are envelopes with the same headers as all others. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { SERVER_CODES } from '../contract/errors.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { OUTAGE_RETRY_S, unreadableProblem } from './answers.ts';
import { hstsOf } from './hosting.ts';
import type { Log } from './log.ts';
import { localeOf, type ServerMessage, serverMessage } from './messages.ts';

type Headers = Record<string, string>;
type Kind = keyof typeof SERVER_CODES;

/** Headers of responses that are not pages, by the site's origin: no scripts, no frames, no cross-origin reads. */
export const apiHeaders = (site: string): Headers => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...hstsOf(site),
});

const WORDS = {
  badRequest: 'server.badRequest',
  tooSlow: 'server.tooSlow',
  tooLarge: 'server.tooLarge',
  headersTooLarge: 'server.headersTooLarge',
  expectation: 'server.expectation',
  notReady: 'server.unavailable',
} as const satisfies Partial<Record<Kind, ServerMessage>>;

/** Node's error codes that are more specific than a bad request. */
const KINDS = new Map<string | undefined, keyof typeof WORDS>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'tooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'tooSlow'],
]);

/** How long an ending server waits for the first byte of a connection. */
const FIRST_REQUEST_MS = 1_000;
/** How long callers get to read the answer that refuses their request when the server ends. */
const LAST_MS = 1_000;

export type SiteServer = Server & {
  /** From now on each response closes its connection, so that callers turn to another process. */
  retire(): void;
  /**
   * Takes no more connections, and resolves when all requests are answered. What is not answered after `graceMs` gets
   * a 503, or is cut off if its answer has begun.
   */
  end(graceMs: number): Promise<void>;
};

/** Creates a server that does not listen yet. `headers` are those of the responses that it sends by itself. */
export function createSiteServer(listener: RequestListener, headers: Headers, log: Log = () => {}): SiteServer {
  /** The current response of each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  const open = new Set<ServerResponse>();
  const connections = new Set<Socket>();
  let isRetired = false;

  // Otherwise Node itself would refuse a request without a Host, and send none of our headers.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    open.add(outgoing);
    outgoing.once('close', () => {
      open.delete(outgoing);
      // Of a response that had begun before, and promised to keep its connection.
      if (isRetired) setImmediate(() => server.listening || server.closeIdleConnections());
    });
    if (isRetired) outgoing.setHeader('Connection', 'close');
    if (hasItsHost(incoming)) listener(incoming, outgoing);
    else refuse(outgoing, 'badRequest');
  });

  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('checkExpectation', (_, outgoing) => refuse(outgoing, 'expectation'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    // In the middle of a response, a second head would be taken for a part of the body.
    const isAnswering = answer?.headersSent && !answer.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) return void socket.destroy();
    const { status, body, fields } = refusal(KINDS.get(error.code) ?? 'badRequest');
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  });

  function retire(): void {
    isRetired = true;
    for (const outgoing of open) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
  }

  async function end(graceMs: number): Promise<void> {
    retire();
    const closed = new Promise((resolve) => server.close(resolve));
    // Browsers open connections in advance, and Node waits for their first request, which nobody may send.
    void setTimeout(FIRST_REQUEST_MS, null, { ref: false }).then(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    });
    const within = (ms: number) => {
      const waiting = new AbortController();
      return Promise.race([closed, setTimeout(ms, 'late', { signal: waiting.signal })]).finally(() => waiting.abort());
    };
    if ((await within(graceMs)) !== 'late') return;
    for (const outgoing of open) if (!outgoing.headersSent) refuse(outgoing, 'notReady');
    await within(LAST_MS);
    server.closeAllConnections();
    await closed;
  }
  return Object.assign(server, { retire, end });

  function refusal(kind: keyof typeof WORDS, locale: Locale = DEFAULT_LOCALE) {
    const { status } = SERVER_CODES[kind];
    const body = JSON.stringify(unreadableProblem(kind, serverMessage(WORDS[kind], locale), log));
    const fields = {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'private, no-store',
      Connection: 'close',
      ...(kind === 'notReady' && { 'Retry-After': String(OUTAGE_RETRY_S) }),
    };
    return { status, body, fields };
  }

  function refuse(outgoing: ServerResponse, kind: keyof typeof WORDS): void {
    const { status, body, fields } = refusal(kind, localeOf(outgoing.req.headers['accept-language']));
    outgoing.writeHead(status, fields).end(body);
  }
}

/** True for one Host (RFC 9112, 3.2), or none in HTTP/1.0. Of several, proxies and servers choose different ones. */
function hasItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
