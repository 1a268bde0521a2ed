/** The interface of an open database. */
import type { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';

export type Orm = PgDatabase<PgQueryResultHKT>;

export interface Database {
  kind: 'pglite' | 'postgres';
  orm: Orm;
  /** Null with PGlite */
  pool: pg.Pool | null;
  /** Null with Postgres */
  pglite: PGlite | null;
  /** May be called again; resolves when the folder or the connections are released. */
  close(): Promise<void>;
}
