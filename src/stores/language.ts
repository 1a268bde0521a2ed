import { isLocale, type Locale } from '../i18n/locales.ts';
import { keptAtom } from '../visit/kept.ts';
import { LOCALE_KEY } from '../visit/keys.ts';

/** The locale the visitor chose, or null. It marks the picker and offers a line; it never redirects. */
export const $chosenLocale = keptAtom<Locale | null>(
  LOCALE_KEY,
  (stored) => (isLocale(stored) ? stored : null),
  (locale) => locale,
);
