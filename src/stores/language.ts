import { LOCALE_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { isLocale, type Locale } from '../i18n/locales.ts';

/** The locale the visitor chose, or null. It marks the picker and offers a line; it never redirects. */
export const $chosenLocale = persistedAtom<Locale | null>(
  LOCALE_KEY,
  (stored) => (isLocale(stored) ? stored : null),
  (locale) => locale,
);
