/** dist as a CDN host reads it: _redirects by first match, before or after the files, and _headers. */
import { describe, expect, it } from 'vitest';
import { KEYS_PATH } from '../../src/contract/webhooks.ts';
import type { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { filePath } from '../../src/routes.ts';
import { headersFor, matchRedirect, SHELLS } from '../../src/server/hosting.ts';
import { BUILDS } from '../helpers/builds.ts';
import { type Build, fileAt, movedTo, ROUTE_ROWS, type Site, site } from '../helpers/dist.ts';

/** Some hosts look for a file first, others for a rule. */
const ORDERS = ['rules first', 'files first'] as const;

interface Answer {
  status: number;
  /** The file of dist that is sent; `to`: where a redirect leads */
  file?: string;
  to?: string;
}

function ask(built: Site, pathname: string, order: (typeof ORDERS)[number]): Answer {
  const own = fileAt(built, pathname);
  if (own && order === 'files first') return { status: 200, file: own };
  const rule = matchRedirect(built.redirects, pathname);
  if (rule && rule.status !== 200) return { status: rule.status, to: rule.to };
  const file = rule ? fileAt(built, rule.to) : own;
  return file ? { status: 200, file } : { status: 404 };
}

/** The file that the address of a route must respond with. */
function fileOf(path: string, route: (typeof ROUTE_ROWS)[number], locale: (typeof LOCALE_IDS)[number]): string {
  const shell = path !== route.path;
  const address = localize(shell ? filePath(route) : path, locale);
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

describe.each(Object.keys(BUILDS) as Build[])('the %s build', (build) => {
  const built = site(build);
  const { LOGIN_URL, SIGNUP_URL, SUPPORT_URL } = built.settings;
  const addresses = built.locales.flatMap((locale) =>
    ROUTE_ROWS.map((route) => {
      const path = route.path.replace('{id}', 'A-1');
      const moved = movedTo(built, path);
      const answer: Answer = moved ? { status: 302, to: moved } : { status: 200, file: fileOf(path, route, locale) };
      return { locale, path, address: localize(path, locale), answer };
    }),
  );

  describe.each(ORDERS)('%s', (order) => {
    it('answers every exact address with its page', () => {
      for (const { address, answer } of addresses) expect(ask(built, address, order), address).toEqual(answer);
    });

    it('leads from other spellings to the exact address in one step', () => {
      for (const { locale, path, address } of addresses) {
        const prefix = localize('/', locale).replace(/\/$/, '');
        const spellings = [`/${locale}`, `/${locale.toLowerCase()}`, prefix].flatMap((start) =>
          [path, path.replace('A-1', '').toLowerCase() + (path.endsWith('A-1') ? 'A-1' : '')].map(
            (spelling) => (spelling === '/' ? start : start + spelling) || '/',
          ),
        );
        for (const spelling of spellings) {
          if (spelling !== address) {
            expect(ask(built, spelling, order), spelling).toEqual({ status: 308, to: address });
          }
        }
      }
    });

    it('answers every file with itself', () => {
      for (const file of built.files) {
        if (/^_(headers|redirects)$|\.(br|gz|html)$/.test(file)) continue;
        expect(ask(built, `/${file}`, order), file).toEqual({ status: 200, file });
      }
      for (const { address, file } of built.pages) {
        const isShell = SHELLS.some((shell) => address.endsWith(shell.file));
        if (!isShell) expect(ask(built, address, order), address).toEqual({ status: 200, file });
      }
    });

    it('answers an address that does not exist with the 404 page of its locale', () => {
      for (const locale of built.locales) {
        for (const path of ['/unknown', '/service/unknown', '/datahub/unknown/1']) {
          const address = localize(path, locale);
          expect(ask(built, address, order), address).toEqual({ status: 404 });
        }
        expect(built.files, locale).toContain(`${localize('/404', locale).slice(1)}.html`);
      }
    });
  });

  it('redirects to no other host than the configured ones', () => {
    const { API_BASE } = built.settings;
    const allowed = [LOGIN_URL, SIGNUP_URL, SUPPORT_URL, `${API_BASE}/api/:splat`, API_BASE + KEYS_PATH];
    const away = built.redirects.filter(({ to }) => !/^\/(?![/\\])/.test(to));
    expect(away.map(({ to }) => to).filter((to) => !allowed.includes(to))).toEqual([]);
  });

  it('sends the protecting headers with every page, and caches hashed files only', () => {
    const secure = built.settings.SITE_URL.startsWith('https:');
    for (const { address } of built.pages) {
      const headers = headersFor(built.headers, address);
      expect(headers, address).toMatchObject({
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': expect.stringContaining('strict-origin'),
        'Permissions-Policy': expect.stringContaining('geolocation=()'),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cache-Control': 'no-cache',
      });
      expect(headers['Content-Security-Policy'], address).toContain("frame-ancestors 'none'");
      expect('Strict-Transport-Security' in headers, address).toBe(secure);
    }
    const hashed = [...built.files].filter((file) => file.startsWith('_astro/'));
    expect(hashed).not.toEqual([]);
    for (const file of hashed) {
      expect(headersFor(built.headers, `/${file}`)['Cache-Control'], file).toMatch(
        /^public, max-age=\d{8}, immutable$/,
      );
      expect(file).toMatch(/\.[\w-]{8,}\.\w+(\.(br|gz))?$/);
    }
  });
});
