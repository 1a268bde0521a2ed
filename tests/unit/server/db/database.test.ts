// cspell:ignore Kanagawa Ōsaka Taizhou Jokohama Jokohamo
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DrizzleQueryError, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { BACKED_UP } from '../../../../src/server/db/backup.ts';
import { citiesOf } from '../../../../src/server/db/cities.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { DatabaseError, guarded } from '../../../../src/server/db/errors.ts';
import { connect, migrations, openDatabase } from '../../../../src/server/db/opening/open.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { cityRows } from '../../../../src/server/geo/cityFile.ts';
import { emptyPlace, POSTGRES_URL, testDatabase } from '../../../helpers/database/database.ts';
import { count, messageOf, take } from '../../../helpers/database/databaseTest.ts';

const { cities } = schema;

describe('opening', { timeout: 180_000 }, () => {
  it('closes more than once, and answers nothing afterwards', async () => {
    const database = await testDatabase();
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(await messageOf(citiesOf(database, 'JP'))).toMatch(/^The database failed at reading cities( \(\w+\))?\.$/);
  });

  it('says in one line, without the password, that a Postgres does not answer', async () => {
    const url = 'postgres://finger:hunter2@127.0.0.1:1/site';
    const line = await messageOf(openDatabase({ url, dataDir: '' }));
    expect(line).toBe('Postgres does not answer at 127.0.0.1:1 (ECONNREFUSED): start it, or correct DATABASE_URL.');
  });

  if (POSTGRES_URL) {
    it('says in one line how a user who may make no tables gets the right to', async () => {
      const place = await take(emptyPlace());
      const url = new URL(place.url ?? '');
      const name = url.pathname.slice(1);
      const stranger = `stranger_${name}`;
      const owner = await connect(place);
      await owner.orm.execute(sql.raw(`create role "${stranger}" login`));
      url.username = stranger;
      const line = await messageOf(openDatabase({ url: url.href, dataDir: '' }));
      const [remedy = ''] = /alter database .+ owner to "\w+"/.exec(line) ?? [];
      expect(line).toBe(
        `Postgres at ${url.host} lets '${stranger}' make no tables in '${name}' (42501): run ${remedy}, or correct DATABASE_URL.`,
      );
      await owner.orm.execute(sql.raw(remedy));
      await (await openDatabase({ url: url.href, dataDir: '' })).close();
      await owner.orm.execute(sql.raw(`alter database "${name}" owner to current_user`));
      await owner.orm.execute(sql.raw(`reassign owned by "${stranger}" to current_user`));
      await owner.orm.execute(sql.raw(`drop role "${stranger}"`));
      await owner.close();
    });
  }

  it('migrations that databases may have run are as they were', async () => {
    const list = await readFile('tests/fixtures/migrations.sha256', 'utf8');
    const folder = 'src/server/db/migrations';
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const lines = names.map((name, index) => `${migrations[index]?.hash}  ${name}\n`);
    const remedy = 'write a new migration with npm run migration -- NAME, and leave those before it as they were';
    expect(lines.join(''), remedy).toBe(list);
  });

  if (!POSTGRES_URL) {
    it('says in one line that the folder cannot be made or read', async () => {
      const place = await take(emptyPlace());
      await writeFile(place.dataDir, 'a file');
      const line = await messageOf(openDatabase(place));
      expect(line).toBe(`Cannot write to the data folder '${place.dataDir}' (EEXIST): set DATA_DIR to another one.`);

      const broken = await take(emptyPlace());
      await mkdir(join(broken.dataDir, 'postgres'), { recursive: true });
      await writeFile(join(broken.dataDir, 'postgres/PG_VERSION'), '9\n');
      const reason = await messageOf(openDatabase(broken));
      expect(reason).toMatch(/^The database in '.+' cannot be opened \(.+\): move it away and restore a backup/);
      expect(await readdir(broken.dataDir)).toEqual(['postgres']);
    });
  }
});

