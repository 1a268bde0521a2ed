import { countryName } from '../../../i18n/countries.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Say } from '../parts.tsx';

/** The device and the place of a log-in, in words. */
export function seenIn(
  { locale, say }: { locale: Locale; say: Say<'user.signIn.*'> },
  { browser, system, country, city }: { browser: string; system: string; country: string | null; city: string | null },
): { device: string; place: string } {
  return {
    device: [browser, system].filter(Boolean).join(', ') || say('user.signIn.noBrowser'),
    place: [city, country && countryName(country, locale)].filter(Boolean).join(', ') || say('user.signIn.noPlace'),
  };
}
