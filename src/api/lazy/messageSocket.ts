import type { StreamEvent, StreamSource } from './changeStream.ts';
import { parse } from './client.ts';

/** Time for the first message of a socket. */
export const SOCKET_PATIENCE_MS = 10_000;

/**
 * A function that opens a websocket that tells what is new (docs/marketSocket.md, docs/socialSocket.md).
 * @param read what a message tells; null for one in another shape, 'others' for what this page does not follow
 * @param giveUp called if no message comes in time, or one in another shape
 */
export function messageSocket<Item>(
  url: string,
  read: (message: unknown) => StreamEvent<Item> | 'others' | null,
  giveUp: () => void,
  later: (ms: number, act: () => void) => () => void,
): (after: string, tell: (event: StreamEvent<Item>) => void) => StreamSource {
  /** Set until a message has come, over all attempts to connect. */
  let callOff: (() => void) | null = null;
  const heard = () => {
    callOff?.();
    callOff = null;
  };
  return (_after, tell) => {
    const socket = new WebSocket(url);
    let isNew = true;
    let hasFailed = false;
    callOff ??= later(SOCKET_PATIENCE_MS, giveUp);
    socket.addEventListener('message', ({ data }) => {
      const event = read(parse(String(data)));
      if (!event) return giveUp();
      heard();
      // A socket tells only what is new: what was published before this connection is missing.
      if (isNew) tell({ kind: 'gap' });
      isNew = false;
      tell(event === 'others' ? { kind: 'beat' } : event);
    });
    socket.addEventListener('close', () => {
      hasFailed = true;
      tell({ kind: 'error' });
    });
    return {
      close() {
        if (!hasFailed) heard();
        socket.close();
      },
    };
  };
}
