/** Conventions by language. Separate from the table of locales, so that only pages that need them load them. */
import { LOCALES, type Locale } from './locales.ts';

/**
 * True where rises are red and falls green, and where names and addresses go from the whole to the part: the family
 * before the person, the region before the street.
 */
export const isEastAsian = (locale: Locale): boolean => /^(ja|zh)\b/.test(LOCALES[locale].lang);
