import type { Country } from '../contract/places.ts';
import { inCountryOrder } from '../i18n/countryOrder.ts';
import type { Locale } from '../i18n/locales.ts';
import { type Listed, listOf } from '../stores/applicationLists.ts';

/** The list of countries, once it is loaded, as the options of a locale. */
export const countryOptions = (countries: Listed<Country>, locale: Locale) =>
  inCountryOrder(
    listOf(countries).map(({ code, names }) => ({ code, name: names[locale] })),
    locale,
  );
