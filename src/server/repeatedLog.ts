/** Failures that repeat, such as those of a mail server that is down: a line a minute instead of one for each. */
import type { Log, LogEntry } from './log.ts';

const MINUTE_MS = 60_000;

export type RepeatedLog = ReturnType<typeof logOncePerMinute>;

export function logOncePerMinute(log: Log, now: () => Date) {
  const noted = new Map<string, { entry: LogEntry; since: number; attempts: number }>();

  function flush(ms = MINUTE_MS): void {
    for (const [key, known] of noted) {
      // A clock that was put back makes nobody wait.
      if (Math.abs(now().getTime() - known.since) < ms) continue;
      if (known.attempts === 0) noted.delete(key);
      else log({ ...known.entry, counts: { attempts: known.attempts } });
      Object.assign(known, { since: now().getTime(), attempts: 0 });
    }
  }

  return {
    /** Logs an entry at once, unless the same was logged within a minute; then it is counted. */
    note(entry: LogEntry): void {
      flush();
      const key = JSON.stringify(entry);
      const known = noted.get(key);
      if (known) known.attempts += 1;
      else {
        noted.set(key, { entry, since: now().getTime(), attempts: 0 });
        log(entry);
      }
    },
    /** Logs what was counted for a minute. Call it often. */
    flush: () => flush(),
    /** Logs what was counted until now. */
    end: () => flush(0),
  };
}
