/**
 * The log of the server's process: all that it says, from its first line to its last, goes to stdout, a JSON object a
 * line. Nothing goes to stderr but what Node says when it cannot run JavaScript any more.
 */
import { createLog, describeError, frameOf, type Log } from './log.ts';

const METHODS = [
  ['log', 'info'],
  ['info', 'info'],
  ['debug', 'info'],
  ['warn', 'error'],
  ['error', 'error'],
  ['trace', 'error'],
] as const;

/** Begins the log, and puts into it what Node and packages would print. Their words stay out: they may hold anything. */
export function startProcessLog(): Log {
  const { log, flush } = createLog();
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
  return log;
}
