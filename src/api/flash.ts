import * as v from 'valibot';
import { type ApiOptions, addressOf, call, parse, successOf } from './client.ts';
import type { CallData } from './commonContract.ts';
import type { StreamEvent, StreamSource } from './flashStream.ts';
import { FLASH_STREAM_PATH, flashListCall, type NewsItem, newsItem } from './newsContract.ts';

export interface FlashQuery {
  language?: string | undefined;
  important?: 'true' | undefined;
  /** A category that is left out */
  without?: string | undefined;
  /** Cursor of the page before */
  before?: string | undefined;
  /** What has changed since the `last` of an earlier answer */
  after?: string | undefined;
  limit?: string | undefined;
}

export type FlashPage = CallData<typeof flashListCall>;

/** A page of flashes, or with `after` what has changed. Rejects as call() does, and where the answer is no success. */
export async function readFlashes(query: FlashQuery, options: ApiOptions): Promise<FlashPage> {
  return successOf(await call(flashListCall, {}, { ...options, query: { ...query } }));
}

/** Whether this browser can follow the stream at all. */
export const canStream = () => typeof EventSource !== 'undefined';

/** Opens the stream of flashes, to go on after a number. What is sent in another shape than agreed is left out. */
export function openFlashes(
  { language, after }: FlashQuery,
  { base }: ApiOptions,
  tell: (event: StreamEvent) => void,
): StreamSource {
  const source = new EventSource(addressOf(FLASH_STREAM_PATH, {}, { base, query: { language, after } }));
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
  source.addEventListener('error', () => tell({ kind: 'error' }));
  return source;
}
