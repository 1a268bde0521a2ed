import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from './db/database.ts';
import { inTime } from './inTime.ts';
import { describeError, type Log } from './log.ts';

const WINDOW_S = 60;
const WINDOW_MS = WINDOW_S * 1000;
/** The first calls wait so long for counters that do not answer, those after them not at all. */
const PATIENCE_MS = 1_000;
/** While they do not answer, they are tried this often. */
const RETRY_MS = 1_000;

/**
 * Counts a call of a caller, apart from those of another prefix; returns the milliseconds until the next one is allowed,
 * 0 where this one is, and never more than the window.
 */
export type Limit = (caller: string) => Promise<number>;
export type CreateLimit = (perMinute: number, keyPrefix: string) => Limit;

/**
 * The limits of one process. The counters are in Postgres where it is used, so that several processes count as one.
 * Until it is open, and while it does not answer, each process counts for itself, and the log says so once: calls that
 * need no database go on.
 */
export function createLimits(database: Promise<Database>, log: Log): CreateLimit {
  let opened: Database | undefined;
  let isDown = false;
  let triedAt = 0;
  database.then(
    (found) => {
      opened = found;
    },
    () => {}, // Who opened it reports why it does not open.
  );

  function lost(error: unknown): void {
    if (isDown) return;
    isDown = true;
    log({ level: 'error', event: 'rateLimit', state: 'memory', ...describeError(error) });
  }
  function found(): void {
    if (!isDown) return;
    isDown = false;
    log({ level: 'info', event: 'rateLimit', state: 'database' });
  }

  return (perMinute, keyPrefix) => {
    const options = { keyPrefix, points: perMinute, duration: WINDOW_S };
    const memory = new RateLimiterMemory(options);
    let shared: RateLimiterPostgres | undefined;

    function sharedCounters(): RateLimiterPostgres | undefined {
      if (!opened?.pool) return undefined;
      shared ??= new RateLimiterPostgres({
        ...options,
        storeClient: opened.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // Who is over the limit is not asked about again before the minute is over.
        inMemoryBlockOnConsumed: perMinute + 1,
      });
      return shared;
    }

    return async (caller) => {
      if (perMinute === 0) return 0;
      const counters = sharedCounters();
      if (!counters) return consume(memory, caller);
      const now = performance.now();
      if (isDown && now - triedAt < RETRY_MS) return consume(memory, caller);
      triedAt = now;
      const waiting = consume(counters, caller);
      waiting.then(found, lost);
      if (isDown) return consume(memory, caller);
      try {
        return await inTime(waiting, PATIENCE_MS);
      } catch (error) {
        lost(error);
        return consume(memory, caller);
      }
    };
  };
}

async function consume(limiter: RateLimiterAbstract, caller: string): Promise<number> {
  const wait = await waitOf(limiter, caller);
  if (wait <= WINDOW_MS) return wait;
  // The clock was put back: that minute would end in a time to come. Another one begins.
  await limiter.delete(caller);
  return Math.min(await waitOf(limiter, caller), WINDOW_MS);
}

async function waitOf(limiter: RateLimiterAbstract, caller: string): Promise<number> {
  try {
    await limiter.consume(caller);
    return 0;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason.msBeforeNext;
    throw reason;
  }
}
