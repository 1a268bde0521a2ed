/** A listener in the place of a Postgres that hangs. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MutePostgres {
  url: string;
  /** Connections at present */
  open: Set<Socket>;
  stop: () => Promise<void>;
}

const READY = [0x5a, 0, 0, 0, 5, 0x49];
/** To the start-up message (AuthenticationOk), and to the one setting that a connection begins with (CommandComplete). */
const WELCOME = [
  [0x52, 0, 0, 0, 8, 0, 0, 0, 0, ...READY],
  [0x43, 0, 0, 0, 8, 0x53, 0x45, 0x54, 0, ...READY],
];

/** Accepts connections on 127.0.0.1 and says nothing; with `welcomes` it lets callers in and answers none of their queries. */
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
