/**
 * Headers and redirects of the site: the one source of what our server sends and of the files `_headers` and
 * `_redirects` for CDN hosts. Pure functions. The file formats are those of Cloudflare Pages and Netlify.
 */
import { getMimeType } from 'hono/utils/mime';
import { POLICY_REPORTS_PATH } from '../contract/policyReports.ts';
import { INDEX_FILES, SEARCH_PATH } from '../contract/search.ts';
import { KEYS_PATH } from '../contract/webhooks.ts';
import { LOCALES } from '../i18n/locales.ts';
import { localize, markdownPath } from '../i18n/urls.ts';
import { contentPath, MOVED, ROUTES, type Route, type RouteKind } from '../routes.ts';
import { movedPages, type Settings } from '../site.ts';

/** `from` is an exact pathname or ends in `*`; `to` may hold `:splat`. Status 200 rewrites, 3xx redirects. */
export interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

/** Headers of every pathname that matches the pattern `path`; `detach` removes headers that earlier rules set. */
export interface HeaderRule {
  path: string;
  headers: Record<string, string>;
  detach?: string[];
}

const under = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);
const originOf = (url: string | undefined) => (url ? new URL(url).origin : undefined);
const isDefined = (value: string | undefined): value is string => value !== undefined;

/** The media type of a file by its name; undefined if nothing is known of such files. */
export const mediaType = (file: string): string | undefined =>
  file.endsWith('.md') ? 'text/markdown; charset=utf-8' : getMimeType(file);

/** A route with an id at its end: `stem` is its path up to the id, `file` the address of the page that is its shell. */
export interface Shell {
  route: Route;
  stem: string;
  file: string;
}

export const SHELLS: readonly Shell[] = ROUTES.filter((route) => route.path.endsWith('/{id}')).map((route) => ({
  route,
  stem: route.path.slice(0, -'{id}'.length),
  file: `/${contentPath(route)}`,
}));

/**
 * All rules; the first match wins. Exact addresses come before wildcards: hosts that look at rules before files would
 * otherwise send a shell instead of an existing page, and Cloudflare counts an exact rule after a wildcard against its
 * limit of 100 wildcards instead of 2,000.
 *
 * `itemPages`: addresses of the pages in dist that stand where a shell would: '/datahub/news/opening'.
 */
export function redirectRules({
  settings,
  itemPages = [],
}: {
  settings: Settings;
  itemPages?: readonly string[];
}): RedirectRule[] {
  const rules = new Map<string, RedirectRule>();
  const add = (from: string, to: string, status: number) => {
    if (!rules.has(from)) rules.set(from, { from, to, status });
  };

  for (const locale of settings.LOCALES) {
    // One rule per route instead of one '/en-US/*', which would redirect '/en-US//evil.example' to another host.
    const { prefix } = LOCALES[locale];
    for (const { from: path, to } of [...ROUTES.map((route) => ({ from: route.path, to: route.path })), ...MOVED]) {
      const exact = under(prefix, to);
      for (const start of [prefix, `/${locale}`, `/${locale.toLowerCase()}`]) {
        for (const spelling of [path, path.toLowerCase()]) {
          const from = under(start, spelling);
          if (from !== exact) add(from.replace('{id}', '*'), exact.replace('{id}', ':splat'), 308);
        }
      }
    }

    for (const [path, address] of movedPages(settings)) add(localize(path, locale), address, 302);

    for (const path of itemPages) {
      const page = localize(encodeURI(path), locale);
      for (const file of [page, markdownPath(page)]) add(file, file, 200);
    }
    for (const { stem, file } of SHELLS) {
      // '/datahub/news/' is the list, not the shell with an empty id. This is a rewrite, because a redirect that only
      // removes a slash loops on hosts that ignore the slash when they match.
      const parent = stem.slice(0, -1);
      if (ROUTES.some(({ path }) => path === parent)) add(localize(stem, locale), localize(parent, locale), 200);
      add(localize(`${stem}*`, locale), localize(file, locale), 200);
    }
  }

  // The site's own origin serves its API already; the rule would call itself.
  const api = settings.API_BASE;
  if (api && originOf(api) !== settings.SITE_URL) {
    const server = api.replace(/\/+$/, '');
    add(KEYS_PATH, server + KEYS_PATH, 200);
    add('/api/*', `${server}/api/:splat`, 200);
  }

  const all = [...rules.values()];
  const isWildcard = ({ from }: RedirectRule) => from.endsWith('*');
  return [...all.filter((rule) => !isWildcard(rule)), ...all.filter(isWildcard)];
}

