/** The table of content/jurisdictions.yml, for the build and the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Jurisdiction, Jurisdictions, LeverageClass } from '../forms/jurisdiction.ts';
import type { Product } from '../forms/lists.ts';
import { CONTENT_DIR } from './content.ts';
import { jurisdictionsSchema } from './schemas.ts';

/** The file of a content folder as it is written. Throws if `npm run content` finds a problem in it. */
export const readRows = (dir = CONTENT_DIR) =>
  jurisdictionsSchema.parse(parse(readFileSync(join(dir, 'jurisdictions.yml'), 'utf8')));

/** The table of a content folder by country. Throws if `npm run content` finds a problem in it. */
export function readJurisdictions(dir = CONTENT_DIR): Jurisdictions {
  const { sources, default: standard, rows } = readRows(dir);
  const usual: Jurisdiction = {
    applications: standard.applications === 'taken',
    ageOfMajority: standard.age,
    leverage: [],
    notices: [],
    sourceOf: { applications: standard.source, ageOfMajority: standard.source },
  };
  const countries = new Map<string, Jurisdiction>();
  for (const { source, countries: codes, age, applications, leverage = {}, notices = [] } of rows) {
    for (const code of codes) {
      const known = countries.get(code) ?? usual;
      const caps = Object.entries(leverage) as [LeverageClass, number][];
      countries.set(code, {
        applications: applications ? applications === 'taken' : known.applications,
        ageOfMajority: age ?? known.ageOfMajority,
        leverage: [...known.leverage, ...caps.map(([of, most]) => ({ of, most, source }))],
        notices: [...known.notices, ...notices.map((key) => ({ key, source }))],
        sourceOf: {
          applications: applications ? source : known.sourceOf.applications,
          ageOfMajority: age ? source : known.sourceOf.ageOfMajority,
        },
      });
    }
  }
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([id, { name, address, asOf, status }]) => [id, { name, address, asOf, status }]),
    ),
    default: usual,
    countries: Object.fromEntries(countries),
  };
}

/** What may not be recommended to readers, by country. Throws if `npm run content` finds a problem in the file. */
export function readUnadvised(dir = CONTENT_DIR): ReadonlyMap<string, readonly Product[]> {
  const byCountry = new Map<string, Product[]>();
  for (const { countries, unadvised = [] } of readRows(dir).rows) {
    if (unadvised.length === 0) continue;
    for (const code of countries) byCountry.set(code, [...(byCountry.get(code) ?? []), ...unadvised]);
  }
  return byCountry;
}
