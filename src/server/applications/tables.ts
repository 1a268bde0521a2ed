/** What the rules of an application need besides its answers, from content/ and the list of countries. */

import { today } from '../../catalogue/content.ts';
import { readJurisdictions } from '../../catalogue/jurisdictions.ts';
import { legalVersions } from '../../catalogue/legal.ts';
import type { Tables } from '../../forms/entries.ts';
import { jurisdictionOf } from '../../forms/jurisdiction.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS } from '../../i18n/locales.ts';
import { CONTENT } from '../content.ts';
import { countries } from '../geo/countries.ts';

export type ApplicationRules = Omit<Tables, 'now'>;

/** Reads the tables of a content folder, with the legal texts of a day. Throws if `npm run content` finds a problem in them. */
export function readRules(dir = CONTENT, day = today()): ApplicationRules {
  const table = readJurisdictions(dir);
  const versions = new Map<string, ReturnType<ApplicationRules['versionsOf']>>(
    LOCALE_IDS.map((locale) => [locale, legalVersions(locale, dir, day)]),
  );
  const english = legalVersions(DEFAULT_LOCALE, dir, day);
  const dialCodes = new Map(countries.map(({ code, dialCode }) => [code, dialCode]));
  return {
    versionsOf: (locale) => (isLocale(locale) && versions.get(locale)) || english,
    jurisdictionOf: (country) => jurisdictionOf(table, country),
    dialCodeOf: (country) => dialCodes.get(country),
  };
}
