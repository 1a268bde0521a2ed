import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CITIES_VERSION } from '../../../../src/server/db/cities.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { migrations, openDatabase } from '../../../../src/server/db/opening/open.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { emptyPlace, POSTGRES_URL } from '../../../helpers/database/database.ts';
import { count, take } from '../../../helpers/database/databaseTest.ts';

const { cities, imports } = schema;

it('migrates an empty place and imports the cities, and does neither again', async () => {
  const place = await take(emptyPlace());
  if (!POSTGRES_URL) {
    // The state that a process leaves if it is killed while PGlite creates its files.
    await mkdir(join(place.dataDir, 'postgres/base'), { recursive: true });
    await writeFile(join(place.dataDir, 'postgres/PG_VERSION'), '18\n');
    await writeFile(join(place.dataDir, 'unfinished'), '');
  }
  const look = async (database: Database) => ({
    migrated: await rowsOf(database.orm, sql`select hash, created_at::text from drizzle.__drizzle_migrations`),
    imported: await database.orm.select().from(imports),
    cities: await count(database, cities),
  });

  const first = await openDatabase(place);
  const found = await look(first);
  if (!POSTGRES_URL) expect((await stat(join(place.dataDir, 'postgres'))).mode & 0o077).toBe(0);
  await first.close();
  expect(found.migrated).toEqual(migrations.map(({ hash, folderMillis }) => ({ hash, created_at: `${folderMillis}` })));
  expect(found.imported).toMatchObject([{ name: 'cities', version: CITIES_VERSION, rows: found.cities }]);
  expect(found.cities).toBeGreaterThan(24_000);

  const second = await openDatabase(place);
  expect(await look(second)).toEqual(found);
  await second.close();
  if (!POSTGRES_URL) expect(await readdir(place.dataDir)).toEqual(['postgres']);
});
