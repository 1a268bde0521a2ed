/** What an open database is, to all that ask it. */
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
  /** May be called again; the folder or the connections are free when it resolves. */
  close(): Promise<void>;
}
