/** The way back from the log-in, only to an address of this site. */
import { WAY_BACK } from './relogin.ts';

/** Where a log-in leads: null unless the query names another page of this site. A link could have been made by anyone. */
export function wayBack({ search, origin, pathname }: Location): string | null {
  const to = new URLSearchParams(search).get(WAY_BACK);
  // '//host' and 'javascript:' are addresses too. A path that begins with two slashes stays on this site by its origin.
  const url = to?.startsWith('/') ? URL.parse(to, origin) : null;
  return url?.origin === origin && url.pathname !== pathname ? url.href : null;
}
