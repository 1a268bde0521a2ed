/** What readers of a language are used to. Apart from the table, so that only pages that ask load it. */
import { LOCALES, type Locale } from './locales.ts';

/**
 * Where rises are red and falls green, and where names and addresses go from the whole to the part: the family before the
 * person, the region before the street.
 */
export const isEastAsian = (locale: Locale): boolean => /^(ja|zh)\b/.test(LOCALES[locale].lang);
