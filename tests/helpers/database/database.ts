/**
 * Databases for tests: on PGlite, or on the Postgres of DATABASE_URL, where each test gets its own database.
 * Creating one with its cities takes seconds, so one template is created and copied.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import lockfile from 'proper-lockfile';
import { CITIES_VERSION, importCities } from '../../../src/server/db/cities.ts';
import type { Database } from '../../../src/server/db/database.ts';
import {
  connect,
  type DatabaseOptions,
  migrate,
  migrations,
  onPGlite,
  openDatabase,
} from '../../../src/server/db/opening/open.ts';

/** The Postgres on which tests may create databases; undefined means PGlite. */
export const POSTGRES_URL = process.env.DATABASE_URL || undefined;

/** Hash of the template's content: a change creates a new template. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([CITIES_VERSION, migrations.map(({ hash }) => hash), process.versions.node]))
  .digest('hex')
  .slice(0, 12);

/** An address that openDatabase() takes. */
export interface Place extends DatabaseOptions {
  remove(): Promise<void>;
}

/** PGlites that wait for the next test file of this worker: creating one takes a second, emptying it a tenth. */
const idle: PGlite[] = [];

/** A database with its cities, in memory on PGlite. close() removes it. */
export async function testDatabase(): Promise<Database> {
  if (!POSTGRES_URL) {
    const client = idle.pop() ?? (await createPGlite());
    return onPGlite(lease(client), async () => {
      await emptyTables(client);
      idle.push(client);
    });
  }
  const place = await filledPlace();
  const database = await connect(place);
  return { ...database, close: () => database.close().then(place.remove) };
}

async function createPGlite(): Promise<PGlite> {
  const { dump } = await template();
  return PGlite.create({ loadDataDir: new Blob([await readFile(dump)]) });
}

/** A PGlite whose close() leaves `client` open. After it nothing that still runs can reach the tables of the next file. */
function lease(client: PGlite): PGlite {
  let isClosed = false;
  return new Proxy(client, {
    get(_, name) {
      if (name === 'close') {
        return async () => {
          isClosed = true;
        };
      }
      if (isClosed) throw new Error('PGlite is closed');
      const value = Reflect.get(client, name, client);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}

/** Removes what tests have stored. The cities stay, with the note that they were imported. */
async function emptyTables(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public' and tablename not in ('cities', 'imports')`,
  );
  await client.exec(`truncate ${rows[0]?.tables} restart identity`);
  const { rows: some } = await client.query('select from cities limit 1');
  if (some.length === 0)
    throw new Error('A test removed the cities that the next file needs: give it a filledPlace().');
}

/** A place without a database, or with an empty one. */
export async function emptyPlace(): Promise<Place> {
  return POSTGRES_URL ? newDatabase() : newFolder();
}

/** A place with a database as openDatabase() creates it. */
export async function filledPlace(): Promise<Place> {
  if (POSTGRES_URL) return newDatabase(await templateDatabase());
  const place = await newFolder();
  const { folder } = await template();
  await cp(folder, join(place.dataDir, 'postgres'), { recursive: true });
  return place;
}

async function newFolder(): Promise<Place> {
  const { path, remove } = await emptyFolder();
  return { url: undefined, dataDir: join(path, 'db'), remove };
}

/** A folder for files of a test. */
export async function emptyFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'finger-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * A PGlite folder with the cities, and a dump of it. The first worker that needs one creates it while the others wait,
 * and removes those of other versions.
 */
async function template(): Promise<{ folder: string; dump: string }> {
  const folder = `.data/test/database-${VERSION}`;
  const dump = `${folder}.tar`;
  await mkdir('.data/test', { recursive: true });
  const release = await lockfile.lock(folder, {
    realpath: false,
    stale: 60_000,
    retries: { retries: 1_000, factor: 1, minTimeout: 200 },
  });
  try {
    if (!existsSync(dump)) {
      await rm(folder, { recursive: true, force: true });
      for (const name of await readdir('.data/test')) {
        if (!name.startsWith('database-') || name.startsWith(`database-${VERSION}`)) continue;
        await rm(join('.data/test', name), { recursive: true, force: true });
      }
      const client = await PGlite.create(folder);
      const database = onPGlite(client);
      await migrate(database.orm);
      await importCities(database.orm);
      const dumped = await client.dumpDataDir('none');
      await database.close();
      await writeFile(`${dump}.part`, Buffer.from(await dumped.arrayBuffer()));
      await rename(`${dump}.part`, dump);
    }
  } finally {
    await release();
  }
  return { folder, dump };
}

/** The name of the template database on Postgres, which is created once. */
async function templateDatabase(): Promise<string> {
  const name = `finger_template_${VERSION}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock(20261121)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name}_part`);
    await client.query(`create database ${name}_part`);
    await (await openDatabase({ url: urlOf(`${name}_part`), dataDir: '' })).close();
    await client.query(`alter database ${name}_part rename to ${name}`);
  });
  return name;
}

async function newDatabase(from = 'template1'): Promise<Place> {
  const name = `finger_test_${randomUUID().replaceAll('-', '')}`;
  await administer((client) => client.query(`create database ${name} template ${from}`));
  const remove = () => administer((client) => client.query(`drop database if exists ${name} with (force)`));
  return { url: urlOf(name), dataDir: '', remove };
}

function urlOf(database: string): string {
  const url = new URL(String(POSTGRES_URL));
  url.pathname = database;
  return url.href;
}

async function administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
