/** The exact spelling of addresses. The server redirects other spellings to it. */
import { DEFAULT_LOCALE, LOCALE_IDS } from '../i18n/locales.ts';
import { localize, lower, markdownPath, without } from '../i18n/urls.ts';
import { ANY_ID, MOVED, ROUTES } from '../routes.ts';

const NOW = new Map(MOVED.map(({ from, to }) => [lower(from), to]));

/**
 * The exact spelling of an address of this site, or null if the pathname names no route.
 * Folds capitals, trailing slashes, `.html` and the `/en-US` prefix; an id keeps its own spelling. For an address that
 * has moved it is the one that it has now. An address of Markdown is spelled as that of its page.
 */
export function exactPathname(pathname: string): string | null {
  const trimmed = without('.html', without('/', pathname));
  const exact = exactAddress(trimmed);
  const page = without('.md', trimmed);
  if (exact !== null || page === trimmed) return exact;
  const exactPage = exactAddress(page);
  return exactPage && markdownPath(exactPage);
}

function exactAddress(pathname: string): string | null {
  const first = lower(pathname.split('/')[1] ?? '');
  const locale = LOCALE_IDS.find((id) => lower(id) === first);
  const path = (locale ? pathname.slice(first.length + 1) : pathname) || '/';
  const exact = exactRoutePath(lower(path) === '/index' ? '/' : path);
  return exact === null ? null : localize(exact, locale ?? DEFAULT_LOCALE);
}

function exactRoutePath(path: string): string | null {
  const moved = NOW.get(lower(path));
  if (moved !== undefined) return moved;
  for (const { path: pattern } of ROUTES) {
    if (!pattern.endsWith('/{id}')) {
      if (lower(pattern) === lower(path)) return pattern;
      continue;
    }
    const stem = pattern.slice(0, -'{id}'.length);
    const id = path.slice(stem.length);
    if (pattern === ANY_ID && lower(`${path}/`) === lower(stem)) return stem.slice(0, -1);
    const isId = id && (pattern === ANY_ID || !id.includes('/'));
    if (isId && lower(path.slice(0, stem.length)) === lower(stem)) return stem + id;
  }
  return null;
}
