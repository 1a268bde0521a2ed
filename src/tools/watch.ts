/**
 * npm run watch: looks at the public addresses of site and API, and writes the status pages into STATUS_DIR, which a proxy
 * or another host serves. It runs beside the servers, better on another machine, and goes on without them. The settings
 * are those of the site and the server; its output is a log like that of the server.
 */
import { existsSync } from 'node:fs';
import { readConfig } from '../server/config.ts';
import { startProcessLog } from '../server/processLog.ts';
import { createWatcher, watch } from '../server/status/watcher.ts';
import { readSettings } from '../site.ts';

const { log, setLevel } = startProcessLog();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  setLevel(config.LOG_LEVEL);
  const { STATUS_DIR: dir, WATCH_INTERVAL_SECONDS: interval } = config;
  if (dir === undefined) throw new Error('STATUS_DIR is not set: name the folder for the status pages.');
  const round = await createWatcher({ dir, interval, settings: readSettings(process.env), log });
  log({
    level: 'info',
    event: 'start',
    message: `The status pages are written into '${dir}' every ${interval} seconds`,
  });
  await watch(round, interval, stopping.signal);
} catch (error) {
  log({ level: 'error', event: 'start', message: (error as Error).message });
  process.exitCode = 1;
}
