/** The process behind `npm run preview`: serves a built site and the API until it is told to stop (config.ts). */
import { existsSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dayAt } from '../catalogue/content.ts';
import { readOperator } from '../catalogue/operator.ts';
import { COMPANY, readSettings } from '../site.ts';
import { readConfig } from './config.ts';
import { CONTENT } from './content.ts';
import { openWithRetry } from './db/opening/openWithRetry.ts';
import { createSiteServer, type SiteServer } from './httpServer.ts';
import type { Log } from './log.ts';
import { collectGarbage } from './memory.ts';
import type { Metrics } from './metrics/metrics.ts';
import { startProcessLog } from './processLog.ts';
import { type Services, startServices } from './services.ts';
import { createServing } from './serving.ts';

const { log: write, setLevel } = startProcessLog();
let metrics: Metrics | null = null;
/** What the log tells of a request is counted too. */
const log: Log = (entry) => {
  if (entry.event === 'request') metrics?.count(entry);
  write(entry);
};
configOf('.env', (file) => existsSync(file) && process.loadEnvFile(file));
const config = configOf(process.env, readConfig);
setLevel(config.LOG_LEVEL);
const settings = configOf(process.env, readSettings);
const { HOST: host, PORT: port, DIST: dist } = config;
const headers = join(dist, '_headers');
if (!existsSync(headers) || !existsSync(join(dist, '_redirects'))) {
  fail(`There is no built site in '${dist}': run 'npm run build' first.`);
}
// A restart on the day of a new legal text asks for the one before until the build that shows the new one.
const builtOn = dayAt(statSync(headers).mtime);

// Loaded where they are wanted: the package holds some megabytes, and watches the garbage collector.
if (config.METRICS_PORT !== undefined) metrics = (await import('./metrics/metrics.ts')).createMetrics();
// Listens before it opens the database: pages do not need it, and a taken port must not touch it.
const serving = createServing({ dist, config, site: settings.SITE_URL, log, ...(metrics && { count: metrics.count }) });
const servers = await listen(port);
const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
log({ level: 'info', event: 'start', message: `${COMPANY} is at http://${shownHost}:${portOf(servers)}` });
if (metrics && config.METRICS_PORT !== undefined) {
  const place = { host: config.METRICS_HOST, port: config.METRICS_PORT };
  const { serveMetrics } = await import('./metrics/metricsServer.ts');
  await serveMetrics(metrics, place, log).catch((error) => fail(error.message));
}
if (!readOperator(CONTENT).name) {
  const example = 'OPERATOR_FILE=tests/fixtures/operator/operator.yml npm start shows an example';
  const message = `content/operator.yml names no operator: pages show no company, broker or contact (${example})`;
  log({ level: 'info', event: 'start', message });
}

const stopping = new AbortController();
// 'on' instead of 'once': proper-lockfile ends the process on a signal that has no other listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    void stop(signal);
  });
}
const starting = start();

/** Opens the database and lets the API answer, unless the process is told to stop meanwhile. */
async function start(): Promise<Services | null> {
  const { signal } = stopping;
  const where = { url: config.DATABASE_URL, dataDir: config.DATA_DIR };
  const database = await openWithRetry(where, { log, signal }).catch((error) => fail(error.message));
  if (signal.aborted) await database?.close();
  if (!database || signal.aborted) return null;
  const services = configOf({ database, config, settings, log, builtOn }, startServices);
  serving.open(services);
  metrics?.open(services.readings);
  await collectGarbage();
  return services;
}

/**
 * Listens on HOST. 'localhost' means both of its addresses: Node alone would listen only on the first, and connections
 * to the other would fail or, worse, reach another program. A machine may have only one of the two.
 */
async function listen(wanted: number): Promise<SiteServer[]> {
  const open: SiteServer[] = [];
  let unavailable = '';
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createSiteServer(serving.listener, serving.headers, log);
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(portOf(open) ?? wanted, address, () => resolve(null));
    });
    if (!error) open.push(server);
    else if (error.code === 'EADDRINUSE') {
      fail(
        `Port ${port} is in use: stop the program that uses it, or choose another with PORT, also in SITE_URL unless a proxy is in front.`,
      );
    } else unavailable = error.message;
  }
  if (open.length === 0) fail(`Cannot listen at HOST='${host}', PORT='${port}': ${unavailable}`);
  return open;
}

function portOf([server]: SiteServer[]): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port;
}

/**
 * Says first that this process is not ready, so that balancers send requests elsewhere, then waits for those in progress,
 * then closes the database. Waits for a database that is still opening.
 */
async function stop(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  serving.drain();
  for (const server of servers) server.retire();
  const services = await starting;
  // Streams never end by themselves.
  await services?.endStreams();
  // Nobody balances what was not ready, or what somebody stops at the keyboard.
  if (services && signal === 'SIGTERM') await setTimeout(config.DRAIN_SECONDS * 1000);
  await Promise.all(servers.map((server) => server.end(config.GRACE_SECONDS * 1000)));
  await services?.close();
  // Connections to a Postgres that hangs would keep the process alive.
  process.exit();
}

/** Reads settings. If `read` throws, logs its message as one line and ends the process. */
function configOf<G, T>(given: G, read: (given: G) => T): T {
  try {
    return read(given);
  } catch (error) {
    fail((error as Error).message);
  }
}

function fail(line: string): never {
  log({ level: 'error', event: 'start', message: line });
  process.exit(1);
}
