/** Node's HTTP server. Its own responses to malformed requests are envelopes with the same headers as all others. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Envelope } from '../contract/all.ts';
import { SERVER_CODES } from '../contract/errors.ts';
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { hstsOf } from './hosting.ts';
import { type ServerMessage, serverMessage } from './messages.ts';

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
} as const satisfies Partial<Record<Kind, ServerMessage>>;

/** Node's error codes that are more specific than a bad request. */
const KINDS = new Map<string | undefined, keyof typeof WORDS>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'tooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'tooSlow'],
]);

/** Creates a server that does not listen yet. `headers` are those of the responses that it sends by itself. */
export function createSiteServer(listener: RequestListener, headers: Headers): Server {
  /** The current response of each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();

  // Otherwise Node itself would refuse a request without a Host, and send none of our headers.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    if (hasItsHost(incoming)) listener(incoming, outgoing);
    else refuse(outgoing, 'badRequest');
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
  return server;

  function refusal(kind: keyof typeof WORDS) {
    const { code, status } = SERVER_CODES[kind];
    const body = JSON.stringify({
      code,
      message: serverMessage(WORDS[kind], DEFAULT_LOCALE),
      data: null,
    } satisfies Envelope);
    const fields = {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'private, no-store',
      Connection: 'close',
    };
    return { status, body, fields };
  }

  function refuse(outgoing: ServerResponse, kind: keyof typeof WORDS): void {
    const { status, body, fields } = refusal(kind);
    outgoing.writeHead(status, fields).end(body);
  }
}

/** True for one Host (RFC 9112, 3.2), or none in HTTP/1.0. Of several, proxies and servers choose different ones. */
function hasItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
