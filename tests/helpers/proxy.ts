import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';

export interface ReverseProxy {
  url: string;
  /** The caller address that it forwards, or null to forward the real one */
  callerIp: string | null;
  /** Every request so far, including preflights, oldest first */
  passed: { method: string; path: string; headers: IncomingHttpHeaders }[];
  stop: () => Promise<void>;
}

/** A reverse proxy on a port of 127.0.0.1, like one in front of an API in production. */
export async function startProxy(port: number, target: string): Promise<ReverseProxy> {
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    proxy.passed.push({ method, path, headers });
    const forwarded = { ...headers, 'x-forwarded-for': proxy.callerIp ?? request.socket.remoteAddress };
    const passedOn = send(target + path, { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.once('error', () => response.destroy());
    request.pipe(passedOn);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ReverseProxy = {
    url: `http://127.0.0.1:${port}`,
    callerIp: null,
    passed: [],
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}