/** The address of the rules by which browsers prepare the next page. */
export const SPECULATION_PATH = '/speculation-rules.json';
const SPECULATION_TYPE = 'application/speculationrules+json';

/** Kinds of pages that only inform: opening one unseen changes nothing. */
const PREPARED: readonly RouteKind[] = ['home', 'article', 'lesson', 'audience', 'index', 'lookup', 'legal'];

/**
 * Lets browsers fetch a page when the pointer rests on a link to it, or presses it, and render it if that changes nothing:
 * log-in, support, the form and shells are only fetched, as are all pages by browsers that cannot render ahead. `itemPages`
 * as above.
 */
export function speculationRules({ settings, itemPages = [] }: { settings: Settings; itemPages?: readonly string[] }) {
  const rule = (routes: readonly Route[]) => {
    const paths = [...routes.map(({ path }) => path), ...itemPages.map(encodeURI)];
    const pages = settings.LOCALES.flatMap((locale) => paths.map((path) => localize(path, locale)));
    return [{ where: { href_matches: pages }, eagerness: 'moderate' }];
  };
  return {
    prefetch: rule(ROUTES.filter(({ path }) => !path.includes('{'))),
    prerender: rule(ROUTES.filter(({ kind }) => PREPARED.includes(kind))),
  };
}

/** The headers of every response. `csp` is the policy of contentSecurityPolicy(). */
export function headerRules({ csp, settings }: { csp: string; settings: Settings }): HeaderRule[] {
  const unused = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'];
  const denied = [...unused, 'microphone', 'midi', 'payment', 'usb'].map((feature) => `${feature}=()`);
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': csp,
        ...hstsOf(settings.SITE_URL),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': denied.join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cache-Control': 'no-cache',
        'Speculation-Rules': `"${SPECULATION_PATH}"`,
      },
    },
    {
      path: SPECULATION_PATH,
      detach: ['Cache-Control'],
      headers: { 'Content-Type': SPECULATION_TYPE, 'Cache-Control': 'public, max-age=3600' },
    },
    // Hosts join values of one header with a comma: without `detach`, 'no-cache' would stay in force here.
    {
      path: '/_astro/*',
      detach: ['Cache-Control'],
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    },
    {
      path: `${SEARCH_PATH}/*`,
      detach: ['Cache-Control'],
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    },
    ...settings.LOCALES.flatMap((locale) => [
      // They name the other files of an index, whose names change with what is in them.
      ...[INDEX_FILES.meta, INDEX_FILES.titles].map((file) => ({
        path: `${SEARCH_PATH}/${locale}/${file}`,
        detach: ['Cache-Control'],
        headers: { 'Cache-Control': 'no-cache' },
      })),
      // Hosts compress a file by its type.
      { path: `${SEARCH_PATH}/${locale}/${INDEX_FILES.wasm}`, headers: { 'Content-Type': 'application/wasm' } },
    ]),
  ];
}

