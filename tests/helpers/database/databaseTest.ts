/** Helpers of the database tests. Everything that a test takes here is removed after it. */
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { DatabaseError } from '../../../src/server/db/errors.ts';
import { connect } from '../../../src/server/db/opening/open.ts';
import type { Place } from './database.ts';

/** Waits for a place, and removes it after the test. */
export async function take<T extends { remove(): Promise<void> }>(making: Promise<T>): Promise<T> {
  const place = await making;
  onTestFinished(() => place.remove());
  return place;
}

export async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  const { message } = error as DatabaseError;
  expect(message).not.toContain('\n');
  return message;
}

export async function inspect<T>(place: Place, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(place);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

export const count = async ({ orm }: Database, table: PgTable) => await orm.$count(table);
