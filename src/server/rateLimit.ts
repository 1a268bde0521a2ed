import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from './db/database.ts';
import { countedFor } from './geo/addresses.ts';
import { describeError, type Log } from './log.ts';
import { withTimeout } from './timeout.ts';

export const WINDOW_S = 60;
const WINDOW_MS = WINDOW_S * 1000;
/** How long the first calls wait for counters that do not respond. Later calls do not wait. */
const PATIENCE_MS = 1_000;
/** How often counters that do not respond are tried again. */
const RETRY_MS = 1_000;

/**
 * Counts a call of a caller, separately for each prefix; of IPv6 for the networks around it too (countedFor). Returns the
 * milliseconds until the next call is allowed, at most the window; 0 if this call is allowed. `tell` hears what is left to the
 * caller; with no limit it is not called.
 */
export type Limit = (caller: string, tell?: Tell) => Promise<number>;
export type Tell = (left: {
  /** Calls of a window */
  limit: number;
  /** Calls that are left in this window */
  remaining: number;
  /** Milliseconds until the next window */
  ms: number;
}) => void;
export type CreateLimit = (perMinute: number, keyPrefix: string) => Limit;

/**
 * The limits of one process. With Postgres (`pool`) the counters are in the database, so that several processes share
 * them. While it does not respond, each process counts by itself, so that calls that need no database continue to work.
 * The log says once that the database does not respond.
 */
export function createLimits(pool: Database['pool'], log: Log): CreateLimit {
  let isDown = false;
  let triedAt = 0;

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

  function countersOf(perMinute: number, keyPrefix: string): Limit {
    const options = { keyPrefix, points: perMinute, duration: WINDOW_S };
    const memory = new RateLimiterMemory(options);
    const counters =
      pool &&
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // Once a caller is over the limit, the database is not asked again before the minute is over.
        inMemoryBlockOnConsumed: perMinute + 1,
      });

    return async (caller, tell) => {
      if (!counters) return consume(memory, caller, tell);
      const now = performance.now();
      if (isDown && now - triedAt < RETRY_MS) return consume(memory, caller, tell);
      triedAt = now;
      const waiting = consume(counters, caller, tell);
      waiting.then(found, lost);
      if (isDown) return consume(memory, caller, tell);
      try {
        return await withTimeout(waiting, PATIENCE_MS);
      } catch (error) {
        lost(error);
        return consume(memory, caller, tell);
      }
    };
  }

  return (perMinute, keyPrefix) => {
    const counters = new Map<number, Limit>();
    const limitOf = (times: number): Limit => {
      const known = counters.get(times) ?? countersOf(times * perMinute, keyPrefix);
      counters.set(times, known);
      return known;
    };
    return async (caller, tell) => {
      if (perMinute === 0) return 0;
      // One after the other: what a network may not send does not count against its neighbors.
      for (const { counted, times } of countedFor(caller)) {
        const wait = await limitOf(times)(counted, tell);
        if (wait > 0) return wait;
      }
      return 0;
    };
  };
}

async function consume(limiter: RateLimiterAbstract, caller: string, tell?: Tell): Promise<number> {
  const wait = await waitOf(limiter, caller, tell);
  if (wait <= WINDOW_MS) return wait;
  // The clock was set back: the window would end too far in the future. Start a new one.
  await limiter.delete(caller);
  return Math.min(await waitOf(limiter, caller, tell), WINDOW_MS);
}

async function waitOf(limiter: RateLimiterAbstract, caller: string, tell?: Tell): Promise<number> {
  const left = ({ remainingPoints: remaining, msBeforeNext: ms }: RateLimiterRes) =>
    tell?.({ limit: limiter.points, remaining, ms: Math.min(ms, WINDOW_MS) });
  try {
    left(await limiter.consume(caller));
    return 0;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) {
      left(reason);
      return reason.msBeforeNext;
    }
    throw reason;
  }
}
