import { countryName } from '../../i18n/countries.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Say } from '../Profile/parts.tsx';

export const SEEN_WORDS = ['user.security.devices.noBrowser', 'user.security.devices.noPlace'] as const;

/** The device and the place of a log-in, in words. */
export function seenIn(
  { locale, say }: { locale: Locale; say: Say<(typeof SEEN_WORDS)[number]> },
  { browser, system, country, city }: { browser: string; system: string; country: string | null; city: string | null },
): { device: string; place: string } {
  return {
    device: [browser, system].filter(Boolean).join(', ') || say('user.security.devices.noBrowser'),
    place:
      [city, country && countryName(country, locale)].filter(Boolean).join(', ') ||
      say('user.security.devices.noPlace'),
  };
}
