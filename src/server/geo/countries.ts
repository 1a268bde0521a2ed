/** Every country of ISO 3166-1 with its names and its dial code, computed once. */
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { COUNTRIES } from '../../catalogue/countries.ts';
import type { Country } from '../../contract/all.ts';
import { countryName } from '../../i18n/countries.ts';
import { byLocale } from '../../i18n/locales.ts';

export const countries: readonly Country[] = COUNTRIES.map(({ id, code, currency }) => {
  const names = byLocale((locale) => countryName(code, locale) ?? code);
  return { id, code, names, dialCode: dialCode(code), currency };
});

const byKey = new Map<string | number, Country>();
for (const country of countries) byKey.set(country.code, country).set(country.id, country);

/** A country by its number ('392', '004', '4') or alpha-2 code in any case. */
export function findCountry(id: string): Country | undefined {
  return byKey.get(/^\d+$/.test(id) ? Number(id) : id.toUpperCase());
}

function dialCode(code: string): string | null {
  return isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : null;
}
