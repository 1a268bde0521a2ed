/** The cities: imported once from geo/cities.tsv (GeoNames, CC BY 4.0), read by country. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { desc, eq } from 'drizzle-orm';
import type { City } from '../../contract/all.ts';
import type { Locale } from '../../i18n/locales.ts';
import { CITIES_FILE, cityRows } from '../geo/cityFile.ts';
import type { Database, Orm } from './database.ts';
import { guarded } from './errors.ts';
import { insertRows } from './rows.ts';
import { cities, imports } from './schema.ts';

const BATCH = 5_000;

/** The version of the cities that this program imports. */
export const CITIES_VERSION = `cities.tsv ${createHash('sha256').update(readFileSync(CITIES_FILE)).digest('hex').slice(0, 12)}`;

/** The cities of an ISO 3166-1 alpha-2 country as a locale names them, largest first; none for an unknown country. */
export async function citiesOf(database: Database, countryCode: string, locale: Locale = 'en-US'): Promise<City[]> {
  const { id, name, region, population, names } = cities;
  const rows = await guarded('reading cities', () =>
    database.orm
      .select({ id, name, region, population, names })
      .from(cities)
      .where(eq(cities.countryCode, countryCode))
      .orderBy(desc(population), id),
  );
  const script = locale === 'ja' || locale === 'tw' || locale === 'cn' ? locale : null;
  return rows.map(({ names, ...city }) => {
    const name = (script && names?.[script]) || city.name;
    const others = [city.name, names?.ja, names?.tw, names?.cn, ...(names?.more ?? [])];
    return {
      ...city,
      name,
      region: (script && names?.region[script]) || city.region,
      otherNames: [...new Set(others)].filter((other) => other !== undefined && other !== name) as string[],
    };
  });
}

/** Imports the cities unless this version is there. All or nothing: if killed midway, it starts anew. */
export async function importCities(orm: Orm): Promise<void> {
  await guarded('importing cities', async () => {
    const [done] = await orm.select().from(imports).where(eq(imports.name, 'cities'));
    if (done?.version === CITIES_VERSION) return;
    const rows = cityRows();
    await orm.transaction(async (tx) => {
      await tx.delete(cities);
      for (let start = 0; start < rows.length; start += BATCH) {
        await insertRows(tx, cities, JSON.stringify({ rows: rows.slice(start, start + BATCH) }));
      }
      const entry = { version: CITIES_VERSION, rows: rows.length, importedAt: new Date() };
      await tx
        .insert(imports)
        .values({ name: 'cities', ...entry })
        .onConflictDoUpdate({ target: imports.name, set: entry });
    });
  });
}
