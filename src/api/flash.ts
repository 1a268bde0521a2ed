import * as v from 'valibot';
import type { CallData } from '../contract/common.ts';
import { FLASH_STREAM_PATH, flashListCall, flashListData, type NewsItem, newsItem } from '../contract/news.ts';
import { type ApiOptions, addressOf, call, parse, successOf } from './client.ts';
import type { StreamEvent, StreamSource } from './flashStream.ts';
import type { Said, Windows } from './flashWindows.ts';

export interface FlashQuery {
  language?: string | undefined;
  important?: 'true' | undefined;
  /** A category that is left out */
  without?: string | undefined;
  /** Words of the title or the summary */
  q?: string | undefined;
  /** Cursor of the previous page */
  before?: string | undefined;
  /** Only changes since the `last` of an earlier response */
  after?: string | undefined;
  limit?: string | undefined;
}

export type FlashPage = CallData<typeof flashListCall>;

/** A page of flashes, or with `after` the changes. Rejects as call() does, and if the response is not a success. */
export async function readFlashes(query: FlashQuery, options: ApiOptions): Promise<FlashPage> {
  return successOf(await call(flashListCall, {}, { ...options, query: { ...query } }));
}

/** Whether this browser can follow the stream at all. */
export const canStream = () => typeof EventSource !== 'undefined';

/** Opens the stream of flashes after a change number. Ignores events whose shape is wrong. */
export function openFlashes(
  { language, after }: FlashQuery,
  { base }: ApiOptions,
  tell: (event: StreamEvent) => void,
): StreamSource {
  const source = new EventSource(streamAddress({ language, after }, base));
  const on = (name: string, read: (data: unknown) => StreamEvent | null) =>
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      const event = read(parse(data));
      if (event) tell({ ...event, ...(lastEventId && { last: lastEventId }) });
    });
  on('flash', (data) => {
    const item = v.safeParse(newsItem, data);
    return item.success ? { kind: 'flash', item: item.output as NewsItem } : null;
  });
  on('withdraw', (data) => {
    const found = v.safeParse(v.object({ id: v.string() }), data);
    return found.success ? { kind: 'withdraw', id: found.output.id } : null;
  });
  on('gap', () => ({ kind: 'gap' }));
  on('beat', () => ({ kind: 'beat' }));
  // EventSource reconnects after a lost connection, but closes after a response that is not a stream.
  source.addEventListener('error', () =>
    tell({ kind: source.readyState === EventSource.CLOSED ? 'refused' : 'error' }),
  );
  return source;
}

/** Messages between windows. A window with another version of the site may send other shapes. */
const said = v.nullable(
  v.object({
    ...v.omit(flashListData, ['next']).entries,
    since: v.string(),
    hearing: v.object({ at: v.number(), streaming: v.boolean(), polling: v.boolean(), online: v.boolean() }),
  }),
);

/** The windows of this browser that follow the same stream; null without locks (as on http:) or channels. */
export function flashWindows({ language }: FlashQuery, { base }: ApiOptions): Windows | null {
  const locks = globalThis.navigator?.locks;
  if (!locks || typeof BroadcastChannel === 'undefined') return null;
  const name = streamAddress({ language }, base);
  return {
    join({ hear, lead }) {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => {
        const heard = v.safeParse(said, data);
        if (heard.success) hear(heard.output as Said);
      };
      const member = new AbortController();
      let release = () => {};
      const held = () =>
        new Promise<void>((resolve) => {
          release = resolve;
          if (member.signal.aborted) resolve();
          else lead();
        });
      locks.request(name, { signal: member.signal }, held).catch(() => {
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

const streamAddress = (query: { language?: string | undefined; after?: string | undefined }, base: string) =>
  addressOf(FLASH_STREAM_PATH, {}, { base, query });
