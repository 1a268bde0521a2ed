/** The process behind `npm run preview`: serves a built site and the API until it is told to stop (config.ts). */
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { COMPANY, readSettings } from '../site.ts';
import { readConfig } from './config.ts';
import { openWhenThere } from './db/whenThere.ts';
import { createSiteServer } from './httpServer.ts';
import { startProcessLog } from './processLog.ts';
import { type Services, startServices } from './services.ts';
import { createServing } from './serving.ts';

/** How long requests in progress may take when the process is told to stop. */
const GRACE_MS = 5000;

const log = startProcessLog();
configOf('.env', (file) => existsSync(file) && process.loadEnvFile(file));
const config = configOf(process.env, readConfig);
const settings = configOf(process.env, readSettings);
const { HOST: host, PORT: port, DIST: dist } = config;
if (!existsSync(join(dist, '_headers')) || !existsSync(join(dist, '_redirects'))) {
  fail(`There is no built site in '${dist}': run 'npm run build' first.`);
}

// Listens before it opens the database: pages do not need it, and a taken port must not touch it.
const serving = createServing({ dist, config, site: settings.SITE_URL, log });
const servers = await listen(port);
const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
log({ level: 'info', event: 'start', message: `${COMPANY} is at http://${shownHost}:${portOf(servers)}` });

const stopping = new AbortController();
// 'on' instead of 'once': proper-lockfile ends the process on a signal that has no other listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    void stop();
  });
}
const starting = start();

/** Opens the database and lets the API answer, unless the process is told to stop meanwhile. */
async function start(): Promise<Services | null> {
  const { signal } = stopping;
  const where = { url: config.DATABASE_URL, dataDir: config.DATA_DIR };
  const database = await openWhenThere(where, { log, signal }).catch((error) => fail(error.message));
  if (signal.aborted) await database?.close();
  if (!database || signal.aborted) return null;
  const services = configOf({ database, config, settings, log }, startServices);
  serving.open(services);
  return services;
}

/**
 * Listens on HOST. 'localhost' means both of its addresses: Node alone would listen only on the first, and connections
 * to the other would fail or, worse, reach another program. A machine may have only one of the two.
 */
async function listen(wanted: number): Promise<Server[]> {
  const open: Server[] = [];
  let unavailable = '';
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createSiteServer(serving.listener, serving.headers);
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

function portOf([server]: Server[]): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port;
}

/** Waits for requests in progress, then closes the database. Waits for a database that is still opening. */
async function stop(): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, GRACE_MS).unref();
  const services = await starting;
  // Streams never end by themselves.
  await services?.endStreams();
  await Promise.all(closed);
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
