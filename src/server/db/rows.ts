/** Queries that Drizzle cannot express. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './database.ts';

/** A database or a transaction. */
export type Executor = Pick<Orm, 'execute'>;

/** The rows of a query. Both drivers return `{ rows }`, which the type of `execute` does not declare. */
export async function rowsOf<T>(orm: Executor, query: SQL): Promise<T[]> {
  const result: unknown = await orm.execute(query);
  return (result as { rows: T[] }).rows;
}

/**
 * Inserts many rows in one statement, from the array `rows` of a JSON object. Its elements are objects keyed by column
 * name; a missing column becomes null. Postgres parses the values itself, so none passes through a JavaScript number or
 * date.
 */
export async function insertRows(orm: Executor, table: PgTable, json: string): Promise<void> {
  await orm.execute(
    sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${json}::json -> 'rows')`,
  );
}
