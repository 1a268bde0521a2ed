import { ANY_ID, ROUTES } from '../routes.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from './locales.ts';

/**
 * The address of a site path in a locale: ('/service/forex#pip', 'ja') → '/ja/service/forex#pip', ('/', 'ja') → '/ja'.
 * Anything that is no site path (another origin, a bare fragment, mailto) is returned as it is.
 */
export function localize(href: string, locale: Locale): string {
  if (!isSitePath(href)) return href;
  const { prefix } = LOCALES[locale];
  if (!prefix) return href;
  const [, path = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  return (path === '/' ? prefix : prefix + path) + rest;
}

export function isSitePath(href: string): boolean {
  return /^\/(?![/\\])/.test(href); // Browsers read '/\' as '//', which is another origin.
}

/** The locale of a pathname and the path without it: '/ja/service' → { locale: 'ja', path: '/service' }. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  for (const locale of LOCALE_IDS) {
    const { prefix } = LOCALES[locale];
    if (prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`))) {
      return { locale, path: pathname.slice(prefix.length) || '/' };
    }
  }
  return { locale: DEFAULT_LOCALE, path: pathname };
}

/**
 * The same pathname in another locale: ('/ja/support/anserpage/7', 'ja', 'tw') → '/tw/support/anserpage/7'.
 * Slashes at its beginning become one, since '//x' is another origin: the 404 page stands at '/ja//x' too.
 */
export function switchLocale(pathname: string, from: Locale, to: Locale): string {
  const path = without('/', pathname.slice(LOCALES[from].prefix.length)).replace(/^\/+/, '/');
  return LOCALES[to].prefix + path || '/';
}

/** Takes every repetition of an ending away. /\/+$/ would take quadratic time on '////…x', which anyone may ask for. */
function without(ending: string, text: string): string {
  let end = text.length;
  while (end > 0 && lower(text.slice(Math.max(0, end - ending.length), end)) === ending) end -= ending.length;
  return text.slice(0, end);
}

const lower = (text: string) => text.toLowerCase();

/**
 * The exact spelling of an address of this site, or null where the pathname names no route.
 * Folds capitals, trailing slashes, `.html` and the `/en-US` prefix; an id keeps its own spelling.
 */
export function exactPathname(pathname: string): string | null {
  const trimmed = without('.html', without('/', pathname));
  const first = lower(trimmed.split('/')[1] ?? '');
  const locale = LOCALE_IDS.find((id) => lower(id) === first);
  const path = (locale ? trimmed.slice(first.length + 1) : trimmed) || '/';
  const exact = exactRoutePath(lower(path) === '/index' ? '/' : path);
  return exact === null ? null : localize(exact, locale ?? DEFAULT_LOCALE);
}

function exactRoutePath(path: string): string | null {
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
