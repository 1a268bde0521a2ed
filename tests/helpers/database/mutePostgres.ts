/** A server that acts like a Postgres that hangs. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MutePostgres {
  url: string;
  /** Open connections */
  open: Set<Socket>;
  stop: () => Promise<void>;
}

const READY = [0x5a, 0, 0, 0, 5, 0x49];
/** Replies to the start-up message (AuthenticationOk) and to a connection's first SET statement (CommandComplete). */
const WELCOME = [
  [0x52, 0, 0, 0, 8, 0, 0, 0, 0, ...READY],
  [0x43, 0, 0, 0, 8, 0x53, 0x45, 0x54, 0, ...READY],
];

/** Accepts connections on 127.0.0.1 and sends nothing; with `welcomes` it authenticates but answers no query. */
export async function mutePostgres({ welcomes = false } = {}): Promise<MutePostgres> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    const answers = welcomes ? WELCOME.values() : [].values();
    socket.on('data', () => {
      const { value } = answers.next();
      if (value) socket.write(Buffer.from(value));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://finger@127.0.0.1:${(server.address() as AddressInfo).port}/finger`,
    open,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
