/**
 * The log of the server process: all its output, from the first line to the last, goes to stdout, one JSON object per
 * line. Only Node itself writes to stderr, when it cannot run JavaScript any more.
 */
import { createLog, describeError, frameOf, type Level, type Log } from './log.ts';

const METHODS = [
  ['log', 'info'],
  ['info', 'info'],
  ['debug', 'debug'],
  ['warn', 'error'],
  ['error', 'error'],
  ['trace', 'error'],
] as const;

/** Starts the log. It also records that Node or a package prints, but not the text, which may hold anything. */
export function startProcessLog(): { log: Log; setLevel: (level: Level) => void } {
  const { log, flush, setLevel } = createLog();
  process.on('exit', flush);
  process.on('uncaughtException', (error) => {
    log({ level: 'error', event: 'crash', ...describeError(error) });
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    log({ level: 'error', event: 'warning', ...describeError(warning), error: warning.name });
  });
  for (const [method, level] of METHODS) {
    console[method] = () => {
      const [, , caller = ''] = (new Error().stack ?? '').split('\n');
      log({ level, event: 'console', ...frameOf(caller) });
    };
  }
  return { log, setLevel };
}
