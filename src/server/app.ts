/** The web server: serves the built site (pages, files, redirects and headers from dist) and the API. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { SERVER_CODES } from '../contract/errors.ts';
import { KEYS_PATH } from '../contract/webhooks.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { localize, markdownPath, splitLocale } from '../i18n/urls.ts';
import { lookUp } from '../lookUp.ts';
import { memoRead } from '../memo.ts';
import { ANY_ID, type RoutePath } from '../routes.ts';
import {
  OUTAGE_RETRY_S,
  type Prepared,
  prepareText,
  sendPrepared,
  unreadableProblem,
  type Variant,
} from './answers.ts';
import { BODY_LIMITS, bodyKindOf, hasBody, letGoBy } from './bodies.ts';
import {
  type HeaderRule,
  headersFor,
  matchRedirect,
  mediaType,
  parseHeaders,
  parseRedirects,
  SHELLS,
} from './hosting.ts';
import type { CountRequest, Log } from './log.ts';
import { serverMessage } from './messages.ts';
import { LISTS, NEWS_SITEMAP, type Shells } from './shells/shells.ts';
import { exactPathname } from './spelling.ts';

/** `route`: what a request counts as, if it is more than a page or a file */
type Env = { Bindings: HttpBindings; Variables: { route?: string } };
interface App {
  fetch: (request: Request, env?: HttpBindings) => Response | Promise<Response>;
  /** Headers of every response that is not a page */
  headers?: Record<string, string>;
  /** Counts a request against its sender's limit; the milliseconds to wait, 0 if this request is allowed */
  wait?: (incoming: IncomingMessage) => Promise<number>;
}

const PAGE_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const ROBOTS = '/robots.txt';

type Kind = 'news' | 'flash' | 'post' | 'user';

/** Shells whose ids are looked up in the database. */
const KINDS: Partial<Record<string, Kind>> = {
  '/datahub/news/{id}': 'news',
  '/datahub/flash/{id}': 'flash',
  '/datahub/posts/{id}': 'post',
  '/u/{id}': 'user',
} satisfies Partial<Record<RoutePath, Kind>>;

/** True if there is something to show; null if this cannot be determined at present. */
export type Holds = (kind: Kind, id: string) => Promise<boolean | null>;

interface AppOptions {
  dist: string;
  api?: App;
  holds?: Holds;
  /** Null while they are not known */
  shells?: () => Shells | null;
  /** Counts requests for pages and files */
  count?: CountRequest;
}

/**
 * Serves the built site, and the API at /api. `holds` looks up the ids of news, flashes and posts, and nicknames;
 * without it there are none. `shells` fills pages with them; without it pages stay as they are built. The files are
 * listed once, so the server must be restarted after a new build. Throws if `_headers` or `_redirects` is missing.
 */
export function createApp({ api, count, ...options }: AppOptions): App {
  const site = new Hono<Env>();
  if (count) site.use(counting(count));
  site.notFound(siteHandler({ ...options, ...(api?.wait && { wait: api.wait }) }));
  return {
    ...(api?.headers && { headers: api.headers }),
    fetch: (request, env) => (api && isApi(env?.incoming.url) ? api : site).fetch(request, env),
  };
}

const counting =
  (count: CountRequest): MiddlewareHandler<Env> =>
  async (c, next) => {
    const started = performance.now();
    await next();
    const { method, path } = c.req;
    const route = c.get('route') ?? (/\.\w+$/.test(path) ? 'file' : 'page');
    count({ method, route, status: c.res.status, ms: performance.now() - started });
  };

/**
 * True for /api and the paths below it, and for our public keys; also if the request line holds a whole URL (RFC 9112,
 * 3.2.2).
 */
function isApi(url = ''): boolean {
  const [address = ''] = url.replace(/^https?:\/\/[^/?]+/, '').split('?', 1);
  return address === '/api' || address.startsWith('/api/') || address === KEYS_PATH;
}

/**
 * For http.createServer. `isAlone`: nothing else in this process creates Responses, so Hono's class may replace the
 * global one. Node's own class copies each body.
 */
export function createListener(
  app: App,
  { isAlone = true, log = () => {} }: { isAlone?: boolean; log?: Log } = {},
): RequestListener {
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: isAlone,
    // With it, Hono would cut off a body that is still arriving half a second after the response; see letGoBy.
    autoCleanupIncoming: false,
    // HTTP/1.0, which health checks of load balancers still use, sends no Host.
    hostname: 'localhost',
    // A malformed URL or host belongs neither to the site nor to the API; the API's envelope serves both.
    errorHandler: (error) => {
      const kind = error instanceof RequestError ? 'badRequest' : 'internal';
      const body = unreadableProblem(kind, serverMessage(`server.${kind}`, DEFAULT_LOCALE), log);
      return Response.json(body, { status: SERVER_CODES[kind].status, headers: app.headers ?? {} });
    },
  });
  return (incoming, outgoing) => {
    if (hasBody(incoming)) {
      const { ms } = BODY_LIMITS[bodyKindOf(incoming.url ?? '')];
      outgoing.once('finish', () => letGoBy(incoming, ms));
    }
    void listener(incoming, outgoing);
  };
}

