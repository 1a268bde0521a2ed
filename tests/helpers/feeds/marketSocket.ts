/** A reference of the market socket (docs/marketSocket.md): a websocket server (RFC 6455) that only sends text. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MarketMessage } from '../../../src/contract/market.ts';

export interface MarketSocket {
  /** The value for MARKET_SOCKET_URL */
  url: string;
  /** Sends to all clients; a text as it is, in any shape. */
  send(message: MarketMessage | string): void;
  clients(): number;
  /** Ends the connections, but goes on to accept others. */
  drop(): void;
  stop(): Promise<void>;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const BEAT_MS = 15_000;
const TEXT = 0x81;
const CLOSE = 0x88;

export async function startMarketSocket({ beatMs = BEAT_MS, greets = true } = {}): Promise<MarketSocket> {
  const clients = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    clients.add(socket);
    const leave = () => clients.delete(socket);
    socket.on('close', leave).on('error', leave);
    // A client says nothing but that it closes.
    socket.on('data', () => socket.end(Buffer.from([CLOSE, 0])));
    if (greets) socket.write(frame(beat()));
  });
  const beat = () => JSON.stringify({ type: 'beat', at: new Date().toISOString() });
  const sendText = (text: string) => {
    for (const client of clients) client.write(frame(text));
  };
  const timer = setInterval(() => sendText(beat()), beatMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const client of clients) client.destroy();
  };
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (message) => sendText(typeof message === 'string' ? message : JSON.stringify(message)),
    clients: () => clients.size,
    drop,
    async stop() {
      clearInterval(timer);
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A text frame of a server, which is not masked. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const long = Buffer.alloc(2);
  long.writeUInt16BE(bytes.length);
  const head = bytes.length < 126 ? Buffer.from([TEXT, bytes.length]) : Buffer.concat([Buffer.from([TEXT, 126]), long]);
  return Buffer.concat([head, bytes]);
}
