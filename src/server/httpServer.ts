/** Node's server, whose own answers to what is no request are envelopes with the headers of all the others. */
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

/** The headers of an answer that is no page, of the site at an origin: nothing in it is run, framed or read elsewhere. */
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

/** Node's codes of what is no bad request in general. */
const KINDS = new Map<string | undefined, keyof typeof WORDS>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'tooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'tooSlow'],
]);

/** A server that listens nowhere yet. `headers` are those of what it answers by itself. */
export function createSiteServer(listener: RequestListener, headers: Headers): Server {
  /** What a connection is being answered at present. */
  const answers = new WeakMap<Duplex, ServerResponse>();

  // Node would refuse a request without a host bare of all headers.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    if (hasItsHost(incoming)) listener(incoming, outgoing);
    else refuse(outgoing, 'badRequest');
  });

  server.on('checkExpectation', (_, outgoing) => refuse(outgoing, 'expectation'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    // A second head in the midst of an answer would be taken for a part of it.
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

/** One Host, as RFC 9112, 3.2 demands; HTTP/1.0 knew none. Of several, proxies and servers choose differently. */
function hasItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
