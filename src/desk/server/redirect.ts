/** Leads readers of an old address to the new one in the development server, as `_redirects` of the build does. */
import { addedRoutes, redirects } from '../../catalogue/addedRoutes.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { localize, splitLocale } from '../../i18n/urls.ts';
import { OWN_ROUTES } from '../../routes.ts';

/** Where an address has moved, by content/redirects.json as it is now; null if it has not. */
export function newAddress(url: string, dir = CONTENT_DIR): string | null {
  const [, pathname = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const { locale, path } = splitLocale(pathname.replace(/(?<=.)\/$/, ''));
  // Modules of the development server have a name with an ending, addresses of pages do not.
  if (path.includes('.')) return null;
  const isHere = (address: string) => address.toLowerCase() === path.toLowerCase();
  const row = redirects(dir).rows.find(({ from }) => isHere(from));
  // A page that exists is never hidden by one.
  if (!row || [...OWN_ROUTES, ...addedRoutes(OWN_ROUTES, dir).rows].some((route) => isHere(route.path))) return null;
  return localize(row.to, locale) + query;
}
