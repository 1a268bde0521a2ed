/** Helpers of the database tests. Everything that a test takes here is removed after it. */
import type { ChildProcess } from 'node:child_process';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { DatabaseError } from '../../src/server/db/errors.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import type { Place } from './database.ts';
import { type DatabaseProcess, startDatabaseProcess } from './databaseProcess.ts';

const taken: { remove(): Promise<void> }[] = [];
export const children: ChildProcess[] = [];

/** Ends what a test started and removes what it took. Call at the top of the file. */
export function withDatabases(): void {
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const one of taken.splice(0)) await one.remove();
  });
}

/** Waits for a place, and removes it after the test. */
export async function take<T extends { remove(): Promise<void> }>(making: Promise<T>): Promise<T> {
  const place = await making;
  taken.push(place);
  return place;
}

/** Starts databaseChild.ts, and ends it after the test. */
export function start(what: string, options: object): DatabaseProcess {
  const started = startDatabaseProcess(what, options);
  children.push(started.child);
  return started;
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