/** A list is the same for all who ask within this time. */
const LIST_KEPT_MS = 2_000;

function siteHandler({
  dist,
  holds = async () => false,
  shells = () => null,
  wait = async () => 0,
}: Omit<AppOptions, 'api' | 'count'> & Pick<App, 'wait'>) {
  const headerRules = parseHeaders(readFileSync(join(dist, '_headers'), 'utf8'));
  const pageHeaders = headersFor(headerRules, '/404');
  const redirects = parseRedirects(readFileSync(join(dist, '_redirects'), 'utf8')).filter(
    ({ status }) => status === 302,
  );
  const files = filesOf(dist, headerRules);
  const built = async (file: string) => String(await (files.get(file) as Prepared).identity.body());
  const lists = new Map<string, { until: number; made: Promise<Prepared | null> }>();
  /** A shell with the mark by which it says, without script, that there is no such item (Item.css). */
  const missingItem = memoRead(async (file: string) => {
    return prepareText((await built(file)).replace('<html ', '<html data-missing '), PAGE_TYPE);
  });

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
    const address = decodeURI(plain);
    if (path === NEWS_SITEMAP && locale === DEFAULT_LOCALE) return sendSitemap(c, address);
    if (address === ROBOTS && files.has(address)) return sendRobots(c, address);
    if (files.has(address) && path !== shell?.file) {
      const list = lookUp(LISTS, path);
      const markdown = markdownPath(address);
      if (files.has(markdown) && prefersMarkdown(c.req.header('accept'))) {
        c.header('Vary', 'Accept');
        return send(c, markdown, 200);
      }
      return list && !asksForOthers(list, search)
        ? sendList(c, path as keyof typeof LISTS, locale, address)
        : send(c, address, 200);
    }
    const file = shell && localize(shell.file, locale);
    if (!file || !files.has(file)) return missing(c, plain);
    if (shell.route.path === ANY_ID) return send(c, file, 200);
    const kind = lookUp(KINDS, shell.route.path);
    if (!kind) return send(c, file, 404);
    c.set('route', shell.route.path);
    return sendItem(c, file, kind, path.slice(shell.stem.length));
  };

  /** Sends the shell of an item. A status other than 200 is for machines; the shell's island tells the reader the reason. */
  async function sendItem(c: Context<Env>, file: string, kind: Kind, id: string): Promise<Response> {
    const ms = await wait(c.env.incoming);
    if (ms > 0) return send(c, file, 429, Math.ceil(ms / 1000));
    // A slash that is part of a nickname is escaped.
    const known = id.includes('/') ? '' : decodeURIComponent(id);
    const shown = shells();
    if (shown) {
      const { locale } = splitLocale(file);
      const item = await built(file).then(
        (page) => shown.item(kind, known, locale, page),
        () => null,
      );
      if (!item) return send(c, file, 503, OUTAGE_RETRY_S);
      return send(c, file, item.status, undefined, () => prepareText(item.html, PAGE_TYPE));
    }
    const found = known !== '' && (await holds(kind, known));
    if (found === null) return send(c, file, 503, OUTAGE_RETRY_S);
    return found ? send(c, file, 200) : send(c, file, 404, undefined, missingItem);
  }

  /** Sends a list with what is in it now; as it is built, if nobody knows. */
  async function sendList(
    c: Context<Env>,
    path: keyof typeof LISTS,
    locale: Locale,
    address: string,
  ): Promise<Response> {
    c.set('route', path);
    const shown = shells();
    if (!shown) return send(c, address, 200);
    let list = lists.get(address);
    if (!list || list.until < Date.now()) {
      const made = built(address)
        .then((page) => shown.list(path, locale, page))
        .then((html) => (html === null ? null : prepareText(html, PAGE_TYPE)))
        .catch(() => null);
      list = { until: Date.now() + LIST_KEPT_MS, made };
      lists.set(address, list);
    }
    const filled = await list.made;
    return filled ? send(c, address, 200, undefined, async () => filled) : send(c, address, 200);
  }

  async function sendSitemap(c: Context<Env>, address: string): Promise<Response> {
    c.set('route', NEWS_SITEMAP);
    const shown = shells();
    if (!shown) return missing(c, address);
    const ms = await wait(c.env.incoming);
    const xml = ms > 0 ? null : await shown.sitemap();
    if (xml === null) {
      const retry = { 'Retry-After': String(ms > 0 ? Math.ceil(ms / 1000) : OUTAGE_RETRY_S) };
      return c.body(null, ms > 0 ? 429 : 503, { ...pageHeaders, ...retry, 'Content-Length': '0' });
    }
    return send(c, address, 200, undefined, () => prepareText(xml, 'application/xml'));
  }

  /** Names the sitemap of news too, which only this server has. */
  async function sendRobots(c: Context<Env>, address: string): Promise<Response> {
    const named = async () => {
      const line = /^Sitemap: (.*)\/sitemap\.xml$/m;
      const text = (await built(address)).replace(line, (own, site) => `${own}\nSitemap: ${site}${NEWS_SITEMAP}`);
      return prepareText(text, TEXT_TYPE);
    };
    return shells() ? send(c, address, 200, undefined, named) : send(c, address, 200);
  }

  function empty(c: Context<Env>, status: 302 | 308 | 405, headers: Record<string, string>): Response {
    return c.body(null, status, { ...pageHeaders, ...headers, 'Content-Length': '0' });
  }

  /** Sends the 404 page in the locale of a pathname. */
  function missing(c: Context<Env>, pathname: string): Response | Promise<Response> {
    const page = [localize('/404', splitLocale(pathname).locale), '/404'].find((address) => files.has(address));
    return page ? send(c, page, 404) : c.text('Not found', 404, pageHeaders);
  }

  /** Sends the file of an address, in an encoding that the visitor accepts. The address must be in `files`. */
  async function send(
    c: Context<Env>,
    address: string,
    status: 200 | 404 | 410 | 429 | 503,
    retryS?: number,
    contentOf: (file: string) => Promise<Prepared> = async (file) => files.get(file) as Prepared,
  ) {
    // Of every page, so that nginx says the same without knowing which have Markdown.
    if (files.get(address)?.identity.headers['Content-Type'] === PAGE_TYPE) c.header('Vary', 'Accept');
    // A 304 has no type.
    const { 'Content-Type': _, ...ruled } = headersFor(headerRules, address);
    const headers = {
      ...ruled,
      ...(retryS !== undefined && { 'Retry-After': String(retryS) }),
    };
    try {
      return await sendPrepared(c, await contentOf(address), headers, status);
    } catch {
      // The file has changed since it was listed: there is a new build.
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  }
}

