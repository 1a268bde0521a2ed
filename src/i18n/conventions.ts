/** Conventions by language. Separate from the table of locales, so that only pages that need them load them. */
import { LOCALES, type Locale } from './locales.ts';

/**
 * True where rises are red and falls green, where names and addresses go from the whole to the part (the family before
 * the person, the region before the street), and where no spaces are between words.
 */
export const isEastAsian = (locale: Locale): boolean => /^(ja|zh)\b/.test(LOCALES[locale].lang);
