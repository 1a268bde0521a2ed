import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { ROUTES } from '../../../src/routes.ts';
import {
  contentSecurityPolicy,
  formatHeaders,
  formatRedirects,
  headerRules,
  headersFor,
  matchRedirect,
  parseHeaders,
  parseRedirects,
  type RedirectRule,
  redirectRules,
  SPECULATION_PATH,
  speculationRules,
} from '../../../src/server/hosting.ts';
import { readSettings } from '../../../src/site.ts';

const plain = readSettings({});
const full = readSettings({
  SITE_URL: 'https://www.example.com',
  API_BASE: 'https://api.example.com/',
  IP_LOOKUP_URL: 'https://ip.example.net/json',
  SOCIAL_SOCKET_URL: 'wss://social.example.com/ws',
  MARKET_SOCKET_URL: 'wss://market.example.com:8443/ws',
  UPLOAD_URL: 'https://api.example.com/upload',
  LOGIN_URL: 'https://id.example.com/login?from=site',
  SUPPORT_URL: 'https://help.example.com/desk?from=site',
});

/** The address of every route in every locale, ids filled in. */
const ADDRESSES = LOCALE_IDS.flatMap((locale) =>
  ROUTES.map(({ path }) => ({ locale, path, address: localize(path.replace('{id}', 'A-1'), locale) })),
);

/** Follows 3xx rules as a host and a browser would. Returns the addresses visited, without the first one. */
function hops(rules: readonly RedirectRule[], pathname: string): string[] {
  const passed: string[] = [];
  let here = pathname;
  while (passed.length < 10) {
    const found = matchRedirect(rules, here);
    if (!found || found.status === 200) return passed;
    passed.push(found.to);
    here = found.to;
  }
  throw new Error(`${pathname} loops: ${passed.join(' → ')}`);
}

describe.each([
  ['without settings', plain],
  ['with API_BASE, LOGIN_URL and SUPPORT_URL', full],
])('redirects %s', (_, settings) => {
  const rules = redirectRules({ settings, itemPages: ['/datahub/news/2026-opening', '/support/anserpage/deposits'] });

  it('leave every address as it is', () => {
    for (const { path, address, locale } of ADDRESSES) {
      const found = matchRedirect(rules, address);
      const configured = { '/login': settings.LOGIN_URL, '/support': settings.SUPPORT_URL };
      const moved = configured[path as keyof typeof configured];
      if (moved) {
        expect(found, address).toEqual({ to: moved, status: 302 });
      } else if (path.endsWith('{id}')) {
        const shell = path.startsWith('/support') ? '/support/anserpage' : path.replace('{id}', 'id');
        expect(found, address).toEqual({ to: localize(shell, locale), status: 200 });
      } else {
        expect(found, address).toBeNull();
      }
    }
  });

  it('lead from lowercase forms and long prefixes to the exact address in one step', () => {
    for (const { path, address, locale } of ADDRESSES) {
      const own = localize('/', locale).replace(/\/$/, '');
      for (const prefix of [own, `/${locale}`, `/${locale.toLowerCase()}`]) {
        for (const spelling of [path, path.toLowerCase()]) {
          const wrong = (spelling === '/' ? prefix || '/' : prefix + spelling).replace('{id}', 'A-1');
          if (wrong !== address) expect(matchRedirect(rules, wrong), wrong).toEqual({ to: address, status: 308 });
        }
      }
    }
  });

  it('none loops and none leads to another host but the configured ones', () => {
    for (const { from } of rules) {
      for (const splat of ['', 'A-1', '/evil.example', '\\evil.example', 'x/y']) {
        for (const target of hops(rules, from.replace('*', splat))) {
          if (![settings.LOGIN_URL, settings.SUPPORT_URL].includes(target)) expect(target).toMatch(/^\/(?![/\\])/);
        }
      }
    }
    expect(matchRedirect(rules, '/en-US//evil.example')).toBeNull();
    expect(matchRedirect(rules, '//evil.example')).toBeNull();
  });

  it('no wildcard shadows a page', () => {
    for (const locale of LOCALE_IDS) {
      for (const path of ['/datahub/news/2026-opening', '/support/anserpage/deposits']) {
        const page = localize(path, locale);
        expect(matchRedirect(rules, page)).toEqual({ to: page, status: 200 });
      }
      for (const list of ['/datahub/news', '/datahub/flash']) {
        expect(matchRedirect(rules, localize(list, locale))).toBeNull();
        expect(matchRedirect(rules, localize(`${list}/`, locale))).toEqual({ to: localize(list, locale), status: 200 });
      }
    }
    for (const file of ['/_astro/a.1b2c.js', '/robots.txt', '/ja/unknown', '/datahub/other/1']) {
      expect(matchRedirect(rules, file)).toBeNull();
    }
  });

  it('keep within the limits of CDN hosts', () => {
    const wildcards = rules.filter(({ from }) => from.includes('*'));
    expect(wildcards.length).toBeLessThan(100);
    expect(rules.length - wildcards.length).toBeLessThan(2000);
    expect(rules.slice(-wildcards.length)).toEqual(wildcards);
    expect(new Set(rules.map(({ from }) => from)).size).toBe(rules.length);
  });

  it('survive their file format', () => {
    expect(parseRedirects(formatRedirects(rules))).toEqual(rules);
  });
});

