/** Whether the database can be read and written, which is more than that it answers: a full disk still reads. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { rateLimits } from './db/schema.ts';
import { inTime } from './inTime.ts';

/** How long it may take to say that it is there. */
const READY_TIMEOUT_MS = 2_000;
/** Whoever asks more often is told what was found last: everybody may ask, and each time is a write. */
const FRESH_MS = 1_000;
/** A row finds room in a page that is there; files that grow need more. */
const PROBE = Buffer.alloc(64 * 1024);

/** Tells whether a database is open, answers and takes what is written. Never throws. */
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

/** A row of its own among the counters of rate limits, which no backup holds, and beside PGlite's files a small one. */
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
