/** The process behind `npm run preview`: serves a built site until it is told to stop. Settings: HOST, PORT, DIST. */
import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { COMPANY } from '../site.ts';
import { createApp, createListener } from './app.ts';

/** How long requests under way may take when the process is told to stop. */
const GRACE_MS = 5000;

if (existsSync('.env')) process.loadEnvFile('.env');

const host = process.env.HOST || 'localhost';
const port = process.env.PORT || '4321';
const dist = process.env.DIST || 'dist';

if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
  fail(`PORT='${port}' is no port: give a number from 0 (any free port) to 65535.`);
}
if (!existsSync(join(dist, '_headers')) || !existsSync(join(dist, '_redirects'))) {
  fail(`There is no built site in '${dist}': run 'npm run build' first.`);
}

const servers = await listen(createListener(createApp({ dist })), Number(port));
const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
console.log(`${COMPANY} is at http://${shownHost}:${portOf(servers)}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

/**
 * Listens at HOST. 'localhost' is both of its addresses: Node alone would take the first one, and the other would
 * refuse or, worse, belong to another program. A machine may have only one of the two.
 */
async function listen(listener: RequestListener, wanted: number): Promise<Server[]> {
  const open: Server[] = [];
  let unavailable = '';
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer(listener);
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(portOf(open) ?? wanted, address, () => resolve(null));
    });
    if (!error) open.push(server);
    else if (error.code === 'EADDRINUSE') {
      fail(`Port ${port} is in use: stop the program that uses it, or take any free port with PORT=0 npm start.`);
    } else unavailable = error.message;
  }
  if (open.length === 0) fail(`Cannot listen at HOST='${host}', PORT='${port}': ${unavailable}`);
  return open;
}

function portOf([server]: Server[]): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port;
}

function stop(): void {
  for (const server of servers) {
    server.close();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  }
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
