import { persistentAtom } from '@nanostores/persistent';
import { isLocale, type Locale } from '../i18n/locales.ts';
import { LOCALE_KEY } from './keys.ts';

/** The locale the visitor chose, or null. It marks the picker and offers a line; it never redirects. */
export const $chosenLocale = persistentAtom<Locale | null>(LOCALE_KEY, null, {
  encode: (locale) => locale ?? undefined,
  decode: (stored) => (isLocale(stored) ? stored : null),
});
