/** Opens the database of a server that may start before its Postgres does. */
import { setTimeout } from 'node:timers/promises';
import { describeError, type Log } from '../../log.ts';
import type { Database } from '../database.ts';
import { codeOf } from '../errors.ts';
import { type DatabaseOptions, openDatabase } from './open.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** How often the log repeats that the database is not there. */
const REPEAT_MS = 60_000;

/** Nobody but an operator mends these: refused credentials (28), a missing database (3D), missing rights or tables (42). */
const HOPELESS = /^(?:28...|3D000|42...)$/;

/** What tests replace. */
interface Means {
  open?: (options: DatabaseOptions) => Promise<Database>;
  sleep?: (ms: number) => Promise<unknown>;
  now?: () => number;
}

/**
 * Opens the database as openDatabase() does, but tries a Postgres that does not answer again and again. Null once
 * `signal` aborts. A folder of PGlite is tried once: nobody but an operator mends what is wrong with it.
 */
export async function openWithRetry(
  options: DatabaseOptions,
  { log, signal }: { log: Log; signal: AbortSignal },
  { open = openDatabase, sleep = (ms) => setTimeout(ms), now = () => performance.now() }: Means = {},
): Promise<Database | null> {
  if (!options.url) return open(options);
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  let wait = FIRST_WAIT_MS;
  let attempts = 0;
  let logged = { at: Number.NEGATIVE_INFINITY, code: '' };
  while (!signal.aborted) {
    try {
      // An attempt may hang for as long as a connection may take.
      const database = await Promise.race([open(options), stopped]);
      if (database && attempts > 0) log({ level: 'info', event: 'database', state: 'open', counts: { attempts } });
      return database;
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (HOPELESS.test(code)) throw error;
      attempts += 1;
      if (code !== logged.code || now() - logged.at >= REPEAT_MS) {
        logged = { at: now(), code };
        log({ level: 'error', event: 'database', state: 'waiting', counts: { attempts }, ...describeError(error) });
      }
    }
    await Promise.race([sleep(wait), stopped]);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
  return null;
}
