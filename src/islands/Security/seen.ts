import { countryName } from '../../i18n/countries.ts';
import type { Part } from './words.ts';

/** The device and the place of a log-in, in words. */
export function seenIn(
  { locale, say }: Pick<Part, 'locale' | 'say'>,
  { browser, system, country, city }: { browser: string; system: string; country: string | null; city: string | null },
): { device: string; place: string } {
  return {
    device: [browser, system].filter(Boolean).join(', ') || say('user.security.devices.noBrowser'),
    place:
      [city, country && countryName(country, locale)].filter(Boolean).join(', ') ||
      say('user.security.devices.noPlace'),
  };
}
