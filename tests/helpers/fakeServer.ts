import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  /** As received, still percent-encoded */
  path: string;
  headers: IncomingHttpHeaders;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent unchanged, anything else as JSON */
  body?: unknown;
  /** reset: the connection ends before a response, cut: within it; silent: no response; stuck: it never ends */
  fault?: 'reset' | 'cut' | 'silent' | 'stuck';
}

export interface FakeServer {
  url: string;
  /** Every request so far, oldest first */
  asked: Asked[];
  /** Makes the responses from now on */
  answer: (asked: Asked) => Reply;
  stop: () => Promise<void>;
}

/** Starts a real HTTP server on a free local port that responds as a test wants. */
export async function fakeServer(): Promise<FakeServer> {
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    fake.asked.push(asked);
    const { status = 200, headers = {}, body = '', fault } = fake.answer(asked);
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.destroy();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    if (!fault) return void response.end(text);
    response.write(`${text.slice(0, text.length / 2)} `, () => fault === 'cut' && request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => ({ status: 404 }),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return fake;
}
