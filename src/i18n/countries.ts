/** Names of countries. */
import { byLocale, LOCALES, type Locale } from './locales.ts';

/** If the long name is a formula about sovereignty, the short name is used, as CLDR recommends for lists. */
const SHORT_NAMES = new Set(['HK', 'MO', 'PS']);

const displayNames = (locale: Locale, style: 'long' | 'short') =>
  new Intl.DisplayNames(LOCALES[locale].lang, { type: 'region', style, fallback: 'none' });
const NAMES = byLocale((locale) => ({ long: displayNames(locale, 'long'), short: displayNames(locale, 'short') }));

/** The name of a country by its alpha-2 code, also of codes outside ISO such as XK; null for an unknown code. */
export function countryName(code: string, locale: Locale): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return NAMES[locale][SHORT_NAMES.has(code) ? 'short' : 'long'].of(code) ?? null;
}
