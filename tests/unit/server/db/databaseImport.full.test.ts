/** The import of the cities into a database that has had one. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { citiesOf } from '../../../../src/server/db/cities.ts';
import { openDatabase } from '../../../../src/server/db/opening/open.ts';
import { cities, imports } from '../../../../src/server/db/schema.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { count, inspect, take } from '../../../helpers/database/databaseTest.ts';

describe('opening', { timeout: 180_000 }, () => {
  it('imports again where the version differs, in place of the old', async () => {
    const place = await take(filledPlace());
    const total = await inspect(place, async (database) => {
      const { orm } = database;
      await orm.update(imports).set({ version: 'old' }).where(eq(imports.name, 'cities'));
      await orm.insert(cities).values({ id: 1, countryCode: 'JP', name: 'Gone', region: '', population: 99_999_999 });
      return (await count(database, cities)) - 1;
    });
    const database = await openDatabase(place);
    expect((await citiesOf(database, 'JP'))[0]?.name).toBe('Tokyo');
    expect(await count(database, cities)).toBe(total);
    await database.close();
  });

  it('killed anywhere in the import leaves nothing half done', async () => {
    const place = await take(filledPlace());
    await inspect(place, async ({ orm }) => {
      await orm.delete(imports);
      await orm.delete(cities).where(eq(cities.countryCode, 'JP'));
    });
    for (const statements of [0, 2, 4]) {
      const { child, ended } = startDatabaseProcess('import', { ...place, statements });
      expect(await ended).toEqual([]);
      expect(child.signalCode).toBe('SIGKILL');
    }
    await inspect(place, async (database) => {
      expect(await count(database, imports)).toBe(0);
      expect(await count(database, cities)).toBeGreaterThan(23_000);
      expect(await citiesOf(database, 'JP')).toEqual([]);
    });
    const database = await openDatabase(place);
    expect(await citiesOf(database, 'JP')).not.toEqual([]);
    await database.close();
  });
});
