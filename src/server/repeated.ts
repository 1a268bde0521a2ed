/** Failures that repeat, such as those of a mail server that is down: a line a minute instead of one for each. */
import type { Log, LogEntry } from './log.ts';

const MINUTE_MS = 60_000;

export interface Repeated {
  /** Logs an entry at once, unless the same was logged within a minute; then it is counted. */
  note(entry: LogEntry): void;
  /** Logs what was counted for a minute. Call it often. */
  tell(): void;
  /** Logs what was counted until now. */
  end(): void;
}

export function logRepeated(log: Log, now: () => Date): Repeated {
  const noted = new Map<string, { entry: LogEntry; since: number; attempts: number }>();

  function tell(ms = MINUTE_MS): void {
    for (const [key, one] of noted) {
      // A clock that was put back makes nobody wait.
      if (Math.abs(now().getTime() - one.since) < ms) continue;
      if (one.attempts === 0) noted.delete(key);
      else log({ ...one.entry, counts: { attempts: one.attempts } });
      Object.assign(one, { since: now().getTime(), attempts: 0 });
    }
  }

  return {
    note(entry) {
      tell();
      const key = JSON.stringify(entry);
      const known = noted.get(key);
      if (known) known.attempts += 1;
      else {
        noted.set(key, { entry, since: now().getTime(), attempts: 0 });
        log(entry);
      }
    },
    tell: () => tell(),
    end: () => tell(0),
  };
}
