/** Opens the database: PGlite in a data folder, or the Postgres of DATABASE_URL. Same tables, same migrations. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePGlite } from 'drizzle-orm/pglite';
import type pg from 'pg';
import { importCities } from '../cities.ts';
import type { Database, Orm } from '../database.ts';
import { codeOf, DatabaseError, guarded } from '../errors.ts';
import { needRoomForNew, withRoom } from './disk.ts';
import { holdFolder } from './folder.ts';
import { connectAlone, createPool } from './pool.ts';

export interface DatabaseOptions {
  /** postgres://…; unset means PGlite in dataDir */
  url: string | undefined;
  dataDir: string;
  /** The longest time for a query on Postgres, including its connection; unset sets no limit */
  limitMs?: number;
}

/** The limit of a running server: a caller of the API waits ten seconds. */
const LIMIT_MS = 5_000;

/**
 * PGlite's cache of pages. With its default of 128 MB a process holds 120 MB more, and queries take as long: what is not in it
 * comes from the system's cache of files.
 */
const SHARED_BUFFERS = '32MB';

/** Any number that no other program on the same Postgres is likely to lock. */
const ADVISORY_LOCK = 0x46_69_6e_67;
/** How long another process may migrate and import before this one gives up. */
const LOCK_TIMEOUT_MS = 120_000;

const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, '../migrations') };

/** The migrations in order; `folderMillis` is the version of a database after that migration. */
export const migrations: readonly MigrationMeta[] = readMigrationFiles(MIGRATIONS);

/**
 * Opens the database for a server: migrated, with the cities in it, and by default with a time limit. Throws a
 * DatabaseError of one line that names the remedy.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openFilled(options) : withRoom(options.dataDir, () => openFilled(options));
}

/** Postgres: the user lacks a right. */
const NO_RIGHT = '42501';

async function openFilled(options: DatabaseOptions): Promise<Database> {
  const database = await connect({ limitMs: LIMIT_MS, ...options });
  try {
    await exclusively(database, async (orm) => {
      await migrate(orm);
      await importCities(orm);
    });
    return database;
  } catch (error) {
    await database.close();
    throw options.url && codeOf(error) === NO_RIGHT ? refused(options.url, NO_RIGHT) : error;
  }
}

/** Opens the database without migrating it, by default without a time limit: the work of tools may take long. */
export async function connect({ url, dataDir, limitMs }: DatabaseOptions): Promise<Database> {
  return url ? connectPostgres(url, limitMs) : openFolder(dataDir);
}

/** A database on a PGlite that is open already. */
export function onPGlite(client: PGlite, afterwards: () => Promise<void> = async () => {}): Database {
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= client.close().finally(afterwards);
    return closed;
  };
  return { kind: 'pglite', orm: drizzlePGlite(client), pool: null, pglite: client, close };
}

async function openFolder(dataDir: string): Promise<Database> {
  const release = await holdFolder(dataDir);
  const files = join(dataDir, 'postgres');
  // Exists while PGlite first creates its files. After a kill they are created anew: they hold no data yet.
  const unfinished = join(dataDir, 'unfinished');
  try {
    if (existsSync(unfinished)) await rm(files, { recursive: true, force: true });
    if (!existsSync(files)) {
      await needRoomForNew(dataDir);
      await writeFile(unfinished, '');
      // PGlite creates files that everyone may write, so others must not be able to enter the folder.
      await mkdir(files, { mode: 0o700 });
      await makeFiles(files);
    }
    const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
    const client = await PGlite.create(files, { startParams });
    await rm(unfinished, { force: true });
    return onPGlite(client, release);
  } catch (error) {
    await release();
    if (error instanceof DatabaseError) throw error;
    const [why] = String(error).split('\n');
    throw new DatabaseError(
      `The database in '${files}' cannot be opened (${why}): move it away and restore a backup (npm run admin -- restore).`,
      codeOf(error),
    );
  }
}

/** Creates the files in a worker thread, because it takes seconds during which this thread would be blocked. */
async function makeFiles(files: string): Promise<void> {
  const thread = new Worker(new URL('./makeFiles.ts', import.meta.url), {
    workerData: files,
    stdout: true,
    stderr: true,
  });
  await once(thread, 'exit');
}

async function connectPostgres(url: string, limitMs?: number): Promise<Database> {
  const database = onPostgres(url, limitMs);
  try {
    await (await connectAlone(database.pool)).end();
  } catch (error) {
    await database.close();
    throw refused(url, codeOf(error));
  }
  return database;
}

/** A database on a Postgres, without checking that it is there. */
export function onPostgres(url: string, limitMs?: number): Database & { pool: pg.Pool } {
  const pool = createPool(url, limitMs);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= pool.end();
    return closed;
  };
  return { kind: 'postgres', orm: drizzlePostgres(pool), pool, pglite: null, close };
}

/** The error for a Postgres that cannot be opened. It names the address without the password. */
function refused(url: string, code: string | undefined): DatabaseError {
  const { hostname, port, pathname, username } = new URL(url);
  const server = `${hostname || 'localhost'}:${port || 5432}`;
  const name = decodeURIComponent(pathname.slice(1)) || username;
  const line = () => {
    if (code === '3D000') return `There is no database '${name}' at ${server}: make it with createdb, or`;
    if (code?.startsWith('28')) return `Postgres at ${server} does not let '${username}' into '${name}' (${code}):`;
    if (code === NO_RIGHT) {
      const remedy = `alter database "${name}" owner to "${username}"`;
      return `Postgres at ${server} lets '${username}' make no tables in '${name}' (${code}): run ${remedy}, or`;
    }
    if (code === '53300') return `Postgres at ${server} has no connection left (${code}): raise max_connections, or`;
    return `Postgres does not answer at ${server}${code ? ` (${code})` : ''}: start it, or`;
  };
  return new DatabaseError(`${line()} correct DATABASE_URL.`, code);
}

/**
 * Runs work that two processes must not do at once. PGlite has only one process. On Postgres they wait for an advisory
 * lock, which Postgres releases if a process dies.
 */
export async function exclusively<T>({ orm, pool }: Database, work: (orm: Orm) => Promise<T>): Promise<T> {
  if (!pool) return work(orm);
  const client = await guarded('connecting', () => connectAlone(pool));
  try {
    await guarded('waiting for another process to migrate', async () => {
      await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    });
    return await work(drizzlePostgres(client));
  } finally {
    // Closes the connection, which releases the lock, even if the connection itself is the problem.
    client.end().catch(() => {});
  }
}

/** Migrates the tables to a version, by default the newest. */
export async function migrate(orm: Orm, version = Number.POSITIVE_INFINITY): Promise<void> {
  const wanted = migrations.filter(({ folderMillis }) => folderMillis <= version);
  // Drizzle's own migrate() cannot stop at a version. The cast: its types distinguish two kinds of empty schema.
  const session = orm._.session as unknown as PgSession;
  await guarded('migrating', () => new PgDialect().migrate(wanted, session, MIGRATIONS));
}
