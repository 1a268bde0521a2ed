/** Sends the metrics of this process on a port of its own, which no proxy forwards: the site's own port never shows them. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeError, type Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

export interface MetricsPlace {
  host: string;
  /** 0: any free port */
  port: number;
}

/** Resolves when the metrics are served; the log says where. Rejects with an error of one line if the port cannot be taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsPlace, log: Log): Promise<Server> {
  async function answer(outgoing: ServerResponse): Promise<void> {
    try {
      const text = await metrics.text();
      outgoing.writeHead(200, { 'Content-Type': metrics.type, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      log({ level: 'error', event: 'metrics', ...describeError(error) });
      outgoing.writeHead(500).end();
    }
  }
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    if (url.split('?', 1)[0] !== METRICS_PATH) return void outgoing.writeHead(404).end();
    if (method !== 'GET') return void outgoing.writeHead(405, { Allow: 'GET' }).end();
    void answer(outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const remedy = 'stop the program that uses it, or choose another with METRICS_PORT; each process needs its own.';
      const why =
        code === 'EADDRINUSE' ? `is in use: ${remedy}` : `cannot be taken at METRICS_HOST='${host}': ${message}`;
      reject(new Error(`METRICS_PORT ${port} ${why}`));
    });
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  log({ level: 'info', event: 'start', message: `Metrics: http://${shown}:${taken}${METRICS_PATH}` });
  return server;
}
