/** What changeStream.ts uses of a browser: server-sent events and its clock. */
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { parse } from './client.ts';

/** Whether this browser can follow a stream at all. */
export const canStream = () => typeof EventSource !== 'undefined';

/** Opens a stream. `readers` turn the data of events into what they tell; null for a wrong shape, which is ignored. */
export function openEvents<Item>(
  address: string,
  readers: Record<string, (data: unknown) => StreamEvent<Item> | null>,
  tell: (event: StreamEvent<Item>) => void,
): StreamSource {
  const source = new EventSource(address);
  const all: typeof readers = { ...readers, gap: () => ({ kind: 'gap' }), beat: () => ({ kind: 'beat' }) };
  for (const [name, read] of Object.entries(all)) {
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      const event = read(parse(data));
      if (event) tell({ ...event, ...(lastEventId && { last: lastEventId }) });
    });
  }
  // EventSource reconnects after a lost connection, but closes after a response that is not a stream.
  source.addEventListener('error', () =>
    tell({ kind: source.readyState === EventSource.CLOSED ? 'refused' : 'error' }),
  );
  return source;
}

/** The real clock of a stream. */
export const realTime = {
  now: Date.now,
  random: Math.random,
  later: (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
