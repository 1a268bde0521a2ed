/** The way back from the log-in: `/login?to=/ja/datahub/flash`. Only to an address of this site. */

const NAME = 'to';

/** The page of the log-in with the way back to an address of this site. */
export function loginFrom(login: string, { pathname, search, hash }: Location): string {
  return `${login}?${new URLSearchParams({ [NAME]: pathname + search + hash })}`;
}

/** Where a log-in leads: null unless the query names another page of this site. A link could have been made by anyone. */
export function wayBack({ search, origin, pathname }: Location): string | null {
  const to = new URLSearchParams(search).get(NAME);
  // '//host' and 'javascript:' are addresses too. A path that begins with two slashes stays on this site by its origin.
  const url = to?.startsWith('/') ? URL.parse(to, origin) : null;
  return url?.origin === origin && url.pathname !== pathname ? url.href : null;
}
