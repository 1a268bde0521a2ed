/** Checks that the database can be read and written. A response is not enough: with a full disk, reads still work. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { rateLimits } from './db/schema.ts';
import { inTime } from './inTime.ts';

/** The database counts as not ready if the check takes longer. */
const READY_TIMEOUT_MS = 2_000;
/** A successful check is cached this long, because anyone may request it and each check writes. */
const FRESH_MS = 1_000;
/** The probe file's content. A row may fit into an existing page; growing files need more room. */
const PROBE = Buffer.alloc(64 * 1024);

/** The returned function resolves to true if the database is open, responds and accepts writes. It never throws. */
export function createReadiness(opened: () => Database | null): () => Promise<boolean> {
  let readyAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<boolean> | undefined;

  async function look(database: Database): Promise<boolean> {
    try {
      await inTime(write(database), READY_TIMEOUT_MS);
      readyAt = performance.now();
      return true;
    } catch {
      return false;
    } finally {
      looking = undefined;
    }
  }

  return async () => {
    const database = opened();
    if (!database) return false;
    if (performance.now() - readyAt < FRESH_MS) return true;
    looking ??= look(database);
    return looking;
  };
}

/** Writes a row among the rate-limit counters, which no backup contains, and a small file beside PGlite's files. */
async function write({ orm, pglite }: Database): Promise<void> {
  const row = { key: 'ready', points: 0, expire: Date.now() };
  await orm
    .insert(rateLimits)
    .values(row)
    .onConflictDoUpdate({ target: rateLimits.key, set: { expire: sql`excluded.expire` } });
  if (!pglite?.dataDir) return;
  const file = join(dirname(pglite.dataDir), 'probe');
  try {
    await writeFile(file, PROBE, { flush: true });
  } finally {
    await rm(file, { force: true });
  }
}