/** True if an Accept header names Markdown, and gives pages no higher quality. */
function prefersMarkdown(accept = ''): boolean {
  const accepted = parseAccept(accept);
  const [markdown, ...pages] = ['text/markdown', 'text/html', 'text/*', '*/*'].map(
    (name) => accepted.find(({ type }) => type.toLowerCase() === name)?.q,
  );
  return markdown !== undefined && markdown > 0 && markdown >= (pages.find((q) => q !== undefined) ?? 0);
}

/** True if the query of a list's address asks for other items than the newest, which its island gets. */
function asksForOthers(names: object, search: string): boolean {
  return [...new URLSearchParams(search).keys()].some((name) => Object.hasOwn(names, name));
}

/** The files of dist with their compressed copies, by the addresses that serve them. */
function filesOf(dist: string, rules: readonly HeaderRule[]): Map<string, Prepared> {
  const names = new Set(readdirSync(dist, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')));
  return new Map(
    [...names].flatMap((name) => {
      const addresses = addressesOf(name);
      if (addresses.length === 0) return [];
      const copies = (
        [
          ['br', '.br'],
          ['gzip', '.gz'],
        ] as const
      ).filter(([, end]) => names.has(name + end));
      const type = headersFor(rules, `/${name}`)['Content-Type'] ?? mediaType(name) ?? 'application/octet-stream';
      const file: Prepared = {
        identity: variantOf(join(dist, name), type),
        ...Object.fromEntries(copies.map(([coding, end]) => [coding, variantOf(join(dist, name + end), type, coding)])),
      };
      return addresses.map((address) => [address, file] as const);
    }),
  );
}

/** A file as it is on disk now. `body` rejects if the file has another length by then. */
function variantOf(path: string, type: string, coding?: string): Variant {
  // Of a file of 13.9996 s, `mtime` without bigint says 14 s, and nginx 13 s.
  const { size, mtime } = statSync(path, { bigint: true });
  return {
    etag: `W/"${size}-${mtime.getTime()}"`,
    headers: {
      'Content-Type': type,
      'Last-Modified': mtime.toUTCString(),
      ...(coding && { 'Content-Encoding': coding }),
    },
    async body() {
      const bytes = await readFile(path);
      if (BigInt(bytes.length) !== size) throw new Error(`${path} has changed`);
      return bytes;
    },
  };
}

/** The addresses at which a file of dist is served: 'ja/technology.html' → /ja/technology and its own name. */
function addressesOf(file: string): string[] {
  const name = `/${file}`;
  if (/\.(br|gz)$|^\/_(headers|redirects)$/.test(name)) return [];
  if (/\/\.(?!well-known\/)/.test(name)) return [];
  if (name === '/index.html') return ['/'];
  if (name.endsWith('.html')) return [name, name.slice(0, -'.html'.length)];
  // The listing also contains folders, which have no address.
  return /\.\w+$/.test(name) || name.startsWith('/.well-known/') ? [name] : [];
}

/** Unescapes letters, digits and `-._~` in a pathname once (RFC 3986, 6.2.2.2). Null if an escape is malformed. */
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
