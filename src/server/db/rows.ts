/** Queries for which Drizzle has no words. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './database.ts';

/** A database or a transaction. */
export type Executor = Pick<Orm, 'execute'>;

/** The rows of a query; both drivers answer `{ rows }`, which the type of `execute` does not know. */
export async function rowsOf<T>(orm: Executor, query: SQL): Promise<T[]> {
  const result: unknown = await orm.execute(query);
  return (result as { rows: T[] }).rows;
}

/**
 * Inserts many rows in one statement: the array `rows` of a JSON object, its elements objects by the names of the
 * columns; a column left out becomes null. Postgres reads the values itself: none passes through a JavaScript number
 * or date.
 */
export async function insertRows(orm: Executor, table: PgTable, json: string): Promise<void> {
  await orm.execute(
    sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${json}::json -> 'rows')`,
  );
}
