import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from './database.ts';

/** Stands for the database where only calls are made that need none: every query fails. */
export const noDatabase: Database = {
  kind: 'pglite',
  orm: drizzle.mock(),
  pool: null,
  pglite: null,
  close: async () => {},
};
