/** How a server ends: connections are retired, requests in progress are answered, none is cut without an answer. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import ja from '../../../content/ja/server.json' with { type: 'json' };
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import { createSiteServer } from '../../../src/server/httpServer.ts';
import { REQUEST_ID } from '../../../src/server/shared/reference.ts';
import { ask } from '../../helpers/server/api.ts';

/** Long enough that only a fault waits for it. */
const LONG_MS = 50_000;

async function serving(listener: RequestListener) {
  const server = createSiteServer(listener, { 'x-ours': 'yes' }).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return { server: server as ReturnType<typeof createSiteServer>, port, agent };
}

/** A listener that answers when the test says so; `came` resolves to the response of its next request. */
function holding() {
  let came = Promise.withResolvers<ServerResponse>();
  const listener: RequestListener = (_, outgoing) => came.resolve(outgoing);
  return {
    listener,
    came: async () => {
      const outgoing = await came.promise;
      came = Promise.withResolvers();
      return outgoing;
    },
  };
}

it('retired, it answers on, and each answer closes its connection', async () => {
  const { listener, came } = holding();
  const { server, port, agent } = await serving(listener);
  const first = ask(port, '/', { agent });
  (await came()).end('kept');
  expect((await first).headers.connection).toBe('keep-alive');
  const under = ask(port, '/', { agent });
  const outgoing = await came();
  server.retire();
  outgoing.end('in progress');
  expect((await under).headers.connection).toBe('close');
  const later = ask(port, '/', { agent });
  (await came()).end('later');
  expect(await later).toMatchObject({ status: 200, text: 'later', headers: { connection: 'close' } });
});

it('ends when the requests in progress are answered, and takes no new ones', async () => {
  const { server, port, agent } = await serving(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    outgoing.end(text);
  });
  const upload = request({ port, host: '127.0.0.1', method: 'POST', path: '/', agent });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write('slow ');
  await ask(port, '/');
  const ended = server.end(LONG_MS);
  await expect(ask(port, '/')).rejects.toThrow('ECONNREFUSED');
  upload.end('upload');
  const [answer] = await answered;
  expect((await answer.toArray()).join('')).toBe('slow upload');
  await ended;
});

it('ends soon after an answer that has promised to keep its connection', async () => {
  const { listener, came } = holding();
  const { server, port, agent } = await serving(listener);
  const asked = ask(port, '/', { agent });
  const outgoing = await came();
  outgoing.writeHead(200, { 'content-length': '4' }).write('ha');
  const ended = server.end(LONG_MS);
  outgoing.end('lf');
  expect(await asked).toMatchObject({ text: 'half', headers: { connection: 'keep-alive' } });
  const started = performance.now();
  await ended;
  // Node keeps an idle connection for five seconds.
  expect(performance.now() - started).toBeLessThan(3_000);
});

it('does not wait for a connection over which nothing was ever sent', async () => {
  const { server, port } = await serving(() => {});
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await accepted;
  const closed = once(socket, 'close');
  await server.end(10 * LONG_MS);
  await closed;
});

it('what is not answered in time gets a 503 in its language, also while its body arrives; what has begun is cut', async () => {
  const { listener, came } = holding();
  const { server, port } = await serving(listener);
  const silent = ask(port, '/', { headers: { 'accept-language': 'ja' } });
  await came();
  const upload = request({ port, host: '127.0.0.1', method: 'POST', path: '/', agent: false });
  const refused = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.on('error', () => {});
  upload.write('never ends');
  await came();
  const begun = ask(port, '/');
  (await came()).writeHead(200, { 'content-length': '4' }).write('ha');
  await Promise.all([server.end(50), expect(begun).rejects.toThrow()]);
  const { code, status } = SERVER_CODES.notReady;
  const answer = await silent;
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    status,
    { code, message: ja['server.unavailable'], data: null, requestId: expect.stringMatching(REQUEST_ID) },
  ]);
  expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '5', 'x-ours': 'yes' });
  expect((await refused)[0].statusCode).toBe(status);
});