/** The one policy of the whole site. A hash is 'sha256-…' in base64, without quotes. */
export function contentSecurityPolicy({
  scriptHashes,
  styleHashes,
  settings,
}: {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  settings: Settings;
}): string {
  const { API_BASE, IP_LOOKUP_URL, SOCIAL_SOCKET_URL, MARKET_SOCKET_URL, UPLOAD_URL } = settings;
  const reached = [API_BASE, IP_LOOKUP_URL, SOCIAL_SOCKET_URL, MARKET_SOCKET_URL, UPLOAD_URL].map(originOf);
  const sources = (...list: (string | undefined)[]) => [...new Set(["'self'", ...list.filter(isDefined)])].join(' ');
  const quoted = (hashes: readonly string[]) => [...hashes].sort().map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    // For the search: docs/decisions/0006-wasm-for-the-search.md
    `script-src ${sources("'wasm-unsafe-eval'", ...quoted(scriptHashes))}`,
    `style-src ${sources(...quoted(styleHashes))}`,
    `img-src ${sources(originOf(API_BASE))} data:`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${sources(...reached)}`,
    `form-action ${sources(originOf(API_BASE))}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Nothing here makes HTML or scripts of texts, so there is no policy that may.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(isHttps(settings.SITE_URL) ? ['upgrade-insecure-requests'] : []),
    // Every browser knows it; the newer report-to needs a header more on each response.
    ...(API_BASE === undefined ? [] : [`report-uri ${API_BASE}${POLICY_REPORTS_PATH}`]),
  ].join('; ');
}

/** The HSTS header, which keeps browsers on https, if the site is published there. */
export function hstsOf(site: string): Record<string, string> {
  return isHttps(site) ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

function isHttps(site: string): boolean {
  return site.startsWith('https:');
}

/** The text that `*` stands for; '' if the pattern has no `*`; null if the pathname does not match. */
function match(pattern: string, pathname: string): string | null {
  if (!pattern.endsWith('*')) return pattern === pathname ? '' : null;
  const stem = pattern.slice(0, -1);
  return pathname.startsWith(stem) ? pathname.slice(stem.length) : null;
}

/** The target of the first rule that matches, or null. */
export function matchRedirect(rules: readonly RedirectRule[], pathname: string): { to: string; status: number } | null {
  for (const { from, to, status } of rules) {
    const splat = match(from, pathname);
    if (splat !== null) return { to: to.replace(':splat', () => splat), status };
  }
  return null;
}

/** The headers of a pathname from all matching rules. Values of one header are joined by a comma, as hosts do. */
export function headersFor(rules: readonly HeaderRule[], pathname: string): Record<string, string> {
  const result = new Map<string, string>();
  for (const { path, headers, detach = [] } of rules) {
    if (match(path, pathname) === null) continue;
    for (const name of detach) result.delete(name);
    for (const [name, value] of Object.entries(headers)) {
      const before = result.get(name);
      result.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return Object.fromEntries(result);
}

export function formatHeaders(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ path, headers, detach = [] }) => {
      const lines = [...detach.map((name) => `! ${name}`), ...Object.entries(headers).map((pair) => pair.join(': '))];
      return `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('\n');
}

/** Parses a `_headers` file. Throws on a line that is not a path, a header or a detached header. */
export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of contentLines(text)) {
    const rule = rules.at(-1);
    const [, name = '', value = ''] = /^([\w-]+):\s*(.+)$/.exec(line) ?? [];
    if (line.startsWith('/')) rules.push({ path: line, headers: {} });
    else if (rule && line.startsWith('!')) rule.detach = [...(rule.detach ?? []), line.slice(1).trim()];
    else if (rule && name) rule.headers = { ...rule.headers, [name]: value };
    else throw new Error(`_headers: cannot read '${line}'`);
  }
  return rules;
}

export function formatRedirects(rules: readonly RedirectRule[]): string {
  return rules.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('');
}

/** Parses a `_redirects` file; a rule without a status is a 302. Throws on a line that is not a rule. */
export function parseRedirects(text: string): RedirectRule[] {
  return contentLines(text).map((line) => {
    const [from, to, status = '302', ...rest] = line.split(/\s+/);
    if (!from?.startsWith('/') || !to || rest.length > 0 || !/^\d{3}$/.test(status)) {
      throw new Error(`_redirects: cannot read '${line}'`);
    }
    return { from, to, status: Number(status) };
  });
}

function contentLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
}
