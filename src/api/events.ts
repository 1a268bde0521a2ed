/** What changeStream.ts and sharedStream.ts use of a browser: server-sent events, and how windows reach each other. */
import * as v from 'valibot';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { parse } from './client.ts';
import type { Said, Windows } from './sharedStream.ts';

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

/**
 * The windows of this browser that follow the stream of this address; null without locks (as on http:) or channels.
 * @param item the shape of an item: a window with another version of the site may send another
 */
export function streamWindows<Item>(address: string, item: v.GenericSchema<unknown, Item>): Windows<Item> | null {
  const locks = globalThis.navigator?.locks;
  if (!locks || typeof BroadcastChannel === 'undefined') return null;
  const said = v.nullable(
    v.object({
      list: v.array(item),
      withdrawn: v.array(v.string()),
      last: v.string(),
      gap: v.boolean(),
      since: v.string(),
      hearing: v.object({ at: v.number(), streaming: v.boolean(), polling: v.boolean(), online: v.boolean() }),
    }),
  );
  return {
    join({ hear, lead }) {
      const channel = new BroadcastChannel(address);
      channel.onmessage = ({ data }) => {
        const heard = v.safeParse(said, data);
        if (heard.success) hear(heard.output as Said<Item>);
      };
      const member = new AbortController();
      let release = () => {};
      const held = () =>
        new Promise<void>((resolve) => {
          release = resolve;
          if (member.signal.aborted) resolve();
          else lead();
        });
      locks.request(address, { signal: member.signal }, held).catch(() => {
        // A browser that blocks storage for this site refuses locks too: then each window leads itself.
        if (!member.signal.aborted) lead();
      });
      return {
        say: (words) => channel.postMessage(words),
        leave() {
          member.abort();
          release();
          channel.close();
        },
      };
    },
  };
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
