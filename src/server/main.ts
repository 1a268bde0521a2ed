/** The process behind `npm run preview`: serves a built site and the API until it is told to stop (config.ts). */
import { existsSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { COMPANY, readSettings } from '../site.ts';
import { startAccounts } from './accounts/start.ts';
import { startAdmin } from './admin.ts';
import { createApi } from './api.ts';
import { createApp, createListener, type Holds } from './app.ts';
import { readConfig } from './config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { createSiteServer } from './httpServer.ts';
import { startMails } from './mail/start.ts';
import { startNews } from './news/start.ts';
import { startProcessLog } from './processLog.ts';
import { startSupport } from './support/start.ts';
import { startUsers } from './users/start.ts';
import { startWebhooks } from './webhooks/start.ts';

/** How long requests in progress may take when the process is told to stop. */
const GRACE_MS = 5000;

const log = startProcessLog();
configOf('.env', (file) => existsSync(file) && process.loadEnvFile(file));
const config = configOf(process.env, readConfig);
const settings = configOf(process.env, readSettings);
const { SITE_URL: site, UPLOAD_URL } = settings;
const { HOST: host, PORT: port, DIST: dist } = config;
if (!existsSync(join(dist, '_headers')) || !existsSync(join(dist, '_redirects'))) {
  fail(`There is no built site in '${dist}': run 'npm run build' first.`);
}

// Listens before it opens the database: pages do not need it, and a taken port must not touch it.
const { promise: database, resolve: useDatabase } = Promise.withResolvers<Database>();
const news = configOf({ database, config, site, log }, startNews);
const accounts = configOf({ database, config, filesElsewhere: UPLOAD_URL !== undefined, log }, startAccounts);
const support = startSupport({ database, config, log });
const users = startUsers({ database, config, settings, rules: accounts.rules, log });
const mails = configOf({ database, config, site, log }, startMails);
const webhooks = startWebhooks({ database, config, site, log });
const admin = startAdmin({ database, config, site, log });
const api = createApi({ database, config, log, news, accounts, support, users });
const holds: Holds = (kind, id) => (kind === 'user' ? users.holds(id) : news.holds(kind, id));
const servers = await listen(createListener(createApp({ dist, api, holds })), port);
openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR }).then(useDatabase, (error) => fail(error.message));

const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
log({ level: 'info', event: 'start', message: `${COMPANY} is at http://${shownHost}:${portOf(servers)}` });

let isStopping = false;
// 'on' instead of 'once': proper-lockfile ends the process on a signal that has no other listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void stop();
  });
}

/**
 * Listens on HOST. 'localhost' means both of its addresses: Node alone would listen only on the first, and connections
 * to the other would fail or, worse, reach another program. A machine may have only one of the two.
 */
async function listen(listener: RequestListener, wanted: number): Promise<Server[]> {
  const open: Server[] = [];
  let unavailable = '';
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createSiteServer(listener, api.headers);
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
  // Streams never end by themselves. After this, no work starts when the database opens.
  await news.close();
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, GRACE_MS).unref();
  await Promise.all(closed);
  const opened = await database;
  await admin.close();
  await accounts.close();
  await support.close();
  await users.close();
  await mails.close();
  await webhooks.close();
  await opened.close();
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
