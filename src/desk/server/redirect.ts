/** Leads readers of an old address to the new one in the development server, as `_redirects` of the build does. */
import { join } from 'node:path';
import { addedRoutes, REDIRECTS_FILE, type Redirect, redirects } from '../../catalogue/addedRoutes.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { localize, splitLocale } from '../../i18n/urls.ts';
import { OWN_ROUTES } from '../../routes.ts';
import { stateOf } from './known.ts';

/** Where an address has moved, by content/redirects.json as it is now; null if it has not. */
export function newAddress(url: string, dir = CONTENT_DIR): string | null {
  const [, pathname = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const { locale, path } = splitLocale(pathname.replace(/(?<=.)\/$/, ''));
  // Modules of the development server have a name with an ending, addresses of pages do not.
  if (path.includes('.')) return null;
  const isHere = (address: string) => address.toLowerCase() === path.toLowerCase();
  const row = redirectsNow(dir).find(({ from }) => isHere(from));
  // A page that exists is never hidden by one.
  if (!row || [...OWN_ROUTES, ...addedRoutes(OWN_ROUTES, dir).rows].some((route) => isHere(route.path))) return null;
  return localize(row.to, locale) + query;
}

const readings = new Map<string, { state: string; rows: readonly Redirect[] }>();

/** The redirects of a folder, read again only if their file has changed. */
function redirectsNow(dir: string): readonly Redirect[] {
  const state = stateOf(join(dir, REDIRECTS_FILE));
  const before = readings.get(dir);
  if (before?.state === state) return before.rows;
  const { rows } = redirects(dir);
  readings.set(dir, { state, rows });
  return rows;
}
