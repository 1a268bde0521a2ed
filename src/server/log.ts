/**
 * Structured logs, one JSON object per line. An entry holds only the fields listed here, so that no personal data gets
 * in: no address, no path with its values, no query, no header, and no error message that could repeat one of them.
 */
import type { Config } from './config.ts';
import { DatabaseError } from './db/errors.ts';

export type Level = Config['LOG_LEVEL'];

export interface LogEntry {
  level: Level;
  /** What happened: 'request', or a failure such as 'database' */
  event: string;
  method?: string;
  /** The pattern of the route, such as /api/web/common/city/cityList/:id */
  route?: string;
  status?: number;
  /** Milliseconds until the response was handed over */
  ms?: number;
  requestId?: string;
  /** For feeds: the id in content/sources.opml, its state or the kind of its fault, and counts of feeds or items */
  source?: string;
  state?: string;
  counts?: Record<string, number>;
  /** Class of an error, such as DrizzleQueryError, its code, and the file and line it came from */
  error?: string;
  code?: string;
  at?: string;
  /** Only texts written for the log: where the server is, why it does not start, the message of a DatabaseError */
  message?: string;
}

export type Log = (entry: LogEntry) => void;

/** Counts a request that is answered, for metrics. */
export type CountRequest = (request: Pick<LogEntry, 'method' | 'route' | 'status' | 'ms'>) => void;

/** Lines are buffered this long and written together: one write per request would cost more than the request. */
const FLUSH_MS = 50;

/** What is written, by the setting. */
const WRITTEN: Record<Level, readonly Level[]> = {
  error: ['error'],
  info: ['error', 'info'],
  debug: ['error', 'info', 'debug'],
};

/** Creates a log that calls `write`; `flush` writes buffered lines at once. Of level info until `setLevel`. */
export function createLog(write: (lines: string) => unknown = (lines) => process.stdout.write(lines)): {
  log: Log;
  flush: () => void;
  setLevel: (level: Level) => void;
} {
  let waiting = '';
  let written = WRITTEN.info;
  const flush = () => {
    if (waiting) write(waiting);
    waiting = '';
  };
  const log: Log = (entry) => {
    if (!written.includes(entry.level)) return;
    if (!waiting) setTimeout(flush, FLUSH_MS);
    waiting += `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`;
  };
  const setLevel = (level: Level) => {
    written = WRITTEN[level];
  };
  return { log, flush, setLevel };
}

/** The parts of an error that may be logged. Its message may not: a database error repeats the values of the query. */
export function describeError(error: unknown): Pick<LogEntry, 'error' | 'code' | 'at'> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' && /^\w{1,40}$/.test(cause.code) ? cause.code : null;
  const message = error instanceof DatabaseError && error.message;
  return {
    error: error.constructor.name,
    ...(code && { code }),
    ...frameOf(framesOf(error)),
    ...(message && { message }),
  };
}

/** File and line of the first frame in a text. */
export function frameOf(frames: string): Pick<LogEntry, 'at'> {
  const [at] = /[\w.-]+\.[jt]s:\d+/.exec(frames) ?? [];
  return at ? { at } : {};
}

/** The stack without the leading message, which may contain anything, even text like a frame. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}
