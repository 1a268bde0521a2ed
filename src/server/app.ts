/** The web server: the built site (pages, files, redirects and headers as dist holds them) and the API beside it. */
import { type ReadStream, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import sirv from 'sirv';
import { SERVER_CODES } from '../contract/errors.ts';
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { localize, splitLocale } from '../i18n/urls.ts';
import { lookUp } from '../lookUp.ts';
import { ANY_ID, type RoutePath } from '../routes.ts';
import { OUTAGE_RETRY_S } from './answers.ts';
import { BODY_LIMITS, bodyKindOf, hasBody, letGoBy } from './bodies.ts';
import { headersFor, matchRedirect, parseHeaders, parseRedirects, SHELLS } from './hosting.ts';
import { serverMessage } from './messages.ts';
import { exactPathname } from './spelling.ts';

type Env = { Bindings: HttpBindings };
interface App {
  fetch: (request: Request, env?: HttpBindings) => Response | Promise<Response>;
  /** Answers by itself what it can without Hono, which costs more than many an answer; false where it cannot. */
  again?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Of every answer that is no page */
  headers?: Record<string, string>;
  /** Counts a request as a call of its sender; the milliseconds until the next one is allowed, 0 where this one is */
  wait?: (incoming: IncomingMessage) => Promise<number>;
}

/** The shells whose ids the database knows. */
const KINDS: Partial<Record<string, 'news' | 'flash'>> = {
  '/datahub/news/{id}': 'news',
  '/datahub/flash/{id}': 'flash',
} satisfies Partial<Record<RoutePath, 'news' | 'flash'>>;

/** Whether there is an item to show; null where nobody can tell at present. */
type Holds = (kind: 'news' | 'flash', id: string) => Promise<boolean | null>;

/**
 * The built site, and the API at /api. `holds` tells the ids of news and flashes; without it there are none.
 * Files are listed once: after a new build the server is started anew. Throws where `_headers` or `_redirects` is
 * missing.
 */
export function createApp({ dist, api, holds }: { dist: string; api?: App; holds?: Holds }): App {
  const site = new Hono<Env>();
  site.notFound(siteHandler(dist, holds, api?.wait));
  // One look at the address: the router of one app before that of the other would cost each call a tenth.
  return {
    ...(api?.again && { again: api.again }),
    ...(api?.headers && { headers: api.headers }),
    fetch: (request, env) => (api && isApi(env?.incoming.url) ? api : site).fetch(request, env),
  };
}

/** True for /api and what is below it, also where the caller sends the address whole (RFC 9112, 3.2.2). */
function isApi(url = ''): boolean {
  return /^(?:https?:\/\/[^/?]+)?\/api(?:[/?]|$)/.test(url);
}

/** For http.createServer. The globals stay Node's own: with Hono's, HEAD of what sirv has answered would fail. */
export function createListener(app: App): RequestListener {
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
    // It would cut off half a second after the answer what is still being sent; see letGoBy.
    autoCleanupIncoming: false,
    // HTTP/1.0, which checks of load balancers still speak, names no host.
    hostname: 'localhost',
    // A request whose address or host cannot be read belongs to no page: the API's envelope does for both.
    errorHandler: (error) => {
      const { code, status } = SERVER_CODES[error instanceof RequestError ? 'badRequest' : 'internal'];
      const message = serverMessage(status === 400 ? 'server.badRequest' : 'server.internal', DEFAULT_LOCALE);
      return Response.json({ code, message, data: null }, { status, headers: app.headers ?? {} });
    },
  });
  return (incoming, outgoing) => {
    if (hasBody(incoming)) {
      const { ms } = BODY_LIMITS[bodyKindOf(incoming.url ?? '')];
      outgoing.once('finish', () => letGoBy(incoming, ms));
    }
    if (!app.again?.(incoming, outgoing)) listener(incoming, outgoing);
  };
}

