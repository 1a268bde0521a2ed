/** A process killed during a write loses nothing that it has acknowledged. */
import { like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { citiesOf } from '../../../../src/server/db/cities.ts';
import { openDatabase } from '../../../../src/server/db/opening/open.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { inspect, take } from '../../../helpers/database/databaseTest.ts';
import { random, rowOf } from '../../../helpers/durability.ts';
import { KILLS } from '../../../helpers/short.ts';

const { imports } = schema;

describe('kill -9 during writes', () => {
  it(`loses nothing acknowledged, ${KILLS} times`, { timeout: KILLS * 60_000 }, async () => {
    const place = await take(filledPlace());
    const next = random(20261121);
    let written = 0;
    for (let run = 0; run < KILLS; run += 1) {
      const { child, line, ended } = startDatabaseProcess('write', { ...place, first: written });
      // The child continues to write while the test reads its line, so the kill comes anywhere in its next statements.
      await line(Math.floor(next() ** 2 * 150));
      child.kill('SIGKILL');
      const acknowledged = (await ended).map(Number);
      expect(acknowledged).toEqual(acknowledged.map((_, index) => written + index));

      await inspect(place, async ({ orm }) => {
        const rows = await orm
          .select({ name: imports.name, version: imports.version, rows: imports.rows })
          .from(imports)
          .where(like(imports.name, 'written %'))
          .orderBy(imports.rows);
        // The child may have stored one more row than it reported.
        expect([0, 1]).toContain(rows.length - written - acknowledged.length);
        expect(rows).toEqual(rows.map((_, n) => rowOf(n)));
        written = rows.length;
      });
    }
    const database = await openDatabase(place);
    expect((await citiesOf(database, 'IS')).length).toBeGreaterThan(1);
    await database.close();
  });
});
