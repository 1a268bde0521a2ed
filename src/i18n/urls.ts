import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from './locales.ts';

/**
 * The address of a site path in a locale: ('/service/forex#pip', 'ja') → '/ja/service/forex#pip', ('/', 'ja') → '/ja'.
 * Returns anything else (another origin, a bare fragment, mailto) unchanged.
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
 * Leading slashes become one, since '//x' is another origin: the 404 page is also shown at '/ja//x'.
 */
export function switchLocale(pathname: string, from: Locale, to: Locale): string {
  const path = without('/', pathname.slice(LOCALES[from].prefix.length)).replace(/^\/+/, '/');
  return LOCALES[to].prefix + path || '/';
}

/** The address of a page as Markdown: '/service/forex' → '/service/forex.md', of a home, '/ja' → '/ja/index.md'. */
export function markdownPath(pathname: string): string {
  const { locale, path } = splitLocale(pathname);
  return localize(`${path === '/' ? '/index' : path}.md`, locale);
}

/** Removes every repetition of an ending. /\/+$/ would take quadratic time on '////…x', which anyone may request. */
export function without(ending: string, text: string): string {
  let end = text.length;
  while (end > 0 && lower(text.slice(Math.max(0, end - ending.length), end)) === ending) end -= ending.length;
  return text.slice(0, end);
}

export const lower = (text: string) => text.toLowerCase();