describe('cities', { timeout: 180_000 }, () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    return () => database.close();
  });

  it('are those of the country, largest first', async () => {
    const japan = await citiesOf(database, 'JP');
    expect(japan.slice(0, 3)).toMatchObject([
      { id: 1850147, name: 'Tokyo', region: 'Tokyo', population: 8336599 },
      { id: 1848354, name: 'Yokohama', region: 'Kanagawa', population: 3574443 },
      { id: 1853909, name: 'Osaka', region: 'Ōsaka', population: 2592413 },
    ]);
    expect(japan.length).toBeGreaterThan(700);
    const order = japan.toSorted((a, b) => b.population - a.population || a.id - b.id);
    expect(japan).toEqual(order);
    for (const unknown of ['ZZ', 'jp', '', "JP'; drop table cities; --"]) {
      expect(await citiesOf(database, unknown), unknown).toEqual([]);
    }
  });

  it.each([
    ['ja', '横浜市', '神奈川県', 'ニューヨーク', '台州市'],
    ['tw', '橫濱市', '神奈川縣', '紐約', '台州'],
    ['cn', '横滨市', '神奈川县', '纽约', '台州'],
    ['en-GB', 'Yokohama', 'Kanagawa', 'New York', 'Taizhou'],
  ] as const)(
    'have names in the script of %s, and are found by those of all',
    async (locale, name, region, ...others) => {
      const [, yokohama] = await citiesOf(database, 'JP', locale);
      expect(yokohama).toMatchObject({ id: 1848354, name, region });
      expect([name, ...(yokohama?.otherNames ?? [])].toSorted()).toEqual(
        ['Yokohama', '横浜市', '橫濱市', '横滨市', 'Jokohama', 'Jokohamo'].toSorted(),
      );
      const named = async (country: string, id: number) =>
        (await citiesOf(database, country, locale)).find((city) => city.id === id)?.name;
      expect([await named('US', 5128581), await named('CN', 8400694)]).toEqual(others);
    },
  );

  it('are called in Chinese as the site calls them, where it does', async () => {
    const named = async (locale: 'tw' | 'cn') => (await citiesOf(database, 'AU', locale))[0];
    expect(await named('tw')).toMatchObject({ name: '雪梨', otherNames: expect.arrayContaining(['Sydney', '悉尼']) });
    expect(await named('cn')).toMatchObject({ name: '悉尼', otherNames: expect.arrayContaining(['Sydney', '雪梨']) });
  });

  it('are told apart by their regions, none of which is a code', async () => {
    const namesakes = (await citiesOf(database, 'US')).filter(({ name }) => name === 'Springfield');
    const regions = namesakes.map(({ region }) => region);
    expect(regions).toEqual(expect.arrayContaining(['Missouri', 'Massachusetts', 'Illinois', 'Oregon']));
    const all = await Promise.all(['US', 'DE', 'GB', 'JP', 'TW', 'CH'].map((country) => citiesOf(database, country)));
    expect(all.flat().filter(({ region }) => /^[\d.]*$/.test(region))).toEqual([]);
  });

  it('are all those of the file, each once', async () => {
    const rows = cityRows();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(await count(database, cities)).toBe(rows.length);
  });
});

describe('errors', () => {
  it('never hold what was sent or stored', async () => {
    const cause = Object.assign(new Error('duplicate key: secret'), { code: '23505', detail: 'Key (a)=(secret)' });
    const thrown = new DrizzleQueryError('insert into t values ($1)', ['secret'], cause);
    const error = await guarded('saving', () => Promise.reject(thrown)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ message: 'The database failed at saving (23505).', code: '23505' });
    expect((error as Error).cause).toBeUndefined();
    expect(JSON.stringify({ ...(error as Error) }) + (error as Error).stack).not.toContain('secret');
  });
});

describe('the schema', () => {
  it('is what the migrations make', async () => {
    // Typed by hand, because its types pull in much of drizzle-kit and only two functions are used.
    const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)('drizzle-kit/api') as {
      generateDrizzleJson: (from: object) => object;
      generateMigration: (from: object, to: object) => Promise<string[]>;
    };
    const folder = 'src/server/db/migrations/meta';
    const newest = (await readdir(folder))
      .filter((name) => name.endsWith('_snapshot.json'))
      .toSorted()
      .at(-1);
    const snapshot = JSON.parse(await readFile(join(folder, String(newest)), 'utf8'));
    const remedy = 'run npm run migration -- NAME, and commit what it writes';
    expect(await generateMigration(snapshot, generateDrizzleJson(schema)), remedy).toEqual([]);
  });

  it('is in the backup, but for the counters', () => {
    const tables = Object.values(schema).filter((value) => is(value, PgTable));
    const remedy = 'add a new table to BACKED_UP in src/server/db/backup.ts, below those that it refers to';
    expect(tables.map(getTableName).sort(), remedy).toEqual([...BACKED_UP, schema.rateLimits].map(getTableName).sort());
    for (const table of BACKED_UP) {
      for (const column of Object.values(getTableColumns(table))) {
        const { generated, generatedIdentity, columnType } = column;
        const remedy = 'restoreBackup() must learn to leave it out, or to set its sequence';
        expect([generated, generatedIdentity, /Serial/.test(columnType)], remedy).toEqual([
          undefined,
          undefined,
          false,
        ]);
      }
    }
  });
});
