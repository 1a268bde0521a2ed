import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './db/open.ts';

const WINDOW_S = 60;

/**
 * Counts a call of a caller, apart from those of another prefix; returns the milliseconds until the next one is allowed, 0 where this one is.
 * The counters are in Postgres where it is used, so that several processes count as one. Until it is open, and while
 * it does not answer, each process counts for itself: calls that need no database go on.
 */
export type Limit = (caller: string) => Promise<number>;

export function createLimit(database: Promise<Database>, perMinute: number, keyPrefix = 'api'): Limit {
  const options = { keyPrefix, points: perMinute, duration: WINDOW_S };
  const memory = new RateLimiterMemory(options);
  let limiter: RateLimiterMemory | RateLimiterPostgres = memory;
  database.then(
    ({ pool }) => {
      if (!pool) return;
      limiter = new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        // Who is over the limit is not asked about again before the minute is over.
        inMemoryBlockOnConsumed: perMinute + 1,
        insuranceLimiter: memory,
      });
    },
    () => {}, // main.ts reports it.
  );

  return async (caller) => {
    if (perMinute === 0) return 0;
    try {
      await limiter.consume(caller);
      return 0;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return reason.msBeforeNext;
      throw reason;
    }
  };
}