function siteHandler(dist: string, holds: Holds = async () => false, wait: App['wait'] = async () => 0) {
  const headerRules = parseHeaders(readFileSync(join(dist, '_headers'), 'utf8'));
  const pageHeaders = headersFor(headerRules, '/404');
  const redirects = parseRedirects(readFileSync(join(dist, '_redirects'), 'utf8')).filter(
    ({ status }) => status === 302,
  );
  const serveFile = sirv(dist, { etag: true, brotli: true, gzip: true, extensions: ['html'] });
  const addresses = new Set(readdirSync(dist, { recursive: true }).flatMap((file) => addressesOf(String(file))));

  return (c: Context<Env>): Response | Promise<Response> => {
    const { pathname, search } = new URL(c.req.url);
    const plain = plainPathname(pathname);
    if (plain === null) return missing(c, '/');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return empty(c, 405, { Allow: 'GET, HEAD' });
    }

    const exact = exactPathname(plain);
    if (exact !== null && exact !== pathname) return empty(c, 308, { Location: exact + search });
    const rule = matchRedirect(redirects, plain);
    if (rule) return empty(c, 302, { Location: rule.to });

    const { locale, path } = splitLocale(plain);
    if (path === '/404') return missing(c, plain);
    const shell = exact === null ? undefined : SHELLS.find(({ stem }) => path.startsWith(stem));
    if (addresses.has(decodeURI(plain)) && path !== shell?.file) return send(c, plain, 200);
    const file = shell && localize(shell.file, locale);
    if (!file || !addresses.has(file)) return missing(c, plain);
    if (shell.route.path === ANY_ID) return send(c, file, 200);
    const kind = lookUp(KINDS, shell.route.path);
    if (!kind) return send(c, file, 404);
    return sendItem(c, file, kind, path.slice(shell.stem.length));
  };

  /** Answers with the shell of an item; a status other than 200 is for machines, its reader learns why from the shell. */
  async function sendItem(c: Context<Env>, file: string, kind: 'news' | 'flash', id: string): Promise<Response> {
    const ms = await wait(c.env.incoming);
    if (ms > 0) return send(c, file, 429, Math.ceil(ms / 1000));
    const found = await holds(kind, id);
    // Nobody can tell at present.
    if (found === null) return send(c, file, 503, OUTAGE_RETRY_S);
    return send(c, file, found ? 200 : 404);
  }

  function empty(c: Context<Env>, status: 302 | 308 | 405, headers: Record<string, string>): Response {
    return c.body(null, status, { ...pageHeaders, ...headers, 'Content-Length': '0' });
  }

  /** The 404 page in the locale of a pathname. */
  function missing(c: Context<Env>, pathname: string): Response {
    const page = [localize('/404', splitLocale(pathname).locale), '/404'].find((address) => addresses.has(address));
    return page ? send(c, page, 404) : c.text('Not found', 404, pageHeaders);
  }

  /** Answers with the file of an address, compressed as the visitor accepts it. The address must be in `addresses`. */
  function send(c: Context<Env>, address: string, status: 200 | 404 | 429 | 503, retryS?: number): Response {
    const { incoming, outgoing } = c.env;
    if (retryS !== undefined) outgoing.setHeader('Retry-After', retryS);
    const etag = status === 200 ? incoming.headers['if-none-match'] : undefined;
    for (const [name, value] of Object.entries(headersFor(headerRules, address))) outgoing.setHeader(name, value);
    outgoing.setHeader('Vary', 'Accept-Encoding');
    // sirv has no name for it, and what it has none for it calls nothing.
    if (address.endsWith('.ico')) outgoing.setHeader('Content-Type', 'image/x-icon');

    // sirv knows no other status than its own, and leaves the ETag out of a 304.
    const writeHead = outgoing.writeHead.bind(outgoing);
    outgoing.writeHead = ((code: number, headers: OutgoingHttpHeaders = etag ? { ETag: etag } : {}) =>
      writeHead(code === 200 ? status : code, headers)) as ServerResponse['writeHead'];
    // sirv does not watch the file that it pipes: one gone since the start would end the process, one that a build has
    // made shorter would keep its visitor waiting, and one of a visitor who left would stay open.
    outgoing.once('pipe', (file: ReadStream) => {
      file.once('error', () => outgoing.destroy());
      file.once('end', () => {
        if (file.bytesRead !== Number(outgoing.getHeader('Content-Length'))) outgoing.destroy();
      });
      outgoing.once('close', () => file.destroy());
    });

    // sirv sees only these two headers; with Range it would answer a compressed file in parts, or throw.
    const headers = { 'accept-encoding': accepted(incoming.headers['accept-encoding']), 'if-none-match': etag };
    serveFile({ url: address, headers } as IncomingMessage, outgoing);
    return RESPONSE_ALREADY_SENT;
  }
}

/** The addresses at which a file of dist is served: 'ja/technology.html' → /ja/technology and its own name. */
function addressesOf(file: string): string[] {
  const name = `/${file.replaceAll('\\', '/')}`;
  if (/\.(br|gz)$|^\/_(headers|redirects)$/.test(name)) return [];
  if (/\/\.(?!well-known\/)/.test(name)) return [];
  if (name === '/index.html') return ['/'];
  if (name.endsWith('.html')) return [name, name.slice(0, -'.html'.length)];
  // A folder is listed too, but is no address.
  return /\.\w+$/.test(name) || name.startsWith('/.well-known/') ? [name] : [];
}

/** A pathname with letters, digits and `-._~` unescaped once (RFC 3986, 6.2.2.2); null where an escape is malformed. */
function plainPathname(pathname: string): string | null {
  try {
    decodeURI(pathname);
  } catch {
    return null;
  }
  return pathname.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}

/** Accept-Encoding without what it refuses by q=0, which sirv would take for accepted. */
function accepted(header: string | string[] | undefined): string {
  return String(header ?? '')
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/i.test(coding))
    .join(',');
}