describe('redirects of settings', () => {
  it('send /api to the API base', () => {
    expect(matchRedirect(redirectRules({ settings: full }), '/api/news/1')).toEqual({
      to: 'https://api.example.com/api/news/1',
      status: 200,
    });
    expect(matchRedirect(redirectRules({ settings: plain }), '/api/news/1')).toBeNull();
  });

  it('leave /api alone where the API base is the site itself', () => {
    const settings = readSettings({ SITE_URL: 'https://www.example.com', API_BASE: 'https://www.example.com/' });
    expect(matchRedirect(redirectRules({ settings }), '/api/news/1')).toBeNull();
  });

  it('hold the built locales only', () => {
    const rules = redirectRules({ settings: readSettings({ LOCALES: 'en-US,ja' }) });
    expect(matchRedirect(rules, '/ja/datahub/news/1')?.to).toBe('/ja/datahub/news/id');
    expect(matchRedirect(rules, '/tw/datahub/news/1')).toBeNull();
  });

  it(`do not touch addresses of ${DEFAULT_LOCALE} that only begin like it`, () => {
    expect(matchRedirect(redirectRules({ settings: plain }), '/en-USA/service')).toBeNull();
  });
});

describe('file formats', () => {
  it('redirects: comments, blank lines, default status, the first match', () => {
    const rules = parseRedirects('# moved\n\n/a /b\n  /c/*   /d/:splat  308\r\n/c/x /never 301\n');
    expect(rules).toEqual([
      { from: '/a', to: '/b', status: 302 },
      { from: '/c/*', to: '/d/:splat', status: 308 },
      { from: '/c/x', to: '/never', status: 301 },
    ]);
    expect(matchRedirect(rules, '/c/x')).toEqual({ to: '/d/x', status: 308 });
    expect(matchRedirect(rules, "/c/$&$'")).toEqual({ to: "/d/$&$'", status: 308 });
    expect(matchRedirect(rules, '/c')).toBeNull();
  });

  it.each(['/a', 'a /b', '/a /b 30', '/a /b 301 Country=jp'])('redirects: %s is an error', (line) => {
    expect(() => parseRedirects(line)).toThrow(`_redirects: cannot read '${line}'`);
  });

  it('headers: joined by comma, detached by !', () => {
    const rules = parseHeaders('# all\n/*\n  X-A: 1\n  X-B: a: b\n/x/*\n  ! X-B\n  X-A: 2\n  X-B: c\n/x/y\n  X-A: 3\n');
    expect(headersFor(rules, '/')).toEqual({ 'X-A': '1', 'X-B': 'a: b' });
    expect(headersFor(rules, '/x/z')).toEqual({ 'X-A': '1, 2', 'X-B': 'c' });
    expect(headersFor(rules, '/x/y')).toEqual({ 'X-A': '1, 2, 3', 'X-B': 'c' });
    expect(parseHeaders(formatHeaders(rules))).toEqual(rules);
  });

  it.each(['X-A: 1', '/*\n  nonsense', '! X-A'])('headers: %j is an error', (text) => {
    expect(() => parseHeaders(text)).toThrow('_headers: cannot read');
  });
});

describe('headers', () => {
  const csp = contentSecurityPolicy({ scriptHashes: ['sha256-b', 'sha256-a'], styleHashes: [], settings: full });
  const rules = headerRules({ csp, settings: full });

  it('of a page and of a hashed file', () => {
    expect(headersFor(rules, '/ja/service/forex')).toEqual({
      'Content-Security-Policy': csp,
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': expect.stringContaining('camera=(), '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
      'Speculation-Rules': `"${SPECULATION_PATH}"`,
    });
    expect(headersFor(rules, '/_astro/a.js')).toMatchObject({
      'Content-Security-Policy': csp,
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });

  it('name rules by which browsers prepare pages that only inform, and give those rules their type', () => {
    expect(headersFor(rules, SPECULATION_PATH)).toMatchObject({
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=3600',
    });
    const { prefetch, prerender } = speculationRules({ settings: plain, itemPages: ['/datahub/news/opening'] });
    const fetched = new Set(prefetch.flatMap(({ where }) => where.href_matches));
    expect(fetched).toContain(localize('/openAccountForm', 'ja'));
    const listed = prerender.flatMap(({ where }) => where.href_matches);
    expect(prerender.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
    expect(listed.filter((path) => !fetched.has(path))).toEqual([]);
    for (const path of ['/', '/service/forex', '/legal/privacy', '/datahub/flash', '/datahub/news/opening']) {
      expect(listed).toContain(path);
      expect(listed).toContain(localize(path, 'ja'));
    }
    expect(listed.filter((path) => /login|locked|404|support|openAccountForm|[{*:?(]/.test(path))).toEqual([]);
  });

  it('hold HSTS and the upgrade of requests on https only', () => {
    const policy = contentSecurityPolicy({ scriptHashes: [], styleHashes: [], settings: plain });
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headersFor(headerRules({ csp: policy, settings: plain }), '/')).not.toHaveProperty(
      'Strict-Transport-Security',
    );
  });

  it('hold a policy that allows nothing but what is known', () => {
    const directives = Object.fromEntries(csp.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)));
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval' 'sha256-a' 'sha256-b'",
      'style-src': "'self'",
      'img-src': "'self' https://api.example.com data:",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'connect-src':
        "'self' https://api.example.com https://ip.example.net wss://social.example.com wss://market.example.com:8443",
      'form-action': "'self' https://api.example.com",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': 'https://api.example.com/api/policyReports',
      'upgrade-insecure-requests': undefined,
    });
  });

  it('survive their file format', () => {
    expect(parseHeaders(formatHeaders(rules))).toEqual(rules);
  });
});
